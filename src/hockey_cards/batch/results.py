"""The results of a batch, and the way back from any of its games to the engine."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

import attrs
import numpy as np

from hockey_cards.batch.arrays import Array, Out, Tape
from hockey_cards.batch.families import Tabled, tabled_of
from hockey_cards.batch.players import Player, Scoring, Value, cast_of
from hockey_cards.batch.rng import BatchShoe, key_of
from hockey_cards.game import Game
from hockey_cards.rules import Seat, Variant


@attrs.frozen
class Summary:
    """A batch in a few numbers.

    Args:
        games: The number of games.
        wins: The games won by each side.
        draws: The games that nobody won.
        goals: The mean board at the end, by side.
        margin: The mean of side 0's board minus side 1's.
        error: The standard error of the margin.
        plays: The mean number of moves.
        overtimes: The games that went into overtime.
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
    """Many games that have been played.

    Args:
        variant: What was played.
        players: The players as they were given.
        seats: The player of each seat.
        seed: The seed, as 32 bytes.
        dealer: Who dealt the first period of each game.
        first: The number of the first game.
    """

    variant: Variant[Any, Any, Any]
    players: tuple[Player, ...]
    seats: tuple[Scoring | Value, ...]
    seed: bytes
    dealer: Seat
    first: int
    _out: Out

    def __len__(self) -> int:
        return len(self._out.plays)

    @property
    def score(self) -> Array:
        """The board at the end: for each game that of side 0 and of side 1."""
        return self._out.score

    @property
    def winner(self) -> Array:
        """For each game the side that won; -1 for a draw."""
        margin = self.margin
        return np.where(margin == 0, -1, margin < 0).astype(np.int8)

    @property
    def margin(self) -> Array:
        """For each game side 0's board minus side 1's."""
        return self._out.score[:, 0] - self._out.score[:, 1]

    @property
    def plays(self) -> Array:
        """For each game the number of moves."""
        return self._out.plays

    @property
    def periods(self) -> Array:
        """For each game the number of periods begun, overtimes included."""
        return self._out.periods

    @property
    def overtime(self) -> Array:
        """For each game whether it went into overtime."""
        return self.periods > self._tabled().regular

    @property
    def goals(self) -> Array:
        """For each game and period the goals of each side.

        If there can be overtimes, a row more tells the goals of all of them together.
        """
        return self._out.goals

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.first + len(self))

    @property
    def summary(self) -> Summary:
        """The batch in a few numbers."""
        winner, margin, score = self.winner, self.margin, self._out.score.mean(axis=0)
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
        game = index(number)  # an array's number is one too
        if game not in self.numbers:
            raise IndexError(f"there is no game {game}: they are {self.first} to {self.first + len(self) - 1}")
        return BatchShoe(self.seed, game, self.variant.rules.deck)

    def strategies(self, number: int) -> tuple[Callable[[Any], Any], ...]:
        """Return the players of a game, one a seat, as strategies of the engine that make the same choices.

        Raises:
            IndexError: If there is no such game.
        """
        tabled, shoe = self._tabled(), self.shoe(number)
        return tuple(tabled.twin(player, shoe) for player in self.seats)

    def game(self, number: int) -> Game[Any, Any, Any]:
        """Play a game again, in the kernel and move for move in the engine, and return it.

        Raises:
            IndexError: If there is no such game.
        """
        shoe, tabled = self.shoe(number), self._tabled()
        game = Game.start(self.variant, shoe=shoe, dealer=self.dealer)
        for code in self._moves(tabled, shoe.game):
            game = game.play(tabled.moves[code])
        assert game.outcome is not None
        assert list(game.score) == self.score[shoe.game - self.first].tolist()
        return game

    def _tabled(self) -> Tabled:
        return tabled_of(self.variant, self.dealer)

    def _moves(self, tabled: Tabled, number: int) -> list[int]:
        tape = tape_of(self.variant.rules.max_moves, tabled.most)
        again = tabled.room(1)
        tabled.play(key_of(self.seed), cast_of(self.seats, tabled), tape, number, again)
        moves: list[int] = tape.moves[: again.plays[0]].tolist()
        return moves

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.variant.key}>"


def tape_of(moves: int, periods: int) -> Tape:
    """Return room for one game of so many moves and periods."""
    return Tape(
        given=0,
        packs=np.zeros((periods, 52), np.uint8),
        moves=np.zeros(moves, np.uint8),
        calls=np.zeros(moves, np.uint8),
        boards=np.zeros((moves, 2), np.int64),
    )
