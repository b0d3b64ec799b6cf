"""External programs as players on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from _commands import Command, fixture_command
from hockey_cards import Game, UnknownStrategy
from hockey_cards.cli.players import check_players, split_names

__all__ = ["fixture_command"]

pytestmark = pytest.mark.slow

GREEDY = f"cmd:{sys.executable} -m hockey_cards.process greedy"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("random,greedy", ["random", "greedy"]),
        (" a , b:c ", ["a", "b:c"]),
        ("a,cmd:./bot --level 3", ["a", "cmd:./bot --level 3"]),
        ("cmd:./bot --level 3,a", ["cmd:./bot --level 3", "a"]),
        ("cmd:./bot 'x,y' \"p,q\",cmd:b", ["cmd:./bot 'x,y' \"p,q\"", "cmd:b"]),
        (r"cmd:./bot x\,y,a", [r"cmd:./bot x\,y", "a"]),
        (r'cmd:./bot "a\",b",c', [r'cmd:./bot "a\",b"', "c"]),
        ("cmd:./bot 'open,a", ["cmd:./bot 'open", "a"]),
        ("it's,a'b", ["it's", "a'b"]),
    ],
)
def test_players_are_split_at_commas(text: str, names: list[str]) -> None:
    """A comma that a shell would take literally does not split a command; elsewhere quotes have no meaning."""
    assert names == split_names(text)


@pytest.mark.parametrize("text", ["", ",", "a,", "a,,b", "cmd:x,"])
def test_empty_name_is_refused(text: str) -> None:
    with pytest.raises(UnknownStrategy, match="has an empty name"):
        split_names(text)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:", "is not a valid command: the command '' names no program"),
        ("cmd:./bot 'a", "cannot be parsed: No closing quotation"),
        ("cmd:no-such-bot --level 3", "there is no program 'no-such-bot'"),
    ],
)
def test_invalid_command_is_refused_before_any_game(name: str, message: str) -> None:
    with pytest.raises(UnknownStrategy) as caught:
        check_players(["greedy", name])
    assert message in str(caught.value)


def test_isolated_code_is_not_imported_here(tmp_path: Path) -> None:
    """The modules of isolated players are not imported; names and commands are looked up nevertheless."""
    (tmp_path / "bad.py").write_text("raise RuntimeError\n", "utf-8")
    check_players([f"{tmp_path / 'bad.py'}:play"], isolate=True)
    for name in (f"{tmp_path / 'bad.py'}:play", "nobody", "cmd:no-such-bot"):
        with pytest.raises(UnknownStrategy):
            check_players([name], isolate=":play" not in name)


def test_external_program_plays_in_every_command(command: Command) -> None:
    """It plays in simulations, in tournaments, and against a person."""
    simulated = command("simulate", "rink", "--players", f"{GREEDY},random")
    assert 0 == simulated.code
    assert Game.from_record(simulated.out).outcome is not None
    assert f'"seats": ["{GREEDY}", "random"]' in simulated.out
    contest = command("tournament", "rink", "--players", f"{GREEDY},random", "--deals", "2")
    assert 0 == contest.code
    assert "2 deals, 4 games" in contest.out
    table = command("play", "rink", "--players", f"{GREEDY},{GREEDY}", "--seed", "1", "--seat", "1", stdin="quit\n")
    assert 0 == table.code


def test_failing_program_is_reported_with_its_seat(command: Command) -> None:
    message = command.fails("simulate", "rink", "--players", "random,cmd:false")
    assert "seat 1" in message
