"""The JSON Schema of views: what the library writes fits it, and what has another form does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import golden
from hockey_cards import ParseError, read_view
from hockey_cards.rules import VIEW_FORMAT, View

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "schema" / "view.json").read_text("utf-8"))
VALIDATOR: Any = Draft202012Validator(SCHEMA)
FAMILIES = ("pile", "rink", "blades")
VARIANTS = golden.named()

BROKEN: dict[str, dict[str, Any]] = {
    "format": {"format": "hockey-cards-view/1"},
    "family": {"family": "shinty"},
    "unknown key": {"comment": "well played"},
    "rules as text": {"rules": "breakaway"},
    "unknown part of the rules": {"rules": {"base": {}, "house": {}, "more": {}}},
    "seat as text": {"seat": "0"},
    "seat below 0": {"seat": -1},
    "outcome as text": {"outcome": "draw"},
    "unknown ending": {"outcome": {"winner": 0, "how": "rain", "score": [1, 0]}},
    "outcome without a score": {"outcome": {"winner": 0, "how": "forfeit"}},
    "last play with more": {"last": {"seat": 0, "move": "4s", "call": "goal", "why": "luck"}},
    "last play without a seat": {"last": {"move": "4s", "call": "goal"}},
    "legal moves as text": {"legal": "4s4h"},
    "score of three": {"score": [0, 0, 0]},
    "plays as text": {"plays": "4s4h"},
}


def views(key: str) -> list[View]:
    """Return views of a whole game, some of them after a forfeit, by one viewer after the other."""
    game: Any = golden.played(VARIANTS[key])
    found: list[View] = []
    while True:
        seats = (*range(game.variant.rules.seats), None)
        seat = seats[len(found) % len(seats)]
        found.append(game.view(seat))
        if game.outcome is None and len(found) % 5 == 0:
            found.append(game.forfeit(0).view(seat))
        if not game.moves:
            return found
        game = game.undo()


@pytest.fixture(scope="module")
def samples() -> dict[str, dict[str, Any]]:
    """Return the fields of a view of each family."""
    found = {key: json.loads(views(key)[20].to_json()) for key in ("breakaway", "rink", "blades")}
    return {fields["family"]: fields for fields in found.values()}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert {VIEW_FORMAT} == {SCHEMA["$defs"][family]["properties"]["format"]["const"] for family in FAMILIES}


@pytest.mark.parametrize("key", VARIANTS)
def test_whatever_is_written_fits(key: str) -> None:
    for view in views(key)[::3]:
        errors = [error.message for error in VALIDATOR.iter_errors(json.loads(view.to_json()))]
        assert errors == []


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_another_form_does_not_fit(samples: dict[str, Any], family: str, change: dict[str, Any]) -> None:
    """What has another form is refused by the schema, and by the reader as well."""
    fields = {**samples[family], **change}
    assert not VALIDATOR.is_valid(fields)
    with pytest.raises(ParseError):
        read_view(json.dumps(fields))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_missing_key_does_not_fit(samples: dict[str, Any], family: str) -> None:
    """The schema asks for each key that is written, and so does the reader."""
    assert list(samples[family])
    assert set(samples[family]) == set(SCHEMA["$defs"][family]["required"])
    for key in samples[family]:
        fields = {name: value for name, value in samples[family].items() if name != key}
        assert not VALIDATOR.is_valid(fields)
        with pytest.raises(ParseError):
            read_view(json.dumps(fields))


def test_the_keys_are_those_of_the_page() -> None:
    """The page on views tells each key of the schema, under the families that have it."""
    page = (ROOT / "docs" / "views.md").read_text("utf-8")
    told: dict[str, set[str]] = {family: set() for family in FAMILIES}
    for line in page.splitlines():
        if line.startswith("| `"):
            names, families = line.split("|")[1:3]
            for family in FAMILIES if families.strip() == "all" else families.split(","):
                told[family.strip()] |= {name.strip(" `") for name in names.split(",")}
    assert told == {family: set(SCHEMA["$defs"][family]["properties"]) for family in FAMILIES}
