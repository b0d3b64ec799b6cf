"""Observations: rows of numbers that show a learner what a seat, or a spectator, sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.families import batch_family_names, batch_family_of
from hockey_cards.errors import ParseError
from hockey_cards.rules import View


def observe(view: View) -> Array:
    """Return the observation of a view: of any seat or a spectator, at any moment, after the end too.

    It is made from the view alone, and needs numpy, but no compiler. For the seat that is to move it is the observation
    that a ``Table`` gives.

    Args:
        view: The view. A spectator sees the game from seat 0's side.

    Returns:
        One row of 16-bit integers, laid out as ``layout_of`` the variant says.

    Raises:
        ParseError: If the value is not a view, or its family has no observations.
    """
    given: Any = view
    family = batch_family_of(given.rules) if isinstance(given, View) else None
    if family is None:
        kind = f"{type(given).__module__}.{type(given).__qualname__}"
        raise ParseError(f"a {kind} has no observation: give a view of a game of {batch_family_names()}")
    row: Array = np.asarray(family.numbers(view), np.int16)
    return row
