"""Measurements as text: numbers rounded by their intervals, and the tables and notes of a report."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from hockey_cards.measure.measures import MEASURES, SKILL, Finding, Measurement, VariantComparison, select
from hockey_cards.options import Value

_MAX_DIGITS: Final = 5
_INTERVALS: Final = (
    "Numbers after ± or in brackets are 95% intervals, not corrected for their number; "
    "a number without one was the same in all games."
)


@attrs.frozen
class ReportTable:
    """A table of a report.

    Args:
        heading: The titles of the columns.
        rows: The rows.
    """

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def text_of(finding: Finding, *, change: bool = False) -> str:
    """Return an estimate for people: ``7.937 ± 0.013``; a share as a percentage.

    The half width of the interval has two significant digits, and the number as many decimals. A share of none or of
    all is followed by the end of its interval: ``0% (< 0.0004%)``. Any other number that was the same in all games
    stands alone.

    Args:
        finding: The finding.
        change: Whether it is a difference, which has a sign; a difference of shares is in percentage points (pp).
    """
    share = finding.measure.share
    scale, unit = (100.0 if share else 1.0), ("%" if share else "")
    value, low, high = (
        scale * number for number in (finding.estimate.value, finding.estimate.low, finding.estimate.high)
    )
    if share and not change and value in (0.0, 100.0) and low < high:
        return f"{value:g}% ({'<' if value == 0 else '>'} {_bound(low, high, value)}%)"
    if finding.estimate.error == 0 and not change:
        return f"{value:g}{unit}"
    sign = "+" if change else ""
    half = max(high - value, value - low)
    digits = _digits(half)
    number = f"{_rounded(value, digits):{sign}.{digits}f}"
    return f"{number} ± {half:.{digits}f} pp" if change and share else f"{number}{unit} ± {half:.{digits}f}"


def label_of(measured: Measurement) -> str:
    """Return the name of a variant in a report: its key, and its house rules if it has any."""
    house = ", ".join(f"{name}={_option(value)}" for name, value in measured.house.items())
    return f"{measured.variant} ({house})" if house else measured.variant


def title_of(players: tuple[str, ...]) -> str:
    """Return the name of a meeting in a report: ``greedy``, or ``counter over greedy``."""
    return " over ".join(players)


def tables_of(found: VariantComparison) -> Iterator[ReportTable]:
    """Yield the tables of a report."""
    first = found.measurements[0]
    if len(found.measurements) > 1:
        yield from (_side_by_side(found, players) for players in first.meetings)
        return
    yield _self_play(first)
    if any(len(players) > 1 for players in first.meetings):
        yield _skill(first)


def notes_of(found: VariantComparison) -> Iterator[str]:
    """Yield the notes of a report: how many games were played, and what the intervals mean."""
    first = found.measurements[0]
    yield f"{first.games} games requested, seed {first.seed}; slow players play fewer."
    yield _INTERVALS
    for measured in found.measurements:
        if not measured.compiled:
            yield f"{label_of(measured)} has no kernel: the engine played fewer games instead."
    for measured, paired in zip(found.measurements[1:], found.paired, strict=True):
        deals = "on the same deals" if paired else "with another deck"
        yield f"{label_of(measured)} against {label_of(first)}: {deals}."


def _self_play(measured: Measurement) -> ReportTable:
    """Return the table of players against themselves."""
    met = [players for players in measured.meetings if len(players) == 1]
    games = [measured.find("goals", *players).units for players in met]
    rows: list[tuple[str, ...]] = [("games", *map(str, games))]
    for measure in MEASURES:
        found = [next(select(measured.findings, measure.name, players)) for players in met]
        rows.append((measure.label + _fewer(found, games), *map(text_of, found)))
    return ReportTable(("each against itself", *map(title_of, met)), tuple(rows))


def _skill(measured: Measurement) -> ReportTable:
    """Return the table of stronger players against weaker ones."""
    rows: list[tuple[str, ...]] = []
    for players in (players for players in measured.meetings if len(players) > 1):
        found = [next(select(measured.findings, measure.name, players)) for measure in SKILL]
        rows.append((title_of(players), str(found[0].estimate.units), *map(text_of, found)))
    return ReportTable(("each deal from both sides", "deals", *(measure.label for measure in SKILL)), tuple(rows))


def _side_by_side(found: VariantComparison, players: tuple[str, ...]) -> ReportTable:
    """Return the table of several variants for a meeting, each after the first with its difference from the first."""
    first, *others = found.measurements
    names = [name for number, other in enumerate(others, 2) for name in (_numbered(number, other), f"{number} less 1")]
    met = [finding for finding in first.findings if finding.players == players]
    units = (str(next(select(each.findings, met[0].name, players)).estimate.units) for each in others)
    rows: list[tuple[str, ...]] = [
        (
            "games" if len(players) == 1 else "deals",
            str(met[0].estimate.units),
            *(cell for each in units for cell in (each, "")),
        ),
    ]
    for finding in met:
        cells = [text_of(finding)]
        for other, differences in zip(others, found.differences, strict=True):
            cells.append(text_of(next(select(other.findings, finding.name, players))))
            cells.append(text_of(next(select(differences, finding.name, players)), change=True))
        rows.append((finding.measure.label, *cells))
    return ReportTable((title_of(players), _numbered(1, first), *names), tuple(rows))


def _numbered(number: int, measured: Measurement) -> str:
    return f"{number}: {label_of(measured)}"


def _fewer(found: Sequence[Finding], games: Sequence[int]) -> str:
    """Return a note on the number of games that a measure is taken from, if it is not all of them."""
    units = [finding.estimate.units for finding in found]
    return "" if units == games else f" (of {'/'.join(map(str, dict.fromkeys(units)))} games)"


def _digits(half: float) -> int:
    """Return the number of decimals with which a half width has two significant digits."""
    return min(max(0, 1 - math.floor(math.log10(half))), _MAX_DIGITS)


def _rounded(value: float, digits: int) -> float:
    """Round a number; the result is never negative zero."""
    return round(value, digits) + 0.0


def _bound(low: float, high: float, value: float) -> str:
    """Return the end of an interval that differs from the number, rounded outwards to one digit."""
    room = high - low
    digits = -math.floor(math.log10(room))
    wider = math.ceil(room * 10**digits) / 10**digits
    return f"{abs(value - wider):.{max(0, digits)}f}"


def _option(value: Value) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
