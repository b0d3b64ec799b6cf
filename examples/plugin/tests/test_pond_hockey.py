"""The plug-in is found by name and keeps every promise that the library makes for its own games."""

from __future__ import annotations

from pond_hockey import POND, skater

import hockey_cards
from hockey_cards import strategies
from hockey_cards.testing import check_strategy, check_variant


def test_variant_is_found_by_name() -> None:
    """The entry point makes the game known."""
    assert hockey_cards.variant("pond") == POND


def test_player_is_found_by_name() -> None:
    """The entry point makes the player known."""
    assert strategies.strategy("skater") is skater


def test_variant_keeps_the_promises() -> None:
    """The conformance kit finds nothing wrong with the game."""
    check_variant(POND)


def test_player_keeps_the_promises() -> None:
    """The conformance kit finds nothing wrong with the player."""
    check_strategy(skater, POND)


def test_record_is_read_back() -> None:
    """A record of the game carries its whole rules, so that it can be read without the plug-in too."""
    game = hockey_cards.play("pond", [skater, strategies.random], seed=7)
    assert hockey_cards.Game.from_record(game.record()) == game
