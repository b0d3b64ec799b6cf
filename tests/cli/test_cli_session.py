"""The command ``play``: seating, short commands, records, commitments and closed pipes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from _commands import Command, fixture_command, start
from hockey_cards import Game, Seeded

__all__ = ["fixture_command"]

SHORT = ["--house", "packets=2", "--house", "periods=1", "--house", "overtime=none"]
FIRST = "In a score, your side comes first."
PARTNERS = "Player 3 (greedy) and Player 5 (greedy)"
OTHERS = "Player 2 (greedy), Player 4 (greedy) and Player 6 (greedy)"


@pytest.mark.parametrize(("short", "word"), [("h", "help"), ("?", "help"), ("Q", "quit"), ("q", "quit")])
def test_commands_have_short_forms(command: Command, short: str, word: str) -> None:
    arguments = ["play", "breakaway", "--seed", "3"]
    assert command(*arguments, stdin=f"{word}\n") == command(*arguments, stdin=f"{short}\n")


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["breakaway"], f"Against you: North (greedy). {FIRST}"),
        (
            ["passe", "--seat", "3", "--players", "greedy,random"],
            f"Your side: you and North (random). Against you: West (greedy) and East (greedy). {FIRST}",
        ),
        (["block-eights", "--house", "seats=6"], f"Your side: you, {PARTNERS}. Against you: {OTHERS}. {FIRST}"),
    ],
)
def test_seating_is_printed(command: Command, arguments: list[str], place: str) -> None:
    """Partners, opponents and the order of scores are printed at the start and in the help."""
    assert 2 == command("play", *arguments, "--seed", "3", stdin="help\n").lines.count(place)


@pytest.mark.parametrize("stdin", ["1\n" * 100, "1\n", "1\nundo\n2\nquit\n", ""])
@pytest.mark.parametrize("key", ["breakaway", "rink"])
def test_record_is_written(command: Command, tmp_path: Path, key: str, stdin: str) -> None:
    """The record of a finished or unfinished game has all moves that were not taken back."""
    file = tmp_path / "game.jsonl"
    ran = command("play", key, "--seed", "3", "--record", str(file), stdin=stdin)
    assert (0, "") == (ran.code, ran.err)
    game = Game.from_record(file.read_bytes())
    assert ["person", "greedy"] == json.loads(file.read_bytes())["seats"]
    assert ("seed32" in ran.out) == (game.outcome is not None)
    assert Seeded("3").seed.hex() == json.loads(file.read_bytes())["seed"]
    own = [turn for turn in game.turns if turn.seat == 0]
    if stdin.startswith("1\nundo"):
        assert [own[0].legal[1]] == [turn.move for turn in own]


def test_record_on_stdout(command: Command) -> None:
    ran = command("play", "breakaway", "--seed", "3", "--record", "-", stdin="1\nq\n")
    assert Game.from_record(ran.lines[-1]).moves


@pytest.mark.parametrize(("player", "moves"), [("coded", 0), ("illegal", 0), ("broken", 1)])
def test_record_of_a_game_with_a_failing_player(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, player: str, moves: int
) -> None:
    """The record has the moves before the failure."""
    (tmp_path / "odd.py").write_text(
        "def coded(view):\n    return view.legal[0].code\n"
        "def illegal(view):\n    return None\n"
        "def broken(view):\n    if len(view.hand) < 2:\n        raise OSError('lost')\n    return view.legal[0]\n",
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    arguments = ["play", "breakaway", *SHORT, "--seed", "3", "--players", f"greedy,{tmp_path / 'odd.py'}:{player}"]
    ran = command(*arguments, "--record", "game.jsonl", stdin="1\n" * 4)
    assert 2 == ran.code
    assert ran.err.startswith("hockey-cards: the strategy of seat 1 ")
    assert (", at odd.py:7" in ran.err) == (player == "broken")
    game = Game.from_record(Path("game.jsonl").read_bytes())
    assert moves == sum(turn.seat == 1 for turn in game.turns)


@pytest.mark.parametrize(("file", "message"), [("/no/such/folder/x", "there is no folder"), ("/", "it is a folder")])
def test_record_that_cannot_be_written(command: Command, file: str, message: str) -> None:
    """The error is reported before the game."""
    assert message in command.fails("play", "breakaway", "--record", file)


def test_commitment_can_be_checked(command: Command) -> None:
    """``shuffle`` accepts the lines at the start and at the end of a game."""
    lines = command("play", "breakaway", *SHORT, stdin="1\n" * 4).lines
    found = [line.split() for line in lines if line.startswith(("commitment ", "seed32 "))]
    checked = command("shuffle", *(word for name, value in found for word in (f"--{name}", value)))
    assert (0, "commitment matches the seed\n") == (checked.code, checked.out)


def test_closed_pipe_ends_the_game() -> None:
    """``play | head`` ends quietly."""
    with start("play", "breakaway", "--seed", "3", stdin=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        run.stdin.write(b"help\n" * 50)
        run.stdin.close()
        assert b"" == run.stderr.read()
        assert 0 == run.wait(timeout=60)


@pytest.mark.parametrize("name", ["game.jsonl", "game.jsonl.gz"])
def test_unfinished_game_of_a_file_goes_on(
    command: Command, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert 0 == command("play", "breakaway", "--seed", "3", "--record", name, stdin="1\nquit\n").code
    ran = command("play", name, stdin="quit\n")
    assert (0, "") == (ran.code, ran.err)
    assert any(line.startswith("pile ") for line in ran.lines)
