"""The commands that play and check games: simulate, replay, tournament and shuffle."""

from __future__ import annotations

import json
import sys
import tracemalloc
from pathlib import Path
from typing import Any, cast

import pytest

from _commands import Command, fixture_command
from hockey_cards import Game, Seeded, Stacked, deck, derive, play, read_games, variant, variants
from hockey_cards.cards import codes
from hockey_cards.strategies import greedy, random
from hockey_cards.tournament import tournament

__all__ = ["fixture_command"]

SHORT = ["--house", "packets=2", "--house", "periods=1", "--house", "overtime=none"]

# Seat 1 leads 4s and Kc, seat 0 matches both: a pass, and then a goal.
STACKED = "4s4hKcKd" + codes(card for card in deck() if card.code not in ("4s", "4h", "Kc", "Kd"))
EVENTS = """\
{"game": 0, "n": 1, "seat": 1, "move": "4s", "legal": ["4s", "Kc"], "call": "play", "score": [0, 0]}
{"game": 0, "n": 2, "seat": 0, "move": "4h", "legal": ["4h", "Kd"], "call": "pass", "score": [0, 0]}
{"game": 0, "n": 3, "seat": 1, "move": "Kc", "legal": ["Kc"], "call": "play", "score": [0, 0]}
{"game": 0, "n": 4, "seat": 0, "move": "Kd", "legal": ["Kd"], "call": "goal", "score": [1, 0]}
"""


def _stacked() -> Game:
    game: Game = Game.start(
        variant("breakaway").house(packets=[2], periods=1, overtime="none"), shoe=Stacked([STACKED])
    )
    for move in ("4s", "4h", "Kc", "Kd"):
        game = game.play(move)
    return game


RECORD = _stacked().record()


@pytest.mark.parametrize("key", variants())
def test_simulated_games_can_be_replayed(command: Command, key: str) -> None:
    """The records of all variants are valid, and their events are those of the games."""
    records = command("simulate", key, "-n", "2", "--players", "random,greedy").out
    played = list(read_games(records.splitlines()))
    assert 2 == len(played)
    moves = sum(len(game.moves) for game in played)
    assert f"2 games, {moves} moves: all valid\n" == command("replay", "-", stdin=records).out
    events = [json.loads(line) for line in command("replay", "--events", "-", stdin=records).lines]
    assert [move.code for game in played for move in game.moves] == [event["move"] for event in events]


def test_game_of_a_seed_does_not_depend_on_the_number_of_games(command: Command) -> None:
    """Game i has the seed ``derive(seed, "game", i)``."""
    arguments = ["simulate", "breakaway", *SHORT, "--players", "greedy,random", "--seed", "lemon", "--dealer", "1"]
    three = command(*arguments, "-n", "3").lines
    assert three[:1] == command(*arguments).lines
    game = variant("breakaway").house(packets=[2], periods=1, overtime="none")
    for number, line in enumerate(three):
        played = play(game, [greedy, random], seed=derive("lemon", "game", number), dealer=1)
        assert played.record(seats=["greedy", "random"]) == line


def test_players_are_given_by_side_or_by_seat(command: Command) -> None:
    """Two names stand for the sides; as many names as seats stand for the seats."""
    two = json.loads(command("simulate", "passe", "--players", "random,greedy").out)
    assert ["random", "greedy"] * 2 == two["seats"]
    four = json.loads(command("simulate", "passe", "--players", "random, greedy,greedy,random").out)
    assert ["random", "greedy", "greedy", "random"] == four["seats"]


def test_house_rules_are_in_the_record(command: Command) -> None:
    """Each option is parsed according to its kind."""
    told = json.loads(command("simulate", "breakaway", *SHORT, "--house", "pass_ranks=QJ").out)
    assert {"packets": [2], "periods": 1, "overtime": "none", "pass_ranks": "JQ"}.items() <= told["house"].items()


@pytest.mark.parametrize("text", [RECORD, f"\n\n{RECORD}\r\n", f"\ufeff{RECORD}\n\n"])
def test_events_are_one_object_per_move(command: Command, text: str) -> None:
    """Each move has its seat, legal moves, call and score; blank lines, a BOM and CRLF are accepted."""
    assert EVENTS == command("replay", "--events", "-", stdin=text).out


