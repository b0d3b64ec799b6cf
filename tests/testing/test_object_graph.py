"""Object graphs: differences, mutable parts, and what can be reached."""

from __future__ import annotations

import weakref
from functools import partial
from types import MappingProxyType
from typing import Any

import attrs
import pytest

from hockey_cards.testing.object_graph import difference, fields, find_mutable, format_path, reachable, same


@attrs.frozen(eq=False)
class Box:
    """An object that equals only itself."""

    held: Any
    other: Any = None


class Private:
    __slots__ = ("__secret", "unset")

    def __init__(self) -> None:
        self.__secret = 1


class Loose(Private):
    __slots__ = ("__dict__", "__weakref__")


@pytest.mark.parametrize(
    ("one", "other", "place"),
    [
        (1, 1, None),
        (1, True, "the whole"),
        ((1, 2), (1, 3), "[1]"),
        ((1, 2), (1, 2, 3), "the whole"),
        (Box(1), Box(1), None),
        (Box((1, Box("x"))), Box((1, Box("y"))), ".held[1].held"),
        ({"a": Box(1)}, {"a": Box(2)}, "['a'].held"),
        ({"a": 1}, {"b": 1}, "the whole"),
        (frozenset("ab"), frozenset("ba"), None),
        (Box(None), Box(0), ".held"),
        (MappingProxyType({1: 2}), MappingProxyType({1: 3}), "[1]"),
    ],
)
def test_difference(one: Any, other: Any, place: str | None) -> None:
    """The place at which two values differ is found, whatever their own ``==`` says."""
    assert place == difference(one, other)
    assert (place is None or one == other) is same(one, other)


def test_difference_of_recursive_values() -> None:
    one, other = list[Any](), list[Any]()
    one.append(one)
    other.append(other)
    assert difference(one, other) is None


def test_fields() -> None:
    """Slots and dictionaries are included, private and inherited ones too; slots that are not set are not."""
    thing = Loose()
    thing.more = 2  # type: ignore[attr-defined]  # it has a dictionary
    assert {"_Private__secret": 1, "more": 2} == fields(thing)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (Box((1, 2)), None),
        (Box(MappingProxyType({1: 2})), None),
        ([1], "the whole"),
        (Box([1]), ".held"),
        (Box(1, ({2},)), ".other[0]"),
        (Box(bytearray(b"1")), ".held"),
    ],
)
def test_find_mutable(value: Any, place: str | None) -> None:
    assert place == find_mutable(value, set())


def found(root: object, wanted: object) -> str | None:
    return next((format_path(path) for value, path in reachable(root, {}) if value is wanted), None)


class TestReachable:
    """Everything that code can reach from a value is found, and the path to it."""

    def test_fields(self) -> None:
        wanted = Box(1)
        assert "Box > tuple > Box" == found(Box((wanted,)), wanted)

    def test_closures(self) -> None:
        wanted = Box(1)
        assert "function > cell > Box" == found(lambda: wanted, wanted)

    def test_defaults(self) -> None:
        wanted = Box(1)

        def function(*, given: Any = wanted) -> Any:
            return given

        assert found(function, wanted)

    def test_bound_methods_and_partials(self) -> None:
        wanted = Box(1)
        assert found(wanted.__repr__, wanted)
        assert found(partial(print, wanted), wanted)

    def test_weak_references(self) -> None:
        wanted = Box(1)
        assert found(weakref.ref(wanted), wanted)

    def test_classes_and_globals_are_not_followed(self) -> None:
        assert found(Box(found), Box) is None
        assert found(Box(found), reachable) is None
