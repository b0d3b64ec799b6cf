"""Players of batches: names, scorings, and functions that numba can compile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs


@attrs.frozen
class Scoring:
    """A player that plays one of the moves it rates highest, each with the same chance.

    The function is given everything that the player knows of a move, and returns an integer; greater is better:

    - In the pile family ``score(situation, rank, ruling)``: the situation, the rank of the card, and the referee's
      ruling on it. If any of several table cards may be matched, the situation shows only what counts for the rank:
      the rank itself, if a table card has it, and that of the last table card.
    - In the rink ``score(stage, passes)``: the stage of the run, and whether the running card passes the card that may
      be chosen; None if that card is closed.

    It is called once for each case before the games, and need not be compilable.
    """

    score: Callable[..., int]


def _always_zero(*arguments: Any) -> int:
    return 0


RANDOM: Final = Scoring(_always_zero)
"""The player that rates all moves alike."""

PlayerFunction = Callable[..., int]
"""A function that numba can compile, and that returns what a move is worth."""

Player = str | Scoring | PlayerFunction
"""A player's name (``random``, ``greedy``, ``counter``), a scoring, or a function that numba can compile.

A function is called with numbers for each legal move and returns what the move is worth. One of the best moves is
played, each with the same chance.

- In the pile family ``value(rulings, card, inputs)``: the table of rulings, a legal card of the hand, and a
  ``PileInput``. ``rulings[inputs.situation | card >> 2]`` is the ruling on the card: ``& GOAL`` is set if it scores,
  ``& NEXT_SITUATION`` is the situation that the next player is in, ``>> CALL_SHIFT`` the call by its place in ``Call``.
- In the rink ``value(layout, paths, choice, inputs)``: the open cards by place, -1 for closed ones; the paths by stage
  and choice; the number of a choice; and a ``RinkInput``. ``path = paths[inputs.stage, choice]`` leads to the place
  ``path & PLACE``. If the card there is passed, the stage ``path >> NEXT_STAGE_SHIFT & NEXT_STAGE`` follows; 0 means a
  goal.

The function returns an integer and must not raise.
"""
