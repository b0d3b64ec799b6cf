"""The measurements of one game: its rows in the tables that ``benchmarks/measured.py`` prints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Final

from markdown_table import table

_MEASURED: Final = Path(__file__).parent / "measured.txt"
_HEADING: Final = re.compile(r"^### (.+)$", re.MULTILINE)

Row = Mapping[str, str]

_QUESTIONS: Final = {
    "How many moves does a game take?": "moves a game",
    "How many goals does it have?": "goals a game",
    "How often is it drawn?": "draws",
}
"""The questions of a designer, with the measures that answer them."""
_ALMOST_ALL: Final = 99.95


def section(key: str) -> Iterator[str]:
    """Yield the lines of the section of a game; none if there are no measurements."""
    text = _MEASURED.read_text("utf-8") if _MEASURED.exists() else ""
    found = facts(key, text)
    if found:
        yield "## Measured\n"
        yield from _summary(found)
        yield ":::{dropdown} All measures, with intervals"
        yield f"The output of `hockey-cards measure {key}`; [Measured](../../measured.md) explains the measures."
        yield "The number after ± is half the width of a 95% interval.\n"
        for _, meetings in groupby(found.items(), lambda item: tuple(item[1])):
            yield from _transposed(dict(meetings))
        yield ":::\n"


def _summary(found: Mapping[str, Row]) -> Iterator[str]:
    """Yield what a designer asks first, rounded."""
    alone = {meeting: row for meeting, row in found.items() if "moves a game" in row}
    rows = [[question, *(_rounded(row[measure]) for row in alone.values())] for question, measure in _QUESTIONS.items()]
    yield from table([["", *alone], *rows])
    skill = [f"{meeting}, {_rounded(row['share of points'])}" for meeting, row in found.items() if meeting not in alone]
    yield f"How much does skill pay? The share of the points of the player named first: {'; '.join(skill)}.\n"


def _rounded(cell: str) -> str:
    number = cell.split(maxsplit=1)[0]
    value = float(number.removesuffix("%"))
    if not number.endswith("%"):
        return f"{value:,.1f}"
    return "over 99.9%" if _ALMOST_ALL <= value < 100 else f"{value:.1f}%"


def facts(key: str, text: str) -> Mapping[str, Row]:
    """Return for each pairing of players the measurements of a game, by measure.

    Args:
        key: The key of the game.
        text: The tables, each under a heading that names the pairing, with a row for each game.
    """
    _, *parts = _HEADING.split(text)
    tables = {meeting: _rows(part) for meeting, part in zip(parts[::2], parts[1::2], strict=True)}
    return {meeting: rows[key] for meeting, rows in tables.items() if key in rows}


def _rows(part: str) -> Mapping[str, Row]:
    heading, _, *rows = [_cells(line) for line in part.splitlines() if line.startswith("|")]
    return {cells[0].strip("`"): dict(zip(heading[1:], cells[1:], strict=True)) for cells in rows}


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| ").split(" | ")]


def _transposed(meetings: Mapping[str, Row]) -> Iterator[str]:
    """Yield a table with a column for each meeting and a row for each measure."""
    measures = next(iter(meetings.values()))
    rows = [[measure, *(_separated(row[measure]) for row in meetings.values())] for measure in measures]
    yield from table([["", *meetings], *rows])


def _separated(cell: str) -> str:
    return f"{int(cell):,}" if cell.isdigit() else cell
