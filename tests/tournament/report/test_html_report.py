"""The report of a tournament as a page: all that it says is text, and it needs nothing but itself."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from typing import Any

import pytest

from _standings import HOSTILE, made
from hockey_cards import MissingExtra
from hockey_cards.errors import printable
from hockey_cards.tournament import KnockOut, Sprt, Standings, Swiss
from hockey_cards.tournament.report.html import html_report
from hockey_cards.tournament.report.labels import label, signed
from hockey_cards.tournament.report.sprt_paths import SprtPaths
from hockey_cards.tournament.report.text_tables import text_tables

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Reader(HTMLParser):
    """Reads a page: its elements, its text, and whether all of them are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, name: str) -> list[str]:
        return [value or "" for key, value in self.attributes if key == name]


def _hostile() -> Standings:
    return made(HOSTILE, 4, faults=1)


def test_a_page_is_whole() -> None:
    """Every element is closed, every name of an element is there once, and what is referred to is there."""
    seen = SprtPaths()
    test = Sprt(-30, 30)
    standings = made(["one", "two", "three"], sprt=test, watch=seen.watch)
    read = Reader(html_report(standings, paths=seen.paths(test)))
    assert read.open == []
    names = read.all("id")
    assert len(names) == len(set(names))
    referred = [value.removeprefix("#") for value in read.all("href")]
    referred += [
        name for key in ("aria-labelledby", "aria-describedby") for each in read.all(key) for name in each.split()
    ]
    referred += re.findall(r"url\(#(.+?)\)", " ".join(value or "" for _, value in read.attributes))
    assert len(referred) > 20
    assert set(referred) <= set(names)


def test_names_are_text_whatever_they_are() -> None:
    """No name becomes an element, an attribute or a part of the template; and nothing of it is lost."""
    read = Reader(html_report(_hostile()))
    assert {"script", "b", "i"}.isdisjoint(read.tags)
    assert [key for key, _ in read.attributes if key.startswith("on")] == []
    cells = {text.strip() for text in read.texts}
    assert {printable(name).strip() for name in HOSTILE} <= cells
    assert "6170" not in "".join(read.texts)


def test_a_page_needs_no_other() -> None:
    """No script, no style sheet, no picture and no font from elsewhere; and a browser is told to allow none."""
    told = html_report(_hostile())
    read = Reader(told)
    assert {"script", "link", "iframe", "img", "image", "object"}.isdisjoint(read.tags)
    assert [value for value in read.all("href") if not value.startswith("#")] == []
    assert not re.search(r"@import|url\((?!#)", "".join(re.findall(r"<style>.*?</style>", told, re.DOTALL)))
    assert "default-src 'none'; style-src 'unsafe-inline'" in read.all("content")


def test_pictures_can_be_heard() -> None:
    """Each has the role of a picture, a title and a description."""
    told = html_report(made(["one", "two", "three"]))
    pictures = re.findall(r"<svg .*?</svg>", told, re.DOTALL)
    assert len(pictures) == 2
    for picture in pictures:
        assert 'role="img"' in picture
        assert re.search(r"<title id=.+?>.+?</title><desc id=.+?>.+?</desc>", picture)
    assert "one stands first with" in pictures[0]


def test_the_same_standings_give_the_same_page() -> None:
    assert html_report(_hostile()) == html_report(_hostile())


def test_a_page_is_for_phones_and_for_the_dark() -> None:
    """It is as wide as the screen, wide tables scroll by themselves, and colours follow the reader's choice."""
    told = html_report(made(["one", "two"]))
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in told
    assert "prefers-color-scheme: dark" in told
    assert told.count("<table>") == told.count('<div class="wide" role="region"') > 1


def test_without_matplotlib_a_page_has_no_pictures_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    standings = made(["one", "two", "three"])
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told = html_report(standings)
    assert "<svg" not in told
    assert "There are no charts: a chart needs the extra `plot`" in told
    assert "pip install &#34;hockey-cards[plot]&#34;" in told
    assert told.count("<table>") == len(text_tables(standings))


