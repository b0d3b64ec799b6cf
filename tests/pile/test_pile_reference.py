"""The pile family against an independent, simple implementation of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from _reference import Table
from _strategies import Sample, pile_games, sample
from hockey_cards.events import Dealt
from hockey_cards.pile import VARIANTS, Checked, Rumbled
from hockey_cards.rules import PeriodEnded, Played


def codes(cards: Any) -> list[str]:
    return [card.code for card in cards]


def table_of(game: Sample) -> Table:
    options = {option.name: option.value for option in game.rules.options}
    shoe = game.states[0].deal.shoe
    return Table(options, lambda period: codes(shoe.pack(period)), game.dealer)


def compare_state(table: Table, state: Any) -> None:
    """Compare both implementations at one moment."""
    rules = state.rules
    assert table.legal == codes(rules.legal(state))
    assert table.board == list(state.score)
    assert table.hands == [codes(hand) for hand in state.hands]
    assert table.stock == codes(state.stock)
    assert table.pile == codes(state.pile)
    assert table.plays == [(play.seat, play.move.code, play.call) for play in state.plays]
    assert (table.period - 1, table.dealer) == (state.period, state.dealer)
    assert [*table.finished, table.goals] == [list(goals) for goals in state.periods]
    outcome = rules.outcome(state)
    assert table.outcome == (None if outcome is None else (outcome.winner, outcome.how))
    if not table.over:
        assert (table.mover, table.claim) == (rules.seat(state), state.claim)


def compare_view(table: Table, state: Any) -> None:
    """The view of a spectator has the same, without the hands."""
    view = state.rules.view(state, None)
    assert [len(hand) for hand in table.hands] == list(view.counts)
    assert (len(table.stock), table.must_lead) == (view.stock, view.opening_card and view.opening_card.code)
    assert table.pile[-1:] == codes([view.top] if view.top is not None else [])


def compare_events(table: Table, before: tuple[int, int], step: Any, call: str) -> None:
    """The events have the call, runs, deals and ends."""
    events = step.events
    played = events[0]
    assert isinstance(played, Played)
    assert (before[1], before[1] % 2, call) == (played.seat, played.side, played.call)
    runs = {Checked: "check", Rumbled: "rumble"}
    announced = [runs[type(event)] for event in events if type(event) in runs]
    assert ([] if table.announced is None else [table.announced]) == announced
    dealt = [event.hands for event in events if isinstance(event, Dealt)]
    assert ([table.hands] if table.dealt else []) == [[codes(hand) for hand in hands] for hands in dealt]
    ended = table.over or table.period != before[0]
    assert int(ended) == sum(isinstance(event, PeriodEnded) for event in events)


def compare(game: Sample) -> None:
    """Play the same cards in both implementations, and compare after each."""
    table = table_of(game)
    compare_state(table, game.states[0])
    for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        before = (table.period, table.mover)
        call = table.play(move.code)
        compare_state(table, after)
        compare_view(table, after)
        compare_events(table, before, game.rules.step(state, move), call)


@given(pile_games())
def test_engine_plays_by_the_rules(game: Sample) -> None:
    """pile.1.1 to pile.1.6: turns, deals, legal cards, calls, claims, piles, scores, runs and ends agree."""
    compare(game)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_named_variants(variant: Any) -> None:
    """pile.1.6: the same for games of each named variant and every dealer."""
    for dealer in range(variant.rules.seats):
        compare(sample(variant, 40 + dealer, dealer))


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_many_games(variant: Any) -> None:
    """The same for hundreds of games of each named variant."""
    for seed in range(300):
        compare(sample(variant, seed, seed % variant.rules.seats, keen=seed % 5 / 4))
