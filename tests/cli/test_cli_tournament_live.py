"""The progress display of a tournament, its final tables and its other outputs."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console, RenderableType

from _standings import HOSTILE, made
from hockey_cards.cli.tournament.live import LiveTable, live, standings_view
from hockey_cards.cli.tournament.outputs import Outputs, show_standings, with_recorder
from hockey_cards.errors import HockeyError
from hockey_cards.tournament import Snapshot, Sprt, Swiss
from hockey_cards.tournament.progress import Pace
from hockey_cards.tournament.report.sprt_paths import SprtPaths

HELPERS = Path(__file__).parents[1] / "helpers"
PLAY = """
import sys
from hockey_cards.cli.tournament.live import live
from hockey_cards.tournament import tournament
with live() as watch:
    tournament("breakaway", {"one": "greedy", "two": "random"}, deals=10**6, watch=watch)
"""


class Clock:
    """A clock that advances by a fixed step at each reading."""

    def __init__(self, step: float) -> None:
        self._step = step
        self.now = 0.0

    def __call__(self) -> float:
        self.now += self._step
        return self.now


def _shown(thing: RenderableType, width: int = 80) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, highlight=False, markup=False, emoji=False).print(thing)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def _table(cost: float) -> list[RenderableType]:
    """Return the tables drawn in a tournament of 200 deals of 10 ms, if drawing takes a given time."""
    drawn: list[RenderableType] = []
    clock = Clock(0.0)

    def draw(thing: RenderableType) -> None:
        clock.now += cost
        drawn.append(thing)

    def watch(snapshot: Snapshot) -> None:
        clock.now += 0.01
        table.watch(snapshot)

    table = LiveTable(draw, lambda: 30, clock)
    made(["one", "two", "three"], 200, watch=watch)
    return drawn


def test_table_is_drawn_from_time_to_time() -> None:
    """At most four times a second, and less often if it is slow."""
    assert 7 <= len(_table(0.0)) <= 9
    assert 2 == len(_table(0.03))


def test_table_shows_rate_time_left_and_standings() -> None:
    lines = _shown(_table(0.0)[-1])
    assert re.fullmatch(r"[\d,]+ of 1,200 games, \d+%, [\d,]+ games/s, 0:0\d left", lines[0])
    rows = [line.split() for line in lines if re.match(r"\d", line)][1:]
    assert ["one", "two", "three"] == [row[1] for row in rows]
    assert all(re.fullmatch(r"\d+\.\d-\d+\.\d%", row[5]) for row in rows)
    assert all(re.fullmatch(r"[+-]?\d+", row[6]) for row in rows)


def test_table_shows_the_state_of_tests() -> None:
    """Undecided ones first, and not all of many."""
    standings = made(["one", "two", "three"], 75, sprt=Sprt(-20, 20))
    found = [line for line in _shown(standings_view(standings, "", 30), 120) if "log-likelihood" in line]
    assert 3 == len(found)
    assert [False] * (3 - len(standings.verdicts)) == [
        "bounds" not in line for line in found[: 3 - len(standings.verdicts)]
    ]
    many = _shown(standings_view(made([str(n) for n in range(6)], 3, sprt=Sprt(-20, 20)), "", 40), 120)
    assert "and 7 more pairs" == many[-1]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 10), (20, 5)])
def test_table_fits_the_terminal(width: int, height: int) -> None:
    """Names are shortened and entrants left out; control characters are escaped."""
    lines = _shown(standings_view(made(HOSTILE, 2), "12 of 24 games", height), width)
    assert len(lines) <= max(height, 9)
    assert max(map(len, lines)) <= width
    assert "\x1b" not in "".join(lines)
    assert re.match(r"and \d+ more$", lines[-1]) or height == 24


def test_table_of_a_swiss_is_sorted_by_the_score_that_it_shows() -> None:
    lines = _shown(standings_view(made(["one", "two", "three", "four"], 4, format=Swiss(2)), "", 24), 80)
    assert ["player", "score", "points"] == lines[2].split()[:3]
    scores = [float(line.split()[2]) for line in lines[4:8]]
    assert sorted(scores, reverse=True) == scores


def test_rate_is_that_of_the_last_seconds() -> None:
    """The many games of a store are forgotten."""
    clock = Clock(1.0)
    pace = Pace(clock)
    pace.note(100_000)
    for games in range(100_010, 100_500, 10):
        pace.note(games)
    assert 10.0 == pace.rate
    assert "100,490 of 136,490 games, 74%, 10 games/s, 1:00:00 left" == pace.text(136_490)


def test_progress_without_games_has_no_rate() -> None:
    assert "no games" == Pace(Clock(0.0)).text(0)
    assert "0 of 10 games, 0%" == Pace(Clock(0.0)).text(10)


def test_without_a_terminal_there_is_a_line_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, and not in a short tournament."""
    with live(Clock(1.0)) as watch:
        made(["one", "two"], 130, watch=watch)
    found = capsys.readouterr()
    assert "" == found.out
    lines = found.err.splitlines()
    assert 2 == len(lines)
    assert all(re.fullmatch(r"\d+ of 260 games, \d+%, [\d.]+ games/s, \d:\d\d left", line) for line in lines)
    with live(Clock(0.001)) as watch:
        made(["one", "two"], 130, watch=watch)
    assert ("", "") == tuple(capsys.readouterr())


