"""Estimates from many games, and differences of estimates, with 95% intervals."""

from __future__ import annotations

import math
from typing import Final

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.measure.measures import Estimate
from hockey_cards.tournament.statistics.intervals import quantile

_TAIL: Final = 0.025
"""The probability beyond each end of a 95% interval."""


@attrs.frozen(eq=False)
class Sample:
    """A number estimated from many units, which are games or deals.

    Args:
        value: The number.
        influences: By unit the influence on the number: for a mean the unit's value minus the mean. The sum is 0.
        share: Whether the number is a share, from 0 to 1.
    """

    value: float
    influences: Array
    share: bool

    @property
    def error(self) -> float:
        """The standard error of the number."""
        units = len(self.influences)
        return math.sqrt(float(np.square(self.influences).sum()) / (units - 1) / units)

    @property
    def is_extreme(self) -> bool:
        """Whether it is a share of none or of all, which has no spread."""
        return self.share and self.value in (0.0, 1.0)


def mean(values: Array, *, share: bool = False) -> Sample:
    """Return the mean of the units' values; the sum of integers and halves is exact."""
    middle = float(values.mean(dtype=np.float64))
    return Sample(middle, values - middle, share)


def ratio(parts: Array, wholes: Array) -> Sample:
    """Return the sum of parts divided by the sum of wholes, for units of unequal size; influences are first-order."""
    value = float(parts.sum(dtype=np.float64) / wholes.sum(dtype=np.float64))
    return Sample(value, (parts - value * wholes) / wholes.mean(), share=True)


def estimate(sample: Sample) -> Estimate:
    """Return a number with its 95% interval.

    For a mean it is Student's interval. For a share it is Wilson's (1927), with the effective number of units, which is
    the number of independent units that would have the same error (Korn and Graubard 1998); for shares near ½ that is
    close to Student's. For a share of none or of all it is the exact interval of as many equal units.
    """
    value, units, error = sample.value, len(sample.influences), sample.error
    if sample.is_extreme:
        room = 1 - _TAIL ** (1 / units)
        return Estimate(value, max(value - room, 0.0), min(value + room, 1.0), error, units)
    reach = quantile(units)
    if not sample.share or error == 0:
        return Estimate(value, value - reach * error, value + reach * error, error, units)
    spread = (reach * error) ** 2
    more = spread / (value * (1 - value))  # reach**2 divided by the effective number of units
    middle = (value + more / 2) / (1 + more)
    half = math.sqrt(spread + more**2 / 4) / (1 + more)
    return Estimate(value, max(middle - half, 0.0), min(middle + half, 1.0), error, units)


def difference(first: Sample, second: Sample) -> Estimate:
    """Return the second number minus the first, with its 95% interval.

    Units in the same place are paired, and what they have in common does not add to the uncertainty. Where one number
    is a share of none or of all, the distances to the ends of both intervals are combined as errors are.
    """
    value, units = second.value - first.value, min(len(first.influences), len(second.influences))
    influences = np.zeros(max(len(first.influences), len(second.influences)))
    influences[: len(second.influences)] += second.influences / len(second.influences)
    influences[: len(first.influences)] -= first.influences / len(first.influences)
    error = math.sqrt(float(np.square(influences).sum()) * units / (units - 1))
    if first.is_extreme or second.is_extreme:
        one, other = estimate(first), estimate(second)
        down = math.hypot(other.value - other.low, one.high - one.value)
        up = math.hypot(other.high - other.value, one.value - one.low)
        return Estimate(value, value - down, value + up, error, units)
    reach = quantile(units) * error
    return Estimate(value, value - reach, value + reach, error, units)
