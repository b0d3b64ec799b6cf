"""The built-in players: one name each, with a way to play for each family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

import attrs

from hockey_cards.blades import Blades
from hockey_cards.blades import players as blades_players
from hockey_cards.errors import UnknownStrategy
from hockey_cards.pile import Pile
from hockey_cards.rink import Rink
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.strategies import pile as pile_players
from hockey_cards.strategies import rink as rink_players
from hockey_cards.strategy import Strategy

Way = Callable[[Any, Random], Any]
"""A way to play: from a view and chance to a legal move."""


@attrs.frozen
class BuiltIn:
    """A factory with a way to play for each family of games it knows.

    Args:
        name: The name of the player.
        summary: How it plays, in a sentence.
        ways: The way to play by the type of the rules.
        other: The way to play all other games; None if it cannot.
    """

    name: str
    summary: str
    ways: Mapping[type, Way] = attrs.field(repr=False, eq=False)
    other: Way | None = attrs.field(default=None, repr=False, eq=False)

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return a player for one game.

        Raises:
            UnknownStrategy: If this player does not know the family of the game.
        """
        way = self.ways.get(type(variant.rules), self.other)
        if way is None:
            raise UnknownStrategy(f"{self.name} does not know how to play {variant.key}: random plays every game")
        return partial(_ask, way, rng)


def _ask(way: Way, rng: Random, view: View) -> Any:
    return way(view, rng)


def _any_legal(view: View, rng: Random) -> Any:
    return rng.choice(view.legal)


random: Final = BuiltIn("random", "plays any legal move, each as likely as the others", {}, _any_legal)
greedy: Final = BuiltIn(
    "greedy",
    "scores if it can, else claims, else denies, else plays at random; with blades: shoots high, blocks cheaply",
    {Blades: blades_players.greedy, Pile: pile_players.greedy, Rink: rink_players.greedy},
)
counter: Final = BuiltIn(
    "counter",
    "counts the cards seen, and plays what gains most after the other side's best answer",
    {Blades: blades_players.counter, Pile: pile_players.counter, Rink: rink_players.counter},
)

BUILT_IN: Final = {player.name: player for player in (random, greedy, counter)}
