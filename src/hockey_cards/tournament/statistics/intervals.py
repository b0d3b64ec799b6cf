"""How sure a tally makes us: intervals, likelihoods, and what playing the same deal twice was worth."""

from __future__ import annotations

import math
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.tally import Tally

DIGITS: Final = 6
"""What is told as JSON is rounded to so many digits, well above what differs between machines."""

_TAIL: Final = 0.025
"""The chance left on each side of a 95% interval."""


@attrs.frozen
class Comparison:
    """How the first of two entrants stands to the second; the deal is the unit, as its games share the cards.

    Points and goals are differences, own minus other's, in a deal of all its games. Intervals hold 95%: for goals
    by Student's t (1908) on the deals, for points as ``interval`` has it. A single deal gives None for goals, and
    everything for points; deals that all had the same difference of goals give that point.

    Args:
        deals: How many deals were played.
        games: How many games.
        points: The mean difference of points a deal.
        points_interval: Its interval, not always with the mean in the middle.
        goals: The mean difference of goals a deal.
        goals_interval: Its interval, or None.
        superiority: The likelihood that the first makes more than half of the points in the long run, if all was
            equally likely before: the chance of a t variable below the mean over its error. Without any spread it is
            that of the sign test, one half to the power of the deals short of certainty.
        outcomes: How many deals gave the first how many points, in halves: with two games a deal, the pentanomial.
        points_gain: What the same cards for both were worth: the variance of the mean if all games had been dealt
            independently, over its variance as played. With 1.5, half as many independent games again would have been
            needed for the same interval; below 1 the games of a deal go together. It is an estimate from the same
            deals; None where there is no spread.
        goals_gain: The same for the difference of goals.
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
        """Return the comparison as what JSON can say, rounded to six digits."""
        return {key: rounded(value) for key, value in attrs.asdict(self, recurse=False).items()}


@contextmanager
def wanted() -> Generator[None]:
    """Import what a tournament needs beyond the library, or say how to install it.

    Raises:
        ModuleNotFoundError: If an import in the block finds nothing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        message = f'a tournament needs {missing}: pip install "hockey-cards[tournament]"'
        raise ModuleNotFoundError(message, name=error.name) from error


def rounded(value: float | str | tuple[Any, ...] | None) -> Any:
    """Round a number, or those of a tuple, for JSON; anything else stays as it is."""
    if isinstance(value, float):
        return round(value, DIGITS)
    return list(map(rounded, value)) if isinstance(value, tuple) else value


def quantile(deals: int) -> float:
    """Return how many standard errors a 95% interval reaches to each side, by Student's t; infinite for one deal.

    Raises:
        ModuleNotFoundError: If scipy is not installed; says how to install it.
    """
    with wanted():
        from scipy.special import stdtrit  # heavy, and the workers never need it
    return float(stdtrit(deals - 1, 1 - _TAIL)) if deals > 1 else math.inf


def interval(tally: Tally, reach: float) -> tuple[float, float]:
    """Return the 95% interval of the share of points.

    The deal is the unit, and not the game: the games of a deal share its cards. The interval holds the shares that the
    one seen is not too far from, as Wilson (1927) has it: the spread of the deals, as a part of what it could be at
    their share, is taken to be the same part at any other (the effective number of Korn and Graubard 1998), and
    distances are Student's. Near the middle, and with many deals, this is Student's interval of the mean; where
    one of two wins nearly all, that would be too short on the far side. Where all points or none were made
    there is no spread to go by; then the interval is the exact one of so many deals all won or all lost (Clopper and
    Pearson 1934). Deals that all came out level give a point.

    Args:
        tally: The sum of all deals.
        reach: What ``quantile`` returns for their number.
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
    doubt = reach**2 * _variance(deals, tally.halves, tally.squares) / most**2 / most_spread / deals
    middle = (share + doubt / 2) / (1 + doubt)
    half = math.sqrt(doubt * (most_spread + doubt / 4)) / (1 + doubt)
    return max(0.0, middle - half), min(1.0, middle + half)


def compare(tally: Tally) -> Comparison:
    """Return what the deals of two entrants say of them, as the one sees it whose tally it is.

    Raises:
        HockeyError: If no deal was played.
        ModuleNotFoundError: If scipy is not installed; says how to install it.
    """
    deals, games = tally.deals, tally.games
    if not deals:
        raise HockeyError("two that have played no deal cannot be compared: play one or more")
    reach = quantile(deals)
    low, high = interval(tally, reach)
    each = games / deals
    goals = tally.goals_for - tally.goals_against
    return Comparison(
        deals=deals,
        games=games,
        points=(tally.wins - tally.losses) / deals,
        points_interval=(each * (2 * low - 1), each * (2 * high - 1)),
        goals=goals / deals,
        goals_interval=_around(deals, goals, tally.goal_squares, reach),
        superiority=_superiority(tally),
        outcomes=tally.outcomes,
        points_gain=_gain(tally, tally.halves, tally.squares, tally.game_squares),
        goals_gain=_gain(tally, goals, tally.goal_squares, tally.game_goal_squares),
    )


def _variance(deals: int, total: int, squares: int) -> float:
    """Return the variance among deals; exact up to the last division, whatever the size of the sums."""
    return (deals * squares - total**2) / (deals * (deals - 1))


def _around(deals: int, total: int, squares: int, reach: float) -> tuple[float, float] | None:
    if deals < 2:
        return None
    half = reach * math.sqrt(_variance(deals, total, squares) / deals)
    return total / deals - half, total / deals + half


def _superiority(tally: Tally) -> float:
    with wanted():
        from scipy.special import stdtr
    deals, lead = tally.deals, tally.wins - tally.losses
    spread = _variance(deals, tally.halves, tally.squares) if deals > 1 else 0.0
    if spread:
        return float(stdtr(deals - 1, lead / deals / math.sqrt(spread / deals)))
    doubt = 0.5**deals
    return 0.5 if lead == 0 else 1 - doubt if lead > 0 else doubt


def _gain(tally: Tally, total: int, squares: int, game_squares: int) -> float | None:
    """Return the variance of a mean of independent games over that of the deals as played.

    Common random numbers, as Glasserman and Yao (1992) call the method: what is compared is the variance of one game,
    estimated without bias from games that go together deal by deal, with that of a deal's sum.
    """
    deals, games = tally.deals, tally.games
    if deals < 2 or not (of_deal := _variance(deals, total, squares)):
        return None
    of_game = (games * game_squares - total**2) / games**2 + of_deal * deals / games**2
    return games / deals * of_game / of_deal
