"""Where the deals of a tournament are played: here, in processes of its own, or wherever an executor has workers."""

from __future__ import annotations

import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Literal

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.entrants import members
from hockey_cards.tournament.playing import workers
from hockey_cards.tournament.playing.play_deal import Contest, Meeting, Part, play_part

StartMethod = Literal["spawn", "fork", "forkserver"]
"""How a process of its own begins."""

Play = Callable[[Iterable[Part]], Generator[tuple[Meeting, ...]]]
"""Plays parts, and yields what each came to in their order; a part is asked for when it is about to be played."""

_AHEAD = 3
"""How many tasks a worker has: the one under way, and others at hand."""

_UNTOLD = 16
"""How many workers an executor is taken to have, if nobody says."""


def workers_of(jobs: int | None, executor: Executor | None) -> int:
    """Return how many workers there are, as far as is known."""
    return jobs if jobs is not None else 1 if executor is None else _UNTOLD


@contextmanager
def hall(
    contest: Contest, *, jobs: int | None, executor: Executor | None, start_method: StartMethod
) -> Generator[Play]:
    """Give a place to play in; whatever was started for it is ended with it.

    Raises:
        HockeyError: If an entrant cannot be sent to another process, or such a process dies.
    """
    count = workers_of(jobs, executor)
    if executor is not None:
        yield lambda parts: _elsewhere(executor, workers.play_there, _packed(contest), parts, _AHEAD * count)
    elif count > 1:
        with _own(count, start_method) as pool:
            yield lambda parts: _elsewhere(pool, workers.play_in_own, _packed(contest), parts, _AHEAD * count)
    else:
        with contest.arena() as arena:
            yield lambda parts: (play_part(contest, arena, part) for part in parts)


def _elsewhere(
    executor: Executor,
    play: Callable[[bytes, Part], tuple[Meeting, ...]],
    packed: bytes,
    parts: Iterable[Part],
    window: int,
) -> Generator[tuple[Meeting, ...]]:
    """Send parts to an executor, and yield what they come to in order, with a few under way at a time."""
    waiting: deque[Future[tuple[Meeting, ...]]] = deque()
    try:
        for part in parts:
            waiting.append(_sent(executor, play, packed, part))
            if len(waiting) >= window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor as error:
        raise HockeyError("a process that played games has died, so the tournament cannot be finished") from error
    except CancelledError as error:
        raise HockeyError("the executor has cancelled games, so the tournament cannot be finished") from error
    finally:
        for future in waiting:
            future.cancel()


def _sent(
    executor: Executor, play: Callable[[bytes, Part], tuple[Meeting, ...]], packed: bytes, part: Part
) -> Future[tuple[Meeting, ...]]:
    try:
        with _uninterrupted():
            return executor.submit(play, packed, part)
    except BrokenExecutor:
        raise
    except RuntimeError as error:  # as of one that has been shut down
        raise HockeyError(f"the executor takes no games: {error}") from error


def _packed(contest: Contest) -> bytes:
    """Pickle the contest, so that what cannot be pickled is known before anything starts."""
    for name, entrant in contest.entrants.items():
        for player in members(entrant):
            try:
                pickle.dumps(player)
            except Exception as error:
                raise HockeyError(
                    f"{name} cannot be sent to another process: define it at the top of a module, or play with one job"
                ) from error
    return pickle.dumps(contest)


@contextmanager
def _own(jobs: int, start_method: StartMethod) -> Generator[ProcessPoolExecutor]:
    """Start processes as they are needed, and end them: at once, and what they play with them, if anything fails.

    They end too when the pipe to this process is closed from this side, be it by its death.
    """
    context = get_context(start_method)
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, workers.begin, (reader, writer))
    try:
        yield pool
    except BaseException:
        writer.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        writer.close()
        reader.close()


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Hold Ctrl-C back here and in the process that may be started: it would be caught half awake, and complain."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
