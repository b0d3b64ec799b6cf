"""Players that a text leads to without a registered name: attributes of modules and files, and commands."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from contextlib import redirect_stdout
from functools import cache, reduce
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import Any, Final, cast

from hockey_cards.errors import HockeyError, UnknownStrategy
from hockey_cards.rules import import_reference
from hockey_cards.strategy import Player

_COMMAND: Final = "hockey_cards.process.command:Command"
"""The class of players that are programs, which stands above this module."""


def load_code(text: str) -> Player:
    """Return the player that a text such as ``module:attribute`` or ``file.py:attribute`` leads to.

    Raises:
        UnknownStrategy: If there is no such player, or its module cannot be imported.
    """
    if text.endswith(".py") and (":" not in text or Path(text).is_file()):
        raise UnknownStrategy(f"the player {text!r} is a file: write {text}:attribute, such as {text}:play")
    place, _, attribute = text.rpartition(":")
    try:
        with redirect_stdout(sys.stderr):  # what a module prints is not our output
            module = _import_file(Path(place).resolve()) if place.endswith(".py") else _import_module(place)
        player: Any = reduce(getattr, attribute.split("."), cast("Any", module))
    except (Exception, SystemExit) as error:
        cause = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise UnknownStrategy(f"the player {text!r} cannot be loaded: {cause}") from error
    if not callable(player) and not hasattr(player, "make"):
        raise UnknownStrategy(f"the player {text!r} is a value of type {type(player).__name__}, which cannot play")
    return cast("Player", player)


def find_command(text: str, line: str) -> Player:
    """Return the player that is a program.

    Args:
        text: The text that names the player, for messages.
        line: The command line.

    Raises:
        UnknownStrategy: If the command line is not valid, or there is no such program.
    """
    try:
        command = import_reference(_COMMAND)(line)
    except HockeyError as error:
        raise UnknownStrategy(f"the player {text!r:.200} is not a valid command: {error}") from None
    if which(command.argv[0]) is None:
        raise UnknownStrategy(f"the player {text!r:.200} cannot be run: there is no program {command.argv[0]!r:.200}")
    return cast("Player", command)


def _import_module(name: str) -> ModuleType:
    """Import a module; the working directory is searched too."""
    _extend_path(Path.cwd())
    return importlib.import_module(name)


@cache
def _import_file(path: Path) -> ModuleType:
    """Import a file, which may import others from its own directory."""
    _extend_path(path.parent)
    spec = importlib.util.spec_from_file_location(f"player:{path}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up the names in their annotations there
    spec.loader.exec_module(module)
    return module


def _extend_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
