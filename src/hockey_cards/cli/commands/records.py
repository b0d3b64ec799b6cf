"""The commands that write and check records: ``simulate`` and ``replay``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from typing import Annotated, BinaryIO, Final

import typer

from hockey_cards.cli.arguments import PLAYERS_HELP, House, LanguageCode, VariantName, load_language, load_variant
from hockey_cards.cli.output import has_screen, open_input, write_out
from hockey_cards.cli.players import players_by_seat
from hockey_cards.errors import RecordError
from hockey_cards.game import Game
from hockey_cards.game_files import read_games
from hockey_cards.language.phrases import counted
from hockey_cards.match import play
from hockey_cards.record import Record
from hockey_cards.shoe import derive

_MAX_LINE: Final = 2**24 + 1
"""The number of bytes read of a line: enough for the reader of records to see that a line is too long."""

RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A file of records, one per line; - for stdin.")]


def simulate(
    name: VariantName,
    *,
    count: Annotated[int, typer.Option("-n", min=1, help="The number of games.")] = 1,
    seed: Annotated[
        str, typer.Option(help='The seed, any text. Game i, counted from 0, has the seed derive(SEED, "game", i).')
    ] = "0",
    players: Annotated[
        str,
        typer.Option(
            help=f"The players, separated by commas: one for each side or one for each seat. Each is {PLAYERS_HELP}."
        ),
    ] = "random,random",
    house: House = None,
    dealer: Annotated[int, typer.Option(help="The seat that deals the first period.")] = 0,
) -> None:
    """Play games and print their records.

    Each record is a JSON object on a line of its own.
    """
    game = load_variant(name, house)
    names = players_by_seat(players, game)
    for number in range(count):
        with redirect_stdout(sys.stderr):  # the output of a player must not come between the records
            played = play(game, names, seed=derive(seed, "game", number), dealer=dealer)
        write_out(played.record(seats=names) + "\n")
        sys.stdout.flush()


def replay(
    file: RecordFile,
    *,
    events: Annotated[bool, typer.Option("--events", help="Print a JSON object for each move.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only check the records, on a terminal too.")] = False,
    code: LanguageCode = None,
) -> None:
    """Check records by replaying them, and step through the games on a terminal.

    Every move must be legal, and the score, the outcome and the digest must be those of the record.

    On a terminal the games take the full screen (extra `play`), forwards and backwards and from any seat's view, each
    checked before it is shown; all cards are shown only of a game that is over.
    """
    with open_input(file) as stream:
        if events or plain or not has_screen():
            _replay(stream, events=events)
            return
        from hockey_cards.terminal.screen.replay import replay_on_screen  # needs the extra

        replay_on_screen(_games_with_names(stream), load_language(code))


def _games_with_names(file: BinaryIO) -> Iterator[tuple[Game, Sequence[str]]]:
    """Yield the games of a file, each with the names of its players if the record has them."""
    latest = b""

    def kept() -> Iterator[bytes]:
        nonlocal latest
        for line in lines(file):
            latest = line
            yield line

    for game in read_games(kept()):
        try:
            names = Record.from_json(latest).seats
        except RecordError:  # the line is compressed
            names = None
        yield game, names or ()


def _replay(file: BinaryIO, *, events: bool) -> None:
    games = moves = 0
    for game in read_games(lines(file)):
        if events:
            _write_moves(games, game)
        games += 1
        moves += len(game.moves)
    if not events:
        write_out(f"{counted(games, 'game')}, {counted(moves, 'move')}: all valid\n")


def lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, but only the beginning of a line that is too long for a record."""
    while line := file.readline(_MAX_LINE):
        yield line


def _write_moves(number: int, game: Game) -> None:
    for turn in game.turns:
        fields = {
            "game": number,
            "n": turn.number,
            "seat": turn.seat,
            "move": turn.move.code,
            "legal": [move.code for move in turn.legal],
            "call": str(turn.step.call),
            "score": turn.step.state.score,
        }
        write_out(json.dumps(fields, ensure_ascii=False) + "\n")
