"""Histories: what a seat has seen of a game, as events that travel as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards import variant_files
from hockey_cards.errors import HockeyError, ParseError
from hockey_cards.event_json import event_from_dict
from hockey_cards.rules import Event, Family, Seat, Variant
from hockey_cards.strict_json import read_object

HISTORY_FORMAT: Final = "hockey-cards-history/1"
"""The ``format`` of a history in JSON."""

_MAX_LENGTH: Final = 2**24
_REQUIRED: Final = ("format", "variant", "seat", "since", "events")
_OPTIONAL: Final[dict[str, type[Any]]] = {"house": dict, "rules": dict}


@attrs.frozen
class History:
    """What a seat, or a spectator, has seen of a game from an event on: ``Game.history_json`` writes one.

    Args:
        variant: What is played.
        seat: The seat that has seen it; None for a spectator.
        events: The events in order, redacted for the seat.
        since: The number of events before them.
    """

    variant: Variant[Any, Any, Any]
    seat: Seat | None
    events: tuple[Event, ...]
    since: int = 0

    def to_json(self) -> str:
        """Write the history as one JSON object, which ``read_history`` reads back to an equal history.

        Raises:
            VariantError: If the variant was made from one that has no name.
        """
        fields = {
            "format": HISTORY_FORMAT,
            **variant_files.reference(self.variant),
            "seat": self.seat,
            "since": self.since,
            "events": [event.to_dict() for event in self.events],
        }
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read_history(
    text: str | bytes, *, variants: Mapping[str, Variant] | None = None, family: Family | None = None
) -> History:
    """Read a history from what ``Game.history_json`` wrote; the order of the keys and the spacing do not matter.

    The form is checked, not whether the events can occur in a game.

    Args:
        text: The JSON object.
        variants: Variants by key that are not registered.
        family: The family of the variant; by default the registered one.

    Raises:
        ParseError: If the text is not a history, or its variant is unknown.
    """
    fields = read_object(text, max_length=_MAX_LENGTH)
    _check_keys(fields)
    try:
        variant = variant_files.referenced(
            fields["variant"],
            house=fields.get("house", {}),
            rules=fields.get("rules"),
            variants=variants or {},
        )
    except HockeyError as error:
        raise ParseError(f"the variant of the history: {error!s:.1000}") from None
    seat, since = fields["seat"], fields["since"]
    if seat is not None and not (type(seat) is int and 0 <= seat < variant.rules.seats):
        raise ParseError(f"the seat of the history must be null, or 0 to {variant.rules.seats - 1}")
    if not (type(since) is int and since >= 0):
        raise ParseError("'since' must be a number of events")
    events = tuple(_event(number, each, variant, family) for number, each in enumerate(fields["events"], since))
    return History(variant, seat, events, since)


def _check_keys(fields: dict[str, Any]) -> None:
    if fields.get("format") != HISTORY_FORMAT:
        raise ParseError(f"the text is not a history: its format must be {HISTORY_FORMAT!r}")
    for key in _REQUIRED:
        if key not in fields:
            raise ParseError(f"the key {key!r} of the history is missing")
    for key in fields:
        if key not in _REQUIRED and key not in _OPTIONAL:
            raise ParseError(f"unknown key {key!r:.40}: the keys are {', '.join((*_REQUIRED, *_OPTIONAL))}")
    for key, kind in {"variant": str, "events": list, **_OPTIONAL}.items():
        if key in fields and type(fields[key]) is not kind:
            raise ParseError(f"the value of {key!r} in the history has the wrong type")


def _event(number: int, fields: Any, variant: Variant, family: Family | None) -> Event:
    if not isinstance(fields, dict):
        raise ParseError(f"event {number} is not a JSON object")
    try:
        return event_from_dict(cast("dict[str, Any]", fields), rules=variant.rules, family=family)
    except ParseError as error:
        raise ParseError(f"event {number}: {error}") from None
