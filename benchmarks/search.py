"""Strength of ``exact`` and ``searcher``: ``python benchmarks/search.py``.

Each meets a weaker player on the same deals from both sides of the table. The table shows its share of the points, in
percent, with the 95% interval, and the number of deals. The whole takes hours: ``--part 0.1`` plays a tenth of the
deals, and naming variants plays only their rows.
"""

from __future__ import annotations

import argparse

from hockey_cards.search import searcher
from hockey_cards.tournament import tournament

ROWS = (
    ("breakaway", "exact", "counter", 2000),
    ("breakaway", "searcher", "counter", 1000),
    ("breakaway", "searcher", "greedy", 400),
    ("breakaway-original", "searcher", "counter", 200),
    ("shots", "searcher", "counter", 200),
    ("team-breakaway", "searcher:200", "counter", 200),
    ("passe", "searcher:200", "counter", 200),
    ("rumble", "searcher:200", "counter", 200),
    ("saves", "searcher:200", "counter", 200),
    ("block", "searcher:200", "counter", 200),
    ("block-extra", "searcher:200", "counter", 200),
    ("block-eights", "searcher:200", "counter", 200),
    ("block-reverse", "searcher:200", "counter", 200),
    ("block-draw", "searcher:200", "counter", 200),
)
"""The variant, the two players and the number of deals."""


def main() -> None:
    """Play, and print a row per meeting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", help="keys of variants; all if none is given")
    parser.add_argument("--against", help="the only opponent to meet; all of the table if none is given")
    parser.add_argument("--part", type=float, default=1.0, help="the share of the deals to play")
    parser.add_argument("--seed", default="search")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    searcher().warm()
    print(f"{'variant':20}{'player':14}{'against':10}{'share of points':>20}{'deals':>8}", flush=True)
    for key, player, other, number in ROWS:
        if (asked.variants and key not in asked.variants) or asked.against not in (None, other):
            continue
        deals = max(round(number * asked.part), 10)
        pair = tournament(key, {player: player, other: other}, deals=deals, seed=asked.seed, jobs=asked.jobs).pairs[0]
        low, high = pair.interval
        share = f"{100 * pair.share:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
        print(f"{key:20}{player:14}{other:10}{share:>20}{deals:>8}", flush=True)


if __name__ == "__main__":
    main()
