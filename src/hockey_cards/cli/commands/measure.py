"""The command that measures variants: a designer's report."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from hockey_cards.batch.extra import missing
from hockey_cards.cli.arguments import House, variant_of
from hockey_cards.cli.output import check_file, show, table, write
from hockey_cards.errors import HockeyError
from hockey_cards.rules import Variant
from hockey_cards.tournament.report.labels import printable

if TYPE_CHECKING:
    from hockey_cards.measure.games import Progress
    from hockey_cards.measure.measures import SideBySide

_USUAL: Final = 10**6
"""As many games as the library measures if nothing is said; to ask it would load numba for every command."""


def measure(
    names: Annotated[
        list[str],
        typer.Argument(metavar="VARIANT", help="Names of games (`variants` lists them), or files.toml."),
    ],
    *,
    games: Annotated[int, typer.Option(min=100, help="How many games; fewer where the players are slow.")] = _USUAL,
    seed: Annotated[str, typer.Option(help="A text: the seed of cards and chance.")] = "0",
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="On how many threads, as many as there are cores if not given; the result is the same for any number.",
        ),
    ] = None,
    house: House = None,
    json_file: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the result as JSON; - for stdout, and only that."),
    ] = None,
    picture: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw a picture into a file.svg or file.png.")
    ] = None,
) -> None:
    """Measure a game: how it goes between players of three kinds, and how much skill pays.

    Several are measured side by side, on the same deals where their decks are the same, with what each has more than
    the first. House rules hold in all of them.
    """
    variants = [variant_of(name, house) for name in names]
    check_file(json_file)
    check_file(picture)
    if json_file is not None and picture is not None and Path(json_file).resolve() == Path(picture).resolve():
        raise HockeyError(f"{picture} cannot hold both the picture and the JSON: give two files")
    found = _measured(variants, games, seed, threads or os.cpu_count() or 1, picture)
    if json_file != "-":
        _show(found, variants)
    if json_file is not None:
        write(json_file, (found if len(variants) > 1 else found.measurements[0]).to_json())


def _measured(variants: Sequence[Variant], games: int, seed: str, threads: int, picture: str | None) -> SideBySide:
    """Measure the variants, and draw them if a picture is asked for; what is missing for that is known before."""
    try:
        from hockey_cards.measure.plot import check_picture, draw
        from hockey_cards.measure.variant import compare
    except ModuleNotFoundError as error:
        raise missing(error) from error
    if picture is not None:
        check_picture(picture)
    try:
        with _bar() as progress:
            found = compare(variants, games=games, seed=seed, threads=threads, progress=progress)
    except ModuleNotFoundError as error:
        raise HockeyError(str(error)) from error
    if picture is not None:
        draw(found.measurements, picture)
    return found


@contextmanager
def _bar() -> Generator[Progress | None]:
    """Show on a terminal what is played, and how far it is; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    # How long it still takes nothing tells: some games are gone through one by one, and the others in no time.
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=None)
        yield lambda key, who, done, games: bar.update(
            task, description=printable(f"{key}, {who}"), completed=done, total=games
        )


def _show(found: SideBySide, variants: Sequence[Variant]) -> None:
    from hockey_cards.measure.text import grids_of, notes_of

    if len(variants) == 1:
        show(f"{variants[0].name}: {variants[0].summary}", "")
    for grid in grids_of(found):
        show(table(grid.heading, grid.rows, right=grid.heading[1:]), "")
    show(*notes_of(found))
