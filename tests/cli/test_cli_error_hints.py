"""Details in error messages: the failed line of a player's code, and suggestions for misspelt names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from _commands import COMMAND, Command, fixture_command
from hockey_cards import Game, StrategyError, variant
from hockey_cards.cli import error_hints
from hockey_cards.cli.error_hints import describe_failure

__all__ = ["fixture_command"]

BOT = """\
import json
def chooses(view):
    return helped(view)
def helped(view):
    return json.loads("{")
def silent(view):
    assert not view.legal
def loud(view):
    raise ValueError("no\\nluck")
class failing:
    @staticmethod
    def make(variant, seat, rng):
        raise LookupError(seat)
"""


@pytest.fixture(name="bot")
def fixture_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a file of players."""
    (tmp_path / "bot.py").write_text(BOT, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path / "bot.py"


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("chooses", "strategy of seat 1 raised JSONDecodeError: Expecting property name enclosed in double quotes"),
        ("chooses", ", at bot.py:5"),
        ("silent", "strategy of seat 1 raised AssertionError, at bot.py:7"),
        ("loud", "strategy of seat 1 raised ValueError: no luck, at bot.py:9"),
        ("failing", "factory of seat 1 raised LookupError: 1, at bot.py:13"),
    ],
)
def test_failed_line_is_named(command: Command, bot: Path, player: str, message: str) -> None:
    """The message has the text of the cause and the innermost line of the player's own code."""
    assert message in command.fails("simulate", "breakaway", "--players", f"random,{bot}:{player}")


