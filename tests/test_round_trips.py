"""Views, events, histories, records and variants, written and read back at every ply of random games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from golden import named
from hockey_cards import Event, Game, Seat, Variant, read_event, read_history, read_variant, read_view, write_variant
from hockey_cards.testing.random_house import random_house

OWN = named()
_SCHEMAS = Path(__file__).parents[1] / "docs" / "schema"
HISTORY: Any = Draft202012Validator(json.loads((_SCHEMAS / "history.json").read_text("utf-8")))


def check_ply(game: Game, events: Sequence[Event], made: int) -> None:
    """Read back what is written of a game after a move.

    The viewers take turns, ply by ply: one of them reads the view and what is new in the history. At the end each reads
    the whole history.

    Args:
        game: The game.
        events: The events of the move.
        made: The number of events before it.
    """
    rules = game.variant.rules
    viewers = [*range(rules.seats), None]
    viewer = viewers[len(game.moves) % len(viewers)]
    view = game.view(viewer)
    text = view.to_json()
    read: Any = read_view(text)
    assert (view, hash(view), text) == (read, hash(read), read.to_json())
    for event in events:
        for seen in {event, *(event.seen_by(viewer) for viewer in viewers)}:
            text = seen.to_json()
            again = read_event(text, rules=rules)
            assert (type(seen), seen, hash(seen), text) == (type(again), again, hash(again), again.to_json())
    check_history(game, viewer, made)
    assert game == Game.from_record(game.record())


def check_history(game: Game, viewer: Seat | None, since: int) -> None:
    text = game.history_json(viewer, since=since)
    read = read_history(text)
    expected = game.variant, viewer, game.history(viewer, since=since), since
    assert expected == (read.variant, read.seat, read.events, read.since)
    assert text == read.to_json()


def check(base: Variant, games: int) -> int:
    """Check some random games at every ply, all but the first with random house rules; return the number of plies."""
    plies = 0
    for seed in range(games):
        rng = Random(seed)
        played = base.house(**(random_house(base.rules, rng) if seed else {}))
        text = write_variant(played)
        assert (played.rules, text) == (read_variant(text).rules, write_variant(read_variant(text)))
        game: Game[Any, Any, Any] = Game.start(played, seed=seed, dealer=seed % played.rules.seats)
        events, made = game.events, 0
        while True:
            check_ply(game, events, made)
            plies += 1
            if not game.legal:
                break
            made += len(events)
            game, events = game.step(rng.choice(game.legal))
        for viewer in (*range(played.rules.seats), None):
            check_history(game, viewer, 0)
        history = json.loads(game.history_json(0))
        assert [] == [error.message for error in HISTORY.iter_errors(history)]
    return plies


@pytest.mark.slow
@pytest.mark.parametrize("key", OWN)
def test_round_trips(key: str) -> None:
    assert check(OWN[key], 1) > 10


@pytest.mark.long
@pytest.mark.parametrize("key", OWN)
def test_round_trips_of_two_hundred_games(key: str) -> None:
    assert check(OWN[key], 200) > 2000
