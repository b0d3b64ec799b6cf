"""Comparison of the library with its peers: ``python benchmarks/peers``.

Each round measures everything once in a new order, so that a noisy moment, or what a peer leaves in the caches, affects
all alike; times are medians over the rounds. A peer that is not installed is left out, and the report says so.
"""

from __future__ import annotations

import argparse
import gc
import sys
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final

from measures import Task, Timed, tried
from report import as_json, markdown
from results import Results, row

PEERS: Final = {
    "OpenSpiel": ("pyspiel", "spiel", "tasks"),
    "RLCard": ("rlcard", "steppers", "rlcard_tasks"),
    "PettingZoo": ("pettingzoo", "steppers", "pettingzoo_tasks"),
    "pokerkit": ("pokerkit", "steppers", "pokerkit_tasks"),
    "python-chess": ("chess", "steppers", "chess_tasks"),
    "Pgx": ("pgx", "pgx_games", "tasks"),
}
"""The peers: the module of each, and the file here and its function that measure it."""


def tasks(notes: list[str]) -> list[Task]:
    """Return all tasks; code that is compiled is compiled now."""
    found: list[Task] = import_module("ours").tasks(notes)
    for name, (package, file, function) in PEERS.items():
        say(name)
        if find_spec(package) is None:
            notes.append(f"{name} is not installed and was left out.")
        else:
            found += tried(notes, name, partial(loaded, file, function, notes))
    return found


def loaded(file: str, function: str, notes: list[str]) -> list[Task]:
    """Return the tasks of a peer, which is imported only now."""
    found: list[Task] = getattr(import_module(file), function)(notes)
    return found


def measured(found: list[Task], rounds: int) -> Results:
    """Measure everything once per round."""
    times: list[list[Timed]] = [[] for _ in found]
    gc.collect()
    gc.freeze()  # otherwise a collection during one task would traverse the objects of all others
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for place in Random(number).sample(range(len(found)), len(found)):
            times[place].append(found[place].run())
    return Results(tuple(map(row, found, times)))


def say(text: str) -> None:
    """Show progress on stderr."""
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, and print a report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to a file")
    asked = parser.parse_args()
    notes: list[str] = []
    results = measured(tasks(notes), asked.rounds)
    print(markdown(results, asked.rounds, notes))
    if asked.json:
        asked.json.write_text(as_json(results, asked.rounds, notes), "utf-8")


if __name__ == "__main__":
    main()
