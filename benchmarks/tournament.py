"""What a tournament costs beside its games: ``python benchmarks/tournament.py``.

Random players play ``breakaway``. Each round measures everything once, in turn, so that a noisy moment hits all alike;
the median of the rounds counts. A bare loop plays the same games with ``play``. Time is that of the processor for one
process, and of the clock on the wall for two; nothing is measured before everything has been imported and played once.

Two processes can be twice as fast as one where two cores are free. Where they are not, what counts is the processor's
time in all, that of the first process and the start of the others with it: twice the ratio of one process to two.

Memory is measured while a long tournament runs in two processes: what all processes together hold that no other
process shares with them, and shared pages once (the proportional set size, by psutil), where the system tells it.
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
    """Play the games of the deals, and nothing else."""
    for fixture in fixtures(GAME, ENTRANTS, range(deals), 0):
        shoe = Seeded(fixture.seed, GAME.rules.deck)
        play(GAME, [random, random], shoe=shoe, seed=fixture.chance, dealer=fixture.dealer)


def kept(deals: int) -> None:
    """Play a tournament, and keep its results in a store."""
    with tempfile.TemporaryDirectory() as folder:
        tournament(GAME, ENTRANTS, deals=deals, store=Path(folder, "store.db"))


def measured(clock: Callable[[], float], call: Callable[[], object]) -> float:
    """Return how many seconds a call takes by a clock."""
    start = clock()
    call()
    return clock() - start


def spent() -> float:
    """Return the processor's seconds of this process and of all that it has started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def times(deals: int, rounds: int) -> dict[str, list[float]]:
    """Return the seconds of each way to play, round by round."""
    processor, wall = time.process_time, time.perf_counter
    ways: dict[str, tuple[Callable[[], float], Callable[[], object]]] = {
        "play, game by game": (processor, lambda: bare(deals)),
        "tournament": (processor, lambda: tournament(GAME, ENTRANTS, deals=deals)),
        "tournament with a store": (processor, lambda: kept(deals)),
        "one process, by the wall": (wall, lambda: tournament(GAME, ENTRANTS, deals=10 * deals)),
        "two processes, by the wall": (wall, lambda: tournament(GAME, ENTRANTS, deals=10 * deals, jobs=2)),
        "one process, in all": (spent, lambda: tournament(GAME, ENTRANTS, deals=10 * deals)),
        "two processes, in all": (spent, lambda: tournament(GAME, ENTRANTS, deals=10 * deals, jobs=2)),
    }
    tournament(GAME, ENTRANTS, deals=10, jobs=2)
    kept(10)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, (clock, call) in ways.items():
            found[name].append(measured(clock, call))
    return found


def memory(deals: int) -> tuple[float, float]:
    """Return the most mebibytes that a tournament of two processes holds: in its first tenth, and in all."""
    psutil: Any = import_module("psutil")  # asked for by nothing else here

    peaks = [0.0, 0.0]
    done = 0
    over = threading.Event()

    def held(process: Any) -> int:
        try:
            told = process.memory_full_info()
        except psutil.Error:
            return 0
        return int(getattr(told, "pss", told.rss))

    def look() -> None:
        me = psutil.Process(os.getpid())
        while not over.wait(0.2):
            total = sum(held(process) for process in [me, *me.children(recursive=True)]) / 2**20
            peaks[1] = max(peaks[1], total)
            if done < deals // 10:
                peaks[0] = max(peaks[0], total)

    def watch(moment: Any) -> None:
        nonlocal done
        done = moment.deal

    looking = threading.Thread(target=look)
    looking.start()
    try:
        tournament(GAME, ENTRANTS, deals=deals, jobs=2, watch=watch)
    finally:
        over.set()
        looking.join()
    return peaks[0], peaks[1]


def report(deals: int, rounds: int, long: int) -> None:
    """Measure, and print what was found as tables of Markdown."""
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
    gain = ratio("one process, by the wall", "two processes, by the wall")
    print("\n| target | found |\n|---|---|")
    print(f"| a tournament takes less than 10% more than its games | {more:+.1%}; with a store {stored:+.1%} |")
    free = 2 * ratio("one process, in all", "two processes, in all")
    print(f"| two processes are 1.7 times as fast as one | {gain:.2f} times; with cores of their own {free:.2f} |")
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
        "--quick", action="store_true", help="a tenth of the deals in three rounds, to see that it runs"
    )
    asked = parser.parse_args()
    if asked.quick:
        asked.deals, asked.rounds, asked.long = asked.deals // 10, 3, asked.long // 50
    report(asked.deals, asked.rounds, asked.long)


if __name__ == "__main__":
    main()
