"""The command that plays a tournament."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hockey_cards import tournament as tournaments
from hockey_cards.cli.arguments import PLAYERS_HELP, House, VariantName, variant_of
from hockey_cards.cli.output import say, show, table
from hockey_cards.cli.players import Named, load, names_of
from hockey_cards.errors import HockeyError
from hockey_cards.tournament import Standing, Standings
from hockey_cards.tournament.runner import Progress as Told


def tournament(
    name: VariantName,
    *,
    players: Annotated[
        str,
        typer.Option(
            help=f"The entrants, with commas between: {PLAYERS_HELP}. Each plays all seats of a side; who is named "
            "twice enters twice."
        ),
    ] = "random,greedy,counter",
    deals: Annotated[int, typer.Option(min=1, help="How many deals are played.")] = 100,
    seed: Annotated[str, typer.Option(help="A text: the seed of cards and chance.")] = "0",
    jobs: Annotated[
        int, typer.Option(min=1, help="How many processes play; the result is the same for any number.")
    ] = 1,
    house: House = None,
    json_file: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the result as JSON; - for stdout, and only that."),
    ] = None,
) -> None:
    """Play every player against every other.

    Each deal is played from both sides of the table, with the same cards for all pairs. The intervals take the deals,
    and not the games, as independent.
    """
    game = variant_of(name, house)
    entrants = entrants_of(names_of(players))
    _check_file(json_file)
    try:
        with _bar() as progress:
            standings = tournaments.tournament(game, entrants, deals=deals, seed=seed, jobs=jobs, progress=progress)
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        if missing not in ("numpy", "scipy"):
            raise
        raise HockeyError(f'a tournament needs {missing}: pip install "hockey-cards[tournament]"') from error
    if json_file != "-":
        _show(standings)
    if json_file == "-":
        say(standings.to_json())
    elif json_file is not None:
        Path(json_file).write_text(standings.to_json(), "utf-8", newline="\n")


def entrants_of(names: list[str]) -> dict[str, Named]:
    """Return the players by the names that they enter under: one that is named again enters as ``random#2``.

    Raises:
        UnknownStrategy: If there is no such player.
    """
    load(names)
    seen = Counter[str]()
    entrants: dict[str, Named] = {}
    for name in names:
        seen[name] += 1
        entrants[name if seen[name] == 1 else f"{name}#{seen[name]}"] = Named(name)
    return entrants


def _check_file(name: str | None) -> None:
    """Say before the games, and not after them, that a file cannot be written."""
    if name not in (None, "-"):
        folder = Path(str(name)).parent
        if not folder.is_dir():
            raise HockeyError(f"{name} cannot be written: there is no folder {folder}")
        if Path(str(name)).is_dir():
            raise HockeyError(f"{name} cannot be written: it is a folder")


@contextmanager
def _bar() -> Generator[Told | None]:
    """Show on a terminal how far the games are; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, games: bar.update(task, completed=done, total=games)


def _show(standings: Standings) -> None:
    heading = ["", "player", "points", "games", "won", "drawn", "lost", "goals", "share", "95% interval"]
    rows = [(place, *_row(entrant)) for place, entrant in enumerate(standings.entrants, 1)]
    show(table(heading, rows, right=[title for title in heading if title != "player"]))
    if len(standings.entrants) > 2:
        heading = ["player", "against", "won", "drawn", "lost", "goals", "share", "95% interval"]
        rows = [(pair.name, str(pair.opponent), *_numbers(pair)) for pair in standings.pairs]
        show("", table(heading, rows, right=heading[2:]))
    show("", f"{standings.deals} deals, {standings.games} games, seed {standings.seed}")


def _row(entrant: Standing) -> tuple[object, ...]:
    return entrant.name, f"{entrant.points:.1f}", entrant.games, *_numbers(entrant)


def _numbers(standing: Standing) -> tuple[object, ...]:
    low, high = standing.interval
    goals = f"{standing.goals_for}:{standing.goals_against}"
    between = f"{100 * low:.1f}-{high:.1%}"
    return standing.wins, standing.draws, standing.losses, goals, f"{standing.share:.1%}", between
