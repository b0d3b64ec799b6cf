"""The progress of a tournament, standings that print themselves, and the advice after Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from _standings import HOSTILE, made
from _tournaments import SHORT, THREE
from hockey_cards.tournament import Swiss, resume, tournament
from hockey_cards.tournament.progress import Bar, Lines, shown


class Clock:
    """A clock that goes on by a number of seconds at each look."""

    def __init__(self, step: float) -> None:
        self._now, self._step = 0.0, step

    def __call__(self) -> float:
        self._now += self._step
        return self._now


def test_bar_shows_games_rate_and_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar(Clock(1.0))
    for games in (10, 20, 40):
        bar(games, 40)
    bar.clear()
    parts = capsys.readouterr().err.split("\r\x1b[K")
    assert "[##########----------] 20 of 40 games, 50%, 4.0 games/s, 0:05 left" == parts[2]
    assert parts[3].startswith("[####################] 40 of 40 games, 100%")
    assert ("", "") == (parts[0], parts[-1])


def test_bar_is_drawn_four_times_a_second_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar(Clock(0.01))
    for games in range(1, 101):
        bar(games, 100)
    assert 2 <= capsys.readouterr().err.count("\r") <= 7


def test_progress_true_is_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is removed at the end; elsewhere a line a minute takes its place."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    expected = tournament(SHORT, THREE, deals=3, seed=1)
    assert expected == tournament(SHORT, THREE, deals=3, seed=1, progress=True)
    written = capsys.readouterr().err
    assert "18 of 18 games, 100%" in written
    assert written.endswith("\r\x1b[K")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    with shown(progress=True) as lines, shown(progress=False) as nothing:
        assert isinstance(lines, Lines)
        assert nothing is None


def test_lines_are_a_minute_apart(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines(Clock(20.0))
    for games in range(12):
        lines(games, 12)
    assert 2 <= len(capsys.readouterr().err.splitlines()) <= 6


def test_standings_print_as_a_table() -> None:
    """A row for each entrant, with the columns aligned, and at the end the size and the seed."""
    standings = made(["one", "two", "three"], 5)
    lines = str(standings).splitlines()
    assert ["player", "points", "games", "won", "drawn", "lost", "goals", "share", "95%", "interval"] == lines[
        0
    ].split()
    assert [each.name for each in standings.entrants] == [line.split()[1] for line in lines[2:5]]
    assert 1 == len({len(line) for line in lines[2:5]})
    assert "5 deals, 30 games, seed lots" == lines[-1] or lines[-3] == "5 deals, 30 games"
    assert "\x1b" not in str(made(HOSTILE, 2))


def test_standings_of_a_swiss_print_the_columns_that_rank_them() -> None:
    standings = made(["one", "two", "three", "four"], 4, format=Swiss(3))
    lines = str(standings).splitlines()
    assert ["player", "score", "Buchholz", "points", "games"] == lines[0].split()[:5]
    keys = [tuple(map(float, line.split()[2:4])) for line in lines[2:6]]
    assert sorted(keys, reverse=True) == keys


def test_standings_show_themselves_in_notebooks() -> None:
    """As a table in which every name is escaped."""
    found: list[str] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            found.append(tag)

    parser = Parser()
    parser.feed(made(HOSTILE, 2)._repr_html_())
    assert {"table", "thead", "tbody", "tr", "th", "td", "p"} == set(found)
    assert 1 + len(HOSTILE) == found.count("tr")


def test_interruption_says_how_to_go_on(tmp_path: Path) -> None:
    """In one line, for a script; without a store it says what would have helped."""

    def stop(_snapshot: Any) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "a store.db"
    calls: list[Callable[[], object]] = [
        lambda: tournament(SHORT, THREE, deals=3, store=path, watch=stop),
        lambda: resume(path, entrants=THREE, watch=stop),
    ]
    for play in calls:
        with pytest.raises(KeyboardInterrupt) as caught:
            play()
        assert f"the results are kept: call it again, or resume({str(path)!r})" == str(caught.value)
    with pytest.raises(KeyboardInterrupt, match="the results are lost, as there is no store: give a file as `store`"):
        tournament(SHORT, THREE, deals=3, watch=stop)
