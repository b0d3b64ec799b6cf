"""What may be asked of a machine: the only file that knows how many threads, and how much memory, are too much."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final

from hockey_cards.batch.arrays import Array
from hockey_cards.errors import ParseError, brief

THREADS: Final = 1024
"""More threads than that are refused: they are a slip, and starting them all could bring a machine down."""

_GIGABYTE: Final = 10**9


def check(name: str, number: int, least: int, most: int) -> None:
    """Check a number that somebody gave.

    Raises:
        ParseError: If it is no whole number, or not in the range.
    """
    if type(number) is not int or not least <= number <= most:
        raise ParseError(f"{name} cannot be {brief(number)}: give {least} to {most}")


def size_of(arrays: Iterable[Array]) -> int:
    """Return how many bytes some arrays take."""
    return sum(array.nbytes for array in arrays)


@contextmanager
def fitting(games: int, size: int) -> Generator[None]:
    """Refuse games that take more memory than there is, before they take it: else the machine would come to a halt.

    Args:
        games: How many games.
        size: How many bytes each takes.

    Raises:
        ParseError: If they take more than the machine has, or more than can be had while the body runs.
    """
    need, have = games * size, _memory()
    if have is not None and need > have:
        raise ParseError(f"{_too_many(games, need)}, and there are {have / _GIGABYTE:.1f}: play fewer at a time")
    try:
        yield
    except MemoryError as error:
        raise ParseError(f"{_too_many(games, need)}, which are not to be had: play fewer at a time") from error


def _too_many(games: int, need: int) -> str:
    return f"games cannot be {games} here: they take {need / _GIGABYTE:.1f} GB of memory"


def _memory() -> int | None:
    """Return how many bytes of memory the machine has; None where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no such call, and some systems no such number
        return None
