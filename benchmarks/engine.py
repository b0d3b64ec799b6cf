"""Time of a play in the engine: ``python benchmarks/engine.py``.

A play is ``legal`` and ``apply`` with fixed packs and choices. The baseline is the construction of a frozen attrs
object of ten fields. Each round measures everything once, so that a noisy moment affects all alike; times are medians
over the rounds. "Frozen constructor" is the same engine, with each state also built by its frozen constructor.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import attrs

import hockey_cards
from hockey_cards import Game, Stacked, Variant
from hockey_cards.pile import PileState


@attrs.frozen
class Ten:
    """The baseline: a frozen object of ten fields."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int


Script = tuple[Any, tuple[int, ...]]


def script(variant: Variant[Any, Any, Any], seed: int) -> Script:
    """Return a start state with fixed packs, and the indices of random moves among the legal ones."""
    rng = Random(seed)
    game: Game[Any, Any, Any] = Game.start(variant, seed=seed)
    chosen: list[int] = []
    while game.legal:
        chosen.append(rng.randrange(len(game.legal)))
        game = game.play(game.legal[chosen[-1]])
    assert game.shoe is not None
    packs = Stacked([game.shoe.pack(period) for period in range(game.state.period + 1)])
    return variant.rules.start(packs), tuple(chosen)


def plays(rules: Any, scripts: list[Script]) -> float:
    """Return the seconds per play without views."""
    legal, apply, count = rules.legal, rules.apply, 0
    begin = time.perf_counter()
    for state, chosen in scripts:
        for place in chosen:
            state = apply(state, legal(state)[place])
        count += len(chosen)
    return (time.perf_counter() - begin) / count


def plain(rules: Any, scripts: list[Script]) -> float:
    """Return the seconds per play if each state is also built by the frozen constructor."""
    legal, apply, count = rules.legal, rules.apply, 0
    begin = time.perf_counter()
    for state, chosen in scripts:
        for place in chosen:
            new = apply(state, legal(state)[place])
            state = PileState(new.setup, new.deal, new.hands, new.ply, new.situation, new.chain, new.goals)
        count += len(chosen)
    return (time.perf_counter() - begin) / count


def views(rules: Any, scripts: list[Script]) -> float:
    """Return the seconds per play with the mover's view."""
    legal, apply, view, seat, count = rules.legal, rules.apply, rules.view, rules.seat, 0
    begin = time.perf_counter()
    for state, chosen in scripts:
        for place in chosen:
            view(state, seat(state))
            state = apply(state, legal(state)[place])
        count += len(chosen)
    return (time.perf_counter() - begin) / count


def events(rules: Any, scripts: list[Script]) -> float:
    """Return the seconds per play with its events."""
    legal, step, count = rules.legal, rules.step, 0
    begin = time.perf_counter()
    for state, chosen in scripts:
        for place in chosen:
            state = step(state, legal(state)[place]).state
        count += len(chosen)
    return (time.perf_counter() - begin) / count


def baseline() -> float:
    """Return the seconds that the construction of the baseline takes."""
    begin = time.perf_counter()
    for _ in range(20_000):
        Ten(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    return (time.perf_counter() - begin) / 20_000


def measures(games: int) -> dict[str, Callable[[], float]]:
    """Return the measurements by name."""
    found: dict[str, Callable[[], float]] = {"attrs.frozen object of ten fields": baseline}
    tasks = {"legal + apply": plays, "with the mover's view": views, "with events": events}
    for key in ("breakaway", "passe", "block", "block-draw", "rink"):
        variant: Variant[Any, Any, Any] = hockey_cards.variant(key)
        scripts = [script(variant, seed) for seed in range(games)]
        for name, task in tasks.items():
            found[f"{key}: {name}"] = partial(task, variant.rules, scripts)
        if key == "breakaway":
            found[f"{key}: legal + apply + frozen constructor"] = partial(plain, variant.rules, scripts)
    return found


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=30)
    asked = parser.parse_args()
    tasks = measures(asked.games)
    seen: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(asked.rounds):
        for name, task in tasks.items():
            seen[name].append(task())
    unit = statistics.median(seen["attrs.frozen object of ten fields"])
    print(f"hockey_cards {hockey_cards.__version__}, Python {platform.python_version()}, {sys.platform}")
    print(f"{'':48} {'us':>7} {'ratio':>6}")
    for name, times in seen.items():
        middle = statistics.median(times)
        print(f"{name:48} {middle * 1e6:7.2f} {middle / unit:6.2f}")


if __name__ == "__main__":
    main()
