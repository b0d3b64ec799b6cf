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


@attrs.frozen
class Comparison:
    """A comparison of two entrants, from the first one's point of view, with the deal as the unit of observation.

    The games of a deal share its cards, so they are not independent; deals are. Points and goals are differences (own
    minus opponent's) over all games of a deal. Intervals are 95%: Student's t (1908) over the deals for goals, and the
    interval of ``share_interval`` for points. After a single deal the interval of goals is None and that of points
    covers everything; where all deals have the same goal difference, its interval is that single value.

    Args:
        deals: The number of deals played.
        games: The number of games played.
        points: The mean difference of points per deal.
        points_interval: Its interval, which is not always symmetric about the mean.
        goals: The mean goal difference per deal.
        goals_interval: Its interval, or None after a single deal.
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
    goals_interval: tuple[float, float] | None
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
    """Return the half-width of a 95% interval in standard errors, by Student's t; infinite for a single deal.

    Raises:
        MissingExtra: If scipy is not installed.
    """
    special = library("scipy.special")
    return float(special.stdtrit(deals - 1, 1 - _TAIL)) if deals > 1 else math.inf


def share_interval(tally: Tally, half_width: float) -> tuple[float, float]:
    """Return the 95% interval of the share of points.

    The deal, not the game, is the unit, because the games of a deal share its cards. The interval is Wilson's (1927):
    it contains the shares that the observed one is not too far from. The spread of the deals, as a fraction of the
    largest spread possible at their share, is taken to be the same fraction at any other share (the effective sample
    size of Korn and Graubard 1998), and distances follow Student's t. Near one half, and with many deals, this is
    Student's interval of the mean; where one entrant wins nearly everything, that would be too short on the far side.
    Where all points or none were scored there is no spread to measure; the interval is then the exact one for that
    many deals all won or all lost (Clopper and Pearson 1934). Deals that were all level give a single value.

    Args:
        tally: The sum over all deals.
        half_width: The value of ``quantile`` for the number of deals.
    """
    deals = tally.deals
    if deals < 2:
        return 0.0, 1.0
    share = tally.share
    if share in (0.0, 1.0):
        bound = _TAIL ** (1 / deals)
        return (bound, 1.0) if share else (0.0, 1 - bound)
    most = 2 * tally.games // deals
    most_spread = share * (1 - share)
    doubt = half_width**2 * _variance(deals, tally.halves, tally.squares) / most**2 / most_spread / deals
    middle = (share + doubt / 2) / (1 + doubt)
    half = math.sqrt(doubt * (most_spread + doubt / 4)) / (1 + doubt)
    return max(0.0, middle - half), min(1.0, middle + half)


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
        goals_interval=_student_interval(deals, goals, tally.goal_squares, half_width),
        superiority=_superiority(tally),
        outcomes=tally.outcomes,
        points_gain=_gain(tally, tally.halves, tally.squares, tally.game_squares),
        goals_gain=_gain(tally, goals, tally.goal_squares, tally.game_goal_squares),
    )


def _variance(deals: int, total: int, squares: int) -> float:
    """Return the variance among deals; exact up to the final division, however large the sums."""
    return (deals * squares - total**2) / (deals * (deals - 1))


def _student_interval(deals: int, total: int, squares: int, half_width: float) -> tuple[float, float] | None:
    if deals < 2:
        return None
    half = half_width * math.sqrt(_variance(deals, total, squares) / deals)
    return total / deals - half, total / deals + half


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
