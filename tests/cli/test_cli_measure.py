"""The command ``measure``: tables, JSON, picture and errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from _commands import HEEDING, Command, fixture_command, start
from hockey_cards import variant, variants
from hockey_cards.measure import variant as measurement
from hockey_cards.measure.measures import MEASURES, SKILL, Estimate, Finding
from hockey_cards.measure.plot import draw
from hockey_cards.measure.text import label_of, tables_of, text_of
from hockey_cards.measure.variant import compare, measure

__all__ = ["fixture_command"]

ROOT = Path(__file__).parents[2]
FEW = ["--games", "100", "--threads", "1"]


@pytest.fixture(name="ladder")
def fixture_ladder(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that limits the players to those given, because others take longer."""
    return lambda *players: monkeypatch.setattr(measurement, "LADDER", players)


def _text(name: str, value: float, low: float, high: float, error: float = 0.1, *, change: bool = False) -> str:
    return text_of(Finding(("greedy",), name, Estimate(value, low, high, error, 100)), change=change)


@pytest.mark.parametrize(
    ("text", "name", "estimate", "change"),
    [
        ("7.937 ± 0.013", "goals", (7.93712, 7.924, 7.95), False),
        ("152.3 ± 1.2", "moves", (152.34, 151.1, 153.5), False),
        ("1204 ± 130", "moves", (1204, 1074, 1334), False),
        ("156", "moves", (156.0, 153.0, 159.0, 0.0), False),
        ("0.000 ± 0.013", "leader_margin", (-0.0001, -0.0131, 0.0129), False),
        ("49.20% ± 0.91", "leader_points", (0.492, 0.4829, 0.5011), False),
        ("0% (< 0.0004%)", "draws", (0.0, 0.0, 3.69e-6), False),
        ("100% (> 99.91%)", "points", (1.0, 0.99911, 1.0), False),
        ("100% (> 96%)", "points", (1.0, 0.9638, 1.0), False),
        ("23.0769%", "forced", (3 / 13, 0.2, 0.26, 0.0), False),
        ("+0.437 ± 0.013", "goals", (0.43712, 0.424, 0.45), True),
        ("-1.20 ± 0.91 pp", "draws", (-0.012, -0.0211, -0.0029), True),
        ("+0.0 ± 1.2 pp", "draws", (0.0, -0.012, 0.012, 0.0), True),
    ],
)
def test_numbers_are_rounded_by_their_intervals(
    text: str, name: str, estimate: tuple[float, ...], change: bool
) -> None:
    assert text == _text(name, *estimate, change=change)


def _row(finding: Finding) -> str:
    return finding.measure.label if len(finding.players) == 1 else " over ".join(finding.players)


def test_one_variant_is_reported_by_player(command: Command) -> None:
    """The report has a table of players against themselves, one of skill, and notes."""
    ran = command("measure", "breakaway", *FEW, "--seed", "plum")
    assert (0, "") == (ran.code, ran.err)
    found = measure("breakaway", games=100, seed="plum")
    assert f"{variant('breakaway').name}: {variant('breakaway').summary}" == ran.lines[0]
    assert ["each", "against", "itself", "random", "greedy", "counter"] == ran.lines[2].split()
    rows = [line for line in ran.lines if line.startswith(tuple(each.label for each in MEASURES))]
    assert [each.label for each in MEASURES] == [row.split("  ")[0] for row in rows]
    for finding in found.findings:
        assert any(text_of(finding) in line for line in ran.lines if line.startswith(_row(finding)))
    assert "greedy over random" in ran.out
    assert "100 games requested, seed plum; slow players play fewer." in ran.lines


