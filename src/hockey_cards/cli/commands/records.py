"""The commands that write and check records: simulate and replay."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Annotated, BinaryIO, Final

import typer

from hockey_cards.cli.arguments import PLAYERS_HELP, House, VariantName, variant_of
from hockey_cards.cli.output import counted, opened, say
from hockey_cards.cli.players import NamedPlayer, seated
from hockey_cards.game import Game
from hockey_cards.game_files import read_games
from hockey_cards.match import play
from hockey_cards.shoe import derive

_LONGEST: Final = 2**24 + 1
"""As much of a line as is read: enough for the reader of records to see that it is too long."""


def simulate(
    name: VariantName,
    *,
    count: Annotated[int, typer.Option("-n", min=1, help="How many games are played.")] = 1,
    seed: Annotated[
        str, typer.Option(help='A text. Game i, from 0, is played from derive(SEED, "game", i), if it is alone too.')
    ] = "0",
    players: Annotated[
        str, typer.Option(help=f"Two players, one a side, or one a seat, with commas between: {PLAYERS_HELP}.")
    ] = "random,random",
    house: House = None,
    dealer: Annotated[int, typer.Option(help="The seat that deals the first period.")] = 0,
) -> None:
    """Play games and print their records.

    A record is one JSON object on one line.
    """
    game = variant_of(name, house)
    names = seated(players, game)
    strategies = [NamedPlayer(each) for each in names]
    for number in range(count):
        with redirect_stdout(sys.stderr):  # what a player prints must not lie between the records
            played = play(game, strategies, seed=derive(seed, "game", number), dealer=dealer)
        say(played.record(seats=names) + "\n")
        sys.stdout.flush()


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of records, one a line; - for stdin.")],
    *,
    events: Annotated[bool, typer.Option("--events", help="Print one JSON object a move.")] = False,
) -> None:
    """Check records by playing them again.

    Every move must be legal, and score, outcome and digest must be what the record says.
    """
    with opened(file) as stream:
        _replay(stream, events=events)


def _replay(file: BinaryIO, *, events: bool) -> None:
    games = moves = 0
    for game in read_games(lines(file)):
        if events:
            _say_events(games, game)
        games += 1
        moves += len(game.moves)
    if not events:
        say(f"{counted(games, 'game')}, {counted(moves, 'move')}: all sound\n")


def lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines, never keeping more than the beginning of a line that is too long to be a record."""
    while line := file.readline(_LONGEST):
        yield line


def _say_events(number: int, game: Game) -> None:
    for turn in game.turns:
        event = {
            "game": number,
            "n": turn.number,
            "seat": turn.seat,
            "move": turn.move.code,
            "legal": [move.code for move in turn.legal],
            "call": str(turn.step.call),
            "score": turn.step.state.score,
        }
        say(json.dumps(event, ensure_ascii=False) + "\n")
