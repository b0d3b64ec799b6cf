"""Integers that callers give: Python's own, and those of other libraries such as NumPy."""

from __future__ import annotations

import operator
from typing import Any, cast


def integer(value: object) -> int | None:
    """Return a value as an ``int``: an integer, or an object with ``__index__``; None for others and for booleans."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(cast("Any", value))
    except TypeError:
        return None


def index_below(value: object, size: int) -> int | None:
    """Return an integer from 0 to ``size - 1`` as an ``int``; None for all other values.

    Instances of subclasses of ``int`` are not taken: a card is not the number of a seat.
    """
    if isinstance(value, int) and type(value) is not int:
        return None
    number = integer(value)
    return number if number is not None and 0 <= number < size else None
