"""Programs that can be started as players: any executable, or the library's own server for a Python player."""

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
"""The argument that stands for a player sent as a pickle on the first line of the input."""

importing_main: ContextVar[bool] = ContextVar("importing_main", default=False)
"""Whether a player's process is importing the main script of the game, which must not start games there."""

_LAUNCHER: Final = (sys.executable, "-I", "-S", str(launcher.__file__))
_SERVER: Final = (sys.executable, "-P", "-m", "hockey_cards.process", "--confined")
_MAIN_MODULES: Final = (b"__main__", b"__mp_main__")


@attrs.frozen
class Program:
    """A command line for a child process.

    Args:
        argv: The arguments that follow the limits.
        launcher: The arguments that precede the limits.
        cwd: The working directory; None for that of this process.
        env: Variables added to the environment of this process.
        preface: A line to send before the first message.
        is_server: Whether it is the library's own server for a Python player, which says first whether it has loaded
            the player.
    """

    argv: tuple[str, ...]
    launcher: tuple[str, ...] = _LAUNCHER
    cwd: str | None = None
    env: Mapping[str, str] = MappingProxyType({})
    preface: bytes = b""
    is_server: bool = False

    def command(self, memory: int | None, parent: int, control: int | None = None) -> list[str]:
        """Return the whole command line.

        Args:
            memory: Mebibytes of address space it may use, or None for no limit.
            parent: The id of the process that starts it.
            control: The file descriptor of the socket over which a server receives the pipes of the processes that it
                forks; None if it plays itself.
        """
        forks = [] if control is None else ["--fork", str(control)]
        return [*self.launcher, str(memory or 0), str(parent), *forks, *self.argv]

    def environment(self) -> dict[str, str]:
        """Return the environment to start it in."""
        return {**os.environ, **self.env}


def split_command(command: str | Sequence[str]) -> tuple[str, ...]:
    """Return the arguments of a command line; a single text is split at spaces, with a shell's quoting.

    Raises:
        HockeyError: If there are no arguments, a quote is not closed, or an argument is not text without NUL.
    """
    try:
        argv = tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)
    except ValueError as error:
        raise HockeyError(f"the command {command!r:.200} cannot be parsed: {error}") from None
    if not argv or not argv[0]:
        raise HockeyError(f"the command {command!r:.200} names no program: give a program and its arguments")
    for argument in argv:
        if not isinstance(argument, str) or "\0" in argument:
            raise HockeyError(f"{argument!r:.80} cannot be an argument of a program: give text without NUL")
    return argv


def named_program(text: str) -> Program:
    """Return the program that serves the Python player named by a text such as ``module:attribute``."""
    return Program((text,), launcher=_SERVER, env=_environment(), is_server=True)


def pickled_program(name: str, player: Player, variant: Variant[Any, Any, Any]) -> Program:
    """Return the program that serves a Python player sent to it as a pickle, together with the variant.

    Raises:
        HockeyError: If the player or the variant cannot be pickled, the player is defined where no other process can
            find it, or this process is itself a player's process that is importing the main script.
    """
    if importing_main.get():
        raise HockeyError(
            'start games under if __name__ == "__main__": the processes of its players import the main script'
        )
    try:
        pickled = pickle.dumps((player, variant))
    except Exception as error:
        raise HockeyError(
            f"{name} cannot be sent to another process: define it at the top of a module, or play without isolation"
        ) from error
    main = _main_script(name) if any(module in pickled for module in _MAIN_MODULES) else None
    line = json.dumps({"main": main, "name": name, "pickle": base64.b64encode(pickled).decode()})
    return Program((PICKLED,), launcher=_SERVER, env=_environment(), preface=line.encode() + b"\n", is_server=True)


def _environment() -> dict[str, str]:
    """Return variables that let the child find the modules of this process, and fix the order of its sets."""
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    return {"PYTHONPATH": paths, "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "0")}


def _main_script(name: str) -> str:
    """Return the path of the main script of this process, which defines a player.

    Raises:
        HockeyError: If there is none, as in an interactive session.
    """
    file = getattr(sys.modules["__main__"], "__file__", None)
    if file is None or not Path(file).is_file():
        raise HockeyError(
            f"{name} cannot be sent to another process, because it was defined in an interactive session, on stdin or "
            "by python -c: define it in a module, or play without isolation"
        )
    return str(Path(file).resolve())
