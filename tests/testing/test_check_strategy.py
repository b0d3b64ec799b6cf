"""The conformance kit for players: sound ones pass, and each faulty one breaks the promise it should."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hockey_cards import Game, variants
from hockey_cards.search import Searcher, searcher
from hockey_cards.strategies import strategies
from hockey_cards.testing import PLAYER_PROMISES, ConformanceError, check_strategy
from toys.faulty_players import FAULTY, Remembering, careful, cheating, first, raising
from toys.toy import TOY, toy_variant

GAME = toy_variant(TOY)


def broken(player: Any) -> ConformanceError:
    with pytest.raises(ConformanceError) as caught:
        check_strategy(player, GAME)
    return caught.value


@pytest.mark.parametrize("player", [first, careful], ids=["function", "factory"])
def test_sound_players_keep_all_promises(player: Any) -> None:
    check_strategy(player, GAME, examples=50)


@pytest.mark.parametrize(
    ("promise", "player"), FAULTY, ids=[f"{kept}-{place}" for place, (kept, _) in enumerate(FAULTY)]
)
def test_fault_breaks_its_promise(promise: str, player: Any) -> None:
    assert promise == broken(player).promise


def test_every_promise_has_a_fault() -> None:
    assert {promise.name for promise in PLAYER_PROMISES} == {promise for promise, _ in FAULTY}


def test_example_is_smallest() -> None:
    """The example is the earliest in any game, and its snippet makes the view to which the player answers wrongly."""
    error = broken(cheating)
    assert 4 == len(error.example.moves)
    names: dict[str, Any] = {"Game": Game, "variant": GAME}
    exec(error.example.snippet, names)
    assert cheating(names["view"]) not in names["view"].legal


def test_cause_is_chained() -> None:
    assert isinstance(broken(raising).__cause__, RuntimeError)


def test_global_random_generator_is_restored() -> None:
    """The check seeds the global random generator, and restores its state."""
    random.seed(5)
    before = random.getstate()
    broken(Remembering())
    assert before == random.getstate()


@pytest.mark.slow
@pytest.mark.parametrize("player", strategies().values(), ids=strategies())
@pytest.mark.parametrize("key", ["breakaway", "saves", "rink"])
def test_built_in_players(key: str, player: Any) -> None:
    few = searcher(worlds=20) if isinstance(player, Searcher) else player
    check_strategy(few, key, examples=2)


@pytest.mark.long
@pytest.mark.parametrize("player", strategies().values(), ids=strategies())
@pytest.mark.parametrize("key", variants())
def test_built_in_players_in_all_games(key: str, player: Any) -> None:
    check_strategy(player, key, examples=20)
