"""A player in another process, and the games that it sits at: a greeting, views and moves, a farewell."""

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
    """One seat's player in a child process, for one game after another.

    The child is started when it is first needed, and again after a failure that it did not survive. Whatever is wrong
    with a child that has played other games is not held against the next: then a new one is started, and it is judged
    by that alone. So a game comes out alike in whatever process its player has played before.

    Args:
        program: What is run.
        limits: What it may take.
    """

    def __init__(self, program: Program, limits: Limits) -> None:
        self._program = program
        self._limits = limits
        self._child: ChildProcess | None = None
        self._n = 0
        self._game: tuple[Variant[Any, Any, Any], Seat, bytes] | None = None
        self._is_seated = False

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> PlayerInfo:
        """Begin a game.

        Args:
            variant: What is played.
            seat: The seat that it plays.
            seed: The seed of its chance.

        Raises:
            PlayerFailure: If it does not greet as it should.
        """
        self._game, self._is_seated = (variant, seat, seed), False
        if self._child is not None and self._child.is_alive:
            self._child.discard_stderr()
            try:
                return self._greet()
            except PlayerFailure:
                self.close()
        return self._start()

    def choose_move(self, view: View) -> Move:
        """Return the player's move; if its process has died, that of a new one.

        Raises:
            PlayerFailure: If it does not answer with a legal move.
        """
        assert self._game is not None
        if not (self._is_alive and self._is_seated):
            self._start()
        line = protocol.view_line(self._next(), view)
        code = self._exchange(line, self._limits.move, "slow-move", protocol.read_move)
        try:
            move: Move = self._game[0].rules.parse(code)
        except HockeyError as error:
            raise PlayerFailure("answered with a text that is no move", "nonsense", f"it said {code!r:.200}") from error
        chosen: Move = check_move(move, view.legal)
        return chosen

    def end_game(self) -> None:
        """End the game; the process waits for the next."""
        self._is_seated = False
        if self._child is not None:
            self._child.send(protocol.BYE_LINE)

    def request_exit(self) -> None:
        """Let the process end by itself, if it knows how to."""
        if self._child is not None:
            self._child.close_input()

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.close()
        self._child = None

    @property
    def _is_alive(self) -> bool:
        return self._child is not None and self._child.is_alive

    def _next(self) -> int:
        self._n += 1
        return self._n

    def _start(self) -> PlayerInfo:
        self.close()
        self._child, self._n = ChildProcess(self._program, self._limits.memory), 0
        return self._greet()

    def _greet(self) -> PlayerInfo:
        assert self._game is not None
        preface = b"" if self._n else self._program.preface
        line = preface + protocol.hello_line(self._next(), *self._game)
        ready = self._exchange(line, self._limits.start, "slow-start", protocol.read_ready)
        self._is_seated = True
        return ready

    def _exchange(self, line: bytes, seconds: float | None, late: FaultKind, read: Callable[[bytes, int], T]) -> T:
        """Ask, and read the answer; a child that does not answer in the form of the protocol is ended."""
        assert self._child is not None
        answer = self._child.request(line, seconds, late)
        try:
            return read(answer, self._n)
        except ProtocolError as error:
            self._child.kill()
            said = f"it said {answer[:1000]!r}\n{self._child.stderr}"
            raise PlayerFailure(f"gave an answer that is none: {error}", "nonsense", said) from None
