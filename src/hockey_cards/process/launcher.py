"""What a process does to itself before it becomes a player; a script too, which imports nothing of ours.

Run as ``python -I -S launch.py MEMORY PARENT PROGRAM [ARGUMENT ...]`` it takes the limits upon itself, and becomes the
program. They are not set between fork and exec, where code of a process with threads may hang.
"""

from __future__ import annotations

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_NOT_STARTED = 127


def confine(memory: int, parent: int) -> None:
    """Take limits upon this process, and see to it that it does not outlive the process that started it.

    Args:
        memory: Mebibytes of address space; 0 for no limit.
        parent: The id of the process that started this one.
    """
    if sys.platform == "win32":
        return
    import resource  # no such module on Windows

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    if sys.platform == "linux":
        _die_with_parent()
    if os.getppid() != parent:  # it has died before
        sys.exit(_NOT_STARTED)


def _die_with_parent() -> None:
    """Let the kernel kill this process when the thread ends that started it: best effort, where Linux has that."""
    import ctypes  # needed here alone

    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (AttributeError, OSError):
        return


def main(memory: str, parent: str, *program: str) -> None:
    """Become the program, with the signals as Python found them."""
    confine(int(memory), int(parent))
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    try:
        os.execvp(program[0], program)
    except OSError as error:
        sys.stderr.write(f"{program[0]} cannot be started: {error.strerror}\n")
        sys.exit(_NOT_STARTED)


if __name__ == "__main__":
    main(*sys.argv[1:])
