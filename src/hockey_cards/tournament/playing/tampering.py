"""Tampering: whether a player in this process has changed what the game shares with its players, and putting it back.

A view leads to values that the game goes on using: the rules, the setup of a period, the table of what each card does.
They are frozen, but ``object.__setattr__`` gets around that. So the frozen values that can be reached from a view, and
their classes, are remembered before a player decides, and compared afterwards. What a player does to the view itself
concerns nobody else, and what it does to modules and functions is not seen: it is trusted code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from itertools import chain
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any, Final, cast

import attrs

_LARGE: Final = 64
"""The number of items from which a tuple counts as a table, which is compared less often."""

_MAX_KEPT: Final = 3_000
"""The number of values after which all are forgotten at the end of a game."""

_CONTAINERS: Final = frozenset({tuple, frozenset, MappingProxyType})
"""The types of containers that cannot be changed, but whose items may be."""

_MISSING: Final = object()


@attrs.frozen
class _Frozen:
    """A frozen class, whose ``__setattr__`` all frozen classes have."""


class _Class:
    """The fields of the instances of a frozen class, and what the class holds."""

    def __init__(self, kind: type, names: tuple[str, ...]) -> None:
        self.kind = kind
        self.names = names
        # Of a single name ``attrgetter`` returns the value alone: it is asked for twice.
        self.values: Any = attrgetter(*names, names[-1]) if names else None
        self.holds = dict(vars(kind))

    def restore(self) -> bool:
        """Put back what the class held; return whether anything was changed."""
        now = dict(vars(self.kind))
        replaced = [name for name, held in self.holds.items() if now.get(name, _MISSING) is not held]
        # Python and its libraries keep data in classes when they need it, but not what changes how instances behave.
        kinds: dict[str, type] = {name: type(cast("object", held)) for name, held in now.items()}
        added = [name for name, kind in kinds.items() if name not in self.holds and hasattr(kind, "__get__")]
        for name in replaced:
            type.__setattr__(self.kind, name, self.holds[name])
        for name in added:
            type.__delattr__(self.kind, name)
        return bool(replaced or added)


class _Snapshot:
    """The fields of frozen values, as they were when each was first met."""

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._kinds: list[type] = []
        self._classes: list[_Class] = []
        self._fields: list[tuple[Any, ...]] = []

    def add(self, value: Any, described: _Class) -> tuple[Any, ...]:
        """Remember a value, and return its fields."""
        found: tuple[Any, ...] = described.values(value) if described.values is not None else ()
        self._values.append(value)
        self._kinds.append(described.kind)
        self._classes.append(described)
        self._fields.append(found)
        return found

    def __len__(self) -> int:
        return len(self._values)

    def move(self, first: int, other: _Snapshot) -> None:
        """Move the values from a place on to another snapshot."""
        for column, target in zip(self._columns, other._columns, strict=True):
            target += column[first:]
            del column[first:]

    @property
    def _columns(self) -> tuple[list[Any], ...]:
        return self._values, self._kinds, self._classes, self._fields

    @property
    def is_changed(self) -> bool:
        """Whether a field of any value is another object than it was; runs no code of the values."""
        if not all(map(is_, map(type, self._values), self._kinds)):
            return True
        try:
            now = [described.values(value) for value, described in zip(self._values, self._classes, strict=True)]
        except AttributeError:  # a field was deleted
            return True
        return not all(map(is_, chain.from_iterable(now), chain.from_iterable(self._fields)))

    def restore(self) -> None:
        """Put back all fields."""
        for value, described, found in zip(self._values, self._classes, self._fields, strict=True):
            if type(value) is not described.kind:
                object.__setattr__(value, "__class__", described.kind)
            for name, field in zip(described.names, found, strict=False):
                object.__setattr__(value, name, field)


class Guard:
    """The frozen values that players in this process can reach, as they were before each was shown to a player.

    Comparing all of them takes some tenths of a millisecond, so tables, classes and the values of earlier games are
    compared once a game.

    Attributes:
        is_thorough: Whether ``changed`` compares everything nevertheless.
    """

    def __init__(self) -> None:
        self.is_thorough = False
        self._forget()

    def _forget(self) -> None:
        self._met: dict[int, Any] = {}
        self._classes: dict[type, _Class | None] = {}
        self._leaves: set[type] = set()
        self._close = _Snapshot()
        self._far = _Snapshot()
        self._lasting = 0

    def show(self, root: object, *, is_private: bool = False) -> None:
        """Remember what can be reached from a value that a player is about to be given.

        Args:
            root: The value.
            is_private: Whether the value itself is the player's alone, as a view is.
        """
        met, leaves = self._met, self._leaves
        if is_private:
            described = self._described(type(root))
            parts = described.values(root) if described is not None and described.values is not None else ()
            todo = [(part, False) for part in parts if type(part) not in leaves]
        else:
            todo = [(root, False)]
        while todo:
            value, is_far = todo.pop()
            if id(value) in met:
                continue
            described, parts = self._open(value)
            if described is not None:
                _hash(value)
                parts = (self._far if is_far else self._close).add(value, described)
            elif type(value) not in _CONTAINERS:
                leaves.add(cast("type[object]", type(value)))
                continue
            far = is_far or (described is None and len(parts) >= _LARGE)
            inner = [(part, far) for part in parts if type(part) not in leaves]
            if inner or described is not None:  # a tuple of cards is as quick to look through as to remember
                met[id(value)] = value
                todo += inner
        if not is_private:
            self._lasting = len(self._close)

    def _open(self, value: Any) -> tuple[_Class | None, tuple[Any, ...]]:
        """Return the description of a frozen value; or the items of a container that cannot be changed."""
        kind = cast("type[object]", type(value))
        if kind is tuple or kind is frozenset:
            return None, tuple(value)
        if kind is MappingProxyType:
            return None, tuple(cast("Mapping[Any, Any]", value).values())
        return self._described(kind), ()

    def _described(self, kind: type) -> _Class | None:
        if kind not in self._classes:
            names = _frozen_fields(kind)
            self._classes[kind] = None if names is None else _Class(kind, names)
        return self._classes[kind]

    def changed(self) -> bool:
        """Return whether any value close to a player has been changed, and put all of them back."""
        if self.is_thorough:
            return self.changed_anywhere()
        if not self._close.is_changed:
            return False
        self._close.restore()
        return True

    def changed_anywhere(self) -> bool:
        """Return whether any value, table or class has been changed, and put all of them back."""
        classes = [described.restore() for described in self._classes.values() if described is not None]
        changed = [each for each in (self._close, self._far) if each.is_changed]
        for each in changed:
            each.restore()
        return any(classes) or bool(changed)

    def end_game(self) -> None:
        """Compare the values of this game less often, and forget all once they are too many.

        To be called when nothing is changed.
        """
        self._close.move(self._lasting, self._far)
        if len(self._met) > _MAX_KEPT:
            self._forget()


def _hash(value: object) -> None:
    """Have a value compute its hash, which some keep in a field when it is first asked for."""
    try:
        hash(value)
    except TypeError:
        return


def _frozen_fields(kind: type) -> tuple[str, ...] | None:
    """Return the names of the fields of a frozen class; None for any other class."""
    if attrs.has(kind):
        is_frozen = kind.__setattr__ is _Frozen.__setattr__
        return tuple(field.name for field in attrs.fields(kind)) if is_frozen else None
    if is_dataclass(kind) and cast("Any", kind).__dataclass_params__.frozen:
        return tuple(field.name for field in dataclass_fields(kind))
    return None
