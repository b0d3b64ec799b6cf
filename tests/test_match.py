"""The turn loop: the order of players, their views, factories, watchers and asynchronous players."""

from __future__ import annotations

import asyncio
import os
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import _independent as independent
from _records import KEYS, any_variants
from hockey_cards import (
    AsyncStrategy,
    Game,
    Move,
    ParseError,
    Seat,
    SeatError,
    Seeded,
    ShoeError,
    Stacked,
    Strategy,
    UnknownStrategy,
    UnknownVariant,
    Variant,
    VariantError,
    View,
    aplay,
    deck,
    factory,
    play,
    side_of,
    variant,
)
from hockey_cards.strategies import greedy
from hockey_cards.strategies import random as chance


def aplay_now(*arguments: Any, **keywords: Any) -> Game:
    """Play by ``aplay`` in a new event loop."""
    return asyncio.run(aplay(*arguments, **keywords))


BOTH = pytest.mark.parametrize("play", [play, aplay_now], ids=["play", "aplay"])
Play = Callable[..., Game]


def first(view: View) -> Move:
    return view.legal[0]


def last(view: View) -> Move:
    return view.legal[-1]


async def slowly(view: View) -> Move:
    await asyncio.sleep(0)
    return view.legal[-1]


class Later:
    """An awaitable move that is not a coroutine."""

    def __init__(self, move: Move) -> None:
        self.move = move

    def __await__(self) -> Generator[None, None, Move]:
        yield
        return self.move


class Diary:
    """A strategy that collects the views it receives."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def __call__(self, view: View) -> Move:
        self.views.append(view)
        return view.legal[len(self.views) % len(view.legal)]


@BOTH
@pytest.mark.parametrize("key", KEYS)
def test_game_is_that_of_the_moves(play: Play, key: str) -> None:
    """A game of strategies is the same as made move by move, by name or variant, seed or shoe."""
    game = play(key, [first, last], seed=7, dealer=1)
    by_hand = Game.start(key, seed=7, dealer=1)
    while by_hand.seat is not None:
        by_hand = by_hand.play(by_hand.legal[-side_of(by_hand.seat)])
    assert game == by_hand
    assert game.outcome is not None
    assert game == play(variant(key), (first, last), shoe=Seeded(7, variant(key).rules.deck), dealer=1)
    assert game.record() == by_hand.record()


@BOTH
@pytest.mark.parametrize("key", KEYS)
def test_one_strategy_a_side(play: Play, key: str) -> None:
    """The first of two strategies plays all seats of side 0; each move is made from the view of its seat."""
    diaries = [Diary(), Diary()]
    game = play(key, diaries, seed=7)
    for side, diary in enumerate(diaries):
        turns = [turn for turn in game.turns if side_of(turn.seat) == side]
        assert diary.views == [game.variant.rules.view(turn.before, turn.seat) for turn in turns]
        assert {view.seat for view in diary.views} == set(range(side, game.variant.rules.seats, 2))


@BOTH
@pytest.mark.parametrize(("key", "seats"), [("passe", 4), ("block-eights", 8), ("rink", 2)])
def test_one_strategy_a_seat(play: Play, key: str, seats: int) -> None:
    """Of as many strategies as seats each plays its own seat."""
    game = variant(key).house(seats=seats) if key == "block-eights" else variant(key)
    diaries = [Diary() for _ in range(seats)]
    play(game, diaries, seed=7)
    assert [{view.seat for view in diary.views} for diary in diaries] == [{seat} for seat in range(seats)]


@BOTH
@pytest.mark.parametrize(
    ("key", "number"), [("breakaway", 0), ("breakaway", 1), ("breakaway", 4), ("passe", 3), ("passe", 6)]
)
def test_wrong_number_of_strategies(play: Play, key: str, number: int) -> None:
    with pytest.raises(SeatError, match=f"{number} strategies"):
        play(key, [first] * number, seed=7)


@BOTH
@pytest.mark.parametrize(
    "strategies", [{"x": first, "y": last}, first, greedy, "xy", None], ids=lambda value: type(value).__name__
)
def test_strategies_that_are_no_list(play: Play, strategies: Any) -> None:
    """One player, players by name, a text and None are refused with a sentence."""
    with pytest.raises(SeatError, match=f"a value of type {type(strategies).__name__}: give a list"):
        play("rink", strategies, seed=7)


@BOTH
def test_names_of_players(play: Play) -> None:
    """A name stands for the player of that name."""
    assert play("rink", [greedy, chance], seed=7) == play("rink", ["greedy", "random"], seed=7)
    with pytest.raises(UnknownStrategy, match="greddy"):
        play("rink", ["greddy", first], seed=7)


@BOTH
def test_texts_of_players(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text names a player as on the command line: an attribute of a file or module, or a command."""
    monkeypatch.chdir(tmp_path)
    Path("my_bot.py").write_text("class Bots:\n    @staticmethod\n    def last(view):\n        return view.legal[-1]\n")
    assert play("rink", [last, greedy], seed=7) == play("rink", ["my_bot.py:Bots.last", "greedy"], seed=7)
    assert play("rink", [greedy, chance], seed=7) == play("rink", ["hockey_cards.strategies:greedy", chance], seed=7)
    program = f"cmd:{sys.executable} -m hockey_cards.process my_bot.py:Bots.last"
    assert play("rink", [last, greedy], seed=7) == play("rink", [program, greedy], seed=7)
    for wrong in ("my_bot.py", "my_bot.py:first", "no_bot.py:first", "no_module:first", "cmd:", "cmd:no-program"):
        with pytest.raises(UnknownStrategy, match=re.escape(repr(wrong))):
            play("rink", [wrong, first], seed=7)


