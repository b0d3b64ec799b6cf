"""The Hypothesis strategies of the kit: what they draw is sound, varied, and simplifies."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from hockey_cards import Game, Variant, VariantError, View, variant, variants
from hockey_cards.testing import any_game, any_house, any_variant, any_view
from toys.sound import TOY, named

QUICK = settings(max_examples=2000, database=None)


@given(data=st.data(), key=st.sampled_from(list(variants())))
def test_house_rules_make_sense(data: st.DataObject, key: str) -> None:
    changes = data.draw(any_house(key))
    try:
        changed = variant(key).house(**changes)
    except VariantError as error:
        pytest.fail(f"{changes} are refused: {error}")
    assert set(changed.changes) <= {option.name for option in changed.rules.options}


@given(any_variant())
def test_variants_are_known(drawn: Variant) -> None:
    assert drawn.key in variants()


@given(any_variant("rink", named(TOY), house=False))
def test_variants_are_those_asked_for(drawn: Variant) -> None:
    assert drawn in (variants()["rink"], named(TOY))


@given(any_game("breakaway", "rink", named(TOY)))
def test_games_are_played_by_the_rules(game: Game) -> None:
    again: Game[Any, Any, Any] = Game.start(game.variant, shoe=game.shoe, dealer=game.dealer)
    for move in game.moves:
        again = again.play(move)
    assert game == again


@given(any_view(named(TOY)))
def test_views_are_of_any_seat(view: View) -> None:
    assert view.seat in (0, 1, None)


@pytest.mark.parametrize("length", [0, 3, 12])
def test_games_are_of_any_length(length: int) -> None:
    game = find(any_game(named(TOY), house=False), lambda game: len(game.moves) == length, settings=QUICK)
    assert (length == 12) is (game.outcome is not None)


def test_combinations_are_repaired() -> None:
    """Options that make sense only together are drawn together: a game without a pass stage has no pass ranks."""
    changes = find(any_house("breakaway"), lambda drawn: drawn.get("goal_needs_pass") is False, settings=QUICK)
    assert "" == changes["pass_ranks"]


def test_house_rules_simplify() -> None:
    assert {} == find(any_house("breakaway"), lambda drawn: True, settings=QUICK)
    assert ["aces"] == list(find(any_house(named(TOY)), lambda drawn: "aces" in drawn, settings=QUICK))


def test_games_simplify() -> None:
    """The smallest game with a goal has two moves."""
    game = find(any_game(named(TOY), house=False), lambda game: any(game.score), settings=QUICK)
    assert 2 == len(game.moves)
