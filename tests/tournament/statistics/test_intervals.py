"""Statistics of tallies: intervals, likelihoods and the gain from duplicate deals, against scipy and simulation."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import numpy as np
import pytest
from scipy import stats

from _tallies import counted, tally_of
from hockey_cards import HockeyError, MissingExtra
from hockey_cards.tournament.statistics.intervals import compare, quantile, share_interval
from hockey_cards.tournament.tally import GameResult, Products, RunningTally, Tally

DEALS = [
    ((2, 3, 1), (1, 2, 2)),
    ((0, 0, 1), (2, 5, 1)),
    ((2, 1, 0), (2, 4, 2)),
    ((0, 1, 3), (0, 2, 3)),
    ((1, 1, 1), (1, 0, 0)),
    ((2, 2, 1), (0, 1, 4)),
]
"""The games of some deals: half points, own goals, opponent's goals."""


def _total(deals: Any = DEALS) -> Tally:
    return tally_of([GameResult(*game) for game in deal] for deal in deals)


def _sum(*tallies: Tally) -> Tally:
    total = RunningTally()
    for tally in tallies:
        total.add_tally(tally)
    return total.tally


def test_tally_counts_games_and_deals() -> None:
    """Each sum is recomputed from the games."""
    halves = np.array([[game[0] for game in deal] for deal in DEALS])
    difference = np.array([[game[1] - game[2] for game in deal] for deal in DEALS])
    total = _total()
    assert (len(DEALS), 2 * len(DEALS)) == (total.deals, total.games)
    assert [(halves == k).sum() for k in (2, 1, 0)] == [total.wins, total.draws, total.losses]
    assert difference.sum() == total.goals_for - total.goals_against
    assert ((halves.sum(axis=1) ** 2).sum(), (halves**2).sum()) == (total.squares, total.game_squares)
    assert (difference.sum(axis=1) ** 2).sum() == total.goal_squares
    assert (difference**2).sum() == total.game_goal_squares
    assert tuple(np.bincount(halves.sum(axis=1), minlength=5)) == total.outcomes


def test_order_of_addition_does_not_matter() -> None:
    """Adding an empty tally changes nothing."""
    whole = _total()
    assert whole == _total(DEALS[::-1])
    assert whole == _sum(_total(DEALS[:2]), _total(DEALS[2:])) == _sum(_total(DEALS[2:]), _total(DEALS[:2]))
    assert whole == _sum(Tally(), whole) == _sum(whole, Tally())


def test_outcomes_grow_with_the_games_of_a_deal() -> None:
    """Deals of one, two and three games are counted together by their half points."""
    mixed = _total([[(2, 1, 0)], [(2, 1, 0), (2, 1, 0)], [(1, 0, 0)] * 3])
    assert (0, 0, 1, 1, 1, 0, 0) == mixed.outcomes
    assert 3 == mixed.deals


def test_reverse_is_the_tally_of_the_opponent() -> None:
    other = tally_of([GameResult(*game).reverse for game in deal] for deal in DEALS)
    assert other == _total().reverse
    assert 1 == pytest.approx(other.share + _total().share)


def test_products_add_up() -> None:
    """They are the matrix product of the points; adding empty products changes nothing."""
    made = np.array([[3, 1, 8], [0, 4, 8], [6, 6, 0]])
    total = sum((Products.of(deal.tolist()) for deal in made), Products())
    assert (made.T @ made).tolist() == [list(row) for row in total.rows]
    assert total == total + Products()


def test_points_and_goals_are_means_of_deals() -> None:
    """The square of the half-width of the goals is Student's, and that of a deal unlike the others."""
    goals = [sum(game[1] - game[2] for game in deal) for deal in DEALS]
    scored = [sum(game[1] + game[2] for game in deal) for deal in DEALS]
    found = compare(_total())
    assert np.mean([sum(game[0] for game in deal) - 2 for deal in DEALS]) == pytest.approx(found.points)
    assert np.mean(goals) == pytest.approx(found.goals)
    student = stats.t.ppf(0.975, 5) * stats.sem(goals)
    half = math.hypot(student, 3 * math.sqrt(np.mean(scored) + 1) / 6)
    assert (found.goals - half, found.goals + half) == pytest.approx(found.goals_interval)