def test_several_variants_are_reported_side_by_side(
    command: Command, tmp_path: Path, ladder: Callable[..., None]
) -> None:
    """Variants are named by key or file, and each after the first is followed by its differences from the first."""
    file = tmp_path / "short.toml"
    file.write_text('base = "breakaway"\nkey = "short"\n[house]\nmax_overtimes = 2\n', "utf-8")
    ladder("random", "greedy")
    ran = command("measure", "breakaway", str(file), "rink", *FEW)
    assert 0 == ran.code
    short = variant("breakaway").house(max_overtimes=2)
    found = compare(["breakaway", short, "rink"], games=100, seed="0")
    for finding in (finding for findings in found.differences for finding in findings):
        assert text_of(finding, change=True) in ran.out
    heading = "random 1: breakaway 2: short (max_overtimes=2) 2 less 1 3: rink 3 less 1"
    assert heading.split() == ran.lines[0].split()
    assert "short (max_overtimes=2) against breakaway: on the same deals." in ran.lines
    assert "rink against breakaway: with another deck." in ran.lines


def test_house_rules_hold(command: Command) -> None:
    ran = command("measure", "breakaway", *FEW, "--house", "periods=1", "--json", "-")
    assert {"periods": 1} == json.loads(ran.out)["house"]


def test_a_note_says_that_the_engine_played(command: Command, ladder: Callable[..., None]) -> None:
    ladder("random", "greedy")
    ran = command("measure", "blades", *FEW)
    assert "blades has no kernel: the engine played fewer games instead." in ran.lines


def test_smaller_numbers_of_games_are_reported(ladder: Callable[..., None]) -> None:
    ladder("random")
    (table,) = tables_of(compare(["saves"], games=400))
    told = {row[0].partition(" (")[0]: row[0].partition(" (")[2] for row in table.rows}
    assert ("of 100 games)", "") == (told["forced moves"], told["moves a game"])


def test_json_goes_to_stdout_alone_or_to_a_file(command: Command, tmp_path: Path, ladder: Callable[..., None]) -> None:
    """It is the JSON of the library: a measurement, or a comparison of several variants."""
    ladder("random")
    expected = measure("passe", games=100, seed="0").to_json()
    assert expected == command("measure", "passe", *FEW, "--json", "-").out
    ran = command("measure", "passe", *FEW, "--json", str(tmp_path / "passe.json"))
    assert expected == (tmp_path / "passe.json").read_text("utf-8")
    assert "goals a game" in ran.out
    both = compare(["passe", "shots"], games=100, seed="0").to_json()
    assert both == command("measure", "passe", "shots", *FEW, "--json", "-").out


def test_picture_shows_every_measure_and_variant(command: Command, tmp_path: Path, ladder: Callable[..., None]) -> None:
    """The picture is reproducible, and its texts are in its comments."""
    ladder("random", "greedy")
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    assert 0 == command("measure", "passe", "shots", *FEW, "--plot", str(one)).code
    draw(compare(["passe", "shots"], games=100, seed="0").measurements, str(other))
    drawn = one.read_text("utf-8")
    assert drawn == other.read_text("utf-8")
    shown = [each.label for each in (*MEASURES, *SKILL)] + ["passe", "shots", "random", "greedy", "greedy over random"]
    assert [] == [label for label in shown if label.replace("'", "&apos;") not in drawn.replace("'", "&apos;")]


def test_names_are_drawn_literally(tmp_path: Path, ladder: Callable[..., None]) -> None:
    """A name is neither parsed as markup nor as a formula."""
    ladder("random")
    name, file = r"a$b$^ $\frac$ <b>&amp; --> <b/>", tmp_path / "one.svg"
    draw([measure(attrs.evolve(variant("rink"), key=name), games=100)], str(file))
    drawn = file.read_text("utf-8")
    assert f"<!-- {escape(name).replace('--', '- -')} -->" in drawn
    assert not any(element.tag.endswith("}b") for element in ElementTree.fromstring(drawn).iter())


def test_png_is_a_png(command: Command, tmp_path: Path, ladder: Callable[..., None]) -> None:
    ladder("random")
    command("measure", "passe", *FEW, "--plot", str(tmp_path / "one.PNG"))
    assert (tmp_path / "one.PNG").read_bytes().startswith(b"\x89PNG")