def test_path_of_a_file_elsewhere(command: Command, bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path is relative in the working folder, and absolute elsewhere."""
    (bot.parent / "empty").mkdir()
    monkeypatch.chdir(bot.parent / "empty")
    message = command.fails("simulate", "breakaway", "--players", f"random,{bot}:silent")
    assert message.endswith(f", at {bot.resolve()}:7")


def test_nothing_is_repeated() -> None:
    """A message that contains the text of its cause stays as it is."""
    error = StrategyError("the strategy of seat 0 returned a string, not a move", 0)
    error.__cause__ = TypeError("a code is no move")
    assert str(error) == describe_failure(error)
    assert "alone" == describe_failure(StrategyError("alone", 0))


def test_kind_of_the_cause_is_added() -> None:
    """The kind of the cause is added unless the message ends with it."""
    error = StrategyError("the player failed", 0)
    try:
        raise KeyError("x")
    except KeyError as cause:
        error.__cause__ = cause
        line = cause.__traceback__.tb_lineno if cause.__traceback__ else 0
    assert describe_failure(error).startswith("the player failed: KeyError: 'x', at ")
    assert describe_failure(error).endswith(f"test_cli_error_hints.py:{line}")


def test_failed_line_of_a_plugin(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed code is named if the traceback has no other."""
    monkeypatch.setattr(error_hints, "_INSTALLED", [bot.parent.resolve()])
    spaces: dict[str, object] = {}
    exec(compile(BOT, str(bot), "exec"), spaces)
    error = StrategyError("the strategy of seat 0 raised AssertionError", 0)
    silent = spaces["silent"]
    assert callable(silent)
    try:
        silent(Game.start("breakaway", seed=1).view(1))
    except AssertionError as cause:
        error.__cause__ = cause.with_traceback(cause.__traceback__.tb_next if cause.__traceback__ else None)
    assert describe_failure(error).endswith(", at bot.py:7")


@pytest.mark.parametrize(
    ("arguments", "start", "end"),
    [
        (["rules", "brekaway"], "there is no variant 'brekaway': the variants are ", "; did you mean breakaway?"),
        (["rules", "Rink"], "there is no variant 'Rink': the variants are breakaway", "; did you mean rink?"),
        (["rules", "x" * 10**5], "there is no variant 'xxx", ", blades"),
        (["simulate", "rink", "--players", "greddy,random"], "there is no player 'greddy'", "; did you mean greedy?"),
        (["rules", "rink", "--house", "dek=52"], "there is no option 'dek': give ", "; did you mean deck?"),
        (["rules", "rink", "--house", "lanes=1"], "there is no option 'lanes': give ", "goalkeeper_lanes"),
        (["rules", "bot.py"], "'bot.py' is not a game: give its name, or the path of a .toml file", ""),
        (["rules", "games/quick"], "'games/quick' is not a game: give its name, or the path of a .toml file", ""),
    ],
)
def test_similar_names_are_suggested(command: Command, arguments: list[str], start: str, end: str) -> None:
    """The suggestion follows the list of known names."""
    message = command.fails(*arguments)
    assert message.startswith(start)
    assert message.endswith(end)


def test_each_unknown_option_has_its_own_suggestion(command: Command) -> None:
    message = command.fails("rules", "breakaway", "--house", "perods=2", "--house", "zz=1", "--house", "run=true")
    assert ["periods?", "runs?"] == [part.split("; ")[0] for part in message.split("did you mean ")[1:]]


@pytest.mark.parametrize("key", ["breakaway", "block-draw", "block-eights", "rink"])
def test_shown_values_can_be_typed(command: Command, key: str) -> None:
    """``--house`` accepts each value in the table of options."""
    out = command("rules", key, "--table").out
    names = [option.name for option in variant(key).rules.options]
    rows = [line.split() for line in out.splitlines() if line.split()[:1] and line.split()[0] in names]
    values = dict(row[:2] for row in rows if row[0] in names and row[-1].count(".") == 2)
    assert set(names) == values.keys()
    for name, value in values.items():
        assert out == command("rules", key, "--table", "--house", f"{name}={value}").out


def test_value_that_cannot_be_empty(command: Command) -> None:
    """The sign for an empty value is refused like any other value."""
    message = command.fails("rules", "breakaway", "--house", "overtime=-")
    assert "overtime cannot be '-': give none, sudden-death or full" == message


LOUD = """
def loud(view):
    print("HELLO")
    return view.legal[0]


def leaving(view):
    raise SystemExit(0)
"""


def test_output_of_players_is_not_among_the_records(tmp_path: Path) -> None:
    """Stdout has only records; what a player prints goes to stderr."""
    (tmp_path / "loud.py").write_text(LOUD, "utf-8")
    command = [*COMMAND, "simulate", "rink", "--players", "loud.py:loud,random"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.startswith('{"format"')
    assert "HELLO" not in run.stdout
    assert "HELLO" in run.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_player_that_exits_is_an_error(tmp_path: Path, jobs: str) -> None:
    """A player cannot end the command with success."""
    (tmp_path / "loud.py").write_text(LOUD, "utf-8")
    command = [*COMMAND, "tournament", "rink", "--players", "loud.py:leaving,random", "--deals", "60", "--jobs", jobs]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (2, "") == (run.returncode, run.stdout)
    assert "raised SystemExit" in run.stderr


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("def player(variant, seat, rng): pass", "needs @factory above it"),
        ("class player: pass", "raised TypeError: player() takes no arguments; give an instance, not the class"),
        ("def player(view): return view.legal[0].code", "one of the view's `legal`, not its code"),
        ("import hockey_cards\n@hockey_cards.factory\ndef player(*_): pass", "returned a value of type NoneType"),
    ],
)
def test_common_mistakes_are_explained(tmp_path: Path, command: Command, player: str, told: str) -> None:
    """A player that cannot be called is reported with the cause and advice."""
    file = tmp_path / "mine.py"
    file.write_text(player, "utf-8")
    assert told in command.fails("simulate", "rink", "--players", f"random,{file}:player")


@pytest.mark.parametrize(("closed", "code"), [("variants >&-", 0), ("replay - <&-", 0), ("rules nope 2>&-", 2)])
def test_closed_streams_are_accepted(closed: str, code: int) -> None:
    """A standard stream that is closed from the start causes no traceback."""
    command = ["bash", "-c", f"'{sys.executable}' -m hockey_cards {closed}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert code == run.returncode
    assert "Traceback" not in run.stderr
