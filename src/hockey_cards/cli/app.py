"""The command as a whole: its commands, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer
from typer.main import get_command

from hockey_cards import __version__
from hockey_cards.cli.commands import catalogue, draw, measure, play, records, shuffle
from hockey_cards.cli.faults import blamed
from hockey_cards.cli.output import complain, prepare, say
from hockey_cards.cli.tournament import command as contest
from hockey_cards.errors import HockeyError, StrategyError

NAME: Final = "hockey-cards"

app: typer.Typer = typer.Typer(
    name=NAME,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:  # noqa: FBT001  # typer passes the value of an option by position
    if asked:
        say(f"{NAME} {__version__}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _callback(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Play, simulate and check the playing-card games called Hockey.

    Without a command this help is printed.
    """
    if context.invoked_subcommand is None:
        say(f"{context.get_help()}\n")


app.command()(catalogue.variants)
app.command()(catalogue.rules)
app.command()(catalogue.strategies)
app.command()(play.play)
app.command()(records.simulate)
app.command()(records.replay)
app.command()(draw.draw)
app.command()(contest.tournament)
app.command()(measure.measure)
app.command()(shuffle.shuffle)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; whatever goes wrong is told in a sentence on stderr.

    Args:
        argv: The arguments; those of the process if None.
    """
    try:
        prepare()
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        return _quiet()
    except KeyboardInterrupt as error:
        return complain(f"interrupted; {error}" if str(error) else "interrupted", code=130)
    return code


def _run(argv: Sequence[str]) -> int:
    command = get_command(app)
    try:
        with command.make_context(NAME, list(argv)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except StrategyError as error:
        return complain(blamed(error))
    except HockeyError as error:
        return complain(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        return complain(f"{where}{error.strerror or error}")
    except Exception as error:
        # The usage errors of typer have this method, whatever class they are of in its present version.
        told = getattr(error, "format_message", None)
        if told is None:
            raise
        used = getattr(getattr(error, "ctx", None), "command_path", NAME)
        return complain(f"{told().rstrip('.')}; see {used} --help")
    return 0


def _quiet() -> int:
    """End in silence when nobody reads on: what is still to be flushed goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    return 0
