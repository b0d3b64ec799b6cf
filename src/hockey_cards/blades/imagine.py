"""Random states consistent with a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hockey_cards.blades.levels import RED
from hockey_cards.blades.state import BladesState
from hockey_cards.blades.table import Cards
from hockey_cards.blades.view import BladesView
from hockey_cards.cards import Card
from hockey_cards.rules import Seat
from hockey_cards.shoe import Seeded

if TYPE_CHECKING:
    from random import Random


def imagine(view: BladesView, rng: Random) -> BladesState:
    """Return a random state consistent with a view.

    All arrangements of the unseen cards are equally likely: black cards in the hidden stacks, and the others in the
    hidden hands and, in any order, in the stock. Each arrangement comes about by equally many deals, and the plays
    reveal nothing else: earlier stacks, changed hands and defences are open by now, and the answer ``none`` is legal
    with any hand. No strategy is assumed. Packs of later periods come from a fresh seeded shoe.
    """
    black = [card for card in view.unseen if card not in RED]
    rng.shuffle(black)
    stacks = _dealt(black, view.table.stacks, view.seat, view.stack)
    stock = [card for card in view.unseen if not any(card in stack for stack in stacks)]
    rng.shuffle(stock)
    hands = _dealt(stock, view.table.counts, view.seat, view.hand)
    return BladesState(view.table, hands, stacks, tuple(stock), Seeded(rng.randbytes(32)))


def _dealt(cards: list[Card], counts: tuple[int, int], viewer: Seat | None, own: Cards) -> tuple[Cards, Cards]:
    """Return the cards of each seat: those of the viewer, and cards removed from the given ones for the other."""

    def taken(seat: Seat) -> Cards:
        return own if seat == viewer else tuple(sorted(cards.pop() for _ in range(counts[seat])))

    return taken(0), taken(1)
