"""The command ``tournament``, which plays, resumes and merges tournaments."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from hockey_cards import tournament as tournaments
from hockey_cards.cli.arguments import House, load_variant, parse_seed
from hockey_cards.cli.output import STDIO, check_writable, open_output, report_error, write_file
from hockey_cards.cli.players import split_names
from hockey_cards.cli.tournament import arguments, outputs
from hockey_cards.cli.tournament.fast import check_fast, play_fast
from hockey_cards.cli.tournament.live import live
from hockey_cards.errors import HockeyError, HostError, StrategyError
from hockey_cards.tournament import Standings
from hockey_cards.tournament.runner import Watch

_WITH_STORE: Final = {"jobs", "json_file", "records", "picture", "html", "csv", "parquet"}
"""The options that can be combined with ``--resume`` and ``--merge``."""


def tournament(  # noqa: PLR0913  # each is an option of the command
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="VARIANT", help="The name of a game (`variants` lists them), or a TOML file."),
    ] = None,
    *,
    players: arguments.Players = "random,greedy,counter",
    deals: arguments.Deals = "100",
    form: arguments.FormatName = "round-robin",
    seed: Annotated[
        str | None,
        typer.Option(
            help="The seed of the cards and of the players' chance: any text; by default that of the store, or else "
            "random. Whoever can guess it knows all cards."
        ),
    ] = None,
    seed32: Annotated[
        str | None, typer.Option("--seed32", metavar="HEX", help="The 32 bytes of the seed in hex, as printed.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=1, help="The number of worker processes; the result is the same for any number.")
    ] = 1,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="Play in compiled code, on --jobs threads; all players must be compilable."),
    ] = False,
    house: House = None,
    sprt: arguments.SprtBounds = None,
    on_fault: arguments.Remedies = None,
    retries: arguments.Retries = 0,
    move_time: arguments.MoveTime = None,
    start_time: arguments.StartTime = None,
    memory: arguments.Memory = None,
    isolate: arguments.Isolate = False,
    keep_programs: arguments.KeepPrograms = False,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep the results in a file as they come; those that it has already are not played again.",
        ),
    ] = None,
    records: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Keep the records of the games in the store too, and write them to a file at the end."
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Finish the tournament of a store, which has all settings but --jobs."),
    ] = None,
    merge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="A store with some of the deals; repeat for others, and give --store for the result.",
        ),
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the standings as JSON; - for stdout, without the tables."),
    ] = None,
    picture: outputs.Plot = None,
    html: outputs.Html = None,
    csv: outputs.Csv = None,
    parquet: outputs.Parquet = None,
) -> None:
    """Play every player against every other.

    Each deal is played from both sides of the table, with the same cards for all pairs. Intervals take the deals, not
    the games, as independent. A tournament with a store can be finished with --resume after an interruption.

    A random seed is printed at the end, and the commitment to it on stderr before the first deal. To check that they
    belong together, run `hockey-cards shuffle --seed32 HEX --commitment HEX`.
    """
    for file in (json_file, records):
        check_writable(file)
    _check_distinct([*(merge or ()), resume, store, json_file, records, html, picture])
    if records is not None and resume is None and store is None:
        raise HockeyError("--records needs a store: give --store too")
    if fast:
        check_fast(context)
    files = outputs.Outputs(picture, html, csv, parquet)
    files.check()
    test = arguments.parse_sprt(sprt)
    given_seed = parse_seed(seed, seed32)
    announce = _show_commitment if given_seed is None else None
    recorder = files.path_recorder(test, resume or store)
    with _advice_on_errors(jobs, resume or store), _display() as display, _plain_warnings():
        watch = outputs.with_recorder(display, recorder)
        if merge:
            _check_only(context, {"merge", "store", *_WITH_STORE}, "--merge")
            standings = _merge(merge, store)
        elif resume is not None:
            _check_only(context, {"resume", *_WITH_STORE}, "--resume")
            standings = tournaments.resume(resume, jobs=jobs, watch=watch, announce=announce)
        elif fast:
            standings = play_fast(
                load_variant(_required(name), house),
                arguments.load_entrants(split_names(players)),
                deals=arguments.parse_deals(deals),
                seed=given_seed,
                format_name=form,
                sprt=test,
                threads=jobs,
                watch=watch,
                announce=announce,
            )
        else:
            policy = arguments.make_policy(
                on_fault,
                retries=retries,
                move=move_time,
                start=start_time,
                memory=memory,
                isolate=isolate,
                keep_programs=keep_programs,
            )
            standings = tournaments.tournament(
                load_variant(_required(name), house),
                arguments.load_entrants(split_names(players), isolate=policy.isolates),
                deals=arguments.parse_deals(deals),
                seed=given_seed,
                format=tournaments.parse_format(form),
                policy=policy,
                sprt=test,
                jobs=jobs,
                store=store,
                records=records is not None,
                watch=watch,
                announce=announce,
            )
    if STDIO not in (json_file, records, html):
        outputs.show_standings(standings)
    if json_file is not None:
        write_file(json_file, standings.to_json())
    if records is not None:
        _write_records(resume or store or "", records)
    files.write(standings, store=resume or store, recorder=recorder)


def _show_commitment(commitment: str) -> None:
    sys.stderr.write(f"commitment {commitment}\n")
    sys.stderr.flush()


@contextmanager
def _plain_warnings() -> Generator[None]:
    """Show the library's own warning in one line, like an error."""
    with warnings.catch_warnings():
        show_as_usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any, **rest: Any) -> None:
            if issubclass(category, tournaments.GuessableSeedWarning):
                report_error(f"warning: {message}")
            else:
                show_as_usual(message, category, *place, **rest)

        warnings.showwarning = show
        warnings.simplefilter("always", tournaments.GuessableSeedWarning)
        yield


