"""The part of a family that the batch layer uses: its kernels, and the observations of its views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs
import numpy.typing as npt

from hockey_cards.batch.layout import Layout
from hockey_cards.errors import VariantError
from hockey_cards.registry import families, part_of, resolve
from hockey_cards.rules import Rules, Variant

LAYER: Final = "batch"
"""The name of this layer in ``Family.parts``."""


@attrs.frozen
class BatchFamily:
    """What a family offers to the batch layer, as the part ``"batch"`` of its ``Family``.

    Args:
        kernel: A reference such as ``"pond.batch:kernel"`` to a function that takes the rules and the seat that deals
            first, and returns a ``Kernel``. It is imported when the first game is played, for that loads the compiler.
            None if the family has observations, but no compiled games.
        layout: Returns the layout of the observations of a game, given its rules.
        numbers: Returns the numbers of all columns of the layout for a view: of any seat or a spectator, at any moment,
            after the end too. They are integers from 0 to ``MAX_OBSERVED``. For the seat that is to move a table must
            show the same numbers.
    """

    kernel: str | None
    layout: Callable[[Any], Layout]
    numbers: Callable[[Any], npt.ArrayLike]


def batch_family_of(rules: Rules[Any, Any, Any]) -> BatchFamily | None:
    """Return the batch part of the family that rules belong to; None if the family has none."""
    found: BatchFamily | None = part_of(rules, LAYER)
    return found


def batch_family_names(*, compiled: bool = False) -> str:
    """Return the names of the families that have a batch part, for an error message.

    Args:
        compiled: Whether to leave out the families that have observations, but no kernels.
    """
    found = {name: family.part(LAYER) for name, family in families().items() if LAYER in family.parts}
    return ", ".join(name for name, part in found.items() if not compiled or part.kernel is not None)


def layout_of(variant: Variant[Any, Any, Any] | str) -> Layout:
    """Return the layout of the observations of a variant, by its name or as a value, with its house rules.

    Raises:
        UnknownVariant: If no variant has the name.
        VariantError: If the family of the variant has no observations.
    """
    given = resolve(variant)
    family = batch_family_of(given.rules)
    if family is None:
        names = batch_family_names()
        raise VariantError([f"{given.key} has no observations: only games of {names} have"])
    return family.layout(given.rules)
