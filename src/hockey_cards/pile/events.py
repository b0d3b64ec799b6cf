"""The events of the pile family, the first deal, and the step that produces them."""

from __future__ import annotations

from functools import cache
from itertools import islice, takewhile
from typing import Final

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.fast_construction import unfrozen
from hockey_cards.pile.period import ENDED
from hockey_cards.pile.referee import Call
from hockey_cards.pile.state import PileState, apply, outcome
from hockey_cards.rules import (
    Dealt,
    Drawn,
    Event,
    GameEnded,
    PeriodEnded,
    Played,
    PlayerEvent,
    Scored,
    Seat,
    Step,
)


class Claimed(PlayerEvent):
    """A play made a claim while the other side held none (call ``pass``)."""

    __slots__ = ()


class Intercepted(PlayerEvent):
    """A play took over the claim of the other side (call ``interception``)."""

    __slots__ = ()


class Blocked(PlayerEvent):
    """A play destroyed the claim of the other side (call ``block``)."""

    __slots__ = ()


class Missed(PlayerEvent):
    """A play left the claim of its side unused (call ``missed``)."""

    __slots__ = ()


class Checked(PlayerEvent):
    """A play was the third card of its rank in a row (pile.1.6)."""

    __slots__ = ()


class Rumbled(PlayerEvent):
    """A play was the fourth card of its rank in a row (pile.1.6)."""

    __slots__ = ()


_CALL_EVENTS: Final = {
    Call.PASS: Claimed,
    Call.INTERCEPTION: Intercepted,
    Call.BLOCK: Blocked,
    Call.MISSED: Missed,
    Call.GOAL: Scored,
}
_UnfrozenStep = unfrozen(Step)
_RUN_EVENTS: Final = {3: Checked, 4: Rumbled}


def dealt(state: PileState) -> tuple[Event, ...]:
    """Return the deal of the first period."""
    return (_dealt(state),)


def _dealt(state: PileState) -> Dealt:
    """Return the deal after which a state stands: that of a period, or of a later packet."""
    setup = state.setup
    table, opener = ((), None) if state.ply else (setup.table_cards, setup.opener)
    return Dealt(setup.period, setup.dealer, state.hands, table, opener)


def step(state: PileState, move: Card) -> Step[PileState]:
    """Return the state after a move, the same as from ``apply``, and the events in order.

    Raises:
        IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
    """
    new = apply(state, move)
    setup = state.setup
    mover = setup.movers[state.ply]
    events = _play_events(mover, move, setup.rulings[state.situation + move].call)
    if setup.rules.referee.runs:
        events += _run_events(state, mover, move)
    if setup.pauses[state.ply] or new.situation == ENDED:
        events += _later_events(state, new, mover)
    taken = _UnfrozenStep()
    taken.state = new
    taken.events = events
    taken.__class__ = Step
    made: Step[PileState] = taken
    return made


@cache
def _play_events(mover: Seat, card: Card, call: Call) -> tuple[Event, ...]:
    """Return the events of the play itself; they depend on nothing else, so each is made once."""
    played = Played(mover, side_of(mover), card, call)
    return (played, _CALL_EVENTS[call](mover, side_of(mover))) if call in _CALL_EVENTS else (played,)


def _run_events(state: PileState, mover: Seat, card: Card) -> tuple[Event, ...]:
    """Return the event of the third or fourth card of a rank in a row on the pile (pile.1.6)."""
    if card.rank in state.setup.rules.referee.pass_ranks:
        return ()
    before = islice(reversed(state.pile), 4)
    length = 1 + sum(1 for _ in takewhile(lambda below: below.rank == card.rank, before))
    return (_RUN_EVENTS[length](mover, side_of(mover)),) if length in _RUN_EVENTS else ()


def _later_events(state: PileState, new: PileState, mover: Seat) -> tuple[Event, ...]:
    """Return the events that follow the play: cards drawn or dealt, and the end of the period or game."""
    events: list[Event] = []
    timetable = state.setup.timetable
    if state.ply in timetable.draws:
        events.append(Drawn(mover, side_of(mover), state.deal.pack[timetable.draws[state.ply]]))
    result = outcome(new)
    if new.setup is not state.setup or result is not None:
        events.append(PeriodEnded(state.period, new.periods[state.period], new.score))
    if result is not None:
        return (*events, GameEnded(result))
    if new.setup is not state.setup or new.ply in timetable.deals:
        events.append(_dealt(new))
    return tuple(events)
