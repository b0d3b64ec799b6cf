"""The events and the result of a game as lines of text for a player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import attrs

from hockey_cards.cards import Card
from hockey_cards.events import Dealt, Drawn, Event, GameEnded, Outcome, PeriodEnded, Played
from hockey_cards.language.words import words_of
from hockey_cards.rules import Rules, Side


def event_lines(rules: Rules[Any, Any, Any], events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each event that adds something to the lines before it.

    Args:
        rules: The rules of the game, whose family may have words of its own.
        events: The events of whole steps in order, as the player may know them.
        names: The name of each seat.
    """
    words = words_of(rules)
    play: Played | None = None
    for event in events:
        play = _play(event) or play
        line = words.sentence(event, play, names)
        if line is None:
            line = _sentence(event, names)
        if line:
            yield line


def _play(event: Event) -> Played | None:
    return cast("Played", event) if isinstance(event, Played) else None


def outcome_line(outcome: Outcome, side: Side) -> str:
    """Return the result for a player of a side: ``you win 3-1``."""
    score = f"{outcome.score[side]}-{outcome.score[1 - side]}"
    if outcome.winner is None:
        return f"a draw, {score}"
    ending = "" if outcome.how == "regulation" else f" ({outcome.how})"
    return f"you {'win' if outcome.winner == side else 'lose'} {score}{ending}"


def card_row(cards: Iterable[Card | None]) -> str:
    """Return cards side by side; a hidden card is ``??``."""
    return " ".join("??" if card is None else str(card) for card in cards)


def _sentence(event: Event, names: Sequence[str]) -> str:
    """Return the line of an event that the family has no words for."""
    match event:
        case Played():
            return f"{names[event.seat]}: {event.move}" + ("" if event.call == "play" else f" ({event.call})")
        case Dealt():
            own = [card for hand in event.hands for card in hand if card is not None]
            table = f"; table cards {card_row(event.table)}" if event.table else ""
            hand = f": {card_row(own)}" if own else ""
            return f"period {event.period + 1}, dealt by {names[event.dealer]}{hand}{table}"
        case Drawn():
            return f"{names[event.seat]}: draws {event.card or 'a card'}"
        case PeriodEnded():
            return f"end of period {event.period + 1}"
        case GameEnded():
            return ""  # the result has a line of its own
        case _:
            return _fields(event, names)


def _fields(event: Event, names: Sequence[str]) -> str:
    """Return the name of an unknown event and its fields: ``B: thrown, what a b``."""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    fields: Any = attrs.fields_dict(cast("Any", type(event))) if attrs.has(type(event)) else ()
    values = [f"{name} {_value(getattr(event, name))}" for name in fields if name not in ("seat", "side")]
    seat = getattr(event, "seat", None)
    return (f"{names[seat]}: " if isinstance(seat, int) else "") + ", ".join([kind, *values])


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_value, cast("tuple[object, ...]", value)))
    return "hidden" if value is None else str(value)
