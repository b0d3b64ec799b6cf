"""Random states consistent with a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hockey_cards.rink.state import RinkDeal, RinkState, completed
from hockey_cards.rink.view import RinkView

if TYPE_CHECKING:
    from random import Random


def imagine(view: RinkView, rng: Random) -> RinkState:
    """Return a random state consistent with a view.

    The unseen cards are placed at random on the closed places of the table, in the stacks and, if it is hidden, as the
    running card. All assignments are equally likely. These are the true probabilities, for no choice so far was made by
    a player who had seen any of these cards.
    """
    unseen = list(view.unseen)
    rng.shuffle(unseen)
    shown = () if view.running is None else (view.running,)
    pack = completed((*view.layout, *view.spent, *shown), unseen)
    return RinkState(
        RinkDeal(view.rules, view.dealer, pack), view.layout, len(view.spent), view.stage, view.score, view.history
    )
