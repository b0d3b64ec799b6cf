"""Cost of a process of its own for a Python player: ``python benchmarks/isolation.py``.

The same games of ``breakaway`` are played by two players in this process, and by the same players in processes of their
own, which have loaded the players before. What a move costs more is the difference of the two times, divided by the
number of moves. It includes the forks of each game, which are given on their own too: they are almost all that a game
of two moves takes. Each round measures everything once, so that a noisy moment affects all alike; times are medians
over the rounds. A view is read in the middle of a game; its times are the least of many repeats.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
import timeit
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import hockey_cards
from hockey_cards import Game, Seeded, Variant, View, read_view, variant
from hockey_cards.process.server import own_view_reader
from hockey_cards.tournament import Policy, fixtures
from hockey_cards.tournament.playing.player_pool import PlayerPool

GAME = variant("breakaway")
SHORT = GAME.house(periods=1, ranks="J", suits="♣♠", packets=[1], overtime="none")
"""A game of two moves."""

SEED = Seeded("0").seed

READ, READ_OWN = "reading of a view", "reading of a view by a player's own process"
MORE = "a move of an isolated player, beyond one in this process"


def first(view: View) -> Any:
    """Play the first legal card."""
    return view.legal[0]


def last(view: View) -> Any:
    """Play the last legal card."""
    return view.legal[-1]


PLAYERS: dict[str, Any] = {"first": first, "last": last}


def play(pool: PlayerPool, game: Variant[Any, Any, Any], deals: int) -> tuple[float, int]:
    """Return the seconds that two games of each deal take, and the number of moves in them."""
    moves = 0
    start = time.perf_counter()
    for fixture in fixtures(game, PLAYERS, range(deals), SEED):
        moves += len(pool.play(fixture, Seeded(fixture.seed, game.rules.deck)).game.moves)
    return time.perf_counter() - start, moves


def least(call: Callable[[], object]) -> float:
    """Return the microseconds of a call."""
    return min(timeit.repeat(call, number=5, repeat=400)) / 5 * 1e6


def view_in_the_middle() -> View:
    """Return the view of the seat to move in the middle of the second of three periods."""
    game: Game[Any, Any, Any] = Game.start(GAME, seed=1)
    while game.state.period < 1 or len(game.state.plays) < len(game.variant.rules.deck) // 2:
        game = game.play(game.legal[len(game.moves) % len(game.legal)])
    view: View = game.view(game.seat)
    return view


def measure(deals: int, rounds: int) -> dict[str, list[float]]:
    """Return microseconds by what was measured, one number for each round."""
    view = view_in_the_middle()
    text, read_own = view.to_json(), own_view_reader(view.rules)
    assert view == read_view(text) == read_own(text)
    found: dict[str, list[float]] = {}
    with ExitStack() as stack:
        pools: list[tuple[Variant[Any, Any, Any], PlayerPool]] = []
        for game in (GAME, SHORT):
            for isolate in (False, True):
                pool = stack.enter_context(PlayerPool(game, PLAYERS, Policy(isolate=isolate)))
                pool.load()
                play(pool, game, 1)
                pools.append((game, pool))
        for _ in range(rounds):
            (local, moves), (isolated, _), (short, _), (forked, _) = (play(pool, game, deals) for game, pool in pools)
            times = {
                "a move in this process": local / moves * 1e6,
                "a move of an isolated player": isolated / moves * 1e6,
                MORE: (isolated - local) / moves * 1e6,
                "of that, two forks a game": (forked - short) / moves * 1e6,
                "two forks": (forked - short) / deals / 2 * 1e6,
                "writing of a view": least(view.to_json),
                READ: least(lambda: read_view(text)),
                READ_OWN: least(lambda: read_own(text)),
            }
            for name, value in times.items():
                found.setdefault(name, []).append(value)
    return found


def report(deals: int, rounds: int) -> None:
    """Measure, and print Markdown tables."""
    print(f"hockey_cards {hockey_cards.__version__}, Python {platform.python_version()}, {platform.platform()}")
    print(f"breakaway, {os.cpu_count()} cores, {rounds} rounds of {2 * deals} games\n")
    found = measure(deals, rounds)
    middle = {name: statistics.median(values) for name, values in found.items()}
    print("| what | us, median | least | most |\n|---|---|---|---|")
    for name, values in found.items():
        print(f"| {name} | {middle[name]:.0f} | {min(values):.0f} | {max(values):.0f} |")
    print("\n| target | found |\n|---|---|")
    print(f"| a view is read in at most 250 us | {middle[READ]:.0f} us |")
    print(f"| a player's own process reads it in at most 80 us | {middle[READ_OWN]:.0f} us |")
    print(
        f"| a move of an isolated player takes at most 300 us more than one in this process | {middle[MORE]:.0f} us |"
    )


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20, help="deals of a round (%(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (%(default)s)")
    asked = parser.parse_args()
    report(asked.deals, asked.rounds)


if __name__ == "__main__":
    main()
