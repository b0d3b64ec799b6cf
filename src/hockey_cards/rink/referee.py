"""The play rule of the rink family: which cards a run passes, and the stages of a run."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import attrs

from hockey_cards.cards import Card, deck
from hockey_cards.rink.moves import MOVES, Open
from hockey_cards.rules import Seat

THROUGH: Final = "through"
THROWN_OUT: Final = "thrown-out"
GOAL: Final = "goal"
CALLS: Final = (THROUGH, THROWN_OUT, GOAL)


class Stage(IntEnum):
    """The stages of a run: what it must pass next, from the point of view of its player."""

    NEAR_ROW = 0
    MIDDLE_ROW = 1
    FAR_ROW = 2
    GOALKEEPERS = 3
    GOALKEEPER_1 = 4
    GOALKEEPER_2 = 5

    def __repr__(self) -> str:
        return f"Stage.{self.name}"

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


@attrs.frozen
class RinkRuling:
    """The effect of a choice.

    Args:
        call: ``through``, ``thrown-out`` or ``goal``.
        stage: The next stage; after the end of a run, the first stage of the next run.
    """

    call: str
    stage: Stage

    @property
    def over(self) -> bool:
        """Whether the run has ended."""
        return self.call != THROUGH


def passable(running: Card, card: Card) -> bool:
    """Return whether the running card may pass a card: they must share the suit or the rank (``rink.2.3``)."""
    return running.suit is card.suit or running.rank is card.rank


PASSABLE: Final = tuple(tuple(passable(running, card) for card in deck()) for running in deck())
"""Whether a running card passes a card on the table, by running card and card."""


def choices(stage: Stage, seat: Seat) -> tuple[Open, ...]:
    """Return the legal choices of a seat at a stage of its run, in canonical order."""
    if stage >= Stage.GOALKEEPERS:
        return {Stage.GOALKEEPER_1: MOVES[12:13], Stage.GOALKEEPER_2: MOVES[13:]}.get(stage, MOVES[12:])
    first = 4 * (stage if seat == 0 else 2 - stage)
    return MOVES[first : first + 4]


def place(move: Open, seat: Seat) -> int:
    """Return the place of the card that a move chooses, 0 to 15 in deal order.

    The cells come first, then the two goalkeepers of seat 0, then those of seat 1; a seat tries those of the opponent.
    """
    return move + 2 if move >= 12 and seat == 0 else int(move)


def judge(stage: Stage, move: Open, *, matches: bool, lanes: bool) -> RinkRuling:
    """Return the ruling on a legal choice: the complete play rule, as a pure function on a finite domain.

    Args:
        stage: The stage of the run.
        move: One of the ``choices`` at that stage.
        matches: Whether the chosen card is ``passable`` for the running card.
        lanes: Whether the run may only try the goalkeeper opposite its last column (``rink.2.7``).
    """
    if not matches:
        return RinkRuling(THROWN_OUT, Stage.NEAR_ROW)
    if move.column is None:
        return RinkRuling(GOAL, Stage.NEAR_ROW)
    if stage is Stage.FAR_ROW and lanes:
        return RinkRuling(THROUGH, Stage.GOALKEEPER_1 if move.column < 2 else Stage.GOALKEEPER_2)
    return RinkRuling(THROUGH, Stage(stage + 1))
