"""The JSON Schema of the record: what the library writes fits it, and what has another form does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from _records import RECORD_VECTORS, fields_of, finished, games
from hockey_cards import Game, RecordError
from hockey_cards.record import Record

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "schema" / "record.json").read_text("utf-8"))
VALIDATOR: Any = Draft202012Validator(SCHEMA)
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.jsonl"))
FIELDS = fields_of(finished("breakaway"))

BROKEN: dict[str, dict[str, Any]] = {
    "format": {"format": "hockey-cards-record/2"},
    "unknown key": {"comment": "well played"},
    "no variant": {"variant": None},
    "dealer below 0": {"dealer": -1},
    "dealer as text": {"dealer": "0"},
    "dealer as truth": {"dealer": True},
    "seed in capitals": {"seed": "AB" * 32},
    "short seed": {"seed": "ab"},
    "no packs": {"packs": []},
    "pack of no card": {"packs": ["4x"]},
    "pack of ten as 10": {"packs": ["10h"]},
    "pack with spaces": {"packs": ["4s 4h"]},
    "pack of too many cards": {"packs": ["4s" * 53]},
    "moves as text": {"moves": "4s4h"},
    "moves as numbers": {"moves": [1]},
    "score of three": {"score": [0, 0, 0]},
    "score below 0": {"score": [0, -1]},
    "score as truth": {"score": [True, 0]},
    "seats as numbers": {"seats": [1, 2]},
    "house as list": {"house": []},
    "rules as text": {"rules": "breakaway"},
    "outcome as text": {"outcome": "draw"},
    "draw that is won": {"outcome": {"winner": 0, "how": "draw"}},
    "win of nobody": {"outcome": {"winner": None, "how": "overtime"}},
    "win of a third side": {"outcome": {"winner": 2, "how": "regulation"}},
    "win of truth": {"outcome": {"winner": True, "how": "regulation"}},
    "unknown ending": {"outcome": {"winner": 0, "how": "rain"}},
    "outcome with more": {"outcome": {"winner": 0, "how": "forfeit", "why": "tea"}},
    "digest in capitals": {"digest": "AB" * 32},
}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", [*GOLDEN, RECORD_VECTORS], ids=lambda path: path.name)
def test_golden_records_fit(path: Path) -> None:
    """Every record that is kept with the tests, of every variant, has the form; a golden file begins with one."""
    errors = [error.message for record in _records(path) for error in VALIDATOR.iter_errors(record)]
    assert errors == []


def _records(path: Path) -> list[Any]:
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert records
    return records[:1] if path in GOLDEN else records


@given(games())
def test_whatever_is_written_fits(game: Game) -> None:
    """Games of any variant, with house rules and of files, finished or not, have the form."""
    assert list(VALIDATOR.iter_errors(json.loads(game.record()))) == []


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_another_form_does_not_fit(change: dict[str, Any]) -> None:
    """What has another form is refused by the schema, and by the reader as well."""
    record = {**FIELDS, **change}
    assert not VALIDATOR.is_valid(record)
    with pytest.raises(RecordError):
        Record.from_json(json.dumps(record))


@pytest.mark.parametrize("key", SCHEMA["required"])
def test_a_missing_key_does_not_fit(key: str) -> None:
    """The reader asks for the same keys as the schema."""
    record = {name: value for name, value in FIELDS.items() if name != key}
    assert not VALIDATOR.is_valid(record)
    with pytest.raises(RecordError, match=f"the key '{key}' is missing"):
        Record.from_json(json.dumps(record))


def test_the_keys_are_those_of_the_page() -> None:
    """The page on the record tells each key of the schema, and which are needed."""
    page = (ROOT / "docs" / "record.md").read_text("utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    told = {name.strip(" `"): needed.strip() == "yes" for name, needed in rows}
    assert {key: key in SCHEMA["required"] for key in SCHEMA["properties"]} == told
