"""Where a tournament is played: here, or in other processes, with the same result."""

from __future__ import annotations

import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import lru_cache
from multiprocessing import get_context
from typing import Final

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.deals import Contest, Sums, play_deals

Progress = Callable[[int, int], object]
"""Told how many games have been played, and how many there are."""

_GAMES: Final = 100
"""How many games a task has, so that sending it costs next to nothing."""


def run(contest: Contest, deals: int, *, jobs: int, progress: Progress | None) -> Sums:
    """Play all deals, and add up their results as they come in.

    Raises:
        StrategyError: If a strategy fails; the message names its entrant and the deal.
        UnknownStrategy: If there is no player of a name.
        HockeyError: If an entrant cannot be sent to another process, or such a process dies.
    """
    size = 1 if jobs == 1 else min(-(-_GAMES // contest.games), -(-deals // jobs))
    parts = (range(first, min(first + size, deals)) for first in range(0, deals, size))
    results = _here(contest, parts) if jobs == 1 else _elsewhere(contest, parts, min(jobs, -(-deals // size)))
    total = Sums.nothing(contest)
    with closing(results):
        for sums in results:
            total += sums
            if progress is not None:
                progress(total.deals * contest.games, deals * contest.games)
    return total


def _here(contest: Contest, parts: Iterator[range]) -> Generator[Sums]:
    for part in parts:
        yield play_deals(contest, part)


def _elsewhere(contest: Contest, parts: Iterator[range], jobs: int) -> Generator[Sums]:
    """Play the parts in other processes, and yield their sums in order, with a few parts under way at a time."""
    packed = _packed(contest)
    # A spawned process is the same on every system, and inherits no thread and no lock in mid-air.
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
    waiting: deque[Future[Sums]] = deque()
    try:
        for part in parts:
            with _uninterrupted():
                waiting.append(executor.submit(_play_packed, packed, part))
            if len(waiting) >= 3 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise HockeyError("a process that played games has died, so the tournament cannot be finished") from error
    finally:
        executor.shutdown(cancel_futures=True)


def _packed(contest: Contest) -> bytes:
    """Pickle the contest, so that what cannot be pickled is known before anything starts."""
    for name, player in contest.entrants.items():
        try:
            pickle.dumps(player)
        except Exception as error:
            raise HockeyError(
                f"{name} cannot be sent to another process: define it at the top of a module, or play with one job"
            ) from error
    return pickle.dumps(contest)


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> Contest:
    contest: Contest = pickle.loads(packed)
    return contest


def _play_packed(packed: bytes, deals: range) -> Sums:
    return play_deals(_unpacked(packed), deals)


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


def _begin() -> None:
    """Let a new process end at once and in silence when it is interrupted, and leave stdout to the first one."""
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
