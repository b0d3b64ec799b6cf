"""A sample plug-in: a variant, pond hockey, and a player, skater."""

from __future__ import annotations

from random import Random

from hockey_cards import Card, Seat, Strategy, Variant, factory, read_variant
from hockey_cards.pile import PileView

__all__ = ["POND", "skater"]

POND = read_variant("""
base = "breakaway"
key = "pond"
name = "Pond hockey"
summary = "One period of breakaway hockey with long hands, in which the scorer keeps the breakaway."
source = "a sample, played nowhere"

[house]
periods = 1
packets = [13, 13]
goal_keeps_claim = true
""")
"""A variant of a built-in family needs no code, only other values of its options."""


@factory
def skater(variant: Variant, seat: Seat, rng: Random) -> Strategy[PileView, Card]:
    """Return a player that matches the rank of the top card if it can, and otherwise plays a random card."""

    def play(view: PileView) -> Card:
        top = view.top
        matches = [card for card in view.legal if top is not None and card.rank is top.rank]
        return rng.choice(matches or list(view.legal))

    return play
