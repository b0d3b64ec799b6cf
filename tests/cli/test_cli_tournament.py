"""The command tournament: formats, teams, tests, faults, and stores that are resumed and merged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from _commands import Command, fixture_command
from hockey_cards import read_games

__all__ = ["fixture_command"]

SMALL = ["--seed", "0", "--house", "packets=2", "--house", "periods=1"]
SHORT = ["tournament", "breakaway", *SMALL, "--house", "overtime=none"]
ILL = "random,_tournaments:touchy,_tournaments:touchier"


def test_swiss_is_shown_with_its_table(command: Command) -> None:
    """Score and Buchholz of each entrant."""
    lines = command(*SHORT, "--format", "swiss:2", "--players", "random,greedy,counter,random", "--deals", "3").lines
    assert ["player", "score", "Buchholz", "points", "games"] == lines[0].split()[:5]
    assert {"random", "greedy", "counter", "random#2"} == {line.split()[1] for line in lines[2:6]}
    scores = [float(line.split()[2]) for line in lines[2:6]]
    assert sorted(scores, reverse=True) == scores
    assert "6 deals, 24 games, seed 0" == lines[-1]


def test_knock_out_is_shown_by_rounds_won(command: Command) -> None:
    lines = command(*SHORT, "--format", "knock-out:4", "--players", "random,greedy,counter").lines
    assert ["player", "score", "points", "games"] == lines[0].split()[:4]
    assert ["2", "1", "0"] == [line.split()[2] for line in lines[2:5]]


def test_teams_are_written_with_a_plus(command: Command) -> None:
    """Two mixed teams play a deal in eight games."""
    arguments = ["tournament", "passe", *SMALL, "--deals", "1", "--json", "-"]
    found = json.loads(command(*arguments, "--players", "greedy+random,counter + random").out)
    assert 8 == found["games"]
    assert {"greedy+random", "counter + random"} == {entrant["name"] for entrant in found["entrants"]}
    message = "greedy+random is a team, but breakaway has one seat a side: enter single players"
    assert message == command.fails(*SHORT, "--players", "greedy+random,random")


def test_verdicts_are_shown(command: Command) -> None:
    lines = command(*SHORT, "--players", "counter,random", "--sprt", "-100,100", "--deals", "400").lines
    assert any(
        line.split()[:2] == ["counter", "random"] and " at +100 Elo rather than -100: " in line for line in lines
    )


def test_faults_are_shown(command: Command) -> None:
    """And who was disqualified."""
    arguments = ["tournament", "breakaway", "--seed", "0", "--house", "periods=1", "--players", ILL, "--deals", "10"]
    lines = command(*arguments, "--on-fault", "random", "--on-fault", "crash=disqualify").lines
    assert any(line.split()[:3] == ["_tournaments:touchier", "crash", "disqualify"] for line in lines)
    assert any(line.startswith("_tournaments:touchier was disqualified in deal ") for line in lines)


def test_store_is_resumed(command: Command, tmp_path: Path) -> None:
    """``--resume`` needs no other argument; the same command again works too."""
    store, file = str(tmp_path / "x.db"), tmp_path / "records.jsonl"
    asked = [*SHORT, "--deals", "8", "--players", "random,greedy", "--seed", "s"]
    expected = command(*asked, "--json", "-").out
    kept = [*asked, "--store", store, "--records", str(file), "--json", "-"]
    assert expected == command(*kept).out
    assert expected == command(*kept).out
    assert expected == command("tournament", "--resume", store, "--json", "-", "--jobs", "2").out
    assert 16 == len(list(read_games(file.read_bytes().splitlines())))
    lines = command("tournament", "--resume", store, "--records", "-").lines
    assert file.read_text("utf-8").splitlines() == lines


def test_stores_are_merged(command: Command, tmp_path: Path) -> None:
    """The missing deals are played when the result is resumed."""
    asked = [*SHORT, "--players", "random,greedy"]
    parts = [str(tmp_path / name) for name in ("one.db", "two.db")]
    whole = str(tmp_path / "whole.db")
    for part, deals in zip(parts, ("0-4", "7-9"), strict=True):
        assert 0 == command(*asked, "--deals", deals, "--store", part).code
    ran = command("tournament", "--merge", parts[0], "--merge", parts[1], "--store", whole)
    assert (0, "8 deals, 16 games, seed 0") == (ran.code, ran.lines[-1])
    found = command("tournament", "--resume", whole, "--json", "-").out
    assert command(*asked, "--deals", "10", "--json", "-").out == found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tournament"], "there is nothing to play: give a VARIANT, or --resume with a store"),
        ([*SHORT, "--resume", "x.db"], "VARIANT cannot be combined with --resume, because the store has the settings"),
        (["tournament", "--resume", "x.db", "--seed", "1"], "--seed cannot be combined with --resume"),
        (["tournament", "--resume", "x.db", "--seed32", "0" * 64], "--seed32 cannot be combined with --resume"),
        ([*SHORT, "--seed32", "0" * 64], "give one seed: any text with --seed, or 32 bytes in hex with --seed32"),
        (["tournament", "rink", "--seed32", "00"], "--seed32 cannot be '00': give 32 bytes as 64 hex digits"),
        (["tournament", "rink", "--deals", "5-9"], "deals 5-9 are a part of a tournament and need a seed"),
        (["tournament", "rink", "--fast", "--deals", "5-9"], "give all parts the same"),
        (["tournament", "--resume", "/no/such.db"], "there is no store /no/such.db"),
        (["tournament", "--merge", "x.db"], "--merge needs a new file for the result: give --store"),
        (
            ["tournament", "--merge", "x.db", "--store", "y.db", "--deals", "3"],
            "--deals cannot be combined with --merge",
        ),
        ([*SHORT, "--records", "-"], "--records needs a store: give --store too"),
        ([*SHORT, "--deals", "0"], "deals cannot be '0'"),
        ([*SHORT, "--deals", "9-3"], "deals cannot be '9-3'"),
        ([*SHORT, "--deals", "²"], "deals cannot be '²'"),
        ([*SHORT, "--format", "league"], "there is no format 'league'"),
        ([*SHORT, "--sprt", "5"], "a test cannot be '5': give two numbers such as 0,20"),
        ([*SHORT, "--on-fault", "shout"], "there is no remedy 'shout'"),
        ([*SHORT, "--on-fault", "sneeze=random"], "there is no kind of fault 'sneeze'"),
        ([*SHORT, "--move-time", "0"], "the limit move cannot be 0"),
    ],
)
def test_invalid_arguments_are_refused(command: Command, arguments: list[str], message: str) -> None:
    """Before anything is played or written."""
    assert message in command.fails(*arguments)


def test_store_without_records_cannot_write_them(command: Command, tmp_path: Path) -> None:
    store = str(tmp_path / "x.db")
    command(*SHORT, "--deals", "1", "--store", store)
    ran = command("tournament", "--resume", store, "--records", "-")
    assert 2 == ran.code
    assert "keeps no records" in ran.err


def test_start_time_limits_the_wait_for_a_program(command: Command) -> None:
    """The message says what such programs often lack."""
    asked = ["tournament", "rink", "--players", "cmd:sleep 60,random", "--deals", "1", "--seed32", "0" * 64]
    asked += ["--start-time", "0.3"]
    found = command.fails(*asked)
    assert "the player of seat 0 took longer than 0.3 s to answer the first message: does it read line by line" in found


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ([], "the results are lost, as there is no --store"),
        (
            ["--store", "cup.db"],
            "the results are kept: continue with hockey-cards tournament --resume cup.db",
        ),
        (
            ["--resume", "cup.db"],
            "the results are kept: continue with hockey-cards tournament --resume cup.db",
        ),
    ],
)
def test_interruption_says_how_to_continue(
    command: Command, monkeypatch: pytest.MonkeyPatch, options: list[str], found: str
) -> None:
    """Where there is a store the next command is found, and elsewhere that there might have been one."""

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    for name in ("tournament", "resume"):
        monkeypatch.setattr(f"hockey_cards.tournament.{name}", interrupted)
    named = [] if "--resume" in options else ["rink"]
    assert f"interrupted; {found}" == command.fails("tournament", *named, *options, code=130)
