"""The command ``serve``: tables in the browser, for people and bots."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from platformdirs import user_data_path

from hockey_cards import extras
from hockey_cards.cli.output import write_out
from hockey_cards.errors import HockeyError

_DATABASE: Final = "tables.sqlite"


def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    database: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file of the tables; by default one in your folder of data."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="The origin of the page, such as `https://cards.example`, if a proxy changes the name of the host; "
            "may be repeated.",
        ),
    ] = None,
    pause: Annotated[float, typer.Option(min=0, max=60, help="The seconds before a bot moves.")] = 0.8,
    keep: Annotated[
        int, typer.Option(min=1, metavar="HOURS", help="The hours for which a table is kept at which nothing happens.")
    ] = 168,
) -> None:
    """Open tables for people and bots, who play in a browser.

    The address is printed when the server is ready. Every move is stored before anybody sees it, so that the server can
    be stopped, or killed, at any time: start it again with the same file, and all games go on.
    """
    server: Any = extras.load("hockey_cards.web.server", extra="web", purpose="a server of tables")
    file = _default() if database is None else database
    if not file.parent.is_dir():
        raise HockeyError(f"{file} cannot be used: there is no folder {file.parent}")
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING)
    settings = server.Settings(file, host, port, tuple(origin or ()), pause=pause, keep=3600 * keep)
    server.serve(settings, _announce)


def _announce(address: str) -> None:
    write_out(f"{address}\n", flush=True)


def _default() -> Path:
    folder = user_data_path("hockey-cards")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / _DATABASE
