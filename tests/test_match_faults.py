"""Faults of strategies: the error names the seat, chains the cause, and reveals no card of the hand."""

from __future__ import annotations

import asyncio
import pickle
import signal
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import attrs
import pytest

from hockey_cards import (
    Card,
    Game,
    IllegalMove,
    Move,
    ParseError,
    Seeded,
    ShoeError,
    Stacked,
    StrategyError,
    UnknownStrategy,
    Variant,
    View,
    aplay,
    deck,
    factory,
    play,
    variant,
)
from hockey_cards.rink import Open
from hockey_cards.strategies import greedy
from test_match import BOTH, Play, aplay_now, first

HANDS = ("breakaway", "passe", "block-draw")
"""Games in which the legal moves are the hand, which is hidden."""


def told(view: View) -> str:
    """Return a text with everything that only the seat may know."""
    return " ".join([*(move.code for move in view.legal), *map(str, view.legal), *map(repr, view.legal)])


def raising(error: Callable[[str], BaseException]) -> Callable[[View], Move]:
    def strategy(view: View) -> Move:
        raise error(told(view))

    return strategy


class Broken:
    """User-defined rules that fail."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["rules"], name)

    def apply(self, state: Any, move: Any) -> Any:
        raise TypeError("the rules are broken")

    step = apply


class Failing(LookupError):
    """A user-defined error whose message reveals too much."""

    def __str__(self) -> str:
        return f"I held {self.args[0]}"


def illegal(text: str) -> IllegalMove:
    return IllegalMove(text, code="not-in-hand", rule="pile.1.1")


def blaming(text: str) -> StrategyError:
    return StrategyError(text, 9)


def several(text: str) -> ExceptionGroup[ValueError]:
    return ExceptionGroup(text, [ValueError(text)])


def ignore(event: object) -> None:
    """Watch a game and do nothing."""


def always(answer: object) -> Callable[[View], Any]:
    """Return a strategy that always gives the same answer."""
    return lambda view: answer


ERRORS: list[Any] = [
    *(
        ValueError,
        KeyError,
        Failing,
        AssertionError,
        StopIteration,
        StopAsyncIteration,
        RecursionError,
        ParseError,
        ShoeError,
    ),
    *(OSError, MemoryError, illegal, blaming, several),
]


def check(error: StrategyError, seat: int | None, hand: tuple[Any, ...], tried: str = "") -> None:
    """Check that an error names the seat, chains its cause, and shows no card of the hand except the one tried."""
    assert error.seat == seat
    assert f"seat {seat}" in str(error)
    assert error.__cause__ is not None
    assert error.__cause__ is not error
    assert len(str(error)) < 300
    shown = [move for move in hand if move.code != tried and (move.code in str(error) or str(move) in str(error))]
    assert shown == []
    other = pickle.loads(pickle.dumps(error))
    assert (other.seat, str(other)) == (error.seat, str(error))


@BOTH
@pytest.mark.parametrize("key", HANDS)
@pytest.mark.parametrize("error", ERRORS, ids=range(len(ERRORS)))
def test_strategy_raises(play: Play, key: str, error: Any) -> None:
    """Any exception of a strategy becomes a ``StrategyError``; its message is only in the cause."""
    game = Game.start(key, seed=7)
    with pytest.raises(StrategyError) as caught:
        play(key, [raising(error)] * game.variant.rules.seats, seed=7)
    check(caught.value, game.seat, game.legal)
    assert type(caught.value.__cause__) is type(error("x"))
    assert type(error("x")).__name__ in str(caught.value)


@BOTH
@pytest.mark.parametrize("key", HANDS)
def test_strategy_raises_later(play: Play, key: str) -> None:
    """The player that raised is blamed, not the first mover; earlier games are unchanged."""

    def tiring(view: View) -> Move:
        if view.seat == 0 and view.period == 1:
            raise TimeoutError(told(view))
        return view.legal[0]

    with pytest.raises(StrategyError) as caught:
        play(key, [tiring, tiring], seed=7)
    check(caught.value, 0, ())


def _elsewhere(view: View) -> Any:
    """Return a card of the deck that the seat does not hold."""
    return next(card for card in deck() if card not in view.legal)


ANSWERS: dict[str, Callable[[View], Any]] = {
    "nothing": lambda view: None,
    "text": lambda view: view.legal[0].code,
    "shown": lambda view: str(view.legal[0]),
    "number": lambda view: int(str(int(view.legal[0]))),  # type: ignore[call-overload]  # a card is a number here
    "true": lambda view: True,
    "float": lambda view: float(view.legal[0]),  # type: ignore[arg-type]  # a card is a number here
    "bytes": lambda view: view.legal[0].code.encode(),
    "all": lambda view: view.legal,
    "list": lambda view: [view.legal[0]],
    "view": lambda view: view,
    "class": lambda view: Card,
    "strategy": lambda view: first,
    "rink": lambda view: Open("a1"),
    "elsewhere": _elsewhere,
}


@BOTH
@pytest.mark.parametrize("key", HANDS)
@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("watch", [None, ignore], ids=["unwatched", "watched"])
def test_strategy_returns_no_legal_move(play: Play, key: str, answer: str, watch: Any) -> None:
    """A value that is not a legal move is refused, whatever it equals; a code is not a move here."""
    game = Game.start(key, seed=7)
    with pytest.raises(StrategyError) as caught:
        play(key, [ANSWERS[answer]] * 2, seed=7, watch=watch)
    tried = ANSWERS[answer](game.view(game.seat)) if answer == "elsewhere" else None
    check(caught.value, game.seat, game.legal, tried.code if tried is not None else "")


@BOTH
def test_stop_card_is_refused_and_not_told_from_a_card_not_held(play: Play) -> None:
    """The message is the same for a forbidden card in the hand and for a card that is not in the hand."""
    game = next(game for game in (Game.start("block", seed=seed) for seed in range(99)) if len(game.legal) < 13)
    view: Any = game.view(game.seat)
    hand: tuple[Card, ...] = view.hand
    stop = next(card for card in hand if card not in game.legal)
    other = next(card for card in deck() if card not in hand and card.rank is stop.rank)
    messages: list[str] = []
    for card in (stop, other):
        with pytest.raises(StrategyError) as caught:
            play("block", [always(card)] * 2, shoe=game.shoe)
        check(caught.value, game.seat, hand, card.code)
        messages.append(str(caught.value).replace(card.code, "?"))
    assert messages[0] == messages[1]


@BOTH
def test_wrong_move_in_the_rink(play: Play) -> None:
    """The same in the rink: a goalkeeper before the rows, a card, a number, a string."""
    for answer in (Open("g1"), Card("6c"), 0, "a1", None, True):
        game = Game.start("rink", seed=7)
        with pytest.raises(StrategyError) as caught:
            play("rink", [always(answer)] * 2, seed=7)
        check(caught.value, game.seat, ())


def test_coroutine_in_a_plain_match() -> None:
    """``play`` does not await: the error says so, and no coroutine is left unawaited."""

    async def slowly(view: View) -> Move:
        return view.legal[0]

    with pytest.raises(StrategyError, match="aplay") as caught:
        play("breakaway", [cast("Any", slowly), first], seed=7, dealer=1)
    check(caught.value, 0, ())


def test_coroutine_of_a_coroutine() -> None:
    """``aplay`` awaits once: the result must be a move."""

    async def slowly(view: View) -> Any:
        async def again() -> Move:
            return view.legal[0]

        return again()

    with pytest.raises(StrategyError) as caught:
        aplay_now("breakaway", [slowly, first], seed=7, dealer=1)
    check(caught.value, 0, ())


@pytest.mark.parametrize("error", ERRORS[:4], ids=range(4))
def test_coroutine_that_raises(error: Any) -> None:
    """An error after an ``await`` is blamed on the seat."""

    async def failing(view: View) -> Move:
        await asyncio.sleep(0)
        raise error(told(view))

    game = Game.start("passe", seed=7)
    with pytest.raises(StrategyError) as caught:
        aplay_now("passe", [failing, failing], seed=7)
    check(caught.value, game.seat, game.legal)


@BOTH
@pytest.mark.parametrize(
    "player", [None, 7, b"greedy", Card("2c"), [], {}, object()], ids=lambda one: type(one).__name__
)
def test_player_that_cannot_be_called(play: Play, player: Any) -> None:
    """A value that is neither a player nor a name is refused before the first move."""
    for seat, players in enumerate(([player, first], [first, player])):
        with pytest.raises(StrategyError, match="not callable") as caught:
            play("breakaway", players, seed=7, watch=pytest.fail)
        check(caught.value, seat, ())


@BOTH
@pytest.mark.parametrize("made", [None, 7, "greedy", greedy], ids=lambda one: type(one).__name__)
def test_factory_that_makes_no_player(play: Play, made: Any) -> None:
    """A factory must return a strategy: None, a name and another factory are refused."""
    with pytest.raises(
        StrategyError, match=r"the factory of seat 1 returned a value of type .*, not a player"
    ) as caught:
        play("breakaway", [first, factory(lambda variant, seat, rng: made)], seed=7)
    check(caught.value, 1, ())


@BOTH
@pytest.mark.parametrize("error", [ValueError, StopIteration, TypeError, Failing], ids=range(4))
def test_factory_that_raises(play: Play, error: Any) -> None:
    def make(variant: Variant, seat: int, rng: object) -> Any:
        raise error("secret")

    with pytest.raises(StrategyError, match=error.__name__) as caught:
        play("passe", [first, first, first, factory(make)], seed=7)
    check(caught.value, 3, ())
    assert "secret" not in str(caught.value)
    with pytest.raises(StrategyError, match="TypeError"):
        play("passe", [first, factory(lambda: first)], seed=7)  # type: ignore[arg-type,misc]  # it takes nothing


def _interrupted(_view: object) -> Any:
    """Receive the signal of Ctrl-C."""
    signal.raise_signal(signal.SIGINT)


def _interrupt_by_handler(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("handler", [signal.default_int_handler, _interrupt_by_handler, partial(_interrupt_by_handler)])
def test_interrupt_is_no_fault(handler: Any) -> None:
    """Ctrl-C passes through a strategy and a factory, whichever way it becomes an exception."""

    def make(variant: Variant, seat: int, rng: object) -> Any:
        _interrupted(None)

    before = signal.signal(signal.SIGINT, handler)
    try:
        for player in (_interrupted, factory(make)):
            with pytest.raises(KeyboardInterrupt):
                play("breakaway", [player, player], seed=7)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("play", [play, aplay_now])
@pytest.mark.parametrize("error", [KeyboardInterrupt, asyncio.CancelledError])
def test_watcher_may_interrupt(play: Play, error: type[BaseException]) -> None:
    def watch(event: object) -> None:
        raise error

    with pytest.raises(error):
        play("breakaway", [first, first], seed=7, watch=watch)


class _NotAnException(BaseException):
    """An exception that ``except Exception`` does not catch."""


@BOTH
@pytest.mark.parametrize(
    "error", [KeyboardInterrupt, asyncio.CancelledError, GeneratorExit, SystemExit, _NotAnException]
)
def test_whatever_a_player_raises_itself_is_its_fault(play: Play, error: type[BaseException]) -> None:
    """Even what looks like Ctrl-C or like a cancellation."""

    def make(variant: Variant, seat: int, rng: object) -> Any:
        raise error

    with pytest.raises(StrategyError, match=f"the strategy of seat 1 raised {error.__name__}"):
        play("breakaway", [raising(error), raising(error)], seed=7)
    with pytest.raises(StrategyError, match=f"the factory of seat 1 raised {error.__name__}"):
        play("breakaway", [first, factory(make)], seed=7)


@pytest.mark.asyncio
async def test_cancelled_game_is_cancelled() -> None:
    """A task that plays a game can be cancelled, and a game that is closed ends."""
    waiting = asyncio.Event()

    async def sleeping(view: object) -> Any:
        waiting.set()
        await asyncio.sleep(100)

    task = asyncio.ensure_future(aplay("breakaway", [sleeping, sleeping], seed=7))
    await waiting.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_game_of_another_event_loop_is_cancelled_in_its_own_way() -> None:
    """Such loops throw exceptions of their own into a game, and none is blamed on a player."""

    class Suspended:
        """Something to wait for that is not asyncio's."""

        def __await__(self) -> Any:
            yield

    async def waiting(view: object) -> Any:
        await Suspended()

    closed, cancelled = (aplay("breakaway", [waiting, waiting], seed=7) for _ in range(2))
    closed.send(None)
    closed.close()
    cancelled.send(None)
    with pytest.raises(_NotAnException):
        cancelled.throw(_NotAnException())


