"""The built-in players of the rink family, compared with a slow reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from hockey_cards.rink import Open, Rink, RinkView
from hockey_cards.rink.house import RinkSettings
from hockey_cards.rink.referee import Stage, choices, judge, place
from hockey_cards.shoe import Seeded
from hockey_cards.strategies.rink import counter, greedy

RULES = [Rink(RinkSettings(size, lanes)) for size in (32, 36, 52) for lanes in (False, True)]


def views(rules: Rink, games: int) -> Iterator[RinkView]:
    """Yield the views of the movers in games; some moves are random."""
    for seed in range(games):
        rng, state = Random(seed), rules.start(Seeded(seed, rules.deck), dealer=seed % 2)
        while legal := rules.legal(state):
            view = rules.view(state, rules.seat(state))
            yield view
            state = rules.apply(state, slow_greedy(view, rng) if seed % 2 else rng.choice(legal))


def matching(view: RinkView, move: Open) -> float:
    """Return the probability that the running card passes the card of a choice."""
    assert view.running is not None
    assert view.seat is not None
    card, running = view.layout[place(move, view.seat)], view.running
    cards = view.unseen if card is None else (card,)
    return sum(other.suit is running.suit or other.rank is running.rank for other in cards) / len(cards)


def chance(view: RinkView, stage: Stage, move: Open) -> float:
    """Return the probability of a goal by a choice, trying all continuations."""
    assert view.seat is not None
    match = matching(view, move)
    after = judge(stage, move, matches=True, lanes=view.rules.settings.goalkeeper_lanes)
    if after.over:
        return match
    return match * max(chance(view, after.stage, later) for later in choices(after.stage, view.seat))


def slow_counter(view: RinkView, rng: Random) -> Open:
    values = {move: (chance(view, view.stage, move), card is not None) for move, card in view.choices}
    return rng.choice([move for move in view.legal if values[move] == max(values.values())])


def slow_greedy(view: RinkView, rng: Random) -> Open:
    sure = [move for move, card in view.choices if card is not None and matching(view, move) == 1]
    closed = [move for move, card in view.choices if card is None]
    return rng.choice(sure or closed or list(view.legal))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.settings.deck}-{rules.settings.goalkeeper_lanes}")
def test_players_choose_as_the_reference_does(rules: Rink) -> None:
    """The same choice as the reference, at every stage of a run."""
    stages: Counter[Stage] = Counter()
    for number, view in enumerate(views(rules, 12)):
        assert slow_counter(view, Random(number)) is counter(view, Random(number))
        assert slow_greedy(view, Random(number)) is greedy(view, Random(number))
        stages[view.stage] += 1
    lanes = {Stage.GOALKEEPER_1, Stage.GOALKEEPER_2}
    assert {*Stage} - (lanes if not rules.settings.goalkeeper_lanes else {Stage.GOALKEEPERS}) == set(stages)


def test_counter_when_all_cards_have_been_seen() -> None:
    """In the last run no card may be left that the player has not seen."""
    rules, seen = Rink(RinkSettings(52)), 0
    for view in views(rules, 40):
        if not view.unseen:
            seen += 1
            assert counter(view, Random(seen)) is slow_counter(view, Random(seen))
    assert seen
