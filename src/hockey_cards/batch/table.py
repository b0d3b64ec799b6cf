"""Tables: many games played in lockstep for learners, with observations as arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Lock
from typing import Any, Final, Literal, SupportsIndex, get_args

import attrs
import numpy as np
import numpy.typing as npt
from attrs.setters import frozen

from hockey_cards.batch.compiled.arrays import Array, Lineup, TableGames, TimeStep
from hockey_cards.batch.compiled.bookkeeping import first_illegal, mark_illegal
from hockey_cards.batch.families import layout_of
from hockey_cards.batch.kernels import Kernel, kernel_of
from hockey_cards.batch.layout import Layout
from hockey_cards.batch.limits import MAX_THREADS, memory_for, number_within, size_of
from hockey_cards.batch.players import Player
from hockey_cards.batch.rng import BatchShoe, key_of
from hockey_cards.errors import HockeyError, IllegalMove, ParseError, brief
from hockey_cards.game import Game
from hockey_cards.integers import index_below, plain_integer
from hockey_cards.registry import resolve
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.shoe import Seed, seed32

Illegal = Literal["refuse", "forfeit"]
"""What happens to an illegal move: the whole step is refused, or the side that made it forfeits the game."""

_MAX_GAMES: Final = 10**7
_NO_MOVE: Final[Any] = object()


def _games_within(number: int) -> int:
    return number_within("games", number, 1, _MAX_GAMES)


def _threads_within(number: int) -> int:
    return number_within("threads", number, 1, MAX_THREADS)


@attrs.define(eq=False, repr=False)
class Table:
    """Many games of a variant, played in lockstep; where one ends, the next is dealt in its place.

    A table is mutable: ``step`` makes a move in each game. A copy, or a table restored from a pickle, continues from
    the same position. Only one thread of a program may use a table at a time: a step is refused while another one is
    running. After a step that was interrupted everything but ``reset`` is refused, for the move may have been made in
    some games and not in others.

    The game in place i starts as number i of the seed; when it ends, number i + games follows, then number
    i + 2 * games. The packs are those of ``BatchShoe(seed, number, deck)`` and depend on nothing else. Moves are
    numbers, those of ``Rules.number``, and ``table.moves`` lists the moves in their order: in the pile family a card is
    its place in the deck, from 0; in the rink 0 to 11 are the cells ``a1 b1 c1 d1 a2 .. d3``, 12 and 13 the
    goalkeepers ``g1 g2``.

    Args:
        variant: The variant or its name. Its family must have kernels, as the pile family and the rink do; all house
            rules are played.
        games: The number of games.
        seed: The seed of the packs.
        dealer: The seat that deals the first period of each game.
        threads: The number of threads that make a step; the result is the same for any number.
        players: One for each side or one for each seat: None where a learner plays, else a player as ``simulate`` takes
            it, which moves within a step. Of the moves that it rates highest it makes one by the second pick of the
            play, as ``batch.rng`` specifies them.
        illegal: ``"refuse"``: a step with an illegal move raises an error and makes no move. ``"forfeit"``: the side
            that makes an illegal move forfeits that game.

    Raises:
        SeatError: If there are not as many players as sides or seats, or no learner among them.
        UnknownStrategy: If no player has a name.
        StrategyError: If a value is not a player.
        UnknownVariant: If no variant has the name.
        VariantError: If the variant cannot be played in batches.
        SeatError: If there is no such dealer.
        ParseError: If the seed is not valid, a number is out of range, or the games do not fit into memory. There may
            be 10 million games and 1024 threads.
    """

    variant: Variant[Any, Any, Any] = attrs.field(converter=resolve, on_setattr=frozen)
    _games: int = attrs.field(alias="games", converter=_games_within)
    _seed: bytes = attrs.field(default=seed32(0), alias="seed", converter=seed32, kw_only=True)
    dealer: Seat = attrs.field(default=0, kw_only=True, converter=plain_integer, on_setattr=frozen)
    threads: int = attrs.field(default=1, kw_only=True, converter=_threads_within, on_setattr=frozen)
    players: Sequence[Player | None] = attrs.field(default=(None, None), kw_only=True, on_setattr=frozen)
    illegal: Illegal = attrs.field(default="refuse", kw_only=True, on_setattr=frozen)
    _kernel: Kernel = attrs.field(init=False)
    _layout: Layout = attrs.field(init=False)
    _lineup: Lineup | None = attrs.field(init=False)
    _key: tuple[int, int] = attrs.field(init=False)
    _in_progress: TableGames = attrs.field(init=False)
    _busy: Lock = attrs.field(init=False)
    _pool: tuple[int, ThreadPoolExecutor] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._kernel = kernel_of(self.variant, self.dealer)
        self._layout = layout_of(self.variant)
        self._lineup = self._kernel.open_lineup(self.players)
        if self.illegal not in get_args(Illegal):
            raise ParseError(f"illegal cannot be {brief(self.illegal)}: give 'refuse' or 'forfeit'")
        self._pool = os.getpid(), ThreadPoolExecutor(self.threads)
        self.reset()

    @property
    def games(self) -> int:
        """The number of games in progress."""
        return self._games

    @property
    def seed(self) -> bytes:
        """The seed, as 32 bytes."""
        return self._seed

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the engine in the order of their numbers, which ``step`` takes and the mask has columns for."""
        return self._kernel.moves

    @property
    def layout(self) -> Layout:
        """The layout of an observation."""
        return self._layout

    def reset(self, games: int | None = None, *, seed: Seed | None = None) -> TimeStep:
        """Deal all games again, from number 0 on. If this fails or is interrupted, the games stay as they were.

        Args:
            games: The number of games from now on; the same as before if None.
            seed: Another seed; if None, the same games are dealt as before.

        Raises:
            ParseError: If the seed is not valid, or the number is out of range.
        """
        seed = self._seed if seed is None else seed32(seed)
        games = self._games if games is None else _games_within(games)
        key = key_of(seed)
        with memory_for(games, self._size()):
            dealt, shown = self._kernel.games(games), self._empty(games)
            self._run(key, dealt, None, shown)
        self._games, self._seed, self._key, self._in_progress, self._busy = games, seed, key, dealt, Lock()
        return shown

    def step(self, moves: npt.ArrayLike) -> TimeStep:
        """Make a move in each game, and those of the compiled players; if one of them is wrong, make none.

        If illegal moves forfeit, none is wrong: such a game ends with an outcome of -1 for the side that made it.

        Args:
            moves: The number of a move for each game: integers of shape (games,).

        Raises:
            ParseError: If these are not integers, or not one for each game.
            IllegalMove: If a move is not legal; the message names the first such game, ``legal`` has its legal moves.
            HockeyError: If another step is running, or was interrupted.
        """
        asked = self._asked(moves)
        numbers, busy, games = asked.astype(np.int64), self._busy, self._in_progress
        if not busy.acquire(blocking=False):
            raise _unsettled()
        try:
            shown = self._empty(self._games)
            if self.illegal == "forfeit":
                mark_illegal(games.legal, numbers, len(self.moves))
            elif (wrong := first_illegal(games.legal, numbers, len(self.moves))) >= 0:
                raise self._refusal(wrong, int(asked[wrong]))
        except BaseException:
            busy.release()
            raise
        self._run(self._key, games, numbers, shown)
        busy.release()  # not after an interruption: the move may have been made in some games and not in others
        return shown

    def game(self, place: SupportsIndex) -> Game[Any, Any, Any]:
        """Return the game in progress in a place, with its moves so far, as a game of the engine.

        Raises:
            IndexError: If there is no such place.
            HockeyError: If a step is running, or was interrupted.
        """
        self._check_settled()
        return self._game(self._place(place))

    def ended(self, place: SupportsIndex) -> Game[Any, Any, Any] | None:
        """Return the game that ended last in a place, as a game of the engine; None if none has ended yet.

        Raises:
            IndexError: If there is no such place.
            HockeyError: If a step is running, or was interrupted.
        """
        self._check_settled()
        at = self._place(place)
        number = int(self._in_progress.number[at]) - self._games
        if number < 0:
            return None
        plays, forfeited = map(int, self._in_progress.ended[at])
        game = self._replayed(number, self._moves(at, number)[:plays])
        return game.forfeit(forfeited - 1) if forfeited else game

    def _game(self, at: int) -> Game[Any, Any, Any]:
        number = int(self._in_progress.number[at])
        return self._replayed(number, self._moves(at, number)[: self._in_progress.plays[at]])

    def _asked(self, moves: npt.ArrayLike) -> Array:
        try:
            asked: Array = np.asarray(moves)
        except ValueError as error:
            raise ParseError(f"the moves cannot be made into an array: give {self._games} integers") from error
        if asked.dtype.kind not in "iu" or asked.shape != (self._games,):
            given = f"{asked.dtype} of shape {asked.shape}"
            raise ParseError(f"moves cannot be {given}: give integers of shape ({self._games},), one for each game")
        return asked

    def _refusal(self, at: int, move: int) -> IllegalMove:
        """Return the error that the engine raises for a move, with the place of the game added."""
        game, known = self._game(at), 0 <= move < len(self.moves)
        try:
            game.play(self.moves[move] if known else _NO_MOVE)
        except IllegalMove as error:
            reason = str(error) if known else f"{move} is not a move: moves are 0 to {len(self.moves) - 1}"
            return IllegalMove(f"game {at}: {reason}", code=error.code, rule=error.rule, move=move, legal=error.legal)
        raise AssertionError(f"move {move} of game {at} is legal in the engine, but not at the table")

    def _place(self, place: SupportsIndex) -> int:
        at = index_below(place, self._games)
        if at is None:
            raise IndexError(f"there is no game {brief(place)}: the games are 0 to {self._games - 1}")
        return at

    def _moves(self, at: int, number: int) -> list[int]:
        """Return the moves of a game, followed by leftovers of earlier games."""
        moves: list[int] = self._in_progress.moves[at, number // self._games & 1].tolist()
        return moves

    def _replayed(self, number: int, moves: list[int]) -> Game[Any, Any, Any]:
        game = Game.start(self.variant, shoe=BatchShoe(self._seed, number, self.variant.rules.deck), dealer=self.dealer)
        for move in moves:
            game = game.play(self.moves[move])
        return game

    def _empty(self, games: int) -> TimeStep:
        return TimeStep.empty(games, self.layout.width, len(self.moves))

    def _size(self) -> int:
        """Return the bytes that a game takes, together with this time step, the one before, and a move."""
        one, two = (size_of(self._kernel.games(games)) for games in (1, 2))
        return two - one + 2 * size_of(self._empty(1)) + 16

    def _check_settled(self) -> None:
        if self._busy.locked():
            raise _unsettled()

    def _run(self, key: tuple[int, int], in_progress: TableGames, moves: Array | None, out: TimeStep) -> None:
        """Run the kernel, with a part of the games on each thread."""
        games, known = len(in_progress.number), (key, in_progress, moves, self._lineup, out)
        count = min(self.threads, games)
        cuts = [games * part // count for part in range(count + 1)]
        if count == 1:
            self._kernel.step(*known, (0, games))
            return
        self._kernel.step(*known, (0, 0))  # compiles once, before the threads start
        pool = self._workers()
        for part in [pool.submit(self._kernel.step, *known, part) for part in pairwise(cuts)]:
            part.result()

    def _workers(self) -> ThreadPoolExecutor:
        """Return the threads, new ones in a forked process, where those of its parent do not exist."""
        if self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(self.threads)
        return self._pool[1]

    def __reduce__(self) -> tuple[Any, ...]:
        self._check_settled()
        names = ("variant", "games", "seed", "dealer", "threads", "players", "illegal")
        return _restored, ({name: getattr(self, name) for name in names}, tuple(self._in_progress))

    def __repr__(self) -> str:
        return f"<Table of {self._games} games of {self.variant.key}>"


def _unsettled() -> HockeyError:
    return HockeyError(
        "a step of this table is running in another thread or was interrupted: use a table from one thread at a time, "
        "and reset it after an interruption"
    )


def _restored(settings: Mapping[str, Any], arrays: tuple[Array, ...]) -> Table:
    """Return a table with the games of another."""
    table = Table(**settings)
    for own, other in zip(table._in_progress, arrays, strict=True):  # pyright: ignore[reportPrivateUsage]  # see above
        own[...] = other
    return table
