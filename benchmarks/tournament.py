"""Overhead of a tournament over its games, and the gain of a second process: ``python benchmarks/tournament.py``.

Random players play ``breakaway``. Each round measures everything once, so that a noisy moment affects all alike; times
are medians over the rounds. A bare loop plays the same games with ``play``. One process is measured by processor time,
two by wall-clock time. Everything is imported and played once before it is measured.

Two processes can be twice as fast as one only if two cores are idle. Otherwise the total processor time is the better
measure, including that of the first process and of starting the others: the gain with idle cores is twice the ratio of
one process to two.

Memory is that of all processes together while a long tournament runs in two processes, with shared pages counted once
(the proportional set size, by psutil), where the system reports it.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import hockey_cards
from hockey_cards import Seeded, play, variant
from hockey_cards.strategies import random
from hockey_cards.tournament import fixtures, tournament

GAME = variant("breakaway")
ENTRANTS: dict[str, Any] = {"one": random, "two": random}


def bare(deals: int) -> None:
    """Play the games of the deals without a tournament."""
    for fixture in fixtures(GAME, ENTRANTS, range(deals), 0):
        shoe = Seeded(fixture.seed, GAME.rules.deck)
        play(GAME, [random, random], shoe=shoe, seed=fixture.chance, dealer=fixture.dealer)


def kept(deals: int) -> None:
    """Play a tournament with a store."""
    with tempfile.TemporaryDirectory() as folder:
        tournament(GAME, ENTRANTS, deals=deals, seed=0, store=Path(folder, "store.db"))


def measured(clock: Callable[[], float], call: Callable[[], object]) -> float:
    """Return the seconds that a call takes by a clock."""
    start = clock()
    call()
    return clock() - start


def spent() -> float:
    """Return the processor time of this process and of its ended child processes, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def times(deals: int, rounds: int) -> dict[str, list[float]]:
    """Return the seconds of each way to play, by round."""
    processor, wall = time.process_time, time.perf_counter
    ways: dict[str, tuple[Callable[[], float], Callable[[], object]]] = {
        "play, game by game": (processor, lambda: bare(deals)),
        "tournament": (processor, lambda: tournament(GAME, ENTRANTS, deals=deals, seed=0)),
        "tournament with a store": (processor, lambda: kept(deals)),
        "one process, wall-clock": (wall, lambda: tournament(GAME, ENTRANTS, deals=10 * deals, seed=0)),
        "two processes, wall-clock": (wall, lambda: tournament(GAME, ENTRANTS, deals=10 * deals, seed=0, jobs=2)),
        "one process, processor": (spent, lambda: tournament(GAME, ENTRANTS, deals=10 * deals, seed=0)),
        "two processes, processor": (spent, lambda: tournament(GAME, ENTRANTS, deals=10 * deals, seed=0, jobs=2)),
    }
    tournament(GAME, ENTRANTS, deals=10, jobs=2)
    kept(10)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, (clock, call) in ways.items():
            found[name].append(measured(clock, call))
    return found


def memory(deals: int) -> tuple[float, float]:
    """Return the most mebibytes that a tournament of two processes holds, in its first tenth and in all."""
    psutil: Any = import_module("psutil")  # needed only here

    peaks = [0.0, 0.0]
    done = 0
    over = threading.Event()

    def held(process: Any) -> int:
        try:
            info = process.memory_full_info()
        except psutil.Error:
            return 0
        return int(getattr(info, "pss", info.rss))

    def look() -> None:
        me = psutil.Process(os.getpid())
        while not over.wait(0.2):
            total = sum(held(process) for process in [me, *me.children(recursive=True)]) / 2**20
            peaks[1] = max(peaks[1], total)
            if done < deals // 10:
                peaks[0] = max(peaks[0], total)

    def watch(snapshot: Any) -> None:
        nonlocal done
        done = snapshot.deal

    looking = threading.Thread(target=look)
    looking.start()
    try:
        tournament(GAME, ENTRANTS, deals=deals, jobs=2, watch=watch)
    finally:
        over.set()
        looking.join()
    return peaks[0], peaks[1]


def report(deals: int, rounds: int, long: int) -> None:
    """Measure, and print Markdown tables."""
    print(f"hockey_cards {hockey_cards.__version__}, Python {platform.python_version()}, {platform.platform()}")
    print(f"breakaway, two random players, {os.cpu_count()} cores, {rounds} rounds\n")
    early, most = memory(long)
    found = times(deals, rounds)
    middle = {name: statistics.median(seconds) for name, seconds in found.items()}
    print("| what | deals | seconds, median | least | most |\n|---|---|---|---|---|")
    for name, seconds in found.items():
        count = 10 * deals if "process" in name else deals
        print(f"| {name} | {count:,} | {middle[name]:.3f} | {min(seconds):.3f} | {max(seconds):.3f} |")

    def ratio(one: str, other: str) -> float:
        return statistics.median(a / b for a, b in zip(found[one], found[other], strict=True))

    more = ratio("tournament", "play, game by game") - 1
    stored = ratio("tournament with a store", "play, game by game") - 1
    gain = ratio("one process, wall-clock", "two processes, wall-clock")
    print("\n| target | found |\n|---|---|")
    print(f"| a tournament takes less than 10% longer than its games | {more:+.1%}; with a store {stored:+.1%} |")
    free = 2 * ratio("one process, processor", "two processes, processor")
    print(f"| two processes are 1.7 times as fast as one | {gain:.2f} times; with idle cores {free:.2f} |")
    print(
        f"| {long:,} deals take less than 300 MiB in all processes | {most:.0f} MiB; in the first tenth {early:.0f} |"
    )


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1000, help="deals of a tournament (%(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (%(default)s)")
    parser.add_argument("--long", type=int, default=100_000, help="deals of the tournament for memory (%(default)s)")
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the deals in three rounds, to check that it runs"
    )
    asked = parser.parse_args()
    if asked.quick:
        asked.deals, asked.rounds, asked.long = asked.deals // 10, 3, asked.long // 50
    report(asked.deals, asked.rounds, asked.long)


if __name__ == "__main__":
    main()
