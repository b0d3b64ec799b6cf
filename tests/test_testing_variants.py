"""All variants that can be found by name keep the promises of the contract, with house rules and without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hockey_cards import Card, variants
from hockey_cards.pile import State as PileState
from hockey_cards.rink import State as RinkState
from hockey_cards.testing import check_variant


def cards(state: Any) -> Iterator[Card]:
    """Yield all cards of a state of the pile or the rink."""
    if isinstance(state, RinkState):
        yield from state.deal.pack
        return
    assert isinstance(state, PileState)
    for hand in state.hands:
        yield from hand
    yield from state.stock
    yield from state.sheet.table_cards
    yield from (play.move for play in state.plays)


FAMILIES: dict[str, dict[str, Any]] = {
    "pile": {"cards": cards, "turns": True},
    "rink": {"cards": cards},
}
"""What the families promise beyond the contract; the field of a rink lies still, whoever deals."""


def claims(key: str) -> dict[str, Any]:
    family = type(variants()[key].rules).__module__.split(".")[1]
    return FAMILIES.get(family, {})


@pytest.mark.parametrize("key", variants())
def test_variant_keeps_all_promises(key: str) -> None:
    check_variant(key, examples=20, **claims(key))


@pytest.mark.long
@pytest.mark.parametrize("key", variants())
def test_variant_keeps_all_promises_under_many_house_rules(key: str) -> None:
    """Twenty sets of house rules at random for each variant, and as many games without."""
    check_variant(key, examples=200, seed=10**6, **claims(key))
