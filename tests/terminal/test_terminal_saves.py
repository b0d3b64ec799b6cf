"""Saved games: after every move, resumed by one process at a time; damaged files are moved aside."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path
from time import sleep

import pytest

from _commands import Command, Ran, fixture_command, start
from hockey_cards import Game
from hockey_cards.terminal.saves import Saves

__all__ = ["fixture_command"]

PLAY = ["play", "breakaway", "--seed", "3"]
SHORT = ["--house", "packets=2", "--house", "periods=1", "--house", "overtime=none"]


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, command: Command) -> Path:
    """Return the folder of the saved games."""
    assert command.patch is not None
    return tmp_path / "data" / "hockey-cards" / "games"


def _last_screen(ran: Ran) -> str:
    return re.split(r"your move \([^)]*\): ", ran.out)[-2].partition("\n\n")[2]


def _files(folder: Path) -> list[str]:
    return sorted(path.name[16:] for path in folder.glob("*"))


@pytest.mark.parametrize("key", ["blades", "breakaway", "passe", "rink"])
def test_game_goes_on_where_it_was_left(command: Command, folder: Path, key: str) -> None:
    """The board and the moves are the same, and moves can be taken back."""
    left = command("play", key, "--seed", "3", stdin="1\n1\nquit\n")
    resumed = command("play", "--resume", stdin="undo\n")
    assert "Your last move is taken back." in resumed.out
    assert [".game.json", ".game.json.lock"] == _files(folder)
    again = command("play", "--resume", stdin="")
    assert 0 == left.code == again.code
    assert left.out.count("\nyour hand ") >= again.out.count("\nyour hand ")


def test_resumed_game_shows_the_same_board(command: Command, folder: Path) -> None:
    left = command(*PLAY, stdin="1\n1\n")
    resumed = command("play", "--resume", stdin="")
    assert _last_screen(left) in resumed.out


def test_finished_game_is_not_kept(command: Command, folder: Path) -> None:
    ran = command(*PLAY, *SHORT, stdin="1\n" * 4)
    assert "seed32" in ran.out
    assert [] == _files(folder)
    assert command.fails("play", "--resume").startswith("there is no unfinished game")


def test_game_without_a_move_is_not_saved(command: Command, folder: Path) -> None:
    command(*PLAY, stdin="quit\n")
    assert not folder.exists() or [] == [name for name in _files(folder) if name == ".game.json"]


def test_other_process_is_refused(command: Command, folder: Path) -> None:
    """The game is open in one process only."""
    command(*PLAY, stdin="1\n")
    held = Saves(folder).resume(lambda name: None, lambda path, reason: None)
    assert held is not None
    with pytest.raises(Exception, match="open in another process"):
        Saves(folder).resume(lambda name: None, lambda path, reason: None)
    held.save.close()
    assert Saves(folder).resume(lambda name: None, lambda path, reason: None) is not None


@pytest.mark.parametrize("damage", ["cut", "newer", "empty", "moves"])
def test_unreadable_game_is_moved_aside(command: Command, folder: Path, damage: str) -> None:
    """A damaged file, or one of a newer version, is reported and kept; the game before it goes on."""
    command("play", "rink", "--seed", "3", stdin="1\n")
    older = set(folder.glob("*.game.json"))
    command(*PLAY, stdin="1\n")
    (file,) = set(folder.glob("*.game.json")) - older
    text = file.read_text("utf-8")
    changed = {
        "cut": text[:-9],
        "newer": text.replace("session/1", "session/2"),
        "empty": "",
        "moves": text.replace('"moves":["', '"moves":["2s","', 1),
    }
    file.write_text(changed[damage], "utf-8")
    ran = command("play", "--resume", stdin="")
    assert "A saved game cannot be read, and was moved to" in ran.out
    assert "theirs" in ran.out
    assert changed[damage] == next(folder.glob("*.unreadable")).read_text("utf-8")


def test_game_that_cannot_be_saved_goes_on(command: Command, tmp_path: Path) -> None:
    """The player sees one message."""
    (tmp_path / "data").write_text("a file where the folder should be", "utf-8")
    ran = command(*PLAY, *SHORT, stdin="1\n" * 4)
    assert 1 == ran.out.count("The game cannot be saved: ")
    assert "seed32" in ran.out


@pytest.mark.parametrize("option", [["breakaway"], ["--seat", "1"], ["--seed", "3"], ["--players", "random"]])
def test_resume_takes_no_other_settings(command: Command, option: list[str]) -> None:
    assert "cannot be combined with --resume" in command.fails("play", "--resume", *option)


def test_last_unfinished_game_of_a_record_goes_on(command: Command, tmp_path: Path) -> None:
    """The person has the seat that the record names, and unknown players are replaced."""
    file = tmp_path / "games.jsonl"
    game = Game.start("breakaway", seed=3)
    over = game
    while over.outcome is None:
        over = over.play(over.legal[0])
    begun = game.play(game.legal[0]).play
    opened = begun(game.play(game.legal[0]).legal[0])
    file.write_text(f"{opened.record(seats=['os:getcwd', 'person'])}\n\n{over.record()}\n", "utf-8")
    ran = command("play", str(file), "--record", "-", stdin="1\n")
    record = json.loads(ran.lines[-1])
    assert ["greedy", "person"] == record["seats"]
    assert [move.code for move in opened.moves] == record["moves"][:2]
    file.write_text(over.record(), "utf-8")
    assert "has no unfinished game" in command.fails("play", str(file))


def test_menu_starts_and_resumes_games(command: Command, folder: Path) -> None:
    """Everything is chosen by digits, and after a game the menu comes back."""
    started = command("play", stdin="2\n3\n1\n1\n1\n07\n0\n")
    assert "North (counter)" in started.out
    resumed = command("play", stdin="1\n07\n0\n")
    assert "1 continue the last game" in resumed.lines
    assert "North (counter)" in resumed.out
    assert 0 == command("play", stdin="").code


@pytest.mark.slow
def test_killed_game_goes_on(command: Command, folder: Path) -> None:
    """After a kill at any time no move is lost."""
    with start(*PLAY, stdin=subprocess.PIPE) as run:
        assert run.stdin is not None
        run.stdin.write(b"1\n1\n")
        run.stdin.flush()
        while _moves(folder) < 2:
            assert run.poll() is None
            sleep(0.05)
        run.send_signal(signal.SIGKILL)
    assert 2 == _moves(folder)
    assert 0 == command("play", "--resume", stdin="").code


def _moves(folder: Path) -> int:
    """Return the number of the person's moves that are saved."""
    found = [json.loads(path.read_bytes()) for path in folder.glob("*.game.json")]
    return sum(entry.get("player", "") is None for entry in found[0]["log"]) if found else 0
