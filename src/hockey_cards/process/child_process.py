"""Child processes that answer lines: starting them, exchanging lines without blocking, and ending them."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic, sleep
from typing import Final

from hockey_cards.errors import HockeyError
from hockey_cards.process.failure import FaultKind, PlayerFailure
from hockey_cards.process.program import Program
from hockey_cards.process.protocol import MAX_ANSWER_BYTES

_STDERR_BYTES: Final = 8192
"""Bytes kept of what a child writes to stderr: the last ones."""

_GRACE: Final = 0.5
"""Seconds a child has to end by itself once its input is closed."""

_HINTS: Final[Mapping[FaultKind, str]] = {
    "slow-start": " to answer the first message: does it read line by line, and flush its output?",
}
"""The most common cause of a timeout."""

_MAX_STDERR_READS: Final = 64
"""Reads from the stderr of a child that has ended: other processes of its group may still write to it."""

_MAX_POLL: Final = 3_600_000.0
"""Milliseconds to wait in one system call, which does not accept every number."""

_OUT_OF_MEMORY: Final = (b"MemoryError", b"bad_alloc", b"out of memory", b"Cannot allocate memory")
"""Typical words on stderr of a program that exceeded its memory limit."""


class ChildProcess:
    """A process, the leader of a process group, that answers each line it is sent with one line.

    Nothing the child does blocks the caller for longer than the time allowed: it may be silent, flood its outputs,
    leave its input unread, or end. When the last reference to this object goes, the whole process group is killed.

    Args:
        program: The program to start.
        memory: Mebibytes of address space that it may use, or None for no limit.

    Raises:
        HockeyError: If the operating system is not POSIX.
        PlayerFailure: If the program cannot be started.
    """

    def __init__(self, program: Program, memory: int | None) -> None:
        if sys.platform == "win32":
            raise HockeyError("players in processes of their own need a POSIX system: on Windows use WSL")
        self._has_memory_limit = memory is not None
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                program.command(memory, os.getpid()),
                bufsize=0,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                cwd=program.cwd,
                env=program.environment(),
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerFailure(f"cannot be started: {error.strerror}", "dead", str(error)) from error
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._stdin, self._stdout, self._stderr = stdin.fileno(), stdout.fileno(), stderr.fileno()
        for pipe_end in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe_end, False)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._output = bytearray()
        self._errors = bytearray()
        self._finalizer = weakref.finalize(self, _end, self._process, os.getpid())

    @property
    def stderr(self) -> str:
        """The end of what it has written to stderr so far."""
        return self._errors.decode(errors="replace")

    @property
    def is_open(self) -> bool:
        """Whether it has been neither closed nor killed; it may have ended by itself."""
        return self._finalizer.alive

    def request(self, line: bytes, seconds: float | None, timeout_kind: FaultKind) -> bytes:
        """Send a line, and return the answer: the oldest line of its output that has not been returned yet.

        After a failure or an interrupt the child is killed.

        Args:
            line: The line, including its newline.
            seconds: The time limit, or None.
            timeout_kind: The kind of fault to report if the limit is exceeded.

        Raises:
            PlayerFailure: If the child ends, takes too long, or answers with a line that is too long.
        """
        try:
            return self._exchange(line, seconds, timeout_kind)
        except BaseException:
            self.kill()
            raise

    def send(self, line: bytes) -> None:
        """Send a line that has no answer. A child that does not accept it at once is killed."""
        if self.is_open and self._write(line):
            self.kill()

    def discard_stderr(self) -> None:
        """Discard what it has written to stderr so far, which belongs to an earlier game and may show its cards."""
        for _ in range(_MAX_STDERR_READS):
            if not _read(self._stderr):
                break
        self._errors.clear()

    def close_input(self) -> None:
        """Close its input, at which a well-behaved child ends."""
        if self.is_open:
            _close_stdin(self._process)

    def close(self) -> None:
        """Close its input, give it a moment to end by itself, then kill its group. A second call does nothing."""
        self._finalizer()

    def kill(self) -> None:
        """Kill its group at once. A second call does nothing."""
        if self.is_open:
            _kill_group(self._process.pid)
            self._finalizer()

    def _exchange(self, line: bytes, seconds: float | None, timeout_kind: FaultKind) -> bytes:
        deadline = None if seconds is None else monotonic() + seconds
        unsent = self._write(line)
        while True:
            end = self._output.find(b"\n") + 1
            if end and not unsent:
                break
            if len(self._output) >= MAX_ANSWER_BYTES:
                break
            unsent = self._wait(unsent, deadline)
            if deadline is not None and monotonic() >= deadline:
                hint = _HINTS.get(timeout_kind, "")
                raise PlayerFailure(f"took longer than {seconds:g} s{hint}", timeout_kind, self.stderr)
        if unsent or not 0 < end <= MAX_ANSWER_BYTES:
            message = f"wrote more than {MAX_ANSWER_BYTES} bytes that are not an answer"
            raise PlayerFailure(message, "nonsense", self.stderr)
        answer = bytes(self._output[:end])
        del self._output[:end]
        return answer

    def _write(self, data: bytes) -> bytes:
        """Write as much as the child accepts at once, and return the rest."""
        try:
            return data[os.write(self._stdin, data) :]
        except BlockingIOError:
            return data
        except OSError:  # it has closed its input; what it wrote before is still to be read
            return b""

    def _wait(self, unsent: bytes, deadline: float | None) -> bytes:
        """Wait until a pipe is ready, read or write there, and return what is still to be written."""
        if unsent:
            self._poll.register(self._stdin, select.POLLOUT)
        timeout = None if deadline is None else min(max(0.0, (deadline - monotonic()) * 1000 + 1), _MAX_POLL)
        ready = dict(self._poll.poll(timeout))
        if unsent:
            self._poll.unregister(self._stdin)
        if self._stderr in ready and not self._read_stderr():
            self._poll.unregister(self._stderr)
        if self._stdout in ready and not self._read_stdout():
            raise self._end_of_output()
        return self._write(unsent) if self._stdin in ready else unsent

    def _read_stdout(self) -> bool:
        """Read what is available on stdout; return False at its end."""
        data = _read(self._stdout)
        self._output += data or b""
        return data != b""

    def _read_stderr(self) -> bool:
        """Read what is available on stderr, and keep its end; return False at the end of stderr."""
        data = _read(self._stderr)
        self._errors += data or b""
        del self._errors[:-_STDERR_BYTES]
        return data != b""

    def _end_of_output(self) -> PlayerFailure:
        """Return the failure that explains why there is no more output."""
        ended = _wait_for_exit(self._process.pid, _GRACE)
        for _ in range(_MAX_STDERR_READS):
            self._read_stderr()
        if ended is None:
            return PlayerFailure("closed its output", "dead", self.stderr)
        code, status = ended
        if code != os.CLD_EXITED and status == signal.SIGKILL:
            return PlayerFailure("was killed, as a system does that runs out of memory", "memory", self.stderr)
        how = f"with status {status}" if code == os.CLD_EXITED else f"by signal {status}"
        if self._has_memory_limit and any(word in self._errors for word in _OUT_OF_MEMORY):
            return PlayerFailure(f"ran out of memory, and ended {how}", "memory", self.stderr)
        return PlayerFailure(f"ended its process {how}", "dead", self.stderr)


def _read(pipe_end: int) -> bytes | None:
    """Read what is available in a pipe: empty at its end, None if nothing is available yet."""
    try:
        return os.read(pipe_end, MAX_ANSWER_BYTES)
    except BlockingIOError:
        return None


def _wait_for_exit(pid: int, seconds: float) -> tuple[int, int] | None:
    """Wait for a child to exit, without reaping it, so that its id stays its own.

    Returns:
        How it exited and with which status, as ``si_code`` and ``si_status``; None if it has not, or if nobody knows.
    """
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


def _kill_group(pid: int) -> None:
    """Kill a process group whose leader has not been waited for, so that its id cannot have been reused."""
    with suppress(ProcessLookupError, PermissionError):  # its members may have ended
        os.killpg(pid, signal.SIGKILL)


def _close_stdin(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a child and its group, and leave no zombie and no open pipe; do nothing in a fork of the owner."""
    if os.getpid() != owner:
        return
    _close_stdin(process)
    try:
        _wait_for_exit(process.pid, _GRACE)
    finally:
        _kill_group(process.pid)
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
