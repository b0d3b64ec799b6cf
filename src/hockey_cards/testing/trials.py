"""Trial games: games of a player under test, with every decision recorded so that it can be repeated."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from inspect import iscoroutine
from random import Random
from typing import Any, Final, cast

import attrs

from hockey_cards.events import side_of
from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import derive
from hockey_cards.strategy import Player
from hockey_cards.testing.cases import Case
from hockey_cards.testing.errors import attempt

GLOBAL_SEED: Final = 1
"""The seed of the global random generator while a trial is played."""


@attrs.frozen(eq=False)
class Decision:
    """A view that a player was given, and what it did.

    Args:
        ply: The number of moves made before.
        seat: The seat.
        view: The view that the player was given.
        untouched: An equal view that the player was not given.
        move: What the player returned; None if it raised.
        error: What the player raised.
    """

    ply: int
    seat: Seat
    view: Any
    untouched: Any
    move: Any = None
    error: Exception | None = None


@attrs.frozen(eq=False)
class Trial:
    """A game between a player at some seats and random moves at the others.

    Args:
        player: The player, or its factory.
        case: The game.
        decisions: The decisions of the player, in order.
    """

    player: Player
    case: Case
    decisions: tuple[Decision, ...]

    def of(self, seat: Seat) -> list[Decision]:
        """Return the decisions of one seat."""
        return [decision for decision in self.decisions if decision.seat == seat]

    def answers(self, seat: Seat) -> list[Any]:
        """Return what the player returned at one seat."""
        return [decision.move for decision in self.of(seat)]

    @property
    def seats(self) -> list[Seat]:
        """The seats at which the player decided."""
        return sorted({decision.seat for decision in self.decisions})

    def repeat(self, seat: Seat, copy: Callable[[Any], Any], *, global_seed: int = GLOBAL_SEED) -> list[Any]:
        """Make the player again, give it the views of one seat and no others, and return what it returns.

        Args:
            seat: The seat.
            copy: Returns the view to give for a recorded one.
            global_seed: The seed of the global random generator.
        """
        with _seeded_global_random(global_seed):
            choose_move = _make(self.player, self.case, seat)
            return [attempt(choose_move, copy(decision.untouched)) for decision in self.of(seat)]


def play_trial(player: Player, base: Variant[Any, Any, Any], number: int, seed: int) -> Trial:
    """Play one of a series of trials, until the game ends or the player is at fault.

    In trials of even number the player has all seats, in the others those of one side.

    Args:
        player: The player, or its factory.
        base: The variant.
        number: The number of the trial, from 0.
        seed: The seed of the trial.
    """
    seats = [seat for seat in range(base.rules.seats) if number % 2 == 0 or side_of(seat) == number // 2 % 2]
    case = Case(base, {}, seed, number % base.rules.seats)
    with _seeded_global_random(GLOBAL_SEED):
        decisions, moves = _play(player, case, seats)
    return Trial(player, attrs.evolve(case, moves=tuple(moves)), tuple(decisions))


@contextmanager
def _seeded_global_random(seed: int) -> Generator[None]:
    """Seed the global random generator, and restore its state afterwards."""
    before = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)


def _make(player: Player, case: Case, seat: Seat) -> Callable[[Any], Any]:
    make: Callable[..., Any] | None = getattr(player, "make", None)
    rng = Random(int.from_bytes(derive(case.seed, "player", seat), "big"))
    made: Any = player if make is None else make(case.variant, seat, rng)
    return cast("Callable[[Any], Any]", made)


def _make_or_fail(player: Player, case: Case, seat: Seat) -> Callable[[Any], Any]:
    """Make the player of a seat; if its factory raises, a player that raises the same."""
    try:
        return _make(player, case, seat)
    except Exception as error:  # noqa: BLE001  # it counts as the failure of the player's first decision
        failure = error

    def fail(view: Any) -> Any:
        raise failure

    return fail


def _play(player: Player, case: Case, seats: Sequence[Seat]) -> tuple[list[Decision], list[Any]]:
    rules: Any = case.variant.rules
    rng, decisions, moves = Random(case.seed), list[Decision](), list[Any]()
    state = rules.start(case.shoe, dealer=case.dealer)
    players = {seat: _make_or_fail(player, case, seat) for seat in seats}
    while legal := rules.legal(state):
        seat = rules.seat(state)
        if seat in players:
            decisions.append(_decide(players[seat], rules, state, len(moves)))
            move = decisions[-1].move
            if decisions[-1].error is not None or move not in legal:
                break
        else:
            move = rng.choice(legal)
        moves.append(move)
        state = rules.apply(state, legal[legal.index(move)])
    return decisions, moves


def _decide(choose_move: Callable[[Any], Any], rules: Any, state: Any, ply: int) -> Decision:
    seat = rules.seat(state)
    view, untouched = rules.view(state, seat), rules.view(state, seat)
    try:
        move = choose_move(view)
        if iscoroutine(move):
            move.close()  # it is not a move, and nobody is going to await it
    except Exception as error:  # noqa: BLE001  # whatever a player raises is recorded as its failure
        return Decision(ply, seat, view, untouched, error=error)
    return Decision(ply, seat, view, untouched, move)
