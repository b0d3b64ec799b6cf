"""Child processes that answer lines: exchanging lines without blocking, time limits, and how a child failed."""

from __future__ import annotations

import os
import select
import signal
import weakref
from collections.abc import Mapping
from time import monotonic
from typing import Final

from hockey_cards.process.failure import FaultKind, PlayerFailure
from hockey_cards.process.protocol import MAX_ANSWER_BYTES
from hockey_cards.process.started import GRACE, StartedProcess

_STDERR_BYTES: Final = 8192
"""Bytes kept of what a child writes to stderr: the last ones."""

_HINTS: Final[Mapping[FaultKind, str]] = {
    "slow-start": " to answer the first message: does it read line by line, and flush its output?",
}
"""The most common cause of a timeout."""

_MAX_STDERR_READS: Final = 64
"""Reads from the stderr of a child that has ended: other processes of its group may still write to it."""

_WAIT: Final = 0.1
"""Seconds to wait in one system call."""

_SLEPT: Final = 0.25
"""Seconds between two looks at the clock from which this process must have been stopped or starved."""

_OUT_OF_MEMORY: Final = (b"MemoryError", b"bad_alloc", b"out of memory", b"Cannot allocate memory")
"""Typical words on stderr of a program that exceeded its memory limit."""


class Deadline:
    """A time limit that counts only the time in which this process was awake.

    A program may have answered while this process was stopped, by Ctrl-Z, a debugger, ``docker pause`` or a closed lid,
    or been stopped with it. So of a long gap between two looks at the clock only half of the planned wait counts.

    Args:
        seconds: The limit, or None.
    """

    def __init__(self, seconds: float | None) -> None:
        self._left = seconds
        self._seen = monotonic()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self._left is not None and self._left <= 0

    @property
    def milliseconds(self) -> float:
        """The time to wait before the next look at the clock."""
        return 1000 * _WAIT if self._left is None else max(0.0, min(self._left, _WAIT) * 1000 + 1)

    def look(self) -> None:
        """Look at the clock; to be called at least once in the time that it gives to wait."""
        now = monotonic()
        passed, self._seen = now - self._seen, now
        if self._left is not None:
            self._left -= min(self._left, _WAIT) / 2 if passed > _SLEPT else passed


class ChildProcess:
    """A process, the leader of a process group, that answers each line it is sent with one line.

    Nothing the child does blocks the caller for longer than the time allowed: it may be silent, flood its outputs,
    leave its input unread, or end. When the last reference to this object goes, the whole process group is killed.

    Args:
        started: The process.
        memory: Mebibytes of address space that it may use, or None for no limit.
    """

    def __init__(self, started: StartedProcess, memory: int | None) -> None:
        self._has_memory_limit = memory is not None
        self._started = started
        self._stdin, self._stdout, self._stderr = started.pipes
        for pipe_end in started.pipes:
            os.set_blocking(pipe_end, False)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._output = bytearray()
        self._errors = bytearray()
        self._finalizer = weakref.finalize(self, started.end)

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
            self._started.close_input()

    def close(self) -> None:
        """Close its input, give it a moment to end by itself, then kill its group. A second call does nothing."""
        self._finalizer()

    def kill(self) -> None:
        """Kill its group at once. A second call does nothing."""
        if self.is_open:
            self._started.kill()
            self._finalizer()

    def _exchange(self, line: bytes, seconds: float | None, timeout_kind: FaultKind) -> bytes:
        deadline = Deadline(seconds)
        unsent = self._write(line)
        while True:
            end = self._output.find(b"\n") + 1
            if (end and not unsent) or len(self._output) >= MAX_ANSWER_BYTES:
                break  # whatever was received counts, even if this process looked too late
            if deadline.is_over:
                hint = _HINTS.get(timeout_kind, "")
                raise PlayerFailure(f"took longer than {seconds:g} s{hint}", timeout_kind, self.stderr)
            unsent = self._wait(unsent, deadline)
            deadline.look()
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

    def _wait(self, unsent: bytes, deadline: Deadline) -> bytes:
        """Wait until a pipe is ready, read or write there, and return what is still to be written."""
        if unsent:
            self._poll.register(self._stdin, select.POLLOUT)
        ready = dict(self._poll.poll(deadline.milliseconds))
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
        ended = self._started.exit_status(GRACE)
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
