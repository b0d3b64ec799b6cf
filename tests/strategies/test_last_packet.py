"""The player `exact`, and the solution of the last packet that it plays by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from _stacked import house
from hockey_cards import Game, Variant, apply, legal, play, side_of, variant
from hockey_cards.pile.period import ENDED
from hockey_cards.strategies import counter, exact, greedy
from hockey_cards.strategies import random as chance
from hockey_cards.strategies.last_packet import is_solvable, solved

GAMES: dict[str, Variant] = {
    "breakaway": variant("breakaway"),
    "breakaway-original": variant("breakaway-original"),
    "shots": variant("shots"),
    "team-breakaway": house("team-breakaway", {"seats": 2}),
    "saves": house("saves", {"seats": 2}),
    "stops": house("team-breakaway", {"seats": 2, "stop_ranks": "28", "stop_on_stop": False, "stop_may_lead": "never"}),
    "clearing": house(
        "breakaway", {"pass_clears_pile": True, "goal_clears_pile": True, "claim_lasts": "until-matched"}
    ),
    "sudden": house("breakaway", {"periods": 1, "packets": [1], "stop_ranks": "23456789T"}),
}


def brute_force(state: Any) -> int:
    """Return the lead in goals of the mover in the rest of the period, by trying all moves in the engine."""
    return max(lead_after(state, move) for move in legal(state))


def lead_after(state: Any, move: Any) -> int:
    new = apply(state, move)
    goal = int(state.setup.rulings[state.situation + move].goal)
    over = new.setup is not state.setup or new.situation == ENDED
    return goal if over else goal - brute_force(new)


def positions(game: Variant, seed: int, most: int) -> Iterator[Any]:
    """Yield the solvable positions of a game with not more than a number of cards left."""
    for turn in play(game, [chance, greedy], seed=seed).turns:
        view: Any = turn.before.rules.view(turn.before, turn.seat)
        if is_solvable(view) and sum(view.counts) <= most:
            yield turn.before, view


def check_against_brute_force(seeds: range, most: int) -> Counter[str]:
    """Compare all positions of up to a number of cards in some games; return how many there were by game and kind."""
    seen: Counter[str] = Counter()
    for name, game in GAMES.items():
        for seed in seeds:
            for state, view in positions(game, seed, most):
                assert {move: lead_after(state, move) for move in legal(state)} == solved(view)
                seen[name] += 1
                seen["sudden death"] += view.setup.sudden
                seen["forced"] += all(view.ruling(card).forbidden for card in view.legal)
    return seen


def test_solution_is_that_of_brute_force() -> None:
    """In the last packet the leads are those of trying all moves in the engine, whatever the rules are."""
    seen = check_against_brute_force(range(3), 6)
    assert {*GAMES, "sudden death", "forced"} == {name for name, count in seen.items() if count}


@pytest.mark.long
def test_solution_is_that_of_brute_force_in_thousands_of_positions() -> None:
    seen = check_against_brute_force(range(3, 80), 8)
    assert sum(seen[name] for name in GAMES) > 10_000
    assert seen["sudden death"] > 100
    assert seen["forced"] > 100


def test_exact_plays_only_the_best_cards_of_the_last_packet() -> None:
    """It plays a card with the highest lead; before the last packet, and with four seats, it plays as counter does."""
    kinds: Counter[bool] = Counter()
    for key in ("breakaway", "passe"):
        for turn in play(key, [exact, counter], seed=3).turns:
            view: Any = turn.before.rules.view(turn.before, turn.seat)
            move: Any = turn.move
            if side_of(turn.seat) == 0:
                known = is_solvable(view)
                kinds[known] += 1
                if known:
                    leads = solved(view)
                    assert leads[move] == max(leads.values())
                else:
                    same = counter.make(variant(key), turn.seat, Random(turn.number))(view)
                    assert same is exact.make(variant(key), turn.seat, Random(turn.number))(view)
    assert min(kinds[True], kinds[False]) > 10


def test_hands_are_known_only_with_two_seats_and_no_stock() -> None:
    """Nothing is solved while cards are left to deal, or while more than one hand is hidden."""
    assert not any(
        is_solvable(turn.before.rules.view(turn.before, turn.seat)) for turn in play("passe", [greedy] * 2).turns
    )
    first: Any = Game.start("breakaway", seed=7).view(1)
    assert not is_solvable(first)


@pytest.mark.slow
def test_exact_beats_counter() -> None:
    """On the same deals from both sides exact wins more often than counter, by several standard errors."""
    points = 0.0
    for seed in range(25):
        for sides in (0, 1):
            winner = play("breakaway", [exact, counter][:: 1 - 2 * sides], seed=seed).outcome
            assert winner is not None
            points += 0.5 if winner.winner is None else float(winner.winner == sides)
    assert points > 25
