"""When two entrants, or all of a table, have played enough: sequential tests that stop when they know."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, Literal

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.statistics.intervals import rounded, wanted
from hockey_cards.tournament.statistics.ratings import Pair, share_of
from hockey_cards.tournament.tally import Tally

_TRACE: Final = 0.001
"""What an outcome that has not come yet counts for, in deals: that it can come at all."""


_ELO: Final = 4000
"""No difference of Elo that can be tested is greater: one point in ten thousand million games."""

_LEAST: Final = 1e-300
"""No chance of an error is less, so that it can be divided among pairs."""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@attrs.frozen
class Verdict:
    """What a sequential test found, and why.

    Args:
        accepted: The hypothesis that stands: the low one or the high one.
        llr: The logarithm of the likelihood ratio of high to low.
        bounds: At or below the first the low hypothesis is accepted, at or above the second the high one.
        deals: After how many deals it was found.
        reason: The same in words.
    """

    accepted: Literal["low", "high"]
    llr: float
    bounds: tuple[float, float]
    deals: int
    reason: str

    def __str__(self) -> str:
        return self.reason

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as what JSON can say, rounded to six digits."""
        return {key: rounded(value) for key, value in attrs.asdict(self, recurse=False).items()}


@attrs.frozen
class Sprt:
    """A sequential test of how much stronger one of two is, in Elo points, the unit of the ratings.

    Ten Elo points are 1.44 points in a hundred games. An author who asks whether a change makes a player better
    takes 0 and what it ought to gain; who asks which of two is better, the same number below and above 0. Between the
    two numbers either verdict may come.

    It is the sequential probability ratio test of Wald (1945), generalised (Li, Liu and Ying 2014): the deals are drawn
    from an unknown distribution over their outcomes, of which only the mean is supposed, so draws and games that
    share their cards need no model. Under each hypothesis the likeliest such distribution is taken (the empirical
    likelihood of Owen 1988), as engine testers do for pairs of chess games. The bounds are those of Ville (1939),
    1/alpha and beta, a little further out than Wald's: crossing the wrong one, now or ever, has no greater chance than
    alpha or beta, however long is played and however often one looks. That holds for likelihoods known exactly; for
    these, which are estimated, it is what many deals tend to.

    Args:
        low: The low hypothesis: so many Elo points.
        high: The high hypothesis.
        alpha: The chance that high is accepted, though low or less is true.
        beta: The chance that low is accepted, though high or more is true.

    Raises:
        HockeyError: If low is not below high, both within 4000 points of 0, or alpha or beta not between 0 and 0.5.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __attrs_post_init__(self) -> None:
        if not (_is_number(self.low) and _is_number(self.high) and -_ELO <= self.low < self.high <= _ELO):
            raise HockeyError(
                f"a test of {self.low!r:.80} against {self.high!r:.80} Elo makes no sense: give a low and a high one, "
                f"from -{_ELO} to {_ELO}"
            )
        for name in ("alpha", "beta"):
            chance = getattr(self, name)
            if not _is_number(chance) or not _LEAST <= chance < 0.5:
                raise HockeyError(f"{name} cannot be {chance!r:.80}: give a chance above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the logarithm of the likelihood ratio ends the test: accepting low, accepting high."""
        return math.log(self.beta), -math.log(self.alpha)

    def among(self, pairs: int) -> Sprt:
        """Return the test of each pair of a table in which all verdicts together are to keep alpha and beta.

        The chances of errors are divided by the number of pairs (Bonferroni): then, whatever pairs have in
        common, the chance that any is accepted as high wrongly is at most alpha, and as low at most beta.
        """
        return attrs.evolve(self, alpha=max(self.alpha / pairs, _LEAST), beta=max(self.beta / pairs, _LEAST))

    def llr(self, tally: Tally) -> float:
        """Return the logarithm of the likelihood ratio of high to low; 0 for no deals.

        Args:
            tally: The deals of the pair, as the one sees it whose strength is tested; all of the same number of games.

        Raises:
            ModuleNotFoundError: If scipy is not installed; says how to install it.
        """
        if not tally.deals:
            return 0.0
        weights = [count or _TRACE for count in tally.outcomes]
        shares = [halves / (len(weights) - 1) for halves in range(len(weights))]
        low, high = (_tilted(weights, shares, share_of(elo)) for elo in (self.low, self.high))
        return sum(weight * math.log(more / less) for weight, more, less in zip(weights, high, low, strict=True))

    def verdict(self, tally: Tally) -> Verdict | None:
        """Return what the deals of a pair decide; None if more are needed.

        It depends on the tally alone. How many deals are played at most is for the caller to say.

        Args:
            tally: As for ``llr``.

        Raises:
            ModuleNotFoundError: If scipy is not installed; says how to install it.
        """
        llr, (lower, upper) = self.llr(tally), self.bounds
        if lower < llr < upper:
            return None
        accepted: Literal["low", "high"] = "high" if llr > 0 else "low"
        elo, other = (self.high, self.low) if llr > 0 else (self.low, self.high)
        what = f"at {elo:+g} Elo rather than {other:+g}"
        why = f"the log-likelihood ratio {llr:.2f} passed {upper if llr > 0 else lower:.2f}"
        reason = f"{what}: {why} after {tally.deals:,} deal{'s' * (tally.deals > 1)}"
        return Verdict(accepted, llr, (lower, upper), tally.deals, reason)


def decide(
    sprt: Sprt, pairs: Mapping[Pair, Tally], earlier: Mapping[Pair, Verdict] | None = None
) -> dict[Pair, Verdict]:
    """Return the verdicts of a whole table so far; it is decided when there is one for every pair.

    A verdict once found stands, whatever its pair goes on to play. The error rates of the test are those of the whole
    table, see ``Sprt.among``. Since they hold at all times, a caller that keeps no earlier verdicts may look at the
    tallies alone; then the table is decided when all pairs are past a bound together, which takes longer.

    Args:
        sprt: The test of the table; with pairs in any order its numbers had best be the same below and above 0.
        pairs: The tallies of all pairs of the table.
        earlier: What this function returned before.

    Raises:
        ModuleNotFoundError: If scipy is not installed; says how to install it.
    """
    each, known = sprt.among(len(pairs) or 1), earlier or {}
    found = {pair: known.get(pair) or each.verdict(tally) for pair, tally in pairs.items()}
    return {pair: verdict for pair, verdict in found.items() if verdict is not None}


def _tilted(weights: list[float], shares: list[float], mean: float) -> list[float]:
    """Return the likeliest chances of the outcomes if their mean share is as given.

    They are the frequencies, each over ``1 + x (share - mean)``; the x that fits is where a falling function is 0.
    """
    with wanted():
        from scipy.optimize import brentq

    def excess(x: float) -> float:
        return sum(weight * (s - mean) / (1 + x * (s - mean)) for weight, s in zip(weights, shares, strict=True))

    inside = 1 - 1e-12
    root = float(brentq(excess, -inside / (1 - mean), inside / mean, xtol=1e-14, rtol=1e-14))
    total = sum(weights)
    return [weight / total / (1 + root * (s - mean)) for weight, s in zip(weights, shares, strict=True)]