def _read(terminal: int) -> Iterator[bytes]:
    """Yield the output of a terminal until it ends."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], 1)
        try:
            part = os.read(terminal, 1 << 16) if ready else b" "
        except OSError:  # as Linux says that the other end is closed
            return
        if not part:
            return
        yield part.strip(b" ")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_ctrl_c_restores_the_terminal() -> None:
    """The cursor is back, and the table is gone."""
    pty: Any = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    heeding = [sys.executable, "-c", f"import signal; signal.signal(2, signal.default_int_handler)\n{PLAY}"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    with subprocess.Popen(heeding, cwd=HELPERS, env=environment, stderr=theirs, stdout=theirs, stdin=theirs) as process:
        os.close(theirs)
        seen = b""
        for part in _read(ours):
            seen += part
            if seen.count(b"games/s") == 2:
                process.send_signal(signal.SIGINT)
        os.close(ours)
    assert process.returncode
    table, after = seen.rsplit(b"left", 1)
    assert b"\x1b[?25l" in table
    assert b"\x1b[?25h" in after
    assert after.count(b"\x1b[2K") >= 5
    assert b"KeyboardInterrupt" in after


def _is_terminal(stream: object) -> bool:
    return True


@pytest.mark.parametrize("columns", [80, 120])
def test_final_tables_fit_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts fold, numbers stay whole, and no name or message steers the terminal."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(cast("object", type(sys.stdout)), "isatty", _is_terminal)
    names = ["a_player_with_a_name_that_no_table_has_room_for", "two", "\x1b[2Jred"]
    show_standings(made(names, 40, faults=1, sprt=Sprt(-20, 20)))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert max(map(len, plain.splitlines())) <= columns
    assert "\x1b" not in plain
    assert plain.endswith(" games, seed lots\n")
    assert plain.count("\n\n") == 6


def test_final_tables(capsys: pytest.CaptureFixture[str]) -> None:
    standings = made(["one", "two", "three"], 40, faults=1, sprt=Sprt(-20, 20))
    show_standings(standings)
    lines = capsys.readouterr().out.splitlines()
    titles = [line.split() for line, under in pairwise(lines) if under.startswith("──")]
    assert ["player", "player", "player", "player", "player", "player"] == [title[0] for title in titles]
    assert ["interval", "faults", "interval", "gain", "verdict", "message"] == [title[-1] for title in titles]
    assert f"40 deals, {standings.games} games, seed lots" == lines[-1]


def test_outputs_are_checked(tmp_path: Path) -> None:
    _ = [pytest.importorskip(name) for name in ("matplotlib", "jinja2", "pyarrow")]
    file = tmp_path / "file"
    file.touch()
    refused = {
        "charts cannot be drawn to": Outputs(plot=str(tmp_path / "x.pdf")),
        "there is no folder": Outputs(plot=str(tmp_path / "no" / "x.svg")),
        r"no.x\.html cannot be written": Outputs(html=str(tmp_path / "no" / "x.html")),
        "it is a file, and a folder is needed": Outputs(csv=str(file)),
        "no.there cannot be written": Outputs(parquet=str(tmp_path / "no" / "there")),
    }
    for match, outputs in refused.items():
        with pytest.raises(HockeyError, match=match):
            outputs.check()
    Outputs().check()
    assert ["file"] == [path.name for path in tmp_path.iterdir()]


def test_outputs_are_written(tmp_path: Path) -> None:
    """Including the path of a test that was recorded."""
    _ = [pytest.importorskip(name) for name in ("matplotlib", "jinja2", "pyarrow")]
    outputs = Outputs(*(str(tmp_path / name) for name in ("pictures", "page.html", "csv", "parquet")))
    outputs.check()
    test = Sprt(-20, 20)
    seen = outputs.path_recorder(test, None)
    found: list[Snapshot] = []
    standings = made(["one", "two"], 40, sprt=test, watch=with_recorder(found.append, seen))
    outputs.write(standings, recorder=seen)
    assert 40 >= len(found) > 0
    assert {"pictures", "page.html", "csv", "parquet"} == {path.name for path in tmp_path.iterdir()}
    assert (tmp_path / "pictures" / "sprt.svg").is_file()
    assert 'id="chart-sprt"' in (tmp_path / "page.html").read_text("utf-8")


def test_path_is_recorded_only_if_it_is_drawn() -> None:
    """And not if it can be read from a store."""
    test = Sprt(-20, 20)
    assert isinstance(Outputs(plot="x.svg").path_recorder(test, None), SprtPaths)
    assert [None] * 3 == [
        Outputs(csv="x").path_recorder(test, None),
        Outputs(plot="x.svg").path_recorder(None, None),
        Outputs(plot="x.svg").path_recorder(test, "x.db"),
    ]
    assert with_recorder(print, None) is print