def test_output_files_are_checked_before_the_games(command: Command, tmp_path: Path) -> None:
    assert "the picture cannot be named x.pdf: the name must end with .svg or .png" == command.fails(
        "measure", "block", "--plot", "x.pdf"
    )
    assert "there is no folder" in command.fails("measure", "block", "--plot", str(tmp_path / "no" / "x.svg"))
    assert "there is no folder" in command.fails("measure", "block", "--json", str(tmp_path / "no" / "x.json"))
    assert "a file name cannot be empty: give a name, or - for stdout" == command.fails(
        "measure", "block", "--json", ""
    )
    one, same = str(tmp_path / "x.svg"), str(tmp_path / "." / "x.svg")
    assert f"{one} cannot hold both the picture and the JSON: give two files" == command.fails(
        "measure", "block", "--plot", one, "--json", same
    )


@pytest.mark.parametrize(
    ("module", "arguments", "extra"),
    [
        ("matplotlib", ["--plot", "x.svg"], "a picture needs the extra `plot`"),
        ("hockey_cards.measure.variant", [], "measuring variants needs the extra `fast`"),
        ("scipy.special", [], "measuring variants needs the extra `tournament`"),
    ],
)
def test_missing_extras_are_reported_with_their_installation(
    command: Command, monkeypatch: pytest.MonkeyPatch, module: str, arguments: list[str], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    message = command.fails("measure", "passe", *FEW, *arguments)
    assert extra in message
    assert 'pip install "hockey-cards[' in message


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["blok"], "did you mean block?"),
        (["passe", "--games", "99"], "100"),
        (["passe", "--threads", "1025"], "threads cannot be 1025: give 1 to 1024"),
        (["blades", "--threads", "1025"], "threads cannot be 1025: give 1 to 1024"),
        (["passe", "--house", "periods=0"], "periods"),
        (["passe", "rink", "--house", "periods=2"], "there is no option 'periods'"),
        ([], "VARIANT"),
    ],
)
def test_invalid_arguments_are_refused(command: Command, arguments: list[str], text: str) -> None:
    assert text in command.fails("measure", *arguments)


def test_an_interruption_prints_one_line() -> None:
    """Nothing else is printed, and the exit code is that of an interruption."""
    process = start("measure", "block", command=[*HEEDING[:2], _INTERRUPTED])
    out, err = process.communicate(timeout=120)
    assert (130, b"", b"hockey-cards: interrupted\n") == (process.returncode, out, err)


_INTERRUPTED = """
import signal, sys, threading
from hockey_cards.__main__ import main
from hockey_cards.measure import variant as measurement
signal.signal(signal.SIGINT, signal.default_int_handler)
play_meeting = measurement.play_meeting
def interrupted(source, players, *arguments):
    play_meeting(source, players, 100, 1, None)  # an interruption of the compiler would be lost
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    return play_meeting(source, players, *arguments)
measurement.play_meeting = interrupted
sys.exit(main(["measure", "block"]))
"""


def _script(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    return import_module("measured")


def test_tables_of_the_docs_have_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have the format of the script, with a row for each variant in each table."""
    told = (ROOT / "docs" / "measured.txt").read_text("utf-8").splitlines()
    again = "\n".join(_script(monkeypatch).tables([measure("rink", games=100)])).splitlines()
    frames = [[line for line in lines if line and not line.startswith("| `")] for lines in (again, told)]
    assert frames[0] == frames[1]
    assert list(variants()) * 5 == [line.split("`")[1] for line in told if line.startswith("| `")]


@pytest.mark.long
def test_rows_of_the_docs_are_reproducible(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of the rink are the same to the digit; those of the other variants take too long."""
    told = (ROOT / "docs" / "measured.txt").read_text("utf-8").splitlines()
    found = measure("rink", threads=2)
    again = [_script(monkeypatch).row(found, players) for players in found.meetings]
    assert again == [line for line in told if line.startswith("| `rink`")]


def test_house_rules_are_part_of_a_label(ladder: Callable[..., None]) -> None:
    ladder("random")
    found = compare([variant("breakaway").house(packets=[4, 4])], games=100).measurements[0]
    assert "breakaway (packets=4,4)" == label_of(found)
