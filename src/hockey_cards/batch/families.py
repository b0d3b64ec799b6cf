"""The part of a family that the batch layer uses: its kernels, and the observations of its views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

from hockey_cards.batch.layout import Layout
from hockey_cards.registry import families, part_of
from hockey_cards.rules import Rules

LAYER: Final = "batch"
"""The name of this layer in ``Family.parts``."""


@attrs.frozen
class BatchFamily:
    """What a family offers to the batch layer, as the part ``"batch"`` of its ``Family``.

    Args:
        kernel: A reference such as ``"pond.batch:kernel"`` to a function that takes the rules and the seat that deals
            first, and returns a ``Kernel``. It is imported when the first game is played, for that loads the compiler.
        layout: Returns the layout of the observations of a game, given its rules.
        numbers: Returns for each block of the layout the numbers that a view gives, for the seat that is to move. A
            table must show the same numbers.
    """

    kernel: str
    layout: Callable[[Any], Layout]
    numbers: Callable[[Any], Mapping[str, Iterable[int]]]


def batch_family_of(rules: Rules[Any, Any, Any]) -> BatchFamily | None:
    """Return the batch part of the family that rules belong to; None if the family has none."""
    found: BatchFamily | None = part_of(rules, LAYER)
    return found


def batch_family_names() -> str:
    """Return the names of the families that have a batch part, for an error message."""
    return ", ".join(name for name, family in families().items() if LAYER in family.parts)
