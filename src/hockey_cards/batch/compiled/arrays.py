"""The arrays that all kernels share, and bit sets of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from hockey_cards.batch.rng import WORD

Array = npt.NDArray[Any]
Word = Any
"""An unsigned integer of 64 bits."""

PACK_SIZE: Final = 64
"""The bytes that a pack takes, a few more than it has cards."""
MAX_OBSERVED: Final = 32767
"""The greatest number in an observation: greater ones are cut to it."""


class Dice(NamedTuple):
    """Rows of bounds, cut into dice that are read off one random word each.

    Args:
        starts: By row and word the first die of the word, and after the last word the end.
        products: By row and word the product of the bounds.
        limits: By row and word the limit of the low half: a word below it is rejected.
        counts: By row the number of words.
    """

    starts: Array
    products: Array
    limits: Array
    counts: Array


def dice_of(rows: Iterable[Iterable[Sequence[int]]]) -> Dice:
    """Return rows of bounds, already cut into words, as arrays."""
    cut = [list(row) for row in rows]
    most = max(map(len, cut))
    made = Dice(
        starts=np.zeros((len(cut), most + 1), np.uint8),
        products=np.ones((len(cut), most), np.uint64),
        limits=np.zeros((len(cut), most), np.uint64),
        counts=np.array([len(row) for row in cut]),
    )
    for row, words in enumerate(cut):
        for word, bounds in enumerate(words):
            made.starts[row, word + 1] = made.starts[row, word] + len(bounds)
            made.products[row, word] = prod(bounds)
            made.limits[row, word] = WORD % prod(bounds)
    return made


class Lineup(NamedTuple):
    """The players of a batch, where not all of them play at random.

    Args:
        scores: By player the values of its scoring, in the order that the family's kernel reads them.
        functions: By player the address of its compiled function; 0 for a scoring.
        seats: By seat the player; -1 for a learner at a table.
    """

    scores: Array
    functions: Array
    seats: Array


class Recording(NamedTuple):
    """One game move by move: written by a kernel, or given to it to be played again.

    Args:
        given: 1 if packs and moves are given, and an illegal move is replaced by a legal one; 0 if they are written.
        packs: By period the pack.
        moves: The moves as numbers.
        calls: The calls as numbers.
        boards: The score after each move.
    """

    given: int
    packs: Array
    moves: Array
    calls: Array
    boards: Array


def recording(moves: int, periods: int) -> Recording:
    """Return an empty recording with room for a number of moves and periods."""
    return Recording(
        given=0,
        packs=np.zeros((periods, 52), np.uint8),
        moves=np.zeros(moves, np.uint8),
        calls=np.zeros(moves, np.uint8),
        boards=np.zeros((moves, 2), np.int64),
    )


class ResultArrays(NamedTuple):
    """The results of games, one row each.

    Args:
        score: The final score.
        goals: The goals of each side in each regular period, and in one more row those of all overtimes, if there may
            be any.
        plays: The number of moves.
        periods: The number of periods.
    """

    score: Array
    goals: Array
    plays: Array
    periods: Array

    @classmethod
    def empty(cls, games: int, rows: int) -> ResultArrays:
        """Return arrays for a number of games with a number of rows of goals each."""
        return cls(
            score=np.zeros((games, 2), np.int32),
            goals=np.zeros((games, rows, 2), np.uint16),
            plays=np.zeros(games, np.int32),
            periods=np.zeros(games, np.int32),
        )


class TableGames(Protocol):
    """The games in progress at a table, one row each: a named tuple of arrays, with more fields in each family."""

    @property
    def number(self) -> Array:
        """The number of the game."""
        ...

    @property
    def moves(self) -> Array:
        """The moves as numbers, (games, 2, moves): those of the running game and of the one before take turns."""
        ...

    @property
    def plays(self) -> Array:
        """The number of moves so far."""
        ...

    @property
    def legal(self) -> Array:
        """The legal moves as a bit set."""
        ...

    @property
    def score(self) -> Array:
        """The score of each side."""
        ...

    @property
    def shown(self) -> Array:
        """The score of each side that was shown last; zeros for a new game."""
        ...

    @property
    def ended(self) -> Array:
        """Of the game that ended last: its number of moves, and 1 + the side that forfeited it, or 0."""
        ...

    def __iter__(self) -> Iterator[Array]:
        """Return all arrays."""
        ...


class TimeStep(NamedTuple):
    """What a table shows after a step: one row for each game, in arrays that the caller owns.

    Where a game ended with the move, a new one has been dealt: ``done``, ``reward``, ``outcome`` and ``score`` are of
    the game that ended, ``observation``, ``mask``, ``seat`` and ``number`` of the new one.

    Args:
        observation: What the seat to move sees, laid out as ``Table.layout`` says: 16-bit integers, (games, width).
        mask: Which moves are legal: booleans, (games, moves).
        seat: The seat to move: 8-bit integers, (games,). Side 0 has the even seats, side 1 the odd ones.
        reward: By how much the score of side 0 and that of side 1 has changed since the step before: 8-bit integers,
            (games, 2).
        outcome: For each side 1 if it has won the game, -1 if it has lost it, 0 after a draw and while the game goes
            on: 8-bit integers, (games, 2).
        score: The score of each side after the step: 32-bit integers, (games, 2).
        done: Whether the game ended with the move: booleans, (games,).
        number: The number of the game in progress: 64-bit integers, (games,).
    """

    observation: Array
    mask: Array
    seat: Array
    reward: Array
    outcome: Array
    score: Array
    done: Array
    number: Array

    @property
    def side(self) -> Array:
        """The side to move, 0 or 1."""
        return self.seat & 1

    @classmethod
    def empty(cls, games: int, width: int, moves: int) -> TimeStep:
        """Return arrays for a number of games, a width of observations and a number of moves."""
        return cls(
            observation=np.empty((games, width), np.int16),
            mask=np.empty((games, moves), np.bool_),
            seat=np.empty(games, np.int8),
            reward=np.empty((games, 2), np.int8),
            outcome=np.empty((games, 2), np.int8),
            score=np.empty((games, 2), np.int32),
            done=np.empty(games, np.bool_),
            number=np.empty(games, np.int64),
        )


def bit_set(cards: Iterable[int]) -> int:
    """Return cards as a number with a bit for each."""
    return sum(1 << card for card in cards)
