"""What happens in another process: a part of a contest is played, and an end from outside leaves nothing behind."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from threading import Thread

import attrs

from hockey_cards.tournament.playing.play_deal import Contest, Meeting, Part, play_part
from hockey_cards.tournament.playing.player_pool import Arena

_GRACE = 2.0
"""Seconds for a process to end by itself when nobody is left to play for."""


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> Contest:
    contest: Contest = pickle.loads(packed)
    return contest


def play_there(packed: bytes, part: Part) -> tuple[Meeting, ...]:
    """Play a part in a worker of somebody else's, which may be a thread among others."""
    contest = _unpacked(packed)
    with contest.arena() as arena:
        return play_part(contest, arena, part)


@attrs.define
class _Own:
    """What a process of the tournament's own has: its players stay from part to part."""

    packed: bytes = b""
    arena: Arena | None = None
    plays: bool = False
    leaves: bool = False

    def of(self, packed: bytes) -> Arena:
        """Return the arena of a contest."""
        if self.arena is None or self.packed != packed:
            self.close()
            self.packed, self.arena = packed, _unpacked(packed).arena()
        return self.arena

    def close(self) -> None:
        """End the players."""
        arena, self.arena = self.arena, None
        if arena is not None:
            arena.close()


_own = _Own()


def begin(reader: Connection, writer: Connection) -> None:
    """Get a process of the tournament's own ready.

    It leaves stdout to the first one. When it is interrupted, or the pipe is closed, it plays no more.
    """
    writer.close()
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, _leave)
    signal.signal(signal.SIGTERM, _leave)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Finalize(None, _own.close, exitpriority=10)
    Thread(target=_wait, args=(reader,), daemon=True).start()


def play_in_own(packed: bytes, part: Part) -> tuple[Meeting, ...]:
    """Play a part in a process of the tournament's own.

    Raises:
        KeyboardInterrupt: If the process is to play no more; it ends when the executor says so.
    """
    try:
        _own.plays = True
        if _own.leaves:
            raise KeyboardInterrupt
        return play_part(_unpacked(packed), _own.of(packed), part)
    except BaseException:
        _own.plays = False  # a second signal is not to disturb the end
        _own.close()
        raise
    finally:
        _own.plays = False


def _leave(*_: object) -> None:
    """Play no more. The process goes on: if it ended while it writes a result, the executor would wait for the rest."""
    _own.leaves = True
    if _own.plays:
        raise KeyboardInterrupt


def _wait(reader: Connection) -> None:
    """Wait for the pipe to be closed, then end what is played, and at last the process, if nobody else does."""
    with suppress(EOFError, OSError):
        reader.recv_bytes()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(130)
