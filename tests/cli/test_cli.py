"""The command line as a whole: lists, errors, streams and signals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from _commands import HEEDING, HELPERS, Command, fixture_command, start
from hockey_cards import __version__, language, registry, variant, variants
from hockey_cards.cli.commands import records
from hockey_cards.strategies import strategies
from toys import parts
from toys.toy import TOY, toy_variant

__all__ = ["fixture_command"]

SHORT = ["--house", "packets=2", "--house", "periods=1", "--house", "overtime=none"]
COMMANDS = ["variants", "rules", "strategies", "play", "simulate", "replay", "tournament", "shuffle"]


def test_version_is_printed(command: Command) -> None:
    """The name of the command and the version of the library."""
    assert f"hockey-cards {__version__}\n" == command("--version").out


def test_without_a_command_the_help_is_printed(command: Command) -> None:
    """The name of the command alone is not an error."""
    assert command("--help") == command()


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_has_help(command: Command, name: str) -> None:
    """``--help`` prints the usage and the options on stdout."""
    ran = command(*filter(None, [name]), "--help")
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.startswith(f"Usage: hockey-cards {name}")
    assert all(each in ran.out for each in ([] if name else COMMANDS))


def test_variants_are_listed(command: Command) -> None:
    """Every game is listed with its seats."""
    ran = command("variants")
    found = {line.split()[0]: line.split()[1] for line in ran.lines[2:] if not line.startswith(" ")}
    assert {key: str(game.rules.seats) for key, game in variants().items()} == found


def test_variants_as_json(command: Command) -> None:
    """The JSON also has the summary, the source and the distribution."""
    told = json.loads(command("variants", "--json").out)
    assert list(variants()) == [game["key"] for game in told]
    assert ["key", "name", "summary", "source", "seats", "origin"] == list(told[0])


def test_strategies_are_listed(command: Command) -> None:
    """Every player is listed with a description."""
    lines = command("strategies").lines[2:]
    assert list(strategies()) == [line.split()[0] for line in lines if not line.startswith(" ")]
    assert all(len(line.split()) > 3 for line in lines if not line.startswith(" "))


@pytest.mark.parametrize("key", variants())
def test_rules_are_complete(command: Command, key: str) -> None:
    """The output says how to play; with --table it also has the table of what a play does, and every option."""
    game: Any = variant(key)
    said = f"{game.name}: {game.summary}\n\n{language.how_to_play(game)}\n"
    assert said == command("rules", key).out
    out = command("rules", key, "--table").out
    assert out.startswith(said)
    assert game.source in out
    assert all(cell.split()[0] in out for row in language.rules_table(game.rules) for cell in row)
    assert all(option.name in out and option.rule in out for option in game.rules.options)


@pytest.mark.parametrize("key", variants())
def test_rules_as_json(command: Command, key: str) -> None:
    """The table is a list of objects whose keys are the heading."""
    game: Any = variant(key)
    told = json.loads(command("rules", key, "--json").out)
    heading, *rows = language.rules_table(game.rules)
    assert [dict(zip(heading, row, strict=True)) for row in rows] == told["table"]
    assert language.how_to_play(game) == "\n\n".join(told["how_to_play"])
    assert [option.name for option in game.rules.options] == [option["name"] for option in told["options"]]


def test_rules_with_house_rules(command: Command) -> None:
    """A changed option is shown with its default."""
    changes = ["--house", "periods=5", "--house", "runs=true"]
    assert "The game has 5 periods" in command("rules", "breakaway", *changes).out
    out = command("rules", "breakaway", *changes, "--table").out
    assert "5 (not 3)" in out
    assert "true (not false)" in out
    told = json.loads(command("rules", "breakaway", "--house", "periods=5", "--json").out)
    assert {"periods": 5} == told["house"]


def test_variant_from_a_file(command: Command, tmp_path: Path) -> None:
    """A file stands for a game without a registered name."""
    file = tmp_path / "quick.toml"
    file.write_text('base = "breakaway"\nkey = "quick"\nname = "Quick"\n[house]\nperiods = 1\n', "utf-8")
    assert ("quick", 1) == _head(command("rules", str(file), "--json").out)
    file.write_bytes(b"\xff\xfe")
    assert f"{file} is not UTF-8 text" == command.fails("rules", str(file))
    assert "No such file" in command.fails("rules", str(tmp_path / "none.toml"))


def _head(text: str) -> tuple[str, int]:
    told = json.loads(text)
    return told["key"], told["house"]["periods"]


def test_rules_of_an_unknown_family(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A family without words has no table, and the text names the seats and the deck."""
    monkeypatch.setitem(registry.VARIANTS.built_in, "toy", toy_variant(TOY))
    assert "2 players play with 12 cards." in command("rules", "toy").out
    told = json.loads(command("rules", "toy", "--json").out)
    assert (["2 players play with 12 cards."], []) == (told["how_to_play"], told["table"])


