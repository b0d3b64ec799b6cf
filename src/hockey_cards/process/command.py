"""Players that are external programs, as values."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.process.limits import Limits
from hockey_cards.process.program import Program, split_command
from hockey_cards.process.protocol import PlayerInfo
from hockey_cards.process.remote_player import RemotePlayer
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.shoe import Seeded
from hockey_cards.strategy import Strategy


def _sorted_variables(given: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """Return environment variables in order of their names, so that equal environments compare equal."""
    variables = tuple(sorted((given or {}).items()))
    for name, value in variables:
        if not name or "=" in name or "\0" in name + value:
            raise HockeyError(f"{name!r:.80}={value!r:.80} cannot be an environment variable")
    return variables


@attrs.frozen
class Command:
    """A factory of players that are an external program in any language.

    The program speaks the protocol on its stdin and stdout. In ``play`` each game gets a process of its own, which ends
    with the game; so it does in a tournament, unless the policy keeps programs. A program that fails raises
    ``PlayerFailure``, which ``play`` chains to its ``StrategyError``.

    Args:
        argv: The program and its arguments; or a single text, which is split as a shell would split it, quotes
            included. No shell is involved, so nothing is expanded.
        cwd: The working directory, from which a relative path of the program is resolved too; None for that of this
            process.
        env: Variables added to the environment of this process.
        limits: The limits, unless a policy sets others.

    Raises:
        HockeyError: If there is no program, or an argument or variable is invalid.
    """

    argv: tuple[str, ...] = attrs.field(converter=split_command)
    cwd: str | None = None
    env: tuple[tuple[str, str], ...] = attrs.field(default=None, converter=_sorted_variables)
    limits: Limits = attrs.field(factory=Limits)

    @property
    def program(self) -> Program:
        """The command line to start."""
        return Program(self.argv, cwd=self.cwd, env=dict(self.env))

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Start the program, and return the player for one game.

        Raises:
            PlayerFailure: If it does not start, or does not answer the first message.
        """
        player = RemotePlayer(self.program, self.limits)
        player.start_game(variant, seat, rng.randbytes(32))
        return player.choose_move

    def identify(self, variant: Variant[Any, Any, Any]) -> PlayerInfo:
        """Start the program, and return the name and version that it reports.

        Raises:
            PlayerFailure: If it does not start, or does not answer the first message.
        """
        player = RemotePlayer(self.program, self.limits)
        try:
            return player.start_game(variant, 0, Seeded(0).seed)
        finally:
            player.close()
