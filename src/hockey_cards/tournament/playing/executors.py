"""Execution of tasks: in this process, in worker processes, or in an executor of the user's."""

from __future__ import annotations

import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from typing import Any, Final, Literal

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.integers import plain_integer
from hockey_cards.tournament.entrants import members
from hockey_cards.tournament.playing import workers
from hockey_cards.tournament.playing.play_deal import DealResult, Task, play_task
from hockey_cards.tournament.playing.settings import Settings

StartMethod = Literal["spawn", "fork", "forkserver"]
"""A start method of ``multiprocessing``."""

PlayTasks = Callable[[Iterable[Task]], Generator[tuple[DealResult, ...]]]
"""A function that plays tasks and yields their results in order; it asks for a task shortly before playing it."""

_Play = Callable[[bytes, Task], tuple[DealResult, ...]]

_TASKS_AHEAD: Final = 3
"""The number of tasks submitted per worker: the one being played, and others waiting."""

_DEFAULT_WORKERS: Final = 16
"""The number of workers that an executor is assumed to have."""


def _is_job_count(_execution: object, _field: attrs.Attribute[Any], value: object) -> None:
    if value is not None and (type(value) is not int or value < 1):
        raise HockeyError(f"jobs cannot be {value!r}: give a number from 1")


def _is_start_method(_execution: object, _field: attrs.Attribute[Any], value: object) -> None:
    known = get_all_start_methods()
    if value not in known:
        raise HockeyError(f"there is no start method {value!r:.80} on this system: give one of {', '.join(known)}")


@attrs.frozen
class Execution:
    """How a tournament is executed; the standings do not depend on it.

    Args:
        jobs: The number of worker processes, or of workers that the executor has.
        executor: The executor that plays the games; None for worker processes, or this process if jobs is 1 or None.
        start_method: How worker processes are started.

    Raises:
        HockeyError: If the number of jobs or the start method is not valid.
    """

    jobs: int | None = attrs.field(default=None, converter=plain_integer, validator=_is_job_count)
    executor: Executor | None = None
    start_method: StartMethod = attrs.field(default="spawn", validator=_is_start_method)

    @property
    def workers(self) -> int:
        """The number of workers, as far as it is known."""
        return self.jobs if self.jobs is not None else 1 if self.executor is None else _DEFAULT_WORKERS


@contextmanager
def open_workers(settings: Settings, execution: Execution) -> Generator[PlayTasks]:
    """Open whatever plays the tasks of a tournament, and close it afterwards; an executor stays open.

    Raises:
        HockeyError: If an entrant cannot be sent to another process, or a worker process dies.
    """
    window = _TASKS_AHEAD * execution.workers
    if execution.executor is not None:
        executor = execution.executor
        yield lambda tasks: _submit_all(executor, workers.play_in_executor, _pickled(settings), tasks, window)
    elif execution.workers > 1:
        with _process_pool(execution.workers, execution.start_method) as processes:
            yield lambda tasks: _submit_all(processes, workers.play_in_worker, _pickled(settings), tasks, window)
    else:
        with workers.open_pool(settings) as pool:
            yield lambda tasks: (play_task(settings, pool, task) for task in tasks)


def _submit_all(
    executor: Executor, play: _Play, pickled: bytes, tasks: Iterable[Task], window: int
) -> Generator[tuple[DealResult, ...]]:
    """Submit tasks to an executor, a limited number at a time, and yield their results in order."""
    waiting: deque[Future[tuple[DealResult, ...]]] = deque()
    try:
        for task in tasks:
            waiting.append(_submit(executor, play, pickled, task))
            if len(waiting) >= window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor as error:
        raise HockeyError("a worker process has died, so the tournament cannot be finished") from error
    except CancelledError as error:
        raise HockeyError("the executor has cancelled games, so the tournament cannot be finished") from error
    finally:
        for future in waiting:
            future.cancel()


def _submit(executor: Executor, play: _Play, pickled: bytes, task: Task) -> Future[tuple[DealResult, ...]]:
    try:
        with _interrupts_blocked():
            return executor.submit(play, pickled, task)
    except BrokenExecutor:
        raise
    except RuntimeError as error:  # such as after a shutdown
        raise HockeyError(f"the executor accepts no games: {error}") from error


def _pickled(settings: Settings) -> bytes:
    """Pickle the settings, so that entrants that are not picklable are reported before any game."""
    for name, entrant in settings.entrants.items():
        for player in members(entrant):
            try:
                pickle.dumps(player)
            except Exception as error:
                raise HockeyError(
                    f"{name} cannot be sent to another process because it is not picklable: "
                    "define it at the top level of a module, or play with one job"
                ) from error
    return pickle.dumps(settings)


@contextmanager
def _process_pool(jobs: int, start_method: StartMethod) -> Generator[ProcessPoolExecutor]:
    """Start worker processes as they are needed, and end them with their players; at once if anything fails.

    They also end when this side of the pipe is closed, even by the death of this process.
    """
    context = get_context(start_method)
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, workers.init_worker, (reader, writer))
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
def _interrupts_blocked() -> Generator[None]:
    """Block Ctrl-C here and in a process being started, which would print a traceback if interrupted half-way."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
