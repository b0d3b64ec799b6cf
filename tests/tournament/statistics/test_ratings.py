"""Ratings: against the library they come from and by hand, at the edges, and against players of known strength."""

from __future__ import annotations

import json
import math
import sys
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import optimize, stats

from _tallies import counted
from hockey_cards import HockeyError, MissingExtra
from hockey_cards.tournament.statistics.ratings import Rating, ratings, share_of
from hockey_cards.tournament.tally import Products, Tally

NAMES = ["a", "b", "c", "d"]


TABLE = {
    ("a", "b"): counted([3, 10, 30, 40, 17]),
    ("c", "a"): counted([20, 5, 40, 5, 12]),
    ("b", "c"): counted([9, 9, 9, 9, 30]),
    ("c", "d"): counted([1, 2, 3, 20, 30]),
}


def _of(found: tuple[Rating, ...]) -> dict[str, Rating]:
    return {rating.name: rating for rating in found}


def elo_of(share: float) -> float:
    """The logistic curve by hand: 400 points more are ten points for one."""
    return 400 * math.log10(share / (1 - share))


def test_a_share_goes_with_the_elo_points() -> None:
    """400 points more make ten points for one, and none more half of them."""
    assert pytest.approx(10 / 11) == share_of(400)
    assert 0.5 == share_of(0)
    assert [elo_of(share_of(elo)) for elo in (-800.0, -3.0, 0.0, 55.5)] == pytest.approx([-800, -3, 0, 55.5])


def test_ratings_are_those_of_greatest_likelihood() -> None:
    """A general optimiser finds the same for four entrants, who met in part, and their mean is 0."""

    def unlikely(elos: Any) -> float:
        rated = dict(zip(NAMES, elos, strict=True))
        share = {pair: share_of(rated[pair[0]] - rated[pair[1]]) for pair in TABLE}
        halves = [(each.halves, each.reverse.halves, share[pair]) for pair, each in TABLE.items()]
        return -float(sum(made * np.log(chance) + left * np.log(1 - chance) for made, left, chance in halves))

    best = optimize.minimize(unlikely, np.zeros(4), options={"gtol": 1e-8}).x
    found = [rating.elo for rating in ratings(NAMES, TABLE)]
    assert list(best - best.mean()) == pytest.approx(found, abs=0.01)
    assert pytest.approx(0, abs=1e-9) == sum(found)


def test_ratings_tell_the_points_of_everybody() -> None:
    """The points that the ratings expect of each entrant, against all together, are those that it made."""
    rated = {name: rating.elo for name, rating in _of(ratings(NAMES, TABLE)).items()}
    for name in NAMES:
        mine = [(pair, each) if pair[0] == name else (pair[::-1], each.reverse) for pair, each in TABLE.items()]
        mine = [(pair, each) for pair, each in mine if pair[0] == name]
        expected = sum(2 * each.games * share_of(rated[pair[0]] - rated[pair[1]]) for pair, each in mine)
        assert sum(each.halves for _, each in mine) == pytest.approx(expected)


def test_two_are_rated_as_their_share_is() -> None:
    """With two entrants the difference is that of the share, its error the share's by the delta method, and t."""
    total = TABLE["a", "b"]
    one, other = ratings("ab", {("a", "b"): total})
    shares = np.repeat(np.arange(5) / 4, total.outcomes)
    slope = 1 / (shares.mean() * (1 - shares.mean())) * 400 / np.log(10)
    assert pytest.approx(elo_of(total.share)) == one.elo - other.elo
    assert pytest.approx(stats.sem(shares) * slope / 2) == one.error
    assert one.interval is not None
    assert one.error is not None
    assert stats.t.interval(0.95, 99, one.elo, one.error) == pytest.approx(one.interval)


def test_draws_and_splits_make_ratings_surer() -> None:
    """Of two pairs with the same share that with more draws, or deals that each wins once, has the smaller error."""
    split, sweep = ({("a", "b"): counted(counts)} for counts in ([0, 10, 80, 10, 0], [50, 0, 0, 0, 50]))
    errors = [ratings("ab", pairs)[0].error or 0 for pairs in (split, sweep)]
    assert pytest.approx(np.sqrt(20)) == errors[1] / errors[0]


def test_order_of_names_and_pairs_changes_nothing() -> None:
    """A pair may be given either way round, and the entrants in any order."""
    turned = {(second, first): each.reverse for (first, second), each in reversed(TABLE.items())}
    here, there = _of(ratings(NAMES, TABLE)), _of(ratings(NAMES[::-1], turned))
    for name in NAMES:
        assert there[name].elo == pytest.approx(here[name].elo, abs=1e-6)
        assert there[name].error == pytest.approx(here[name].error, abs=1e-6)


def test_who_never_met_is_not_compared() -> None:
    """Each group has the mean 0 and its own number; who played nobody has no error."""
    pairs = {("a", "d"): TABLE["a", "b"], ("b", "e"): TABLE["c", "d"], ("a", "c"): Tally()}
    found = _of(ratings("abcde", pairs))
    assert [0, 1, 2, 0, 1] == [found[name].group for name in "abcde"]
    assert (0, None, None, True) == (found["c"].elo, found["c"].error, found["c"].interval, found["c"].bounded)
    for one, other in ("ad", "be"):
        assert pytest.approx(0) == found[one].elo + found[other].elo
    assert found["a"] == ratings("ad", {("a", "d"): TABLE["a", "b"]})[0]


