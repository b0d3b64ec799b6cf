"""Playing a game with strategies: ``play``, ``aplay`` and the turn loop that they share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random
from types import CoroutineType
from typing import Any

from hockey_cards.errors import IllegalMove, SeatError, StrategyError
from hockey_cards.game import Game
from hockey_cards.registry import resolve
from hockey_cards.rules import Event, M, S, Seat, V, Variant
from hockey_cards.shoe import Seed, Seeded, Shoe, derive, seed32
from hockey_cards.strategies.names import strategy
from hockey_cards.strategy import AsyncPlayer, Player

Watch = Callable[[Event], object]
_TurnLoop = Generator[tuple[Seat, Any], Any, Game[Any, Any, Any]]


def play(
    variant: Variant[S, M, V] | str,
    strategies: Sequence[Player | str],
    *,
    seed: Seed | None = None,
    shoe: Shoe | None = None,
    dealer: Seat = 0,
    watch: Watch | None = None,
) -> Game[S, M, V]:
    """Play a game to its end.

    Args:
        variant: The variant, or its name.
        strategies: One for each side, which plays all seats of its side, each with its own view; or one for each seat.
            Factories are accepted as well, and names, such as ``"greedy"``.
        seed: The seed of the shuffle, and of the random generators of factories; drawn if none is given. With a shoe it
            seeds the random generators only.
        shoe: The source of the packs, instead of the seed.
        dealer: The dealer of the first period.
        watch: Called with each event from the first deal on, unredacted.

    Raises:
        StrategyError: If a strategy raises, or does not return a legal move; names the seat and chains the cause.
        SeatError: If there is not one strategy for each side or seat, or the dealer is not a seat.
        UnknownStrategy: If there is no player of a given name.
        HockeyError: As ``Game.start`` raises.
    """
    players, loop = _prepare(variant, strategies, seed, shoe, dealer, watch)
    try:
        seat, view = next(loop)
        while True:
            try:
                move = players[seat](view)
            except (Exception, SystemExit, GeneratorExit) as error:
                raise _strategy_error("strategy", seat, error) from error
            seat, view = loop.send(move)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the generator returns a Game


async def aplay(
    variant: Variant[S, M, V] | str,
    strategies: Sequence[AsyncPlayer | str],
    *,
    seed: Seed | None = None,
    shoe: Shoe | None = None,
    dealer: Seat = 0,
    watch: Watch | None = None,
) -> Game[S, M, V]:
    """Play a game to its end as ``play`` does, with strategies that may be coroutine functions.

    Raises:
        StrategyError: If a strategy raises, or does not return a legal move; names the seat and chains the cause.
        SeatError: If there is not one strategy for each side or seat, or the dealer is not a seat.
        UnknownStrategy: If there is no player of a given name.
        HockeyError: As ``Game.start`` raises.
    """
    players, loop = _prepare(variant, strategies, seed, shoe, dealer, watch)
    try:
        seat, view = next(loop)
        while True:
            try:
                answer = players[seat](view)
                move = await answer if hasattr(answer, "__await__") else answer
            except (Exception, SystemExit) as error:
                raise _strategy_error("strategy", seat, error) from error
            seat, view = loop.send(move)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the generator returns a Game


def _prepare(
    variant: Variant[Any, Any, Any] | str,
    strategies: Sequence[AsyncPlayer | str],
    seed: Seed | None,
    shoe: Shoe | None,
    dealer: Seat,
    watch: Watch | None,
) -> tuple[list[Callable[[Any], Any]], _TurnLoop]:
    """Make the players of all seats, and start the turn loop."""
    played = resolve(variant)
    given = Seeded(seed, played.rules.deck) if shoe is None else shoe
    chance = _player_seed(seed, given)
    game = Game.start(played, shoe=given, dealer=dealer)
    _check_sequence(strategies)
    if len(strategies) not in (2, played.rules.seats):
        raise SeatError(f"{len(strategies)} strategies for {played.rules.seats} seats: give one for each side or seat")
    chosen = [strategy(player) if isinstance(player, str) else player for player in strategies]
    players = [_make_player(chosen[seat % len(strategies)], played, seat, chance) for seat in range(played.rules.seats)]
    return players, _turn_loop(game, watch)


def _check_sequence(strategies: object) -> None:
    if not isinstance(strategies, Sequence) or isinstance(strategies, str | bytes):
        raise SeatError(
            f"the strategies cannot be a value of type {type_name(strategies)}: give a list of them, one for each side "
            "or seat, such as [greedy, random]"
        )


def _player_seed(seed: Seed | None, shoe: Shoe) -> bytes:
    """Return the seed of the players' random generators: the given one, the shoe's, or a fresh one."""
    if seed is not None:
        return seed32(seed)
    return shoe.seed if isinstance(shoe, Seeded) else Seeded().seed


def _make_player(
    player: AsyncPlayer, variant: Variant[Any, Any, Any], seat: Seat, chance: bytes
) -> Callable[[Any], Any]:
    made: Any = player
    try:
        make = getattr(player, "make", None)
        if make is not None:
            made = make(variant, seat, Random(int.from_bytes(derive(chance, "player", seat), "big")))
    except (Exception, SystemExit, GeneratorExit) as error:
        raise _strategy_error("factory", seat, error) from error
    if not callable(made):
        kind = type_name(made)
        what = f"the player of seat {seat} is a value of type {kind}, which is not callable"
        if made is not player:
            what = f"the factory of seat {seat} returned a value of type {kind}, not a player"
        raise StrategyError(what, seat) from TypeError(f"{kind} is not callable")
    return made  # type: ignore[no-any-return]  # it is callable


def _turn_loop(game: Game[Any, Any, Any], watch: Watch | None) -> _TurnLoop:
    """Yield the seat to move and its view, and receive its move, until the game ends; return the game."""
    for event in game.events if watch is not None else ():
        watch(event)  # type: ignore[misc]  # there are events only for a watcher
    while (seat := game.seat) is not None:
        move = yield seat, game.view(seat)
        _check_type(move, seat, game.legal)
        try:
            game, events = (game.play(move), ()) if watch is None else game.step(move)
        except IllegalMove as error:
            raise StrategyError(f"the strategy of seat {seat} returned an illegal move: {error}", seat) from error
        for event in events:
            watch(event)  # type: ignore[misc]  # there are no events without a watcher
    return game


def _check_type(move: Any, seat: Seat, legal: tuple[Any, ...]) -> None:
    """Refuse a value whose type is not that of a legal move: it must not reach the rules."""
    if type(move) in map(type, legal):
        return
    kind = type_name(move)
    what = f"a value of type {kind}, not a move"
    if issubclass(type(move), CoroutineType):
        move.close()
        what = "a coroutine: only aplay awaits one, and only once"
    if issubclass(type(move), str):
        what = "a string, not a move: it must return one of the view's `legal`, not its code"
    raise StrategyError(f"the strategy of seat {seat} returned {what}", seat) from TypeError(f"{kind} is not a move")


def type_name(value: object) -> str:
    """Return the name of a value's type, bypassing anything that the value or its type could have overridden.

    A name that is not an identifier is replaced by ``NoName``; a long one is cut off.
    """
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name[:80] if name.isidentifier() else "NoName"


def _strategy_error(what: str, seat: Seat, error: BaseException) -> StrategyError:
    """Return an error that names only the type of the cause, whose message may reveal a hand."""
    return StrategyError(f"the {what} of seat {seat} raised {type_name(error)}", seat)
