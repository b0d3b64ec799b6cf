"""The results of all rounds: medians, and what they are compared to."""

from __future__ import annotations

import statistics

import attrs
from measures import ALONE, TOGETHER, Library, Measure, Timed, Way


@attrs.frozen
class Row:
    """The median of the rounds of one way.

    Args:
        who: The library.
        what: The game, and what is called.
        measure: What is measured.
        move: The microseconds a move: all time of the game over its moves.
        step: The microseconds a step: all time of the game over its moves and chance nodes.
    """

    who: Library
    what: str
    measure: Measure
    move: float
    step: float


def row(way: Way, rounds: list[Timed]) -> Row:
    """Return the medians of a way."""
    move = statistics.median(timed.seconds / timed.moves for timed in rounds)
    step = statistics.median(timed.seconds / timed.steps for timed in rounds)
    return Row(way.who, way.what, way.measure, move * 1e6, step * 1e6)


@attrs.frozen
class Results:
    """All rows."""

    rows: tuple[Row, ...]

    def base(self, measure: Measure) -> Row | None:
        """Return the library's own row that a measure is compared to, if it was measured.

        Playouts of a peer that begin with a given deal are compared to the library's whole games.
        """
        own = Measure.WHOLE if measure is Measure.DEALT else measure
        what = ALONE if own in (Measure.GIVEN, Measure.DRAWN) else TOGETHER
        return next((row for row in self.rows if (row.who, row.what, row.measure) == (Library.US, what, own)), None)

    def ratio(self, row: Row, *, steps: bool) -> float | None:
        """Return how many times as long as the library's a row takes, for each of its moves or of its steps."""
        base = self.base(row.measure)
        return None if base is None else (row.step if steps else row.move) / base.move
