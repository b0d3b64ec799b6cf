"""The layout of an observation: its blocks of columns, and helpers that fill them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.errors import ParseError


@attrs.frozen
class Block:
    """The columns of an observation that describe one thing.

    Args:
        name: The name.
        start: The first column.
        size: The number of columns.
        maximum: The greatest number that may stand in it; the least is 0.
        description: What it contains.
    """

    name: str
    start: int
    size: int
    maximum: int
    description: str

    @property
    def columns(self) -> slice:
        """The columns as a slice of a row."""
        return slice(self.start, self.start + self.size)


@attrs.frozen
class Layout:
    """The blocks in the observations of a variant; ``layout["hand"]`` are the columns of one.

    Args:
        blocks: The blocks in the order of their columns, without gaps.
        version: The version of the layouts of the family. Observations of different versions cannot be mixed, and a
            network that was trained on one version does not understand another.
    """

    blocks: tuple[Block, ...]
    version: int = 1

    @classmethod
    def of(cls, described: Iterable[tuple[str, int, int, str]], *, version: int = 1) -> Layout:
        """Place blocks one after the other, each given by name, size, maximum and description."""
        rows = list(described)
        starts = accumulate((size for _, size, _, _ in rows), initial=0)
        return cls(tuple(Block(row[0], start, *row[1:]) for start, row in zip(starts, rows, strict=False)), version)

    @property
    def width(self) -> int:
        """The number of columns."""
        last = self.blocks[-1]
        return last.start + last.size

    @property
    def maxima(self) -> Array:
        """The greatest number in each column, at least 1: divide observations by it to scale them to 0 to 1."""
        return np.repeat([max(block.maximum, 1) for block in self.blocks], [block.size for block in self.blocks])

    def __getitem__(self, name: str) -> slice:
        found = next((block for block in self.blocks if block.name == name), None)
        if found is None:
            names = ", ".join(block.name for block in self.blocks)
            raise ParseError(f"the observation has no block {name!r}: the blocks are {names}")
        return found.columns

    def __str__(self) -> str:
        last = (block.start + block.size - 1 for block in self.blocks)
        rows = zip(self.blocks, last, strict=True)
        return "\n".join(
            f"{block.start:4}-{end:<4} {block.name:14} 0-{block.maximum:<6} {block.description}" for block, end in rows
        )


class Templates:
    """Rows of which a part is filled in, each made once for a public value that many views share.

    They are found by the identity of the value, for hashing it would take longer than an observation.

    Args:
        make: Makes the row for a value and a seat.
    """

    __slots__ = ("_known", "_make")

    _MOST = 256

    def __init__(self, make: Callable[[Any, int], array[int]]) -> None:
        self._make = make
        self._known: dict[tuple[int, int], tuple[object, array[int]]] = {}

    def copy(self, value: object, seat: int) -> array[int]:
        """Return a new copy of the row for a value and a seat."""
        found = self._known.get((id(value), seat))
        if found is None:  # the value is kept too, so that its identity stays its own
            if len(self._known) >= self._MOST:
                self._known.clear()
            found = self._known[id(value), seat] = value, self._make(value, seat)
        return found[1][:]


def blank(width: int) -> array[int]:
    """Return a row of zeros, 16-bit integers, which are faster to fill one by one than those of a numpy array."""
    return array("h", bytes(2 * width))
