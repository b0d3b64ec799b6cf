"""The library beside its peers, in one run: ``python benchmarks/peers``.

Each round measures everything once, in a new order, so that a noisy moment, or what a peer leaves behind in the caches,
hits all alike; the median of the rounds counts. A peer that is not installed is left out, and the report says so.
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

from measures import Timed, Way, tried
from report import as_json, markdown
from results import Results, row

PEERS: Final = {
    "OpenSpiel": ("pyspiel", "spiel", "ways"),
    "RLCard": ("rlcard", "steppers", "rlcard_ways"),
    "PettingZoo": ("pettingzoo", "steppers", "pettingzoo_ways"),
    "pokerkit": ("pokerkit", "steppers", "pokerkit_ways"),
    "python-chess": ("chess", "steppers", "chess_ways"),
    "Pgx": ("pgx", "pgx_games", "ways"),
}
"""The peers: what each is imported as; the file and its function that know how to play with it."""


def ways(notes: list[str]) -> list[Way]:
    """Get everything ready to be measured; what is compiled, is compiled now."""
    found: list[Way] = import_module("ours").ways(notes)
    for name, (package, file, function) in PEERS.items():
        say(name)
        if find_spec(package) is None:
            notes.append(f"{name} is not installed, and was left out.")
        else:
            found += tried(notes, name, partial(loaded, file, function, notes))
    return found


def loaded(file: str, function: str, notes: list[str]) -> list[Way]:
    """Return the ways of a peer, which is imported only now."""
    found: list[Way] = getattr(import_module(file), function)(notes)
    return found


def measured(found: list[Way], rounds: int) -> Results:
    """Measure everything once a round."""
    times: list[list[Timed]] = [[] for _ in found]
    gc.collect()
    gc.freeze()  # else each collection in one library would pay for the objects of all the others
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for place in Random(number).sample(range(len(found)), len(found)):
            times[place].append(found[place].run())
    return Results(tuple(map(row, found, times)))


def say(text: str) -> None:
    """Show how far the run has come, apart from its output."""
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, and print a report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers to a file too")
    asked = parser.parse_args()
    notes: list[str] = []
    results = measured(ways(notes), asked.rounds)
    print(markdown(results, asked.rounds, notes))
    if asked.json:
        asked.json.write_text(as_json(results, asked.rounds, notes), "utf-8")


if __name__ == "__main__":
    main()
