"""Fast construction: values filled field by field do not differ from constructed ones."""

from __future__ import annotations

import copy
import pickle
import weakref
from typing import Any

import attrs
import pytest

from _records import KEYS, finished


def values(key: str) -> list[Any]:
    """Return states, views and steps of a game, as the engine makes them."""
    made: list[Any] = []
    for turn in list(finished(key).turns)[::5]:
        rules, state = turn.before.rules, turn.step.state
        made += [state, turn.step, *(rules.view(state, viewer) for viewer in (*range(rules.seats), None))]
    return made


@pytest.mark.parametrize("key", KEYS)
def test_same_as_constructed(key: str) -> None:
    """Every value equals the one that the constructor makes of its fields, in all respects."""
    for value in values(key):
        kind: Any = value.__class__
        assert not kind.__name__.startswith("Unfrozen")
        built = kind(*(getattr(value, field.name) for field in attrs.fields(kind)))
        assert (built, hash(built), repr(built), type(built)) == (value, hash(value), repr(value), kind)


@pytest.mark.parametrize("key", KEYS)
def test_frozen_and_copied(key: str) -> None:
    """Every value is frozen, also when unpickled, and can be pickled, copied and weakly referred to."""
    for value in values(key)[::3]:
        again = pickle.loads(pickle.dumps(value))
        for copied in (again, copy.copy(value), copy.deepcopy(value), weakref.ref(value)(), attrs.evolve(value)):
            assert (copied, hash(copied), type(copied)) == (value, hash(value), type(value))
        kind: Any = value.__class__
        for frozen in (value, again):
            for field in attrs.fields(kind):
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(frozen, field.name, None)
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    delattr(frozen, field.name)
            with pytest.raises(AttributeError):
                frozen.anything = 1
