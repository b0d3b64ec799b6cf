"""Who may enter a tournament: players and teams of two, and the words by which a store knows them again."""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec, PathFinder
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final, cast

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.plugins import OWN, UNKNOWN
from hockey_cards.process.lookup import COMMAND_PREFIX, NamedPlayer, find_player
from hockey_cards.registry import VARIANTS
from hockey_cards.rules import Variant
from hockey_cards.strategies import STRATEGIES
from hockey_cards.strategy import Player

__all__ = ["Entrant", "Identity", "Team", "identity", "members", "orders", "partnerships", "version_of_variant"]

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")


@attrs.frozen
class Team:
    """Two players who play the seats of a side in turn, on tables of four seats or more.

    They need not know of each other. A deal is played with either of them in the first seat of the side; two equal
    members are one player in all seats.

    Args:
        first: A player; a text stands for the player of that name.
        second: Another, or the same.
    """

    first: Player | str
    second: Player | str


Entrant = Player | str | Team
"""Whatever can enter a tournament: a player, the name of one, or a team."""


@attrs.frozen
class Identity:
    """What an entrant is, in words that a store can keep and compare.

    Args:
        player: The names that its members can be found by again, two for a team; None for one that has no name.
        version: What must be the same for its games to be the same.
    """

    player: tuple[str | None, ...]
    version: str


def members(entrant: Entrant) -> tuple[Player | str, ...]:
    """Return the players of an entrant: two of a team."""
    return (entrant.first, entrant.second) if isinstance(entrant, Team) else (entrant,)


def orders(entrant: Entrant | None) -> tuple[int, ...]:
    """Return which members may take the first seat of the side so that another game is played."""
    return (0, 1) if isinstance(entrant, Team) and entrant.first != entrant.second else (0,)


def partnerships(players: Mapping[str, Player | str]) -> dict[str, Team]:
    """Return all teams of two of these players, those of a player with itself too, as ``a+b``.

    Raises:
        HockeyError: If there are no players.
    """
    if not players:
        raise HockeyError("no players make no teams: give one or more")
    pairs = combinations_with_replacement(players, 2)
    return {f"{first}+{second}": Team(players[first], players[second]) for first, second in pairs}


def identity(entrant: Entrant, version: str | None = None, *, isolate: bool = False) -> Identity:
    """Say what an entrant is.

    A player that has a name is told by it and the version of the distribution that brings it; a command by its
    text; a function or an object by its module, its name or ``repr``, and the SHA-256 of the file that it was
    written in. Whatever else a player depends on, such as weights, nobody can see from here: then give a version.

    Args:
        entrant: The entrant.
        version: What is to be taken for its version, if that is known better.
        isolate: Whether code that a name stands for is not to be imported here: then it is told by that name, and the
            SHA-256 of the file that the name leads to.
    """
    found = members(entrant)
    told = " + ".join(_version(player, isolate=isolate) for player in found) if version is None else version
    return Identity(tuple(_text(player) for player in found), told)


def _text(player: Player | str) -> str | None:
    """Return the text that a player can be found by, if it has one."""
    return player if isinstance(player, str) else player.text if isinstance(player, NamedPlayer) else None


def _version(player: Player | str, *, isolate: bool) -> str:
    text = _text(player)
    if text is not None and text.startswith(COMMAND_PREFIX):
        return text
    if text is not None and ":" not in text:
        return f"{text} of {_distribution(STRATEGIES.origins().get(text, UNKNOWN))}"
    if text is not None and isolate and isinstance(player, NamedPlayer):
        return f"{text}{_hashed(_file(text.rpartition(':')[0]))}"
    if text is not None:
        player = find_player(text)
    made: Any = player
    thing: Any = inspect.unwrap(getattr(made, "function", made))  # what the decorator of a factory holds
    named: Any = thing if hasattr(thing, "__qualname__") else cast("Any", type(thing))
    shown = "" if named is thing else f" {_shown(thing)}"
    return f"{named.__module__}:{named.__qualname__}{shown}{_source(named)}"


def _shown(thing: object) -> str:
    """Return the ``repr`` of an object, without the places in memory that it may tell."""
    return _ADDRESS.sub("", repr(thing))


def _source(thing: Any) -> str:
    try:
        return _hashed(inspect.getsourcefile(thing))
    except (OSError, TypeError):
        return ""


def _hashed(path: str | None) -> str:
    try:
        source = None if path is None else Path(path).read_bytes()
    except OSError:
        source = None
    return "" if source is None else f" sha256:{hashlib.sha256(source).hexdigest()}"


def _file(place: str) -> str | None:
    """Return the file of a module, and import nothing for that: not even the packages that it is in."""
    if place.endswith(".py"):
        return place
    parts, folders = place.split("."), [*sys.path, str(Path.cwd())]
    found: ModuleSpec | None = None
    for last in range(1, len(parts) + 1):
        found = PathFinder.find_spec(".".join(parts[:last]), folders)
        folders = list((found and found.submodule_search_locations) or ())
    return None if found is None else found.origin


def _distribution(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and seldom needed

    if name == OWN:
        from hockey_cards import __version__  # the package imports this module only when asked for it

        return f"{OWN} {__version__}"
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return name


def version_of_variant(variant: Variant[Any, Any, Any]) -> str:
    """Return the distribution that brings a variant, with its version, for people."""
    return _distribution(VARIANTS.origins().get(variant.base or variant.key, UNKNOWN))