@BOTH
def test_start_is_refused_as_by_a_game(play: Play) -> None:
    """The errors of ``Game.start`` are raised before any player is asked."""
    refused: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (UnknownVariant, "hockey", {}),
        (ParseError, "rink", {"seed": True}),
        (ParseError, "rink", {"seed": 7.0, "shoe": Seeded(7, deck(36))}),
        (SeatError, "rink", {"dealer": 2}),
        (ShoeError, "rink", {"shoe": Seeded(7)}),
        (ShoeError, "rink", {"shoe": Stacked([])}),
    ]
    diary = Diary()
    for error, key, arguments in refused:
        with pytest.raises(error):
            play(key, [diary, diary], **arguments)
    assert diary.views == []


@BOTH
def test_a_game_in_progress_goes_on(play: Play) -> None:
    """The game that is given is played to its end; the watcher sees it from the first deal on."""
    begun = Game.start("rink", seed=7, dealer=1)
    for _ in range(5):
        begun = begun.play(begun.legal[0])
    told: list[object] = []
    game = play("rink", [first, last], game=begun, watch=told.append)
    assert begun.moves == game.moves[:5]
    assert (begun.shoe, game.events) == (game.shoe, tuple(told))
    assert game.outcome is not None
    assert game == play("rink", [first, last], game=game)
    for error, key, arguments in (
        (VariantError, "breakaway", {}),
        (ShoeError, "rink", {"shoe": begun.shoe}),
        (ShoeError, "rink", {"dealer": 1}),
    ):
        with pytest.raises(error):
            play(key, [first, last], game=begun, **arguments)


class Maker:
    """A factory that records its calls, and that is callable as well."""

    def __init__(self) -> None:
        self.asked: list[tuple[Variant, Seat, object]] = []
        self.players: list[Diary] = []

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Strategy:
        self.asked.append((variant, seat, rng.getstate()))
        self.players.append(Diary())
        return self.players[-1]

    def __call__(self, view: View) -> Move:
        raise AssertionError("a factory is not a strategy, though it may be called")


def chance_of(seed: independent.Seed, seat: Seat) -> object:
    return Random(int.from_bytes(independent.derive(seed, ("player", seat)), "big")).getstate()


@BOTH
def test_factories_are_asked_for_each_game_and_seat(play: Play) -> None:
    """A factory is called for each seat of each game, with an rng derived from the seed and the seat."""
    maker = Maker()
    games = [play("passe", [maker, maker], seed=seed) for seed in (7, "Hockey")]
    expected = [(variant("passe"), seat, chance_of(seed, seat)) for seed in (7, "Hockey") for seat in range(4)]
    assert maker.asked == expected
    views = [{view.seat for view in player.views} for player in maker.players]
    assert views == [{0}, {1}, {2}, {3}] * 2
    assert [game.outcome is None for game in games] == [False, False]


@BOTH
def test_chance_of_factories(play: Play) -> None:
    """The rng is derived from the seed, or the seed of the shoe, or a drawn seed."""
    packs = Stacked([Seeded(7).pack(period) for period in range(4)])
    maker = Maker()
    play("breakaway", [maker, last], seed=8, shoe=packs)
    play("breakaway", [maker, last], seed=8, shoe=Seeded(7))
    play("breakaway", [maker, last], shoe=Seeded(7))
    states = [state for _, _, state in maker.asked]
    assert states == [chance_of(8, 0), chance_of(8, 0), chance_of(7, 0)]
    for arguments in ({}, {"shoe": packs}):
        maker = Maker()
        for _ in range(2):
            play("breakaway", [maker, last], **arguments)
        assert maker.asked[0] != maker.asked[1]


