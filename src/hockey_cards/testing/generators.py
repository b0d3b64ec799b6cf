"""Hypothesis strategies for tests of one's own: random variants, house rules, games and views of any family."""

from __future__ import annotations

from random import Random
from typing import Any

from hockey_cards import extras
from hockey_cards.game import Game
from hockey_cards.options import Value
from hockey_cards.registry import resolve, variants
from hockey_cards.rules import Variant, View
from hockey_cards.testing.random_house import random_house

try:
    from hypothesis import strategies as st
except ImportError as _error:
    raise extras.missing(_error, extra="testing", purpose="hockey_cards.testing") from _error

_SEEDS = st.integers(0, 2**32 - 1)


def any_house(variant: Variant[Any, Any, Any] | str) -> st.SearchStrategy[dict[str, Value]]:
    """Draw house rules that a variant accepts: ``variant.house(**changes)`` applies them.

    They are drawn from the options of its rules, and shrink to none.

    Args:
        variant: The variant, or its name.
    """
    rules = resolve(variant).rules
    return _rngs().map(lambda rng: random_house(rules, rng))


def any_variant(*among: Variant[Any, Any, Any] | str, house: bool = True) -> st.SearchStrategy[Variant[Any, Any, Any]]:
    """Draw a variant, with house rules or without.

    Args:
        among: The variants to draw from, or their names; all registered ones if none are given.
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
        among: The variants to draw from, or their names; all registered ones if none are given.
        house: Whether to add house rules.
    """

    @st.composite
    def drawn(draw: st.DrawFn) -> Game[Any, Any, Any]:
        variant = draw(any_variant(*among, house=house))
        rules = variant.rules
        game: Game[Any, Any, Any] = Game.start(variant, seed=draw(_SEEDS), dealer=draw(st.integers(0, rules.seats - 1)))
        rng = draw(_rngs())
        for _ in range(draw(st.integers(0, rules.max_moves))):
            if not game.legal:
                break
            game = game.play(rng.choice(game.legal))
        return game

    return drawn()


def any_view(*among: Variant[Any, Any, Any] | str, house: bool = True) -> st.SearchStrategy[View]:
    """Draw a view of a seat or a spectator, at any time of a game.

    Args:
        among: The variants to draw from, or their names; all registered ones if none are given.
        house: Whether to add house rules.
    """

    @st.composite
    def drawn(draw: st.DrawFn) -> View:
        game = draw(any_game(*among, house=house))
        views: list[View] = [game.view(viewer) for viewer in (*range(game.variant.rules.seats), None)]
        return draw(st.sampled_from(views))

    return drawn()


def _rngs() -> st.SearchStrategy[Random]:
    return st.randoms(use_true_random=False)
