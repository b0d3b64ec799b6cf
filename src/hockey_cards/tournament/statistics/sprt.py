"""The sequential probability ratio test, which stops the games of a pair once its result is clear."""

from __future__ import annotations

import math
from typing import Any, Final, Literal

import attrs

from hockey_cards.errors import HockeyError, brief
from hockey_cards.tournament.statistics.intervals import library, rounded
from hockey_cards.tournament.statistics.ratings import share_of
from hockey_cards.tournament.tally import Tally

_UNSEEN: Final = 0.001
"""The weight, in deals, of an outcome that has not occurred yet: enough to keep it possible."""

_MAX_ELO: Final = 4000
"""The greatest Elo difference that can be tested: one point in ten thousand million games."""

_MIN_ERROR: Final = 1e-300
"""The smallest error rate, so that it can still be divided among pairs."""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@attrs.frozen
class SprtVerdict:
    """The verdict of a sequential test, and the reason for it.

    Args:
        accepted: The hypothesis accepted: the low or the high one.
        llr: The log-likelihood ratio of high to low.
        bounds: At or below the first the low hypothesis is accepted, at or above the second the high one.
        deals: The number of deals after which the verdict was reached.
        reason: The verdict as a sentence.
    """

    accepted: Literal["low", "high"]
    llr: float
    bounds: tuple[float, float]
    deals: int
    reason: str

    def __str__(self) -> str:
        return self.reason

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON-serialisable values, rounded to six digits."""
        return {key: rounded(value) for key, value in attrs.asdict(self, recurse=False).items()}


@attrs.frozen
class Sprt:
    """A sequential test of the strength difference of two entrants, in Elo points, the unit of the ratings.

    Ten Elo points are 1.44 points in a hundred games. To ask whether a change makes a player stronger, use 0 and the
    gain hoped for; to ask which of two players is stronger, use the same number below and above 0. If the truth lies
    between the two numbers, either verdict may come.

    This is the sequential probability ratio test of Wald (1945), generalised (Li, Liu and Ying 2014): the deals are
    drawn from an unknown distribution over their outcomes, of which each hypothesis fixes only the mean, so draws and
    games that share their cards need no model. Under each hypothesis the most likely such distribution is used (the
    empirical likelihood of Owen 1988), as chess engine testers do for pairs of games. The bounds are those of Ville
    (1939), 1/alpha and beta, slightly wider than Wald's: the probability of ever crossing the wrong one is at most
    alpha or beta, however long the test runs and however often it is evaluated. That holds for likelihoods known
    exactly; for estimated ones it holds in the limit of many deals.

    Args:
        low: The low hypothesis, in Elo points.
        high: The high hypothesis, in Elo points.
        alpha: The probability of accepting high although low, or less, is true.
        beta: The probability of accepting low although high, or more, is true.

    Raises:
        HockeyError: If low is not below high, one of them is not within 4000 points of 0, or alpha or beta is not
            between 0 and 0.5.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __attrs_post_init__(self) -> None:
        if not (_is_number(self.low) and _is_number(self.high) and -_MAX_ELO <= self.low < self.high <= _MAX_ELO):
            raise HockeyError(
                f"a test of {brief(self.low)} against {brief(self.high)} Elo is not possible: give two numbers from "
                f"-{_MAX_ELO} to {_MAX_ELO}, the lower one first"
            )
        for name in ("alpha", "beta"):
            error = getattr(self, name)
            if not _is_number(error) or not _MIN_ERROR <= error < 0.5:
                raise HockeyError(f"{name} cannot be {brief(error)}: give a probability above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios that end the test: at the first low is accepted, at the second high."""
        return math.log(self.beta), -math.log(self.alpha)

    def among(self, pairs: int) -> Sprt:
        """Return the test to use for each of several pairs, so that all verdicts together keep to alpha and beta.

        The error rates are divided by the number of pairs (Bonferroni). However the pairs are correlated, the
        probability that any is wrongly accepted as high is then at most alpha, and as low at most beta.
        """
        return attrs.evolve(self, alpha=max(self.alpha / pairs, _MIN_ERROR), beta=max(self.beta / pairs, _MIN_ERROR))

    def llr(self, tally: Tally) -> float:
        """Return the log-likelihood ratio of high to low; 0 for no deals.

        Args:
            tally: The deals of the pair, from the point of view of the entrant whose strength is tested; all deals
                must have the same number of games.

        Raises:
            MissingExtra: If scipy is not installed.
        """
        if not tally.deals:
            return 0.0
        weights = [count or _UNSEEN for count in tally.outcomes]
        shares = [halves / (len(weights) - 1) for halves in range(len(weights))]
        low, high = (_most_likely(weights, shares, share_of(elo)) for elo in (self.low, self.high))
        return sum(weight * math.log(more / less) for weight, more, less in zip(weights, high, low, strict=True))

    def verdict(self, tally: Tally) -> SprtVerdict | None:
        """Return the verdict that a pair's deals allow; None if more deals are needed.

        It depends on the tally alone. The caller decides how many deals are played at most.

        Args:
            tally: As for ``llr``.

        Raises:
            MissingExtra: If scipy is not installed.
        """
        llr, (lower, upper) = self.llr(tally), self.bounds
        if lower < llr < upper:
            return None
        accepted: Literal["low", "high"] = "high" if llr > 0 else "low"
        elo, other = (self.high, self.low) if llr > 0 else (self.low, self.high)
        what = f"at {elo:+g} Elo rather than {other:+g}"
        why = f"the log-likelihood ratio {llr:.2f} passed {upper if llr > 0 else lower:.2f}"
        reason = f"{what}: {why} after {tally.deals:,} deal{'s' * (tally.deals > 1)}"
        return SprtVerdict(accepted, llr, (lower, upper), tally.deals, reason)


def is_checkpoint(deals: int) -> bool:
    """Return whether tests are evaluated after this many deals of a pair.

    They are evaluated after each of the first hundred deals and after every tenth from then on, because an evaluation
    takes about as long as a short game.
    """
    return deals <= 100 or deals % 10 == 0


def _most_likely(weights: list[float], shares: list[float], mean: float) -> list[float]:
    """Return the most likely probabilities of the outcomes, given their mean share.

    They are the relative frequencies, each divided by ``1 + x (share - mean)``, where x is the root of a decreasing
    function.
    """

    def excess(x: float) -> float:
        return sum(weight * (s - mean) / (1 + x * (s - mean)) for weight, s in zip(weights, shares, strict=True))

    brentq, inside = library("scipy.optimize").brentq, 1 - 1e-12
    root = float(brentq(excess, -inside / (1 - mean), inside / mean, xtol=1e-14, rtol=1e-14))
    total = sum(weights)
    return [weight / total / (1 + root * (s - mean)) for weight, s in zip(weights, shares, strict=True)]
