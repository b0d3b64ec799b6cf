"""The HTML report: valid, self-contained, accessible, and safe for any name."""

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
from hockey_cards.tournament.report.sprt_paths import SprtPaths
from hockey_cards.tournament.scoring.labels import label, signed
from hockey_cards.tournament.scoring.text_tables import text_tables

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


def test_page_is_well_formed() -> None:
    """All elements are closed, ids are unique, and references lead to them."""
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


def test_names_are_escaped() -> None:
    """No name becomes an element, an attribute or part of the template, and none is cut."""
    read = Reader(html_report(_hostile()))
    assert {"script", "b", "i"}.isdisjoint(read.tags)
    assert [key for key, _ in read.attributes if key.startswith("on")] == []
    cells = {text.strip() for text in read.texts}
    assert {printable(name).strip() for name in HOSTILE} <= cells
    assert "6170" not in "".join(read.texts)


def test_page_is_self_contained() -> None:
    """It refers to no script, style sheet, image or font, and forbids them."""
    found = html_report(_hostile())
    read = Reader(found)
    assert {"script", "link", "iframe", "img", "image", "object"}.isdisjoint(read.tags)
    assert [value for value in read.all("href") if not value.startswith("#")] == []
    assert not re.search(r"@import|url\((?!#)", "".join(re.findall(r"<style>.*?</style>", found, re.DOTALL)))
    assert "default-src 'none'; style-src 'unsafe-inline'" in read.all("content")


def test_charts_have_titles_and_descriptions() -> None:
    """For screen readers."""
    found = html_report(made(["one", "two", "three"]))
    pictures = re.findall(r"<svg .*?</svg>", found, re.DOTALL)
    assert len(pictures) == 2
    for picture in pictures:
        assert 'role="img"' in picture
        assert re.search(r"<title id=.+?>.+?</title><desc id=.+?>.+?</desc>", picture)
    assert "one stands first with" in pictures[0]


def test_equal_standings_give_equal_pages() -> None:
    assert html_report(_hostile()) == html_report(_hostile())


def test_page_adapts_to_the_screen() -> None:
    """Wide tables scroll on their own, and colours follow the reader's preference."""
    found = html_report(made(["one", "two"]))
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in found
    assert "prefers-color-scheme: dark" in found
    assert found.count("<table>") == found.count('<div class="wide" role="region"') > 1


def test_page_without_matplotlib_has_no_charts_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    standings = made(["one", "two", "three"])
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = html_report(standings)
    assert "<svg" not in found
    assert "There are no charts: a chart needs the extra `plot`" in found
    assert "pip install &#34;hockey-cards[plot]&#34;" in found
    assert found.count("<table>") == len(text_tables(standings))


@pytest.mark.parametrize("module", ["jinja2", "markupsafe"])
def test_missing_jinja_is_reported(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r'the extra `report`.*pip install "hockey-cards\[report\]"'):
        html_report(made(["one", "two"]))


def test_tournament_without_games_has_a_page() -> None:
    found = html_report(Standings("breakaway", {"periods": 1}, "0", 0, (), ()))
    assert "periods=1" in found
    assert "<svg" not in found


def _columns(standings: Standings, name: str) -> dict[str, tuple[str, ...]]:
    """Return the columns of a table."""
    (found,) = [sheet for sheet in text_tables(standings) if sheet.name == name]
    assert found.numbers <= set(found.heading)
    assert all(len(found.heading) == len(row) for row in found.rows)
    return dict(zip(found.heading, zip(*found.rows, strict=True), strict=True))


def test_table_of_deals() -> None:
    """The counts of deals by points, the mean differences with intervals, and the gain."""
    standings = made(["one", "two", "three"])
    found = _columns(standings, "deals")
    assert found["deals by points"] == tuple("-".join(map(str, each.outcomes)) for each in standings.comparisons)
    for cell, each in zip(found["goals a deal"], standings.comparisons, strict=True):
        assert each.goals_interval is not None
        low, high = each.goals_interval
        assert cell == f"{signed(each.goals)} {signed(low)}..{signed(high)}"
    assert found["gain"] == tuple(f"{each.points_gain:.2f}" for each in standings.comparisons)
    assert found["better"] == tuple(f"{each.superiority:.1%}" for each in standings.comparisons)


@pytest.mark.parametrize(("format", "more"), [(Swiss(2), ["rounds"]), (KnockOut(), ["rounds"]), (None, [])])
def test_formats_with_rounds_have_scores_and_rounds(format: Any, more: list[str]) -> None:  # noqa: A002  # as the library calls it
    standings = made(["one", "two", "three", "four"], 5, format=format)
    assert ["entrants", *more, "ratings", "pairs", "deals"] == [sheet.name for sheet in text_tables(standings)]
    if more:
        assert _columns(standings, "rounds")["round"] == ("1", "2")
        assert _columns(standings, "entrants")["player"][0] == standings.places[0].name


def test_table_of_verdicts_has_every_pair() -> None:
    standings = made(["one", "two", "three"], 62, sprt=Sprt(-20, 20))
    found = _columns(standings, "verdicts")["verdict"]
    assert len(found) == 3
    for pair, text in zip(standings.pairs, found, strict=True):
        verdict = standings.verdicts.get((pair.name, str(pair.opponent)))
        assert text == verdict.reason if verdict else re.match(r"none: the log-likelihood ratio is .+ after", text)
    assert 0 < len(standings.verdicts) < 3


def test_table_of_faults_counts_by_entrant() -> None:
    """With the first message, on one line and without control characters."""
    standings = made(["one", "two", "three"], faults=1)
    found = _columns(standings, "faults")
    assert found["times"] == tuple(str(fault.times) for fault in standings.faults)
    assert all(text.startswith(r"\x1b[2Jit <b>failed</b> in ") for text in found["first message"])
    total = sum(fault.times for fault in standings.faults)
    assert total == sum(map(int, _columns(standings, "ratings")["faults"]))


def test_labels() -> None:
    assert ["+1.50", "-1.50", "0.00", "0.00", ""] == [signed(number) for number in (1.5, -1.5, 0.0, -0.001, None)]
    assert "a\\nb\\x1b" == printable("a\nb\x1b")
    assert "?" == label("")
    lines = label("x" * 100).splitlines()
    assert "…" in "".join(lines)
    assert max(map(len, lines)) <= 26
