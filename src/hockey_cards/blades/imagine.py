"""A random state that a view is a true view of: the file that knows what may lie where a card is hidden."""

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
    """Return a random state that the view is a true view of.

    All ways to lay the unseen cards are equally likely: black ones in the hidden stacks, and the others in the hidden
    hands and, in any order, in the stock. That is the chance of each if nothing is asked but by how many deals it can
    have come about, for the plays say no more: an earlier stack, a hand that was changed and a defence lie open by
    now, and to answer ``none`` is legal with any hand. What a good player would have done with other cards is not
    asked. Packs of later periods come from a fresh seeded shoe.
    """
    black = [card for card in view.unseen if card not in RED]
    rng.shuffle(black)
    stacks = _dealt(black, view.table.stacks, view.seat, view.stack)
    stock = [card for card in view.unseen if not any(card in stack for stack in stacks)]
    rng.shuffle(stock)
    hands = _dealt(stock, view.table.counts, view.seat, view.hand)
    return BladesState(view.table, hands, stacks, tuple(stock), Seeded(rng.randbytes(32)))


def _dealt(cards: list[Card], counts: tuple[int, int], viewer: Seat | None, own: Cards) -> tuple[Cards, Cards]:
    """Return what each seat has: the viewer its own cards, others their number of the given ones, taken away."""

    def taken(seat: Seat) -> Cards:
        return own if seat == viewer else tuple(sorted(cards.pop() for _ in range(counts[seat])))

    return taken(0), taken(1)
