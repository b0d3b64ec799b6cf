"""Fork servers: a process that has loaded a Python player, and forks a process for each game, which remembers nothing.

The server is the program ``python -m hockey_cards.process``. Its requests are lines on its stdin, and its answers lines
on its stdout: ``fork HELLO`` makes a process that plays on three pipes, which were sent over a socket before, and
begins by answering the hello; the server answers ``forked PID`` or ``refused ERRNO``. ``wait PID MILLISECONDS`` is
answered by how that process ended. It reaps none of them before it is asked for the next one, so their ids stay their
own while a game is played.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from typing import Final

from hockey_cards.process.child_process import ChildProcess
from hockey_cards.process.limits import Limits
from hockey_cards.process.program import Program
from hockey_cards.process.protocol import read_loaded
from hockey_cards.process.started import GRACE, StartedProgram, check_host, close_all, kill_group, open_pipes

CAN_FORK: Final = sys.platform == "linux"
"""Whether forks are used: other systems have libraries that do not survive one."""


class ForkServer:
    """A process that has loaded a player and played nothing.

    Args:
        program: The program that serves the player.
        limits: Its limits.

    Raises:
        HostError: If this machine cannot start another process.
        PlayerFailure: If the player cannot be loaded.
    """

    def __init__(self, program: Program, limits: Limits) -> None:
        self._limits = limits
        try:
            self._control, far = socket.socketpair()
        except OSError as error:
            check_host(error)
            raise
        with far:
            self._control.setblocking(False)
            try:
                self._server = ChildProcess(StartedProgram(program, limits.memory, far.fileno()), limits.memory)
            except BaseException:
                self._control.close()
                raise
        try:
            read_loaded(self._server.request(program.preface, limits.start, "slow-start"))
        except BaseException:
            self.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether it has been neither closed nor killed; it may have ended by itself."""
        return self._server.is_open

    def fork(self, hello: bytes) -> ChildProcess:
        """Return a new process that plays a game, and has been sent the message with which the game begins.

        The server reads the message, so that what it finds, such as the variant, is there for all games.

        Raises:
            HostError: If this machine cannot start another process.
            PlayerFailure: If the server has ended.
        """
        ours, theirs = open_pipes()
        try:
            with suppress(OSError):  # a server that has ended: the request says how
                socket.send_fds(self._control, [b"f"], list(theirs))
            answer, _, number = self._server.request(b"fork " + hello, self._limits.start, "slow-start").partition(b" ")
            if answer != b"forked":
                check_host(OSError(int(number), os.strerror(int(number))))
                raise OSError(int(number), os.strerror(int(number)))
        except BaseException:
            close_all(ours)
            raise
        finally:
            close_all(theirs)
        return ChildProcess(_ForkedProcess(self, int(number), ours), self._limits.memory)

    def exit_status(self, pid: int, seconds: float) -> tuple[int, int] | None:
        """Ask how a process of a game has exited; None if it has not."""
        if not self.is_open:
            return None
        answer = self._server.request(b"wait %d %d\n" % (pid, 1000 * seconds), seconds + GRACE + 5, "dead").split()
        return (int(answer[1]), int(answer[2])) if answer[0] == b"exited" else None

    def request_exit(self) -> None:
        """Ask the server to end by itself."""
        self._server.close_input()

    def close(self) -> None:
        """End the server and the processes of all its games."""
        self._server.close()
        self._control.close()


class _ForkedProcess:
    """A process that a server has forked for a game."""

    def __init__(self, server: ForkServer, pid: int, pipes: tuple[int, int, int]) -> None:
        self.pipes = pipes
        self._server = server
        self._pid = pid
        self._owner = os.getpid()
        self._open = list(pipes)

    def exit_status(self, seconds: float) -> tuple[int, int] | None:
        """Wait for it to exit."""
        return self._server.exit_status(self._pid, seconds)

    def close_input(self) -> None:
        """Close its input."""
        if self.pipes[0] in self._open:
            self._open.remove(self.pipes[0])
            os.close(self.pipes[0])

    def kill(self) -> None:
        """Kill its group, unless the server, which may have reaped it, has ended."""
        if self._server.is_open:
            kill_group(self._pid)

    def end(self) -> None:
        """Close its pipes; the server ends it."""
        if os.getpid() == self._owner:
            close_all(self._open)
            self._open.clear()
