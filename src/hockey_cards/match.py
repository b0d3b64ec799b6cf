"""Playing a game with strategies: ``play``, ``aplay`` and the turn loop that they share with ``Session``."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from random import Random
from types import CoroutineType
from typing import Any, NoReturn

import attrs

from hockey_cards.errors import (
    FAULT_KINDS,
    FaultKind,
    HostError,
    IllegalMove,
    SeatError,
    ShoeError,
    StrategyError,
    VariantError,
)
from hockey_cards.game import Game
from hockey_cards.interrupts import is_interrupt
from hockey_cards.registry import resolve
from hockey_cards.rules import Event, M, S, Seat, V, Variant
from hockey_cards.shoe import Seed, Seeded, Shoe, derive, seed32
from hockey_cards.strategies.names import strategy
from hockey_cards.strategy import AsyncPlayer, Player, seated

Watch = Callable[[Event], object]

MadePlayer = Callable[[Any], Any]
"""A player as the turn loop asks it: a function from a view to a move, or to something that is awaited for one."""

TurnLoop = Generator[tuple[Seat, MadePlayer, Any], Any, Game[Any, Any, Any]]


def play(
    variant: Variant[S, M, V] | str,
    strategies: Sequence[Player | str],
    *,
    seed: Seed | None = None,
    shoe: Shoe | None = None,
    dealer: Seat = 0,
    game: Game[S, M, V] | None = None,
    watch: Watch | None = None,
) -> Game[S, M, V]:
    """Play a game to its end.

    Args:
        variant: The variant, or its name.
        strategies: One for each side, which plays all seats of its side, each with its own view; or one for each seat.
            Factories are accepted as well, and texts, as on the command line: a name such as ``"greedy"``,
            ``"my_bot.py:play"``, ``"my_package.bots:play"``, or ``"cmd:"`` and a command.
        seed: The seed of the shuffle, and of the random generators of factories; drawn if none is given. With a shoe it
            seeds the random generators only.
        shoe: The source of the packs, instead of the seed.
        dealer: The dealer of the first period.
        game: A game of the variant to go on with, instead of a new one.
        watch: Called with each event from the first deal on, unredacted.

    Raises:
        StrategyError: If a strategy raises, or does not return a legal move; names the seat and chains the cause.
        SeatError: If there is not one strategy for each side or seat, or the dealer is not a seat.
        UnknownStrategy: If a text names no player.
        HockeyError: As ``Game.start`` raises; or if the game to go on with is one of another variant, or a shoe or a
            dealer was given as well.
    """
    return run(_prepare(variant, strategies, seed, _Opening(shoe, dealer, game), watch))


async def aplay(
    variant: Variant[S, M, V] | str,
    strategies: Sequence[AsyncPlayer | str],
    *,
    seed: Seed | None = None,
    shoe: Shoe | None = None,
    dealer: Seat = 0,
    game: Game[S, M, V] | None = None,
    watch: Watch | None = None,
) -> Game[S, M, V]:
    """Play a game to its end as ``play`` does, with strategies that may be coroutine functions.

    Raises:
        StrategyError: If a strategy raises, or does not return a legal move; names the seat and chains the cause.
        SeatError: If there is not one strategy for each side or seat, or the dealer is not a seat.
        UnknownStrategy: If a text names no player.
        HockeyError: As ``play`` raises.
    """
    return await arun(_prepare(variant, strategies, seed, _Opening(shoe, dealer, game), watch))


def run(loop: TurnLoop) -> Game[Any, Any, Any]:
    """Ask the players of a turn loop until it ends, and return its game."""
    try:
        seat, player, view = next(loop)
        while True:
            try:
                move = player(view)
            except BaseException as error:  # noqa: BLE001  # a player may fail in any way
                seat, player, view = loop.throw(_blamed("strategy", seat, error))
            else:
                seat, player, view = loop.send(move)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the generator returns a Game


async def arun(loop: TurnLoop) -> Game[Any, Any, Any]:
    """Ask the players of a turn loop until it ends, await the answers that can be awaited, and return its game."""
    try:
        seat, player, view = next(loop)
        while True:
            try:
                answer = player(view)
                move = await answer if hasattr(answer, "__await__") else answer
            except BaseException as error:  # noqa: BLE001  # a player may fail in any way
                seat, player, view = loop.throw(_blamed("strategy", seat, error, awaited=True))
            else:
                seat, player, view = loop.send(move)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the generator returns a Game


def turn_loop(
    game: Game[Any, Any, Any],
    player: Callable[[Seat], MadePlayer | None],
    accept: Callable[[Game[Any, Any, Any], Any], Game[Any, Any, Any]],
    reject: Callable[[Game[Any, Any, Any], StrategyError], Game[Any, Any, Any]],
) -> TurnLoop:
    """Yield the seat to move, its player and its view, and receive the move, until the game or its players end.

    Args:
        game: The game.
        player: Returns the player of the seat to move, or None if nobody is to be asked.
        accept: Makes a move of the right type, which may be illegal, and returns the game after it.
        reject: Deals with the error of a player, and returns the game to go on with, or raises.
    """
    while (seat := game.seat) is not None:
        try:
            asked = player(seat)
            if asked is None:
                break
            move = yield seat, asked, game.view(seat)
            _check_type(move, seat, game.legal)
            try:
                game = accept(game, move)
            except IllegalMove as error:
                message = f"the strategy of seat {seat} returned an illegal move: {error}"
                raise StrategyError(message, seat, "illegal") from error
        except StrategyError as error:
            game = reject(game, error)
    return game


@attrs.frozen
class _Opening:
    """The game that players are to play, or what it is dealt from."""

    shoe: Shoe | None
    dealer: Seat
    game: Game[Any, Any, Any] | None

    def start(self, variant: Variant[Any, Any, Any], seed: Seed | None) -> Game[Any, Any, Any]:
        if self.game is None:
            shoe = Seeded(seed, variant.rules.deck) if self.shoe is None else self.shoe
            return Game.start(variant, shoe=shoe, dealer=self.dealer)
        if self.game.variant != variant:
            raise VariantError([f"the game is one of {self.game.variant.key}, and not of {variant.key} as given"])
        if self.shoe is not None or self.dealer != 0:
            raise ShoeError("a game and a shoe or dealer were given: the game has its own")
        return self.game


def _prepare(
    variant: Variant[Any, Any, Any] | str,
    strategies: Sequence[AsyncPlayer | str],
    seed: Seed | None,
    opening: _Opening,
    watch: Watch | None,
) -> TurnLoop:
    """Start the game, make the players of all seats, and return the turn loop, in which the first error ends it."""
    played = resolve(variant)
    game = opening.start(played, seed)
    chance = seed32(seed) if seed is not None else player_seed(game.shoe)
    _check_sequence(strategies)
    if len(strategies) not in (2, played.rules.seats):
        raise SeatError(f"{len(strategies)} strategies for {played.rules.seats} seats: give one for each side or seat")
    chosen = [strategy(player) if isinstance(player, str) else player for player in strategies]
    players = [make_player(chosen[seat % len(strategies)], played, seat, chance) for seat in range(played.rules.seats)]
    if watch is None:
        return turn_loop(game, players.__getitem__, Game[Any, Any, Any].play, _raise)
    for event in game.events:
        watch(event)
    return turn_loop(game, players.__getitem__, partial(_play_watched, watch), _raise)


def _play_watched(watch: Watch, game: Game[Any, Any, Any], move: Any) -> Game[Any, Any, Any]:
    after, events = game.step(move)
    for event in events:
        watch(event)
    return after


def _raise(_game: Game[Any, Any, Any], error: StrategyError) -> NoReturn:
    raise error


def _check_sequence(strategies: object) -> None:
    if not isinstance(strategies, Sequence) or isinstance(strategies, str | bytes):
        raise SeatError(
            f"the strategies cannot be a value of type {type_name(strategies)}: give a list of them, one for each side "
            "or seat, such as [greedy, random]"
        )


def player_seed(shoe: Shoe | None) -> bytes:
    """Return the seed of the players' random generators: that of a seeded shoe, or else a fresh one."""
    return shoe.seed if isinstance(shoe, Seeded) else Seeded().seed


