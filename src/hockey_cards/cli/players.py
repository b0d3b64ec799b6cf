"""Players named on the command line: by a built-in name, by module and attribute, by file and attribute."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import cache, reduce
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, cast

import attrs

from hockey_cards.cli.faults import guess
from hockey_cards.cli.output import counted
from hockey_cards.errors import SeatError, UnknownStrategy
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.strategies import strategies, strategy
from hockey_cards.strategy import Player, Strategy


@attrs.frozen
class Named:
    """A factory that stands for the player of a name: it travels to other processes as that text alone."""

    text: str

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the player for one game."""
        player = player_of(self.text)
        make = getattr(player, "make", None)
        return cast("Strategy[Any, Move]", player if make is None else make(variant, seat, rng))


@cache
def player_of(text: str) -> Player:
    """Return the player that a text names.

    Raises:
        UnknownStrategy: If there is none, or its module cannot be imported.
    """
    if text.endswith(".py") and (":" not in text or Path(text).is_file()):
        raise UnknownStrategy(f"the player {text!r} is a file: write {text}:attribute, such as {text}:play")
    if ":" not in text:
        return _by_name(text)
    place, _, attribute = text.rpartition(":")
    try:
        with redirect_stdout(sys.stderr):  # what a module prints is no part of our output
            module = _file(place) if place.endswith(".py") else _module(place)
        player: Any = reduce(getattr, attribute.split("."), cast("Any", module))
    except (Exception, SystemExit) as error:
        cause = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise UnknownStrategy(f"the player {text!r} cannot be loaded: {cause}") from error
    if not callable(player) and not hasattr(player, "make"):
        raise UnknownStrategy(f"the player {text!r} is a value of type {type(player).__name__}, which cannot play")
    return cast("Player", player)


def _by_name(name: str) -> Player:
    try:
        return strategy(name)
    except UnknownStrategy as error:
        raise UnknownStrategy(f"{error}{guess(name, strategies())}") from None


def _module(name: str) -> ModuleType:
    """Import a module, one in the working folder too."""
    _add_path(Path.cwd())
    return importlib.import_module(name)


@cache
def _file(name: str) -> ModuleType:
    """Import a file, which may import others from its own folder."""
    path = Path(name).resolve()
    _add_path(path.parent)
    spec = importlib.util.spec_from_file_location(f"player:{path}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for the names in their annotations
    spec.loader.exec_module(module)
    return module


def _add_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def names_of(text: str) -> list[str]:
    """Split names at the commas.

    Raises:
        UnknownStrategy: If one is empty.
    """
    names = [name.strip() for name in text.split(",")]
    if "" in names:
        raise UnknownStrategy(f"{text!r} names no players: write names with commas between, such as random,greedy")
    return names


def seated(text: str, variant: Variant) -> list[str]:
    """Return the name of the player of each seat, from names one a side or one a seat; all can be loaded.

    Raises:
        UnknownStrategy: If there is no such player.
        SeatError: If there is not one name a side or a seat.
    """
    names, seats = names_of(text), variant.rules.seats
    if len(names) not in (2, seats):
        wanted = "two names" if seats == 2 else f"two names, one a side, or {seats}, one a seat"
        raise SeatError(f"{counted(len(names), 'player')} for {seats} seats: give {wanted}")
    load(names)
    return [names[seat % len(names)] for seat in range(seats)]


def load(names: Sequence[str]) -> None:
    """Load all players now, so that what is wrong with one is known before anything is played.

    Raises:
        UnknownStrategy: If there is no such player.
    """
    for name in names:
        player_of(name)
