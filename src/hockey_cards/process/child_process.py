"""A child process that answers lines: the only file that starts, hears and ends one."""

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

_TAIL: Final = 8192
"""So many bytes of what a child says on stderr are kept, the last ones."""

_GRACE: Final = 0.5
"""Seconds that a child has to end by itself once its input has ended."""

_HINTS: Final[Mapping[FaultKind, str]] = {
    "slow-start": " to greet: it has to read line by line, and to flush what it writes",
}
"""What is often the reason why nothing is heard in time."""

_LAST_WORDS: Final = 64
"""So often stderr is read once the child has ended; its group may still write."""

_LONGEST_WAIT: Final = 3_600_000.0
"""Milliseconds that are waited at once; the system does not take any number."""

_OUT_OF_MEMORY: Final = (b"MemoryError", b"bad_alloc", b"out of memory", b"Cannot allocate memory")
"""What programs say on stderr that a limit of memory has ended."""


class ChildProcess:
    """A process, the leader of a group of its own, that is told lines and answers each with one.

    Nothing that it does or leaves undone blocks the caller longer than the seconds given: it may be silent, flood its
    outputs, leave its input unread, or end. When the last reference to it goes its whole group is killed.

    Args:
        program: What is run.
        memory: Mebibytes of address space that it may use, or None.

    Raises:
        HockeyError: On a system that is not POSIX.
        PlayerFailure: If it cannot be started.
    """

    def __init__(self, program: Program, memory: int | None) -> None:
        if sys.platform == "win32":
            raise HockeyError("players in processes of their own need a POSIX system: on Windows use WSL")
        self._confined = memory is not None
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
        self._in, self._out, self._err = stdin.fileno(), stdout.fileno(), stderr.fileno()
        for end in (self._in, self._out, self._err):
            os.set_blocking(end, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._heard = bytearray()
        self._muttered = bytearray()
        self._end = weakref.finalize(self, _end, self._process, os.getpid())

    @property
    def stderr(self) -> str:
        """The end of what it has said on stderr so far."""
        return self._muttered.decode(errors="replace")

    def request(self, line: bytes, seconds: float | None, late: FaultKind) -> bytes:
        """Tell it a line, and return the line that it answers, the oldest that has not been returned yet.

        After a failure, and after an interrupt, the child is ended.

        Args:
            line: The line, with its end.
            seconds: How long it may take, or None.
            late: What it is if it takes longer.

        Raises:
            PlayerFailure: If it ends, takes too long, or answers with a line that is too long.
        """
        try:
            return self._exchange(line, seconds, late)
        except BaseException:
            self.kill()
            raise

    def send(self, line: bytes) -> None:
        """Tell it a line that has no answer. If it does not take that at once it is ended."""
        if self._end.alive and self._send(line):
            self.kill()

    def discard_stderr(self) -> None:
        """Forget what it has said on stderr so far: that was about another game, and may show its cards."""
        for _ in range(_LAST_WORDS):
            if not _read(self._err):
                break
        self._muttered.clear()

    @property
    def is_alive(self) -> bool:
        """Whether it has not been ended here; it may have ended by itself."""
        return self._end.alive

    def close_input(self) -> None:
        """End its input: a child that knows how to behave ends then."""
        if self._end.alive:
            _close_input(self._process)

    def close(self) -> None:
        """End it: it has a moment to do so by itself, then its group is killed. A second call does nothing."""
        self._end()

    def kill(self) -> None:
        """Kill its group. A second call does nothing."""
        if self._end.alive:
            _kill(self._process.pid)
            self._end()

    def _exchange(self, line: bytes, seconds: float | None, late: FaultKind) -> bytes:
        until = None if seconds is None else monotonic() + seconds
        rest = self._send(line)
        while True:
            end = self._heard.find(b"\n") + 1
            if end and not rest:
                break
            if len(self._heard) >= MAX_ANSWER_BYTES:
                break
            rest = self._wait(rest, until)
            if until is not None and monotonic() >= until:
                raise PlayerFailure(f"took longer than {seconds:g} s{_HINTS.get(late, '')}", late, self.stderr)
        if rest or not 0 < end <= MAX_ANSWER_BYTES:
            raise PlayerFailure(f"said more than {MAX_ANSWER_BYTES} bytes that are no answer", "nonsense", self.stderr)
        answer = bytes(self._heard[:end])
        del self._heard[:end]
        return answer

    def _send(self, rest: bytes) -> bytes:
        """Write what the child takes at once, and return what is left."""
        try:
            return rest[os.write(self._in, rest) :]
        except BlockingIOError:
            return rest
        except OSError:  # it has closed its input: what it has said before is still to be heard
            return b""

    def _wait(self, rest: bytes, until: float | None) -> bytes:
        """Wait until something can be written or read, do so, and return what is left to be written."""
        if rest:
            self._poll.register(self._in, select.POLLOUT)
        left = None if until is None else min(max(0.0, (until - monotonic()) * 1000 + 1), _LONGEST_WAIT)
        ready = dict(self._poll.poll(left))
        if rest:
            self._poll.unregister(self._in)
        if self._err in ready and not self._listen():
            self._poll.unregister(self._err)
        if self._out in ready and not self._hear():
            raise self._death()
        return self._send(rest) if self._in in ready else rest

    def _hear(self) -> bool:
        """Take what stands on stdout; return whether there may be more."""
        said = _read(self._out)
        self._heard += said or b""
        return said != b""

    def _listen(self) -> bool:
        """Take what stands on stderr, and keep its end; return whether there may be more."""
        said = _read(self._err)
        self._muttered += said or b""
        del self._muttered[:-_TAIL]
        return said != b""

    def _death(self) -> PlayerFailure:
        """Return why there is nothing more to be heard."""
        ended = _ended(self._process.pid, _GRACE)
        for _ in range(_LAST_WORDS):
            self._listen()
        if ended is None:
            return PlayerFailure("closed its output", "dead", self.stderr)
        how, status = ended
        if how != os.CLD_EXITED and status == signal.SIGKILL:
            return PlayerFailure("was killed, as by a system that runs out of memory", "memory", self.stderr)
        end = f"with status {status}" if how == os.CLD_EXITED else f"by signal {status}"
        if self._confined and any(word in self._muttered for word in _OUT_OF_MEMORY):
            return PlayerFailure(f"ran out of memory, and ended {end}", "memory", self.stderr)
        return PlayerFailure(f"ended its process {end}", "dead", self.stderr)


def _read(end: int) -> bytes | None:
    """Read what stands in a pipe: nothing at its end, None if there is nothing yet."""
    try:
        return os.read(end, MAX_ANSWER_BYTES)
    except BlockingIOError:
        return None


def _ended(pid: int, seconds: float) -> tuple[int, int] | None:
    """Wait for a child to end, and return how and with what status; its id stays its own."""
    until = monotonic() + seconds
    while True:
        try:
            found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # this process has the system take its children's ends, and is told nothing of them
            return None
        if found is not None:
            return found.si_code, found.si_status
        if monotonic() >= until:
            return None
        sleep(0.001)


def _kill(pid: int) -> None:
    """Kill a group whose leader has not been waited for, so that no other group can have its id."""
    with suppress(ProcessLookupError, PermissionError):  # its members may have ended
        os.killpg(pid, signal.SIGKILL)


def _close_input(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a child and all its group, and leave neither a zombie nor an open pipe; in a fork of its owner do nothing."""
    if os.getpid() != owner:
        return
    _close_input(process)
    try:
        _ended(process.pid, _GRACE)
    finally:
        _kill(process.pid)
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
