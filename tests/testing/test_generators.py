"""The Hypothesis strategies of the kit: what they draw is valid, varied, and shrinks."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from hockey_cards import Game, MissingExtra, Variant, VariantError, View, variant, variants
from hockey_cards.testing import any_game, any_house, any_variant, any_view
from toys.toy import TOY, toy_variant

QUICK = settings(max_examples=2000, database=None)


@given(data=st.data(), key=st.sampled_from(list(variants())))
def test_house_rules_are_valid(data: st.DataObject, key: str) -> None:
    changes = data.draw(any_house(key))
    try:
        changed = variant(key).house(**changes)
    except VariantError as error:
        pytest.fail(f"{changes} are refused: {error}")
    assert set(changed.changes) <= {option.name for option in changed.rules.options}


@given(any_variant())
def test_variants_are_registered(drawn: Variant) -> None:
    assert drawn.key in variants()


@given(any_variant("rink", toy_variant(TOY), house=False))
def test_variants_are_among_those_given(drawn: Variant) -> None:
    assert drawn in (variants()["rink"], toy_variant(TOY))


@given(any_game("breakaway", "rink", toy_variant(TOY)))
def test_games_can_be_replayed(game: Game) -> None:
    again: Game[Any, Any, Any] = Game.start(game.variant, shoe=game.shoe, dealer=game.dealer)
    for move in game.moves:
        again = again.play(move)
    assert game == again


@given(any_view(toy_variant(TOY)))
def test_views_are_of_any_seat(view: View) -> None:
    assert view.seat in (0, 1, None)


@pytest.mark.parametrize("length", [0, 3, 12])
def test_games_are_of_any_length(length: int) -> None:
    game = find(any_game(toy_variant(TOY), house=False), lambda game: len(game.moves) == length, settings=QUICK)
    assert (length == 12) is (game.outcome is not None)


def test_combinations_are_repaired() -> None:
    """Options that are valid only together are drawn together: a game without a pass stage has no pass ranks."""
    changes = find(any_house("breakaway"), lambda drawn: drawn.get("goal_needs_pass") is False, settings=QUICK)
    assert "" == changes["pass_ranks"]


def test_house_rules_shrink() -> None:
    assert {} == find(any_house("breakaway"), lambda drawn: True, settings=QUICK)
    assert ["aces"] == list(find(any_house(toy_variant(TOY)), lambda drawn: "aces" in drawn, settings=QUICK))


def test_games_shrink() -> None:
    """The smallest game with a goal has two moves."""
    game = find(any_game(toy_variant(TOY), house=False), lambda game: any(game.score), settings=QUICK)
    assert 2 == len(game.moves)


def test_missing_extra_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Hypothesis the error says how to install it."""
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "hockey_cards.testing.generators")
    with pytest.raises(MissingExtra, match=r'the extra `testing` .*"hockey-cards\[testing\]"'):
        importlib.import_module("hockey_cards.testing.generators")
