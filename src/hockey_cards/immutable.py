"""Copies of immutable values."""

from __future__ import annotations

from typing import Any, Self


class Immutable:
    """A base of values that never change: a copy, and a deep copy, is the object itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