def test_a_perfect_score_is_told() -> None:
    """Who won all has no finite rating: it gets that of one more deal, drawn, and an interval that owns up to it."""
    one, other = ratings("ab", {("a", "b"): counted([0, 0, 0, 0, 60])})
    assert (False, False) == (one.bounded, other.bounded)
    assert pytest.approx(elo_of(60.5 / 61)) == one.elo - other.elo
    assert one.interval is not None
    least = stats.binomtest(60, 60).proportion_ci(0.95).low
    assert 2 * one.interval[0] < elo_of(least)
    assert one.elo < one.interval[1] < 2000


def test_a_group_is_bounded_when_all_took_points_from_all() -> None:
    """Somebody who lost all leaves nobody bounded; a point taken by way of another is enough."""
    lost = {**TABLE, ("c", "d"): counted([0, 0, 0, 0, 9])}
    assert [False] * 4 == [rating.bounded for rating in ratings(NAMES, lost)]
    ring = {("a", "b"): counted([0, 0, 0, 0, 5]), ("b", "c"): counted([0, 0, 0, 0, 5])}
    ring["c", "a"] = counted([0, 0, 0, 0, 5])
    assert [(0, True)] * 3 == [(round(rating.elo, 6), rating.bounded) for rating in ratings("abc", ring)]
    assert all(rating.error for rating in ratings("abc", ring))


def test_one_deal_is_enough_for_a_rating() -> None:
    """A pair that met once has the error of one deal won or lost as a whole."""
    one, _ = ratings("ab", {("a", "b"): counted([0, 0, 0, 1, 0])})
    assert pytest.approx(elo_of(0.75) / 2) == one.elo
    assert pytest.approx(400 / np.log(10) / 2 / np.sqrt(0.75 * 0.25)) == one.error


@pytest.mark.parametrize("products", [None, Products.of([2, 2]) + Products.of([2, 2]) + Products.of([2, 2])])
def test_deals_that_all_come_out_level_leave_no_doubt(products: Products | None) -> None:
    """Two copies of one player without chance have one rating, and its error is none."""
    for rating in ratings("ab", {("a", "b"): counted([0, 0, 3, 0, 0])}, products=products):
        assert pytest.approx(0) == rating.elo
        assert pytest.approx(0) == rating.error
        assert pytest.approx((0, 0)) == rating.interval


def test_ratings_are_told_as_json() -> None:
    told = json.loads(json.dumps([rating.to_dict() for rating in ratings(NAMES, TABLE)]))
    assert ["name", "elo", "error", "interval", "group", "bounded"] == list(told[0])
    assert all(rating["elo"] == round(rating["elo"], 6) for rating in told)


def test_what_does_not_fit_is_refused() -> None:
    """Tallies of strangers, and products of other deals than the tallies'."""
    with pytest.raises(HockeyError, match="z has a tally but is not an entrant: the entrants are a, b"):
        ratings("ab", {("a", "z"): Tally()})
    pairs = {("a", "b"): counted([0, 0, 0, 1, 1])}
    assert ratings("ab", pairs, products=Products.of([3, 1]) + Products.of([4, 0]))
    with pytest.raises(HockeyError, match="products do not match the tallies"):
        ratings("ab", pairs, products=Products.of([3, 1]))
    with pytest.raises(HockeyError, match="products do not match the tallies"):
        ratings(NAMES, TABLE, products=Products.of([3, 1, 2, 2]))


@pytest.mark.parametrize("name", ["choix", "scipy.special", "scipy.sparse.csgraph"])
def test_what_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=rf"the extra `tournament` .*{name}.*pip install"):
        ratings(NAMES, TABLE)


def _round_robin(rng: Any, elos: Any, deals: int, luck: float) -> tuple[dict[Any, Tally], Products, Any]:
    """Play deals in which each entrant's strength wanders alike against all; return also the true shares' ratings."""
    shift = rng.normal(0, luck, (deals, len(elos)))
    made = np.zeros((deals, len(elos)), dtype=int)
    pairs: dict[Any, Tally] = {}
    for one, other in combinations(range(len(elos)), 2):
        lead = (elos[one] - elos[other] + shift[:, one] - shift[:, other])[:, None]
        noise = rng.logistic(0, 400 / np.log(10), (deals, 2))
        halves = np.where(lead + noise > 60, 2, np.where(lead + noise < -60, 0, 1)).sum(axis=1)
        made[:, one] += halves
        made[:, other] += 4 - halves
        pairs[NAMES[one], NAMES[other]] = counted(np.bincount(halves, minlength=5))
    rows = (made.T @ made).tolist()
    return pairs, Products(tuple(map(tuple, rows))), made


@pytest.mark.parametrize("luck", [0, 300])
def test_intervals_of_ratings_cover_the_truth(luck: float) -> None:
    """Between 93 and 97% of them hold what many more deals come to; where luck is shared, with products only."""
    rng = np.random.default_rng(3)
    elos = [120, 40, -60, -100]
    truth = [rating.elo for rating in ratings(NAMES, _round_robin(rng, elos, 400_000, luck)[0])]
    inside = np.zeros(2)
    for _ in range(500):
        pairs, products, _ = _round_robin(rng, elos, 60, luck)
        for place, found in enumerate((ratings(NAMES, pairs, products=products), ratings(NAMES, pairs))):
            intervals = [rating.interval or (0, 0) for rating in found]
            inside[place] += sum(low <= elo <= high for (low, high), elo in zip(intervals, truth, strict=True))
    covered, alone = inside / 2000
    assert 0.93 < covered < 0.97
    assert (alone < 0.9) == (luck > 0)
