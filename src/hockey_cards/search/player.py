"""The player ``searcher``: its settings, and the search of each family."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import attrs

from hockey_cards.errors import ParseError, brief
from hockey_cards.extras import load
from hockey_cards.game import Game
from hockey_cards.integers import integer
from hockey_cards.registry import family_of
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.strategies import LibraryPlayer, counter
from hockey_cards.strategy import Strategy

LAYER: Final = "search"
"""The name of this layer in ``Family.parts``: a function that returns a player for one game, as ``seat`` does."""

MODELS: Final = ("greedy", "counter")
"""The players that others may be taken for."""

_MAX_WORLDS: Final = 10**6


def _worlds(value: Any) -> int:
    number = integer(value)
    if number is None or not 1 <= number <= _MAX_WORLDS:
        raise ParseError(f"worlds cannot be {brief(value)}: give 1 to {_MAX_WORLDS}")
    return number


def _opponents(value: Sequence[str]) -> tuple[str, ...]:
    names = () if isinstance(value, str) else tuple(value)
    if not names or not set(names) <= set(MODELS) or len(set(names)) < len(names):
        raise ParseError(f"opponents cannot be {brief(value)}: give some of {', '.join(MODELS)}, each once")
    return names


@attrs.frozen
class Searcher(LibraryPlayer):
    """A factory of players that imagine how the unseen cards lie, and play each move out to the end of the period.

    In the pile games the worlds are weighted by how likely other seats were to make their plays in them, and the last
    packet of two players is solved exactly. In families without a search, the rink and blades among them, it plays as
    ``counter`` does. The same seed gives the same moves.

    Args:
        worlds: The number of worlds in which the best moves are compared: with more it plays better, and thinks longer.
        opponents: The players that the other side is taken for. Which of them fits better is learned from its plays;
            besides, it may be a player that plays at random.

    Raises:
        ParseError: If the number of worlds is not in the range 1 to a million, or an opponent is not ``greedy`` or
            ``counter``.
    """

    worlds: int = attrs.field(default=1000, converter=_worlds)
    opponents: tuple[str, ...] = attrs.field(default=("counter", "greedy"), converter=_opponents)

    @property
    def summary(self) -> str:
        """How it plays, in a sentence."""
        return "imagines the unseen cards and plays the pile games out (extra fast); elsewhere plays as counter does"

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return a player for one game.

        Raises:
            MissingExtra: If the family of the game has a search, and the extra ``fast`` is not installed.
        """
        family = family_of(variant.rules)
        if family is None or LAYER not in family.parts:
            return counter.make(variant, seat, rng)
        load("numba", extra="fast", purpose="the player searcher")
        made: Strategy[Any, Move] = family.part(LAYER)(self, variant, seat, rng)
        return made

    def configured(self, setting: str) -> Searcher:
        """Return the player that ``searcher:3000`` names, given the text after the colon: the number of worlds.

        Raises:
            ParseError: If it is not a number of worlds.
        """
        return attrs.evolve(self, worlds=int(setting) if setting.isdigit() and len(setting) < 20 else setting)

    def warm(self, variant: Variant[Any, Any, Any] | str = "breakaway") -> None:
        """Compile the search of the family of a variant, so that the first move takes no longer than others.

        Raises:
            MissingExtra: If the family has a search, and the extra ``fast`` is not installed.
        """
        game = Game.start(variant, seed=0)
        while len(game.legal) == 1:
            game = game.play(game.legal[0])
        assert game.seat is not None  # the game is not over
        self.make(game.variant, game.seat, Random(0))(game.view(game.seat))


def searcher(worlds: int = 1000, opponents: Sequence[str] = ("counter", "greedy")) -> Searcher:
    """Return a player that searches; see ``Searcher``."""
    return Searcher(worlds, tuple(opponents))


SEARCHER: Final = Searcher()
"""The player named ``searcher``."""
