"""The registry of players, the built-in ones and those of installed plug-ins, and the look-up of a player by text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hockey_cards.errors import UnknownStrategy
from hockey_cards.plugins import Registry
from hockey_cards.strategies.built_in import counter, exact, greedy, random
from hockey_cards.strategy import Player

COMMAND_PREFIX: Final = "cmd:"
"""The prefix of a text that is a command."""


def _check(name: str, value: Any) -> Player:
    player: Player = value
    if not callable(value) and not hasattr(value, "make"):
        raise TypeError(f"the entry point names a value of type {type(value).__name__}, not a player")
    return player


STRATEGIES: Final = Registry[Player](
    "player",
    "players",
    group="hockey_cards.strategies",
    built_in={player.name: player for player in (random, greedy, counter, exact)},
    check=_check,
    unknown=UnknownStrategy,
)
"""The players by name."""


def strategies() -> Mapping[str, Player]:
    """Return all players by name, those of plug-ins last."""
    return STRATEGIES.entries()


def strategy(name: str) -> Player:
    """Return the player that a text names, as on the command line.

    A module or file is imported: take no such text from strangers.

    Args:
        name: A registered name, which may end in a setting, as in ``searcher:3000``; ``module:attribute`` or
            ``file.py:attribute``; or ``cmd:`` and a command.

    Raises:
        UnknownStrategy: If there is no such player, or its module cannot be imported; for a registered name the message
            lists the known ones. Also if the player takes no setting.
        ParseError: If it does not accept the setting.
    """
    if not isinstance(name, str) or has_setting(name) or (":" not in name and not name.endswith(".py")):
        return registered_player(name)
    from hockey_cards.strategies.loading import find_command, load_code  # slow to import, and seldom needed

    if name.startswith(COMMAND_PREFIX):
        return find_command(name, name.removeprefix(COMMAND_PREFIX))
    return load_code(name)


def registered_player(name: str) -> Player:
    """Return the registered player of a name, which may end in a setting, as in ``searcher:3000``.

    Raises:
        UnknownStrategy: If there is none; the message lists the known names. Also if it takes no setting.
        ParseError: If it does not accept the setting.
    """
    if not has_setting(name):
        return STRATEGIES.find(name)
    base, _, setting = name.partition(":")
    player: Any = STRATEGIES.find(base)
    if not hasattr(player, "configured"):
        raise UnknownStrategy(f"the player {base} takes no setting: give its name without :{setting:.20}")
    configured: Player = player.configured(setting)
    return configured


def has_setting(name: str) -> bool:
    """Return whether a name ends in a setting, which is a number after a colon."""
    setting = name.partition(":")[2] if isinstance(name, str) else ""
    return setting.isascii() and setting.isdigit()


def is_code(name: str) -> bool:
    """Return whether a text names code to import, rather than a registered player or a command."""
    return ":" in name and not has_setting(name) and not name.startswith(COMMAND_PREFIX)