@pytest.mark.parametrize("play", [play, aplay_now])
def test_no_player_ends_the_program(play: Play) -> None:
    """A strategy or factory that raises SystemExit is at fault, as with any other exception."""

    def make(variant: Variant, seat: int, rng: object) -> Any:
        raise SystemExit(0)

    with pytest.raises(StrategyError, match="seat 1 raised SystemExit"):
        play("breakaway", [raising(SystemExit), raising(SystemExit)], seed=7)
    with pytest.raises(StrategyError, match="factory of seat 1 raised SystemExit"):
        play("breakaway", [first, factory(make)], seed=7)


class Pretender(int):
    """A value that claims to be a card and equals everything."""

    @property
    def __class__(self) -> Any:
        return Card

    @__class__.setter
    def __class__(self, value: Any) -> None:
        raise TypeError

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # on purpose


@pytest.mark.parametrize("move", [Pretender(3), int.__new__(Card, 99), int.__new__(Card, -1)], ids=["lies", "99", "-1"])
def test_nobody_can_pretend_to_be_a_card(move: Any) -> None:
    """The claims of a value do not count: only a card of the hand is played."""
    with pytest.raises(StrategyError) as caught:
        play("breakaway", [lambda view: move, lambda view: move], seed=7)
    assert caught.value.seat == 1
    game = Game.start("breakaway", seed=7)
    with pytest.raises(IllegalMove) as refused:
        game.play(move)
    assert "not-a-move" == refused.value.code


