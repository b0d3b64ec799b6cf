"""The registry of players: the built-in ones, and those of installed plug-ins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hockey_cards.errors import UnknownStrategy
from hockey_cards.plugins import Registry
from hockey_cards.strategies.built_in import counter, greedy, random
from hockey_cards.strategy import Player


def _check(name: str, value: Any) -> Player:
    player: Player = value
    if not callable(value) and not hasattr(value, "make"):
        raise TypeError(f"the entry point names a value of type {type(value).__name__}, not a player")
    return player


STRATEGIES: Final = Registry[Player](
    "player",
    "players",
    group="hockey_cards.strategies",
    built_in={player.name: player for player in (random, greedy, counter)},
    check=_check,
    unknown=UnknownStrategy,
)
"""The players by name."""


def strategies() -> Mapping[str, Player]:
    """Return all players by name, those of plug-ins last."""
    return STRATEGIES.entries()


def strategy(name: str) -> Player:
    """Return the player of a name.

    Raises:
        UnknownStrategy: If there is none; the message lists the known names.
    """
    return STRATEGIES.find(name)
