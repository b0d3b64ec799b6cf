"""Ratings: against choix and by hand, in edge cases, and against players of known strength."""

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
from hockey_cards.tournament.statistics.intervals import quantile, share_interval
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
    """Return the Elo points of a share by the logistic curve."""
    return 400 * math.log10(share / (1 - share))


def test_share_follows_from_the_elo_difference() -> None:
    """At 400 points more the odds are ten to one, at none they are even."""
    assert pytest.approx(10 / 11) == share_of(400)
    assert 0.5 == share_of(0)
    assert [elo_of(share_of(elo)) for elo in (-800.0, -3.0, 0.0, 55.5)] == pytest.approx([-800, -3, 0, 55.5])


def test_ratings_maximise_the_likelihood() -> None:
    """A general optimiser finds the same for four entrants, not all of whom met, and their mean is 0."""

    def unlikely(elos: Any) -> float:
        rated = dict(zip(NAMES, elos, strict=True))
        share = {pair: share_of(rated[pair[0]] - rated[pair[1]]) for pair in TABLE}
        halves = [(each.halves, each.reverse.halves, share[pair]) for pair, each in TABLE.items()]
        return -float(sum(made * np.log(chance) + left * np.log(1 - chance) for made, left, chance in halves))

    best = optimize.minimize(unlikely, np.zeros(4), options={"gtol": 1e-8}).x
    found = [rating.elo for rating in ratings(NAMES, TABLE)]
    assert list(best - best.mean()) == pytest.approx(found, abs=0.01)
    assert pytest.approx(0, abs=1e-9) == sum(found)


def test_ratings_reproduce_the_points_of_each_entrant() -> None:
    """The points expected against all opponents together are those scored."""
    rated = {name: rating.elo for name, rating in _of(ratings(NAMES, TABLE)).items()}
    for name in NAMES:
        mine = [(pair, each) if pair[0] == name else (pair[::-1], each.reverse) for pair, each in TABLE.items()]
        mine = [(pair, each) for pair, each in mine if pair[0] == name]
        expected = sum(2 * each.games * share_of(rated[pair[0]] - rated[pair[1]]) for pair, each in mine)
        assert sum(each.halves for _, each in mine) == pytest.approx(expected)


def test_two_entrants_are_rated_by_their_share() -> None:
    """The error is that of the share by the delta method, and of what the deals did not show; so is the interval."""
    total = TABLE["a", "b"]
    one, other = ratings("ab", {("a", "b"): total})
    shares = np.repeat(np.arange(5) / 4, total.outcomes)
    slope = 1 / (shares.mean() * (1 - shares.mean())) * 400 / np.log(10)
    assert pytest.approx(elo_of(total.share)) == one.elo - other.elo
    spread = stats.sem(shares) * slope / 2
    unseen = (elo_of(total.share) - elo_of(total.share * 0.025**0.01)) / 2
    assert pytest.approx(math.hypot(spread, unseen / stats.norm.ppf(0.975))) == one.error
    half = math.hypot(stats.t.ppf(0.975, 99) * spread, unseen)
    assert one.interval == pytest.approx((one.elo - half, one.elo + half))


@pytest.mark.parametrize("deals", [1, 2, 3, 10])
@pytest.mark.parametrize("outcome", [1, 2, 3])
def test_ratings_of_equal_deals_have_an_error(deals: int, outcome: int) -> None:
    """It is as wide as the interval of the share, and shrinks with the number of deals."""
    outcomes = [0] * 5
    outcomes[outcome] = deals
    found, more = (ratings("ab", {("a", "b"): counted([n * times for n in outcomes])})[0] for times in (1, 4))
    low, high = share_interval(counted(outcomes), quantile(deals))
    assert found.error is not None
    assert more.error is not None
    assert found.error > 1.5 * more.error > 0
    assert found.interval is not None
    if deals > 1:
        assert 2 * found.interval[0] <= elo_of(low) + 1e-6
        assert 2 * found.interval[1] >= elo_of(high) - 1e-6


def test_draws_and_split_deals_reduce_the_error() -> None:
    """Two pairs with the same share are compared."""
    split, sweep = ({("a", "b"): counted(counts)} for counts in ([0, 10, 80, 10, 0], [50, 0, 0, 0, 50]))
    errors = [ratings("ab", pairs)[0].error or 0 for pairs in (split, sweep)]
    assert errors[1] > 3 * errors[0] > 0


def test_ratings_do_not_depend_on_order() -> None:
    """A pair may be given either way round, and the entrants in any order."""
    turned = {(second, first): each.reverse for (first, second), each in reversed(TABLE.items())}
    here, there = _of(ratings(NAMES, TABLE)), _of(ratings(NAMES[::-1], turned))
    for name in NAMES:
        assert there[name].elo == pytest.approx(here[name].elo, abs=1e-6)
        assert there[name].error == pytest.approx(here[name].error, abs=1e-6)


