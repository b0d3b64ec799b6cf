"""Results of games, and exact sums of them that do not depend on the order in which games are added."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import attrs


@attrs.frozen
class GameResult:
    """The result of a game from the point of view of one of its two entrants.

    Args:
        halves: The points scored, in half points: 2 for a win, 1 for a draw, 0 for a loss.
        goals_for: The entrant's own score on the board at the end.
        goals_against: The opponent's score.
    """

    halves: int
    goals_for: int
    goals_against: int

    @property
    def reverse(self) -> GameResult:
        """The same game from the opponent's point of view."""
        return GameResult(2 - self.halves, self.goals_against, self.goals_for)


@attrs.frozen
class Tally:
    """The sum of an entrant's results, against one opponent or against all of them.

    Its size does not depend on the number of deals, and all sums are exact.

    Args:
        wins: The number of games won.
        draws: The number of games drawn.
        losses: The number of games lost.
        goals_for: The entrant's own scores, summed over all games.
        goals_against: The opponents' scores, summed over all games.
        goal_squares: The squared goal difference of each deal, summed over all deals.
        game_goal_squares: The squared goal difference of each game, summed over all games.
        outcomes: The number of deals by half points scored, from none to the most that a deal offers. For a pair,
            which plays a deal twice, these are five counts: the pentanomial of computer chess.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    goals_for: int = 0
    goals_against: int = 0
    goal_squares: int = 0
    game_goal_squares: int = 0
    outcomes: tuple[int, ...] = ()

    @property
    def deals(self) -> int:
        """The number of deals played."""
        return sum(self.outcomes)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.wins + self.draws + self.losses

    @property
    def halves(self) -> int:
        """The points scored, in half points."""
        return 2 * self.wins + self.draws

    @property
    def squares(self) -> int:
        """The squared half points of each deal, summed over all deals."""
        return sum(count * halves**2 for halves, count in enumerate(self.outcomes))

    @property
    def game_squares(self) -> int:
        """The squared half points of each game, summed over all games."""
        return 4 * self.wins + self.draws

    @property
    def share(self) -> float:
        """The points scored as a fraction of the games played."""
        return self.halves / (2 * self.games)

    @property
    def reverse(self) -> Tally:
        """The opponent's tally of the same deals; valid for a pair whose deals all have the same number of games."""
        return attrs.evolve(
            self,
            wins=self.losses,
            losses=self.wins,
            goals_for=self.goals_against,
            goals_against=self.goals_for,
            outcomes=self.outcomes[::-1],
        )


class RunningTally:
    """A tally that grows deal by deal, without building a new ``Tally`` for each."""

    __slots__ = ("_games", "_goals", "_outcomes")

    def __init__(self) -> None:
        self._games = [0, 0, 0]
        self._goals = [0, 0, 0, 0]
        self._outcomes: list[int] = [0]

    def add(self, deal: Sequence[GameResult]) -> None:
        """Add the games of one deal."""
        halves = squares = goals_for = goals_against = 0
        for game in deal:
            self._games[game.halves] += 1
            halves += game.halves
            goals_for += game.goals_for
            goals_against += game.goals_against
            squares += (game.goals_for - game.goals_against) ** 2
        difference = goals_for - goals_against
        for place, number in enumerate((goals_for, goals_against, difference**2, squares)):
            self._goals[place] += number
        missing = 2 * len(deal) + 1 - len(self._outcomes)
        if missing > 0:
            self._outcomes += [0] * missing
        self._outcomes[halves] += 1

    def add_tally(self, tally: Tally) -> None:
        """Add the tally of any number of deals."""
        for place, number in enumerate((tally.losses, tally.draws, tally.wins)):
            self._games[place] += number
        sums = tally.goals_for, tally.goals_against, tally.goal_squares, tally.game_goal_squares
        for place, number in enumerate(sums):
            self._goals[place] += number
        self._outcomes = [sum(both) for both in zip_longest(self._outcomes, tally.outcomes, fillvalue=0)]

    @property
    def lead(self) -> int:
        """The number of games won minus the number of games lost."""
        return self._games[2] - self._games[0]

    @property
    def deals(self) -> int:
        """The number of deals added."""
        return sum(self._outcomes)

    @property
    def tally(self) -> Tally:
        """The sum so far as a value."""
        losses, draws, wins = self._games
        goals_for, goals_against, goal_squares, game_goal_squares = self._goals
        outcomes = tuple(self._outcomes) if self.deals else ()
        return Tally(wins, draws, losses, goals_for, goals_against, goal_squares, game_goal_squares, outcomes)


@attrs.frozen
class Products:
    """Sums over deals of the products of the entrants' points, from which the covariance of their luck follows.

    Args:
        rows: For each two entrants the product of the half points that each scored in a deal against all opponents,
            summed over the deals; empty for no deals.
    """

    rows: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, halves: Sequence[int]) -> Products:
        """Return the products of one deal.

        Args:
            halves: The half points of each entrant in the deal, in the order of entry.
        """
        return cls(tuple(tuple(one * other for other in halves) for one in halves))

    def __add__(self, other: Products) -> Products:
        if not (self.rows and other.rows):
            return self if self.rows else other
        rows = zip(self.rows, other.rows, strict=True)
        return Products(tuple(tuple(map(int.__add__, mine, theirs)) for mine, theirs in rows))
