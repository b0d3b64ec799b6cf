"""The results of games, and their sums: whole numbers that come out the same in whatever order they are added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

import attrs

from hockey_cards.errors import ParseError


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
    """The sum of an entrant's results, against one other or against all: as large for a million deals as for one.

    Sums are exact, so that adding is free of order; ``Tally()`` adds nothing.

    Args:
        wins: How many games were won.
        draws: How many games were drawn.
        losses: How many games were lost.
        goals_for: The own scores of all games.
        goals_against: The other side's.
        goal_squares: For each deal the square of the difference of goals made in it.
        game_goal_squares: The same for each game.
        outcomes: How many deals gave how many points, in halves, from none to all that were to be had. For a pair,
            which plays a deal twice, these are five counts: the card players' pentanomial.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    goals_for: int = 0
    goals_against: int = 0
    goal_squares: int = 0
    game_goal_squares: int = 0
    outcomes: tuple[int, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.goals_for + other.goals_for,
            self.goals_against + other.goals_against,
            self.goal_squares + other.goal_squares,
            self.game_goal_squares + other.game_goal_squares,
            tuple(mine + more for mine, more in zip_longest(self.outcomes, other.outcomes, fillvalue=0)),
        )

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return sum(self.outcomes)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def halves(self) -> int:
        """The points made, in halves."""
        return 2 * self.wins + self.draws

    @property
    def squares(self) -> int:
        """For each deal the square of the points made in it, in halves."""
        return sum(count * halves**2 for halves, count in enumerate(self.outcomes))

    @property
    def game_squares(self) -> int:
        """For each game the square of the points made in it, in halves."""
        return 4 * self.wins + self.draws

    @property
    def share(self) -> float:
        """The points made, as a share of those that were to be had."""
        return self.halves / (2 * self.games)

    @property
    def reverse(self) -> Tally:
        """The same deals as the other entrant sees them; for a pair whose deals have the same number of games."""
        return attrs.evolve(
            self,
            wins=self.losses,
            losses=self.wins,
            goals_for=self.goals_against,
            goals_against=self.goals_for,
            outcomes=self.outcomes[::-1],
        )

    def to_list(self) -> list[int]:
        """Return the numbers in the order of the arguments, the outcomes at the end: what JSON can say."""
        *sums, outcomes = attrs.astuple(self, recurse=False)
        return [*sums, *outcomes]

    @classmethod
    def from_list(cls, numbers: Sequence[int]) -> Tally:
        """Read what ``to_list`` wrote.

        Raises:
            ParseError: If these are no such numbers.
        """
        length = len(attrs.fields(cls)) - 1
        if len(numbers) < length or any(type(number) is not int or number < 0 for number in numbers):
            raise ParseError(f"{list(numbers)!r} is no tally: it has {length} or more whole numbers from 0")
        wins, draws, losses, scored, conceded, squares, game_squares, *outcomes = numbers
        made = cls(wins, draws, losses, scored, conceded, squares, game_squares, tuple(outcomes))
        counted = sum(count * halves for halves, count in enumerate(made.outcomes))
        if made.halves != counted:
            raise ParseError(f"{list(numbers)!r} is no tally: games give {made.halves} halves, and deals {counted}")
        return made


def tally(results: Iterable[Result]) -> Tally:
    """Add up the results of one deal."""
    played = list(results)
    halves = [result.halves for result in played]
    differences = [result.goals_for - result.goals_against for result in played]
    outcomes = [0] * (2 * len(played) + 1)
    outcomes[sum(halves)] = 1
    return Tally(
        wins=halves.count(2),
        draws=halves.count(1),
        losses=halves.count(0),
        goals_for=sum(result.goals_for for result in played),
        goals_against=sum(result.goals_against for result in played),
        goal_squares=sum(differences) ** 2,
        game_goal_squares=sum(difference**2 for difference in differences),
        outcomes=tuple(outcomes),
    )


@attrs.frozen
class Products:
    """What the entrants of a table made on the same deals, multiplied: how far their luck with the cards is shared.

    Args:
        rows: For each two entrants the product of the points that they made in a deal against all others, in halves,
            added up over the deals; empty for no deals.
    """

    rows: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, halves: Sequence[int]) -> Products:
        """Return those of one deal.

        Args:
            halves: What each entrant made in it, in the order of the table.
        """
        return cls(tuple(tuple(one * other for other in halves) for one in halves))

    def __add__(self, other: Products) -> Products:
        if not (self.rows and other.rows):
            return self if self.rows else other
        rows = zip(self.rows, other.rows, strict=True)
        return Products(tuple(tuple(map(int.__add__, mine, more)) for mine, more in rows))
