"""Tables of faulty toys, with the promise that each breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from toys.toy import Toy, toy_with


@attrs.frozen
class Fault:
    """A faulty toy, with the promise that it breaks and a description of the fault."""

    promise: str
    what: str
    rules: Toy = attrs.field(repr=False)


@attrs.frozen
class Faults:
    """A table of faulty toys."""

    all: list[Fault] = attrs.field(factory=list[Fault])

    def add(self, promise: str, what: str, **parts: Any) -> None:
        """Add a toy in which some parts are replaced."""
        self.all.append(Fault(promise, what, toy_with(what, **parts)))

    def replace(
        self, part: str, promise: str, what: str, **more: Any
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add a toy in which the decorated function replaces a part."""

        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            self.add(promise, what, **{part: function}, **more)
            return function

        return add
