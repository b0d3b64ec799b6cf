"""Tournaments that are killed and resumed have the same standings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import attrs
import pytest

from _commands import COMMAND, HELPERS, start

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")]

PLAYERS = "greedy,_players:chancy,_players:last"
ARGUMENTS = ["tournament", "breakaway", "--house", "packets=8", "--house", "periods=1", "--players", PLAYERS]
DEALS = ["--deals", "400", "--seed", "killed"]


def _finished(*arguments: str) -> bytes:
    """Run a command to the end, and return the JSON.

    Of other output only the commitment to the seed is expected, and a line of progress for each minute.
    """
    run = subprocess.run([*COMMAND, *arguments, "--json", "-"], cwd=HELPERS, capture_output=True, check=False)
    others = [line for line in run.stderr.splitlines() if b" games/s" not in line]
    assert (0, []) == (run.returncode, [line for line in others if not line.startswith(b"commitment ")])
    return run.stdout


@attrs.frozen
class Whole:
    """An uninterrupted tournament: its JSON, and the seconds that it took."""

    json: bytes
    seconds: float


@pytest.fixture(name="whole", scope="module")
def fixture_whole() -> Whole:
    start = time.perf_counter()
    return Whole(_finished(*ARGUMENTS, *DEALS), time.perf_counter() - start)


def _killed(seconds: float, *arguments: str) -> bool:
    """Kill a run with all its processes after some seconds; return whether it was still running."""
    run = start(*arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(seconds)
    going = run.poll() is None
    with suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    return going


def _survives(number: int, path: Path, whole: Whole) -> int:
    """Kill a tournament twice, resume it, and return how many times it was still running."""
    chance, store = Random(number), str(path / "store.db")
    begin = [*ARGUMENTS, *DEALS, "--store", store]
    jobs = ["--jobs", str(1 + number % 2)]
    caught = 0 + _killed(chance.uniform(0.2, 1) * whole.seconds, *begin, *jobs)
    # Killed so early that there is no store, it has to be begun anew; that is the same command.
    caught += _killed(chance.uniform(0.2, 1) * whole.seconds, *begin, *jobs)
    again = ["tournament", "--resume", store] if Path(store).exists() else begin
    assert whole.json == _finished(*again, "--jobs", str(2 - number % 2))
    assert whole.json == _finished("tournament", "--resume", store)
    return caught


@pytest.mark.parametrize("number", [0, 1])
def test_killed_tournament_is_resumed(number: int, tmp_path: Path, whole: Whole) -> None:
    """Killed at two random moments, and resumed with another number of jobs."""
    _survives(number, tmp_path, whole)


@pytest.mark.long
def test_twenty_kills_change_nothing(tmp_path: Path, whole: Whole) -> None:
    """Most of them come in the middle of games."""
    caught = 0
    for number in range(10):
        path = tmp_path / str(number)
        path.mkdir()
        caught += _survives(number, path, whole)
    assert caught > 10, caught
