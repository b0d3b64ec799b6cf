"""Players in child processes, driven over the protocol through one game after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hockey_cards.errors import HockeyError
from hockey_cards.process import protocol
from hockey_cards.process.child_process import ChildProcess
from hockey_cards.process.failure import FaultKind, PlayerFailure, check_move
from hockey_cards.process.fork_server import CAN_FORK, ForkServer
from hockey_cards.process.limits import Limits
from hockey_cards.process.program import Program
from hockey_cards.process.protocol import PlayerInfo, ProtocolError
from hockey_cards.process.started import StartedProgram
from hockey_cards.rules import Move, Seat, Variant, View

T = TypeVar("T")


class RemotePlayer:
    """The player of one seat, in a child process.

    Each game is played by a process that has played nothing before: a fork of a server that has loaded the player,
    where the program is the library's own server and the system can fork; otherwise a new process. A process that ends
    within a game is replaced. So a game has the same result in whichever process its player runs.

    Args:
        program: The program to start.
        limits: Its limits.
        fresh: Whether to start a new process for each game even where a fork would do.
        keep: Whether one process plays one game after another, and so may remember them. A process that fails to begin
            a game is then replaced, and only the failure of its replacement counts.
    """

    def __init__(self, program: Program, limits: Limits, *, fresh: bool = False, keep: bool = False) -> None:
        self._program = program
        self._limits = limits
        self._forks = CAN_FORK and program.is_server and not (fresh or keep)
        self._keeps = keep
        self._server: ForkServer | None = None
        self._child: ChildProcess | None = None
        self._n = 0
        self._game: tuple[Variant[Any, Any, Any], Seat, bytes] | None = None
        self._has_begun = False

    def load(self) -> None:
        """Load a player that is sent as a pickle, as its first game would.

        A player that is found by its name is loaded by its first game, because a failure is a fault of its own code.

        Raises:
            HostError: If this machine cannot start another process.
            PlayerFailure: If the player cannot be loaded.
        """
        if not self._program.preface:
            return
        if self._forks:
            self._open_server()
        else:
            self._child = self._open_child()

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> PlayerInfo:
        """Begin a game.

        Args:
            variant: The variant.
            seat: The seat the player has.
            seed: The seed of the player's random choices.

        Raises:
            HostError: If this machine cannot start another process.
            PlayerFailure: If the player does not answer the hello.
        """
        self._game, self._has_begun = (variant, seat, seed), False
        if self._keeps and self._child is not None and self._child.is_open:
            self._child.discard_stderr()
            try:
                return self._begin(self._hello())
            except PlayerFailure:
                self._close_child()
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
        """End the game; a process that is kept waits for the next one, and others have a moment to end.

        Args:
            view: The final view of the player's seat; None if the game has no end.
        """
        self._has_begun = False
        if self._child is not None:
            self._child.send(protocol.bye_line(view))
            if not self._keeps:
                self._child.close_input()

    def release(self) -> None:
        """End the process of a game that has ended, unless it is kept."""
        if not self._keeps:
            self._close_child()

    def request_exit(self) -> None:
        """Ask the processes to end by themselves; do not wait for them."""
        if self._child is not None:
            self._child.close_input()
        if self._server is not None:
            self._server.request_exit()

    def close(self) -> None:
        """End the processes."""
        self._close_child()
        if self._server is not None:
            self._server.close()
        self._server = None

    def _close_child(self) -> None:
        if self._child is not None:
            self._child.close()
        self._child, self._n = None, 0

    def _next_number(self) -> int:
        self._n += 1
        return self._n

    def _start_child(self) -> PlayerInfo:
        if self._child is None or self._n or not self._child.is_open:  # else it has loaded its player and no more
            self._close_child()
            if self._forks:
                self._child = self._fork(self._hello())
                return self._begin(b"")
            self._child = self._open_child()
        return self._begin(self._hello())

    def _fork(self, hello: bytes) -> ChildProcess:
        """Fork a process for a game; replace a server that has served before and has ended since."""
        has_served = self._server is not None and self._server.is_open
        try:
            return self._open_server().fork(hello)
        except PlayerFailure:
            if not has_served:
                raise
            return self._open_server().fork(hello)

    def _open_server(self) -> ForkServer:
        """Return a server that has loaded the player; start one if there is none, or the last one was killed."""
        if self._server is None or not self._server.is_open:
            if self._server is not None:
                self._server.close()
            self._server = None
            self._server = ForkServer(self._program, self._limits)
        return self._server

    def _open_child(self) -> ChildProcess:
        child = ChildProcess(StartedProgram(self._program, self._limits.memory), self._limits.memory)
        if self._program.is_server:
            try:
                protocol.read_loaded(child.request(self._program.preface, self._limits.start, "slow-start"))
            except BaseException:
                child.close()
                raise
        return child

    def _hello(self) -> bytes:
        assert self._game is not None
        return protocol.hello_line(self._next_number(), *self._game)

    def _begin(self, line: bytes) -> PlayerInfo:
        """Read the answer to the hello, after sending it if the process was not started with it."""
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
