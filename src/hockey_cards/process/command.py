"""A program as a player: a value that can sit wherever a player can."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.process.limits import Limits
from hockey_cards.process.program import Program, arguments
from hockey_cards.process.protocol import PlayerInfo
from hockey_cards.process.remote_player import RemotePlayer
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.shoe import Seeded
from hockey_cards.strategy import Strategy


def _variables(given: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """Return variables in order, so that equal ones are equal."""
    found = tuple(sorted((given or {}).items()))
    for name, value in found:
        if not name or "=" in name or "\0" in name + value:
            raise HockeyError(f"{name!r:.80} cannot be a variable of the environment, or {value!r:.80} its value")
    return found


@attrs.frozen
class Command:
    """A factory of players that are a program in any language, which speaks the protocol on its stdin and stdout.

    In ``play`` every game gets a process of its own, which ends when the player is given up: at the end of the game.
    A tournament may let one process play many games, one after another. A program that fails raises
    ``PlayerFailure``, which ``play`` chains to its ``StrategyError``.

    Args:
        argv: The program and its arguments; or one text, which is split as a shell would, with its quotes. No shell
            is asked: nothing is expanded.
        cwd: The folder that it starts in, for the program's own path too; None for that of this process.
        env: Variables on top of the environment of this process.
        limits: What it may take, where no policy says so.

    Raises:
        HockeyError: If there is no program, or an argument or variable cannot be one.
    """

    argv: tuple[str, ...] = attrs.field(converter=arguments)
    cwd: str | None = None
    env: tuple[tuple[str, str], ...] = attrs.field(default=None, converter=_variables)
    limits: Limits = attrs.field(factory=Limits)

    @property
    def program(self) -> Program:
        """What is run."""
        return Program(self.argv, cwd=self.cwd, env=dict(self.env))

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Start the program, and return the player for one game.

        Raises:
            PlayerFailure: If it does not start and greet.
        """
        sitter = RemotePlayer(self.program, self.limits)
        sitter.start_game(variant, seat, rng.randbytes(32))
        return sitter.choose_move

    def identify(self, variant: Variant[Any, Any, Any]) -> PlayerInfo:
        """Start the program, have it greet, and end it: return the name and version that it gives.

        Raises:
            PlayerFailure: If it does not start and greet.
        """
        sitter = RemotePlayer(self.program, self.limits)
        try:
            return sitter.start_game(variant, 0, Seeded(0).seed)
        finally:
            sitter.close()
