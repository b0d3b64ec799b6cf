"""Strength of each built-in player compared to the next: ``python benchmarks/strength.py``.

In every variant ``greedy`` meets ``random`` and ``counter`` meets ``greedy`` on the same deals from both sides of the
table. A deal is two games, so an entrant scores 0 to 2 points in it, and 1 on average if both are equally strong. The
table shows the points per deal above 1, with the 99% interval.
"""

from __future__ import annotations

import argparse

from scipy.special import stdtrit

from hockey_cards import variants
from hockey_cards.tournament import Standing, tournament


def beyond(pair: Standing, deals: int) -> tuple[float, float, float]:
    """Return the points per deal above 1 of the second of a pair, with the ends of the 99% interval."""
    middle = 1 - 2 * pair.share
    low, high = (1 - 2 * end for end in reversed(pair.interval))
    wider = float(stdtrit(deals - 1, 0.995) / stdtrit(deals - 1, 0.975))
    return middle, max(-1.0, middle - wider * (middle - low)), min(1.0, middle + wider * (high - middle))


def main() -> None:
    """Play, and print a row per variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", help="keys of variants; all if none is given")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    print(f"{'variant':20}{'greedy over random':>26}{'counter over greedy':>26}")
    for key in asked.variants or variants():
        cells: list[str] = []
        for weaker, stronger in (("random", "greedy"), ("greedy", "counter")):
            players = {weaker: weaker, stronger: stronger}
            pair = tournament(key, players, deals=asked.deals, jobs=asked.jobs).pairs[0]
            middle, low, high = beyond(pair, asked.deals)
            cells.append(f"{middle:+.3f} [{low:+.3f}, {high:+.3f}]")
        print(f"{key:20}" + "".join(f"{cell:>26}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
