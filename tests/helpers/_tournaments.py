"""Small tournaments for tests, with players that can be pickled and named."""

from __future__ import annotations

from functools import partial
from typing import Any

import _players
from hockey_cards import Move, View, play, variant
from hockey_cards import tournament as tournaments
from hockey_cards.shoe import Seeded, seed32
from hockey_cards.strategy import Player
from hockey_cards.tournament import Fixture

SHORT = variant("breakaway").house(packets=[5], periods=1)
FOUR = variant("passe").house(packets=[3], periods=1)
THREE: dict[str, Player | str] = {"first": _players.first, "last": _players.last, "chancy": _players.chancy}

tournament = partial(tournaments.tournament, seed=seed32(0))
"""The function of that name, with a seed that is always the same; as bytes, because they give no warning."""


def played(fixture: Fixture, players: dict[str, Any], game: Any = SHORT) -> Any:
    """Play a fixture with ``play``."""
    seats = [players[name] for name in fixture.sides]
    return play(game, seats, shoe=Seeded(fixture.seed), seed=fixture.chance, dealer=fixture.dealer)


def _sum(view: View) -> int:
    """Return a number that depends on the legal moves."""
    return sum(number * byte for number, byte in enumerate("".join(move.code for move in view.legal).encode()))


def touchy(view: View) -> Move:
    """Play the first legal move, but fail at a few views."""
    if _sum(view) % 61 == 0:
        raise KeyError("touched")
    return _players.first(view)


def touchier(view: View) -> Move:
    """Fail more often."""
    if _sum(view) % 23 == 0:
        raise KeyError("touched")
    return _players.last(view)


ILL: dict[str, Player | str] = {**THREE, "touchy": touchy, "touchier": touchier}
