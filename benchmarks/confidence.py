"""Calibration of a tournament's statistics: ``python benchmarks/confidence.py``.

Players of known strength are simulated, with draws, and with games of a deal that share their cards. Over many
tournaments this counts how often the 95% intervals of points, goals and ratings contain the true value, and how often
the sequential test errs. Then the engine plays, to measure the gain of duplicate deals.

A deal is two games. In each the first player's lead is its advantage in Elo points, plus the effect of the cards on the
seat (which changes sides with the seats), plus the effect of the cards on each player (which does not), plus the chance
of the game.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from hockey_cards import Seeded, derive, play, variant
from hockey_cards.strategies import strategy
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.statistics.intervals import Comparison, compare, quantile, share_interval
from hockey_cards.tournament.statistics.ratings import ratings
from hockey_cards.tournament.statistics.sprt import Sprt, SprtVerdict
from hockey_cards.tournament.tally import GameResult, Products, RunningTally, Tally

Floats = NDArray[np.float64]

DRAW = 60
"""A game is drawn if the lead is at most this many Elo points."""

GOAL = 120
"""The Elo points that a goal stands for."""

MANY = 2_000_000
"""The number of deals that the true values are taken from, enough for a negligible error."""


@attrs.frozen
class Model:
    """The effects of the cards, as standard deviations in Elo points: on the seat, and on each player."""

    seat: float
    suit: float


MODELS = {
    "independent games": Model(0, 0),
    "cards of the seat": Model(250, 0),
    "cards that suit a player": Model(100, 300),
}

FEW = (2, 3, 5, 10, 30)
"""Numbers of deals that are too few for their spread to be known."""


def leads(rng: np.random.Generator, model: Model, elo: float, suits: Floats) -> Floats:
    """Return the leads of a pair in Elo points, with a row per deal and a column per game."""
    seat = rng.normal(0, model.seat, len(suits))[:, None] * np.array([1, -1])
    lead: Floats = elo + seat + suits[:, None] + rng.logistic(0, 400 / math.log(10), (len(suits), 2))
    return lead


def tallied(lead: Floats) -> Tally:
    """Return the tally of a pair from its leads; a game is won by at least one goal."""
    halves = 1 + (lead > DRAW).astype(int) - (lead < -DRAW)
    goals = np.where(halves == 1, 0, np.sign(lead) * (1 + np.abs(lead) // GOAL)).astype(int)
    wins, draws = int((halves == 2).sum()), int((halves == 1).sum())
    return Tally(
        wins=wins,
        draws=draws,
        losses=halves.size - wins - draws,
        goals_for=int(goals[goals > 0].sum()),
        goals_against=-int(goals[goals < 0].sum()),
        goal_squares=int((goals.sum(axis=1) ** 2).sum()),
        game_goal_squares=int((goals**2).sum()),
        outcomes=tuple(np.bincount(halves.sum(axis=1), minlength=5).tolist()),
    )


def pair(rng: np.random.Generator, model: Model, elo: float, deals: int) -> Tally:
    """Play some deals between two players, of which the first is stronger by some Elo points."""
    return tallied(leads(rng, model, elo, rng.normal(0, model.suit * math.sqrt(2), deals)))


def table(
    rng: np.random.Generator, model: Model, elos: dict[str, float], deals: int
) -> tuple[dict[Pair, Tally], Products, dict[str, Tally]]:
    """Play a round robin in which a deal has the same effect on an entrant against all others.

    Returns:
        The tallies of the pairs, the products, and the points of each entrant against all others as its tally.
    """
    suits = {name: rng.normal(0, model.suit, deals) for name in elos}
    made = {name: np.zeros(deals, dtype=int) for name in elos}
    pairs: dict[Pair, Tally] = {}
    for one, other in combinations(elos, 2):
        lead = leads(rng, model, elos[one] - elos[other], suits[one] - suits[other])
        halves = (1 + (lead > DRAW).astype(int) - (lead < -DRAW)).sum(axis=1)
        made[one] += halves
        made[other] += 4 - halves
        pairs[one, other] = tallied(lead)
    columns = np.stack(list(made.values()))
    totals = {name: scored(halves, 2 * len(elos) - 2) for name, halves in made.items()}
    return pairs, Products(tuple(map(tuple, (columns @ columns.T).tolist()))), totals


def scored(halves: NDArray[np.int_], games: int) -> Tally:
    """Return a tally with the half points of each deal. At most one game of all counts as drawn."""
    wins, draw = divmod(int(halves.sum()), 2)
    outcomes = np.bincount(halves, minlength=2 * games + 1)
    return Tally(wins, draw, len(halves) * games - wins - draw, outcomes=tuple(outcomes.tolist()))


def heading(title: str, *columns: str) -> None:
    """Print the heading of a table."""
    print(f"\n{title}\n{'':44}" + "".join(f"{column:>15}" for column in columns))


def row(name: str, *cells: str) -> None:
    """Print a row of a table."""
    print(f"{name:44}" + "".join(f"{cell:>15}" for cell in cells), flush=True)


def percent(part: float, whole: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * part / whole:.2f}%"


def cover_pairs(rng: np.random.Generator, runs: int) -> None:
    """Count how often the intervals of a pair contain the true value."""
    heading(f"95% intervals of a pair that contain the true value, of {runs:,} tournaments", "points", "goals", "gain")
    for name, model in MODELS.items():
        for elo in (0, 100, 400):
            truth = compare(pair(rng, model, elo, MANY))
            for deals in (30, 100, 400):
                points = goals = 0
                for _ in range(runs):
                    found = compare(pair(rng, model, elo, deals))
                    points += within(truth.points, found.points_interval)
                    goals += within(truth.goals, found.goals_interval)
                what = f"{name}, {elo:+} Elo, {deals} deals"
                row(what, percent(points, runs), percent(goals, runs), f"{truth.points_gain:.3f}")


def within(truth: float, interval: tuple[float, float] | None) -> bool:
    """Return whether an interval contains the true value."""
    return interval is not None and interval[0] <= truth <= interval[1]


def cover_few(rng: np.random.Generator, runs: int) -> None:
    """Count how often the intervals contain the true value after few deals, which often show no spread."""
    columns = "points", "goals", "Elo", "share of five", "Elo of five"
    heading(f"95% intervals after few deals that contain the true value, of {runs:,} tournaments", *columns)
    elos = {"a": 250.0, "b": 60.0, "c": 0.0, "d": -50.0, "e": -300.0}
    for name, model in {**MODELS, "cards that decide nearly all": Model(2000, 0)}.items():
        all_pairs, _, totals = table(rng, model, elos, MANY // 10)
        rated = [each.elo for each in ratings(list(elos), all_pairs)]
        for elo in (0, 400):
            truth = compare(pair(rng, model, elo, MANY // 2))
            for deals in FEW:
                inside = np.zeros(5)
                for _ in range(runs):
                    tally = pair(rng, model, elo, deals)
                    inside[:3] += covered(truth, tally)
                    pairs, products, shares = table(rng, model, elos, deals)
                    found = {key: share_interval(each, quantile(deals)) for key, each in shares.items()}
                    inside[3] += np.mean([within(totals[key].share, each) for key, each in found.items()])
                    again = ratings(list(elos), pairs, products=products)
                    inside[4] += np.mean([within(at, each.interval) for at, each in zip(rated, again, strict=True)])
                row(f"{name}, {elo:+} Elo, {deals} deals", *(percent(each, runs) for each in inside))


def covered(truth: Comparison, tally: Tally) -> tuple[bool, bool, bool]:
    """Return whether the intervals of a pair's points, goals and Elo contain the true values."""
    found, (first, _) = compare(tally), ratings("ab", {("a", "b"): tally})
    share = truth.points / 4 + 0.5
    elo = 200 * math.log10(share / (1 - share))  # from the mean of the two
    return (
        within(truth.points, found.points_interval),
        within(truth.goals, found.goals_interval),
        within(elo, first.interval),
    )


