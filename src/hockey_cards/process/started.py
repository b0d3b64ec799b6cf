"""Starting of child processes with three pipes, and their end: none is left over, and no pipe stays open."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Final, Protocol

from hockey_cards.errors import HockeyError, HostError
from hockey_cards.process.failure import PlayerFailure
from hockey_cards.process.program import Program

GRACE: Final = 0.5
"""Seconds a child has to end by itself once its input is closed."""

_HOST_ERRORS: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM})
"""The errors by which a system says that it has no more files, processes or memory to give."""

_Popen = subprocess.Popen[bytes]


class StartedProcess(Protocol):
    """A process that has been started, the leader of a process group, and the ends of its pipes."""

    @property
    def pipes(self) -> tuple[int, int, int]:
        """Our ends of its stdin, stdout and stderr."""
        ...

    def exit_status(self, seconds: float) -> tuple[int, int] | None:
        """Wait for it to exit, but do not reap it, so that its id stays its own.

        Returns:
            How it exited and with which status, as ``si_code`` and ``si_status``; None if it has not, or nobody knows.
        """
        ...

    def close_input(self) -> None:
        """Close its input, at which a well-behaved process ends."""
        ...

    def kill(self) -> None:
        """Kill its group at once; it is still to be ended."""
        ...

    def end(self) -> None:
        """End it and its group, and leave no zombie and no open pipe; do nothing in a fork of this process."""
        ...


class StartedProgram:
    """A program that this process has started.

    Args:
        program: The program.
        memory: Mebibytes of address space that it may use, or None for no limit.
        inherited: A file descriptor to pass on, if any.

    Raises:
        HockeyError: If the operating system is not POSIX.
        HostError: If this machine has no files, processes or memory left.
        PlayerFailure: If the program cannot be started.
    """

    def __init__(self, program: Program, memory: int | None, inherited: int | None = None) -> None:
        if sys.platform == "win32":
            raise HockeyError("players in processes of their own need a POSIX system: on Windows use WSL")
        self._owner = os.getpid()
        command = program.command(memory, self._owner, inherited)

        def start() -> _Popen:
            return subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=program.cwd,
                env=program.environment(),
                start_new_session=True,
                pass_fds=() if inherited is None else (inherited,),
            )

        try:
            self._process = _in_starter(start)
        except OSError as error:
            check_host(error)
            raise PlayerFailure(f"cannot be started: {error.strerror}", "dead", str(error)) from error

    @property
    def pipes(self) -> tuple[int, int, int]:
        """Our ends of its stdin, stdout and stderr."""
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        return stdin.fileno(), stdout.fileno(), stderr.fileno()

    def exit_status(self, seconds: float) -> tuple[int, int] | None:
        """Wait for it to exit, without reaping it; see ``StartedProcess``."""
        return wait_for_exit(self._process.pid, seconds)

    def close_input(self) -> None:
        """Close its input."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        """Kill its group."""
        kill_group(self._process.pid)

    def end(self) -> None:
        """Close its input, give it a moment to end by itself, then kill its group; see ``StartedProcess``."""
        if os.getpid() != self._owner:
            return
        self.close_input()
        try:
            self.exit_status(GRACE)
        finally:
            self.kill()
            self._process.wait()
            for pipe in (self._process.stdout, self._process.stderr):
                if pipe is not None:
                    pipe.close()


def check_host(error: OSError) -> None:
    """Raise an error of the host's own if the operating system had nothing left to give.

    Raises:
        HostError: If it had not.
    """
    if error.errno in _HOST_ERRORS:
        raise HostError(
            f"this machine cannot start another process: {os.strerror(error.errno)}; no player is to blame"
        ) from error


def wait_for_exit(pid: int, seconds: float) -> tuple[int, int] | None:
    """Wait for a child to exit, without reaping it, so that its id stays its own; see ``StartedProcess``."""
    deadline = monotonic() + seconds
    while True:
        try:
            found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # this process ignores SIGCHLD, so the system keeps no exit status
            return None
        if found is not None:
            return found.si_code, found.si_status
        if monotonic() >= deadline:
            return None
        sleep(0.001)


def kill_group(pid: int) -> None:
    """Kill a process group whose leader has not been waited for, so that its id cannot have been reused."""
    with suppress(ProcessLookupError, PermissionError):  # its members may have ended
        os.killpg(pid, signal.SIGKILL)


class _Starter:
    """A thread that starts processes, and lives as long as this process.

    Linux kills a process that asks to die with its parent when the *thread* that started it ends. So the thread of a
    caller, such as one that serves a single request, must not start any.
    """

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Callable[[], _Popen], Future[_Popen]]] = SimpleQueue()
        Thread(target=self._run, name="hockey_cards process starter", daemon=True).start()

    def _run(self) -> None:
        while True:
            start, future = self._waiting.get()
            try:
                future.set_result(start())
            except BaseException as error:  # noqa: BLE001  # the caller gets it
                future.set_exception(error)
            del start, future

    def start(self, start: Callable[[], _Popen]) -> _Popen:
        """Start a process in the thread."""
        future: Future[_Popen] = Future()
        self._waiting.put((start, future))
        try:
            return future.result()
        except KeyboardInterrupt:
            future.add_done_callback(_abandon)
            raise


def _abandon(future: Future[_Popen]) -> None:
    """End a process that nobody waits for any more."""
    if future.exception() is None:
        process = future.result()
        kill_group(process.pid)
        process.wait()


_starters: list[_Starter] = []


def _in_starter(start: Callable[[], _Popen]) -> _Popen:
    if sys.platform != "linux":
        return start()
    if not _starters:
        _starters.append(_Starter())
    return _starters[0].start(start)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_starters.clear)  # a fork has none of the threads


def open_pipes() -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return the ends of three pipes for stdin, stdout and stderr: ours, and those of a process to be started.

    Raises:
        HostError: If this process or the machine has no file left.
    """
    opened: list[int] = []
    try:
        for _ in range(3):
            opened += os.pipe()
    except OSError as error:
        close_all(opened)
        check_host(error)
        raise
    (in_, ours_in), (ours_out, out), (ours_err, err) = opened[:2], opened[2:4], opened[4:]
    return (ours_in, ours_out, ours_err), (in_, out, err)


def close_all(files: Sequence[int]) -> None:
    """Close files."""
    for file in files:
        os.close(file)
