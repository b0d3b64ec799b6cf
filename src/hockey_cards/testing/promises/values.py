"""Checks of states, views, moves and events as values. Each checks one position, and raises ``BrokenPromise``."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from hockey_cards.errors import ParseError
from hockey_cards.game import Game
from hockey_cards.rules import VIEW_FORMAT
from hockey_cards.testing.cases import Position
from hockey_cards.testing.errors import BrokenPromise, attempt, require, require_error
from hockey_cards.testing.object_graph import difference, fields, find_mutable
from hockey_cards.view_json import read_view

_TRIED: Final = 3
_NOT_VIEWS: Final = ("", "no JSON", "[]", "{}", "null")


def _values(position: Position) -> Iterator[tuple[str, Any]]:
    """Yield the public values of a position, newly made, each with a description."""
    state = position.replay()
    yield "a state", state
    for viewer in position.viewers:
        yield "a view", position.rules.view(state, viewer)
    yield "an outcome", position.rules.outcome(state)
    for move in position.sample(position.legal, _TRIED):
        yield "a move", move
        for event in position.rules.step(state, move).events:
            yield "an event", event
            for viewer in position.viewers:
                yield "a redacted event", event.seen_by(viewer)


def _pairs(position: Position) -> Iterator[tuple[str, Any, Any]]:
    """Yield each value made twice, if the contents of the two are the same."""
    for (name, one), (_, other) in zip(_values(position), _values(position), strict=True):
        if difference(one, other) is None:
            yield name, one, other


def equality(position: Position) -> None:
    """Check that values with equal contents are equal, and others are not."""
    for name, one, other in _pairs(position):
        require(one == other, f"{name} does not equal the same one made again")
        require(one != object(), f"{name} equals any object")
    for move in position.sample(position.legal, _TRIED):
        changed = position.state != position.rules.apply(position.state, move)
        require(changed, f"the state after {move.code} equals the one before")
    views = position.views
    require(all(other != views[0] for other in views[1:]), "the views of two seats are equal")


def hashing(position: Position) -> None:
    """Check that equal values have equal hashes."""
    for name, one, other in _pairs(position):
        hashes = attempt(hash, one), attempt(hash, other)
        require(isinstance(hashes[0], int), f"{name} cannot be hashed: {hashes[0]!r}")
        require(hashes[0] == hashes[1], f"{name} has another hash than the same one made again")


def immutability(position: Position) -> None:
    """Check that no attribute of a value can be set, and that it contains nothing mutable."""
    values = list(_values(position))
    for name, value in values:
        for attribute in (*fields(value), "anything"):
            frozen = _is_frozen(value, attribute)
            require(frozen, f"the attribute {attribute} of {name} ({type(value).__name__}) can be set")
    met: set[int] = set()
    for name, value in values:
        place = find_mutable(value, met)
        require(place is None, f"{name} ({type(value).__name__}) holds something mutable at {place}")


def _is_frozen(value: Any, attribute: str) -> bool:
    """Try to set an attribute to its own value, which changes nothing if it succeeds."""
    try:
        setattr(value, attribute, getattr(value, attribute, None))
    except (AttributeError, TypeError):
        return True
    return False


def pickling(position: Position) -> None:
    """Check that values survive pickling."""
    for name, value in (*_values(position), ("the rules", position.rules), ("the variant", position.case.variant)):
        again = attempt(_pickled, value)
        is_same = type(again) is type(value) and again == value
        require(is_same, f"{name} ({type(value).__name__}) is {again!r} after pickling")
        require(hash(again) == hash(value), f"{name} ({type(value).__name__}) has another hash after pickling")


def _pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def copying(position: Position) -> None:
    """Check that values survive copying."""
    for name, value in (*_values(position), ("the rules", position.rules), ("the variant", position.case.variant)):
        for function in (copy.copy, copy.deepcopy):
            again = attempt(function, value)
            is_same = type(again) is type(value) and again == value and hash(again) == hash(value)
            require(is_same, f"{function.__name__} of {name} ({type(value).__name__}) returns {again!r}")


def round_trip(position: Position) -> None:
    """Check that views survive being written as JSON and read, and that other texts are refused."""
    family = position.case.family
    if family is None:
        raise BrokenPromise("no family is registered for these rules: register it, or give it to the check")
    read = partial(read_view, family=family)
    for view in position.views:
        text = view.to_json()
        require(isinstance(attempt(json.loads, text), dict), f"to_json of a view returns {text!r}, not a JSON object")
        again: Any = attempt(read, text)
        require(type(again) is type(view) and again == view, f"a view is {again!r} after being written and read")
        one, other = [(repr(each), hash(each), each.legal) for each in (again, view)]
        require(one == other, "a view has another repr, hash or legal moves after being written and read")
        require(again.to_json() == text, "a view that was read is written differently")
        if (build := family.part("process")) is not None:
            own = attempt(build, json.loads(text), position.rules)
            require(own == view, f'the part "process" of the family reads a view as {own!r}')
    for text in (*_NOT_VIEWS, json.dumps({"format": VIEW_FORMAT, "family": family.name})):
        require_error(ParseError, f"reading {text!r} as a view", read, text)


def record(position: Position) -> None:
    """Check that the game so far survives being recorded and read."""
    game, case = position.game, position.case
    line = game.record()
    again: Game[Any, Any, Any] = Game.from_record(line, variants={case.base.key: case.base})
    require(again.variant == case.variant, "the variant differs after the game is recorded and read")
    require(again.moves == position.moves, "the moves differ after the game is recorded and read")
    require(again.state == position.state, "the state differs after the game is recorded and read")
    require(again == game and again.record() == line, "the game differs after it is recorded and read")