def test_rules_of_a_family_with_words(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The part ``language`` of a family gives its text and its table."""
    monkeypatch.setitem(registry.VARIANTS.built_in, "toy", toy_variant(TOY))
    monkeypatch.setitem(registry.FAMILIES.built_in, "toy", parts.family())
    told = json.loads(command("rules", "toy", "--json").out)
    assert (["Hold 2 cards."], [{"card": "a pair", "call": "goal"}]) == (told["how_to_play"], told["table"])


def test_failed_plugin_is_reported(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cause is printed on stderr, and all other variants are listed."""
    monkeypatch.setattr(registry.VARIANTS, "failures", lambda: {"odd (odd-records)": "ImportError: no"})
    ran = command("variants")
    assert "hockey-cards: the variant odd (odd-records) could not be loaded: ImportError: no\n" == ran.err
    assert 0 == ran.code
    assert "breakaway" in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hocky"], "No such command 'hocky'"),
        (["rules"], "Missing argument 'VARIANT'; see hockey-cards rules --help"),
        (["variants", "--nothing"], "No such option"),
        (["variants", "more"], "unexpected extra argument"),
        (["simulate", "breakaway", "-n", "many"], "Invalid value for '-n'"),
        (["simulate", "breakaway", "-n", "0"], "Invalid value for '-n'"),
        (["simulate", "breakaway", "--seed"], "requires an argument"),
        (["rules", "nothing"], "there is no variant 'nothing': the variants are breakaway, "),
        (["simulate", "breakaway", "--dealer", "2"], "there is no seat 2 to deal"),
        (["simulate", "breakaway", "--players", "random"], "1 player for 2 seats: give two names"),
        (["simulate", "passe", "--players", "random,random,greedy"], "or 4, one for each seat"),
        (["simulate", "breakaway", "--players", "random,"], "separate names by commas"),
        (
            ["simulate", "breakaway", "--players", "random,nobody"],
            "there is no player 'nobody': the players are random",
        ),
        (["simulate", "breakaway", "--seed", "\udcff"], "seed"),
        (["tournament", "breakaway", "--players", "random"], "a tournament of 1 entrant cannot be played"),
        (["tournament", "breakaway", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["tournament", "breakaway", "--json", "/no/such/folder/x"], "there is no folder /no/such/folder"),
        (["tournament", "breakaway", "--json", "/"], "it is a folder"),
        (["replay", "/no/such/file"], "/no/such/file: No such file or directory"),
        (["replay", "/"], "/: Is a directory"),
        (["play", "breakaway", "--seat", "2"], "there is no seat 2: give 0 to 1"),
        (["shuffle"], "give a seed"),
        (["shuffle", "--seed", "1", "--seed32", "00"], "give one seed"),
        (["shuffle", "--seed32", "00"], "--seed32 cannot be '00': give 32 bytes"),
        (["shuffle", "--seed32", "xyz"], "--seed32 cannot be 'xyz'"),
        (["shuffle", "--seed", "1", "--deck", "40"], "give 52, 36 or 32"),
        (["shuffle", "--seed", "1", "--period", "-1"], "Invalid value for '--period'"),
        (["shuffle", "--seed", "1", "--period", str(2**32)], f"there is no period {2**32}"),
        (["shuffle", "--seed", "1", "--check", "zz"], "'zz' is not a card"),
    ],
)
def test_error_is_one_sentence(command: Command, arguments: list[str], message: str) -> None:
    """Any error, including wrong usage, is one line on stderr, with exit code 2."""
    assert message in command.fails(*arguments)


def test_all_problems_of_house_rules_are_reported_at_once(command: Command) -> None:
    """Malformed, repeated, unknown and invalid house rules are all named."""
    given = ["periods=many", "colour=red", "abc", "max_overtimes=2", "max_overtimes=3", "self=1", "=1"]
    message = command.fails("rules", "breakaway", *(word for each in given for word in ("--house", each)))
    for part in (
        "'abc' is not a house rule",
        "'=1' is not a house rule",
        "max_overtimes is given twice",
        "periods cannot be 'many': give 1 ",
        "there is no option 'colour'",
        "there is no option 'self'",
    ):
        assert part in message
    assert "'abc' is not a house rule: write option=value, such as periods=2" == command.fails(
        "rules", "rink", "--house", "abc"
    )


def test_house_rules_that_contradict_each_other(command: Command) -> None:
    """A combination can be wrong although each rule alone is not."""
    assert "must be disjoint" in command.fails("simulate", "saves", "--house", "goal_ranks=23")


