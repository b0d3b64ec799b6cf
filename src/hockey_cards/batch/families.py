"""Variants as the kernels take them: for each family its arrays, its kernels and its players, tied together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs
import numpy as np

from hockey_cards.batch import counting
from hockey_cards.batch.arrays import PLACES, ROOM, Array, Cast, Desk, Games, Out, Stepped, Tape, Word, out
from hockey_cards.batch.observation import Layout, layout_of, places
from hockey_cards.batch.pile import kernel as pile_kernel
from hockey_cards.batch.pile import stepper as pile_stepper
from hockey_cards.batch.pile import tables as pile_tables
from hockey_cards.batch.players import RANDOM, Player, Scoring, Value
from hockey_cards.batch.rink import kernel as rink_kernel
from hockey_cards.batch.rink import stepper as rink_stepper
from hockey_cards.batch.rink import tables as rink_tables
from hockey_cards.batch.rng import BatchShoe
from hockey_cards.batch.sight import PileSight, RinkSight
from hockey_cards.batch.twins import PileTwin, RinkTwin
from hockey_cards.cards import Rank, deck
from hockey_cards.errors import SeatError, VariantError, brief
from hockey_cards.pile import Pile, Situation, Verdict
from hockey_cards.pile.schedule import PACK
from hockey_cards.rink import Rink, Stage
from hockey_cards.rink.moves import MOVES
from hockey_cards.rules import Move, Seat, Variant
from hockey_cards.strategies.pile import CALL_WORTH

Key = tuple[int, int]
"""The key of a batch."""
Play = Callable[[Key, Cast | None, Tape | None, int, Out], None]
"""Play games from a number on, as many as there is room for."""
Step = Callable[[Key, Any, Array | None, Stepped, int, int], None]
"""Make a move in each game from one up to another of those that go on, or deal these games if there are no moves."""


@attrs.frozen
class Tabled:
    """A variant, and who deals first, as it is played in batches.

    Args:
        seats: How many seats play.
        regular: How many periods there are without overtime.
        most: How many periods there are at the most.
        named: The players that have a name.
        example: Arguments of the types that functions are called with.
        scores: Tabulates a scoring.
        play: Plays games.
        moves: By the numbers on a tape the moves.
        twin: Seats a player in one game, as a strategy of the engine.
        layout: Where each thing stands in an observation.
        going: Returns room for so many games that go on side by side.
        step: Plays such games on.
    """

    seats: int
    regular: int
    most: int
    named: Mapping[str, Player]
    example: tuple[Any, ...]
    scores: Callable[[Scoring], Array]
    play: Play
    moves: tuple[Move, ...]
    twin: Callable[[Scoring | Value, BatchShoe], Callable[[Any], Any]]
    layout: Layout
    going: Callable[[int], Games]
    step: Step

    def room(self, games: int) -> Out:
        """Return room for the results of so many games."""
        return out(games, min(self.regular + 1, self.most))


def tabled_of(variant: Variant[Any, Any, Any], dealer: Seat) -> Tabled:
    """Return a variant as it is played in batches.

    Raises:
        VariantError: If it is of a family that cannot be played in batches.
        SeatError: If there is no such dealer.
    """
    rules = variant.rules
    if type(dealer) is not int or not 0 <= dealer < rules.seats:
        raise SeatError(f"there is no seat {brief(dealer)} to deal: give 0 to {rules.seats - 1}")
    if isinstance(rules, Pile):
        return _pile(rules, dealer)
    if isinstance(rules, Rink):
        return _rink(rules, dealer)
    raise VariantError([f"{variant.key} cannot be played in batches: the games of the pile and the rink can"])


def _desk(rulings: Array, cast: Cast | None) -> Desk:
    """Return room for one thread to work in."""
    scores = np.zeros((1, 1), np.int64) if cast is None else cast.scores
    return Desk(np.zeros(ROOM, np.uint8), rulings.copy(), scores.copy(), np.zeros(PLACES, np.int8))


def _words(key: Key) -> tuple[Word, Word]:
    return np.uint64(key[0]), np.uint64(key[1])


def _pile(rules: Pile, dealer: Seat) -> Tabled:
    book, facts = pile_tables.tables(rules, dealer), pile_tables.facts(rules)
    unused = _desk(book.rulings[:1], None)

    def play(key: Key, cast: Cast | None, tape: Tape | None, first: int, out: Out) -> None:
        pile_kernel.play_pile(_words(key), book, cast, tape, _desk(book.rulings, cast), first, out)

    def step(key: Key, games: Any, moves: Array | None, out: Stepped, start: int, end: int) -> None:
        pile_stepper.step_pile(_words(key), book, facts, games, unused, moves, out, start, end)

    return Tabled(
        seats=rules.seats,
        regular=rules.schedule.periods,
        most=len(book.firsts),
        named=_PILE_PLAYERS,
        example=(book.rulings, 0, PileSight(0, 0, 0, 0, 0, 0, 0, 0, 0)),
        scores=lambda scoring: pile_tables.scores_of(rules, scoring.score),
        play=play,
        moves=deck(PACK),
        twin=PileTwin,
        layout=layout_of(rules),
        going=lambda games: pile_stepper.room_of(book, games, rules.max_moves),
        step=step,
    )


def _rink(rules: Rink, dealer: Seat) -> Tabled:
    rink, seen = rink_tables.tables(rules, dealer), np.array([places(seat) for seat in (0, 1)], np.uint8)
    unused = _desk(np.zeros(1, np.uint16), None)

    def play(key: Key, cast: Cast | None, tape: Tape | None, first: int, out: Out) -> None:
        rink_kernel.play_rink(_words(key), rink, cast, tape, _desk(np.zeros(1, np.uint16), cast), first, out)

    def step(key: Key, games: Any, moves: Array | None, out: Stepped, start: int, end: int) -> None:
        rink_stepper.step_rink(_words(key), rink, seen, games, unused, moves, out, start, end)

    return Tabled(
        seats=rules.seats,
        regular=1,
        most=1,
        named=_RINK_PLAYERS,
        example=(np.zeros(PLACES, np.int8), rink.paths[0], 0, RinkSight(0, 0, 0, 0, 0, 0, 0, 0)),
        scores=lambda scoring: rink_tables.scores_of(scoring.score),
        play=play,
        moves=MOVES,
        twin=RinkTwin,
        layout=layout_of(rules),
        going=lambda games: rink_stepper.room_of(games, rules.max_moves),
        step=step,
    )


def _greedy_card(situation: Situation, rank: Rank, verdict: Verdict) -> int:
    return CALL_WORTH.get(verdict.call, 0)


def _greedy_choice(stage: Stage, known: bool | None) -> int:  # noqa: FBT001  # as scorings are called
    """Rather an open card that matches, then a closed one, then any."""
    return 1 if known is None else 2 * known


_PILE_PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {"random": RANDOM, "greedy": Scoring(_greedy_card), "counter": counting.pile_counter}
)
_RINK_PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {"random": RANDOM, "greedy": Scoring(_greedy_choice), "counter": counting.rink_counter}
)
