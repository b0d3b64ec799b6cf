"""Outputs of the command ``tournament``: tables on stdout, charts, the HTML report, and exports."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import attrs
import typer

from hockey_cards.cli.output import check_writable, write_file
from hockey_cards.errors import HockeyError
from hockey_cards.terminal.console import show, table
from hockey_cards.tournament import Snapshot, Sprt, SprtPath, SprtPaths, Standings, html_report, plot, sprt_paths
from hockey_cards.tournament.report.export import check_export, export_all
from hockey_cards.tournament.report.html import check_page
from hockey_cards.tournament.report.plots import check_plot
from hockey_cards.tournament.runner import Watch
from hockey_cards.tournament.scoring.text_tables import TextTable, notes, size_and_seed, text_tables

Plot = Annotated[
    str | None,
    typer.Option(
        "--plot",
        metavar="FOLDER|FILE",
        help="Draw charts: each as PNG and SVG into a folder, or all of them into one .png or .svg file.",
    ),
]
Html = Annotated[
    str | None,
    typer.Option("--html", metavar="FILE", help="Write a report with tables and charts as a single HTML page."),
]
Csv = Annotated[
    str | None,
    typer.Option(
        "--csv",
        metavar="FOLDER",
        help="Write entrants, pairs, ratings, rounds and faults as CSV files; with a store, games too.",
    ),
]
Parquet = Annotated[str | None, typer.Option("--parquet", metavar="FOLDER", help="Write the same as Parquet files.")]


def show_standings(standings: Standings) -> None:
    """Write the standings to stdout as tables."""
    for number, text_table in enumerate(text_tables(standings)):
        if number:
            show("")
        _show_table(text_table)
    for note in notes(standings):
        show("", note)
    show("", *size_and_seed(standings))


def _show_table(text_table: TextTable) -> None:
    show(table(text_table.heading, text_table.rows, right=text_table.numbers))
    if text_table.note:
        show(text_table.note)


@attrs.frozen
class Outputs:
    """The files to write after a tournament; None for those that are not wanted.

    Args:
        plot: The folder or file for the charts.
        html: The file for the report; ``-`` for stdout.
        csv: The folder for CSV files.
        parquet: The folder for Parquet files.
    """

    plot: str | None = None
    html: str | None = None
    csv: str | None = None
    parquet: str | None = None

    @property
    def has_charts(self) -> bool:
        """Whether any output contains charts."""
        return self.plot is not None or self.html is not None

    def check(self) -> None:
        """Check that everything can be written, before any games are played.

        Raises:
            HockeyError: If a name is not valid, a folder does not exist, or an extra is not installed.
        """
        if self.plot is not None:
            check_plot(self.plot)
            _check_parent(self.plot)
        if self.html is not None:
            check_writable(self.html)
            check_page()
        for folder, suffix in ((self.csv, ".csv"), (self.parquet, ".parquet")):
            if folder is not None:
                _check_folder(folder)
                check_export(f"results{suffix}")

    def path_recorder(self, sprt: Sprt | None, store: str | None) -> SprtPaths | None:
        """Return a recorder for the paths of a test, if they will be drawn and cannot be read from a store."""
        return SprtPaths() if self.has_charts and sprt is not None and store is None else None

    def write(self, standings: Standings, *, store: str | None = None, recorder: SprtPaths | None = None) -> None:
        """Write all outputs.

        Args:
            standings: The standings of the tournament.
            store: Its store, if it has one.
            recorder: The recorder that ``path_recorder`` returned.
        """
        paths = self._paths(standings, store, recorder)
        if self.plot is not None:
            plot(standings, self.plot, paths=paths)
        if self.html is not None:
            write_file(self.html, html_report(standings, paths=paths))
        for folder, suffix in ((self.csv, ".csv"), (self.parquet, ".parquet")):
            if folder is not None:
                export_all(standings, folder, suffix, store=store)

    def _paths(self, standings: Standings, store: str | None, recorder: SprtPaths | None) -> tuple[SprtPath, ...]:
        if standings.sprt is None or not self.has_charts:
            return ()
        if recorder is not None:
            return recorder.paths(standings.sprt)
        return () if store is None else sprt_paths(store)


def with_recorder(display: Watch, recorder: SprtPaths | None) -> Watch:
    """Return a callback for both the display and the recorder, if there is one."""
    if recorder is None:
        return display

    def both(snapshot: Snapshot) -> None:
        recorder.watch(snapshot)
        display(snapshot)

    return both


def _check_folder(name: str) -> None:
    """Refuse a name that is not a folder and cannot become one.

    Raises:
        HockeyError: If it is a file, or its parent folder does not exist.
    """
    if Path(name).exists() and not Path(name).is_dir():
        raise HockeyError(f"{name} cannot be written: it is a file, and a folder is needed")
    _check_parent(name)


def _check_parent(name: str) -> None:
    if not Path(name).absolute().parent.is_dir():
        raise HockeyError(f"{name} cannot be written: there is no folder {Path(name).parent}")
