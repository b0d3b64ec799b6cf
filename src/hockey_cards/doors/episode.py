"""An episode: a game as environments play it, with moves as numbers, masks, rewards and forfeits."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.families import layout_of
from hockey_cards.batch.layout import Layout
from hockey_cards.batch.observation import observe
from hockey_cards.errors import ParseError, brief
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.integers import integer
from hockey_cards.language import result, seat_names, status
from hockey_cards.registry import resolve
from hockey_cards.render import svg
from hockey_cards.rules import Ending, Move, Rules, Seat, Side, Variant, View
from hockey_cards.shoe import Seed, derive, seed32

if TYPE_CHECKING:

    class Framework:
        """A class of a framework, as type checkers see it: it may be missing, or have no types."""

        def __init__(self, *arguments: Any) -> None: ...

        def __getattr__(self, name: str) -> Any: ...


Rewards = Literal["outcome", "score"]
"""What is rewarded: at the end 1 for the winner and -1 for the loser, or each change of the score, own minus other.

A forfeit is always rewarded by the outcome.
"""

RenderMode = Literal["human", "ansi", "svg"]
"""How a game is shown: as text on the standard output, as text, or as an SVG picture."""

RENDER_MODES: Final[tuple[str, ...]] = get_args(RenderMode)


def one_of(name: str, value: object, kind: Any) -> Any:
    """Return a value that must be one of those of a literal type.

    Raises:
        ParseError: If it is none of them.
    """
    if value not in get_args(kind):
        raise ParseError(f"{name} cannot be {brief(value)}: give {' or '.join(map(repr, get_args(kind)))}")
    return value


def checked_mode(mode: RenderMode | None) -> RenderMode | None:
    """Return a render mode, or None.

    Raises:
        ParseError: If it is unknown.
    """
    found: RenderMode | None = None if mode is None else one_of("render_mode", mode, RenderMode)
    return found


class Seeds:
    """The seeds of the games of an environment, one for each reset.

    After ``restart(7)`` the first game is that of ``Game.start(variant, seed=7)``; the seeds of the next ones are
    derived from it.
    """

    def __init__(self) -> None:
        self.restart(secrets.token_bytes(32))

    def restart(self, seed: Seed) -> None:
        """Begin with a seed.

        Raises:
            ParseError: If the value is not a seed.
        """
        self._first, self._count = seed32(seed), 0

    def next(self, seed: Seed | None) -> bytes:
        """Return the seed of the next game, beginning with a given one unless it is None."""
        if seed is not None:
            self.restart(seed)
        number, self._count = self._count, self._count + 1
        return derive(self._first, "reset", number) if number else self._first


class Arena:
    """A variant with what its environments need: spaces in numbers, masks, moves by number and rewards.

    Args:
        variant: The variant or its name.
        rewards: What is rewarded.

    Raises:
        UnknownVariant: If no variant has the name.
        VariantError: If the family of the variant has no observations.
        ParseError: If ``rewards`` is unknown.
    """

    def __init__(self, variant: Variant[Any, Any, Any] | str, rewards: Rewards) -> None:
        self.variant: Variant[Any, Any, Any] = resolve(variant)
        self.rules: Rules[Any, Any, Any] = self.variant.rules
        self.moves: tuple[Move, ...] = self.rules.moves
        self.layout: Layout = layout_of(self.variant)
        self.rewards: Rewards = one_of("rewards", rewards, Rewards)

    @property
    def highest(self) -> Array:
        """The greatest number in each column of an observation."""
        blocks = self.layout.blocks
        return np.repeat([block.maximum for block in blocks], [block.size for block in blocks]).astype(np.int16)

    def mask(self, legal: Iterable[Any]) -> Array:
        """Return which moves are legal, as zeros and ones."""
        mask = np.zeros(len(self.moves), np.int8)
        number = self.rules.number
        mask[[number(move) for move in legal]] = 1
        return mask

    def shown(self, view: View) -> dict[str, Array]:
        """Return the observation of a view and its mask, which is all zeros for those who are not to move."""
        return {"observation": observe(view), "action_mask": self.mask(view.legal)}

    def space(self, spaces: Any) -> Any:
        """Return the space of what ``shown`` returns, made of the spaces of Gymnasium."""
        moves, highest = len(self.moves), self.highest
        return spaces.Dict(
            {
                "observation": spaces.Box(0, highest, highest.shape, highest.dtype),
                "action_mask": spaces.Box(0, 1, (moves,), "int8"),
            }
        )

    def play(self, game: Game[Any, Any, Any], action: object) -> Game[Any, Any, Any]:
        """Return the game after the move of a number; an illegal move forfeits the game for the side that made it.

        Raises:
            ParseError: If the action is not an integer.
            IllegalMove: If the game is over.
        """
        number = integer(action)
        if number is None:
            raise ParseError(f"an action is the number of a move, and cannot be {brief(action)}")
        move: Any = self.moves[number] if 0 <= number < len(self.moves) else None
        if move in game.legal:
            return game.play(move)
        return game.forfeit(side_of(game.seat or 0))

    def reward(self, before: Game[Any, Any, Any], after: Game[Any, Any, Any], side: Side) -> float:
        """Return the reward of a side for what happened between two moments of a game."""
        outcome = after.outcome
        if self.rewards == "outcome" or (outcome is not None and outcome.how is Ending.FORFEIT):
            winner = None if outcome is None else outcome.winner
            return 0.0 if winner is None else 1.0 if winner == side else -1.0
        gained = [now - then for now, then in zip(after.score, before.score, strict=True)]
        return float(gained[side] - gained[1 - side])


def render(game: Game[Any, Any, Any], seat: Seat | None, mode: RenderMode) -> str | None:
    """Show a game to a seat, or to a spectator (None): nothing that is hidden from it.

    Returns:
        The text or the picture; None if the text was written to the standard output.
    """
    if mode == "svg":
        return str(svg(game, seat=seat))
    view, names = game.view(seat), seat_names(game.variant.rules.seats)
    lines = [f"{label}: {text}" for label, text in status(view, names)]
    if game.outcome is not None:
        lines.append(result(game.outcome, names))
    text = "\n".join([game.variant.name, *lines]) + "\n"
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    return None
