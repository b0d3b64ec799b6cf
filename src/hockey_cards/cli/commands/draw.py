"""The command ``draw``: a game from its record as an SVG."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Annotated, Any, BinaryIO, Final, Literal

import typer

from hockey_cards import render
from hockey_cards.cli.commands.records import RecordFile, lines
from hockey_cards.cli.output import STDIO, check_writable, open_input, write_file
from hockey_cards.errors import HockeyError, RecordError, SeatError, brief
from hockey_cards.game import Game
from hockey_cards.game_files import read_games
from hockey_cards.language.phrases import counted
from hockey_cards.render import Perspective, Picture

_MAX_DIGITS: Final = 9
"""The number of digits of a seat, at most."""

Kind = Literal["table", "strip", "animation"]


def draw(
    file: RecordFile,
    *,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="The SVG file to write; - for stdout.")
    ] = STDIO,
    kind: Annotated[
        Kind,
        typer.Option(
            "--as", help="The table after the last move, a strip of small tables, or an animation of the moves."
        ),
    ] = "table",
    game: Annotated[int, typer.Option(min=0, help="The number of the game in the file, from 0.")] = 0,
    first: Annotated[
        int | None,
        typer.Option(min=0, help="The first move of a strip or an animation; 0 is the deal, which is the default."),
    ] = None,
    last: Annotated[int | None, typer.Option(min=0, help="The last move; by default the end of the game.")] = None,
    seat: Annotated[
        str,
        typer.Option(help="Whose view to draw: the number of a seat, `none` for a spectator, or `all` for all cards."),
    ] = "all",
    width: Annotated[int | None, typer.Option(help="The width of the picture in pixels.")] = None,
) -> None:
    """Draw a game from its record as an SVG.

    The record is checked as by `replay`.
    """
    if kind == "table" and first is not None:
        raise HockeyError("--first is for a strip or an animation: a table shows one moment, which --last chooses")
    _check_output(output)
    with open_input(file) as stream:
        found = _read_game(stream, game)
    perspective = _parse_seat(seat)
    size = {} if width is None else {"width": width}
    write_file(output, _picture(found, kind, perspective, first=first or 0, last=last, **size))


def _check_output(output: str) -> None:
    """Refuse an output that an SVG does not belong in.

    Raises:
        HockeyError: If it is a file of another kind, cannot be written, or is a terminal.
    """
    check_writable(output)
    if output == STDIO and sys.stdout.isatty():
        raise HockeyError("an SVG is not readable in a terminal: give -o FILE.svg")
    if output != STDIO and not output.endswith(".svg"):
        raise HockeyError(f"{output} is not the name of an SVG: give one that ends in .svg")


def _read_game(stream: BinaryIO, number: int) -> Game:
    """Return one game of a file, after checking those before it."""
    games = read_games(lines(stream))
    before = sum(1 for _ in islice(games, min(number, sys.maxsize)))
    found = next(games, None)
    if found is None:
        raise RecordError(f"there is no game {number}: the file has {counted(before, 'game')}, counted from 0")
    return found


def _parse_seat(text: str) -> Perspective:
    if text == "all":
        return "all"
    if text == "none":
        return None
    if not text.isdecimal() or len(text) > _MAX_DIGITS:
        raise SeatError(f"there is no seat {brief(text)}: give a number from 0, none or all")
    return int(text)


def _picture(game: Game, kind: Kind, seat: Perspective, *, first: int, last: int | None, **size: Any) -> Picture:
    if kind == "strip":
        return render.strip(game, seat=seat, first=first, last=last, **size)
    if kind == "animation":
        return render.animation(game, seat=seat, first=first, last=last, **size)
    return render.svg(_after(game, last), seat=seat, **size)


def _after(game: Game, moves: int | None) -> Game:
    """Return a game as it was after a number of moves."""
    if moves is None:
        return game
    if moves > len(game.moves):
        raise RecordError(f"there is no move {moves}: the game has {counted(len(game.moves), 'move')}")
    while len(game.moves) > moves:
        game = game.undo()
    return game
