"""Checks of players. Each checks one trial game, and raises ``BrokenPromise``."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import partial
from typing import Any

from hockey_cards.rules import Family, Seat
from hockey_cards.testing.errors import BrokenPromise, describe, require
from hockey_cards.testing.object_graph import difference
from hockey_cards.testing.trials import GLOBAL_SEED, Trial
from hockey_cards.view_json import read_view


def answers(trial: Trial) -> None:
    """Check that the player raises nothing."""
    for decision in trial.decisions:
        if decision.error is not None:
            why = f"the player of seat {decision.seat} raises {describe(decision.error)}"
            raise BrokenPromise(why, ply=decision.ply, seat=decision.seat) from decision.error


def legal(trial: Trial) -> None:
    """Check that the player returns legal moves."""
    for decision in trial.decisions:
        moves = decision.untouched.legal
        is_legal = any(type(move) is type(decision.move) and move == decision.move for move in moves)
        codes = [move.code for move in moves]
        why = f"the player of seat {decision.seat} returns {decision.move!r}: the legal moves are {codes}"
        require(is_legal, why, ply=decision.ply, seat=decision.seat)


def view_unchanged(trial: Trial) -> None:
    """Check that the player does not change the view that it is given."""
    for decision in trial.decisions:
        place = difference(decision.view, decision.untouched)
        why = f"the player of seat {decision.seat} changes its view at {place}"
        require(place is None, why, ply=decision.ply, seat=decision.seat)


def independence(trial: Trial) -> None:
    """Check that the player depends on no other game and no other seat."""
    for seat in trial.seats:
        again = trial.repeat(seat, _same)
        if again != trial.answers(seat) and not _uses_global_random(trial, seat):
            _report(trial, seat, again, f"a new player of seat {seat} answers the same views differently")


def randomness(trial: Trial) -> None:
    """Check that the player uses no random numbers but those of its own generator."""
    for seat in trial.seats:
        again = trial.repeat(seat, _same, global_seed=GLOBAL_SEED + 1)
        if again != trial.answers(seat):
            _report(trial, seat, again, f"the player of seat {seat} uses random numbers that are not from its rng")


def copies(trial: Trial) -> None:
    """Check that the player answers copies of views as it answers the views.

    In half of the games the copies are pickled; in the others they are written as JSON, if the family is registered.
    """
    name, copy = "that were pickled", _pickled
    family = trial.case.family
    if trial.case.seed // 2 % 2 and family is not None:
        name, copy = "that were written as JSON", partial(_written, family)
    for seat in trial.seats:
        again = trial.repeat(seat, copy)
        if again != trial.answers(seat):
            _report(trial, seat, again, f"the player of seat {seat} answers views {name} differently")


def _same(view: Any) -> Any:
    return view


def _pickled(view: Any) -> Any:
    return pickle.loads(pickle.dumps(view))


def _written(family: Family, view: Any) -> Any:
    return read_view(view.to_json(), family=family)


def _uses_global_random(trial: Trial, seat: Seat) -> bool:
    """Return whether the player depends on the global random generator, and on nothing else that changes."""
    one, same_seed = (trial.repeat(seat, _same) for _ in range(2))
    return one == same_seed and one != trial.repeat(seat, _same, global_seed=GLOBAL_SEED + 1)


def _report(trial: Trial, seat: Seat, again: Sequence[Any], why: str) -> None:
    """Raise the error for answers that differ when they are repeated, at the first that does."""
    pairs = zip(trial.of(seat), again, strict=True)
    ply = next((decision.ply for decision, move in pairs if decision.move != move), 0)
    raise BrokenPromise(why, ply=ply, seat=seat)
