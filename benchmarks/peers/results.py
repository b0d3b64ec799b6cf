"""The results of all rounds: medians and ratios."""

from __future__ import annotations

import statistics

import attrs
from measures import ALONE, TOGETHER, Library, Measure, Task, Timed


@attrs.frozen
class Row:
    """The medians over the rounds of one task.

    Args:
        who: The library.
        what: The game, and the calls that are measured.
        measure: The kind of measurement.
        move: The microseconds per move: the time of the game divided by its moves.
        step: The microseconds per step: the time of the game divided by its moves and chance nodes.
    """

    who: Library
    what: str
    measure: Measure
    move: float
    step: float


def row(task: Task, rounds: list[Timed]) -> Row:
    """Return the medians of a task."""
    move = statistics.median(timed.seconds / timed.moves for timed in rounds)
    step = statistics.median(timed.seconds / timed.steps for timed in rounds)
    return Row(task.who, task.what, task.measure, move * 1e6, step * 1e6)


@attrs.frozen
class Results:
    """All rows."""

    rows: tuple[Row, ...]

    def base(self, measure: Measure) -> Row | None:
        """Return the library's own row that a kind of measurement is compared to, if it was measured.

        Playouts of a peer from a given deal are compared to the library's whole games.
        """
        own = Measure.WHOLE if measure is Measure.DEALT else measure
        what = ALONE if own in (Measure.GIVEN, Measure.DRAWN) else TOGETHER
        return next((row for row in self.rows if (row.who, row.what, row.measure) == (Library.US, what, own)), None)

    def ratio(self, row: Row, *, steps: bool) -> float | None:
        """Return how many times as long as the library a row takes, per move or per step."""
        base = self.base(row.measure)
        return None if base is None else (row.step if steps else row.move) / base.move
