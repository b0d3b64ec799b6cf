"""Speed of a fast tournament compared to one in the engine: ``python benchmarks/fast_tournament.py``.

Each round plays everything once, in one process, with the same entrants. Games per second are medians over the rounds,
and the ratio is the median of the ratios within a round; both use processor time. "Games alone" are the same games
played by the kernel without a tournament. Two threads are compared to one by wall-clock time, with the best of the
rounds, because other load on the machine slows two threads more than one.
"""

from __future__ import annotations

import argparse
import platform
import time
from statistics import median

import hockey_cards
from hockey_cards import tournament
from hockey_cards.batch import simulate
from hockey_cards.batch import tournament as fast_tournament

ENTRANTS = (("random", "greedy"), ("random", "greedy", "counter"))


def speed(name: str, entrants: tuple[str, ...], deals: int) -> tuple[float, float]:
    """Return the games per second of one way to play, by processor time and by wall-clock time."""
    named = {entrant: entrant for entrant in entrants}
    processor, clock = time.process_time(), time.perf_counter()
    if name == "engine":
        games = tournament.tournament("breakaway", named, deals=deals, seed=0).games
    elif name == "games alone":
        games = _alone(entrants, deals)
    else:
        threads = 2 if name == "two threads" else 1
        games = fast_tournament("breakaway", named, deals=deals, seed=0, threads=threads).games
    return games / (time.process_time() - processor), games / (time.perf_counter() - clock)


def _alone(entrants: tuple[str, ...], deals: int) -> int:
    """Play the games of the same number of deals of each pair without a tournament; return how many there are."""
    pairs = [(one, other) for one in entrants for other in entrants if one != other]
    return sum(len(simulate("breakaway", pair, deals)) for pair in pairs)


def measured(entrants: tuple[str, ...], deals: int, rounds: int) -> str:
    """Measure a tournament of some entrants, and return its row of the table."""
    amounts = {"engine": deals}
    for name in ("fast", "games alone", "two threads"):
        amounts[name] = deals * (100 if "counter" in entrants else 2000)
    for name in amounts:
        speed(name, entrants, 2)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in amounts}
    for _ in range(rounds):
        for name, amount in amounts.items():
            found[name].append(speed(name, entrants, amount))
    engine, fast, alone, _ = ([processor for processor, _ in each] for each in found.values())
    ratio = median(mine / other for mine, other in zip(fast, engine, strict=True))
    threads = max(clock for _, clock in found["two threads"]) / max(clock for _, clock in found["fast"])
    numbers = f"{median(engine):8.0f} {median(fast):9.0f} {ratio:6.0f} {median(alone):12.0f} {threads:12.2f}"
    return f"{', '.join(entrants):28} {numbers}"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--deals", type=int, default=20, help="deals in the engine; a hundred or more times as many fast"
    )
    asked = parser.parse_args()
    print(f"hockey_cards {hockey_cards.__version__}, Python {platform.python_version()}")
    heading = f"{'engine':>8} {'fast':>9} {'ratio':>6} {'games alone':>12} {'two threads':>12}"
    print(f"{'games a second, breakaway':28} {heading}")
    for entrants in ENTRANTS:
        print(measured(entrants, asked.deals, asked.rounds))


if __name__ == "__main__":
    main()
