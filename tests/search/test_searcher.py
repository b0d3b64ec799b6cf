"""The player `searcher`: its settings, its name, and how it plays."""

from __future__ import annotations

import copy
import pickle
import sys
from random import Random
from typing import Any

import pytest

from _records import KEYS
from hockey_cards import Game, MissingExtra, ParseError, UnknownStrategy, factory, play, side_of, variant
from hockey_cards.batch.pile.playout import COUNTER, GREEDY
from hockey_cards.search import SEARCHER, Searcher, searcher
from hockey_cards.strategies import counter, strategies, strategy
from hockey_cards.strategies import random as chance
from hockey_cards.strategies.last_packet import is_solvable, solved

QUICK = searcher(worlds=16)
SEARCHED = ("breakaway", "passe", "saves", "block-draw", "block-eights")


def test_it_is_found_by_name() -> None:
    """A number after the name is the number of worlds."""
    assert strategies()["searcher"] is strategy("searcher") is SEARCHER
    assert strategy("searcher:3000") == searcher(3000)
    assert Searcher(1000, ("counter", "greedy")) == searcher() == SEARCHER
    assert SEARCHER.summary


@pytest.mark.parametrize("name", ["searcher:0", "searcher:1000001", "searcher:" + "9" * 5000])
def test_unsuitable_numbers_of_worlds_are_refused(name: str) -> None:
    with pytest.raises(ParseError, match=r"worlds cannot be .*: give 1 to 1000000"):
        strategy(name)


def test_other_players_take_no_setting() -> None:
    with pytest.raises(UnknownStrategy, match="the player counter takes no setting: give its name without :3"):
        strategy("counter:3")
    with pytest.raises(UnknownStrategy, match="there is no player 'nobody'"):
        strategy("nobody:3")
    with pytest.raises(UnknownStrategy, match="searcher:many"):
        strategy("searcher:many")


@pytest.mark.parametrize("opponents", [(), ("exact",), ("greedy", "greedy"), "greedy"])
def test_unknown_opponents_are_refused(opponents: Any) -> None:
    with pytest.raises(ParseError, match=r"opponents cannot be .*: give some of greedy, counter, each once"):
        searcher(opponents=opponents)


def test_it_is_a_value() -> None:
    """It can be pickled, copied and hashed."""
    for other in (pickle.loads(pickle.dumps(QUICK)), copy.deepcopy(QUICK)):
        assert other == QUICK
        assert hash(other) == hash(QUICK)


@pytest.mark.parametrize("key", KEYS)
def test_games_end_and_are_repeatable(key: str) -> None:
    """It plays every game, and the same seed gives the same one."""
    games = [play(key, [QUICK, chance], seed=7) for _ in range(2)]
    assert games[0].outcome is not None
    assert games[0] == games[1]


@pytest.mark.parametrize("house", [{"ranks": "89TJQKA", "suits": "dhs"}, {"seats": 10}, {"seats": 8, "periods": 1}])
def test_it_plays_with_house_rules(house: dict[str, object]) -> None:
    """Small decks and many seats are searched too."""
    assert play(variant("block-eights").house(**house), [QUICK, QUICK], seed=7).outcome is not None


@pytest.mark.parametrize("key", ["rink", "blades"])
def test_without_a_search_it_plays_as_counter(key: str) -> None:
    assert play(key, [QUICK, QUICK], seed=7).moves == play(key, [counter, counter], seed=7).moves


def test_it_plays_the_last_packet_exactly() -> None:
    """With both hands known only a card with the highest lead is played."""
    checked = 0
    for turn in play("breakaway", [QUICK, counter], seed=5).turns:
        view: Any = turn.before.rules.view(turn.before, turn.seat)
        if side_of(turn.seat) == 0 and is_solvable(view):
            leads, move = solved(view), turn.move
            assert leads[move] == max(leads.values())  # type: ignore[index]  # a card
            checked += len(set(leads.values())) > 1
    assert checked


@pytest.mark.parametrize("key", SEARCHED)
def test_it_depends_on_the_view_alone(key: str) -> None:
    """In a game that the seat cannot tell from the true one it makes the same move."""
    game = Game.start(key, seed=3)
    for _ in range(9):
        game = game.play(game.legal[-1])
    view: Any = game.view(game.seat)
    other = view.rules.view(view.rules.imagine(view, Random(1)), view.seat)
    moves = [QUICK.make(game.variant, view.seat, Random(5))(each) for each in (view, other)]
    assert moves[0] is moves[1]


@pytest.mark.parametrize(("name", "number"), [("greedy", GREEDY), ("counter", COUNTER)])
def test_it_learns_what_the_other_side_is(name: str, number: int) -> None:
    """After a game against ``greedy`` it takes the other side for ``greedy``, and likewise for ``counter``."""
    seated: list[Any] = []

    def seat(game: Any, seat: int, rng: Random) -> Any:
        seated.append(QUICK.make(game, seat, rng))
        return seated[0]

    players: list[Any] = [factory(seat), name]
    play("breakaway", players, seed=4)
    assert seated[0]._belief()[number] > 0.8


def test_without_the_extra_it_cannot_be_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says how to install it; in games without a search nothing is needed."""
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtra, match=r"the player searcher needs the extra `fast`"):
        QUICK.make(variant("breakaway"), 0, Random(1))
    assert play("rink", [QUICK, chance], seed=7).outcome is not None


@pytest.mark.slow
def test_it_beats_counter() -> None:
    """On the same deals from both sides it wins far more often than counter."""
    points = 0.0
    for seed in range(12):
        for side in (0, 1):
            players: list[Any] = [searcher(200), counter]
            outcome = play("breakaway", players[:: 1 - 2 * side], seed=seed).outcome
            assert outcome is not None
            points += 0.5 if outcome.winner is None else float(outcome.winner == side)
    assert points >= 14
