"""Launcher script: it limits its own process, then becomes the player's program.

Run as ``python -I -S launcher.py MEMORY PARENT PROGRAM [ARGUMENT ...]``, so it imports nothing of the library. The
limits are not set between fork and exec, where code can deadlock if the parent has threads.
"""

from __future__ import annotations

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_NOT_STARTED = 127


def confine(memory: int, parent: int) -> None:
    """Limit this process, and tie its life to the process that started it.

    Args:
        memory: Mebibytes of address space; 0 for no limit.
        parent: The id of the process that started this one.
    """
    if sys.platform == "win32":
        return
    import resource  # does not exist on Windows

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    die_with_parent(parent)


def die_with_parent(parent: int) -> None:
    """Ask the Linux kernel to kill this process when the thread that started it ends; end if that has ended already.

    Args:
        parent: The id of the process that started this one.
    """
    if sys.platform == "linux":
        _ask_to_die_with_parent()
    if os.getppid() != parent:
        sys.exit(_NOT_STARTED)


def _ask_to_die_with_parent() -> None:
    """Ask the kernel; ignore it if that fails."""
    import ctypes  # needed on Linux only

    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (AttributeError, OSError):
        return


def main(memory: str, parent: str, *program: str) -> None:
    """Limit this process, restore the default signal handling, and execute the program."""
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
