"""Tables and lists on a terminal, and in a file or a pipe."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from rich.text import Text

from _commands import Command, fixture_command
from hockey_cards import variants
from hockey_cards.measure import variant as measurement
from hockey_cards.terminal.console import field_list, show, table

__all__ = ["fixture_command"]

Narrow = Callable[[int], None]

LONG = "a_player_with_a_name_that_no_table_has_room_for"
TOURNAMENT = ["tournament", "breakaway", "--seed", "0", "--deals", "2", "--house", "packets=2", "--house", "periods=1"]


@pytest.fixture(name="narrow")
def fixture_narrow(monkeypatch: pytest.MonkeyPatch) -> Narrow:
    """Make stdout a terminal of a given width."""

    def made(columns: int) -> None:
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(cast("object", type(sys.stdout)), "isatty", _is_terminal)

    return made


def _is_terminal(stream: object) -> bool:
    return True


@pytest.fixture(name="player")
def fixture_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Change to a folder with a player that has a long name."""
    (tmp_path / f"{LONG}.py").write_text("def play(view):\n    return view.legal[0]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return f"{LONG}.py:play"


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def _squeezed(text: str) -> str:
    return "".join(_plain(text).split())


def test_tables_in_a_pipe_have_their_full_width(command: Command, player: str) -> None:
    """Each row is one complete line, whatever the width of the terminal."""
    lines = command(*TOURNAMENT, "--players", f"{player},random").lines
    rows = [line.split() for line in lines[2:4]]
    assert {player, "random"} == {row[1] for row in rows}
    assert all(re.fullmatch(r"\d+\.\d-\d+\.\d%", row[-1]) for row in rows)


def test_columns_of_text_wrap_on_a_terminal(command: Command, player: str, narrow: Narrow) -> None:
    """No line is wider than the terminal, and no number is broken."""
    narrow(80)
    lines = _plain(command(*TOURNAMENT, "--players", f"{player},random").out).splitlines()
    assert max(map(len, lines)) <= 80
    assert 2 == sum(bool(re.search(r" \d+\.\d-\d+\.\d%$", line)) for line in lines)
    assert player in "".join(line[3:19].strip() for line in lines[2:])


@pytest.mark.parametrize("columns", [1, 20, 40])
def test_tables_are_never_cut(command: Command, player: str, narrow: Narrow, columns: int) -> None:
    """A line continues on the next if the numbers alone are wider than the terminal."""
    narrow(columns)
    out = _plain(command(*TOURNAMENT, "--players", f"{player},random").out)
    rows = [line for line in out.splitlines() if re.match(r"\d+  [a-z]", line)]
    assert ["1", "2"] == [row.split()[0] for row in rows]
    assert all(re.search(r"\d+\.\d-\d+\.\d%$", row) for row in rows)


@pytest.mark.parametrize("columns", [30, 60, 100])
@pytest.mark.parametrize("key", variants())
def test_rules_are_complete_on_any_terminal(command: Command, narrow: Narrow, key: str, columns: int) -> None:
    """Every letter is there, whatever the width."""
    wide = _squeezed(command("rules", key, "--table").out).replace("─", "")
    narrow(columns)
    folded = command("rules", key, "--table").out
    assert sorted(wide) == sorted(_squeezed(folded).replace("─", ""))
    assert "…" not in folded


def test_moves_are_not_broken(command: Command, narrow: Narrow) -> None:
    """A number stays with its move when the moves take several lines."""
    narrow(31)
    out = _plain(command("play", "breakaway", "--seed", "3", "--house", "packets=all").out)
    lines = out[: out.index("your move")].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    choices = [choice for line in lines[first:] for choice in line.split("   ") if choice.strip()]
    assert len(lines) - first > 1
    assert [str(number) for number in range(1, len(choices) + 1)] == [choice.split(" ")[0] for choice in choices]
    assert all(re.fullmatch(r"\d+ \S+ \(.+\)", choice) for choice in choices)
    assert max(map(len, lines[first:])) <= 31


def test_commitments_are_not_wrapped(command: Command, narrow: Narrow) -> None:
    """They can be copied from a narrow terminal."""
    narrow(40)
    assert re.search(r"^commitment [0-9a-f]{64}$", _plain(command("play", "rink").out), re.MULTILINE)


@pytest.mark.parametrize("asked", [["rules"], ["measure", "--games", "100", "--threads", "1"]])
def test_texts_of_a_file_cannot_control_the_terminal(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    """Control characters in the texts of a variant are escaped."""
    monkeypatch.setattr(measurement, "LADDER", ("random",))
    file = tmp_path / "steering.toml"
    words = r'name = "\u001b[2JName"' "\n" r'summary = "Red \u009b31m"' "\n" r'source = "\u001b]0;title\u0007"'
    file.write_text(f'base = "rink"\nkey = "steering"\n{words}\n', "utf-8")
    ran = command(*asked, str(file))
    assert 0 == ran.code
    assert [r"\x1b[2JName", r"Red \x9b31m"] == [word for word in (r"\x1b[2JName", r"Red \x9b31m") if word in ran.out]
    assert [] == [sign for sign in ran.out if not sign.isprintable() and sign != "\n"]


def test_headings_and_cells_cannot_control_the_terminal(command: Command) -> None:
    """Line breaks are escaped in cells and kept in texts."""
    show(table(["\x1b[1m"], [["one\ntwo\r"]]), "three\nfour\x07", Text("\x1b[2J"), field_list([("\x9b", "\x00")]))
    out = str(command.capture.readouterr().out)
    for told in (r"\x1b[1m", r"one\ntwo\r", "three\nfour\\x07\n", r"\x1b[2J", r"\x9b  \x00"):
        assert told in out
