"""Limits on what callers may ask of the machine: numbers in range, threads and memory."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.errors import ParseError, brief
from hockey_cards.integers import plain_integer

MAX_THREADS: Final = 1024
"""The most threads; more are taken for a mistake, for starting them all could bring a machine down."""

_GIGABYTE: Final = 10**9


def number_within(name: str, given: int, least: int, most: int) -> int:
    """Return a number that a caller gave, as an ``int``.

    Raises:
        ParseError: If it is not an integer, or not in the range.
    """
    number = plain_integer(given)
    if type(number) is not int or not least <= number <= most:
        raise ParseError(f"{name} cannot be {brief(given)}: give {least} to {most}")
    return number


def size_of(arrays: Iterable[Array]) -> int:
    """Return the number of bytes that some arrays take."""
    return sum(array.nbytes for array in arrays)


@contextmanager
def memory_for(games: int, size: int) -> Generator[None]:
    """Refuse games that do not fit into memory before they are allocated, which could make the machine unusable.

    Args:
        games: The number of games.
        size: The number of bytes that each takes.

    Raises:
        ParseError: If they take more memory than the machine has, or than the body of the context can allocate.
    """
    need, have = games * size, _memory()
    if have is not None and need > have:
        raise ParseError(f"{_too_many(games, need)}, and the machine has {have / _GIGABYTE:.1f} GB: play fewer at once")
    try:
        yield
    except MemoryError as error:
        raise ParseError(f"{_too_many(games, need)}, which cannot be allocated: play fewer at once") from error


def _too_many(games: int, need: int) -> str:
    return f"games cannot be {games} here: they take {need / _GIGABYTE:.1f} GB of memory"


def _memory() -> int | None:
    """Return the number of bytes of memory that the machine has; None if the system does not report it."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no such call, and some systems no such number
        return None
