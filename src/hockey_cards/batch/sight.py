"""What a compiled player may see, as numbers."""

from __future__ import annotations

from typing import NamedTuple


class PileSight(NamedTuple):
    """What the mover sees in a game of the pile.

    A set of cards is a number with a bit for each: ``hand >> card & 1``. A card is its place in the deck: its rank is
    ``card >> 2`` (0 for the two), its suit ``card & 3``.

    Args:
        situation: Where the rulings on the cards begin: ``rulings[situation | card >> 2]``. ``situation >> 8`` is who
            holds the claim, 0 nobody, 1 the own side, 2 the other; ``situation >> 4 & 15`` is the top: 0 for an empty
            pile, 1 for the same before the first card of a period, 2 to 14 the rank of the top card, 15 for table
            cards of which any may be matched.
        hand: The hand.
        seen: All cards seen in this period: the hand, the table cards, the plays.
        sizes: The size of the hand, and of the hands of those who play next, ten in all, each at its own turn, 6 bits
            each: ``sizes >> 6 & 63`` is the next player's. 0 where the period is over.
        seats: How many seats play.
        own: The board of the own side.
        other: The board of the other side.
        period: The period, from 0.
        left: How many plays are left in the period, this one included.
    """

    situation: int
    hand: int
    seen: int
    sizes: int
    seats: int
    own: int
    other: int
    period: int
    left: int


class RinkSight(NamedTuple):
    """What the mover sees in a rink.

    Args:
        stage: How far the run has come: 0 near row, 1 middle row, 2 far row, 3 either goalkeeper, 4 the first, 5 the
            second.
        running: The running card.
        passes: The cards that it passes, a bit each.
        seen: All cards seen: the open ones, the running card, those of the runs before.
        unseen: How many cards have not been seen.
        own: The goals of the own side.
        other: The goals of the other side.
        left: How many runs are left, this one included.
    """

    stage: int
    running: int
    passes: int
    seen: int
    unseen: int
    own: int
    other: int
    left: int