def test_interval_of_points_is_exact_for_the_effective_games_and_what_was_not_seen() -> None:
    """The squares of the two distances add up to that of either end from the mean."""
    shares = np.array([sum(game[0] for game in deal) / 4 for deal in DEALS])
    mean, error = shares.mean(), stats.sem(shares) * stats.t.ppf(0.975, 5) / stats.norm.ppf(0.975)
    games = mean * (1 - mean) / error**2
    ends = (
        stats.beta.ppf(0.025, games * mean, games * (1 - mean) + 1),
        stats.beta.ppf(0.975, games * mean + 1, games * (1 - mean)),
    )
    for found, end, room in zip(compare(_total()).points_interval, ends, (mean, 1 - mean), strict=True):
        unseen = (1 - 0.025 ** (1 / 6)) * room
        assert math.hypot(end - mean, unseen) == pytest.approx(abs((found / 2 + 1) / 2 - mean))


@pytest.mark.parametrize(("deals", "wider"), [(100, 0.1), (400, 0.03), (10_000, 0.005)])
def test_with_many_deals_the_interval_is_students(deals: int, wider: float) -> None:
    """It is wider by a fraction that falls quickly."""
    total = counted([count * deals // 100 for count in (5, 15, 40, 30, 10)])
    shares = np.repeat(np.arange(5) / 4, total.outcomes)
    expected = stats.t.interval(0.95, deals - 1, shares.mean(), stats.sem(shares))
    found = share_interval(total, quantile(deals))
    assert found == pytest.approx(expected, abs=float(wider * (expected[1] - expected[0])))
    assert 1 <= (found[1] - found[0]) / (expected[1] - expected[0]) <= 1 + wider


@pytest.mark.parametrize("deals", [1, 2, 3, 30])
@pytest.mark.parametrize("outcome", range(5))
def test_equal_deals_have_the_bound_of_what_was_not_seen(deals: int, outcome: int) -> None:
    """A fraction of all deals that may have been missed with 2.5% may have been won or lost as a whole."""
    share, missed = outcome / 4, 1 - 0.025 ** (1 / deals)
    outcomes = [0] * 5
    outcomes[outcome] = deals
    expected = share * (1 - missed), share + (1 - share) * missed
    assert pytest.approx(expected) == share_interval(counted(outcomes), quantile(deals))


@pytest.mark.parametrize("deals", [2, 3, 5, 10, 30])
@pytest.mark.parametrize("often", [0.001, 0.01, 0.03, 0.1, 0.3, 0.5])
@pytest.mark.parametrize(("usual", "rare"), [(4, 0), (3, 0), (3, 4), (2, 4), (2, 1), (1, 4), (4, 3), (4, 1)])
def test_intervals_of_few_deals_contain_the_truth(deals: int, often: float, usual: int, rare: int) -> None:
    """Also where most samples show no spread: at least 93%, summed exactly over all numbers of rare deals."""
    truth = ((1 - often) * usual + often * rare) / 4
    covered = 0.0
    for number in range(deals + 1):
        outcomes = [0] * 5
        outcomes[usual], outcomes[rare] = deals - number, number
        low, high = share_interval(counted(outcomes), quantile(deals))
        covered += stats.binom.pmf(number, deals, often) * (low <= truth <= high)
    assert covered >= 0.93


def test_superiority_is_that_of_the_t_test() -> None:
    """The two entrants share the probability."""
    points = [sum(game[0] for game in deal) for deal in DEALS]
    expected = 1 - stats.ttest_1samp(points, 2, alternative="greater").pvalue
    assert pytest.approx(expected) == compare(_total()).superiority
    assert pytest.approx(1 - expected) == compare(_total().reverse).superiority


def test_intervals_without_spread_are_exact() -> None:
    """Ten deals all won have the exact interval of ten in ten; level deals are level."""
    won = compare(counted([0, 0, 0, 0, 10]))
    exact = stats.binomtest(10, 10).proportion_ci(0.95)
    assert pytest.approx((4 * exact.low - 2, 2)) == won.points_interval
    assert 1 - 0.5**10 == won.superiority
    assert 0.5**10 == compare(counted([10, 0, 0, 0, 0])).superiority
    level = compare(counted([0, 0, 10, 0, 0]))
    assert (0, 0.5, None) == (level.points, level.superiority, level.points_gain)
    assert level.points_interval == pytest.approx((-2 * (1 - 0.025**0.1), 2 * (1 - 0.025**0.1)))


def test_a_single_deal_has_wide_intervals() -> None:
    one = compare(counted([0, 0, 0, 0, 1]))
    assert ((-1.9, 2), (-3, 3), 0.5) == (one.points_interval, one.goals_interval, one.superiority)
    assert (None, None) == (one.points_gain, one.goals_gain)
    assert (0, 1) == share_interval(Tally(), quantile(0))
    with pytest.raises(HockeyError, match="play at least one deal"):
        compare(Tally())


@pytest.mark.parametrize("correlation", [-0.5, 0.0, 0.5])
def test_gain_is_the_ratio_of_variances(correlation: float) -> None:
    """That of a single game against that of the mean of a deal, each times their number."""
    rng = np.random.default_rng(11)
    pairs = rng.multivariate_normal([0.9, -0.9], 36 * np.array([[1, correlation], [correlation, 1]]), 20_000)
    goals = np.rint(pairs).astype(int).tolist()
    total = _total([[(1, max(goal, 0), max(-goal, 0)) for goal in deal] for deal in goals])
    expected = (36 + 0.9**2) / (36 * (1 + correlation))
    assert compare(total).goals_gain == pytest.approx(expected, rel=0.03)


def test_independent_games_have_no_gain() -> None:
    """The mean gain of many short tournaments is 1."""
    rng = np.random.default_rng(5)
    halves = rng.integers(0, 3, (400, 40, 2)).tolist()
    totals = [_total([[(half, 0, 0) for half in deal] for deal in deals]) for deals in halves]
    costs = [1 / gain for total in totals if (gain := compare(total).points_gain)]
    assert 400 == len(costs)
    assert np.mean(costs) == pytest.approx(1, abs=3 * stats.sem(costs))


def test_comparison_is_json_serialisable() -> None:
    """Floats are rounded to six digits."""
    fields = json.loads(json.dumps(compare(_total()).to_dict()))
    keys = "deals games points points_interval goals goals_interval superiority outcomes points_gain goals_gain"
    assert keys.split() == list(fields)
    assert list(_total().outcomes) == fields["outcomes"]
    assert round(compare(_total()).superiority, 6) == fields["superiority"]
    assert all(number == round(number, 6) for number in fields["points_interval"] + fields["goals_interval"])


@pytest.mark.parametrize("halves", [(0.1, 0.15, 0.35, 0.15, 0.25), (0.0, 0.0, 0.03, 0.07, 0.9)])
@pytest.mark.parametrize("deals", [50, 200])
def test_intervals_of_points_and_goals_contain_the_truth(deals: int, halves: tuple[float, ...]) -> None:
    """Between 93 and 98.5% of 2,000 simulated tournaments do."""
    rng = np.random.default_rng(deals)
    chances = np.array(halves)  # of each number of halves in a deal; its games are correlated
    truth = float(chances @ np.arange(5)) - 2
    inside = np.zeros(2)
    for _ in range(2000):
        counts = rng.multinomial(deals, chances)
        goals = rng.poisson(3, deals) - rng.poisson(2, deals)
        wins, draws = (int(counts @ each) for each in ([0, 0, 1, 1, 2], [0, 1, 0, 1, 0]))
        scored = int(goals.sum()) + 5 * deals, 5 * deals, int(goals @ goals), 0
        found = compare(Tally(wins, draws, 2 * deals - wins - draws, *scored, tuple(counts.tolist())))
        for place, (mean, found_interval) in enumerate([(truth, found.points_interval), (1.0, found.goals_interval)]):
            inside[place] += found_interval[0] <= mean <= found_interval[1]
    assert np.all((inside > 0.93 * 2000) & (inside < 0.985 * 2000)), inside


def test_missing_scipy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(MissingExtra, match=r"the extra `tournament` .*scipy.*pip install .hockey-cards\[tournament\]"):
        compare(_total())