def test_games_are_counted_from_0_and_moves_from_1(command: Command, tmp_path: Path) -> None:
    """All games of a file are read."""
    file = tmp_path / "games.jsonl"
    file.write_text(f"{RECORD}\n{RECORD}\n", "utf-8")
    assert EVENTS + EVENTS.replace('"game": 0', '"game": 1') == command("replay", "--events", str(file)).out
    assert "2 games, 8 moves: all valid\n" == command("replay", str(file)).out


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "  \r\n\n"])
def test_empty_file_is_valid(command: Command, text: str) -> None:
    """A file without games is not an error."""
    assert (0, "0 games, 0 moves: all valid\n") == _ran(command, "replay", "-", stdin=text)
    assert (0, "") == _ran(command, "replay", "--events", "-", stdin=text)


def _ran(command: Command, *arguments: str, stdin: str) -> tuple[int, str]:
    ran = command(*arguments, stdin=stdin)
    return ran.code, ran.out


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (RECORD.replace('"4h"', '"As"'), "line 3, game 1, move 2: the move cannot be made: "),
        (RECORD.replace("[1, 0]", "[2, 0]"), "line 3, game 1: the score is [1, 0]"),
        (RECORD[:-70] + RECORD[-2:], "line 3, game 1: "),
        ("[" * 100_000, "line 3, game 1: "),
        ('{"format": NaN}', "line 3, game 1: "),
        ("{}", "line 3, game 1: the key 'format' is missing"),
    ],
)
def test_invalid_record_is_located(command: Command, bad: str, message: str) -> None:
    """Reading stops at the first invalid record, and the message has its line, game and move."""
    ran = command("replay", "--events", "-", stdin=f"{RECORD}\n\n{bad}\n{RECORD}\n")
    assert (2, EVENTS) == (ran.code, ran.out)
    assert ran.err.startswith(f"hockey-cards: {message}")
    assert ran.err.count("\n") == 1
    assert message in command.fails("replay", "-", stdin=f"{RECORD}\n\n{bad}\n{RECORD}\n")


def test_endless_line_takes_limited_memory(command: Command, tmp_path: Path) -> None:
    """Only the beginning of a line that is too long is read."""
    file = tmp_path / "long.jsonl"
    with file.open("wb") as opened:
        opened.truncate(300_000_000)  # zeros that take no room on the disk
    tracemalloc.start()
    message = command.fails("replay", str(file))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert message.startswith("line 1, game 0: the text is longer than ")
    assert peak < 60_000_000


def test_bytes_that_are_not_utf8(command: Command) -> None:
    """A line that is not UTF-8 is an invalid record."""
    assert "line 1, game 0: the bytes are not UTF-8 text" == command.fails("replay", "-", stdin=b'{"format": "\xff"}\n')


def test_tournament_prints_tables(command: Command) -> None:
    """The standings are followed by the results of each pair."""
    ran = command("tournament", "breakaway", "--deals", "3", "--seed", "0")
    assert (0, "") == (ran.code, ran.err)
    rows = [line.split() for line in ran.lines]
    assert [["1", "counter"], ["2", "greedy"], ["3", "random"]] == [row[:2] for row in rows[2:5]]
    met = [row[:2] for row in rows if row[:1] in (["random"], ["greedy"]) and row[1:2] in (["greedy"], ["counter"])]
    assert [["random", "greedy"], ["random", "counter"], ["greedy", "counter"]] * 2 == met
    assert "3 deals, 18 games, seed 0" == ran.lines[-1]


def test_json_of_a_tournament_is_the_same_as_in_the_library(command: Command, tmp_path: Path) -> None:
    """On stdout nothing else is printed; the bytes do not depend on the number of jobs."""
    arguments = ["tournament", "breakaway", *SHORT, "--deals", "60", "--seed", "x", "--players", "random,greedy"]
    out = command(*arguments, "--json", "-").out
    game = variant("breakaway").house(packets=[2], periods=1, overtime="none")
    expected = tournament(game, {"random": random, "greedy": greedy}, deals=60, seed="x").to_json()
    assert expected == out
    file = tmp_path / "result.json"
    ran = command(*arguments, "--json", str(file), "--jobs", "2")
    assert expected.encode() == file.read_bytes()
    assert "60 deals, 120 games, seed x" == ran.lines[-1]


