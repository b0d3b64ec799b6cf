"""Tables at which many games go on in step, for learners: a move in each, and all that is seen then as arrays."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import index
from threading import Lock
from typing import Any, Final, SupportsIndex

import attrs
import numpy as np
import numpy.typing as npt
from attrs.setters import frozen

from hockey_cards.batch.arrays import Array, Games, Stepped, stepped
from hockey_cards.batch.families import Tabled, tabled_of
from hockey_cards.batch.lawful import first_illegal
from hockey_cards.batch.limits import THREADS, check, fitting, size_of
from hockey_cards.batch.observation import Layout
from hockey_cards.batch.rng import BatchShoe, key_of
from hockey_cards.errors import HockeyError, IllegalMove, ParseError, brief
from hockey_cards.game import Game
from hockey_cards.registry import resolve
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.shoe import Seed, seed32

_MOST_GAMES: Final = 10**7
_NO_MOVE: Final[Any] = object()


def _counted(table: Table, field: attrs.Attribute[int], number: int) -> None:
    check("games", number, 1, _MOST_GAMES)


def _threads(table: Table, field: attrs.Attribute[int], number: int) -> None:
    check("threads", number, 1, THREADS)


@attrs.define(eq=False, repr=False)
class Table:
    """Many games of a variant that go on in step; where one ends, the next is dealt in its place.

    A table is the one thing here that changes: ``step`` makes a move in each game. Its copies, and what comes back from
    its pickle, go on from where it stands. It is for one thread of a program at a time, and a step that is begun while
    another goes on is refused. So is all but ``reset`` after a step that was interrupted, for in some games the move
    may have been made and in others not.

    The game in place i of so many games is number i of the seed's; when it ends, number i + games follows, then number
    i + 2 * games: the packs are those of ``BatchShoe(seed, number, deck)``, and depend on nothing else. Moves are
    numbers: in a game of the pile a card is its place in the deck, 0 to 51; in a rink 0 to 11 are the cells ``a1 b1 c1
    d1 a2 .. d3``, 12 and 13 the goalkeepers ``g1 g2``: ``table.moves`` lists them.

    Args:
        variant: What is played, or its name: a game of the pile or a rink, house rules included.
        games: How many games.
        seed: The seed of the packs.
        dealer: Who deals the first period of each game.
        threads: On how many threads a step is made; what comes of it does not depend on them.

    Raises:
        UnknownVariant: If there is no variant of that name.
        VariantError: If the variant cannot be played in batches.
        SeatError: If there is no such dealer.
        ParseError: If the seed is no seed, or a number makes no sense: there may be 10 million games, if they fit into
            the memory of the machine, and 1024 threads.
    """

    variant: Variant[Any, Any, Any] = attrs.field(converter=resolve, on_setattr=frozen)
    _games: int = attrs.field(alias="games", validator=_counted)
    _seed: bytes = attrs.field(default=seed32(0), alias="seed", converter=seed32, kw_only=True)
    dealer: Seat = attrs.field(default=0, kw_only=True, on_setattr=frozen)
    threads: int = attrs.field(default=1, kw_only=True, validator=_threads, on_setattr=frozen)
    _tabled: Tabled = attrs.field(init=False)
    _key: tuple[int, int] = attrs.field(init=False)
    _going: Games = attrs.field(init=False)
    _busy: Lock = attrs.field(init=False)
    _pool: tuple[int, ThreadPoolExecutor] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._tabled = tabled_of(self.variant, self.dealer)
        self._pool = os.getpid(), ThreadPoolExecutor(self.threads)
        self.reset()

    @property
    def games(self) -> int:
        """How many games go on."""
        return self._games

    @property
    def seed(self) -> bytes:
        """The seed, as 32 bytes."""
        return self._seed

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the engine by their numbers: those that ``step`` takes, and the columns of the mask."""
        return self._tabled.moves

    @property
    def layout(self) -> Layout:
        """Where each thing stands in an observation."""
        return self._tabled.layout

    def reset(self, games: int | None = None, *, seed: Seed | None = None) -> Stepped:
        """Deal all games anew, from number 0 on; if it fails or is interrupted, the games go on as they were.

        Args:
            games: How many games go on from now; as many as before if not given.
            seed: Another seed; the same games as before are dealt if not given.

        Raises:
            ParseError: If the seed is no seed, or the number makes no sense.
        """
        seed = self._seed if seed is None else seed32(seed)
        games = self._games if games is None else games
        check("games", games, 1, _MOST_GAMES)
        key = key_of(seed)
        with fitting(games, self._size()):
            going, shown = self._tabled.going(games), self._room(games)
            self._run(key, going, None, shown)
        self._games, self._seed, self._key, self._going, self._busy = games, seed, key, going, Lock()
        return shown

    def step(self, moves: npt.ArrayLike) -> Stepped:
        """Make a move in each game: in all of them, or if one is wrong in none.

        Args:
            moves: The number of a move for each game: integers, (games,).

        Raises:
            ParseError: If these are no integers, or not one for each game.
            IllegalMove: If a move is not legal; the message names the first such game, ``legal`` what would be.
            HockeyError: If another step goes on, or was interrupted.
        """
        asked = self._asked(moves)
        numbers, busy, going = asked.astype(np.int64), self._busy, self._going
        if not busy.acquire(blocking=False):
            raise _unsettled()
        try:
            shown = self._room(self._games)
            wrong = first_illegal(going.legal, numbers, len(self.moves))
            if wrong >= 0:
                raise self._refusal(wrong, int(asked[wrong]))
        except BaseException:
            busy.release()
            raise
        self._run(self._key, going, numbers, shown)
        busy.release()  # not after an interruption: some games may have gone on by then, and others not
        return shown

    def game(self, place: SupportsIndex) -> Game[Any, Any, Any]:
        """Return the game that goes on in a place, with its moves so far, as a game of the engine.

        Raises:
            IndexError: If there is no such place.
            HockeyError: If a step goes on, or was interrupted.
        """
        self._check_settled()
        return self._game(self._place(place))

    def ended(self, place: SupportsIndex) -> Game[Any, Any, Any] | None:
        """Return the game that ended last in a place as a game of the engine; None if none has ended yet.

        Raises:
            IndexError: If there is no such place.
            HockeyError: If a step goes on, or was interrupted.
        """
        self._check_settled()
        at = self._place(place)
        number = int(self._going.number[at]) - self._games
        return None if number < 0 else self._replayed(number, self._moves(at, number))

    def _game(self, at: int) -> Game[Any, Any, Any]:
        number = int(self._going.number[at])
        return self._replayed(number, self._moves(at, number)[: self._going.plays[at]])

    def _asked(self, moves: npt.ArrayLike) -> Array:
        try:
            asked: Array = np.asarray(moves)
        except ValueError as error:
            raise ParseError(f"the moves are no array: give {self._games} integers") from error
        if asked.dtype.kind not in "iu" or asked.shape != (self._games,):
            given = f"{asked.dtype} of shape {asked.shape}"
            raise ParseError(f"moves cannot be {given}: give integers of shape ({self._games},), one for each game")
        return asked

    def _refusal(self, at: int, move: int) -> IllegalMove:
        """Return the error that the engine raises for a move, with the place of the game."""
        game, known = self._game(at), 0 <= move < len(self.moves)
        try:
            game.play(self.moves[move] if known else _NO_MOVE)
        except IllegalMove as error:
            said = str(error) if known else f"{move} is no move: moves are 0 to {len(self.moves) - 1}"
            return IllegalMove(f"game {at}: {said}", code=error.code, rule=error.rule, move=move, legal=error.legal)
        raise AssertionError(f"move {move} of game {at} is legal in the engine alone")

    def _place(self, place: SupportsIndex) -> int:
        at = index(place)  # an array's number is one too
        if not 0 <= at < self._games:
            raise IndexError(f"there is no game {brief(at)}: they are 0 to {self._games - 1}")
        return at

    def _moves(self, at: int, number: int) -> list[int]:
        """Return the moves of a game, and after them whatever stands there."""
        moves: list[int] = self._going.moves[at, number // self._games & 1].tolist()
        return moves

    def _replayed(self, number: int, moves: list[int]) -> Game[Any, Any, Any]:
        game = Game.start(self.variant, shoe=BatchShoe(self._seed, number, self.variant.rules.deck), dealer=self.dealer)
        for move in moves:
            if game.outcome is not None:
                break
            game = game.play(self.moves[move])
        return game

    def _room(self, games: int) -> Stepped:
        return stepped(games, self.layout.width, len(self.moves))

    def _size(self) -> int:
        """Return how many bytes a game takes, with what is shown of it, what was shown before, and a move."""
        one, two = (size_of(self._tabled.going(games)) for games in (1, 2))
        return two - one + 2 * size_of(self._room(1)) + 16

    def _check_settled(self) -> None:
        if self._busy.locked():
            raise _unsettled()

    def _run(self, key: tuple[int, int], going: Games, moves: Array | None, out: Stepped) -> None:
        """Let the kernel play on, each thread its part of the games."""
        games, known = len(going.number), (key, going, moves, out)
        count = min(self.threads, games)
        cuts = [games * part // count for part in range(count + 1)]
        if count == 1:
            self._tabled.step(*known, 0, games)
            return
        self._tabled.step(*known, 0, 0)  # compiles, before every thread does
        pool = self._workers()
        for part in [pool.submit(self._tabled.step, *known, *part) for part in pairwise(cuts)]:
            part.result()

    def _workers(self) -> ThreadPoolExecutor:
        """Return the threads; those of a process do not go on in its forks."""
        if self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(self.threads)
        return self._pool[1]

    def __reduce__(self) -> tuple[Any, ...]:
        self._check_settled()
        kept = self.variant, self._games, self._seed, self.dealer, self.threads
        return _again, (*kept, tuple(self._going))

    def __repr__(self) -> str:
        return f"<Table of {self._games} games of {self.variant.key}>"


def _unsettled() -> HockeyError:
    return HockeyError(
        "a step of this table goes on in another thread, or was interrupted: a table is for one thread at a time, "
        "and reset begins anew"
    )


def _again(
    variant: Variant[Any, Any, Any], games: int, seed: bytes, dealer: Seat, threads: int, going: tuple[Array, ...]
) -> Table:
    """Return a table whose games stand as those of another."""
    table = Table(variant, games, seed=seed, dealer=dealer, threads=threads)
    for own, other in zip(table._going, going, strict=True):  # pyright: ignore[reportPrivateUsage]  # of the class above
        own[...] = other
    return table
