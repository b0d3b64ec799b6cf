"""The turn loop, written once: who is asked, with which view, and what becomes of the answer."""

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
from hockey_cards.strategy import AsyncPlayer, Player

Watch = Callable[[Event], object]
_Asked = Generator[tuple[Seat, Any], Any, Game[Any, Any, Any]]


def play(
    variant: Variant[S, M, V] | str,
    strategies: Sequence[Player],
    *,
    seed: Seed | None = None,
    shoe: Shoe | None = None,
    dealer: Seat = 0,
    watch: Watch | None = None,
) -> Game[S, M, V]:
    """Play a game to its end.

    Args:
        variant: The variant, or its name.
        strategies: One a side, which plays all seats of its side, each with its own view; or one a seat.
            Wherever a strategy is taken a factory is too.
        seed: The seed of the shuffle, and of the chance that factories get; drawn if none is given. With a shoe
            it is the seed of that chance alone.
        shoe: Where the packs come from, instead of the seed.
        dealer: Who deals the first period.
        watch: Called with each event, unredacted.

    Raises:
        StrategyError: If a strategy raises, or returns what is not a legal move; names the seat, chains the cause.
        SeatError: If there is not one strategy a side or a seat, or no such dealer.
        HockeyError: Whatever ``Game.start`` raises.
    """
    players, loop = _seated(variant, strategies, seed, shoe, dealer, watch)
    try:
        seat, view = next(loop)
        while True:
            try:
                move = players[seat](view)
            except (Exception, SystemExit, GeneratorExit) as error:
                raise _blamed("strategy", seat, error) from error
            seat, view = loop.send(move)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the generator returns a Game


async def aplay(
    variant: Variant[S, M, V] | str,
    strategies: Sequence[AsyncPlayer],
    *,
    seed: Seed | None = None,
    shoe: Shoe | None = None,
    dealer: Seat = 0,
    watch: Watch | None = None,
) -> Game[S, M, V]:
    """Play a game to its end, as ``play`` does, with strategies that may be coroutine functions.

    Raises:
        StrategyError: If a strategy raises, or returns what is not a legal move; names the seat, chains the cause.
        SeatError: If there is not one strategy a side or a seat, or no such dealer.
        HockeyError: Whatever ``Game.start`` raises.
    """
    players, loop = _seated(variant, strategies, seed, shoe, dealer, watch)
    try:
        seat, view = next(loop)
        while True:
            try:
                answer = players[seat](view)
                move = await answer if hasattr(answer, "__await__") else answer
            except (Exception, SystemExit) as error:
                raise _blamed("strategy", seat, error) from error
            seat, view = loop.send(move)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the generator returns a Game


def _seated(
    variant: Variant[Any, Any, Any] | str,
    strategies: Sequence[AsyncPlayer],
    seed: Seed | None,
    shoe: Shoe | None,
    dealer: Seat,
    watch: Watch | None,
) -> tuple[list[Callable[[Any], Any]], _Asked]:
    """Deal the game and seat a player at every seat."""
    played = resolve(variant)
    given = Seeded(seed, played.rules.deck) if shoe is None else shoe
    chance = _chance(seed, given)
    game = Game.start(played, shoe=given, dealer=dealer)
    if len(strategies) not in (2, played.rules.seats):
        raise SeatError(f"{len(strategies)} strategies for {played.rules.seats} seats: give one a side or one a seat")
    players = [_player(strategies[seat % len(strategies)], played, seat, chance) for seat in range(played.rules.seats)]
    return players, _turns(game, watch)


def _chance(seed: Seed | None, shoe: Shoe) -> bytes:
    """Return the seed of the players' chance: that given, or the shoe's, or a fresh one."""
    if seed is not None:
        return seed32(seed)
    return shoe.seed if isinstance(shoe, Seeded) else Seeded().seed


def _player(player: AsyncPlayer, variant: Variant[Any, Any, Any], seat: Seat, chance: bytes) -> Callable[[Any], Any]:
    made: Any = player
    try:
        make = getattr(player, "make", None)
        if make is not None:
            made = make(variant, seat, Random(int.from_bytes(derive(chance, "player", seat), "big")))
    except (Exception, SystemExit, GeneratorExit) as error:
        raise _blamed("factory", seat, error) from error
    if not callable(made):
        kind = type_name(made)
        what = f"the player of seat {seat} is a value of type {kind}, which cannot be called"
        if made is not player:
            what = f"the factory of seat {seat} returned a value of type {kind}, and not a player"
        raise StrategyError(what, seat) from TypeError(f"{kind} is not callable")
    return made  # type: ignore[no-any-return]  # it is callable


def _turns(game: Game[Any, Any, Any], watch: Watch | None) -> _Asked:
    """Ask for a move at a time: yield whose and that seat's view, take the move; return the game at its end."""
    while (seat := game.seat) is not None:
        move = yield seat, game.view(seat)
        _check_kind(move, seat, game.legal)
        try:
            game, events = (game.play(move), ()) if watch is None else game.step(move)
        except IllegalMove as error:
            raise StrategyError(f"the strategy of seat {seat} returned no legal move: {error}", seat) from error
        for event in events:
            watch(event)  # type: ignore[misc]  # there are events only for a watcher
    return game


def _check_kind(move: Any, seat: Seat, legal: tuple[Any, ...]) -> None:
    """Refuse what is of no type that a legal move has: whatever it says of itself, it never reaches the rules."""
    if type(move) in map(type, legal):
        return
    kind = type_name(move)
    what = f"a value of type {kind}, and not a move"
    if issubclass(type(move), CoroutineType):
        move.close()
        what = "a coroutine: aplay waits for one, once"
    if issubclass(type(move), str):
        what = "a text, and not a move: it has to be one of the view's `legal`, and not its code"
    raise StrategyError(f"the strategy of seat {seat} returned {what}", seat) from TypeError(f"{kind} is no move")


def type_name(value: object) -> str:
    """Return the name of a value's type, asking nothing that the value or its type could have made up.

    A name that is none in Python, such as a sentence, is not repeated; of a very long one the beginning is.
    """
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name[:80] if name.isidentifier() else "NoName"


def _blamed(what: str, seat: Seat, error: BaseException) -> StrategyError:
    """Name the kind of an error only: what it says may show a hand, and is in the cause."""
    return StrategyError(f"the {what} of seat {seat} raised {type_name(error)}", seat)
