"""The command ``draw``: pictures from records, and errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from _commands import Command, fixture_command
from hockey_cards import Game, play, render
from hockey_cards.strategies import random

__all__ = ["fixture_command"]

GAME: Game = play("rink", [random, random], seed=1)
LINES = f"{play('passe', [random, random], seed=2).record()}\n{GAME.record()}\n"


@pytest.mark.parametrize("key", ["breakaway", "rink", "blades"])
def test_last_table_of_a_game_is_drawn(command: Command, key: str) -> None:
    """Without options, the picture is ``render.svg`` of the game."""
    game = play(key, [random, random], seed=3)
    assert str(render.svg(game)) == command("draw", "-", stdin=game.record()).out


def test_game_seat_move_and_width_can_be_chosen(command: Command) -> None:
    """The options select the game, the moment and the viewer."""
    asked = ["draw", "-", "--game", "1", "--last", "5", "--width", "300"]
    early = GAME
    while len(early.moves) > 5:
        early = early.undo()
    assert str(render.svg(early, seat=1, width=300)) == command(*asked, "--seat", "1", stdin=LINES).out
    assert str(render.svg(early, seat=None, width=300)) == command(*asked, "--seat", "none", stdin=LINES).out


def test_strip_and_animation_are_written_to_a_file(command: Command, tmp_path: Path) -> None:
    """``--as`` draws several moves as a strip or as an animation."""
    file = tmp_path / "game.svg"
    asked = ["draw", "-", "--game", "1", "--first", "2", "--last", "6", "-o", str(file)]
    assert "" == command(*asked, "--as", "strip", stdin=LINES).out
    assert str(render.strip(GAME, first=2, last=6)) == file.read_text("utf-8")
    assert "" == command(*asked, "--as", "animation", stdin=LINES).out
    assert str(render.animation(GAME, first=2, last=6)) == file.read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (["--game", "2"], "there is no game 2: the file has 2 games"),
        (["--game", f"{10**30}"], f"there is no game {10**30}: the file has 2 games"),
        (["--seat", "9"], "there is no seat 9"),
        (["--seat", "9" * 5000], "there is no seat '999999999999999999999999999999999999999...: give a number from 0"),
        (["--seat", "x"], "there is no seat 'x': give a number from 0, none or all"),
        (["--last", "999"], "there is no move 999: the game has "),
        (["--as", "strip", "--first", "9", "--last", "8"], "there are no moments 9 to 8"),
        (["--as", "animation", "--last", f"{10**30}"], f"there are no moments 0 to {10**30}: "),
        (["--first", "0"], "--first is for a strip or an animation: a table shows one moment, which --last chooses"),
        (["--as", "oil"], "oil"),
        (["--width", "0"], "0"),
        (["-o", "nowhere/x.svg"], "there is no folder nowhere"),
        (["-o", "table.png"], "table.png is not the name of an SVG: give one that ends in .svg"),
    ],
)
def test_invalid_options_are_refused(command: Command, options: list[str], wrong: str) -> None:
    """The message is one sentence, and nothing is written."""
    assert wrong in command.fails("draw", "-", *options, stdin=LINES)


def test_invalid_records_are_refused(command: Command) -> None:
    """An invalid record is reported with its line, and an empty file has no game."""
    assert "line 1" in command.fails("draw", "-", stdin="x")
    assert "there is no game 0: the file has 0 games" in command.fails("draw", "-", stdin="")
