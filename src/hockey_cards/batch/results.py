"""Results of a batch, and the replay of any of its games in the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array, ResultArrays, recording
from hockey_cards.batch.kernels import Kernel, kernel_of
from hockey_cards.batch.players import Player, PlayerFunction, Scoring
from hockey_cards.batch.rng import BatchShoe, key_of
from hockey_cards.errors import brief
from hockey_cards.game import Game
from hockey_cards.integers import plain_integer
from hockey_cards.rules import Seat, Variant


@attrs.frozen
class Summary:
    """Summary statistics of a batch.

    Args:
        games: The number of games.
        wins: The number of games won by each side.
        draws: The number of drawn games.
        goals: The mean final score of each side.
        margin: The mean of side 0's final score minus side 1's.
        error: The standard error of the margin.
        plays: The mean number of moves.
        overtimes: The number of games that went into overtime.
    """

    games: int
    wins: tuple[int, int]
    draws: int
    goals: tuple[float, float]
    margin: float
    error: float
    plays: float
    overtimes: int

    def __str__(self) -> str:
        wins = f"{self.wins[0]} : {self.wins[1]} won, {self.draws} drawn"
        goals = f"{self.goals[0]:.3f} : {self.goals[1]:.3f} a game, margin {self.margin:+.4f} ± {self.error:.4f}"
        return f"{self.games} games, {wins}; {goals}; {self.plays:.1f} moves a game, {self.overtimes} overtimes"


@attrs.frozen(eq=False, repr=False)
class Batch:
    """The results of many games.

    Args:
        variant: The variant.
        players: The players as they were given.
        seats: The player of each seat.
        seed: The seed, as 32 bytes.
        dealer: The seat that dealt the first period of each game.
        first: The number of the first game.
    """

    variant: Variant[Any, Any, Any]
    players: tuple[Player, ...]
    seats: tuple[Scoring | PlayerFunction, ...]
    seed: bytes
    dealer: Seat
    first: int
    _results: ResultArrays

    def __len__(self) -> int:
        return len(self._results.plays)

    @property
    def score(self) -> Array:
        """The final score of side 0 and of side 1, by game."""
        return self._results.score

    @property
    def winner(self) -> Array:
        """The side that won, by game; -1 for a draw."""
        margin = self.margin
        return np.where(margin == 0, -1, margin < 0).astype(np.int8)

    @property
    def margin(self) -> Array:
        """Side 0's final score minus side 1's, by game."""
        return self._results.score[:, 0] - self._results.score[:, 1]

    @property
    def plays(self) -> Array:
        """The number of moves, by game."""
        return self._results.plays

    @property
    def periods(self) -> Array:
        """The number of periods begun, overtimes included, by game."""
        return self._results.periods

    @property
    def overtime(self) -> Array:
        """Whether the game went into overtime, by game."""
        return self.periods > self._kernel().regular_periods

    @property
    def goals(self) -> Array:
        """The goals of each side, by game and period.

        If there can be overtimes, one more row has the goals of all of them together.
        """
        return self._results.goals

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.first + len(self))

    @property
    def summary(self) -> Summary:
        """Summary statistics of the batch."""
        winner, margin, score = self.winner, self.margin, self._results.score.mean(axis=0)
        return Summary(
            games=len(self),
            wins=(int((winner == 0).sum()), int((winner == 1).sum())),
            draws=int((winner < 0).sum()),
            goals=(float(score[0]), float(score[1])),
            margin=float(margin.mean()),
            error=float(margin.std() / np.sqrt(len(self))),
            plays=float(self.plays.mean()),
            overtimes=int(self.overtime.sum()),
        )

    def shoe(self, number: int) -> BatchShoe:
        """Return the shoe of a game.

        Raises:
            IndexError: If there is no such game.
        """
        game = plain_integer(number)
        if type(game) is not int or game not in self.numbers:
            last = self.first + len(self) - 1
            raise IndexError(f"there is no game {brief(number)}: the games are {self.first} to {last}")
        return BatchShoe(self.seed, game, self.variant.rules.deck)

    def strategies(self, number: int) -> tuple[Callable[[Any], Any], ...]:
        """Return the players of a game, one per seat, as strategies of the engine that make the same choices.

        Raises:
            IndexError: If there is no such game.
        """
        kernel, shoe = self._kernel(), self.shoe(number)
        return tuple(kernel.reference_player(player, shoe) for player in self.seats)

    def game(self, number: int) -> Game[Any, Any, Any]:
        """Replay a game, in the kernel and then move for move in the engine, and return it.

        Raises:
            IndexError: If there is no such game.
        """
        shoe, kernel = self.shoe(number), self._kernel()
        game = Game.start(self.variant, shoe=shoe, dealer=self.dealer)
        for code in self._moves(kernel, shoe.game):
            game = game.play(kernel.moves[code])
        assert game.outcome is not None
        assert list(game.score) == self.score[shoe.game - self.first].tolist()
        return game

    def _kernel(self) -> Kernel:
        return kernel_of(self.variant, self.dealer)

    def _moves(self, kernel: Kernel, number: int) -> list[int]:
        game, results = recording(self.variant.rules.max_moves, kernel.max_periods), kernel.results(1)
        kernel.play(key_of(self.seed), kernel.full_lineup(self.seats), game, number, results)
        moves: list[int] = game.moves[: results.plays[0]].tolist()
        return moves

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.variant.key}>"
