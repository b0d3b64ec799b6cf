"""What is run as a player: any program that speaks the protocol, or a player written in Python."""

from __future__ import annotations

import base64
import json
import os
import pickle
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.process import launcher
from hockey_cards.rules import Variant
from hockey_cards.strategy import Player

PICKLED: Final = "-"
"""Stands for a player that comes on the first line, and not by name."""

importing_main: ContextVar[bool] = ContextVar("importing_main", default=False)
"""Whether this process is a player's own and imports the game's script, which has to leave its games unplayed."""

_MAIN: Final = (b"__main__", b"__mp_main__")


@attrs.frozen
class Program:
    """What a child runs.

    Args:
        argv: The arguments after those that tell its limits.
        launcher: The arguments before those.
        cwd: The folder that it starts in; None for that of this process.
        env: Variables on top of the environment of this process.
        preface: A line that it is told first.
    """

    argv: tuple[str, ...]
    launcher: tuple[str, ...] = (sys.executable, "-I", "-S", str(launcher.__file__))
    cwd: str | None = None
    env: Mapping[str, str] = MappingProxyType({})
    preface: bytes = b""

    def command(self, memory: int | None, parent: int) -> list[str]:
        """Return the whole command.

        Args:
            memory: Mebibytes of address space that it may use, or None.
            parent: The id of the process that starts it.
        """
        return [*self.launcher, str(memory or 0), str(parent), *self.argv]

    def environment(self) -> dict[str, str]:
        """Return the environment that it starts in."""
        return {**os.environ, **self.env}


def arguments(command: str | Sequence[str]) -> tuple[str, ...]:
    """Return the arguments of a command, given as such or as one text with the quotes of a shell.

    Raises:
        HockeyError: If there is none, or a quote is not closed, or an argument cannot be one.
    """
    try:
        argv = tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)
    except ValueError as error:
        raise HockeyError(f"the command {command!r:.200} cannot be read: {error}") from None
    if not argv or not argv[0]:
        raise HockeyError("a command without a program cannot be run: give a program and its arguments")
    for argument in argv:
        if not isinstance(argument, str) or "\0" in argument:
            raise HockeyError(f"{argument!r:.80} cannot be an argument of a program: give texts without NUL")
    return argv


def named_program(text: str) -> Program:
    """Return what runs the Python player that a text names, such as ``module:attribute``."""
    return Program((text,), launcher=_seat(), env=_environment())


def python_program(name: str, player: Player, variant: Variant[Any, Any, Any]) -> Program:
    """Return what runs a Python player that this process has.

    Raises:
        HockeyError: If the player or the variant cannot be pickled, or a script that is only imported plays.
    """
    if importing_main.get():
        raise HockeyError('a script has to start its games from under if __name__ == "__main__": its players import it')
    try:
        packed = pickle.dumps((player, variant))
    except Exception as error:
        raise HockeyError(
            f"{name} cannot be sent to another process: define it at the top of a module, or play without isolation"
        ) from error
    main = _main() if any(word in packed for word in _MAIN) else None
    line = json.dumps({"main": main, "name": name, "pickle": base64.b64encode(packed).decode()})
    return Program((PICKLED,), launcher=_seat(), env=_environment(), preface=line.encode() + b"\n")


def _seat() -> tuple[str, ...]:
    return sys.executable, "-P", "-m", "hockey_cards.process", "--confined"


def _environment() -> dict[str, str]:
    """Let the child find modules where this process does, and order sets always alike."""
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    return {"PYTHONPATH": paths, "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "0")}


def _main() -> str | None:
    """Return the file of the script that this process runs, in which the player's module is."""
    file = getattr(sys.modules["__main__"], "__file__", None)
    return None if file is None else str(Path(file).resolve())
