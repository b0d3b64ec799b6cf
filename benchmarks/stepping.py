"""Time per game of the steps of a table: ``python benchmarks/stepping.py``.

All moves are random. The baseline is the engine, which plays one game at a time in Python without views; it is also
measured with the view of each mover, and with the observation made from that view. At a table numpy chooses among the
legal moves of all games at once; that time is reported separately, because a learner's network would take its place.
Each round measures everything once. Times are medians over the rounds, and ratios are medians of the ratios within a
round: the time of the engine divided by that of step and choice together, and the time of the engine with views divided
by that of the step alone. Times are processor time. Threads are compared by the wall-clock time of the steps alone,
with the best of the rounds, because other load on the machine slows two threads more than one.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import numpy as np

import hockey_cards
from hockey_cards import Seeded, variant
from hockey_cards.batch import Table, TimeStep, observe
from hockey_cards.batch.compiled.jit import numba

GAMES = ("breakaway", "block-eights", "block-draw", "rink")
SIZES = (16, 256, 4096, 65536)

Clock = Callable[[], float]
Task = Callable[[], tuple[float, float]]
"""Plays, and returns the seconds per move: of everything, and of the choice of moves at a table."""


def engine(key: str, moves: int, show: Callable[[Any], object] | None, clock: Clock) -> Task:
    """Return a task that plays one game after another in the engine."""
    rules: Any = variant(key).rules

    def task() -> tuple[float, float]:
        rng, begin = Random(1), clock()
        seed, state = 1, rules.start(Seeded(1, rules.deck))
        for _ in range(moves):
            legal = rules.legal(state)
            if not legal:
                seed += 1
                state = rules.start(Seeded(seed, rules.deck))
                legal = rules.legal(state)
            if show is not None:
                show(rules.view(state, rules.seat(state)))
            state = rules.apply(state, legal[int(rng.random() * len(legal))])
        return (clock() - begin) / moves, 0.0

    return task


def random_moves(step: TimeStep, rng: np.random.Generator) -> Any:
    """Choose a legal move for each game."""
    return (rng.random(step.mask.shape, np.float32) + step.mask).argmax(axis=1)


def table(key: str, games: int, moves: int, clock: Clock, threads: int = 1) -> Task:
    """Return a task that plays games in lockstep."""
    played, rng = Table(key, games, threads=threads), np.random.default_rng(1)
    steps = max(moves // games, 10)

    def task() -> tuple[float, float]:
        choices, step, begin = 0.0, played.reset(), clock()
        for _ in range(steps):
            before = clock()
            choice = random_moves(step, rng)
            choices += clock() - before
            step = played.step(choice)
        return (clock() - begin) / (games * steps), choices / (games * steps)

    return task


def report(key: str, found: dict[str, list[tuple[float, float]]]) -> None:
    """Print a table."""
    print(f"\n{key:38} {'ns: step':>9} {'choice':>7} {'moves a second':>15} {'ratio':>7} {'step alone':>11}")
    for name, rounds in found.items():
        whole, choice = (median(times) for times in zip(*rounds, strict=True))
        ratio = median(engine[0] / own[0] for engine, own in zip(found["engine"], rounds, strict=True))
        alone = median(
            engine[0] / (own[0] - own[1]) for engine, own in zip(found["engine with views"], rounds, strict=True)
        )
        print(
            f"{name:38} {(whole - choice) * 1e9:9.0f} {choice * 1e9:7.0f} {1 / whole:15,.0f} {ratio:7.2f} {alone:11.2f}"
        )


def tasks_of(key: str, moves: int) -> dict[str, Task]:
    """Return the tasks that play a game."""
    shows: dict[str, Callable[[Any], object] | None] = {
        "engine": None,
        "engine with views": lambda view: view,
        "engine with views and observations": observe,
    }
    engines = {name: engine(key, moves // 20, show, time.process_time) for name, show in shows.items()}
    return engines | {f"table of {games}": table(key, games, moves, time.process_time) for games in SIZES}


def threads(key: str, moves: int, rounds: int) -> None:
    """Compare two threads to one."""
    found = measured(
        {f"{count}": table(key, SIZES[-1], moves, time.perf_counter, threads=count) for count in (1, 2)}, rounds
    )
    one, two = (min(whole - choice for whole, choice in times) for times in found.values())
    print(
        f"\n{key}, {SIZES[-1]} games: {one * 1e9:.0f} ns a step on one thread, {two * 1e9:.0f} on two: {one / two:.2f}"
    )


def measured(tasks: dict[str, Task], rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Run all tasks in turn for a number of rounds, after one that does not count."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in tasks}
    for turn in range(rounds + 1):
        for name, task in tasks.items():
            times = task()
            if turn:
                found[name].append(times)
    return found


def main() -> None:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--moves", type=int, default=400_000, help="moves that a table makes in a round")
    asked = parser.parse_args()
    versions = f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}"
    print(f"hockey_cards {hockey_cards.__version__}, {versions}, {os.cpu_count()} processors")
    for key in GAMES:
        report(key, measured(tasks_of(key, asked.moves), asked.rounds))
    threads(GAMES[0], asked.moves, 3 * asked.rounds)


if __name__ == "__main__":
    main()
