"""How sure a number is that comes from many games: estimates, and differences of estimates, with 95% intervals."""

from __future__ import annotations

import math
from typing import Final

import attrs
import numpy as np

from hockey_cards.batch.arrays import Array
from hockey_cards.measure.measures import Estimate
from hockey_cards.tournament.statistics.intervals import quantile

_TAIL: Final = 0.025
"""The chance left on each side of a 95% interval."""


@attrs.frozen(eq=False)
class Sample:
    """A number that many units, games or deals, have in common.

    Args:
        value: The number.
        pulls: By unit how far it pulls the number: for a mean what it has more than that. They add up to nothing.
        share: Whether the number is a share, from 0 to 1.
    """

    value: float
    pulls: Array
    share: bool

    @property
    def error(self) -> float:
        """The standard error of the number."""
        units = len(self.pulls)
        return math.sqrt(float(np.square(self.pulls).sum()) / (units - 1) / units)

    @property
    def bare(self) -> bool:
        """Whether it is a share of none or of all, which has no spread to go by."""
        return self.share and self.value in (0.0, 1.0)


def mean(values: Array, *, share: bool = False) -> Sample:
    """Return the mean of what each unit gave; of whole numbers and halves it is exact in the sum."""
    middle = float(values.mean(dtype=np.float64))
    return Sample(middle, values - middle, share)


def ratio(parts: Array, wholes: Array) -> Sample:
    """Return which share of all wholes the parts are, the units being of unequal size; to first order in the pulls."""
    value = float(parts.sum(dtype=np.float64) / wholes.sum(dtype=np.float64))
    return Sample(value, (parts - value * wholes) / wholes.mean(), share=True)


def estimate(sample: Sample) -> Estimate:
    """Return a number with its 95% interval.

    For a mean it is Student's. For a share it holds the shares that the one seen is not too far from (Wilson 1927),
    with as many units as independent ones would have to be for the same error (Korn and Graubard 1998); in the middle
    that is Student's too. For a share of none or of all it is the exact one of so many units that all gave the same.
    """
    value, units, error = sample.value, len(sample.pulls), sample.error
    if sample.bare:
        room = 1 - _TAIL ** (1 / units)
        return Estimate(value, max(value - room, 0.0), min(value + room, 1.0), error, units)
    reach = quantile(units)
    if not sample.share or error == 0:
        return Estimate(value, value - reach * error, value + reach * error, error, units)
    spread = (reach * error) ** 2
    more = spread / (value * (1 - value))  # reach**2 by the effective number of units
    middle = (value + more / 2) / (1 + more)
    half = math.sqrt(spread + more**2 / 4) / (1 + more)
    return Estimate(value, max(middle - half, 0.0), min(middle + half, 1.0), error, units)


def difference(first: Sample, second: Sample) -> Estimate:
    """Return what the second number is more than the first, with its 95% interval.

    Units of the same place belong together; what they have in common is not uncertain. Where one is a share of none or
    of all, the distances to the ends of both intervals are added as errors are.
    """
    value, units = second.value - first.value, min(len(first.pulls), len(second.pulls))
    pulls = np.zeros(max(len(first.pulls), len(second.pulls)))
    pulls[: len(second.pulls)] += second.pulls / len(second.pulls)
    pulls[: len(first.pulls)] -= first.pulls / len(first.pulls)
    error = math.sqrt(float(np.square(pulls).sum()) * units / (units - 1))
    if first.bare or second.bare:
        one, other = estimate(first), estimate(second)
        down = math.hypot(other.value - other.low, one.high - one.value)
        up = math.hypot(other.high - other.value, one.value - one.low)
        return Estimate(value, value - down, value + up, error, units)
    reach = quantile(units) * error
    return Estimate(value, value - reach, value + reach, error, units)
