"""Integers of other libraries: they are taken wherever an integer is, and become Python's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hockey_cards import Game, ParseError, SeatError, VariantError, derive, read_history, variant, variants
from hockey_cards.tournament.playing.settings import deal_range


class Number:
    """A number that has ``__index__`` and nothing else."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


INTEGERS = pytest.mark.parametrize("integer", [np.int64, np.uint8, Number], ids=lambda kind: kind.__name__)


@INTEGERS
@pytest.mark.parametrize("key", sorted(variants()))
def test_games(key: str, integer: Any) -> None:
    """Seeds, dealers, seats and sides."""
    game, same = Game.start(key, seed=7, dealer=1), Game.start(key, seed=integer(7), dealer=integer(1))
    assert game == same
    assert game.record() == same.record()
    assert (type(same.dealer), type(same.view(integer(1)).seat)) == (int, int)
    assert game.view(1) == same.view(integer(1))
    assert game.history_json(1, since=1) == same.history_json(integer(1), since=integer(1))
    assert read_history(same.history_json(integer(0))).events == game.history(0)
    assert game.forfeit(1) == same.forfeit(integer(1))


@INTEGERS
def test_seeds_and_labels(integer: Any) -> None:
    assert derive(7, "deal", 17) == derive(integer(7), "deal", integer(17))


@INTEGERS
def test_options(integer: Any) -> None:
    """Counts, lists of counts and choices of numbers."""
    for key, changes in (
        ("breakaway", {"max_overtimes": 3}),
        ("rink", {"deck": 52}),
        ("blades", {"max_overtimes": 2}),
    ):
        given = {name: integer(value) for name, value in changes.items()}
        assert variant(key).house(**changes) == variant(key).house(**given)
    assert variant("breakaway").house(packets=[13]) == variant("breakaway").house(packets=[integer(13)])


@INTEGERS
def test_deals(integer: Any) -> None:
    assert range(5) == deal_range(integer(5))


@pytest.mark.parametrize("value", [True, np.True_, 1.0, np.float64(1)], ids=lambda value: type(value).__name__)
def test_values_that_are_no_integers(value: Any) -> None:
    """Booleans and floats are refused, those of NumPy too."""
    game = Game.start("rink", seed=7)
    with pytest.raises(ParseError):
        derive(value)
    with pytest.raises(SeatError):
        Game.start("rink", dealer=value)
    with pytest.raises(SeatError):
        game.view(value)
    with pytest.raises(SeatError):
        game.forfeit(value)
    with pytest.raises(VariantError):
        variant("breakaway").house(max_overtimes=value)
