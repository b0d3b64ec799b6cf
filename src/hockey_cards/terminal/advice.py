"""Hints: a good move and its expected value, from the best player that is installed."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import attrs

from hockey_cards.errors import MissingExtra, UnknownStrategy
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.strategies import strategy
from hockey_cards.strategy import seated

_ADVISERS: Final = ("searcher", "counter")
"""The players that give hints; each is asked where those before it are not installed or do not know the game."""


@attrs.frozen
class Advice:
    """A good move.

    Args:
        move: The move.
        goals: The goals of the own side less those of the other that it is expected to bring, until the end of the
            period; None if nobody has counted them.
    """

    move: Move
    goals: float | None = None


@attrs.define
class Adviser:
    """Gives hints to one seat in one game.

    Args:
        variant: The game.
        seat: The seat.
    """

    variant: Variant[Any, Any, Any]
    seat: Seat
    _player: Any = None

    def advise(self, view: View) -> Advice | None:
        """Return a good move for the seat; None if no player knows the game."""
        if self._player is None:
            self._player = self._made()
        if self._player is None:
            return None
        move: Move = self._player(view)
        expected: Any = getattr(self._player, "expected", None)
        goals: Mapping[Move, float] = {} if expected is None else expected(view)
        return Advice(move, goals.get(move))

    def _made(self) -> Any:
        for name in _ADVISERS:
            try:
                return seated(strategy(name), self.variant, self.seat, Random(0))
            except (MissingExtra, UnknownStrategy):
                continue
        return None
