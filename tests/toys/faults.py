"""Collecting faulty toys: each with what is wrong, and the promise that it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from toys.sound import Toy, changed


@attrs.frozen
class Fault:
    """A faulty toy: the promise that it breaks, and what is wrong, in words."""

    promise: str
    what: str
    rules: Toy = attrs.field(repr=False)


@attrs.frozen
class Faults:
    """The faulty toys of a module."""

    all: list[Fault] = attrs.field(factory=list[Fault])

    def add(self, promise: str, what: str, **parts: Any) -> None:
        """Add a toy in which some parts are replaced."""
        self.all.append(Fault(promise, what, changed(what, **parts)))

    def in_place_of(
        self, part: str, promise: str, what: str, **more: Any
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add a toy in which the decorated function replaces a part."""

        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            self.add(promise, what, **{part: function}, **more)
            return function

        return add
