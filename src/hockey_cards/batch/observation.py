"""Observations: rows of numbers that show a learner what the seat to move sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.compiled.arrays import MAX_OBSERVED, Array
from hockey_cards.batch.families import batch_family_names, batch_family_of
from hockey_cards.errors import ParseError, SeatError
from hockey_cards.rules import View


def observe(view: View) -> Array:
    """Return the observation that a ``Table`` gives of a position, made from the view alone.

    Args:
        view: The view of the seat that is to move.

    Returns:
        One row of 16-bit integers, laid out as ``Table.layout`` of the same variant says.

    Raises:
        SeatError: If the viewer is not to move.
        ParseError: If the value is not a view, or its family has no observations.
    """
    given: Any = view
    family = batch_family_of(given.rules) if isinstance(given, View) else None
    if family is None:
        kind = f"{type(given).__module__}.{type(given).__qualname__}"
        raise ParseError(f"a {kind} has no observation: give a view of a game of {batch_family_names()}")
    if view.seat is None or view.seat != view.mover:
        raise SeatError("only the seat that is to move has an observation: give its view")
    numbers = family.numbers(view)
    row = [number for block in family.layout(view.rules).blocks for number in numbers[block.name]]
    return np.minimum(row, MAX_OBSERVED).astype(np.int16)
