"""The command that plays a tournament, goes on with one, or puts the parts of one together."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated, Final

import typer

from hockey_cards import tournament as tournaments
from hockey_cards.cli.arguments import House, load_variant
from hockey_cards.cli.output import check_writable, write_file
from hockey_cards.cli.players import split_names
from hockey_cards.cli.tournament import arguments as entry
from hockey_cards.cli.tournament import report
from hockey_cards.cli.tournament.fast import check_fast, play_fast
from hockey_cards.cli.tournament.live import live
from hockey_cards.cli.tournament.tables import show_standings
from hockey_cards.errors import HockeyError, StrategyError
from hockey_cards.tournament import Standings
from hockey_cards.tournament.runner import Watch

_ANYWAY: Final = {"jobs", "json_file", "records", "picture", "html", "csv", "parquet"}
"""What can be said when the rest is in a store."""


def tournament(  # noqa: PLR0913  # each is an option of the command
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="VARIANT", help="The name of a game (`variants` lists them), or a file.toml."),
    ] = None,
    *,
    players: entry.Players = "random,greedy,counter",
    deals: entry.Deals = "100",
    form: entry.FormatName = "round-robin",
    seed: Annotated[str, typer.Option(help="A text: the seed of cards and chance.")] = "0",
    jobs: Annotated[
        int, typer.Option(min=1, help="How many processes play; the result is the same for any number.")
    ] = 1,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="Play in compiled code, with --jobs threads; all players must be compiled too."),
    ] = False,
    house: House = None,
    sprt: entry.Bounds = None,
    on_fault: entry.Remedies = None,
    retries: entry.Retries = 0,
    move_time: entry.MoveTime = None,
    start_time: entry.StartTime = None,
    memory: entry.Memory = None,
    isolate: entry.Isolate = False,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Keep all results in a file while they come; what it has already is not played again."
        ),
    ] = None,
    records: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Keep the records of the games in the store too, and write them to a file at the end."
        ),
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with the tournament of a store; it holds all but --jobs.")
    ] = None,
    merge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE", help="A store of some deals; give more of them, and --store for the file to be made."
        ),
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the result as JSON; - for stdout, and only that."),
    ] = None,
    picture: report.Plot = None,
    html: report.Html = None,
    csv: report.Csv = None,
    parquet: report.Parquet = None,
) -> None:
    """Play every player against every other.

    Each deal is played from both sides of the table, with the same cards for all pairs. The intervals take the deals,
    and not the games, as independent. A tournament with a store goes on with --resume wherever it was ended.
    """
    for file in (json_file, records):
        check_writable(file)
    _check_apart([*(merge or ()), resume, store, json_file, records, html, picture])
    if records is not None and resume is None and store is None:
        raise HockeyError("records are kept in a store: give --store too")
    if fast:
        check_fast(context)
    outputs = report.Outputs(picture, html, csv, parquet)
    outputs.check()
    test = entry.sprt_of(sprt)
    seen = outputs.remember(test, resume or store)
    with _errors(jobs, resume or store), _quiet() as told:
        watch = report.watching(told, seen)
        if merge:
            _only(context, {"merge", "store", *_ANYWAY}, "--merge")
            standings = _merged(merge, store)
        elif resume is not None:
            _only(context, {"resume", *_ANYWAY}, "--resume")
            standings = tournaments.resume(resume, jobs=jobs, watch=watch)
        elif fast:
            standings = play_fast(
                load_variant(_given(name), house),
                entry.entrants_of(split_names(players)),
                deals=entry.deals_of(deals),
                seed=seed,
                form=form,
                sprt=test,
                threads=jobs,
                watch=watch,
            )
        else:
            policy = entry.policy_of(
                on_fault, retries=retries, move=move_time, start=start_time, memory=memory, isolate=isolate
            )
            standings = tournaments.tournament(
                load_variant(_given(name), house),
                entry.entrants_of(split_names(players), isolate=policy.isolates),
                deals=entry.deals_of(deals),
                seed=seed,
                format=tournaments.parse_format(form),
                policy=policy,
                sprt=test,
                jobs=jobs,
                store=store,
                records=records is not None,
                watch=watch,
            )
    _tell(standings, json_file, records, resume or store, quiet=html == "-")
    outputs.write(standings, store=resume or store, seen=seen)


def _tell(standings: Standings, json_file: str | None, records: str | None, store: str | None, *, quiet: bool) -> None:
    if not quiet and "-" not in (json_file, records):
        show_standings(standings)
    if json_file is not None:
        write_file(json_file, standings.to_json())
    if records is not None and store is not None:
        _write_records(store, records)


def _write_records(path: str, file: str) -> None:
    with tournaments.Store(path) as store:
        if not store.manifest.fields["records"]:
            raise tournaments.StoreError(f"{path} keeps no records: begin the tournament with --records")
        if file == "-":
            for line in store.records():
                write_file(file, line + "\n")
            return
        with Path(file).open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(f"{line}\n" for line in store.records())


def _merged(parts: Sequence[str], store: str | None) -> Standings:
    if store is None:
        raise HockeyError("the parts have to be put somewhere: give --store with the name of a new file")
    tournaments.merge(parts, store)
    return tournaments.read_standings(store)


def _given(name: str | None) -> str:
    if name is None:
        raise HockeyError("no game is named: give a VARIANT, or --resume with a store")
    return name


def _check_apart(files: Sequence[str | None]) -> None:
    """Refuse a file that is named twice: what is written last would be all that is left, and a store be lost.

    Raises:
        HockeyError: If there is one.
    """
    seen: dict[Path, str] = {}
    for file in files:
        if file is None or file == "-":
            continue
        place = Path(file).resolve()
        if place in seen:
            raise HockeyError(f"{file} is {seen[place]}, which is to hold something else: give each its own file")
        seen[place] = file


def _only(context: typer.Context, allowed: set[str], option: str) -> None:
    """Refuse what the store says already.

    Raises:
        HockeyError: If something else was given on the command line.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in allowed and source is not None and source.name == "COMMANDLINE":
            called = "VARIANT" if parameter.param_type_name == "argument" else parameter.opts[0]
            raise HockeyError(f"with {option} the tournament is that of the store: leave {called} away")


@contextmanager
def _errors(jobs: int, store: str | None) -> Generator[None]:
    try:
        yield
    except KeyboardInterrupt as error:
        kept = "nothing is kept: --store FILE would have done so"
        if store is not None:
            kept = f"what was played is kept: hockey-cards tournament --resume {store} goes on"
        raise KeyboardInterrupt(kept) from error
    except StrategyError as error:
        if jobs == 1:
            raise
        # What another process had to say of it is lost on the way.
        raise StrategyError(f"{error}; with --jobs 1 it is told where", error.seat) from error


@contextmanager
def _quiet() -> Generator[Watch]:
    """Show how the tournament goes; what a player prints must not lie in the table or the JSON."""
    with live() as watch, redirect_stdout(sys.stderr):
        yield watch