def _write_records(path: str, file: str) -> None:
    with tournaments.Store(path) as store:
        if not store.manifest.fields["records"]:
            raise tournaments.StoreError(f"{path} keeps no records: begin the tournament with --records")
        if file == STDIO:
            for line in store.records():
                write_file(file, line + "\n")
            return
        with open_output(file) as out:
            out.writelines(f"{line}\n" for line in store.records())


def _merge(parts: Sequence[str], store: str | None) -> Standings:
    if store is None:
        raise HockeyError("--merge needs a new file for the result: give --store")
    tournaments.merge(parts, store)
    return tournaments.read_standings(store)


def _required(name: str | None) -> str:
    if name is None:
        raise HockeyError("there is nothing to play: give a VARIANT, or --resume with a store")
    return name


def _check_distinct(files: Sequence[str | None]) -> None:
    """Refuse a file that is named twice, which would be overwritten and might be the store.

    Raises:
        HockeyError: If there is one.
    """
    seen: dict[Path, str] = {}
    for file in files:
        if file is None or file == STDIO:
            continue
        place = Path(file).resolve()
        if place in seen:
            raise HockeyError(f"{file} and {seen[place]} are the same file: give a file of its own for each option")
        seen[place] = file


def _check_only(context: typer.Context, allowed: set[str], option: str) -> None:
    """Refuse arguments that the store has already.

    Raises:
        HockeyError: If another one was given on the command line.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in allowed and source is not None and source.name == "COMMANDLINE":
            shown = "VARIANT" if parameter.param_type_name == "argument" else parameter.opts[0]
            raise HockeyError(f"{shown} cannot be combined with {option}, because the store has the settings")


@contextmanager
def _advice_on_errors(jobs: int, store: str | None) -> Generator[None]:
    """Add to an interruption or an error what the user can do next."""
    try:
        yield
    except KeyboardInterrupt as error:
        raise KeyboardInterrupt(_advice(store)) from error
    except HostError as error:
        raise HostError(f"{error}; {_advice(store)}") from error
    except StrategyError as error:
        if jobs == 1:
            raise
        # The traceback of another process is lost on the way.
        raise StrategyError(f"{error}; play with --jobs 1 to see where", error.seat) from error


def _advice(store: str | None) -> str:
    """Return what the user of a tournament that stopped can do next."""
    if store is None:
        return "the results are lost, as there is no --store"
    return f"the results are kept: continue with hockey-cards tournament --resume {store}"


@contextmanager
def _display() -> Generator[Watch]:
    """Show the progress, and keep whatever players print out of the tables and the JSON."""
    with live() as watch, redirect_stdout(sys.stderr):
        yield watch
