"""The sequential test: likelihoods against a general optimiser, verdicts, and error rates by simulation."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from _tallies import counted
from hockey_cards import HockeyError, MissingExtra
from hockey_cards.tournament.statistics.ratings import share_of
from hockey_cards.tournament.statistics.sprt import Sprt, SprtVerdict, is_checkpoint
from hockey_cards.tournament.tally import Tally

CHANCES = np.array([0.1, 0.15, 0.4, 0.15, 0.2])
"""Probabilities of the half points of a deal between unequal players, in correlated games."""


def _shifted(elo: float) -> Any:
    """Return the probabilities of the outcomes, tilted to a given difference in Elo."""

    def excess(tilt: float) -> float:
        chances = CHANCES * np.exp(tilt * np.arange(5))
        return float(chances @ np.arange(5) / chances.sum() / 4 - share_of(elo))

    chances = CHANCES * np.exp(optimize.brentq(excess, -5, 5) * np.arange(5))
    return chances / chances.sum()


@pytest.mark.parametrize("counts", [(3, 10, 30, 40, 17), (50, 1, 1, 1, 3), (7, 7, 7, 7, 7), (0, 0, 40, 1, 0, 3, 9)])
def test_likelihood_ratio_is_that_of_a_general_optimiser(counts: tuple[int, ...]) -> None:
    """The optimiser searches all distributions with the mean of the hypothesis."""
    weights = np.array([count or 0.001 for count in counts])
    means = np.stack([np.ones(len(counts)), np.linspace(0, 1, len(counts))])

    def unlikely(chances: Any) -> float:
        return -float(weights @ np.log(chances))

    def greatest(mean: float) -> float:
        fixed = optimize.LinearConstraint(means, [1, mean], [1, mean])
        start = np.full(len(counts), 1 / len(counts))
        found: Any = optimize.minimize(
            unlikely,
            start,
            bounds=[(1e-9, 1)] * len(counts),
            constraints=fixed,
            method="SLSQP",
            options={"ftol": 1e-11},
        )
        return -float(found.fun)

    tally = Tally(wins=1, outcomes=counts)  # the test looks at the outcomes alone
    expected = greatest(share_of(30)) - greatest(share_of(-10))
    assert Sprt(-10, 30).llr(tally) == pytest.approx(expected, abs=0.005)


def test_likelihood_ratio_is_level_without_evidence() -> None:
    """No deals favour neither hypothesis, nor do level deals if both are equally far from level."""
    assert 0 == Sprt(0, 10).llr(Tally())
    assert Sprt(-20, 20).llr(counted([0, 0, 100, 0, 0])) == pytest.approx(0, abs=1e-9)


def test_opponent_has_the_inverse_likelihood_ratio() -> None:
    """The hypotheses are reversed too."""
    tally = counted([3, 10, 30, 40, 17])
    assert Sprt(-5, 40).llr(tally) == pytest.approx(-Sprt(-40, 5).llr(tally.reverse))


def test_verdict_has_a_reason() -> None:
    """There is no verdict between the bounds; the reason says which hypothesis, why, and after how many deals."""
    test = Sprt(0, 50)
    assert (math.log(0.05), -math.log(0.05)) == test.bounds
    assert test.verdict(counted([2, 2, 2, 2, 2])) is None
    high = test.verdict(counted([10, 20, 40, 40, 100]))
    low = test.verdict(counted([300, 100, 400, 100, 290]))
    assert isinstance(high, SprtVerdict)
    assert isinstance(low, SprtVerdict)
    assert ("high", 210, test.bounds) == (high.accepted, high.deals, high.bounds)
    assert str(high).startswith("at +50 Elo rather than +0: the log-likelihood ratio ")
    assert str(high).endswith(" passed 3.00 after 210 deals")
    assert ("low", "at +0 Elo rather than +50") == (low.accepted, low.reason.partition(":")[0])
    fields = json.loads(json.dumps(low.to_dict()))
    assert ["accepted", "llr", "bounds", "deals", "reason"] == list(fields)
    assert [round(bound, 6) for bound in test.bounds] == fields["bounds"]


def test_a_few_wins_do_not_end_a_test_of_close_hypotheses() -> None:
    """Each win is only a little more likely under one of them."""
    test = Sprt(0, 100)
    needed = next(deals for deals in range(1, 100) if test.verdict(counted([0, 0, 0, 0, deals])))
    assert math.ceil(math.log(20) / math.log(share_of(100) / 0.5)) == needed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 5), "5 against 5 Elo is not possible"),
        ((0, math.inf), "0 against inf Elo"),
        ((math.nan, 3), "nan against 3 Elo"),
        ((0, 5, 0.5), "alpha cannot be 0.5"),
        ((0, 5, 0.05, 0), "beta cannot be 0"),
    ],
)
def test_invalid_tests_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises(HockeyError, match=message):
        Sprt(*arguments)


def test_error_rates_are_divided_among_pairs() -> None:
    """All verdicts together keep to the error rates of the test."""
    assert Sprt(-50, 50, 0.05 / 3, 0.05 / 3) == Sprt(-50, 50).among(3)


def test_tests_are_evaluated_less_often_later_on() -> None:
    """After each of the first hundred deals, and after every tenth from then on."""
    assert [*range(1, 101), 110, 120, 130] == [deals for deals in range(1, 131) if is_checkpoint(deals)]


def test_missing_scipy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(MissingExtra, match=r"the extra `tournament` .*scipy.*pip install .hockey-cards\[tournament\]"):
        Sprt(0, 5).llr(counted([1, 1, 1, 1, 1]))


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "high"), (60.0, "low")])
def test_error_rates_are_kept(elo: float, wrong: str) -> None:
    """Of 400 tests under either hypothesis, evaluated every 5 deals, at most 5% and luck end wrongly."""
    rng = np.random.default_rng(int(elo))
    test, chances = Sprt(0, 60), _shifted(elo)
    ends: list[str] = []
    for _ in range(400):
        total, verdict = np.zeros(5), None
        while verdict is None:
            total += rng.multinomial(5, chances)
            verdict = test.verdict(counted(total))
        ends.append(verdict.accepted)
    assert 0 < ends.count(wrong) < 400 * (0.05 + 2.6 * math.sqrt(0.05 * 0.95 / 400))
