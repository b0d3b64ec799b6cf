"""Worker processes: they play tasks, and leave nothing behind when they are interrupted or orphaned."""

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

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.playing.play_deal import DealResult, Task, play_task
from hockey_cards.tournament.playing.player_pool import PlayerPool
from hockey_cards.tournament.playing.settings import Settings

_GRACE = 2.0
"""Seconds that an orphaned process has to end by itself."""


@lru_cache(maxsize=1)
def _unpickled(pickled: bytes) -> Settings:
    try:
        settings: Settings = pickle.loads(pickled)
    except Exception as error:
        raise HockeyError(
            f"the players cannot be loaded in a worker process ({error!s:.200}): define them at the top of a module, "
            "or play with one job"
        ) from error
    return settings


def open_pool(settings: Settings) -> PlayerPool:
    """Return the player pool of a tournament."""
    return PlayerPool(settings.variant, settings.entrants, settings.policy)


def play_in_executor(pickled: bytes, task: Task) -> tuple[DealResult, ...]:
    """Play a task in a worker of a user's executor, which may be one thread among others."""
    settings = _unpickled(pickled)
    with open_pool(settings) as pool:
        return play_task(settings, pool, task)


@attrs.define
class _Worker:
    """The state of a worker process, whose players stay from task to task."""

    pickled: bytes = b""
    pool: PlayerPool | None = None
    is_playing: bool = False
    is_stopped: bool = False

    def pool_of(self, pickled: bytes) -> PlayerPool:
        """Return the player pool of a tournament."""
        if self.pool is None or self.pickled != pickled:
            self.close()
            self.pickled, self.pool = pickled, open_pool(_unpickled(pickled))
        return self.pool

    def close(self) -> None:
        """End the players."""
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.close()


_worker = _Worker()


def init_worker(reader: Connection, writer: Connection) -> None:
    """Initialise a worker process.

    Its stdout goes to stderr. It stops playing when it is interrupted, or when the pipe is closed.

    Args:
        reader: The end of the pipe to wait on.
        writer: The other end, which only the parent process keeps open.
    """
    writer.close()
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Finalize(None, _worker.close, exitpriority=10)
    Thread(target=_wait_for_parent, args=(reader,), daemon=True).start()


def play_in_worker(pickled: bytes, task: Task) -> tuple[DealResult, ...]:
    """Play a task in a worker process.

    Raises:
        KeyboardInterrupt: If the process has been asked to stop; it ends when the executor says so.
    """
    try:
        _worker.is_playing = True
        if _worker.is_stopped:
            raise KeyboardInterrupt
        return play_task(_unpickled(pickled), _worker.pool_of(pickled), task)
    except BaseException:
        _worker.is_playing = False  # a second signal must not disturb the clean-up
        _worker.close()
        raise
    finally:
        _worker.is_playing = False


def _stop(*_: object) -> None:
    """Stop playing, but keep the process: if it ended while writing a result, the executor would wait for ever."""
    _worker.is_stopped = True
    if _worker.is_playing:
        raise KeyboardInterrupt


def _wait_for_parent(reader: Connection) -> None:
    """Wait until the pipe is closed, then stop the task, and end the process if nothing else does."""
    with suppress(EOFError, OSError):
        reader.recv_bytes()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(130)
