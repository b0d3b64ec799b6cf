"""Integers that callers give: Python's own, and those of other libraries such as NumPy."""

from __future__ import annotations

import operator
from typing import Any, cast, overload


def integer(value: object) -> int | None:
    """Return a value as an ``int``: an integer, or an object with ``__index__``; None for others and for booleans.

    Cards are integers to it, as they are as seeds and labels.
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(cast("Any", value))
    except TypeError:
        return None


@overload
def plain_integer(value: int) -> int: ...
@overload
def plain_integer(value: int | None) -> int | None: ...
def plain_integer(value: int | None) -> int | None:
    """Return an integer of another library as an ``int``, and any other value unchanged.

    Booleans and instances of other subclasses of ``int`` stay what they are, so that a check of the type refuses them:
    a card is not a number of games.
    """
    number = None if isinstance(value, int) else integer(value)
    return value if number is None else number


def index_below(value: object, size: int) -> int | None:
    """Return an integer from 0 to ``size - 1`` as an ``int``; None for all other values.

    Instances of subclasses of ``int`` are not taken: a card is not the number of a seat.
    """
    number = plain_integer(cast("int", value))
    return number if type(number) is int and 0 <= number < size else None
