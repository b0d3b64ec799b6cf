"""Statistics of tallies: intervals, likelihoods and the gain from duplicate deals, against scipy and simulation."""

from __future__ import annotations

import json
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
    """The interval of the goals is scipy's for Student's t."""
    goals = [sum(game[1] - game[2] for game in deal) for deal in DEALS]
    found = compare(_total())
    assert np.mean([sum(game[0] for game in deal) - 2 for deal in DEALS]) == pytest.approx(found.points)
    assert np.mean(goals) == pytest.approx(found.goals)
    assert found.goals_interval is not None
    assert stats.t.interval(0.95, 5, found.goals, stats.sem(goals)) == pytest.approx(found.goals_interval)


def test_interval_of_points_is_wilsons_with_students_t() -> None:
    """At either end the mean is as many scaled errors away as Student's t allows."""
    shares = np.array([sum(game[0] for game in deal) / 4 for deal in DEALS])
    mean, error = shares.mean(), stats.sem(shares)
    for end in compare(_total()).points_interval:
        share = (end / 2 + 1) / 2
        scaled = error * np.sqrt(share * (1 - share) / (mean * (1 - mean)))
        assert stats.t.ppf(0.975, 5) == pytest.approx(abs(share - mean) / scaled)


def test_with_many_deals_the_interval_is_students() -> None:
    """At 10,000 deals the two differ by less than a hundredth of a point in a hundred games."""
    total = counted([500, 1500, 4000, 3000, 1000])
    shares = np.repeat(np.arange(5) / 4, total.outcomes)
    expected = stats.t.interval(0.95, 9_999, shares.mean(), stats.sem(shares))
    assert share_interval(total, quantile(10_000)) == pytest.approx(expected, abs=0.0001)


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
    assert (0, (0, 0), 0.5, None) == (level.points, level.points_interval, level.superiority, level.points_gain)


def test_a_single_deal_has_no_error() -> None:
    one = compare(counted([0, 0, 0, 0, 1]))
    assert ((-2, 2), None, 0.5) == (one.points_interval, one.goals_interval, one.superiority)
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
    """Between 93 and 97% of 2,000 simulated tournaments do."""
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
            assert found_interval is not None
            inside[place] += found_interval[0] <= mean <= found_interval[1]
    assert np.all((inside > 0.93 * 2000) & (inside < 0.97 * 2000)), inside


def test_missing_scipy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(MissingExtra, match=r"the extra `tournament` .*scipy.*pip install .hockey-cards\[tournament\]"):
        compare(_total())
