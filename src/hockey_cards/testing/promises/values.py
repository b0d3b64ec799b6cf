"""What a family promises of its values: each check looks at one position, and raises ``Broken`` if it finds fault."""

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
from hockey_cards.testing.failure import Broken, answer, refused, require
from hockey_cards.testing.walk import changeable, difference, fields
from hockey_cards.view_json import read_view

_TRIED: Final = 3
_NO_VIEWS: Final = ("", "no JSON", "[]", "{}", "null")


def given(at: Position) -> Iterator[tuple[str, Any]]:
    """Yield the public values of a position, made anew, each with what it is called."""
    state = at.fresh()
    yield "a state", state
    for viewer in at.viewers:
        yield "a view", at.rules.view(state, viewer)
    yield "an outcome", at.rules.outcome(state)
    for move in at.some(at.legal, _TRIED):
        yield "a move", move
        for event in at.rules.step(state, move).events:
            yield "an event", event
            for viewer in at.viewers:
                yield "a redacted event", event.seen_by(viewer)


def _pairs(at: Position) -> Iterator[tuple[str, Any, Any]]:
    """Yield values of one making with the same ones of another, where nothing inside them differs."""
    for (name, one), (_, other) in zip(given(at), given(at), strict=True):
        if difference(one, other) is None:
            yield name, one, other


def equality(at: Position) -> None:
    """Check that values are compared by what they are."""
    for name, one, other in _pairs(at):
        require(one == other, f"{name} does not equal the same one made again")
        require(one != object(), f"{name} equals any object")
    for move in at.some(at.legal, _TRIED):
        require(at.state != at.rules.apply(at.state, move), f"the state after {move.code} equals that before it")
    views = at.views
    require(all(view != views[0] for view in views[1:]), "the views of two seats are equal")


def hashing(at: Position) -> None:
    """Check that equal values have equal hashes."""
    for name, one, other in _pairs(at):
        hashes = answer(hash, one), answer(hash, other)
        require(isinstance(hashes[0], int), f"{name} has no hash: {hashes[0]!r}")
        require(hashes[0] == hashes[1], f"{name} has another hash than the same one made again")


def frozenness(at: Position) -> None:
    """Check that nothing about a value can be set."""
    values = list(given(at))
    for name, value in values:
        for attribute in (*fields(value), "anything"):
            frozen = _is_frozen(value, attribute)
            require(frozen, f"{attribute} of {name} ({type(value).__name__}) can be set")
    met: set[int] = set()
    for name, value in values:
        place = changeable(value, met)
        require(place is None, f"{name} ({type(value).__name__}) holds at {place} what can be changed")


def _is_frozen(value: Any, attribute: str) -> bool:
    """Try to set an attribute to what it is, so that nothing is done if that succeeds."""
    try:
        setattr(value, attribute, getattr(value, attribute, None))
    except (AttributeError, TypeError):
        return True
    return False


def pickling(at: Position) -> None:
    """Check that values can be sent to another process."""
    for name, value in (*given(at), ("the rules", at.rules), ("the variant", at.case.variant)):
        again = answer(_pickled, value)
        same = type(again) is type(value) and again == value
        require(same, f"{name} ({type(value).__name__}) is {again!r} after being pickled")
        require(hash(again) == hash(value), f"{name} ({type(value).__name__}) has another hash after being pickled")


def _pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def copying(at: Position) -> None:
    """Check that values can be copied."""
    for name, value in (*given(at), ("the rules", at.rules), ("the variant", at.case.variant)):
        for copied in (copy.copy, copy.deepcopy):
            again = answer(copied, value)
            same = type(again) is type(value) and again == value and hash(again) == hash(value)
            require(same, f"{copied.__name__} makes {again!r} of {name} ({type(value).__name__})")


def interchange(at: Position) -> None:
    """Check that views can be sent to clients that hold nothing else."""
    family = at.case.family
    if family is None:
        raise Broken("no family is registered for these rules, so nothing can read their views: register or give one")
    read = partial(read_view, family=family)
    for view in at.views:
        text = view.to_json()
        require(isinstance(answer(json.loads, text), dict), f"a view is written as {text!r}, and as no JSON object")
        again: Any = answer(read, text)
        require(type(again) is type(view) and again == view, f"a view is {again!r} after being written and read")
        faces = [(repr(seen), hash(seen), seen.legal) for seen in (again, view)]
        require(faces[0] == faces[1], "a view has another repr, hash or legal moves after being written and read")
        require(again.to_json() == text, "a view that was read is written differently")
    for text in (*_NO_VIEWS, json.dumps({"format": VIEW_FORMAT, "family": family.name})):
        error = refused(ParseError, read, text)
        require(isinstance(error, ParseError), f"reading {text!r} as a view leads to {error!r}, and to no ParseError")


def record(at: Position) -> None:
    """Check that the game so far can be recorded and read."""
    game, case = at.game, at.case
    line = game.record()
    again: Game[Any, Any, Any] = Game.from_record(line, variants={case.base.key: case.base})
    require(again.variant == case.variant, "the variant is another after the game is recorded and read")
    require(again.moves == at.moves, "the moves are others after the game is recorded and read")
    require(again.state == at.state, "the state is another after the game is recorded and read")
    require(again == game and again.record() == line, "the game is another after it is recorded and read")