@pytest.mark.parametrize("module", ["jinja2", "markupsafe"])
def test_without_jinja_it_is_told_how_to_install_it(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r'the extra `report`.*pip install "hockey-cards\[report\]"'):
        html_report(made(["one", "two"]))


def test_nothing_played_gives_a_page_too() -> None:
    told = html_report(Standings("breakaway", {"periods": 1}, "0", 0, (), ()))
    assert "periods=1" in told
    assert "<svg" not in told


def _sheet(standings: Standings, name: str) -> dict[str, tuple[str, ...]]:
    """Return the columns of a table."""
    (found,) = [sheet for sheet in text_tables(standings) if sheet.name == name]
    assert found.numbers <= set(found.heading)
    assert all(len(found.heading) == len(row) for row in found.rows)
    return dict(zip(found.heading, zip(*found.rows, strict=True), strict=True))


def test_sheets_tell_deals_by_points() -> None:
    """The counts of the deals of each pair, the mean differences with intervals, and what duplicate deals gained."""
    standings = made(["one", "two", "three"])
    told = _sheet(standings, "deals")
    assert told["deals by points"] == tuple("-".join(map(str, each.outcomes)) for each in standings.comparisons)
    for cell, each in zip(told["goals a deal"], standings.comparisons, strict=True):
        assert each.goals_interval is not None
        low, high = each.goals_interval
        assert cell == f"{signed(each.goals)} {signed(low)}..{signed(high)}"
    assert told["gain"] == tuple(f"{each.points_gain:.2f}" for each in standings.comparisons)
    assert told["better"] == tuple(f"{each.superiority:.1%}" for each in standings.comparisons)


@pytest.mark.parametrize(
    ("format", "more"), [(Swiss(2), ["places", "rounds"]), (KnockOut(), ["places", "rounds"]), (None, [])]
)
def test_formats_with_rounds_have_places_and_rounds(format: Any, more: list[str]) -> None:  # noqa: A002  # as the library calls it
    standings = made(["one", "two", "three", "four"], 5, format=format)
    assert ["entrants", *more, "ratings", "pairs", "deals"] == [sheet.name for sheet in text_tables(standings)]
    if more:
        assert _sheet(standings, "rounds")["round"] == ("1", "2")
        assert _sheet(standings, "places")["player"][0] == standings.places[0].name


def test_each_pair_of_a_test_has_a_verdict_or_the_reason_why_not() -> None:
    standings = made(["one", "two", "three"], 62, sprt=Sprt(-20, 20))
    told = _sheet(standings, "verdicts")["verdict"]
    assert len(told) == 3
    for pair, text in zip(standings.pairs, told, strict=True):
        verdict = standings.verdicts.get((pair.name, str(pair.opponent)))
        assert text == verdict.reason if verdict else re.match(r"none: the log-likelihood ratio is .+ after", text)
    assert 0 < len(standings.verdicts) < 3


def test_faults_are_told_by_entrant() -> None:
    """How often, where first, and what happened then, on one line and without control characters."""
    standings = made(["one", "two", "three"], faults=1)
    told = _sheet(standings, "faults")
    assert told["times"] == tuple(str(fault.times) for fault in standings.faults)
    assert all(text.startswith(r"\x1b[2Jit <b>failed</b> in ") for text in told["first message"])
    total = sum(fault.times for fault in standings.faults)
    assert total == sum(map(int, _sheet(standings, "ratings")["faults"]))


def test_numbers_and_names_are_written_for_people() -> None:
    assert ["+1.50", "-1.50", "0.00", "0.00", ""] == [signed(number) for number in (1.5, -1.5, 0.0, -0.001, None)]
    assert "a\\nb\\x1b" == printable("a\nb\x1b")
    assert "?" == label("")
    lines = label("x" * 100).splitlines()
    assert "…" in "".join(lines)
    assert max(map(len, lines)) <= 26
