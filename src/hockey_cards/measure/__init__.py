"""A designer's report on a variant: what its games are like and how much skill pays, measured over many games.

``measure`` and ``compare`` need the extras ``fast`` and ``tournament``, and raise ``MissingExtra`` if these are not
installed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hockey_cards.extras import lazy_exports

if TYPE_CHECKING:
    from hockey_cards.measure.measures import (
        MEASURES,
        SKILL,
        Estimate,
        Finding,
        Measure,
        Measurement,
        VariantComparison,
    )
    from hockey_cards.measure.variant import compare, measure

__all__ = [
    "MEASURES",
    "SKILL",
    "Estimate",
    "Finding",
    "Measure",
    "Measurement",
    "VariantComparison",
    "compare",
    "measure",
]

__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "measures": ("MEASURES", "SKILL", "Estimate", "Finding", "Measure", "Measurement", "VariantComparison"),
        "variant": ("compare", "measure"),
    },
    extra="fast",
    requires="numba",
    purpose="measuring variants",
)
