"""Duels for tests: packs that give the players what a test has them play."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hockey_cards.blades import Action, Blades, BladesState, BladesView
from hockey_cards.cards import cards_from, deck
from hockey_cards.shoe import Seeded, Stacked

__all__ = ["BLADES", "MINE", "VIEWERS", "YOURS", "begin", "do", "middle", "pack", "small", "stacks_of", "views"]

BLADES = Blades()
VIEWERS = (0, 1, None)

MINE, YOURS = "9d9h2dKdAd2c", "2s3s4s5sAc5h"
"""Two hands: one to shoot with, one to defend with."""


def pack(first: str, second: str, stock: str = "", last: str = "") -> str:
    """Return a pack that deals two hands, then a stock that begins and ends with given cards; the rest as it comes."""
    hands = [cards_from(first), cards_from(second)]
    given = {*hands[0], *hands[1], *cards_from(stock), *cards_from(last)}
    rest = iter([card for card in deck() if card not in given])
    dealt = [(hand[place] if place < len(hand) else next(rest)) for place in range(6) for hand in hands]
    return "".join(card.code for card in dealt) + stock + "".join(card.code for card in rest) + last


def begin(first: str, second: str, stock: str = "", *, rules: Blades = BLADES, dealer: int = 1) -> BladesState:
    """Deal hands, the first to the seat after the dealer, which leads: seat 0 unless told otherwise."""
    return rules.start(Stacked([pack(first, second, stock), *(Seeded(1).pack(0) for _ in range(11))]), dealer=dealer)


def do(state: BladesState, *codes: str) -> BladesState:
    for code in codes:
        state = state.rules.apply(state, Action.parse(code))
    return state


def middle() -> BladesState:
    """Return a state with a stack, discards, a goal and a shot to be answered by seat 1."""
    state = do(begin(MINE, YOURS, "3c7d8h"), "stack 2c", "stack 2s3s", "shoot 9d9h", "hand Ac", "change", "stack 3c")
    return do(state, "change", "shoot KdAd")


def small(state: BladesState, left: int) -> BladesState:
    """Return the state with so many cards in the stock only: those discarded before are not told of."""
    return attrs.evolve(state, table=attrs.evolve(state.table, stock=left), stock=state.stock[:left])


def stacks_of(state: BladesState) -> tuple[str, str]:
    own, other = ("".join(card.code for card in stack) for stack in state.stacks)
    return own, other


def views(state: BladesState) -> Iterator[BladesView]:
    return (state.rules.view(state, seat) for seat in VIEWERS)
