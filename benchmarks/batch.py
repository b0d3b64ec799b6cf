"""Time per game of batches: ``python benchmarks/batch.py``.

The baseline is a plain loop in C for breakaway, and one for the rink (``loop.c``), compiled by gcc for this machine as
the kernels are. Each round measures everything once, so that a noisy moment affects all alike. Times are medians over
the rounds, and ratios are medians of the ratios within a round. Times are processor time and include the shuffles and
everything else that ``simulate`` does. Threads are compared by wall-clock time, with the best of the rounds, because
other load on the machine slows two threads more than one.
"""

from __future__ import annotations

import argparse
import ctypes
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import hockey_cards
from hockey_cards import pile
from hockey_cards.batch import GOAL, NEXT_SITUATION, PileInput, Player, simulate
from hockey_cards.batch.compiled.jit import numba

FOLDER = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
PILES = tuple(each.key for each in pile.VARIANTS)
COLD = """
import time
start = time.perf_counter()
from hockey_cards.batch import simulate
simulate("breakaway", ["random", "random"], 1_000_000)
print(time.perf_counter() - start, time.process_time())
print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
"""

Task = Callable[[], object]


def own_player(rulings: Any, card: int, inputs: PileInput) -> int:
    """A user's player: score if possible, else leave the other side no claim."""
    ruling = rulings[inputs.situation | card >> 2]
    return int(2 * (ruling & GOAL) - ((ruling & NEXT_SITUATION) >> 8 == 1))


def yardsticks() -> ctypes.CDLL:
    """Compile and load the loops in C."""
    library = Path(tempfile.mkdtemp()) / "loop.so"
    subprocess.run(["gcc", *FLAGS, str(FOLDER / "loop.c"), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def seconds(task: Task, clock: Callable[[], float]) -> float:
    """Return the seconds that a task takes."""
    begin = clock()
    task()
    return clock() - begin


def measured(
    tasks: dict[str, Task], rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[str, list[float]]:
    """Run all tasks in turn for a number of rounds, after one run of each that compiles what it needs."""
    for task in tasks.values():
        task()
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            found[name].append(seconds(task, clock))
    return found


def batch(key: str, games: int, first: Player = "random", second: Player = "random", threads: int = 1) -> Task:
    """Return a task that plays a batch."""
    return lambda: simulate(key, [first, second], games, threads=threads)


def report(found: dict[str, list[float]], games: int, unit: Callable[[str], str]) -> None:
    """Print a table."""
    print(f"{'':44} {'us a game':>9} {'ratio':>6}")
    for name, times in found.items():
        ratio = median(time / other for time, other in zip(times, found[unit(name)], strict=True))
        print(f"{name:44} {median(times) / games * 1e6:9.3f} {ratio:6.2f}")


def kernels(games: int, rounds: int) -> None:
    """Compare every variant with random players to the loops in C."""
    loops = yardsticks()
    tasks: dict[str, Task] = {
        "breakaway in C": lambda: loops.breakaway(ctypes.c_long(games)),
        "rink in C": lambda: loops.rink(ctypes.c_long(games)),
    }
    tasks |= {key: batch(key, games) for key in (*PILES, "rink")}
    found = measured(tasks, rounds)
    report(found, games, lambda name: "rink in C" if name.startswith("rink") else "breakaway in C")


def players(games: int, rounds: int) -> None:
    """Compare other players to random ones."""
    tasks = {"breakaway": batch("breakaway", games)}
    for name, player in (("greedy", "greedy"), ("a user's function", own_player), ("counter", "counter")):
        tasks[f"breakaway, {name} on both sides"] = batch("breakaway", games, player, player)
    report(measured(tasks, rounds), games, lambda name: "breakaway")


def threads(games: int, rounds: int) -> None:
    """Compare two threads to one by wall-clock time."""
    tasks = {f"breakaway on {count} thread(s)": batch("breakaway", games, threads=count) for count in (1, 2)}
    best = {name: [min(times)] for name, times in measured(tasks, rounds, time.perf_counter).items()}
    report(best, games, lambda name: "breakaway on 1 thread(s)")


def scale(most: int) -> None:
    """Play from a thousand games up, each time ten times as many; from ten million on in parts."""
    print(f"{'games':>12} {'us a game':>9}")
    for power in range(3, most + 1):
        games = 10**power
        part = min(games, 10**7)
        begin = time.process_time()
        for first in range(0, games, part):
            simulate("breakaway", ["random", "random"], part, first=first)
        print(f"{games:12} {(time.process_time() - begin) / games * 1e6:9.3f}")


def cold() -> None:
    """Play a million games in a new process, and report the memory that Linux counts."""
    run = subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True)
    clock, processor, memory = map(float, run.stdout.split())
    print(f"a new process, a million games: {clock:.2f} s wall-clock, {processor:.2f} s of processor time, ", end="")
    print(f"{memory / 1024:.0f} MB")


def main() -> None:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument(
        "--scale", type=int, default=7, help="the greatest number of games as a power of ten; 8 takes a minute"
    )
    tables: dict[str, Callable[[], None]] = {
        "kernels": lambda: kernels(asked.games, asked.rounds),
        "players": lambda: players(asked.games // 10, asked.rounds),
        "threads": lambda: threads(asked.games // 4, 20 * asked.rounds),
        "scale": lambda: scale(asked.scale),
        "cold": cold,
    }
    parser.add_argument(
        "--only", action="append", choices=tables, help="a table to print, may be repeated; default all"
    )
    asked = parser.parse_args()
    print(f"hockey_cards {hockey_cards.__version__}, Python {platform.python_version()}, numba {numba.__version__}")
    for name in asked.only or tables:
        tables[name]()


if __name__ == "__main__":
    main()
