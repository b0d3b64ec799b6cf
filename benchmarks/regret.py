"""Regret of the searcher: ``python benchmarks/regret.py``, to be run before and after a change of the search.

Positions are taken from games of ``counter`` against ``greedy``, the same ones in every run. In each the searcher
chooses a card. A judge then plays all cards out in ten times as many worlds, drawn by another seed: the regret is by
how much the card that it finds best is better, in goals and in hundredths of a game. The table shows the means with
their standard errors. Part of the regret is the judge's own error, which is the same before and after.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from hockey_cards import derive, play, variant
from hockey_cards.search import searcher
from hockey_cards.search.pile import PilePlayer, worths
from hockey_cards.strategies.last_packet import is_solvable


def positions(key: str, number: int) -> list[Any]:
    """Return views with a choice between two ranks or more, three from each game."""
    found: list[Any] = []
    game = 0
    while len(found) < number:
        turns = play(key, ["counter", "greedy"][:: 1 - 2 * (game % 2)], seed=f"regret-{game}").turns
        views: list[Any] = [turn.before.rules.view(turn.before, turn.seat) for turn in turns]
        open_ones = [view for view in views if len({card.rank for card in view.legal}) > 1 and not is_solvable(view)]
        found += Random(game).sample(open_ones, 3)
        game += 1
    return found[:number]


def player(worlds: int, label: str, number: int) -> PilePlayer:
    """Return a searching player with a seed of its own."""
    return PilePlayer(searcher(worlds), Random(int.from_bytes(derive("regret", label, number), "big")))


def shown(values: list[float], scale: float) -> str:
    """Return a mean and its standard error."""
    return f"{scale * fmean(values):8.3f} ± {scale * stdev(values) / sqrt(len(values)):.3f}"


def main() -> None:
    """Judge, and print a row per variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", default=["breakaway"], help="keys of variants of the pile family")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--worlds", type=int, default=1000)
    asked = parser.parse_args()
    searcher().warm()
    print(f"{'variant':20}{'goals':>18}{'games / 100':>20}{'ms a move':>12}")
    for key in asked.variants:
        goals, games, seconds = list[float](), list[float](), 0.0
        for number, view in enumerate(positions(variant(key).key, asked.positions)):
            chooser, judge = player(asked.worlds, "chooser", number), player(10 * asked.worlds, "judge", number)
            start = process_time()
            chosen = chooser(view)
            seconds += process_time() - start
            playouts = judge.playouts(view)
            moves = {card.rank: card for card in view.legal}
            leads = {rank: playouts.leads(move, 10 * asked.worlds) for rank, move in moves.items()}
            means = {rank: float(found.mean()) for rank, found in leads.items()}
            worth = worths(view, {moves[rank]: found for rank, found in leads.items()})
            goals.append(max(means.values()) - means[chosen.rank])
            games.append(max(worth.values()) - worth[moves[chosen.rank]])
        row = f"{shown(goals, 1):>18}{shown(games, 100):>20}{1000 * seconds / asked.positions:>12.1f}"
        print(f"{key:20}{row}", flush=True)


if __name__ == "__main__":
    main()
