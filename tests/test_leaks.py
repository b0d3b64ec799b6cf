"""Two games that a seat cannot tell apart are the same to it, to the last byte, although their hidden cards differ."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from golden import named
from hockey_cards import Game, Variant
from hockey_cards.testing.random_house import random_house

OWN = named()
MOST_MOVES = 300


def prefixes(game: Game) -> list[Game]:
    """Return a game as it was after each move, the deal first."""
    found = [game]
    while found[-1].moves:
        found.append(found[-1].undo())
    return found[::-1]


def twins(base: Variant, seed: int) -> tuple[Game, Game, int | None]:
    """Return a random game, another one that a seat has seen the same of, and the seat."""
    rng = Random(seed)
    played: Any = base.house(**random_house(base.rules, rng)) if seed % 2 else base
    game: Game[Any, Any, Any] = Game.start(played, seed=seed, dealer=seed % played.rules.seats)
    while game.legal and len(game.moves) < MOST_MOVES:
        game = game.play(rng.choice(game.legal))
    for _ in range(rng.randrange(len(game.moves))):
        game = game.undo()
    seat = rng.choice([None, *range(played.rules.seats)])
    return game, game.imagine(seat, rng), seat


def shown(game: Game, seat: int | None, since: int) -> Iterator[str]:
    """Yield all texts that a seat is given of a game, and at every fourth ply the record of a game that it may imagine.

    Args:
        game: The game.
        seat: The seat.
        since: The number of events that the seat has been given before.
    """
    view = game.view(seat)
    yield view.to_json()
    yield repr(view)
    yield from (event.to_json() for event in game.history(seat, since=since))
    yield game.history_json(seat, since=since)
    ply = len(game.moves)
    if ply % 4 == 0:
        yield game.imagine(seat, Random(ply)).record()


def check(base: Variant, least: int) -> int:
    """Compare twins at every ply, at least so many, and return how many of them differed in their cards."""
    seed = plies = different = 0
    while plies < least:
        game, twin, seat = twins(base, seed)
        since = 0
        for one, other in zip(prefixes(game), prefixes(twin), strict=True):
            assert list(shown(one, seat, since)) == list(shown(other, seat, since))
            since += len(one.history(seat, since=since))
            plies += 1
            different += one.shoe != other.shoe
        assert game.history_json(seat) == twin.history_json(seat)
        seed += 1
    return different


@pytest.mark.slow
@pytest.mark.parametrize("key", OWN)
def test_no_leak(key: str) -> None:
    assert check(OWN[key], 60) > 30


@pytest.mark.long
@pytest.mark.parametrize("key", OWN)
def test_no_leak_in_many_plies(key: str) -> None:
    """All games together are compared at more than 100,000 plies."""
    plies = -(-100_000 // len(OWN))
    assert check(OWN[key], plies) > plies / 2
