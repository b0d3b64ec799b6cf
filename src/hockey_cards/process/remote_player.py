"""Players in child processes, driven over the protocol through one game after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hockey_cards.errors import HockeyError
from hockey_cards.process import protocol
from hockey_cards.process.child_process import ChildProcess
from hockey_cards.process.failure import FaultKind, PlayerFailure, check_move
from hockey_cards.process.limits import Limits
from hockey_cards.process.program import Program
from hockey_cards.process.protocol import PlayerInfo, ProtocolError
from hockey_cards.rules import Move, Seat, Variant, View

T = TypeVar("T")


class RemotePlayer:
    """The player of one seat, in a child process.

    The child is started when it is first needed, and again after a failure that ended it. A child that has played
    before and fails to begin a game is replaced, and only the failure of its replacement counts. So a game has the
    same result in whichever process its player runs.

    Args:
        program: The program to start.
        limits: Its limits.
    """

    def __init__(self, program: Program, limits: Limits) -> None:
        self._program = program
        self._limits = limits
        self._child: ChildProcess | None = None
        self._n = 0
        self._game: tuple[Variant[Any, Any, Any], Seat, bytes] | None = None
        self._has_begun = False

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> PlayerInfo:
        """Begin a game.

        Args:
            variant: The variant.
            seat: The seat the player has.
            seed: The seed of the player's random choices.

        Raises:
            PlayerFailure: If the player does not answer the hello.
        """
        self._game, self._has_begun = (variant, seat, seed), False
        if self._child is not None and self._child.is_open:
            self._child.discard_stderr()
            try:
                return self._say_hello()
            except PlayerFailure:
                self.close()
        return self._start_child()

    def choose_move(self, view: View) -> Move:
        """Return the player's move; if its process has ended, start another and ask that.

        Raises:
            PlayerFailure: If it does not answer with a legal move.
        """
        assert self._game is not None
        if self._child is None or not self._child.is_open or not self._has_begun:
            self._start_child()
        line = protocol.view_line(self._next_number(), view)
        code = self._request(line, self._limits.move, "slow-move", protocol.read_move)
        try:
            move: Move = self._game[0].rules.parse(code)
        except HockeyError as error:
            message = "answered with text that is not a move"
            raise PlayerFailure(message, "nonsense", f"it answered {code!r:.200}") from error
        chosen: Move = check_move(move, view.legal)
        return chosen

    def end_game(self, view: View | None) -> None:
        """End the game; the process waits for the next one.

        Args:
            view: The final view of the player's seat; None if the game has no end.
        """
        self._has_begun = False
        if self._child is not None:
            self._child.send(protocol.bye_line(view))

    def request_exit(self) -> None:
        """Ask the process to end by itself; do not wait for it."""
        if self._child is not None:
            self._child.close_input()

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.close()
        self._child = None

    def _next_number(self) -> int:
        self._n += 1
        return self._n

    def _start_child(self) -> PlayerInfo:
        self.close()
        self._child, self._n = ChildProcess(self._program, self._limits.memory), 0
        return self._say_hello()

    def _say_hello(self) -> PlayerInfo:
        assert self._game is not None
        preface = b"" if self._n else self._program.preface
        line = preface + protocol.hello_line(self._next_number(), *self._game)
        info = self._request(line, self._limits.start, "slow-start", protocol.read_ready)
        self._has_begun = True
        return info

    def _request(
        self, line: bytes, seconds: float | None, timeout_kind: FaultKind, read: Callable[[bytes, int], T]
    ) -> T:
        """Send a message, and read the answer; kill a child whose answer breaks the protocol."""
        assert self._child is not None
        answer = self._child.request(line, seconds, timeout_kind)
        try:
            return read(answer, self._n)
        except ProtocolError as error:
            self._child.kill()
            detail = "" if error.__cause__ is None else f"{error.__cause__}\n"
            known = f"it answered {answer[:1000]!r}\n{detail}{self._child.stderr}"
            raise PlayerFailure(f"broke the protocol: {error}", "nonsense", known) from None
