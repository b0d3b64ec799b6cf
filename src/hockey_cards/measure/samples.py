"""Estimates from many games, and differences of estimates, with 95% intervals."""

from __future__ import annotations

import math
from typing import Final

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.measure.measures import Estimate
from hockey_cards.tournament.statistics.intervals import quantile, unseen_fraction

_UNLIKE: Final = 3
"""The distance of a unit unlike the others, in standard deviations."""


@attrs.frozen(eq=False)
class Sample:
    """A number estimated from many units, which are games or deals.

    Args:
        value: The number.
        influences: By unit the influence on the number: for a mean the unit's value minus the mean. The sum is 0.
        share: Whether the number is a share, from 0 to 1.
        deviation: The standard deviation of the units to assume if they show no spread; not needed for a share.
    """

    value: float
    influences: Array
    share: bool
    deviation: float

    @property
    def error(self) -> float:
        """The standard error of the number."""
        units = len(self.influences)
        return math.sqrt(float(np.square(self.influences).sum()) / (units - 1) / units)

    @property
    def is_extreme(self) -> bool:
        """Whether it is a share of none or of all, which has no spread."""
        return self.share and self.value in (0.0, 1.0)


def mean(values: Array, *, share: bool = False, counts: Array | None = None) -> Sample:
    """Return the mean of the units' values; the sum of integers and halves is exact.

    Args:
        values: The value of each unit.
        share: Whether it is a share.
        counts: What was counted in each unit to get its value, such as goals for a margin; by default the value.
    """
    middle = float(values.mean(dtype=np.float64))
    counted = middle if counts is None else float(counts.mean(dtype=np.float64))
    return Sample(middle, values - middle, share, math.sqrt(abs(counted) + 1))


def ratio(parts: Array, wholes: Array) -> Sample:
    """Return the sum of parts divided by the sum of wholes, for units of unequal size; influences are first-order."""
    part, whole = int(parts.sum(dtype=np.int64)), int(wholes.sum(dtype=np.int64))
    value = part / whole
    beyond = parts.astype(np.int64) * whole - part * wholes.astype(np.int64)  # exact, so 0 where all units are alike
    return Sample(value, beyond / whole / wholes.mean(), share=True, deviation=0.0)


def estimate(sample: Sample) -> Estimate:
    """Return a number with its 95% interval, which always has a width.

    For a mean it is Student's interval. For a share it is Wilson's (1927), with the effective number of units, which is
    the number of independent units that would have the same error (Korn and Graubard 1998); for shares near ½ that is
    close to Student's.

    Where all units gave the same number, the interval says what they may not have shown. Of a share, a fraction of all
    units may be lost or won as a whole: ``unseen_fraction``, the exact bound for what did not occur in that many units.
    Of any other number, one unit may be unlike the others: three standard deviations away, which are those of things
    counted one by one, the square root of the count and one more.
    """
    value, units, error = sample.value, len(sample.influences), sample.error
    if error == 0:
        down, up = _unseen(sample, value, 1 - value, units)
        return Estimate(value, value - down, value + up, error, units)
    reach = quantile(units)
    if not sample.share:
        return Estimate(value, value - reach * error, value + reach * error, error, units)
    spread = (reach * error) ** 2
    more = spread / (value * (1 - value))  # reach**2 divided by the effective number of units
    middle = (value + more / 2) / (1 + more)
    half = math.sqrt(spread + more**2 / 4) / (1 + more)
    return Estimate(value, max(middle - half, 0.0), min(middle + half, 1.0), error, units)


def difference(first: Sample, second: Sample) -> Estimate:
    """Return the second number minus the first, with its 95% interval, which always has a width.

    Units in the same place are paired, and what they have in common does not add to the uncertainty. Where one number
    is a share of none or of all, the distances to the ends of both intervals are combined as errors are. Where all
    units differ by the same, the interval is that of ``estimate`` for units that are all alike.
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
    if error == 0:
        either = attrs.evolve(second, deviation=math.hypot(first.deviation, second.deviation))
        down, up = _unseen(either, 1 + value, 1 - value, units)
        return Estimate(value, value - down, value + up, error, units)
    reach = quantile(units) * error
    return Estimate(value, value - reach, value + reach, error, units)


def _unseen(sample: Sample, below: float, above: float, units: int) -> tuple[float, float]:
    """Return how far a number may lie below and above that of units which are all alike.

    Args:
        sample: The sample.
        below: The distance of a share from its least possible value.
        above: The distance of a share from its greatest possible value.
        units: The number of units.
    """
    if sample.share:
        fraction = unseen_fraction(units)
        return fraction * below, fraction * above
    distance = _UNLIKE * sample.deviation / units
    return distance, distance
