"""Events and histories as JSON: round trips at every move of random games, the schemas, and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator

from _records import play_on
from golden import named
from hockey_cards import (
    Event,
    Game,
    ParseError,
    Played,
    SeatError,
    read_event,
    read_history,
    read_variant,
    variant,
)

SCHEMAS = Path(__file__).parents[1] / "docs" / "schema"
OWN = named()
_VALIDATORS: list[Any] = [
    Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))) for name in ("event", "history")
]
EVENT, HISTORY = _VALIDATORS


@pytest.mark.parametrize("schema", [EVENT, HISTORY], ids=["event", "history"])
def test_the_schemas_are_valid(schema: Any) -> None:
    Draft202012Validator.check_schema(schema.schema)


@pytest.mark.parametrize("key", OWN)
def test_events_fit_the_schema(key: str) -> None:
    game = play_on(Game.start(key, seed=8), 8)
    for event in {event.seen_by(seat) for event in game.events for seat in (0, 1, None)}:
        assert [] == [error.message for error in EVENT.iter_errors(json.loads(event.to_json()))]


GOAL = {"format": "hockey-cards-event/1", "event": "played", "seat": 0, "side": 0, "move": "4s", "call": "goal"}


@pytest.mark.parametrize(
    "change",
    [
        {"format": "hockey-cards-event/2"},
        {"event": "kicked"},
        {"event": None},
        {"seat": "0"},
        {"seat": True},
        {"seat": None},
        {"side": 1.0},
        {"move": 4},
        {"why": "tea"},
    ],
    ids=str,
)
def test_what_is_not_an_event_is_refused(change: dict[str, Any]) -> None:
    """The reader refuses what the schema refuses."""
    rules = variant("breakaway").rules
    assert Played(0, 0, rules.parse("4s"), "goal") == read_event(json.dumps(GOAL), rules=rules)
    assert EVENT.is_valid(GOAL)
    assert not EVENT.is_valid(GOAL | change) or change == {"side": 1.0}
    with pytest.raises(ParseError):
        read_event(json.dumps(GOAL | change), rules=rules)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "hockey-cards-event/1"},
        {"variant": "Breakaway"},
        {"variant": 1},
        {"seat": 2},
        {"seat": -1},
        {"since": -1},
        {"since": True},
        {"house": {"ice": 1}},
        {"rules": []},
        {"events": {}},
        {"events": ["played"]},
        {"events": [{"event": "played"}]},
        {"why": "tea"},
    ],
    ids=str,
)
def test_what_is_not_a_history_is_refused(change: dict[str, Any]) -> None:
    fields = json.loads(Game.start("breakaway", seed=1).history_json(0))
    read_history(json.dumps(fields))
    with pytest.raises(ParseError):
        read_history(json.dumps(fields | change))


def test_a_field_that_is_missing_takes_its_default() -> None:
    """So a field that is added later does not make stored events unreadable."""
    event: Any = Game.start("breakaway", seed=1).events[0]
    fields = json.loads(event.to_json())
    del fields["opener"]
    read = read_event(json.dumps(fields), rules=variant("breakaway").rules)
    assert attrs.evolve(event, opener=None) == read


def test_history_of_a_variant_of_a_file() -> None:
    """A history names a variant as a record does: by the whole of its rules if it has no name."""
    made = read_variant('base = "passe"\nkey = "passe-any"\nname = "Passe"\n[house]\ntable_match = "any"')
    text = Game.start(made, seed=1).history_json(None)
    assert HISTORY.is_valid(json.loads(text))
    assert made == read_history(text).variant


def test_history_since() -> None:
    """A client that has some events asks for the rest; one that has all gets none."""
    game = play_on(Game.start("rink", seed=1), 1, 9)
    own = game.history(0)
    assert [own[since:] for since in range(len(own) + 2)] == [
        game.history(0, since=since) for since in range(len(own) + 2)
    ]
    with pytest.raises(ValueError, match="-1"):
        game.history(0, since=-1)
    for seat in (2, -1, "0"):
        with pytest.raises(SeatError):
            game.history(seat)  # type: ignore[arg-type]


def test_class_with_a_field_that_has_no_form() -> None:
    @attrs.frozen
    class Weighed(Event):
        grams: float

    with pytest.raises(TypeError, match="float"):
        Weighed(1.5).to_json()