def test_entrants_that_never_met_form_groups() -> None:
    """Each group has the mean 0; an entrant that played nobody has no error."""
    pairs = {("a", "d"): TABLE["a", "b"], ("b", "e"): TABLE["c", "d"], ("a", "c"): Tally()}
    found = _of(ratings("abcde", pairs))
    assert [0, 1, 2, 0, 1] == [found[name].group for name in "abcde"]
    assert (0, None, None, True) == (found["c"].elo, found["c"].error, found["c"].interval, found["c"].bounded)
    for one, other in ("ad", "be"):
        assert pytest.approx(0) == found[one].elo + found[other].elo
    assert found["a"] == ratings("ad", {("a", "d"): TABLE["a", "b"]})[0]


def test_perfect_score_is_unbounded() -> None:
    """The rating is that with one more drawn deal, and the interval is wide."""
    one, other = ratings("ab", {("a", "b"): counted([0, 0, 0, 0, 60])})
    assert (False, False) == (one.bounded, other.bounded)
    assert pytest.approx(elo_of(60.5 / 61)) == one.elo - other.elo
    assert one.interval is not None
    least = stats.binomtest(60, 60).proportion_ci(0.95).low
    assert 2 * one.interval[0] < elo_of(least)
    assert one.elo < one.interval[1] < 2000


def test_group_is_bounded_if_all_took_points_from_all() -> None:
    """Points taken through others are enough; an entrant that lost everything makes the group unbounded."""
    lost = {**TABLE, ("c", "d"): counted([0, 0, 0, 0, 9])}
    assert [False] * 4 == [rating.bounded for rating in ratings(NAMES, lost)]
    ring = {("a", "b"): counted([0, 0, 0, 0, 5]), ("b", "c"): counted([0, 0, 0, 0, 5])}
    ring["c", "a"] = counted([0, 0, 0, 0, 5])
    assert [(0, True)] * 3 == [(round(rating.elo, 6), rating.bounded) for rating in ratings("abc", ring)]
    assert all(rating.error for rating in ratings("abc", ring))


def test_one_deal_is_enough_for_a_rating() -> None:
    """The error is that of one deal won or lost as a whole."""
    one, _ = ratings("ab", {("a", "b"): counted([0, 0, 0, 1, 0])})
    assert pytest.approx(elo_of(0.75) / 2) == one.elo
    assert pytest.approx(400 / np.log(10) / 2 / np.sqrt(0.75 * 0.25)) == one.error


@pytest.mark.parametrize("products", [None, Products.of([2, 2]) + Products.of([2, 2]) + Products.of([2, 2])])
def test_level_deals_leave_an_error(products: Products | None) -> None:
    """Two copies of a deterministic player have equal ratings, of which three deals cannot be sure."""
    for rating in ratings("ab", {("a", "b"): counted([0, 0, 3, 0, 0])}, products=products):
        assert pytest.approx(0) == rating.elo
        half = -elo_of(0.5 * 0.025 ** (1 / 3)) / 2
        assert pytest.approx(half / stats.norm.ppf(0.975)) == rating.error
        assert pytest.approx((-half, half)) == rating.interval


def test_ratings_are_json_serialisable() -> None:
    fields = json.loads(json.dumps([rating.to_dict() for rating in ratings(NAMES, TABLE)]))
    assert ["name", "elo", "error", "interval", "group", "bounded"] == list(fields[0])
    assert all(rating["elo"] == round(rating["elo"], 6) for rating in fields)


def test_inconsistent_arguments_are_refused() -> None:
    """Tallies of unknown entrants, and products of other deals."""
    with pytest.raises(HockeyError, match="z has a tally but is not an entrant: the entrants are a, b"):
        ratings("ab", {("a", "z"): Tally()})
    pairs = {("a", "b"): counted([0, 0, 0, 1, 1])}
    assert ratings("ab", pairs, products=Products.of([3, 1]) + Products.of([4, 0]))
    with pytest.raises(HockeyError, match="products do not match the tallies"):
        ratings("ab", pairs, products=Products.of([3, 1]))
    with pytest.raises(HockeyError, match="products do not match the tallies"):
        ratings(NAMES, TABLE, products=Products.of([3, 1, 2, 2]))


@pytest.mark.parametrize("name", ["choix", "scipy.special", "scipy.sparse.csgraph"])
def test_missing_libraries_are_reported(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=rf"the extra `tournament` .*{name}.*pip install"):
        ratings(NAMES, TABLE)


def _round_robin(rng: Any, elos: Any, deals: int, luck: float) -> tuple[dict[Any, Tally], Products, Any]:
    """Simulate deals in which an entrant's luck is the same against all; return tallies, products and points."""
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


@pytest.mark.slow
@pytest.mark.parametrize("luck", [0, 300])
def test_intervals_of_ratings_contain_the_truth(luck: float) -> None:
    """Between 93 and 98% of them do; where luck is shared, only those with products."""
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
    assert 0.93 < covered < 0.98
    assert (alone < 0.92) == (luck > 0)
