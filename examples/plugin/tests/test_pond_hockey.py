"""The variant and the player are found by name, and keep the promises of the library's own."""

from __future__ import annotations

from pond_hockey import POND, skater

import hockey_cards
from hockey_cards import strategies
from hockey_cards.testing import check_strategy, check_variant


def test_variant_is_found_by_name() -> None:
    """The entry point registers the variant."""
    assert hockey_cards.variant("pond") == POND


def test_player_is_found_by_name() -> None:
    """The entry point registers the player."""
    assert strategies.strategy("skater") is skater


def test_variant_keeps_the_promises() -> None:
    """The conformance kit finds no fault in the variant."""
    check_variant(POND)


def test_player_keeps_the_promises() -> None:
    """The conformance kit finds no fault in the player."""
    check_strategy(skater, POND)


def test_record_is_read_back() -> None:
    """A record describes its variant completely, so that it can be read without the plug-in."""
    game = hockey_cards.play("pond", [skater, strategies.random], seed=7)
    assert hockey_cards.Game.from_record(game.record()) == game
