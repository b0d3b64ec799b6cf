"""Confidence intervals for a tally, the likelihood that one entrant is better, and the gain from duplicate deals."""

from __future__ import annotations

import math
from typing import Any, Final

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.extras import load
from hockey_cards.tournament.tally import Tally

DIGITS: Final = 6
"""Numbers in JSON are rounded to this many digits, so that they are the same on every machine."""

_TAIL: Final = 0.025
"""The probability on either side of a 95% interval."""

NORMAL_QUANTILE: Final = 1.959963984540054
"""The half-width of a 95% interval in standard errors, by the normal distribution."""

_UNLIKE: Final = 3
"""The distance of the goal difference of a deal unlike the others, in standard deviations."""


@attrs.frozen
class Comparison:
    """A comparison of two entrants, from the first one's point of view, with the deal as the unit of observation.

    The games of a deal share its cards, so they are not independent; deals are. Points and goals are differences (own
    minus opponent's) over all games of a deal. Intervals are 95%, follow Student's t (1908) over many deals, and have a
    width after few deals too, even if those were all alike.

    Args:
        deals: The number of deals played.
        games: The number of games played.
        points: The mean difference of points per deal.
        points_interval: Its interval, which is not always symmetric about the mean.
        goals: The mean goal difference per deal.
        goals_interval: Its interval.
        superiority: The likelihood that the first entrant scores more than half of the points in the long run, if all
            values were equally likely beforehand: the probability of a t variable below the mean divided by its
            standard error. Where the deals show no spread it follows from the sign test: the winner's likelihood falls
            short of 1 by one half to the power of the number of deals.
        outcomes: The number of deals by half points scored; with two games a deal this is the pentanomial.
        points_gain: The gain from playing both sides of a deal: the variance of the mean if every game had its own
            deal, divided by the variance as played. At 1.5, half as many independent games again would have been
            needed for the same interval; below 1 the games of a deal are positively correlated. It is estimated from
            the same deals, and None where they show no spread.
        goals_gain: The same for the goal difference.
    """

    deals: int
    games: int
    points: float
    points_interval: tuple[float, float]
    goals: float
    goals_interval: tuple[float, float]
    superiority: float
    outcomes: tuple[int, ...]
    points_gain: float | None
    goals_gain: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON-serialisable values, rounded to six digits."""
        return {key: rounded(value) for key, value in attrs.asdict(self, recurse=False).items()}


def library(module: str) -> Any:
    """Import a module of scipy or choix, or numpy, which the extra ``tournament`` installs.

    Raises:
        MissingExtra: If it is not installed; the message says how to install it.
    """
    return load(module, extra="tournament", purpose="a tournament")


def rounded(value: float | str | tuple[Any, ...] | None) -> Any:
    """Round a number, or the numbers in a tuple, for JSON; return any other value unchanged."""
    if isinstance(value, float):
        return round(value, DIGITS)
    return list(map(rounded, value)) if isinstance(value, tuple) else value


def quantile(deals: int) -> float:
    """Return the half-width of a 95% interval in standard errors, by Student's t; 0 for a single deal, without spread.

    Raises:
        MissingExtra: If scipy is not installed.
    """
    special = library("scipy.special")
    return float(special.stdtrit(deals - 1, 1 - _TAIL)) if deals > 1 else 0.0


def unseen_fraction(deals: int) -> float:
    """Return how large a fraction of all deals may differ from every deal seen so far, with 97.5% confidence.

    It is the exact bound for something that did not occur in that many deals (Clopper and Pearson 1934). About 3.7
    divided by the number of deals, it soon matters less than the spread of the deals.
    """
    return 1 - math.pow(_TAIL, 1 / deals)


def share_interval(tally: Tally, half_width: float) -> tuple[float, float]:
    """Return the 95% interval of the share of points; it always has a width, even for a single deal.

    The deal, not the game, is the unit, because the games of a deal share its cards. The distance of each end from the
    observed share is the square root of the sum of two squares:

    - The spread of the deals: the exact interval (Clopper and Pearson 1934) for the effective number of games, which is
      the number of independent games that would have the same spread, with Student's t in place of the normal
      distribution (Korn and Graubard 1998).
    - What the deals did not show: the fraction of ``unseen_fraction`` of all deals may have been lost, or won, as a
      whole. This needs no spread. It is all there is where the deals were equal (the bound of Gaffke 2005), and where
      all points or none were scored it is the exact interval for that many deals.

    With many deals this is Student's interval of the mean.

    Args:
        tally: The sum over all deals.
        half_width: The value of ``quantile`` for the number of deals.

    Raises:
        MissingExtra: If scipy is not installed.
    """
    deals = tally.deals
    if not deals:
        return 0.0, 1.0
    share, unseen = tally.share, unseen_fraction(deals)
    low = high = share
    spread = _variance(deals, tally.halves, tally.squares) if deals > 1 else 0.0
    if spread:
        most = 2 * tally.games // deals
        games = share * (1 - share) * most**2 / spread * deals * (NORMAL_QUANTILE / half_width) ** 2
        inverse, scored = library("scipy.special").betaincinv, games * share
        low = float(inverse(scored, games - scored + 1, _TAIL))
        high = float(inverse(scored + 1, games - scored, 1 - _TAIL))
    down, up = math.hypot(share - low, unseen * share), math.hypot(high - share, unseen * (1 - share))
    return max(0.0, share - down), min(1.0, share + up)


def goals_interval(tally: Tally, half_width: float) -> tuple[float, float]:
    """Return the 95% interval of the goal difference per deal; it always has a width, even for a single deal.

    The half-width is the square root of the sum of two squares: Student's half-width from the spread of the deals, and
    what one deal unlike the others would add to the mean. That deal is three standard deviations away; these are taken
    to be those of scores that come goal by goal (Skellam 1946): the square root of the number of goals in a deal, and
    one more.

    Args:
        tally: The sum over all deals, of which there is at least one.
        half_width: The value of ``quantile`` for the number of deals.
    """
    deals, goals = tally.deals, tally.goals_for - tally.goals_against
    variance = _variance(deals, goals, tally.goal_squares) / deals if deals > 1 else 0.0
    scored = (tally.goals_for + tally.goals_against) / deals + 1
    half = math.sqrt(half_width**2 * variance + (_UNLIKE / deals) ** 2 * scored)
    return goals / deals - half, goals / deals + half


def compare(tally: Tally) -> Comparison:
    """Compare two entrants by the tally of their deals, from the point of view of the tally's owner.

    Raises:
        HockeyError: If no deal was played.
        MissingExtra: If scipy is not installed.
    """
    deals, games = tally.deals, tally.games
    if not deals:
        raise HockeyError("two entrants without a common deal cannot be compared: play at least one deal")
    half_width = quantile(deals)
    low, high = share_interval(tally, half_width)
    games_a_deal = games / deals
    goals = tally.goals_for - tally.goals_against
    return Comparison(
        deals=deals,
        games=games,
        points=(tally.wins - tally.losses) / deals,
        points_interval=(games_a_deal * (2 * low - 1), games_a_deal * (2 * high - 1)),
        goals=goals / deals,
        goals_interval=goals_interval(tally, half_width),
        superiority=_superiority(tally),
        outcomes=tally.outcomes,
        points_gain=_gain(tally, tally.halves, tally.squares, tally.game_squares),
        goals_gain=_gain(tally, goals, tally.goal_squares, tally.game_goal_squares),
    )


def _variance(deals: int, total: int, squares: int) -> float:
    """Return the variance among deals; exact up to the final division, however large the sums."""
    return (deals * squares - total**2) / (deals * (deals - 1))


def _superiority(tally: Tally) -> float:
    deals, lead = tally.deals, tally.wins - tally.losses
    spread = _variance(deals, tally.halves, tally.squares) if deals > 1 else 0.0
    if spread:
        return float(library("scipy.special").stdtr(deals - 1, lead / deals / math.sqrt(spread / deals)))
    doubt = 0.5**deals
    return 0.5 if lead == 0 else 1 - doubt if lead > 0 else doubt


def _gain(tally: Tally, total: int, squares: int, game_squares: int) -> float | None:
    """Return the variance of the mean of independent games, divided by that of the deals as played.

    This is the gain from common random numbers (Glasserman and Yao 1992): the variance of a single game, estimated
    without bias from games that are correlated within a deal, is compared with the variance of a deal's sum.
    """
    deals, games = tally.deals, tally.games
    if deals < 2 or not (of_deal := _variance(deals, total, squares)):
        return None
    of_game = (games * game_squares - total**2) / games**2 + of_deal * deals / games**2
    return games / deals * of_game / of_deal
