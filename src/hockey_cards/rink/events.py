"""The events of the rink family, the first deal, and the step that produces them."""

from __future__ import annotations

from functools import cache

import attrs

from hockey_cards.cards import Card
from hockey_cards.rink.history import last_call
from hockey_cards.rink.moves import Open
from hockey_cards.rink.referee import GOAL, THROUGH, Stage, place
from hockey_cards.rink.state import PLACES, RinkState, apply, outcome
from hockey_cards.rules import Dealt, Drawn, Event, GameEnded, Outcome, PeriodEnded, Played, Scored, Seat, Side, Step


@attrs.frozen
class Shown(Event):
    """The running card was shown to all, because its player chose the first card of the run (``rink.2.5``).

    Args:
        seat: The seat whose run it is.
        side: The side of that seat.
        card: The running card.
    """

    seat: Seat
    side: Side
    card: Card


@attrs.frozen
class Opened(Event):
    """A closed card was turned up; it stays open.

    Args:
        seat: The seat that turned it up.
        side: The side of that seat.
        place: Its place, as that seat names it: a goalkeeper is one of the other seat's.
        card: The card.
    """

    seat: Seat
    side: Side
    place: Open
    card: Card


@attrs.frozen
class ThrownOut(Event):
    """A run ended at a card that it could not pass; the running card was thrown out, face up.

    Args:
        seat: The seat whose run it was.
        side: The side of that seat.
        card: The running card.
    """

    seat: Seat
    side: Side
    card: Card


@attrs.frozen
class Revealed(Event):
    """The cards that were closed at the end of the game were shown (``rink.2.6``).

    Args:
        layout: All cards on the table in deal order: the cells, seat 0's goalkeepers, seat 1's.
    """

    layout: tuple[Card, ...]


_played = cache(Played[Open])
_shown = cache(Shown)
_opened = cache(Opened)
_scored = cache(Scored)
_thrown_out = cache(ThrownOut)
_drawn = cache(Drawn)


def dealt(state: RinkState) -> tuple[Event, ...]:
    """Return the deal, in which nobody sees a card, and the draw of the first running card."""
    game, opener = state.deal, state.seat
    return Dealt(0, game.dealer, ((), ()), (), opener), _drawn(opener, opener, game.pack[PLACES])


def step(state: RinkState, move: Open) -> Step[RinkState]:
    """Return the state after a move, the same as from ``apply``, and the events in order.

    Raises:
        IllegalMove: As ``apply`` raises.
    """
    after = apply(state, move)
    return Step(after, _events(state, move, after))


def _events(before: RinkState, move: Open, after: RinkState) -> tuple[Event, ...]:
    """Return the events of a legal move, from the states before and after it."""
    game, turn = before.deal, before.turn
    seat, card = game.seat(turn), game.pack[PLACES + turn]
    call = last_call(after.history)
    events: list[Event] = [_played(seat, seat, move, call)]
    if before.stage is Stage.NEAR_ROW:
        events.append(_shown(seat, seat, card))
    chosen = place(move, seat)
    if before.layout[chosen] is None:
        events.append(_opened(seat, seat, move, game.pack[chosen]))
    if call == THROUGH:
        return tuple(events)
    events.append(_scored(seat, seat, (card,)) if call == GOAL else _thrown_out(seat, seat, card))
    result = outcome(after)
    if result is not None:
        return (*events, *_final_events(before, chosen, result))
    return (*events, _drawn(1 - seat, 1 - seat, game.pack[PLACES + after.turn]))


def _final_events(before: RinkState, chosen: int, result: Outcome) -> tuple[Event, ...]:
    """Return the events that follow the last run of the game."""
    ending = PeriodEnded(0, result.score, result.score), GameEnded(result)
    closed = any(card is None for spot, card in enumerate(before.layout) if spot != chosen)
    return (Revealed(before.deal.pack[:PLACES]), *ending) if closed else ending
