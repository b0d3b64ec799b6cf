"""Measurements as text: as many digits as their intervals bear, and the tables of a report."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from hockey_cards.measure.measures import MEASURES, SKILL, Finding, Measurement, SideBySide, chosen
from hockey_cards.options import Value

_MOST_DIGITS: Final = 5
_INTERVALS: Final = (
    "What follows ± or stands in brackets is a 95% interval, each for itself; "
    "a number without one was the same in all games."
)


@attrs.frozen
class Grid:
    """A table of texts.

    Args:
        heading: The titles of its columns.
        rows: Its rows.
    """

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def text_of(finding: Finding, *, change: bool = False) -> str:
    """Return an estimate for people: ``7.937 ± 0.013``, a share in per cent.

    The half width of the interval is given to two digits, and the number to as many. A share of none or of all shows
    the end of its interval: ``0% (< 0.0004%)``.

    Args:
        finding: The finding.
        change: Whether it is a difference: it then has a sign, and one of shares is told in percentage points (pp).
    """
    share = finding.measure.share
    scale, unit = (100.0 if share else 1.0), ("%" if share else "")
    value, low, high = (
        scale * number for number in (finding.estimate.value, finding.estimate.low, finding.estimate.high)
    )
    if share and not change and value in (0.0, 100.0) and low < high:
        return f"{value:g}% ({'<' if value == 0 else '>'} {_bound(low, high, value)}%)"
    half = max(high - value, value - low)
    sign = "+" if change else ""
    if half == 0:
        return f"{value:{sign}g}{' pp' if change and share else unit}"
    digits = _digits(half)
    number = f"{_rounded(value, digits):{sign}.{digits}f}"
    return f"{number} ± {half:.{digits}f} pp" if change and share else f"{number}{unit} ± {half:.{digits}f}"


def label_of(measured: Measurement) -> str:
    """Return what a variant is called: its key, and its house rules if it has any."""
    house = ", ".join(f"{name}={_option(value)}" for name, value in measured.house.items())
    return f"{measured.variant} ({house})" if house else measured.variant


def title_of(players: tuple[str, ...]) -> str:
    """Return what a meeting is called: ``greedy``, or ``counter over greedy``."""
    return " over ".join(players)


def grids_of(found: SideBySide) -> Iterator[Grid]:
    """Yield the tables of a report."""
    first = found.measurements[0]
    if len(found.measurements) > 1:
        yield from (_abreast(found, players) for players in first.meetings)
        return
    yield _alone(first)
    if any(len(players) > 1 for players in first.meetings):
        yield _skill(first)


def notes_of(found: SideBySide) -> Iterator[str]:
    """Yield what is to be known of a report: how many games there were, and what the intervals are."""
    first = found.measurements[0]
    yield f"{first.games} games were asked for, seed {first.seed}; slow players play fewer."
    yield _INTERVALS
    for measured in found.measurements:
        if not measured.compiled:
            yield f"{label_of(measured)} has no kernel: the engine played its games, and fewer of them."
    for measured, paired in zip(found.measurements[1:], found.paired, strict=True):
        deals = "on the same deals" if paired else "with another deck"
        yield f"{label_of(measured)} against {label_of(first)}: {deals}."


def _alone(measured: Measurement) -> Grid:
    """Return what each player does with itself."""
    met = [players for players in measured.meetings if len(players) == 1]
    games = [measured.find("goals", *players).units for players in met]
    rows: list[tuple[str, ...]] = [("games", *map(str, games))]
    for measure in MEASURES:
        found = [next(chosen(measured.findings, measure.name, players)) for players in met]
        rows.append((measure.label + _fewer(found, games), *map(text_of, found)))
    return Grid(("each against itself", *map(title_of, met)), tuple(rows))


def _skill(measured: Measurement) -> Grid:
    """Return how much better players do than weaker ones."""
    rows: list[tuple[str, ...]] = []
    for players in (players for players in measured.meetings if len(players) > 1):
        found = [next(chosen(measured.findings, measure.name, players)) for measure in SKILL]
        rows.append((title_of(players), str(found[0].estimate.units), *map(text_of, found)))
    return Grid(("each deal from both sides", "deals", *(measure.label for measure in SKILL)), tuple(rows))


def _abreast(found: SideBySide, players: tuple[str, ...]) -> Grid:
    """Return what several variants gave in a meeting, each after the first with what it has more than that one."""
    first, *others = found.measurements
    names = [name for number, other in enumerate(others, 2) for name in (_numbered(number, other), f"{number} less 1")]
    met = [finding for finding in first.findings if finding.players == players]
    units = (str(next(chosen(each.findings, met[0].name, players)).estimate.units) for each in others)
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
            cells.append(text_of(next(chosen(other.findings, finding.name, players))))
            cells.append(text_of(next(chosen(differences, finding.name, players)), change=True))
        rows.append((finding.measure.label, *cells))
    return Grid((title_of(players), _numbered(1, first), *names), tuple(rows))


def _numbered(number: int, measured: Measurement) -> str:
    return f"{number}: {label_of(measured)}"


def _fewer(found: Sequence[Finding], games: Sequence[int]) -> str:
    """Tell of how many games a measure is taken, if not of all."""
    units = [finding.estimate.units for finding in found]
    return "" if units == games else f" (of {'/'.join(map(str, dict.fromkeys(units)))} games)"


def _digits(half: float) -> int:
    """Return to how many digits after the point a half width has two in all."""
    return min(max(0, 1 - math.floor(math.log10(half))), _MOST_DIGITS)


def _rounded(value: float, digits: int) -> float:
    """Round a number, without a minus before nothing."""
    return round(value, digits) + 0.0


def _bound(low: float, high: float, value: float) -> str:
    """Return the end of an interval that is not the number itself, rounded outwards to one digit."""
    room = high - low
    digits = -math.floor(math.log10(room))
    wider = math.ceil(room * 10**digits) / 10**digits
    return f"{abs(value - wider):.{max(0, digits)}f}"


def _option(value: Value) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
