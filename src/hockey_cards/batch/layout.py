"""The layout of an observation: its blocks of columns, and helpers that fill them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

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
    """

    blocks: tuple[Block, ...]

    @classmethod
    def of(cls, described: Iterable[tuple[str, int, int, str]]) -> Layout:
        """Place blocks one after the other, each given by name, size, maximum and description."""
        rows = list(described)
        starts = accumulate((size for _, size, _, _ in rows), initial=0)
        return cls(tuple(Block(row[0], start, *row[1:]) for start, row in zip(starts, rows, strict=False)))

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


def one_hot(index: int | None, size: int) -> list[int]:
    """Return zeros with a 1 at an index; zeros alone for None."""
    return [int(each == index) for each in range(size)]


def marked(cards: Iterable[int], size: int) -> list[int]:
    """Return for each card of a deck of a size whether it is among some cards, as 0 or 1."""
    found = set(cards)
    return [int(card in found) for card in range(size)]


def own_first(both: Sequence[int], side: int) -> tuple[int, int]:
    """Return the number of a side and that of the other side."""
    return both[side], both[1 - side]
