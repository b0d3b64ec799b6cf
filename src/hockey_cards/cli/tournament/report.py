"""What a tournament can be asked to leave: pictures, a page, and files for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import attrs
import typer

from hockey_cards.cli.output import check_writable, write_file
from hockey_cards.errors import HockeyError
from hockey_cards.tournament import Snapshot, Sprt, Standings
from hockey_cards.tournament.report.export import check_export, export_all
from hockey_cards.tournament.report.html import check_page, html_report
from hockey_cards.tournament.report.plots import check_plot, plot
from hockey_cards.tournament.report.sprt_paths import SprtPath, SprtPaths, sprt_paths
from hockey_cards.tournament.runner import Watch

Plot = Annotated[
    str | None,
    typer.Option(
        "--plot",
        metavar="FOLDER|FILE",
        help="Draw pictures: each as PNG and SVG into a folder, or all of them into one file.png or file.svg.",
    ),
]
Html = Annotated[
    str | None,
    typer.Option(
        "--html", metavar="FILE", help="Write a report with tables and pictures, as one page that needs no other."
    ),
]
Csv = Annotated[
    str | None,
    typer.Option(
        "--csv",
        metavar="FOLDER",
        help="Write entrants, pairs and faults as CSV; of a tournament with a store, games too.",
    ),
]
Parquet = Annotated[str | None, typer.Option("--parquet", metavar="FOLDER", help="Write the same as Parquet.")]


@attrs.frozen
class Outputs:
    """What is to be left, and where; None for what is not.

    Args:
        plot: The folder or file of the pictures.
        html: The file of the report; ``-`` for stdout.
        csv: The folder of the CSV files.
        parquet: The folder of the Parquet files.
    """

    plot: str | None = None
    html: str | None = None
    csv: str | None = None
    parquet: str | None = None

    @property
    def has_pictures(self) -> bool:
        """Whether there are to be pictures anywhere."""
        return self.plot is not None or self.html is not None

    def check(self) -> None:
        """Say before the games, and not after them, that something cannot be left.

        Raises:
            HockeyError: If a name makes no sense, a folder is missing, or something is not installed.
        """
        if self.plot is not None:
            check_plot(self.plot)
            _check_above(self.plot)
        if self.html is not None:
            check_writable(self.html)
            check_page()
        for folder, kind in ((self.csv, ".csv"), (self.parquet, ".parquet")):
            if folder is not None:
                _check_folder(folder)
                check_export(f"results{kind}")

    def remember(self, sprt: Sprt | None, store: str | None) -> SprtPaths | None:
        """Return what has to watch a tournament so that the path of its test can be drawn; a store knows the path."""
        return SprtPaths() if self.has_pictures and sprt is not None and store is None else None

    def write(self, standings: Standings, *, store: str | None = None, seen: SprtPaths | None = None) -> None:
        """Write all that is to be left.

        Args:
            standings: What the tournament came to.
            store: Its store, if it has one.
            seen: What ``remember`` returned.
        """
        paths = self._paths(standings, store, seen)
        if self.plot is not None:
            plot(standings, self.plot, paths=paths)
        if self.html is not None:
            write_file(self.html, html_report(standings, paths=paths))
        for folder, kind in ((self.csv, ".csv"), (self.parquet, ".parquet")):
            if folder is not None:
                export_all(standings, folder, kind, store=store)

    def _paths(self, standings: Standings, store: str | None, seen: SprtPaths | None) -> tuple[SprtPath, ...]:
        if standings.sprt is None or not self.has_pictures:
            return ()
        if seen is not None:
            return seen.paths(standings.sprt)
        return () if store is None else sprt_paths(store)


def watching(shown: Watch, seen: SprtPaths | None) -> Watch:
    """Return what tells two of each deal: what shows it, and what remembers it if anything does."""
    if seen is None:
        return shown

    def both(snapshot: Snapshot) -> None:
        seen.watch(snapshot)
        shown(snapshot)

    return both


def _check_folder(name: str) -> None:
    """Refuse what is no folder, and cannot be made one.

    Raises:
        HockeyError: If it is a file, or there is none that it could be made in.
    """
    if Path(name).exists() and not Path(name).is_dir():
        raise HockeyError(f"{name} cannot be written: it is a file, and a folder is needed")
    _check_above(name)


def _check_above(name: str) -> None:
    if not Path(name).absolute().parent.is_dir():
        raise HockeyError(f"{name} cannot be written: there is no folder {Path(name).parent}")