@factory
def fickle(variant: Variant, seat: Seat, rng: Random) -> Strategy:
    return lambda view: rng.choice(view.legal)


@BOTH
def test_factory_of_a_function(play: Play) -> None:
    """``factory`` turns a function into a factory; the same seed gives the same game."""
    game = play("rumble", [fickle, last], seed=7)
    assert game == play("rumble", [pickle.loads(pickle.dumps(fickle)), last], seed=7)
    assert game != play("rumble", [fickle, last], seed=8)
    assert pickle.loads(pickle.dumps(fickle)) is fickle
    assert fickle == factory(fickle.function)
    assert hash(fickle) == hash(factory(fickle.function))


@BOTH
def test_anything_that_can_be_called_is_a_strategy(play: Play) -> None:
    """Lambdas, methods and partials are strategies; their number of parameters is never inspected."""
    one: Strategy = lambda view: view.legal[0]  # noqa: E731  # it is lambdas that are tried
    other: Strategy = lambda view, more=(): view.legal[0]  # noqa: E731  # the same
    chosen = play("shots", [one, other], seed=7)
    assert chosen == play("shots", [Methods().choose, Methods.also], seed=7)
    assert chosen == play("shots", [partial(first), partial(Methods().choose, note="mine")], seed=7)


class Methods:
    def choose(self, view: View, note: str = "") -> Move:
        return view.legal[0]

    @staticmethod
    def also(view: View) -> Move:
        return view.legal[0]


@BOTH
@pytest.mark.parametrize("key", KEYS)
def test_watch(play: Play, key: str) -> None:
    """A watcher is called with each event in order, unredacted, before the next player is asked."""
    told: list[Any] = []

    def asked(view: View) -> Move:
        told.append(view.seat)
        return view.legal[0]

    game = play(key, [asked, asked], seed=7, watch=told.append)
    deal = game.variant.rules.dealt(Game.start(key, seed=7).state)
    expected = [item for turn in game.turns for item in (turn.seat, *turn.step.events)]
    assert [*deal, *expected] == told
    assert game.events == tuple(item for item in told if not isinstance(item, int))
    assert game == play(key, [first, first], seed=7)


@BOTH
def test_errors_of_a_watcher_are_its_own(play: Play) -> None:
    """An exception of a watcher propagates; no player is blamed for it."""

    def watch(event: object) -> None:
        raise LookupError("nobody there")

    with pytest.raises(LookupError, match="nobody there"):
        play("breakaway", [first, first], seed=7, watch=watch)


@given(any_variants(), st.integers(0, 99))
def test_aplay_is_play(game: Variant, seed: int) -> None:
    """Functions, coroutine functions, factories of either and awaitables play the same game, in any mixture."""

    @factory
    def dawdling(variant: Variant, seat: Seat, rng: Random) -> AsyncStrategy:
        async def choose(view: View) -> Move:
            await asyncio.sleep(0)
            return rng.choice(view.legal)

        return choose

    def promising(view: View) -> Awaitable[Move]:
        return Later(view.legal[-1])

    expected = play(game, [last, chance], seed=seed)
    assert expected == aplay_now(game, [last, chance], seed=seed)
    assert expected == aplay_now(game, [slowly, dawdling], seed=seed)
    assert expected == aplay_now(game, [promising, chance], seed=seed)


def test_games_can_be_played_side_by_side() -> None:
    """Concurrent games of the same players are the same as consecutive ones."""

    async def all_at_once() -> list[Game]:
        return await asyncio.gather(*(aplay("rumble", [slowly, fickle], seed=seed) for seed in range(5)))

    assert [play("rumble", [last, fickle], seed=seed) for seed in range(5)] == asyncio.run(all_at_once())


@pytest.mark.parametrize("key", KEYS)
def test_matches_leave_global_chance_alone(key: str) -> None:
    """Neither the loop nor the built-in players use or seed the global ``random``."""
    random.seed(7)
    before = random.getstate()
    play(key, [chance, greedy], seed=7)
    play(key, [chance, greedy])
    assert before == random.getstate()


RECORDS = """if True:
    from hockey_cards import play, variants
    from hockey_cards.strategies import strategies
    for key in variants():
        for name in strategies():
            if name in ("exact", "searcher") and key not in ("breakaway", "passe", "rink"):
                continue  # they take longer, and play by the same rules
            player = "searcher:20" if name == "searcher" else name
            print(play(key, [player, "random"], seed="♥").record())
"""


@pytest.mark.slow
def test_nothing_depends_on_the_order_of_sets() -> None:
    """The same seed gives the same games, whatever the hash seed of Python."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", RECORDS],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2024")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") >= 3 * 13
