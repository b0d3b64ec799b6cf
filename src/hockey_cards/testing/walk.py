"""Looking into values: what they are made of, where two of them differ, and what can be reached from one."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, Final, cast

_PLAIN: Final = (str, bytes, int, float, type, ModuleType, FunctionType, frozenset)
_LEFT_OUT: Final = (type, ModuleType, str, int, float, type(None))
_NO_FIELDS: Final = ("__dict__", "__weakref__", "_attrs_cached_hash")

Trail = tuple["Trail", str] | None
"""How a value was reached: the trail of what holds it, and the name of its type."""


def fields(value: object) -> dict[str, Any]:
    """Return the attributes that an object holds, those in slots and those in its dictionary."""
    slots = [name for kind in type(value).__mro__ for name in _slots(kind) if hasattr(value, name)]
    return {name: getattr(value, name) for name in slots} | getattr(value, "__dict__", {})


def _slots(kind: type) -> list[str]:
    given: str | Iterable[str] = kind.__dict__.get("__slots__", ())
    names = [given] if isinstance(given, str) else given
    return [_mangled(kind, name) for name in names if name not in _NO_FIELDS]


def _mangled(kind: type, name: str) -> str:
    private = name.startswith("__") and not name.endswith("__")
    return f"_{kind.__name__.lstrip('_')}{name}" if private else name


def _parts(value: object) -> dict[str, Any] | None:
    """Return what a value is made of, by place; None for one that is compared as it stands."""
    if value is None or isinstance(value, _PLAIN):
        return None
    if isinstance(value, tuple | list):
        items = cast("Iterable[object]", value)
        return {f"[{place}]": item for place, item in enumerate(items)}
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value)
        return {f"[{key!r}]": item for key, item in pairs.items()}
    return {f".{name}": held for name, held in fields(value).items()} or None


def difference(one: object, other: object) -> str | None:
    """Return the place where two values differ, or None if they are the same all through.

    Looks into the values, and trusts no ``==`` but that of Python's own plain types.
    """
    todo: list[tuple[str, object, object]] = [("", one, other)]
    met: set[tuple[int, int]] = set()
    while todo:
        place, left, right = todo.pop()
        if left is right or (id(left), id(right)) in met:
            continue
        met.add((id(left), id(right)))
        own, others = _parts(left), _parts(right)
        if type(left) is not type(right) or (own is None and left != right) or _names(own) != _names(others):
            return place or "the whole"
        todo += [(place + name, part, (others or {})[name]) for name, part in (own or {}).items()]
    return None


def same(one: object, other: object) -> bool:
    """Tell whether two values are equal, or would be if their ``==`` were sound."""
    return bool(one == other) or difference(one, other) is None


def _names(parts: dict[str, Any] | None) -> set[str] | None:
    return None if parts is None else set(parts)


def changeable(value: object, met: set[int]) -> str | None:
    """Return the place of a list, dictionary, set or bytearray inside a value; None if there is none.

    Mappings that only show a dictionary are taken for frozen, and rules are left out: they are values of their own.

    Args:
        value: The value to look into.
        met: What has been looked into before, by ``id``; it grows.
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


def reachable(root: object, met: dict[int, object]) -> Iterator[tuple[object, Trail]]:
    """Yield every object that can be reached from one, and how.

    Classes and modules are not followed, nor the globals of functions; closures, bound objects and weak references
    are.

    Args:
        root: The object to begin with.
        met: What has been reached before, by ``id``, and is passed over; it grows.
    """
    todo: list[tuple[object, Trail]] = [(root, (None, type(root).__name__))]
    while todo:
        value, trail = todo.pop()
        yield value, trail
        for part in _referents(value):
            if id(part) not in met and not isinstance(part, _LEFT_OUT):
                met[id(part)] = part
                todo.append((part, (trail, type(part).__name__)))


def _referents(value: object) -> Iterable[object]:
    if isinstance(value, FunctionType):
        return [*(value.__closure__ or ()), value.__defaults__, value.__kwdefaults__, value.__dict__]
    if isinstance(value, weakref.ref):
        return [cast("Any", value)()]
    return gc.get_referents(value)


def told(trail: Trail) -> str:
    """Say in words how a value was reached."""
    names: list[str] = []
    while trail is not None:
        trail, name = trail
        names.append(name)
    return " > ".join(reversed(names))
