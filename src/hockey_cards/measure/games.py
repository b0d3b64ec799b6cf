"""The games that measures are taken from, played in a kernel or, where there is none, in the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.kernels import kernel_of
from hockey_cards.batch.rng import BatchShoe
from hockey_cards.batch.simulation import simulate
from hockey_cards.errors import UnknownStrategy, VariantError
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.match import play
from hockey_cards.rules import Ending, Seat, Variant
from hockey_cards.shoe import derive
from hockey_cards.strategies import strategy

LEAST: Final = 100
"""The fewest games that are measured, and the fewest of any kind."""
MOST: Final = 10**8
"""The most games that are measured; each takes about 45 bytes of memory, and 80 where variants are compared."""

_SLOW: Final = "counter"
"""The player that takes tens of times as long as the others."""
_DEALER: Final[Seat] = 0
_PART: Final = 1 << 16
_SLOW_PART: Final = 1 << 12
_REPLAYED_PART: Final = 1 << 6
"""The number of games that are played in one go, so that an interruption does not have to wait long."""


@attrs.frozen
class SampleSizes:
    """The numbers of games of each kind that are played where a number of games was asked for.

    Args:
        games: The games of fast players.
        slow: The games with a slow player.
        replayed: The games of a meeting that are replayed move by move.
        openings: The games whose first mover is looked up, where it depends on the deal.
    """

    games: int
    slow: int
    replayed: int
    openings: int

    def of(self, players: Sequence[str]) -> int:
        """Return the number of games that some players play."""
        return self.slow if _SLOW in players else self.games


class GameColumns(NamedTuple):
    """Games as columns, with one entry per game in the order of their numbers.

    Args:
        margin: Side 0's final score minus side 1's.
        goals: The goals of both sides.
        moves: The number of moves.
        overtime: Whether it went into overtime.
        changes: The number of lead changes, of the replayed games only, which are the first ones.
        forced: The number of moves that were the only legal one, of the same games.
    """

    margin: Array
    goals: Array
    moves: Array
    overtime: Array
    changes: Array
    forced: Array


Progress = Callable[[str, str, int, int], object]
"""Called with the key of the variant, the players who meet, the number of their games that are over, and of all."""

MeetingProgress = Callable[[str, int, int], object]
"""The same without the key."""


class GameSource(Protocol):
    """A source of games of one variant."""

    @property
    def compiled(self) -> bool:
        """Whether a kernel plays them."""
        ...

    def sizes(self, games: int) -> SampleSizes:
        """Return how many games of each kind are played where a number of games was asked for."""
        ...

    def knows(self, player: str) -> bool:
        """Return whether a player can play the variant."""
        ...

    def play(self, players: Sequence[str], first: int, games: int, replayed: int) -> GameColumns:
        """Play games from a number on, and replay the first of them move by move."""
        ...

    def first_sides(self, games: int) -> Array:
        """Return the side that acts first in each of a number of games, from number 0 on."""
        ...


def source_of(variant: Variant[Any, Any, Any], seed: bytes, threads: int) -> GameSource:
    """Return the source of the games of a variant: its kernel if it has one, else the engine."""
    try:
        kernel_of(variant, _DEALER)
    except VariantError:
        return EngineGames(variant, seed)
    return CompiledGames(variant, seed, threads)


@attrs.frozen
class CompiledGames:
    """Games played in a kernel.

    Args:
        variant: The variant.
        seed: The seed.
        threads: The number of threads.
    """

    variant: Variant[Any, Any, Any]
    seed: bytes
    threads: int
    compiled: bool = attrs.field(default=True, init=False)

    def sizes(self, games: int) -> SampleSizes:
        """Return how many games of each kind are played where a number of games was asked for."""
        return SampleSizes(games, _fewer(games, 20), _fewer(games, 250), _fewer(games, 1 if self._is_fixed else 50))

    def knows(self, player: str) -> bool:
        """Return True: all players can play in a kernel."""
        return True

    def play(self, players: Sequence[str], first: int, games: int, replayed: int) -> GameColumns:
        """Play games from a number on, and replay the first of them move by move."""
        batch = simulate(self.variant, players, games, seed=self.seed, threads=self.threads, first=first)
        counts = [changes_and_forced(batch.game(number)) for number in batch.numbers[:replayed]]
        return GameColumns(
            margin=batch.margin,
            goals=batch.goals.sum(axis=(1, 2), dtype=np.int32),
            moves=batch.plays,
            overtime=batch.overtime,
            **_columns(counts),
        )

    def first_sides(self, games: int) -> Array:
        """Return the side that acts first in each of a number of games; one game shows it if it is always the same."""
        if self._is_fixed:
            return np.full(games, _first_side(self.variant, self.seed, 0), np.int8)
        return np.array([_first_side(self.variant, self.seed, number) for number in range(games)], np.int8)

    @property
    def _is_fixed(self) -> bool:
        """Whether the same side acts first in every game."""
        return kernel_of(self.variant, _DEALER).is_opener_fixed


@attrs.frozen
class EngineGames:
    """Games played one by one in the engine, with the packs that a kernel would have.

    Args:
        variant: The variant.
        seed: The seed.
    """

    variant: Variant[Any, Any, Any]
    seed: bytes
    compiled: bool = attrs.field(default=False, init=False)

    def sizes(self, games: int) -> SampleSizes:
        """Return how many games of each kind are played: fewer than asked for, and all of them replayed."""
        played = _fewer(games, 500)
        return SampleSizes(played, _fewer(played, 4), played, played)

    def knows(self, player: str) -> bool:
        """Return whether a player can play the variant."""
        try:
            strategy(player).make(self.variant, _DEALER, Random(0))  # type: ignore[union-attr]  # a built-in is a factory
        except UnknownStrategy:
            return False
        return True

    def play(self, players: Sequence[str], first: int, games: int, replayed: int) -> GameColumns:
        """Play games from a number on, and replay the first of them move by move."""
        played = [self._game(players, number) for number in range(first, first + games)]
        outcomes = [game.outcome for game in played]
        return GameColumns(
            margin=np.array([game.score[0] - game.score[1] for game in played], np.int32),
            goals=np.array([sum(game.score) for game in played], np.int32),
            moves=np.array([len(game.moves) for game in played], np.int32),
            overtime=np.array([each is not None and each.how is Ending.OVERTIME for each in outcomes]),
            **_columns([changes_and_forced(game) for game in played[:replayed]]),
        )

    def first_sides(self, games: int) -> Array:
        """Return the side that acts first in each of a number of games."""
        return np.array([_first_side(self.variant, self.seed, number) for number in range(games)], np.int8)

    def _game(self, players: Sequence[str], number: int) -> Game[Any, Any, Any]:
        shoe = BatchShoe(self.seed, number, self.variant.rules.deck)
        seated = [strategy(player) for player in players]
        return play(self.variant, seated, shoe=shoe, seed=derive(self.seed, "game", number), dealer=_DEALER)


def changes_and_forced(game: Game[Any, Any, Any]) -> tuple[int, int]:
    """Return how often the lead changed in a game, and how many of its moves were the only legal one."""
    moves, leads = len(game.moves), [_lead(game)]
    forced = 0
    for _ in range(moves):
        game = game.undo()
        forced += len(game.legal) == 1
        leads.append(_lead(game))
    ahead = [lead for lead in leads if lead]
    return sum(one != other for one, other in pairwise(ahead)), forced


def play_meeting(
    source: GameSource, players: Sequence[str], games: int, replayed: int, progress: MeetingProgress | None
) -> GameColumns:
    """Play the games of a meeting, a part at a time.

    Args:
        source: The source of the games.
        players: The player of each side.
        games: The number of games.
        replayed: The number of games that are replayed move by move.
        progress: Called after each part.
    """
    parts: list[GameColumns] = []
    for first, count in _parts(source, players, games, replayed):
        parts.append(source.play(players, first, count, max(0, min(count, replayed - first))))
        if progress is not None:
            progress(f"{players[0]} against {players[1]}", first + count, games)
    return GameColumns(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _parts(source: GameSource, players: Sequence[str], games: int, replayed: int) -> Iterator[tuple[int, int]]:
    """Cut games into parts: yield for each the number of its first game, and how many it has."""
    size = _REPLAYED_PART if not source.compiled else _SLOW_PART if _SLOW in players else _PART
    for start, end, most in ((0, replayed, _REPLAYED_PART), (replayed, games, size)):
        yield from ((first, min(most, end - first)) for first in range(start, end, most))


def _fewer(games: int, divisor: int) -> int:
    """Return a fraction of a number of games, but not too few."""
    return max(games // divisor, min(games, LEAST))


def _columns(counts: Sequence[tuple[int, int]]) -> dict[str, Array]:
    table = np.array(counts, np.int32).reshape(-1, 2)
    return {"changes": table[:, 0], "forced": table[:, 1]}


@lru_cache(maxsize=1 << 15)
def _first_side(variant: Variant[Any, Any, Any], seed: bytes, number: int) -> int:
    """Return the side that acts first in a game."""
    seat = Game.start(variant, shoe=BatchShoe(seed, number, variant.rules.deck), dealer=_DEALER).seat
    return side_of(seat or 0)


def _lead(game: Game[Any, Any, Any]) -> int:
    """Return 1 if side 0 is ahead, -1 if side 1 is, 0 if the score is level."""
    own, other = game.score
    return (own > other) - (own < other)
