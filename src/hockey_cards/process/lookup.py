"""Look-up of players by text: a registered name, a module or file with an attribute, or a command."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from contextlib import redirect_stdout
from functools import cache, reduce
from pathlib import Path
from random import Random
from shutil import which
from types import ModuleType
from typing import Any, Final, cast

import attrs

from hockey_cards.errors import HockeyError, UnknownStrategy
from hockey_cards.process.command import Command
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.strategies import has_setting, strategy
from hockey_cards.strategy import Player, Strategy

COMMAND_PREFIX: Final = "cmd:"
"""The prefix of a text that is a command."""


@attrs.frozen
class NamedPlayer:
    """A factory that finds its player by text when a game starts; pickled, it is that text and nothing else.

    Args:
        text: What ``find_player`` takes.
    """

    text: str

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the player for one game.

        Raises:
            UnknownStrategy: If there is no such player.
        """
        player = find_player(self.text)
        make = getattr(player, "make", None)
        return cast("Strategy[Any, Move]", player if make is None else make(variant, seat, rng))

    @property
    def is_code(self) -> bool:
        """Whether the text names code to import, rather than a registered player or a command."""
        return ":" in self.text and not has_setting(self.text) and not self.text.startswith(COMMAND_PREFIX)


@cache
def find_player(text: str) -> Player:
    """Return the player that a text names.

    Args:
        text: A registered name, ``module:attribute``, ``file.py:attribute`` or ``cmd:program``.

    Raises:
        UnknownStrategy: If there is no such player, or its module cannot be imported.
    """
    if text.startswith(COMMAND_PREFIX):
        return _find_command(text)
    if text.endswith(".py") and (":" not in text or Path(text).is_file()):
        raise UnknownStrategy(f"the player {text!r} is a file: write {text}:attribute, such as {text}:play")
    if ":" not in text or has_setting(text):
        return strategy(text)
    place, _, attribute = text.rpartition(":")
    try:
        with redirect_stdout(sys.stderr):  # what a module prints is not our output
            module = _import_file(place) if place.endswith(".py") else _import_module(place)
        player: Any = reduce(getattr, attribute.split("."), cast("Any", module))
    except (Exception, SystemExit) as error:
        cause = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise UnknownStrategy(f"the player {text!r} cannot be loaded: {cause}") from error
    if not callable(player) and not hasattr(player, "make"):
        raise UnknownStrategy(f"the player {text!r} is a value of type {type(player).__name__}, which cannot play")
    return cast("Player", player)


def _find_command(text: str) -> Command:
    try:
        command = Command(text.removeprefix(COMMAND_PREFIX))
    except HockeyError as error:
        raise UnknownStrategy(f"the player {text!r:.200} is not a valid command: {error}") from None
    if which(command.argv[0]) is None:
        raise UnknownStrategy(f"the player {text!r:.200} cannot be run: there is no program {command.argv[0]!r:.200}")
    return command


def _import_module(name: str) -> ModuleType:
    """Import a module; the working directory is searched too."""
    _extend_path(Path.cwd())
    return importlib.import_module(name)


@cache
def _import_file(name: str) -> ModuleType:
    """Import a file, which may import others from its own directory."""
    path = Path(name).resolve()
    _extend_path(path.parent)
    spec = importlib.util.spec_from_file_location(f"player:{path}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up the names in their annotations there
    spec.loader.exec_module(module)
    return module


def _extend_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
