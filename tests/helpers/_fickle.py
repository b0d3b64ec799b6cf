"""A player that does not play the same again when asked the same: no strategy should, but some will."""

from __future__ import annotations

from itertools import count

from hockey_cards import Move, View

_ASKED = count()


def player(view: View) -> Move:
    """Play another move each time."""
    move: Move = view.legal[next(_ASKED) % len(view.legal)]
    return move
