"""Executors: in this process, in worker processes, in threads and on a cluster the results are the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import _players
from _commands import HEEDING, HELPERS, start
from _tournaments import SHORT, THREE, tournament
from hockey_cards import HockeyError, StrategyError
from hockey_cards.strategy import Player
from hockey_cards.tournament import KnockOut, Snapshot, Swiss

pytestmark = pytest.mark.slow

EXECUTIONS = ["spawn", "fork", "forkserver", "threads", "dask"]


def _json_of(execution: str) -> str:
    """Play a round robin and a Swiss in a new process, which may fork, and return their JSON."""
    command = [sys.executable, "-W", "error", "_executions.py", execution, "round-robin", "swiss:2"]
    run = subprocess.run(command, cwd=HELPERS, capture_output=True, text=True, check=False, timeout=300)
    assert (0, "") == (run.returncode, run.stderr)
    return run.stdout


@pytest.fixture(name="serial", scope="module")
def fixture_serial() -> str:
    """The JSON of tournaments in a single process."""
    return _json_of("serial")


@pytest.mark.parametrize("execution", EXECUTIONS)
def test_standings_are_the_same_with_any_executor(execution: str, serial: str) -> None:
    """Two worker processes however they start, two threads, and a Dask cluster of two workers."""
    if execution == "dask" and find_spec("distributed") is None:
        pytest.skip("Dask is not installed")
    if execution in ("fork", "forkserver") and sys.platform == "win32":
        pytest.skip("the system knows spawn alone")
    assert serial == _json_of(execution)


class _SerialExecutor(Executor):
    """An executor that plays at once, and counts the tasks."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, call: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        self.tasks += 1
        future: Future[Any] = Future()
        try:
            future.set_result(call(*arguments, **options))
        except Exception as error:  # noqa: BLE001  # as every executor does
            future.set_exception(error)
        return future


@pytest.mark.parametrize("form", [None, Swiss(2), KnockOut(6)])
def test_executor_need_only_implement_submit(form: Any) -> None:
    """The tasks are as large as they should be."""
    executor = _SerialExecutor()
    expected = tournament(SHORT, THREE, deals=120, format=form)
    assert expected == tournament(SHORT, THREE, deals=120, format=form, executor=executor, jobs=2)
    assert 0 < executor.tasks <= -(-expected.games // 100) + 4 * max(1, len(expected.rounds))


def test_executor_stays_open() -> None:
    """It belongs to the caller."""
    with ThreadPoolExecutor(2) as executor:
        one, other = (tournament(SHORT, THREE, deals=30, executor=executor) for _ in range(2))
        assert one == other
        assert 7 == executor.submit(int, "7").result()


def test_failure_in_an_executor_is_raised() -> None:
    """The first deal that fails counts, as in a single process."""
    with ThreadPoolExecutor(2) as executor, pytest.raises(StrategyError, match="bad, in deal 0") as caught:
        tournament("breakaway", {"good": _players.first, "bad": _players.broken}, deals=40, executor=executor, jobs=2)
    with pytest.raises(StrategyError) as alone:
        tournament("breakaway", {"good": _players.first, "bad": _players.broken}, deals=40)
    assert str(alone.value) == str(caught.value)


def test_number_of_submitted_tasks_is_limited() -> None:

    executor, played = _SerialExecutor(), list[int]()
    entrants: dict[str, Player] = {"first": _players.first, "last": _players.last}

    def watch(snapshot: Snapshot) -> None:
        played.append(executor.tasks * 50 - snapshot.deal)

    tournament(SHORT, entrants, deals=1000, executor=executor, jobs=2, watch=watch)
    assert max(played) <= 50 * 3 * 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_worker_processes_end_with_their_parent(sign: int, tmp_path: Path) -> None:
    """Whether it is interrupted or killed, alone and not with its process group."""
    arguments = ["tournament", "breakaway", "--seed", "0", "--deals", "100000", "--jobs", "2"]
    run = start(*arguments, command=HEEDING, start_new_session=True)
    children: list[int] = []
    while len(children) < 3:  # two that play, and one that minds the semaphores
        time.sleep(0.1)
        children = _children(run.pid)
    time.sleep(0.5)
    os.kill(run.pid, sign)
    run.communicate(timeout=60)
    deadline = time.monotonic() + 30
    while any(_is_alive(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert [] == [child for child in children if _is_alive(child)]


def _children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def _is_alive(pid: int) -> bool:
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip() not in ("", "Z", "Z+", "Zs")


def test_death_of_a_worker_process_is_reported() -> None:
    with pytest.raises(HockeyError, match="a worker process that played games of dying, last has died"):
        tournament(SHORT, {"dying": _players.dying, "last": _players.last}, deals=2, jobs=2)
