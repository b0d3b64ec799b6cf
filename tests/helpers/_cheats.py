"""Players that cheat, each in its own way, and honest ones that play the same where cheating is of no use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any

import attrs

from hockey_cards import Move, Seat, Seeded, Strategy, Variant, View, derive, factory
from hockey_cards.strategies import counter

WORDS = ("test", "seed", "cup", "hockey", "lemon", "spring", "summer", "tournament", "league", "password")


def best_by_all_cards(rules: Any, state: Any, side: int) -> Move:
    """Return the best move of a small first period in which all cards are known, by trying everything."""

    def worth(state: Any, low: int, high: int) -> int:
        legal = rules.legal(state)
        if not legal or state.period:
            return int(state.score[side] - state.score[1 - side])
        own = rules.seat(state) % 2 == side
        for move in legal:
            value = worth(rules.apply(state, move), low, high)
            low, high = (max(low, value), high) if own else (low, min(high, value))
            if low >= high:
                break
        return low if own else high

    best: Move = max(rules.legal(state), key=lambda move: worth(rules.apply(state, move), -99, 99))
    return best


@cache
def deals_by_hand(rules: Any, seeds: tuple[str, ...], deals: int) -> dict[tuple[Any, ...], tuple[bytes, int]]:
    """Return the seed of a deal, and its dealer, by seat and first hand, for all deals of some seeds."""
    found: dict[tuple[Any, ...], tuple[bytes, int]] = {}
    for seed in seeds:
        for deal in range(deals):
            cards, dealer = derive(seed, "deal", deal), deal % rules.seats
            state = rules.start(Seeded(cards, rules.deck), dealer=dealer)
            for seat in range(rules.seats):
                found[seat, dealer, rules.view(state, seat).hand] = cards, dealer
    return found


@attrs.frozen
class Guesser:
    """A factory of players that try seeds until one gives their first hand, and then know all cards.

    Args:
        seeds: The seeds to try.
        deals: The number of deals to try of each.
    """

    seeds: tuple[str, ...]
    deals: int

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Strategy:
        """Return the player for one game."""
        rules: Any = variant.rules
        honest: Any = counter.make(variant, seat, rng)
        known = deals_by_hand(rules, self.seeds, self.deals)
        found: list[Any] = []

        def player(view: Any) -> Any:
            if not found and view.period == 0:
                deal = known.get((seat, view.dealer, tuple(sorted(view.hand + _played(view, seat)))))
                found.append(deal)
            if not found or found[0] is None or view.period:
                return honest(view)
            state = rules.start(Seeded(found[0][0], rules.deck), dealer=found[0][1])
            for play in view.plays:
                state = rules.apply(state, play.move)
            return best_by_all_cards(rules, state, seat % 2)

        return player


def _played(view: Any, seat: int) -> tuple[Any, ...]:
    return tuple(play.move for play in view.plays if play.seat == seat)


_GAMES: list[int] = []


@factory
def remembering(variant: Variant, seat: Seat, rng: Random) -> Strategy:
    """Play badly in the first game of a process, and well from then on."""
    _GAMES.append(seat)
    return forgetting if len(_GAMES) == 1 else counter.make(variant, seat, rng)


def forgetting(view: View) -> Move:
    """Play the last legal move."""
    move: Move = view.legal[-1]
    return move


def _rulings_of_goals(view: Any) -> tuple[Any, ...]:
    return tuple(attrs.evolve(ruling, goal=True) for ruling in view.setup.rulings)


def writing_rulings(view: Any) -> Any:
    """Make a goal of every card."""
    move = view.legal[0]
    object.__setattr__(view.setup, "rulings", _rulings_of_goals(view))
    return move


def writing_one_ruling(view: Any) -> Any:
    """Make a goal of the card that is played, deep in the table that all games share."""
    move = view.legal[0]
    object.__setattr__(view.setup.rulings[view.situation + move], "goal", True)
    return move


def _score_of_cheats(_setup: Any, _goals: Any) -> tuple[int, int]:
    return 99, 0


def writing_into_a_class(view: Any) -> Any:
    """Replace a method of a class that the game uses."""
    move = view.legal[0]
    type(view.setup).score = _score_of_cheats
    return move


def writing_and_raising(view: Any) -> Any:
    """Change the schedule, and raise."""
    object.__setattr__(view.rules.schedule, "periods", 99)
    raise ValueError("no")


@factory
def writing_the_variant(variant: Variant, seat: Seat, rng: Random) -> Strategy:
    """Change the variant before the first move."""
    object.__setattr__(variant, "rules", None)
    return forgetting


def writing_the_view(view: Any) -> Any:
    """Change the view itself, which is the player's own."""
    move = view.legal[0]
    object.__setattr__(view, "hand", ())
    object.__setattr__(view, "goals", (99, 0))
    return move


class _EqualsAll(type):
    """A class that equals every other."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return 0


class Pretender(metaclass=_EqualsAll):
    """A value that equals every move."""

    code = "4s"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def pretending(view: View) -> Any:
    """Return a value whose type and value equal everything."""
    return Pretender()


def leaving_at_once(view: View) -> Move:
    """End the process without cleaning up."""
    os._exit(3)


TAMPERERS: tuple[Callable[[Any], Any], ...] = (
    writing_rulings,
    writing_one_ruling,
    writing_into_a_class,
    writing_and_raising,
)


def seeds_to_try(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return the seeds that a guesser tries: numbers and common words."""
    return (*map(str, numbers), *WORDS)
