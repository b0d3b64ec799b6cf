"""Reading of views from JSON, for clients that hold nothing else of a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from hockey_cards.errors import HockeyError, ParseError
from hockey_cards.registry import FAMILIES
from hockey_cards.rules import VIEW_FORMAT, Ending, Family, Outcome, View
from hockey_cards.strict_json import read_object

_MAX_LENGTH: Final = 2**20

_VERSION_1: Final = "hockey-cards-view/1"
_NEW_KEYS: Final = ("outcome", "last", "closing")
"""The keys that version 1 did not have, or had in another sense."""

_UNSUITABLE: Final = (HockeyError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors by which a family refuses fields."""


def read_view(text: str | bytes, *, family: Family | None = None) -> View:
    """Read a view from what its ``to_json`` wrote; the order of the keys and the spacing do not matter.

    The family builds the view from its fields. The view is accepted if it would be written with exactly the same
    fields; so a text that contradicts itself or the rules is refused. Only ``rules`` may say more or less: an option
    that is missing has its default. Version 1 of the format is read as well; such a text says neither the outcome,
    which follows from the rest, nor the play that ended the period before, so that the view does not know it either.

    Args:
        text: The JSON object.
        family: The family of the view; by default the registered family that the text names.

    Raises:
        ParseError: If the text is not a view, or not one that can occur in a game.
    """
    fields = read_object(text, max_length=_MAX_LENGTH)
    if fields.get("format") not in (VIEW_FORMAT, _VERSION_1):
        raise ParseError(f"the text is not a view: its format must be {VIEW_FORMAT!r} or {_VERSION_1!r}")
    known = _family(fields) if family is None else family
    try:
        given = fields if fields["format"] == VIEW_FORMAT else {**known.upgrade_view(fields), "format": VIEW_FORMAT}
        view = _with_forfeit(known.read_view(given), given)
        written = view.to_json()
        if written == text:
            return view
        expected: dict[str, Any] = json.loads(written)
        if given is not fields:
            expected = {key: value for key, value in expected.items() if key not in _NEW_KEYS}
        wrong = _differences(given, expected)
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
    wrong = [] if _says(given.get("rules", {}), expected.get("rules", {})) else ["rules"]
    return wrong + [key for key in sorted({*given, *expected} - {"rules"}) if not _is_at(key, given, expected)]


def _is_at(key: str, given: dict[str, Any], expected: dict[str, Any]) -> bool:
    return key in given and key in expected and _is_same(given[key], expected[key])


def _is_same(given: Any, expected: Any) -> bool:
    """Return whether two JSON values are equal and of the same types, so that true, 1 and 1.0 are different."""
    if type(given) is not type(expected) or given != expected:
        return False
    if isinstance(given, dict):
        return all(_is_same(value, expected[key]) for key, value in cast("dict[str, Any]", given).items())
    return not isinstance(given, list) or all(map(_is_same, cast("list[object]", given), expected))


def _says(given: Any, expected: Any) -> bool:
    """Return whether rules say all that is expected of them; they may also name options that have their defaults."""
    if isinstance(given, dict) and isinstance(expected, dict):
        said, due = cast("dict[str, Any]", given), cast("dict[str, Any]", expected)
        return all(_says(said.get(key, {}), value) for key, value in due.items())
    return _is_same(given, expected)


def _with_forfeit(view: View, given: Mapping[str, Any]) -> View:
    """Return a view with the forfeit that its outcome names, if it names one."""
    said = cast("object", given.get("outcome"))
    fields = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    if fields.get("how") != Ending.FORFEIT:
        return view
    winner = fields["winner"]
    if view.outcome is not None or type(winner) is not int or winner not in (0, 1):
        raise ParseError("the outcome cannot be a forfeit")
    return view.ended(Outcome(winner, Ending.FORFEIT, view.score))