def test_repeated_entrants_get_numbers(command: Command) -> None:
    """Two copies of a deterministic player share all points."""
    player = "_players:spread"
    out = command(
        *("tournament", "breakaway", *SHORT, "--deals", "5", "--seed", "0"),
        *("--players", f"{player},{player},{player}", "--json", "-", "--jobs", "2"),
    ).out
    told = json.loads(out)
    assert [player, f"{player}#2", f"{player}#3"] == [entrant["name"] for entrant in told["entrants"]]
    assert [0.5] * 3 == [pair["share"] for pair in told["pairs"]]
    assert {1.0} == {round(sum(pair["interval"]), 6) for pair in told["pairs"]}


def test_failing_entrant_is_named(command: Command) -> None:
    """The message names the entrant and the deal, even from another process."""
    arguments = ["tournament", "breakaway", "--players", "_players:broken,random", "--deals", "2", "--seed", "0"]
    message = command.fails(*arguments)
    failed = "_players:broken, in deal 0: the strategy of seat 0 raised KeyError"
    assert message.startswith(f"{failed}: 'no idea', at ")
    assert f"{failed}; play with --jobs 1 to see where" == command.fails(*arguments, "--jobs", "2")


def _is_terminal(stream: object) -> bool:
    return True


def test_progress_is_shown_on_terminals_only(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is shown on stderr if that is a terminal; stdout is the same."""
    arguments = ["tournament", "breakaway", *SHORT, "--deals", "2", "--seed", "0", "--json", "-"]
    quiet = command(*arguments)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(cast("object", type(sys.stderr)), "isatty", _is_terminal)
    loud = command(*arguments)
    assert "" == quiet.err
    assert "games" in loud.err
    assert quiet.out == loud.out


@pytest.mark.parametrize(("size", "period"), [(52, 0), (52, 3), (36, 0), (32, 1)])
def test_shuffle_prints_pack_and_commitment(command: Command, size: int, period: int) -> None:
    """The pack of the period and the commitment are those of ``Seeded``."""
    shoe = Seeded("lemon", deck(size))
    ran = command("shuffle", "--seed", "lemon", "--deck", str(size), "--period", str(period))
    assert [f"pack {codes(shoe.pack(period))}", f"commitment {shoe.commitment}"] == ran.lines
    same = command("shuffle", "--seed32", shoe.seed.hex(), "--deck", str(size), "--period", str(period))
    assert ran == same


def test_shuffle_for_programs(command: Command) -> None:
    """The output is only the pack, as ``--check`` accepts it, or JSON."""
    shoe = Seeded("lemon", deck(36))
    arguments = ["shuffle", "--seed", "lemon", "--deck", "36", "--period", "2"]
    assert f"{codes(shoe.pack(2))}\n" == command(*arguments, "--pack").out
    assert {
        "pack": codes(shoe.pack(2)),
        "commitment": shoe.commitment,
        "seed32": shoe.seed.hex(),
        "period": 2,
        "deck": 36,
    } == json.loads(command(*arguments, "--json").out)


@pytest.mark.parametrize("given", [["--pack", "--json"], ["--json", "--check", "2c"], ["--pack", "--commitment", "00"]])
def test_output_formats_of_a_shuffle_exclude_each_other(command: Command, given: list[str]) -> None:
    assert "exclude each other" in command.fails("shuffle", "--seed", "1", *given)


def test_correct_shuffle_is_confirmed(command: Command) -> None:
    """A pack, a commitment or both can be checked; spaces between the cards are ignored."""
    shoe = Seeded("lemon")
    pack = " ".join(card.code for card in shoe.pack(1))
    seeded: list[Any] = ["shuffle", "--seed", "lemon", "--period", "1"]
    assert "pack matches the seed\n" == command(*seeded, "--check", pack).out
    assert "commitment matches the seed\n" == command(*seeded, "--commitment", shoe.commitment.upper()).out
    both = command(*seeded, "--check", pack, "--commitment", shoe.commitment)
    assert (0, "pack and commitment match the seed\n") == (both.code, both.out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--check", "2c3c"], "the given pack has 2 cards, but that of period 0 has 52"),
        (
            ["--check", codes([*Seeded("lemon").pack(0)[:50], *reversed(Seeded("lemon").pack(0)[50:])])],
            "the given pack is not that of period 0: card 51 is Jd, but the seed deals 7d",
        ),
        (
            ["--commitment", "00"],
            f"the given commitment is not that of the seed, which is {Seeded('lemon').commitment}",
        ),
    ],
)
def test_wrong_shuffle_is_detected(command: Command, arguments: list[str], message: str) -> None:
    """The exit code is 1, and the message says where it differs."""
    assert message == command.fails("shuffle", "--seed", "lemon", *arguments, code=1)
