"""What happened at the table, in words for one of the players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any, Final, cast

import attrs

from hockey_cards import blades, pile, rink
from hockey_cards.cards import Card
from hockey_cards.events import Dealt, Drawn, Event, GameEnded, Outcome, PeriodEnded, Played


def told(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """Tell events that a seat has seen, a line each; what a line before has told already is left out.

    Args:
        events: The events, redacted for the seat.
        names: What each seat is called.
    """
    laid: object = None
    for event in events:
        if isinstance(event, Played):
            move = cast("Played", event).move
            laid = move.cards if isinstance(move, blades.Action) else None
        if isinstance(event, blades.Discarded) and event.cards == laid:
            continue  # a defence from the hand: its cards stand in the line of the answer
        if line := _line(event, names):
            yield line


def result(outcome: Outcome, side: int) -> str:
    """Tell the result to a player of a side."""
    score = f"{outcome.score[side]}-{outcome.score[1 - side]}"
    if outcome.winner is None:
        return f"a draw, {score}"
    end = "" if outcome.how == "regulation" else f" ({outcome.how})"
    return f"you {'win' if outcome.winner == side else 'lose'} {score}{end}"


@singledispatch
def _line(event: Event, names: Sequence[str]) -> str:
    """Tell an event that nothing else is known of: its name and what it holds."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    fields: Any = attrs.fields_dict(cast("Any", type(event))) if attrs.has(type(event)) else ()
    held = [f"{name} {_shown(getattr(event, name))}" for name in fields if name not in ("seat", "side")]
    seat = getattr(event, "seat", None)
    who = f"{names[seat]}: " if isinstance(seat, int) else ""
    return who + ", ".join([words, *held])


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_shown, cast("tuple[object, ...]", value)))
    return "hidden" if value is None else str(value)


_DUEL: Final = {
    blades.Verb.STACK: "lays the stack",
    blades.Verb.SHOOT: "shoots",
    blades.Verb.CHANGE: "changes lines",
    blades.Verb.USE: "uses the stack",
    blades.Verb.HAND: "defends with",
    blades.Verb.NONE: "does not answer",
}


@_line.register
def _played(event: Played, names: Sequence[str]) -> str:
    if isinstance(event.move, blades.Action):
        return _acted(event, event.move, names)
    call = "" if event.call == "play" else f" ({event.call})"
    return f"{names[event.seat]}: {event.move}{call}"


def _acted(event: Played, move: blades.Action, names: Sequence[str]) -> str:
    """Tell an action of a duel, or an answer with what came of it."""
    hidden = ["??"] * move.hidden
    call = [f"({event.call})"] if move.verb in (blades.Verb.USE, blades.Verb.HAND, blades.Verb.NONE) else []
    return f"{names[event.seat]}: {' '.join([_DUEL[move.verb], *map(str, move.cards), *hidden, *call])}"


@_line.register
def _goal(event: blades.Scored, names: Sequence[str]) -> str:
    return f"{names[event.seat]}: scores with {_in_a_row(event.cards)}"


@_line.register
def _discarded(event: blades.Discarded, names: Sequence[str]) -> str:
    return f"{names[event.seat]}: discards {_in_a_row(event.cards)}"


# The call has told these, and the end is told by the result.
@_line.register(pile.Claimed)
@_line.register(pile.Intercepted)
@_line.register(pile.Blocked)
@_line.register(pile.Missed)
@_line.register(pile.Scored)
@_line.register(rink.Scored)
@_line.register(rink.ThrownOut)
@_line.register(GameEnded)
def _nothing(event: Event, names: Sequence[str]) -> str:
    return ""


@_line.register
def _period_ended(event: PeriodEnded, names: Sequence[str]) -> str:
    return f"end of period {event.period + 1}"


@_line.register
def _dealt(event: Dealt, names: Sequence[str]) -> str:
    own = [card for hand in event.hands for card in hand if card is not None]
    table = f"; table cards {_in_a_row(event.table)}" if event.table else ""
    return f"period {event.period + 1}, dealt by {names[event.dealer]}: {_in_a_row(own)}{table}"


def _in_a_row(cards: Iterable[Card | None]) -> str:
    return " ".join("??" if card is None else str(card) for card in cards)


@_line.register
def _drawn(event: Drawn, names: Sequence[str]) -> str:
    return f"{names[event.seat]}: draws {event.card or 'a card'}"


@_line.register
def _opened(event: rink.Opened, names: Sequence[str]) -> str:
    return f"{event.place} is turned up: {event.card}"


@_line.register
def _running(event: rink.Shown, names: Sequence[str]) -> str:
    return f"{names[event.seat]}: runs with {event.card}"
