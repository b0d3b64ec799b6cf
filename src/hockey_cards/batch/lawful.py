"""Whether moves are legal: the one check that stands before a step."""

from __future__ import annotations

from hockey_cards.batch.arrays import Array
from hockey_cards.batch.jit import compiled, signed


@compiled
def first_illegal(legal: Array, moves: Array, count: int) -> int:
    """Return the first game whose move is none of so many, or none of its legal ones; -1 if there is no such game."""
    for index in range(len(moves)):
        move = signed(moves[index])
        if move < 0 or move >= count or not legal[index] >> move & 1:
            return index
    return -1
