"""Entrants of a tournament (players and teams of two), and the identities by which a store recognises them."""

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

from hockey_cards import __version__
from hockey_cards.errors import HockeyError
from hockey_cards.plugins import OWN, UNKNOWN
from hockey_cards.process.command import Command
from hockey_cards.process.failure import PlayerFailure
from hockey_cards.registry import VARIANTS
from hockey_cards.rules import Variant
from hockey_cards.strategies import STRATEGIES, strategy
from hockey_cards.strategies.names import COMMAND_PREFIX, is_code
from hockey_cards.strategy import Player

Pair = tuple[str, str]
"""The names of two entrants that meet, in the order of entry."""

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")


@attrs.frozen
class Team:
    """Two players who play the seats of a side in turn, in games with four seats or more.

    They need not know of each other. Each deal is played with either member in the first seat of the side, unless the
    two are equal: then they are one player in all seats.

    Args:
        first: A player, or a text that names one.
        second: Another player, or the same one.
    """

    first: Player | str
    second: Player | str


Entrant = Player | str | Team
"""Whatever can enter a tournament: a player, a text that names one, or a team."""


@attrs.frozen
class Identity:
    """The identity of an entrant, as text that a store can keep and compare.

    Args:
        player: The names by which its members can be found again, two for a team; None for a member without a name.
        version: A text that changes whenever the entrant may play differently.
    """

    player: tuple[str | None, ...]
    version: str


def members(entrant: Entrant) -> tuple[Player | str, ...]:
    """Return the players of an entrant: two for a team, otherwise one."""
    return (entrant.first, entrant.second) if isinstance(entrant, Team) else (entrant,)


def member_name(entrant: Entrant, number: int) -> str:
    """Return a name for a member of a team: the text that names it, or that of its function or class."""
    player: Any = members(entrant)[number]
    thing = getattr(player, "function", player)
    named = player if isinstance(player, str) else getattr(thing, "__qualname__", type(player).__name__)
    return f"its member {named:.80}"


def seatings(entrant: Entrant | None) -> tuple[int, ...]:
    """Return which members take the first seat of the side in turn: both of a team of two different players."""
    return (0, 1) if isinstance(entrant, Team) and entrant.first != entrant.second else (0,)


def partnerships(players: Mapping[str, Player | str]) -> dict[str, Team]:
    """Return every team of two of the given players, by names such as ``a+b``; each player also teams with itself.

    Raises:
        HockeyError: If there are no players.
    """
    if not players:
        raise HockeyError("partnerships need at least one player, but none was given")
    pairs = combinations_with_replacement(players, 2)
    return {f"{first}+{second}": Team(players[first], players[second]) for first, second in pairs}


def identity(
    entrant: Entrant,
    version: str | None = None,
    *,
    isolate: bool = False,
    variant: Variant[Any, Any, Any] | None = None,
) -> Identity:
    """Return the identity of an entrant.

    The version of a named player is its name and the version of the distribution that provides it; that of a command
    is its text, the SHA-256 of each file among its arguments, and the name and version that the program reports when a
    game begins; that of a function or object is its module, its name or ``repr``, and the SHA-256 of the source file.
    Other things that a player depends on, such as weights, are not covered: give a version for those.

    Args:
        entrant: The entrant.
        version: The version to use instead.
        isolate: Whether code behind a name must not be imported in this process. The version is then that name and
            the SHA-256 of the file that it leads to.
        variant: The variant for which a program is started to report its name and version; None not to start it.
    """
    players = members(entrant)
    found = version
    if found is None:
        found = " + ".join(_version(player, isolate=isolate, variant=variant) for player in players)
    return Identity(tuple(player if isinstance(player, str) else None for player in players), found)


def _version(player: Player | str, *, isolate: bool, variant: Variant[Any, Any, Any] | None) -> str:
    if isinstance(player, Command):
        return f"{_repr(player)}{_command_version(player, variant)}"
    if isinstance(player, str):
        if player.startswith(COMMAND_PREFIX):
            return f"{player}{_command_version(cast('Command', strategy(player)), variant)}"
        if not is_code(player):
            return f"{player} of {_distribution(STRATEGIES.origins().get(player.partition(':')[0], UNKNOWN))}"
        if isolate:
            return f"{player}{_hash_of(_module_file(player.rpartition(':')[0]))}"
        player = strategy(player)
    made: Any = player
    thing: Any = inspect.unwrap(getattr(made, "function", made))  # the function inside a factory
    named: Any = thing if hasattr(thing, "__qualname__") else cast("Any", type(thing))
    shown = "" if named is thing else f" {_repr(thing)}"
    return f"{named.__module__}:{named.__qualname__}{shown}{_source_hash(named)}"


def _command_version(command: Command, variant: Variant[Any, Any, Any] | None) -> str:
    """Return the hashes of the files among the arguments of a command, and what its program reports."""
    folder = Path(command.cwd or "")
    places = [folder / part for argument in command.argv for part in (argument, argument.partition("=")[2]) if part]
    hashes = "".join(_hash_of(str(place)) for place in places if place.is_file())
    if variant is None:
        return hashes
    try:
        info = command.identify(variant)
    except PlayerFailure:  # whoever plays it finds out
        return f"{hashes}, which does not start"
    return f"{hashes}, which reports {info.name!r}, version {info.version!r}"


def _repr(thing: object) -> str:
    """Return the ``repr`` of an object without memory addresses."""
    return _ADDRESS.sub("", repr(thing))


def _source_hash(thing: Any) -> str:
    try:
        return _hash_of(inspect.getsourcefile(thing))
    except (OSError, TypeError):
        return ""


def _hash_of(path: str | None) -> str:
    try:
        source = None if path is None else Path(path).read_bytes()
    except OSError:
        source = None
    return "" if source is None else f" sha256:{hashlib.sha256(source).hexdigest()}"


def _module_file(place: str) -> str | None:
    """Return the file of a module without importing anything, not even the packages that contain it."""
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
        return f"{OWN} {__version__}"
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return name


def variant_version(variant: Variant[Any, Any, Any]) -> str:
    """Return the name and version of the distribution that provides a variant."""
    return _distribution(VARIANTS.origins().get(variant.base or variant.key, UNKNOWN))
