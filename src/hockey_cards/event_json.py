"""Reading of events from JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from hockey_cards.errors import HockeyError, ParseError
from hockey_cards.events import EVENT_FORMAT, SESSION_EVENTS, SHARED_EVENTS, event_name
from hockey_cards.registry import family_of
from hockey_cards.rules import Event, Family, Rules
from hockey_cards.strict_json import read_object

_MAX_LENGTH: Final = 2**16

_UNSUITABLE: Final = (HockeyError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors by which a class of events refuses fields."""


def read_event(text: str | bytes, *, rules: Rules[Any, Any, Any], family: Family | None = None) -> Event:
    """Read an event from what its ``to_json`` wrote; the order of the keys and the spacing do not matter.

    The form is checked, not whether the event can occur in a game.

    Args:
        text: The JSON object.
        rules: The rules of the game.
        family: The family of the rules; by default the registered one.

    Raises:
        ParseError: If the text is not an event of the family.
    """
    fields = read_object(text, max_length=_MAX_LENGTH)
    if fields.pop("format", None) != EVENT_FORMAT:
        raise ParseError(f"the text is not an event: its format must be {EVENT_FORMAT!r}")
    return event_from_dict(fields, rules=rules, family=family)


def event_from_dict(fields: Mapping[str, Any], *, rules: Rules[Any, Any, Any], family: Family | None = None) -> Event:
    """Build an event from what its ``to_dict`` returned.

    Args:
        fields: The fields, the name of the event among them.
        rules: The rules of the game.
        family: The family of the rules; by default the registered one.

    Raises:
        ParseError: If the fields are not those of an event of the family.
    """
    known = family or family_of(rules)
    kinds = {event_name(kind): kind for kind in (*SHARED_EVENTS, *SESSION_EVENTS, *(known.events if known else ()))}
    name = fields.get("event")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ParseError(f"{name!r:.40} is not an event: the events are {', '.join(kinds)}")
    try:
        event = kind.from_dict({key: value for key, value in fields.items() if key != "event"}, rules.parse)
        written = event.to_dict()
    except _UNSUITABLE as error:
        raise ParseError(f"this is not an event {name!r}: {error!s:.200}") from None
    wrong = [key for key, value in fields.items() if _canonical(value) != _canonical(written.get(key))]
    if wrong:
        raise ParseError(f"the event {name!r} is not written as it must be: look at {', '.join(wrong):.200}")
    return event


def _canonical(value: Any) -> str:
    """Return JSON that differs for true, 1 and 1.0."""
    return json.dumps(value, sort_keys=True)
