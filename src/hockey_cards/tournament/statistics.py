"""What the results of games come to: sums of whole numbers, and how sure they make us."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import attrs

_TAIL: Final = 0.025
"""The chance left on each side of a 95% interval."""


@attrs.frozen
class Result:
    """A game as one of its two entrants sees it.

    Args:
        halves: Its points, in halves: 2 for a win, 1 for a draw, 0 for a loss.
        goals_for: Its own score on the board at the end.
        goals_against: The other's.
    """

    halves: int
    goals_for: int
    goals_against: int

    @property
    def reverse(self) -> Result:
        """The same game as the other entrant sees it."""
        return Result(2 - self.halves, self.goals_against, self.goals_for)


@attrs.frozen
class Tally:
    """The sum of an entrant's results: whole numbers only, so that it is the same in whatever order they are added.

    Args:
        deals: How many deals were played.
        wins: How many games were won.
        draws: How many games were drawn.
        losses: How many games were lost.
        goals_for: The own scores of all games.
        goals_against: The other side's.
        squares: For each deal the square of the points made in it, in halves.
    """

    deals: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    goals_for: int = 0
    goals_against: int = 0
    squares: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.goals_for + other.goals_for,
            self.goals_against + other.goals_against,
            self.squares + other.squares,
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def halves(self) -> int:
        """The points made, in halves."""
        return 2 * self.wins + self.draws

    @property
    def share(self) -> float:
        """The points made, as a share of those that were to be had."""
        return self.halves / (2 * self.games)


def tally(results: Iterable[Result]) -> Tally:
    """Add up the results of one deal."""
    played = list(results)
    halves = [result.halves for result in played]
    return Tally(
        deals=1,
        wins=halves.count(2),
        draws=halves.count(1),
        losses=halves.count(0),
        goals_for=sum(result.goals_for for result in played),
        goals_against=sum(result.goals_against for result in played),
        squares=sum(halves) ** 2,
    )


def quantile(deals: int) -> float:
    """Return how many standard errors a 95% interval reaches to each side, by Student's t; infinite for one deal.

    Raises:
        ModuleNotFoundError: If scipy is not installed; says how to install it.
    """
    try:
        from scipy.special import stdtrit  # heavy, and the workers never need it
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        message = f'a tournament needs {missing}: pip install "hockey-cards[tournament]"'
        raise ModuleNotFoundError(message, name=error.name) from error
    return float(stdtrit(deals - 1, 1 - _TAIL)) if deals > 1 else math.inf


def interval(tally: Tally, reach: float) -> tuple[float, float]:
    """Return the 95% interval of the share of points.

    The deal is the unit, and not the game: the games of a deal share its cards. Where all points or none were
    made there is no spread to go by; then the interval is the exact one of so many deals all won or all lost.

    Args:
        tally: The sum of all deals.
        reach: What ``quantile`` returns for their number.
    """
    deals, share = tally.deals, tally.share
    if deals < 2:
        return 0.0, 1.0
    if share in (0.0, 1.0):
        bound = _TAIL ** (1 / deals)
        return (bound, 1.0) if share else (0.0, 1 - bound)
    most = 2 * tally.games // deals
    spread = deals * tally.squares - tally.halves**2
    error = math.sqrt(spread / (deals - 1)) / (deals * most)
    return max(0.0, share - reach * error), min(1.0, share + reach * error)
