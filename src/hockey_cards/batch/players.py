"""Who can play in a batch: players by name, scorings, compiled functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from hockey_cards.batch import counting
from hockey_cards.batch.arrays import Cast
from hockey_cards.batch.jit import address_of
from hockey_cards.errors import SeatError, StrategyError, UnknownStrategy

if TYPE_CHECKING:
    from hockey_cards.batch.families import Tabled


@attrs.frozen
class Scoring:
    """A player that plays one of the moves it thinks most of, each as likely as the others.

    The function is given all that the player knows of a move, and returns an integer, the greater the better:

    - In a game of the pile ``score(situation, rank, verdict)``: the situation, the rank of the card, and what the
      referee says of it. Of several table cards the situation tells only what counts for the rank: the rank itself, if
      some table card has it, and the last one's.
    - In a rink ``score(stage, known)``: the stage of the run, and of the card that lies there None if it is closed,
      else whether the running card passes it.

    It is called once for each case, before the games; it need not be compiled.
    """

    score: Callable[..., int]


def _no_opinion(*known: Any) -> int:
    return 0


RANDOM: Final = Scoring(_no_opinion)
"""The player that thinks the same of all moves."""

Value = Callable[..., int]
"""A function that numba can compile, and that says what a move is worth."""

Player = str | Scoring | Value
"""A player's name (``random``, ``greedy``, ``counter``), a scoring, or a function that numba can compile.

A function is given numbers, says what a move is worth, and plays one of those worth most, each as likely as the others:

- in a game of the pile ``value(rulings, card, sight)``: the table of rulings, a card of the hand that may be played,
  and a ``PileSight``; ``rulings[sight.situation | card >> 2]`` is what the card would do: with ``& GOAL`` whether it
  scores, with ``& NEXT`` the situation of the next mover, ``>> CALL_SHIFT`` the call by its place in ``Call``;
- in a rink ``value(layout, paths, pick, sight)``: the open cards by place, -1 for closed ones; by stage and pick the
  path; the pick at hand, and a ``RinkSight``. ``path = paths[sight.stage, pick]`` leads to the place ``path & PLACE``,
  and if the card there is passed on to the stage ``path >> AFTER_SHIFT & AFTER``, 0 if that is a goal.

It returns an integer and must raise nothing.
"""


def seated(players: Sequence[Player], tabled: Tabled) -> tuple[Scoring | Value, ...]:
    """Return the player of each seat, given one a side or one a seat; names are looked up.

    Raises:
        SeatError: If there is not one player a side or a seat.
        UnknownStrategy: If there is no player of a name.
        StrategyError: If something is no player.
    """
    if isinstance(players, str) or len(players) not in (2, tabled.seats):
        raise SeatError(f"{len(players)} players for {tabled.seats} seats: give one a side or one a seat")
    return tuple(_known(players[seat % len(players)], seat, tabled) for seat in range(tabled.seats))


def _known(player: Player, seat: int, tabled: Tabled) -> Scoring | Value:
    if isinstance(player, str):
        if player not in tabled.named:
            raise UnknownStrategy(f"there is no player {player!r}: in batches there are {', '.join(tabled.named)}")
        player = tabled.named[player]
        assert not isinstance(player, str)
    if not isinstance(player, Scoring) and not callable(player):
        kind = type(player).__name__
        raise StrategyError(f"seat {seat} is given a {kind}: give a name, a scoring or a function", seat)
    return player


def cast_of(players: Sequence[Scoring | Value], tabled: Tabled) -> Cast:
    """Return the players of the seats as a kernel takes them.

    Raises:
        StrategyError: If a function cannot be compiled.
    """
    different = list(dict.fromkeys(players))
    return Cast(
        scores=np.array([tabled.scores(each if isinstance(each, Scoring) else RANDOM) for each in different]),
        functions=np.array([_address(each, players.index(each), tabled) for each in different]),
        seats=np.array([different.index(player) for player in players]),
    )


def _address(player: Scoring | Value, seat: int, tabled: Tabled) -> int:
    if isinstance(player, Scoring):
        return 0
    try:
        return address_of(player, tabled.example, keep=player in counting.OWN)
    except TypeError as error:
        raise StrategyError(f"the function of seat {seat} is no player: {error}", seat) from error
