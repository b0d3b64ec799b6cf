"""The games that measures are taken from: played in a kernel, or where there is none one by one in the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import attrs
import numpy as np

from hockey_cards.batch.arrays import Array
from hockey_cards.batch.families import tabled_of
from hockey_cards.batch.rng import BatchShoe
from hockey_cards.batch.simulation import simulate
from hockey_cards.errors import UnknownStrategy, VariantError
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.match import play
from hockey_cards.pile import Pile
from hockey_cards.rink import Rink
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
_WALKED_PART: Final = 1 << 6
"""How many games are played in one go, so that an interruption does not wait for long."""


@attrs.frozen
class Amount:
    """How many games are played of each kind, where so many were asked for.

    Args:
        games: Games of the players that are fast.
        slow: Games with a player that is slow.
        walked: Games of a meeting that are gone through move by move.
        led: Games that are looked at to see who acts first, where that depends on the deal.
    """

    games: int
    slow: int
    walked: int
    led: int

    def of(self, players: Sequence[str]) -> int:
        """Return how many games some players play."""
        return self.slow if _SLOW in players else self.games


class Columns(NamedTuple):
    """Games as columns, an entry each, in the order of their numbers.

    Args:
        margin: Side 0's board at the end minus side 1's.
        goals: The goals of both sides.
        moves: The number of moves.
        overtime: Whether it went into overtime.
        changes: How often the lead changed; of the games that were gone through only, which are the first.
        forced: How many moves were the only legal one; of the same games.
    """

    margin: Array
    goals: Array
    moves: Array
    overtime: Array
    changes: Array
    forced: Array


Progress = Callable[[str, str, int, int], object]
"""Told the key of the variant, who meets, how many of their games are over, and how many there are."""

Told = Callable[[str, int, int], object]
"""The same without the key."""


class Source(Protocol):
    """Where the games of a variant come from."""

    @property
    def compiled(self) -> bool:
        """Whether a kernel plays them."""
        ...

    def amount(self, games: int) -> Amount:
        """Return how many games are played, where so many were asked for."""
        ...

    def knows(self, player: str) -> bool:
        """Say whether a player can play the variant."""
        ...

    def play(self, players: Sequence[str], first: int, games: int, walked: int) -> Columns:
        """Play games from a number on, and go through some of them."""
        ...

    def leaders(self, games: int) -> Array:
        """Return the side that acts first in so many games, from number 0 on."""
        ...


def source_of(variant: Variant[Any, Any, Any], seed: bytes, threads: int) -> Source:
    """Return where the games of a variant come from."""
    try:
        tabled_of(variant, _DEALER)
    except VariantError:
        return Engine(variant, seed)
    return Kernel(variant, seed, threads)


@attrs.frozen
class Kernel:
    """Games that are played in a kernel.

    Args:
        variant: What is played.
        seed: The seed.
        threads: On how many threads.
    """

    variant: Variant[Any, Any, Any]
    seed: bytes
    threads: int
    compiled: bool = attrs.field(default=True, init=False)

    def amount(self, games: int) -> Amount:
        """Return how many games are played, where so many were asked for."""
        return Amount(games, _fewer(games, 20), _fewer(games, 250), _fewer(games, 1 if self._fixed else 50))

    def knows(self, player: str) -> bool:
        """Say whether a player can play the variant: in a kernel all can."""
        return True

    def play(self, players: Sequence[str], first: int, games: int, walked: int) -> Columns:
        """Play games from a number on, and go through some of them."""
        batch = simulate(self.variant, players, games, seed=self.seed, threads=self.threads, first=first)
        trails = [trail(batch.game(number)) for number in batch.numbers[:walked]]
        return Columns(
            margin=batch.margin,
            goals=batch.goals.sum(axis=(1, 2), dtype=np.int32),
            moves=batch.plays,
            overtime=batch.overtime,
            **_columns(trails),
        )

    def leaders(self, games: int) -> Array:
        """Return the side that acts first in so many games; where it is always the same one look is enough."""
        if self._fixed:
            return np.full(games, _leader(self.variant, self.seed, 0), np.int8)
        return np.array([_leader(self.variant, self.seed, number) for number in range(games)], np.int8)

    @property
    def _fixed(self) -> bool:
        """Whether the same side acts first in every game."""
        rules = self.variant.rules
        return isinstance(rules, Rink) or (isinstance(rules, Pile) and rules.schedule.opener is None)


@attrs.frozen
class Engine:
    """Games that are played one by one in the engine, with the packs that a kernel would have.

    Args:
        variant: What is played.
        seed: The seed.
    """

    variant: Variant[Any, Any, Any]
    seed: bytes
    compiled: bool = attrs.field(default=False, init=False)

    def amount(self, games: int) -> Amount:
        """Return how many games are played, where so many were asked for: fewer, and gone through all of them."""
        played = _fewer(games, 500)
        return Amount(played, _fewer(played, 4), played, played)

    def knows(self, player: str) -> bool:
        """Say whether a player can play the variant."""
        try:
            strategy(player).make(self.variant, _DEALER, Random(0))  # type: ignore[union-attr]  # a built-in is a factory
        except UnknownStrategy:
            return False
        return True

    def play(self, players: Sequence[str], first: int, games: int, walked: int) -> Columns:
        """Play games from a number on, and go through some of them."""
        played = [self._game(players, number) for number in range(first, first + games)]
        outcomes = [game.outcome for game in played]
        return Columns(
            margin=np.array([game.score[0] - game.score[1] for game in played], np.int32),
            goals=np.array([sum(game.score) for game in played], np.int32),
            moves=np.array([len(game.moves) for game in played], np.int32),
            overtime=np.array([each is not None and each.how is Ending.OVERTIME for each in outcomes]),
            **_columns([trail(game) for game in played[:walked]]),
        )

    def leaders(self, games: int) -> Array:
        """Return the side that acts first in so many games."""
        return np.array([_leader(self.variant, self.seed, number) for number in range(games)], np.int8)

    def _game(self, players: Sequence[str], number: int) -> Game[Any, Any, Any]:
        shoe = BatchShoe(self.seed, number, self.variant.rules.deck)
        seated = [strategy(player) for player in players]
        return play(self.variant, seated, shoe=shoe, seed=derive(self.seed, "game", number), dealer=_DEALER)


def trail(game: Game[Any, Any, Any]) -> tuple[int, int]:
    """Go back through a game: return how often the lead changed, and how many moves were the only legal one."""
    moves, leads = len(game.moves), [_lead(game)]
    forced = 0
    for _ in range(moves):
        game = game.undo()
        forced += len(game.legal) == 1
        leads.append(_lead(game))
    ahead = [lead for lead in leads if lead]
    return sum(one != other for one, other in pairwise(ahead)), forced


def games_of(source: Source, players: Sequence[str], games: int, walked: int, told: Told | None) -> Columns:
    """Play the games of a meeting, a part at a time.

    Args:
        source: Where they come from.
        players: The player of each side.
        games: How many games.
        walked: How many of them are gone through.
        told: Told how far it is.
    """
    parts: list[Columns] = []
    for first, count in _parts(source, players, games, walked):
        parts.append(source.play(players, first, count, max(0, min(count, walked - first))))
        if told is not None:
            told(f"{players[0]} against {players[1]}", first + count, games)
    return Columns(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _parts(source: Source, players: Sequence[str], games: int, walked: int) -> Iterator[tuple[int, int]]:
    """Cut games into parts: for each the number of its first game, and how many it has."""
    size = _WALKED_PART if not source.compiled else _SLOW_PART if _SLOW in players else _PART
    for start, end, most in ((0, walked, _WALKED_PART), (walked, games, size)):
        yield from ((first, min(most, end - first)) for first in range(start, end, most))


def _fewer(games: int, times: int) -> int:
    """Return so many times fewer games, but not too few."""
    return max(games // times, min(games, LEAST))


def _columns(trails: Sequence[tuple[int, int]]) -> dict[str, Array]:
    table = np.array(trails, np.int32).reshape(-1, 2)
    return {"changes": table[:, 0], "forced": table[:, 1]}


@lru_cache(maxsize=1 << 15)
def _leader(variant: Variant[Any, Any, Any], seed: bytes, number: int) -> int:
    """Return the side that acts first in a game."""
    seat = Game.start(variant, shoe=BatchShoe(seed, number, variant.rules.deck), dealer=_DEALER).seat
    return side_of(seat or 0)


def _lead(game: Game[Any, Any, Any]) -> int:
    """Return 1 if side 0 leads on the board, -1 if side 1 does, 0 if it is level."""
    own, other = game.score
    return (own > other) - (own < other)
