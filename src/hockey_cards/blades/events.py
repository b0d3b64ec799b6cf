"""The events of the blades family, the first deal, and the step that produces them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import attrs

from hockey_cards.blades.levels import BLOCK, GOAL
from hockey_cards.blades.moves import Action, Verb
from hockey_cards.blades.state import BladesState, after_action, discarded, legal_action, outcome
from hockey_cards.blades.table import BladesTable, Cards
from hockey_cards.rules import Dealt, Drawn, Event, GameEnded, PeriodEnded, Played, Scored, Seat, Side, Step


@attrs.frozen
class Laid(Played[Action]):
    """A stack was laid: the first event of such a step, whose cards only its player may know."""

    def seen_by(self, seat: Seat | None) -> Laid:
        """Return the event; only the player who laid the cards sees them."""
        return self if seat == self.seat else Laid(self.seat, self.side, self.move.concealed, self.call)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], parse: Callable[[str], Any]) -> Self:
        """Build the event from its fields; the cards of the stack may be hidden.

        Raises:
            ParseError: If a field is unknown or missing, or its value has the wrong type.
        """
        return super().from_dict(fields, Action.parse_seen)


@attrs.frozen
class Discarded(Event):
    """Cards were discarded, face up: a blocked shot, a defence, an earlier stack, or a whole hand.

    Args:
        seat: The seat whose cards they were.
        side: The side of that seat.
        cards: The cards.
    """

    seat: Seat
    side: Side
    cards: Cards


def dealt(state: BladesState) -> tuple[Event, ...]:
    """Return the deal of the first period."""
    return (_dealt(state),)


def _dealt(state: BladesState) -> Dealt:
    """Return the deal after which a state stands."""
    return Dealt(state.period, state.table.dealer, state.hands, (), state.table.turn)


def step(state: BladesState, move: Action) -> Step[BladesState]:
    """Return the state after a move, the same as from ``apply``, and the events in order.

    Raises:
        IllegalMove: As ``apply`` raises.
    """
    action = legal_action(state, move)
    spent = discarded(state, action)
    after = after_action(state, action, spent)
    return Step(after, (*_move_events(state.table, action, spent), *_later_events(state, after)))


def _move_events(table: BladesTable, move: Action, spent: Cards) -> Iterator[Event]:
    """Yield the events of a legal move itself."""
    seat, call = table.seat, table.call(move, spent)
    yield (Laid if move.verb is Verb.STACK else Played)(seat, seat, move, call)
    if call == GOAL:
        yield Scored(table.turn, table.turn, table.shot)
    if call == BLOCK:
        yield Discarded(table.turn, table.turn, table.shot)
    if spent:
        yield Discarded(seat, seat, spent)


def _later_events(state: BladesState, after: BladesState) -> Iterator[Event]:
    """Yield the events that follow a move: cards drawn or dealt, and the end of the period or game."""
    table, seat, result = state.table, after.table.turn, outcome(after)
    if result is None and after.period == table.period:
        drawn = sorted(state.stock[: len(state.stock) - len(after.stock)])  # views do not have their order
        yield from (Drawn(seat, seat, card) for card in drawn)
        return
    own, other = after.score
    yield PeriodEnded(table.period, (own - table.carried, other - table.carried), after.score)
    yield _dealt(after) if result is None else GameEnded(result)
