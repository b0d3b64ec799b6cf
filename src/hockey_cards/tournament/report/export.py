"""Exports of results for other programs: CSV, and Parquet through pyarrow."""

from __future__ import annotations

import csv
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, Final

from hockey_cards.errors import HockeyError, clipped
from hockey_cards.extras import load
from hockey_cards.rules import Variant
from hockey_cards.tournament.report.columns import (
    ROW_KINDS,
    ColumnTypes,
    Row,
    RowKind,
    Source,
    Value,
    column_types,
    iter_rows,
    with_standings,
)
from hockey_cards.tournament.scoring.standings import Standings

_SUFFIXES: Final = (".csv", ".parquet")

_ROW_GROUP: Final = 1 << 14
"""The number of rows of a Parquet file that are held in memory and written together."""

_FORMULA_PREFIXES: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Prefixes of texts that a spreadsheet takes for formulas."""

_ARROW_TYPES: Final = {bool: "bool_", int: "int64", float: "float64", str: "string"}


def check_export(file: str | PathLike[str]) -> None:
    """Check that results can be exported into a file, before any games are played.

    Raises:
        HockeyError: If the name of the file has another suffix than .csv or .parquet.
        MissingExtra: If pyarrow is needed and not installed.
    """
    suffix = Path(file).suffix.lower()
    if suffix not in _SUFFIXES:
        known = " or ".join(_SUFFIXES)
        raise HockeyError(f"results cannot be exported to {clipped(str(file))}: its name must end with {known}")
    if suffix == ".parquet":
        _arrow()


def export(
    source: Source,
    file: str | PathLike[str],
    rows: RowKind = "pairs",
    *,
    variant: Variant[Any, Any, Any] | None = None,
) -> None:
    """Export results to a file for other programs, which replaces an existing one once it is complete.

    The columns and their types are those of ``results``. CSV is UTF-8 with a header line, commas and newlines; missing
    values are empty, and a text that a spreadsheet would take for a formula is preceded by an apostrophe. Games are
    written as they are read from the store, so that there may be any number of them.

    Args:
        source: Standings, or the file of a store; games need a store.
        file: The file, whose name ends with .csv or .parquet.
        rows: The kind of rows: ``entrants``, ``pairs``, ``faults`` or ``games``.
        variant: The variant, if that of the store cannot be found by its name.

    Raises:
        HockeyError: If the file has another suffix, there is no such kind of rows, or games are asked of standings.
        MissingExtra: If pyarrow is needed and not installed.
        StoreError: If the source is not a store.
    """
    check_export(file)
    found = with_standings(source, rows, variant)
    types, listed = column_types(found, rows), iter_rows(found, rows, variant=variant)
    write = _write_csv if Path(file).suffix.lower() == ".csv" else _write_parquet
    with _replacing(Path(file)) as new:
        write(new, types, listed)


def export_all(
    source: Standings, folder: str | PathLike[str], suffix: str, *, store: str | PathLike[str] | None = None
) -> tuple[Path, ...]:
    """Export all results to the files of one folder, which is created if need be, and return the files.

    Args:
        source: The standings.
        folder: The folder.
        suffix: The suffix of the files: ``.csv`` or ``.parquet``.
        store: The file of the store, if there is one; games are then exported too.

    Raises:
        HockeyError: As ``export`` does.
    """
    made = Path(folder)
    check_export(made / f"results{suffix}")
    made.mkdir(parents=True, exist_ok=True)
    sources: dict[RowKind, Source] = {rows: source for rows in ROW_KINDS if rows != "games"}
    if store is not None:
        sources["games"] = store
    files = {rows: made / f"{rows}{suffix}" for rows in sources}
    for rows, each in sources.items():
        export(each, files[rows], rows)
    return tuple(files.values())


@contextmanager
def _replacing(file: Path) -> Generator[Path]:
    """Give the name of a temporary file, which replaces the file when the block succeeds."""
    new = file.with_name(f"{file.name}.part")
    try:
        yield new
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def _write_csv(file: Path, types: ColumnTypes, rows: Iterable[Row]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer, quoter = (
            csv.DictWriter(out, list(types), lineterminator="\n", quoting=quoting)
            for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL)
        )
        writer.writeheader()
        for row in rows:
            cells = {name: _without_formula(value) for name, value in row.items()}
            # Readers take a carriage return for the end of a line; the csv module quotes it only since Python 3.13.
            returns = any(isinstance(cell, str) and "\r" in cell for cell in cells.values())
            (quoter if returns else writer).writerow(cells)


def _without_formula(value: Value) -> Value:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; names may be any text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_PREFIXES) else value


def _write_parquet(file: Path, types: ColumnTypes, rows: Iterable[Row]) -> None:
    arrow, parquet = _arrow()
    schema: Any = arrow.schema([(name, getattr(arrow, _ARROW_TYPES[kind])()) for name, kind in types.items()])
    left = iter(rows)
    with parquet.ParquetWriter(file, schema) as writer:
        while some := list(islice(left, _ROW_GROUP)):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))


def _arrow() -> tuple[Any, Any]:
    """Import pyarrow, which has no type annotations."""
    arrow, parquet = (load(name, extra="export", purpose="a Parquet file") for name in ("pyarrow", "pyarrow.parquet"))
    return arrow, parquet
