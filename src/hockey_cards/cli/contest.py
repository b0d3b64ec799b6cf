"""The command that plays a tournament."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hockey_cards import tournament as tournaments
from hockey_cards.cli.arguments import PLAYERS_HELP, House, VariantName, variant_of
from hockey_cards.cli.output import check_file, counted, show, table, write
from hockey_cards.cli.players import Named, load, names_of
from hockey_cards.errors import HockeyError, StrategyError
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
    check_file(json_file)
    try:
        # What a player prints must not lie in the table or the JSON.
        with _bar() as progress, redirect_stdout(sys.stderr):
            standings = tournaments.tournament(game, entrants, deals=deals, seed=seed, jobs=jobs, progress=progress)
    except ModuleNotFoundError as error:
        raise HockeyError(str(error)) from error
    except StrategyError as error:
        if jobs == 1:
            raise
        # What another process had to say of it is lost on the way.
        raise StrategyError(f"{error}; with --jobs 1 it is told where", error.seat) from error
    if json_file != "-":
        _show(standings)
    if json_file is not None:
        write(json_file, standings.to_json())


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
    show("", f"{counted(standings.deals, 'deal')}, {counted(standings.games, 'game')}, seed {standings.seed}")


def _row(entrant: Standing) -> tuple[object, ...]:
    return entrant.name, f"{entrant.points:.1f}", entrant.games, *_numbers(entrant)


def _numbers(standing: Standing) -> tuple[object, ...]:
    low, high = standing.interval
    goals = f"{standing.goals_for}:{standing.goals_against}"
    between = f"{100 * low:.1f}-{high:.1%}"
    return standing.wins, standing.draws, standing.losses, goals, f"{standing.share:.1%}", between
