"""Speed targets of the library compared to its peers, and whether they are met."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Final

import attrs
from measures import Library, Measure
from results import Results, Row


@attrs.frozen
class Target:
    """A factor by which the library is to be faster than every row of a peer.

    Args:
        what: What is compared, in words.
        asked: The factor.
        who: The peer.
        measures: The kinds of measurement, each checked on its own.
        call: The end of the names of the rows that count.
        steps: Whether the peer's time is that of a step, which includes chance nodes; otherwise that of a move.
    """

    what: str
    asked: float
    who: Library
    measures: tuple[Measure, ...]
    call: str = ""
    steps: bool = attrs.field(default=False, kw_only=True)


_ALONE: Final = (Measure.GIVEN, Measure.DRAWN)
_MANY: Final = (Measure.WHOLE, Measure.DEALT)

TARGETS: Final = (
    Target("every C++ card game of OpenSpiel by apply_action, a move", 1.5, Library.SPIEL, _ALONE, call="apply_action"),
    Target("the same, a step", 1.0, Library.SPIEL, _ALONE, steps=True, call="apply_action"),
    Target("every C++ card game of OpenSpiel by child, a move", 2.3, Library.SPIEL, _ALONE, call="child"),
    Target(
        "breakaway by OpenSpiel's Python API, apply_action, a move",
        7,
        Library.SPIEL_PYTHON,
        _ALONE,
        call="apply_action",
    ),
    Target("breakaway by OpenSpiel's Python API, child, a move", 30, Library.SPIEL_PYTHON, _ALONE, call="child"),
    Target("OpenSpiel's all-C++ playouts, a step", 80, Library.SPIEL, _MANY, steps=True),
    Target("Pgx vmapped on all cores, a step", 50, Library.PGX, (Measure.CORES,), steps=True),
)


@attrs.frozen
class TargetResult:
    """The result of a target in one kind of measurement: the ratios of all rows that count, the least first."""

    target: Target
    measure: Measure
    ratios: tuple[tuple[float, str], ...]

    @property
    def met(self) -> bool:
        """Whether every row meets the target."""
        return bool(self.ratios) and self.ratios[0][0] >= self.target.asked

    def __str__(self) -> str:
        """Return a row of a table."""
        head = f"| {self.target.what} | {self.measure} | {self.target.asked:g} |"
        if not self.ratios:
            return f"{head} not measured | | | |"
        least, game = self.ratios[0]
        middle = statistics.median(ratio for ratio, _ in self.ratios)
        reached = sum(ratio >= self.target.asked for ratio, _ in self.ratios)
        word = "met" if self.met else f"missed by a factor of {self.target.asked / least:.2g}"
        return f"{head} {least:.3g} ({game}) | {middle:.3g} | {reached} of {len(self.ratios)} | {word} |"


def target_results(results: Results) -> Iterator[TargetResult]:
    """Yield the results of all targets."""
    for target in TARGETS:
        for measure in target.measures:
            rows = [row for row in results.rows if _counts(row, target, measure)]
            ratios = [(results.ratio(row, steps=target.steps), row.what.split(":")[0]) for row in rows]
            yield TargetResult(
                target, measure, tuple(sorted((ratio, game) for ratio, game in ratios if ratio is not None))
            )


def _counts(row: Row, target: Target, measure: Measure) -> bool:
    return (row.who, row.measure) == (target.who, measure) and row.what.endswith(target.call)
