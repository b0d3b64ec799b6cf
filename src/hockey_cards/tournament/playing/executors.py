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
from pathlib import Path
from typing import Any, Final, Literal

import attrs

from hockey_cards.errors import HockeyError, brief
from hockey_cards.integers import plain_integer
from hockey_cards.tournament.entrants import members
from hockey_cards.tournament.playing import workers
from hockey_cards.tournament.playing.play_deal import DealResult, Task, play_task
from hockey_cards.tournament.playing.seats import is_foreign_code
from hockey_cards.tournament.playing.settings import Settings

StartMethod = Literal["spawn", "fork", "forkserver"]
"""A start method of ``multiprocessing``."""

PlayTasks = Callable[[Iterable[Task]], Generator[tuple[DealResult, ...]]]
"""A function that plays tasks and yields their results in order; it asks for a task shortly before playing it."""

_Play = Callable[[bytes, Task], tuple[DealResult, ...]]

_TASKS_AHEAD: Final = 3
"""The number of tasks submitted per worker: the one being played, and others waiting."""

_MAX_JOBS: Final = 10_000

_DEFAULT_WORKERS: Final = 16
"""The number of workers that an executor is assumed to have."""

_MAX_NAMED: Final = 6
"""The number of entrants that a message names."""


def _is_job_count(_execution: object, _field: attrs.Attribute[Any], value: object) -> None:
    if value is not None and (type(value) is not int or not 1 <= value <= _MAX_JOBS):
        raise HockeyError(f"jobs cannot be {brief(value)}: give a number from 1 to {_MAX_JOBS:,}")


def _is_start_method(_execution: object, _field: attrs.Attribute[Any], value: object) -> None:
    known = get_all_start_methods()
    if value not in known:
        raise HockeyError(f"there is no start method {brief(value, 80)} on this system: give one of {', '.join(known)}")


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
        HockeyError: If an entrant cannot be sent to another process or loaded there, or a worker process dies.
    """
    if execution.executor is None and execution.workers == 1:
        with workers.open_pool(settings) as pool:
            pool.load()
            yield lambda tasks: (play_task(settings, pool, task) for task in tasks)
        return
    pickled = _pickled(settings)
    with workers.open_pool(settings) as pool:
        pool.load()
    if execution.executor is not None:
        yield _TaskQueue(settings, pickled, execution.executor, workers.play_in_executor, execution.workers).play
        return
    if execution.start_method != "fork":
        _check_main_script()
    with _process_pool(execution.workers, execution.start_method) as processes:
        yield _TaskQueue(settings, pickled, processes, workers.play_in_worker, execution.workers).play


class _TaskQueue:
    """The tasks of a tournament on their way through an executor.

    Args:
        settings: The settings of the tournament.
        pickled: The same as a pickle.
        executor: The executor.
        play: The function that plays a task there.
        workers: The number of workers, as far as it is known.
    """

    def __init__(self, settings: Settings, pickled: bytes, executor: Executor, play: _Play, workers: int) -> None:
        self._settings = settings
        self._pickled = pickled
        self._executor = executor
        self._play = play
        self._workers = workers
        self._has_played = False
        self._waiting: deque[tuple[Task, Future[tuple[DealResult, ...]]]] = deque()

    def play(self, tasks: Iterable[Task]) -> Generator[tuple[DealResult, ...]]:
        """Submit tasks, a limited number at a time, and yield their results in order.

        Raises:
            HockeyError: If a worker process dies, or the executor refuses or cancels tasks.
        """
        try:
            for task in tasks:
                self._waiting.append((task, _submit(self._executor, self._play, self._pickled, task)))
                if len(self._waiting) >= _TASKS_AHEAD * self._workers:
                    yield self._next_result()
            while self._waiting:
                yield self._next_result()
        except BrokenExecutor as error:
            raise HockeyError(self._death) from error
        except CancelledError as error:
            raise HockeyError("the executor has cancelled games, so the tournament cannot be finished") from error
        finally:
            for _, future in self._waiting:
                future.cancel()
            self._waiting.clear()

    def _next_result(self) -> tuple[DealResult, ...]:
        result = self._waiting[0][1].result()
        self._waiting.popleft()
        self._has_played = True
        return result

    @property
    def _death(self) -> str:
        """The message for a worker process that has died: who was playing in it, and what to do."""
        tasks = [task for task, _ in self._waiting][: self._workers]
        playing = {name for task in tasks for pair in task.pairs for name in pair}
        suspects = [name for name in self._settings.entrants if name in playing and self._is_suspect(name)]
        more = f" and {len(suspects) - _MAX_NAMED} more" if len(suspects) > _MAX_NAMED else ""
        played = f" that played games of {', '.join(suspects[:_MAX_NAMED])}{more}" if suspects else ""
        advice = ["give players processes of their own with isolate=True or --isolate"] if suspects else []
        if not self._has_played:
            advice.append('start the games of a script under if __name__ == "__main__"')
        shown = f": {', and '.join(advice)}" if advice else ""
        return f"a worker process{played} has died, so the tournament cannot be finished{shown}"

    def _is_suspect(self, name: str) -> bool:
        """Return whether an entrant is foreign code in the process of the game."""
        players = members(self._settings.entrants[name])
        return any(is_foreign_code(player, self._settings.policy) for player in players)


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


def _check_main_script() -> None:
    """Refuse a main script that worker processes would try to import, and cannot.

    Raises:
        HockeyError: If it is not a file, such as a script on stdin.
    """
    file = getattr(sys.modules["__main__"], "__file__", None)
    if file is not None and not Path(file).is_file():
        raise HockeyError(
            f"the players cannot be loaded in a worker process, because the main script, {file}, is not a file: play "
            "with one job"
        )


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
