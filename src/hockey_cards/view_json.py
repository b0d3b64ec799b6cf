"""Reading of views from JSON, for clients that hold nothing else of a game."""

from __future__ import annotations

import json
from typing import Any, Final

from hockey_cards.errors import HockeyError, ParseError
from hockey_cards.registry import FAMILIES
from hockey_cards.rules import VIEW_FORMAT, Family, View
from hockey_cards.strict_json import read_object

_MAX_LENGTH: Final = 2**20

_UNSUITABLE: Final = (HockeyError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors by which a family refuses fields."""


def read_view(text: str | bytes, *, family: Family | None = None) -> View:
    """Read a view from what its ``to_json`` wrote; the order of the keys and the spacing do not matter.

    The family builds the view from its fields. The view is accepted if it would be written with exactly the same
    fields; so a text that contradicts itself or the rules is refused.

    Args:
        text: The JSON object.
        family: The family of the view; by default the registered family that the text names.

    Raises:
        ParseError: If the text is not a view, or not one that can occur in a game.
    """
    fields = read_object(text, max_length=_MAX_LENGTH)
    if fields.get("format") != VIEW_FORMAT:
        raise ParseError(f"the text is not a view: its format must be {VIEW_FORMAT!r}")
    known = _family(fields) if family is None else family
    try:
        view = known.read_view(fields)
        wrong = _differences(fields, json.loads(view.to_json()))
    except _UNSUITABLE as error:
        raise ParseError(f"the text is not a view of {known.name}: {type(error).__name__}: {error!s:.200}") from None
    if wrong:
        raise ParseError(f"the view of {known.name} contradicts itself: {', '.join(wrong):.200} cannot be as given")
    return view


def _family(fields: dict[str, Any]) -> Family:
    name = fields.get("family")
    if not isinstance(name, str):
        raise ParseError("the text is not a view: it does not name its family")
    return FAMILIES.find(name)


def _differences(given: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Return the keys whose values differ; true, 1 and 1.0 do."""

    def canonical(fields: dict[str, Any], key: str) -> str:
        return json.dumps(fields[key], sort_keys=True) if key in fields else "missing"

    return [key for key in sorted({*given, *expected}) if canonical(given, key) != canonical(expected, key)]
