"""Object graphs: the attributes of values, where two values differ, and what can be reached from a value."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, Final, cast

_ATOMIC: Final = (str, bytes, int, float, type, ModuleType, FunctionType, frozenset)
_NOT_FOLLOWED: Final = (type, ModuleType, str, int, float, type(None))
_NOT_FIELDS: Final = ("__dict__", "__weakref__", "_attrs_cached_hash")

ReferencePath = tuple["ReferencePath", str] | None
"""The references that lead to an object: the path of its holder, and the name of its type."""


def fields(value: object) -> dict[str, Any]:
    """Return the attributes of an object, those in slots and those in its dictionary."""
    slots = [name for kind in type(value).__mro__ for name in _slots(kind) if hasattr(value, name)]
    return {name: getattr(value, name) for name in slots} | getattr(value, "__dict__", {})


def _slots(kind: type) -> list[str]:
    given: str | Iterable[str] = kind.__dict__.get("__slots__", ())
    names = [given] if isinstance(given, str) else given
    return [_mangled(kind, name) for name in names if name not in _NOT_FIELDS]


def _mangled(kind: type, name: str) -> str:
    private = name.startswith("__") and not name.endswith("__")
    return f"_{kind.__name__.lstrip('_')}{name}" if private else name


def _parts(value: object) -> dict[str, Any] | None:
    """Return the contents of a value by place; None for a value that has none."""
    if value is None or isinstance(value, _ATOMIC):
        return None
    if isinstance(value, tuple | list):
        items = cast("Iterable[object]", value)
        return {f"[{index}]": item for index, item in enumerate(items)}
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value)
        return {f"[{key!r}]": item for key, item in pairs.items()}
    return {f".{name}": held for name, held in fields(value).items()} or None


def difference(left: object, right: object) -> str | None:
    """Return the place where two values differ, such as ``".plays[2].seat"``; None if they are the same throughout.

    The contents of the values are compared, and no ``==`` is trusted but that of Python's own atomic types.
    """
    todo: list[tuple[str, object, object]] = [("", left, right)]
    met: set[tuple[int, int]] = set()
    while todo:
        place, one, other = todo.pop()
        if one is other or (id(one), id(other)) in met:
            continue
        met.add((id(one), id(other)))
        parts, others = _parts(one), _parts(other)
        if type(one) is not type(other) or (parts is None and one != other) or _names(parts) != _names(others):
            return place or "the whole"
        todo += [(place + name, part, (others or {})[name]) for name, part in (parts or {}).items()]
    return None


def same(left: object, right: object) -> bool:
    """Return whether two values are equal, or would be if their ``==`` were right."""
    return bool(left == right) or difference(left, right) is None


def _names(parts: dict[str, Any] | None) -> set[str] | None:
    return None if parts is None else set(parts)


def find_mutable(value: object, met: set[int]) -> str | None:
    """Return the place of a list, dictionary, set or bytearray inside a value; None if there is none.

    A read-only proxy of a dictionary counts as immutable. Rules are not searched: they are values of their own.

    Args:
        value: The value to search.
        met: The ids of objects searched before; it grows.
    """
    todo: list[tuple[str, object]] = [("", value)]
    while todo:
        place, held = todo.pop()
        if isinstance(held, list | dict | set | bytearray):
            return place or "the whole"
        if id(held) not in met:
            met.add(id(held))
            parts = _parts(held) or {}
            todo += [(place + name, part) for name, part in parts.items() if name != ".rules"]
    return None


def reachable(root: object, met: dict[int, object]) -> Iterator[tuple[object, ReferencePath]]:
    """Yield every object that can be reached from one, and the path to it.

    Closures, bound objects and weak references are followed; classes, modules and the globals of functions are not.

    Args:
        root: The object to begin with.
        met: Objects reached before, by id, which are not yielded again; it grows.
    """
    todo: list[tuple[object, ReferencePath]] = [(root, (None, type(root).__name__))]
    while todo:
        value, path = todo.pop()
        yield value, path
        for referent in _referents(value):
            if id(referent) not in met and not isinstance(referent, _NOT_FOLLOWED):
                met[id(referent)] = referent
                todo.append((referent, (path, type(referent).__name__)))


def _referents(value: object) -> Iterable[object]:
    if isinstance(value, FunctionType):
        return [*(value.__closure__ or ()), value.__defaults__, value.__kwdefaults__, value.__dict__]
    if isinstance(value, weakref.ref):
        return [cast("Any", value)()]
    return gc.get_referents(value)


def format_path(path: ReferencePath) -> str:
    """Return the names of the types along a path, the root first."""
    names: list[str] = []
    while path is not None:
        path, name = path
        names.append(name)
    return " > ".join(reversed(names))
