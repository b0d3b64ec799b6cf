"""The built-in players: four names, each with a policy for every family that offers one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

import attrs

from hockey_cards.errors import UnknownStrategy
from hockey_cards.registry import part_of
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.strategy import Strategy

MoveChooser = Callable[[Any, Random], Any]
"""A function from a view and a source of chance to a legal move. A family offers a mapping from names of built-in
players to policies as its part ``strategies``."""


class LibraryPlayer:
    """A player of this library, whose code tournaments trust: it always plays in their own process."""

    __slots__ = ()


@attrs.frozen
class BuiltIn(LibraryPlayer):
    """A factory of players that finds its policy in the family of the game.

    Args:
        name: The name of the player.
        summary: How it plays, in a sentence.
        fallback: The policy for families that offer none of that name; None if it cannot play their games.
    """

    name: str
    summary: str
    fallback: MoveChooser | None = attrs.field(default=None, repr=False)

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return a player for one game.

        Raises:
            UnknownStrategy: If the family of the game offers no policy of this name, and there is no fallback.
        """
        policies: Mapping[str, MoveChooser] = part_of(variant.rules, "strategies") or {}
        policy = policies.get(self.name, self.fallback)
        if policy is None:
            raise UnknownStrategy(f"{self.name} cannot play {variant.key}; the player random plays every game")
        return partial(_choose, policy, rng)


def _choose(policy: MoveChooser, rng: Random, view: View) -> Any:
    return policy(view, rng)


def _any_legal(view: View, rng: Random) -> Any:
    return rng.choice(view.legal)


random: Final = BuiltIn("random", "plays any legal move, all with equal probability", _any_legal)
greedy: Final = BuiltIn(
    "greedy",
    "scores if it can, else claims, else denies, else plays at random; with blades: shoots high, blocks cheaply",
)
counter: Final = BuiltIn(
    "counter", "counts the cards seen, and plays what gains most after the other side's best answer"
)
exact: Final = BuiltIn(
    "exact",
    "plays as counter does, and in a pile game of two players the last packet of a period as well as it can be played",
)
