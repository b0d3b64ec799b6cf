"""All registered variants keep the promises of the contract, with house rules and without."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from hockey_cards import Card, blades, pile, rink, variants
from hockey_cards.testing import check_variant

pytestmark = pytest.mark.slow


def of_pile(state: pile.PileState) -> Iterator[Card]:
    """Yield all cards of a state: in hands, in the stock, on the table and played."""
    played = (play.move for play in state.plays)
    return chain(*state.hands, state.stock, state.setup.table_cards, played)


def of_rink(state: rink.RinkState) -> Iterator[Card]:
    """Yield all cards of a state, which keeps them as they were dealt."""
    return iter(state.deal.pack)


def of_blades(state: blades.BladesState) -> Iterator[Card]:
    """Yield all cards of a state: in hands, stacks and stock, discarded, and shot."""
    shot = (play.move.cards for play in state.table.plays if play.move.verb is blades.Verb.SHOOT)
    return chain(*state.hands, *state.stacks, state.stock, *state.table.spent, *shot)


FAMILIES: dict[type, dict[str, Any]] = {
    pile.Pile: {"cards": of_pile, "rotates": True},
    rink.Rink: {"cards": of_rink},
    blades.Blades: {"cards": of_blades, "rotates": True},
}
"""Arguments of the check for each family; a rink is not symmetric, since its field does not turn with the dealer."""


def arguments(key: str) -> dict[str, Any]:
    return FAMILIES.get(type(variants()[key].rules), {})


@pytest.mark.parametrize("key", variants())
def test_variant_keeps_all_promises(key: str) -> None:
    check_variant(key, examples=20, **arguments(key))


@pytest.mark.long
@pytest.mark.parametrize("key", variants())
def test_variant_keeps_all_promises_under_many_house_rules(key: str) -> None:
    """Twenty games with random house rules, and as many without."""
    check_variant(key, examples=200, seed=10**6, **arguments(key))
