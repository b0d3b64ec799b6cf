"""Results in files for other programs: CSV by the standard library, and Parquet by pyarrow."""

from __future__ import annotations

import csv
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, Final

from hockey_cards.errors import HockeyError
from hockey_cards.rules import Variant
from hockey_cards.tournament.api import report
from hockey_cards.tournament.extra import needed
from hockey_cards.tournament.report.columns import ROWS, Columns, Row, Rows, Source, Value, columns, rows_of
from hockey_cards.tournament.scoring.standings import Standings

KINDS: Final = (".csv", ".parquet")
"""How the name of a file may end."""

_ROWS: Final = 1 << 14
"""So many rows of a Parquet file are written together, and held until then."""

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet works out when the file is opened."""

_ARROW: Final = {bool: "bool_", int: "int64", float: "float64", str: "string"}


def check_export(file: str | PathLike[str]) -> None:
    """Say before the games, and not after them, that results cannot be exported.

    Raises:
        HockeyError: If the name of the file says no kind that is known.
        MissingExtra: If pyarrow is needed and not installed; says how to install it.
    """
    kind = Path(file).suffix.lower()
    if kind not in KINDS:
        raise HockeyError(f"{file} is no name for results: it must end with {' or '.join(KINDS)}")
    if kind == ".parquet":
        _arrow()


def export(
    source: Source,
    file: str | PathLike[str],
    rows: Rows = "pairs",
    *,
    variant: Variant[Any, Any, Any] | None = None,
) -> None:
    """Write results into a file for other programs; what was in it is lost, but not before the new one is whole.

    The columns are those of ``results``, of the same types, and the same whatever is in them. CSV is UTF-8 with a
    heading, commas and newlines. Where there is nothing to tell it has nothing, and before a text that a spreadsheet
    would take for a formula an apostrophe. Games are written as they are read from the store, so that there may be any
    number of them.

    Args:
        source: Standings, or the file of a store; for games it has to be a store.
        file: The name of the file, which ends with .csv or .parquet.
        rows: What there is to be a row for: ``entrants``, ``pairs``, ``faults`` or ``games``.
        variant: The variant, if the store's cannot be found by its name.

    Raises:
        HockeyError: If the name of the file says no kind that is known, there are no such rows, or standings are asked
            for games.
        MissingExtra: If pyarrow is needed and not installed; says how to install it.
        StoreError: If the source is no store.
    """
    check_export(file)
    found = source if rows == "games" or isinstance(source, Standings) else report(source, variant=variant)
    heading, listed = columns(found, rows), rows_of(found, rows, variant=variant)
    write = _write_csv if Path(file).suffix.lower() == ".csv" else _write_parquet
    with _whole(Path(file)) as new:
        write(new, heading, listed)


def export_all(
    source: Standings, folder: str | PathLike[str], kind: str, *, store: str | PathLike[str] | None = None
) -> tuple[Path, ...]:
    """Write all results into files of one folder, which is made if need be, and return their names.

    Args:
        source: The standings.
        folder: The folder.
        kind: How the names of the files end: ``.csv`` or ``.parquet``.
        store: The file of the store, if there is one: then there are the games too.

    Raises:
        HockeyError: As ``export`` does.
    """
    made = Path(folder)
    check_export(made / f"results{kind}")
    made.mkdir(parents=True, exist_ok=True)
    sources: dict[Rows, Source] = {rows: source for rows in ROWS if rows != "games"}
    if store is not None:
        sources["games"] = store
    files = {rows: made / f"{rows}{kind}" for rows in sources}
    for rows, each in sources.items():
        export(each, files[rows], rows)
    return tuple(files.values())


@contextmanager
def _whole(file: Path) -> Generator[Path]:
    """Give the name of a file that takes another's place when it is whole, and else is gone."""
    new = file.with_name(f"{file.name}.part")
    try:
        yield new
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def _write_csv(file: Path, heading: Columns, rows: Iterable[Row]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer, quoter = (
            csv.DictWriter(out, list(heading), lineterminator="\n", quoting=quoting)
            for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL)
        )
        writer.writeheader()
        for row in rows:
            cells = {name: _harmless(value) for name, value in row.items()}
            # A carriage return ends a line for whoever reads; the module quotes it from Python 3.13 on only.
            returns = any(isinstance(cell, str) and "\r" in cell for cell in cells.values())
            (quoter if returns else writer).writerow(cells)


def _harmless(value: Value) -> Value:
    """Put an apostrophe before a text that a spreadsheet would take for a formula: a player may be called anything."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def _write_parquet(file: Path, heading: Columns, rows: Iterable[Row]) -> None:
    arrow, parquet = _arrow()
    schema: Any = arrow.schema([(name, getattr(arrow, _ARROW[kind])()) for name, kind in heading.items()])
    left = iter(rows)
    with parquet.ParquetWriter(file, schema) as writer:
        while some := list(islice(left, _ROWS)):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))


def _arrow() -> tuple[Any, Any]:
    """Import pyarrow, which has no types of its own: to a type checker all of it is Any."""
    names = ("pyarrow", "pyarrow.parquet")
    found, parquet = (needed(name, "export", "a Parquet file") for name in names)
    return found, parquet
