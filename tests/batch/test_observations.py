"""Observations of views: every seat, the spectator and every moment, in all games, without the compiler."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from hockey_cards import Game, Variant, variant, variants
from hockey_cards.batch import layout_of, observe
from hockey_cards.rules import View

KEYS = sorted(variants())


def _views(game: Game[Any, Any, Any]) -> list[tuple[int | None, View]]:
    return [(seat, game.view(seat)) for seat in (*range(game.variant.rules.seats), None)]


def _played(key: str, seed: int) -> list[Game[Any, Any, Any]]:
    """Play a game at random; return it after each move."""
    game: Game[Any, Any, Any] = Game.start(key, seed=seed)
    games, rng = [game], Random(seed)
    while game.outcome is None:
        game = game.play(rng.choice(game.legal))
        games.append(game)
    return games


@pytest.mark.parametrize("key", KEYS)
def test_every_view_is_observed_within_the_bounds_of_its_layout(key: str) -> None:
    """Each number lies between 0 and the maximum of its block, from the first deal to after the end."""
    layout = layout_of(key)
    most = np.repeat([block.maximum for block in layout.blocks], [block.size for block in layout.blocks])
    for game in _played(key, 1):
        for _, view in _views(game):
            row = observe(view)
            assert ((layout.width,), "int16") == (row.shape, str(row.dtype))
            assert (row >= 0).all()
            assert (row <= most).all()


@pytest.mark.parametrize("key", KEYS)
def test_an_observation_says_who_is_to_move(key: str) -> None:
    """The mover is shown by turns after the viewer's, and after the end or a forfeit there is none."""
    columns = layout_of(key)["mover"]
    games = _played(key, 2)
    for game in games[:-1][:40]:
        shown = [observe(view)[columns].tolist() for seat, view in _views(game) if seat is not None]
        assert [1] * len(shown) == [sum(row) for row in shown]
        assert [seat == game.seat for seat in range(len(shown))] == [row[0] == 1 for row in shown]
    for over in (games[-1], games[3].forfeit(0)):
        assert not any(observe(view)[columns].any() for _, view in _views(over))


@pytest.mark.parametrize("key", KEYS)
def test_unseen_cards_are_counted_by_rank(key: str) -> None:
    """What the counts add up to is the number of cards that the view itself calls unseen."""
    columns = layout_of(key)["unseen"]
    for game in _played(key, 3)[:60]:
        for seat, view in _views(game):
            cards: Any = view
            if seat is not None or key != "rink":
                assert len(cards.unseen) == observe(view)[columns].sum()


@pytest.mark.parametrize("key", KEYS)
def test_hidden_cards_do_not_change_an_observation(key: str) -> None:
    """In an imagined game, whose hidden cards are others, a seat observes the same."""
    rng = Random(4)
    for game in _played(key, 4)[:: 9 if key != "blades" else 25]:
        for seat, view in _views(game):
            assert observe(view).tolist() == observe(game.imagine(seat, rng).view(seat)).tolist()


def test_a_table_card_is_seen_and_the_last_play_stands_out() -> None:
    """Recency falls with age: the last play has the greatest number, a card that was not played the least."""
    game: Game[Any, Any, Any] = Game.start("shots", seed=1)
    layout = layout_of("shots")
    for _ in range(3):
        game = game.play(game.legal[0])
    view: Any = game.view(None)
    row = observe(view)
    played = row[layout["played"]]
    assert [50, 51, 52] == [played[play.move] for play in view.plays]
    assert 3 == np.count_nonzero(played)
    known = {*view.table_cards, *(play.move for play in view.plays)}
    assert known == {card for card in view.rules.deck if row[layout["seen"]][card]}


def test_a_house_rule_may_change_the_layout() -> None:
    """The layout is that of the rules that are played; its version is the same for all games of a family."""
    made: Variant[Any, Any, Any] = variant("team-breakaway").house(seats=2)
    assert layout_of("team-breakaway").width != layout_of(made).width
    assert 1 == layout_of("breakaway").version == layout_of(made).version == layout_of("rink").version


def test_observations_need_no_compiler() -> None:
    """Without numba, views are observed all the same; what is compiled asks for the extra."""
    code = """if True:
        import sys
        sys.modules["numba"] = None
        from hockey_cards import Game, MissingExtra
        from hockey_cards.batch import layout_of, observe
        for key in ("breakaway", "rink", "blades"):
            assert observe(Game.start(key, seed=1).view(0)).shape == (layout_of(key).width,)
        try:
            from hockey_cards.batch import Table
            Table("breakaway", 1)
        except MissingExtra as error:
            print(error)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "hockey-cards[fast]"' in run.stdout
