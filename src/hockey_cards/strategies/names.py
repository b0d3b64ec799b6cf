"""Names for players: what is built in, and what installed plug-ins add on first look-up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from hockey_cards.errors import UnknownStrategy
from hockey_cards.plugins import OWN, Plugged, load
from hockey_cards.strategies.built_in import BUILT_IN
from hockey_cards.strategy import Player

GROUP: Final = "hockey_cards.strategies"
"""The entry-point group in which a distribution names its players."""


def _check(name: str, value: Any) -> None:
    if not callable(value) and not hasattr(value, "make"):
        raise TypeError(f"the entry point names a value of type {type(value).__name__}, and no player")


@cache
def _plugged() -> Plugged:
    return load(GROUP, BUILT_IN, _check)


def strategies() -> Mapping[str, Player]:
    """Return all players that can be found by name, those of plug-ins last."""
    added = {name: found for name, (found, _) in _plugged().found.items()}
    return MappingProxyType({**BUILT_IN, **added})


def origins() -> Mapping[str, str]:
    """Return for each player that can be found by name the distribution that brings it."""
    added = {name: origin for name, (_, origin) in _plugged().found.items()}
    return MappingProxyType(dict.fromkeys(BUILT_IN, OWN) | added)


def failures() -> Mapping[str, str]:
    """Return the plug-ins that could not be loaded, by name and distribution, each with the cause."""
    return _plugged().failures


def strategy(name: str) -> Player:
    """Return the player of a name.

    Raises:
        UnknownStrategy: If there is none; the message lists the known names.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    known = strategies()
    if name not in known:
        raise UnknownStrategy(f"there is no player {name!r:.80}: the players are {', '.join(known)}")
    return known[name]
