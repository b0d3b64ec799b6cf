"""Where the games are played changes nothing: here, in processes of any kind, in threads, on a cluster."""

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
from _tournaments import SHORT, THREE
from hockey_cards import HockeyError, StrategyError
from hockey_cards.strategy import Player
from hockey_cards.tournament import KnockOut, Snapshot, Swiss, tournament

pytestmark = pytest.mark.slow

WAYS = ["spawn", "fork", "forkserver", "threads", "dask"]


def _told(way: str) -> str:
    """Play in a process of its own, so that it may fork, and return the JSON of a round robin and of a Swiss."""
    command = [sys.executable, "-W", "error", "_executions.py", way, "round-robin", "swiss:2"]
    run = subprocess.run(command, cwd=HELPERS, capture_output=True, text=True, check=False, timeout=300)
    assert (0, "") == (run.returncode, run.stderr)
    return run.stdout


@pytest.fixture(name="here", scope="module")
def fixture_here() -> str:
    """What comes of playing one game after another."""
    return _told("serial")


@pytest.mark.parametrize("way", WAYS)
def test_any_executor_gives_the_same(way: str, here: str) -> None:
    """Two processes however they start, two threads, a Dask cluster of two workers: the same JSON, to the byte."""
    if way == "dask" and find_spec("distributed") is None:
        pytest.skip("Dask is not installed")
    if way in ("fork", "forkserver") and sys.platform == "win32":
        pytest.skip("the system knows spawn alone")
    assert here == _told(way)


class _Here(Executor):
    """An executor that plays at once, and remembers how many tasks there were."""

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
def test_an_executor_need_only_submit(form: Any) -> None:
    """Whatever has the interface will do; the tasks are as large as they should be."""
    executor = _Here()
    expected = tournament(SHORT, THREE, deals=120, format=form)
    assert expected == tournament(SHORT, THREE, deals=120, format=form, executor=executor, jobs=2)
    assert 0 < executor.tasks <= -(-expected.games // 100) + 4 * max(1, len(expected.rounds))


def test_an_executor_stays_open() -> None:
    """It belongs to the caller: a second tournament, and anything else, can use it."""
    with ThreadPoolExecutor(2) as executor:
        one, other = (tournament(SHORT, THREE, deals=30, executor=executor) for _ in range(2))
        assert one == other
        assert 7 == executor.submit(int, "7").result()


def test_what_fails_in_an_executor_is_told() -> None:
    """The first deal that fails counts, as it does here."""
    with ThreadPoolExecutor(2) as executor, pytest.raises(StrategyError, match="bad, in deal 0") as caught:
        tournament("breakaway", {"good": _players.first, "bad": _players.broken}, deals=40, executor=executor, jobs=2)
    with pytest.raises(StrategyError) as alone:
        tournament("breakaway", {"good": _players.first, "bad": _players.broken}, deals=40)
    assert str(alone.value) == str(caught.value)


def test_only_so_many_tasks_are_under_way() -> None:
    """However many deals there are, the executor is not flooded with them."""

    executor, played = _Here(), list[int]()
    entrants: dict[str, Player] = {"first": _players.first, "last": _players.last}

    def watch(snapshot: Snapshot) -> None:
        played.append(executor.tasks * 50 - snapshot.deal)

    tournament(SHORT, entrants, deals=1000, executor=executor, jobs=2, watch=watch)
    assert max(played) <= 50 * 3 * 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_first(sign: int, tmp_path: Path) -> None:
    """Whether it is interrupted or killed, alone and not with its group, those that play for it end too."""
    arguments = ["tournament", "breakaway", "--deals", "100000", "--jobs", "2"]
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


def test_a_process_that_dies_is_reported() -> None:
    """A player that takes its process down is no reason to wait for ever."""
    with pytest.raises(HockeyError, match="a worker process has died"):
        tournament(SHORT, {"dying": _players.dying, "last": _players.last}, deals=2, jobs=2)