def test_match_can_be_cancelled() -> None:
    """Cancelling a match while a player is running cancels it, and no player is blamed."""

    async def thinking(view: View) -> Move:
        await asyncio.sleep(60)
        return view.legal[0]

    async def cancelled() -> None:
        async with asyncio.timeout(0.01):
            await aplay("breakaway", [thinking, thinking], seed=7)

    with pytest.raises(TimeoutError):
        asyncio.run(cancelled())


@BOTH
@pytest.mark.parametrize("watch", [None, ignore], ids=["unwatched", "watched"])
def test_shoe_that_runs_out_is_no_fault_of_a_player(play: Play, watch: Any) -> None:
    """A missing pack is an error of the shoe: the player made a legal move."""
    with pytest.raises(ShoeError, match="none for period 1"):
        play("breakaway", [first, first], shoe=Stacked([Seeded(7).pack(0)]), watch=watch)


@BOTH
def test_broken_rules_are_no_fault_of_a_player(play: Play) -> None:
    """Exceptions of rules propagate, except IllegalMove."""
    rules: Any = Broken(variant("rink").rules)
    for watch in (None, ignore):
        with pytest.raises(TypeError, match="the rules are broken"):
            play(attrs.evolve(variant("rink"), rules=rules), [first, first], seed=7, watch=watch)


@BOTH
def test_player_that_does_not_know_the_game(play: Play) -> None:
    """A built-in player without a policy for a family raises an error that names one that plays all games."""
    game: Any = attrs.evolve(variant("rink"), key="own", rules=Broken(variant("rink").rules))
    with pytest.raises(StrategyError, match="UnknownStrategy") as caught:
        play(game, [first, greedy], seed=7)
    check(caught.value, 1, ())
    assert isinstance(caught.value.__cause__, UnknownStrategy)
    assert "own" in str(caught.value.__cause__)
    assert "random" in str(caught.value.__cause__)
