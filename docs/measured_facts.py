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


def section(key: str) -> Iterator[str]:
    """Yield the lines of the section of a game; none if there are no measurements."""
    text = _MEASURED.read_text("utf-8") if _MEASURED.exists() else ""
    found = facts(key, text)
    if found:
        yield "## Measured\n"
        yield f"The output of `hockey-cards measure {key}`; [the page on measures](../../measured.md) explains them."
        yield "After ± stands half the width of a 95% interval.\n"
        for _, meetings in groupby(found.items(), lambda item: tuple(item[1])):
            yield from _transposed(dict(meetings))


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
    rows = [[measure, *(row[measure] for row in meetings.values())] for measure in measures]
    yield from table([["", *meetings], *rows])