def cover_played(rng: Random, deals: int, runs: int) -> None:
    """Count the same for real games, of which a few deals are drawn at random and all are the truth."""
    heading(f"95% intervals of a few of {deals:,} deals played by the engine, of {runs:,}", "points", "goals", "Elo")
    for key in ("breakaway", "rumble", "rink"):
        for names in (("greedy", "random"), ("counter", "greedy")):
            played = list(duels(key, names, range(deals)))
            truth = compare(_sum(*played))
            for few in FEW:
                found = [covered(truth, _sum(*rng.choices(played, k=few))) for _ in range(runs)]
                cells = (percent(sum(each), runs) for each in zip(*found, strict=True))
                row(f"{key}, {names[0]} v {names[1]}, {few} deals", *cells)


def cover_ratings(rng: np.random.Generator, runs: int) -> None:
    """Count how often the intervals of ratings contain the true value."""
    title = f"95% intervals of ratings that contain the true value, five entrants in {runs:,} tournaments"
    heading(title, "with products", "without")
    elos = {"a": 250.0, "b": 60.0, "c": 0.0, "d": -50.0, "e": -300.0}
    for name, model in MODELS.items():
        truth = [rating.elo for rating in ratings(list(elos), table(rng, model, elos, MANY // 4)[0])]
        for deals in (30, 100, 400):
            inside = [0, 0]
            for _ in range(runs):
                pairs, products, _ = table(rng, model, elos, deals)
                for place, given in enumerate((products, None)):
                    found = ratings(list(elos), pairs, products=given)
                    inside[place] += sum(within(elo, each.interval) for elo, each in zip(truth, found, strict=True))
            row(f"{name}, {deals} deals", *(percent(each, runs * len(elos)) for each in inside))


def matching(rng: np.random.Generator, model: Model, elo: float) -> float:
    """Return the lead that gives a pair the share of points that some Elo points stand for."""
    low, high, wanted = elo - 400, elo + 400, 2 * (2 / (1 + 10 ** (-elo / 400)) - 1)
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if compare(pair(rng, model, middle, MANY // 4)).points < wanted else (low, middle)
    return (low + high) / 2


def ends(test: Sprt, deals: Callable[[], Tally]) -> tuple[str, int]:
    """Play until the test ends; return the hypothesis that it accepts, and the number of deals."""
    total, verdict = RunningTally(), None
    while verdict is None:
        total.add_tally(deals())
        verdict = test.verdict(total.tally)
    return verdict.accepted, total.deals


def err(rng: np.random.Generator, runs: int) -> None:
    """Count how often the sequential test of a pair errs, and the deals that it takes."""
    test = Sprt(0, 50)
    title = f"{test}, evaluated every 4 deals, {runs:,} tests"
    heading(title, "low", "high", "mean deals", "longest")
    for name, model in MODELS.items():
        for elo in (-50, 0, 25, 50, 100):
            lead = matching(rng, model, elo)
            found = [ends(test, partial(pair, rng, model, lead, 4)) for _ in range(runs)]
            verdicts, deals = [verdict for verdict, _ in found], [number for _, number in found]
            counts = (percent(verdicts.count(each), runs) for each in ("low", "high"))
            row(f"{name}, truth {elo:+} Elo", *counts, f"{np.mean(deals):.0f}", str(max(deals)))


def err_in_tables(rng: np.random.Generator, runs: int) -> None:
    """Count tables in which any pair's result is wrong: all entrants are equal, so every high is."""
    test, level = Sprt(0, 80), dict.fromkeys("abcd", 0.0)
    heading(f"{test} for a table of four equal entrants, {runs:,} tables", "any high", "mean deals")
    for name, model in MODELS.items():
        wrong, played = 0, 0
        for _ in range(runs):
            totals: dict[Pair, RunningTally] = {each: RunningTally() for each in combinations(level, 2)}
            of_each, verdicts = test.among(len(totals)), dict[Pair, SprtVerdict]()
            while len(verdicts) < len(totals):
                pairs, _, _ = table(rng, model, level, 10)
                for each, total in totals.items():
                    total.add_tally(pairs[each])
                    if each not in verdicts and (verdict := of_each.verdict(total.tally)) is not None:
                        verdicts[each] = verdict
            wrong += any(verdict.accepted == "high" for verdict in verdicts.values())
            played += max(verdict.deals for verdict in verdicts.values())
        row(name, percent(wrong, runs), f"{played / runs:.0f}")


def duels(key: str, names: Pair, deals: Iterable[int]) -> Iterator[Tally]:
    """Play deals between two built-in players in the engine, from both sides of the table."""
    game, players = variant(key), [strategy(name) for name in names]
    for deal in deals:
        cards = derive("confidence", key, deal)
        shoe, dealer = Seeded(cards, game.rules.deck), deal % game.rules.seats
        here = play(game, players, shoe=shoe, seed=derive(cards, *names), dealer=dealer)
        there = play(game, players[::-1], shoe=shoe, seed=derive(cards, *names[::-1]), dealer=dealer)
        yield _sum([_result(here), _result(there).reverse])


def _sum(*deals: Sequence[GameResult] | Tally) -> Tally:
    """Return the tally of deals, each given by its games or by its own tally."""
    total = RunningTally()
    for deal in deals:
        total.add_tally(deal) if isinstance(deal, Tally) else total.add(deal)
    return total.tally


def _result(game: Any) -> GameResult:
    winner, (first, second) = game.outcome.winner, game.outcome.score
    return GameResult(1 if winner is None else 2 - 2 * winner, first, second)


def gains(rng: Random, deals: int) -> None:
    """Measure the gain of duplicate deals between the built-in players, with an interval from resampled deals."""
    heading(f"The gain of {deals:,} duplicate deals (1 is none)", "points", "95%", "goals", "95%")
    for key in ("breakaway", "rumble", "rink"):
        for names in (("greedy", "random"), ("counter", "greedy")):
            played = list(duels(key, names, range(deals)))
            found = compare(_sum(*played))
            again = [compare(_sum(*rng.choices(played, k=deals))) for _ in range(200)]
            cells: list[str] = []
            for gain in ("points_gain", "goals_gain"):
                # Deals without any spread have no gain; with dozens of deals there is always some spread.
                middle, *among = (getattr(each, gain) or math.nan for each in (found, *again))
                low, high = np.nanquantile(among, [0.025, 0.975])
                cells += [f"{middle:.2f}", f"{low:.2f} to {high:.2f}"]
            row(f"{key}, {names[0]} v {names[1]}", *cells)


def main() -> None:
    """Simulate, play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=4000, help="tournaments simulated per row (4000)")
    parser.add_argument("--deals", type=int, default=400, help="deals that the engine plays per row (400)")
    parser.add_argument("--few", action="store_true", help="only the intervals after few deals")
    asked = parser.parse_args()
    start, rng = perf_counter(), np.random.default_rng(2024)
    cover_few(rng, asked.runs // 4)
    cover_played(Random(2024), asked.deals, asked.runs // 4)
    if asked.few:
        return
    cover_pairs(rng, asked.runs)
    cover_ratings(rng, asked.runs // 4)
    err(rng, asked.runs // 2)
    err_in_tables(rng, asked.runs // 8)
    gains(Random(2024), asked.deals)
    print(f"\n{perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
