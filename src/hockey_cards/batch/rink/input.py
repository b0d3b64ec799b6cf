"""The input of compiled players in the rink: what the mover sees, as numbers."""

from __future__ import annotations

from typing import NamedTuple

from hockey_cards.batch.compiled.arrays import bit_set
from hockey_cards.rink import RinkView
from hockey_cards.rink.referee import PASSABLE


class RinkInput(NamedTuple):
    """What the mover sees in a rink.

    Args:
        stage: The stage of the run: 0 near row, 1 middle row, 2 far row, 3 either goalkeeper, 4 the first, 5 the
            second.
        running: The running card.
        passes: The bit set of the cards that it passes.
        seen: The bit set of all cards seen: the open ones, the running card, those of the runs before.
        unseen: The number of cards that have not been seen.
        own: The goals of the own side.
        other: The goals of the other side.
        left: The number of runs left, this one included.
    """

    stage: int
    running: int
    passes: int
    seen: int
    unseen: int
    own: int
    other: int
    left: int


def rink_input(view: RinkView) -> RinkInput:
    """Return what the mover sees as numbers, made from its view."""
    assert view.running is not None
    assert view.seat is not None
    return RinkInput(
        stage=int(view.stage),
        running=int(view.running),
        passes=bit_set(card for card in view.rules.deck if PASSABLE[view.running][card]),
        seen=bit_set([*(card for card in view.layout if card is not None), *view.spent, view.running]),
        unseen=len(view.unseen),
        own=view.score[view.seat],
        other=view.score[1 - view.seat],
        left=sum(view.stacks) + 1,
    )
