"""The command ``measure``: a designer's report on one or more variants."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

import hockey_cards.measure as measuring
from hockey_cards.cli.arguments import House, load_variant
from hockey_cards.cli.output import check_writable, write_file
from hockey_cards.errors import HockeyError, printable
from hockey_cards.measure.measures import GAMES, VariantComparison
from hockey_cards.measure.plot import check_picture, draw
from hockey_cards.measure.text import notes_of, tables_of
from hockey_cards.rules import Variant
from hockey_cards.terminal.console import show, table

if TYPE_CHECKING:
    from hockey_cards.measure.games import Progress


def measure(
    names: Annotated[
        list[str],
        typer.Argument(metavar="VARIANT", help="Names of games (`variants` lists them), or files.toml."),
    ],
    *,
    games: Annotated[int, typer.Option(min=100, help="The number of games; slow players play fewer.")] = GAMES,
    seed: Annotated[str, typer.Option(help="The seed of cards and chance, any text.")] = "0",
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="The number of threads; all cores if not given. The result is the same for any number.",
        ),
    ] = None,
    house: House = None,
    json_file: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the result as JSON; - for stdout, and nothing else."),
    ] = None,
    picture: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw a picture into a file.svg or file.png.")
    ] = None,
) -> None:
    """Measure a game: what it is like between players of three strengths, and how much skill pays.

    Several games are measured side by side, with the difference of each from the first, on the same deals if their
    decks are the same. House rules apply to all of them.
    """
    variants = [load_variant(name, house) for name in names]
    check_writable(json_file)
    check_writable(picture)
    if json_file is not None and picture is not None and Path(json_file).resolve() == Path(picture).resolve():
        raise HockeyError(f"{picture} cannot hold both the picture and the JSON: give two files")
    if picture is not None:
        check_picture(picture)
    threads = threads or os.cpu_count() or 1
    with _bar() as progress:
        found = measuring.compare(variants, games=games, seed=seed, threads=threads, progress=progress)
    if picture is not None:
        draw(found.measurements, picture)
    if json_file != "-":
        _show(found, variants)
    if json_file is not None:
        write_file(json_file, (found if len(variants) > 1 else found.measurements[0]).to_json())


@contextmanager
def _bar() -> Generator[Progress | None]:
    """Show the progress on a terminal; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    # There is no estimate of the remaining time: some games are replayed one by one, and others take no time at all.
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=None)
        yield lambda key, who, done, games: bar.update(
            task, description=printable(f"{key}, {who}"), completed=done, total=games
        )


def _show(found: VariantComparison, variants: Sequence[Variant]) -> None:
    if len(variants) == 1:
        show(f"{variants[0].name}: {variants[0].summary}", "")
    for each in tables_of(found):
        show(table(each.heading, each.rows, right=each.heading[1:]), "")
    show(*notes_of(found))
