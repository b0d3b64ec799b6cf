"""The command that draws a game from its record."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Annotated, BinaryIO, Final, Literal

import typer

from hockey_cards import render
from hockey_cards.cli.commands.records import lines
from hockey_cards.cli.output import check_file, counted, opened, write
from hockey_cards.errors import HockeyError, RecordError, SeatError, brief
from hockey_cards.game import Game
from hockey_cards.game_files import read_games
from hockey_cards.render import Picture, Sight

_DIGITS: Final = 9
"""No number of a seat has more digits."""

As = Literal["table", "strip", "film"]


def draw(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of records, one a line; - for stdin.")],
    *,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="The SVG; - for stdout.")] = "-",
    kind: Annotated[
        As,
        typer.Option(
            "--as", help="The table as it is at the end, a strip of small tables, or a film that plays the moves."
        ),
    ] = "table",
    game: Annotated[int, typer.Option(min=0, help="Which game of the file, from 0.")] = 0,
    first: Annotated[
        int | None, typer.Option(min=0, help="From which move on; 0 is the deal. Not for a table.")
    ] = None,
    last: Annotated[int | None, typer.Option(min=0, help="After how many moves; the end of the game if none.")] = None,
    seat: Annotated[
        str, typer.Option(help="Whose view is drawn: a seat's number, `none` for a spectator's, `all` shows all cards.")
    ] = "all",
    width: Annotated[int | None, typer.Option(help="How wide the picture is, in pixels.")] = None,
) -> None:
    """Draw a game from its record, as an SVG.

    The record is checked, as by `replay`.
    """
    if kind == "table" and first is not None:
        raise HockeyError("--first is for a strip or a film: a table shows one moment, which --last chooses")
    _check(output)
    with opened(file) as stream:
        found = _game(stream, game)
    write(output, _drawn(found, kind, _sight(seat), first or 0, last, {} if width is None else {"width": width}))


def _check(output: str) -> None:
    """Refuse what no SVG can be written to.

    Raises:
        HockeyError: If it is a file of another kind, or the screen.
    """
    check_file(output)
    if output == "-" and sys.stdout.isatty():
        raise HockeyError("an SVG is not for the screen: give -o FILE.svg")
    if output != "-" and not output.endswith(".svg"):
        raise HockeyError(f"{output} is no name for an SVG: give one that ends in .svg")


def _game(stream: BinaryIO, number: int) -> Game:
    """Return one game of a file, having checked those before it."""
    games = read_games(lines(stream))
    before = sum(1 for _ in islice(games, min(number, sys.maxsize)))
    found = next(games, None)
    if found is None:
        raise RecordError(f"there is no game {number}: the file has {counted(before, 'game')}, counted from 0")
    return found


def _sight(text: str) -> Sight:
    if text == "all":
        return "all"
    if text == "none":
        return None
    if not text.isdecimal() or len(text) > _DIGITS:
        raise SeatError(f"there is no seat {brief(text)}: give a number from 0, none or all")
    return int(text)


def _drawn(game: Game, kind: As, seat: Sight, first: int, last: int | None, size: dict[str, int]) -> Picture:
    if kind == "strip":
        return render.strip(game, seat=seat, first=first, last=last, **size)
    if kind == "film":
        return render.animated(game, seat=seat, first=first, last=last, **size)
    return render.svg(_after(game, last), seat=seat, **size)


def _after(game: Game, moves: int | None) -> Game:
    """Return a game as it was after so many moves."""
    if moves is None:
        return game
    if moves > len(game.moves):
        raise RecordError(f"the game has {counted(len(game.moves), 'move')}, and not {moves}")
    while len(game.moves) > moves:
        game = game.undo()
    return game
