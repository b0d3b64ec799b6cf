"""Hypothesis strategies: variants, house rules, games and views at random, of any family."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from hockey_cards.game import Game
from hockey_cards.options import Value
from hockey_cards.registry import resolve, variants
from hockey_cards.rules import Variant, View
from hockey_cards.testing.random_house import draw_house

_SEEDS = st.integers(0, 2**32 - 1)


def any_house(variant: Variant[Any, Any, Any] | str) -> st.SearchStrategy[dict[str, Value]]:
    """Draw house rules that make sense on top of a variant: ``variant.house(**changes)`` takes them.

    They are drawn from the options that the rules name, and simplify to none.
    """
    rules = resolve(variant).rules
    return _chance().map(lambda rng: draw_house(rules, rng))


def any_variant(*among: Variant[Any, Any, Any] | str, house: bool = True) -> st.SearchStrategy[Variant[Any, Any, Any]]:
    """Draw a variant, with house rules or without.

    Args:
        among: The variants to draw from, or their names; all that can be found by name if none are given.
        house: Whether to add house rules.
    """
    bases = [resolve(variant) for variant in among] or list(variants().values())

    @st.composite
    def drawn(draw: st.DrawFn) -> Variant[Any, Any, Any]:
        base = draw(st.sampled_from(bases))
        made: Variant[Any, Any, Any] = base.house(**draw(any_house(base))) if house and draw(st.booleans()) else base
        return made

    return drawn()


def any_game(*among: Variant[Any, Any, Any] | str, house: bool = True) -> st.SearchStrategy[Game[Any, Any, Any]]:
    """Draw a game after any number of moves, finished or not.

    Args:
        among: The variants to draw from, or their names; all that can be found by name if none are given.
        house: Whether to add house rules.
    """

    @st.composite
    def drawn(draw: st.DrawFn) -> Game[Any, Any, Any]:
        variant = draw(any_variant(*among, house=house))
        rules = variant.rules
        game: Game[Any, Any, Any] = Game.start(variant, seed=draw(_SEEDS), dealer=draw(st.integers(0, rules.seats - 1)))
        chance = draw(_chance())
        for _ in range(draw(st.integers(0, rules.max_moves))):
            if not game.legal:
                break
            game = game.play(chance.choice(game.legal))
        return game

    return drawn()


def any_view(*among: Variant[Any, Any, Any] | str, house: bool = True) -> st.SearchStrategy[View]:
    """Draw a view of a seat, or a spectator's, at any time of a game.

    Args:
        among: The variants to draw from, or their names; all that can be found by name if none are given.
        house: Whether to add house rules.
    """

    @st.composite
    def drawn(draw: st.DrawFn) -> View:
        game = draw(any_game(*among, house=house))
        views: list[View] = [game.view(viewer) for viewer in (*range(game.variant.rules.seats), None)]
        return draw(st.sampled_from(views))

    return drawn()


def _chance() -> st.SearchStrategy[Random]:
    return st.randoms(use_true_random=False)