PLAYERS = {
    "syntax.py": "def play(view:\n",
    "raises.py": "raise RuntimeError('no\\nluck\\x1b[31m')\n",
    "leaves.py": "raise SystemExit(3)\n",
    "number.py": "play = 7\n",
    "illegal.py": "def play(view):\n    return '2c'\n",
    "helped.py": "print('hello')\nfrom helper_of_helped import play\n",
    "helper_of_helped.py": "def play(view):\n    return view.legal[0]\n",
    "data.py": (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Player:\n    place: int\n"
        "    def make(self, variant, seat, rng):\n        return lambda view: view.legal[self.place]\n"
        "class box:\n    last = Player(-1)\n"
    ),
}


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder that contains files of players."""
    for name, text in PLAYERS.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("syntax.py:play", "the player 'syntax.py:play' cannot be loaded: SyntaxError: "),
        ("raises.py:play", "RuntimeError: no luck\\x1b[31m"),
        ("leaves.py:play", "cannot be loaded: SystemExit: 3"),
        ("number.py:play", "the player 'number.py:play' is a value of type int, which cannot play"),
        ("number.py", "the player 'number.py' is a file: write number.py:attribute, such as number.py:play"),
        ("number.py:nothing", "has no attribute 'nothing'"),
        ("missing.py:play", "FileNotFoundError"),
        ("no.such.module:play", "No module named 'no'"),
        (":play", "cannot be loaded: ValueError"),
        ("illegal.py:play", "the strategy of seat 1 returned a string, not a move"),
    ],
)
def test_invalid_player_is_reported_in_a_sentence(command: Command, folder: Path, player: str, message: str) -> None:
    """An import error, a missing attribute or a failing player shows no traceback."""
    assert message in command.fails("simulate", "breakaway", "--players", f"random,{player}")


@pytest.mark.parametrize("player", ["helped.py:play", "helper_of_helped:play", "data.py:box.last"])
def test_players_from_files_and_modules(command: Command, folder: Path, player: str) -> None:
    """A file may import its neighbours and print; a module may lie in the working folder."""
    (line,) = command("simulate", "breakaway", "--players", f"{player},random").lines
    assert [player, "random"] == json.loads(line)["seats"]


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_missing_cli_extra_is_reported(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without typer or rich the command says what to install."""
    from hockey_cards.__main__ import main

    for name in [name for name in sys.modules if name.split(".")[0] in ("typer", "rich") or name == "hockey_cards.cli"]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("hockey_cards.cli.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("hockey_cards.cli", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    assert 2 == main(["variants"])
    told = capsys.readouterr()
    assert "" == told.out
    assert told.err.startswith("hockey-cards: the command line needs the extra `cli` (")
    assert missing in told.err
    assert told.err.endswith('): pip install "hockey-cards[cli]"\n')


@pytest.mark.parametrize("missing", ["scipy", "scipy.special"])
def test_missing_scipy_is_reported(command: Command, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tournament says what to install, and other commands work."""
    monkeypatch.delitem(sys.modules, "scipy.special", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    told = command.fails("tournament", "breakaway", "--deals", "1")
    assert told.startswith("a tournament needs the extra `tournament` (")
    assert told.endswith('): pip install "hockey-cards[tournament]"')
    assert 0 == command("variants").code


def test_interrupt_is_one_line(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with exit code 130."""

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(records, "play", interrupted)
    assert "interrupted" == command.fails("simulate", "breakaway", code=130)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupt_ends_all_processes_quietly(jobs: str) -> None:
    """Ctrl-C also reaches the worker processes, which print nothing; the command prints one line."""
    run = start(
        *("tournament", "breakaway", "--seed", "0", "--jobs", jobs, "--players", "_players:interrupting,random"),
        command=HEEDING,
        start_new_session=True,
    )
    out, err = run.communicate(timeout=60)
    told = b"hockey-cards: interrupted; the results are lost, as there is no --store\n"
    assert (130, b"", told) == (run.returncode, out, err)


def test_closed_pipe_ends_the_command() -> None:
    """``simulate | head -1`` ends quietly once nobody reads its output."""
    with start("simulate", "breakaway", "-n", "1000000") as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline().startswith(b'{"format"')
        run.stdout.close()
        assert b"" == run.stderr.read()
        assert 0 == run.wait(timeout=60)


@pytest.mark.parametrize("arguments", [["variants"], ["--version"], ["rules", "rink", "--json"], ["--help"]])
def test_pipe_closed_from_the_start_is_no_error(arguments: list[str]) -> None:
    """Buffered output that nobody reads is discarded quietly."""
    reader, writer = os.pipe()
    os.close(reader)
    run = start(*arguments, stdout=writer)
    os.close(writer)
    _, err = run.communicate(timeout=60)
    assert (0, b"") == (run.returncode, err)


def test_output_is_utf8_with_newlines() -> None:
    """The encoding and the line endings do not depend on the locale or the system."""
    run = start("rules", "rink", "--json", env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    out, err = run.communicate(timeout=60)
    assert b"" == err
    assert "Хоккей" == json.loads(out.decode("utf-8"))["name"]
    assert b"\r" not in out
    assert out.endswith(b"}\n")


def test_script_is_the_same_command() -> None:
    """The installed script ``hockey-cards`` is ``python -m hockey_cards``."""
    script = Path(sys.executable).parent / "hockey-cards"
    if not script.exists():
        pytest.skip("the package runs from its source and is not installed")
    run = subprocess.run([script, "--version"], capture_output=True, text=True, check=True, cwd=HELPERS)
    assert f"hockey-cards {__version__}\n" == run.stdout
