"""The input of compiled players in the pile family: what the mover sees, as numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from hockey_cards.batch.compiled.arrays import bit_set
from hockey_cards.cards import deck
from hockey_cards.events import side_of
from hockey_cards.pile import PileView
from hockey_cards.pile.referee import case_of

SIZE_BITS: Final = 6
"""The number of bits of the size of one hand."""
SIZES: Final = 10
"""The number of hands whose sizes a player sees, its own first."""


class PileInput(NamedTuple):
    """What the mover sees in a game of the pile family.

    A set of cards is a number with a bit for each: ``hand >> card & 1``. A card is its place in the deck: its rank is
    ``card >> 2`` (0 for the two), its suit ``card & 3``.

    Args:
        situation: Where the rulings on the cards begin: ``rulings[situation | card >> 2]``. ``situation >> 8`` is the
            holder of the claim: 0 nobody, 1 the own side, 2 the other side. ``situation >> 4 & 15`` is the top: 0 for
            an empty pile, 1 for one before the first card of a period, 2 to 14 for the rank of the top card, 15 for
            table cards of which any may be matched.
        hand: The hand.
        seen: All cards that nobody else can hold: the hand, the table cards, the plays, and cards that the deck lacks.
        sizes: The sizes of ten hands, 6 bits each: the mover's, then those of the next players, each at its own turn.
            ``sizes >> 6 & 63`` is the next player's; 0 where the period is over.
        seats: The number of seats.
        own: The score of the own side.
        other: The score of the other side.
        period: The period, from 0.
        left: The number of plays left in the period, this one included.
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


def pile_input(view: PileView) -> PileInput:
    """Return what the mover sees as numbers, made from its view."""
    plan = view.setup.timetable
    assert view.seat is not None
    plies = range(view.ply, min(view.ply + SIZES, plan.plays))
    sizes = [plan.counts[ply][plan.movers[ply]] for ply in plies]
    return PileInput(
        situation=case_of(view.situation) << 4,
        hand=bit_set(view.hand),
        seen=bit_set({*deck()}.difference(view.unseen)),
        sizes=sum(size << SIZE_BITS * turn for turn, size in enumerate(sizes)),
        seats=view.rules.seats,
        own=view.score[side_of(view.seat)],
        other=view.score[1 - side_of(view.seat)],
        period=view.period,
        left=plan.plays - view.ply,
    )
