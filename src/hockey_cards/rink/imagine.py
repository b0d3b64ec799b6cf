"""Random states and packs that are consistent with what a seat has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hockey_cards.cards import Card
from hockey_cards.rink.moves import Open
from hockey_cards.rink.state import RinkDeal, RinkState, completed
from hockey_cards.rink.view import RinkView
from hockey_cards.rules import SeenPeriod

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


def imagine_period(seen: SeenPeriod[RinkView], rng: Random) -> tuple[tuple[Card, ...], tuple[Open, ...]]:
    """Return a random pack and the moves of a game, consistent with what a seat has seen of it.

    A view of the rink keeps everything that its seat has seen, and all moves are open: so all packs that are
    consistent with the latest view are equally likely, as in ``imagine``.
    """
    state = imagine(seen.last, rng)
    return state.deal.pack, tuple(play.move for play in state.plays)
