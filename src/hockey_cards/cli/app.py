"""The command ``hockey-cards``: its subcommands, and the reporting of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer
from typer.main import get_command

from hockey_cards import __version__
from hockey_cards.cli.commands import catalogue, draw, measure, play, records, serve, shuffle
from hockey_cards.cli.error_hints import describe_failure
from hockey_cards.cli.output import configure_streams, report_error, write_out
from hockey_cards.cli.tournament import command as tournament
from hockey_cards.errors import HockeyError, StrategyError

NAME: Final = "hockey-cards"

app: typer.Typer = typer.Typer(
    name=NAME,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(requested: bool) -> None:  # noqa: FBT001  # typer passes the value of an option by position
    if requested:
        write_out(f"{NAME} {__version__}\n")
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

    Without a command, this help is printed.
    """
    if context.invoked_subcommand is None:
        write_out(f"{context.get_help()}\n")


app.command()(catalogue.variants)
app.command()(catalogue.rules)
app.command()(catalogue.strategies)
app.command()(play.play)
app.command()(serve.serve)
app.command()(records.simulate)
app.command()(records.replay)
app.command()(draw.draw)
app.command()(tournament.tournament)
app.command()(measure.measure)
app.command()(shuffle.shuffle)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; an error is reported on stderr in one sentence.

    Args:
        argv: The arguments; None for those of the process.
    """
    try:
        configure_streams()
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        return _discard_output()
    except KeyboardInterrupt as error:
        return report_error(f"interrupted; {error}" if str(error) else "interrupted", code=130)
    return code


def _run(argv: Sequence[str]) -> int:
    command = get_command(app)
    try:
        with command.make_context(NAME, list(argv)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except StrategyError as error:
        return report_error(describe_failure(error))
    except HockeyError as error:
        return report_error(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        file = "" if error.filename is None else f"{error.filename}: "
        return report_error(f"{file}{error.strerror or error}")
    except Exception as error:
        # Usage errors have this method in every version of typer, whatever their class.
        format_message = getattr(error, "format_message", None)
        if format_message is None:
            raise
        path = getattr(getattr(error, "ctx", None), "command_path", NAME)
        return report_error(f"{format_message().rstrip('.')}; see {path} --help")
    return 0


def _discard_output() -> int:
    """End quietly because nobody reads the output: whatever is still to be flushed is discarded."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
    return 0