def make_player(
    player: AsyncPlayer, variant: Variant[Any, Any, Any], seat: Seat, chance: bytes, *labels: int
) -> MadePlayer:
    """Return the player of a seat for one game.

    Args:
        player: The player, or its factory.
        variant: The variant.
        seat: The seat.
        chance: The seed of the players' random generators.
        labels: Further labels by which the seed of a player made later in the game differs.

    Raises:
        StrategyError: If the factory raises, or the result cannot be called.
    """
    made: Any = player
    try:
        rng = Random(int.from_bytes(derive(chance, "player", seat, *labels), "big"))
        made = seated(player, variant, seat, rng)
    except BaseException as error:
        raise _blamed("factory", seat, error) from error
    if not callable(made):
        kind = type_name(made)
        what = f"the player of seat {seat} is a value of type {kind}, which is not callable"
        if made is not player:
            what = f"the factory of seat {seat} returned a value of type {kind}, not a player"
        raise StrategyError(what, seat) from TypeError(f"{kind} is not callable")
    return made  # type: ignore[no-any-return]  # it is callable


def _check_type(move: Any, seat: Seat, legal: tuple[Any, ...]) -> None:
    """Refuse a value whose type is not that of a legal move: it must not reach the rules."""
    if has_type_of_move(move, legal):
        return
    kind = type_name(move)
    what = f"a value of type {kind}, not a move"
    if issubclass(type(move), CoroutineType):
        move.close()
        what = "a coroutine: only aplay awaits one, and only once"
    if issubclass(type(move), str):
        what = "a string, not a move: it must return one of the view's `legal`, not its code"
    message = f"the strategy of seat {seat} returned {what}"
    raise StrategyError(message, seat, "nonsense") from TypeError(f"{kind} is not a move")


def has_type_of_move(value: object, legal: tuple[Any, ...]) -> bool:
    """Return whether a value has the type of a legal move; the type is compared without running any of its code."""
    kind = type(value)
    return any(kind is type(each) for each in legal)


def type_name(value: object) -> str:
    """Return the name of a value's type, bypassing anything that the value or its type could have overridden.

    A name that is not an identifier is replaced by ``NoName``; a long one is cut off.
    """
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name[:80] if name.isidentifier() else "NoName"


def _blamed(what: str, seat: Seat, error: BaseException, *, awaited: bool = False) -> StrategyError:
    """Return an error that names only the type of the cause, whose message may reveal a hand.

    What is no fault of the player is raised again: an interrupt, and an error of the machine.
    """
    if isinstance(error, HostError) or is_interrupt(error, awaited=awaited):
        raise error
    failure = StrategyError(f"the {what} of seat {seat} raised {type_name(error)}", seat, _kind(error))
    failure.__cause__ = error
    return failure


def _kind(error: BaseException) -> FaultKind:
    """Return the kind of fault of an exception; a player in a process of its own says it in ``kind``."""
    kind = object.__getattribute__(error, "__dict__").get("kind")
    if isinstance(kind, str) and kind in FAULT_KINDS and not isinstance(error, StrategyError):
        return kind
    return "memory" if issubclass(type(error), MemoryError) else "crash"
