"""Charts: everything is readable, and equal standings give equal bytes."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from _standings import HOSTILE, made
from _tournaments import SHORT, THREE, tournament
from hockey_cards import HockeyError, MissingExtra
from hockey_cards.tournament import Sprt, Standings
from hockey_cards.tournament.report.charts import Chart, charts
from hockey_cards.tournament.report.plots import figure_of, plot, svg_charts
from hockey_cards.tournament.report.sprt_paths import SprtPath, SprtPaths, sprt_paths

pytest.importorskip("matplotlib")

TEST = Sprt(-30, 30)
PNG = b"\x89PNG\r\n\x1a\n"


def _tested(names: list[str], deals: int = 60) -> tuple[Standings, tuple[SprtPath, ...]]:
    paths = SprtPaths()
    standings = made(names, deals, sprt=TEST, watch=paths.watch)
    return standings, paths.paths(TEST)


def _texts(figure: Any) -> list[Any]:
    """Return the visible texts of a figure."""
    text: Any = pytest.importorskip("matplotlib.text").Text
    return [found for found in figure.findobj(text) if found.get_text() and found.get_visible()]


NAMES: dict[str, list[str]] = {
    "two": ["new", "old"],
    "long": ["W" * 60, "M" * 60],
    "three": ["greedy", "counter", "random"],
    "hostile": list(HOSTILE),
    "twenty": [f"player number {number}" for number in range(20)],
}


@cache
def _charts(names: str) -> tuple[Chart, ...]:
    standings, paths = _tested(NAMES[names], 8)
    return charts(standings, paths)


@pytest.mark.slow
@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("name", ["crosstable", "ratings", "sprt"])
def test_nothing_is_cut_off(names: str, name: str) -> None:
    """Axes, titles and legends lie within the figure."""
    (found,) = [each for each in _charts(names) if each.name == name]
    with figure_of([found], "A title") as figure:
        figure.draw_without_rendering()
        parts = [figure, *figure.subfigs]
        things = [*figure.axes, *(legend for part in parts for legend in part.legends)]
        boxes = [thing.get_tightbbox() for thing in things]
        boxes += [text.get_window_extent() for part in parts for text in part.texts]
        out = [box for box in boxes if not _inside(box, figure.bbox)]
    assert len(boxes) > 2
    assert out == []


def _inside(box: Any, edge: Any) -> bool:
    return bool(box.x0 >= edge.x0 and box.y0 >= edge.y0 and box.x1 <= edge.x1 and box.y1 <= edge.y1)


@pytest.mark.slow
@pytest.mark.parametrize("names", NAMES)
def test_texts_of_the_crosstable_do_not_overlap(names: str) -> None:
    with figure_of([_charts(names)[0]], "A title") as figure:
        figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in _texts(figure)]
    touching = [(one, other) for place, one in enumerate(boxes) for other in boxes[:place] if one.overlaps(other)]
    assert touching == []


def test_folder_gets_each_chart_as_png_and_svg(tmp_path: Path) -> None:
    """The folder is created."""
    standings, paths = _tested(["new", "old"])
    files = plot(standings, tmp_path / "pictures", paths=paths)
    names = [f"{name}{kind}" for name in ("crosstable", "ratings", "sprt") for kind in (".png", ".svg")]
    assert names == [file.name for file in files]
    for file in files:
        content = file.read_bytes()
        assert content.startswith(PNG) if file.suffix == ".png" else ElementTree.fromstring(content) is not None


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_file_gets_all_charts(tmp_path: Path, kind: str) -> None:
    """Equal standings give equal bytes, without date or version."""
    standings, paths = _tested(["new", "old"])
    contents: list[bytes] = []
    for number in range(2):
        (file,) = plot(standings, tmp_path / f"{number}.{kind}", paths=paths)
        contents.append(file.read_bytes())
    assert contents[0] == contents[1]
    assert b"Date" not in contents[0]
    assert b"Matplotlib" not in contents[0]


def test_names_are_searchable_text_in_an_svg() -> None:
    svgs = [picture.svg for picture in svg_charts(made(HOSTILE))]
    for svg in svgs:
        root = ElementTree.fromstring(svg)
        texts = "".join("".join(element.itertext()) for element in root.iter() if element.tag.endswith("text"))
        assert "日本" in texts
        assert "$\\frac{1}$" in texts
        assert not [element for element in root.iter() if element.tag.endswith("script")]


def test_crosstable_shows_both_sides_of_a_pair() -> None:
    """And the share against all opponents."""
    standings = made(["one", "two"])
    first = standings.pairs[0].share
    with figure_of(charts(standings)[:1]) as figure:
        texts = [text.get_text() for text in _texts(figure)]
    shown = [f"{100 * share:.1f}" for share in (first, 1 - first)]
    assert [2, 2] == [texts.count(share) for share in shown]


def test_paths_of_a_store_equal_the_recorded_ones(tmp_path: Path) -> None:
    """They end at the verdict."""
    seen = SprtPaths()
    store = tmp_path / "test.db"
    players = {name: THREE[name] for name in ("first", "last")}
    test = Sprt(-12, 12)
    standings = tournament(SHORT, players, deals=400, seed=1, sprt=test, store=store, watch=seen.watch)
    paths = seen.paths(test)
    assert paths == sprt_paths(store)
    (verdict,) = standings.verdicts.values()
    assert [("first", "last")] == [path.pair for path in paths]
    assert (verdict.deals, verdict.llr) == (paths[0].deals[-1], paths[0].llr[-1])


def test_store_without_a_test_has_no_paths(tmp_path: Path) -> None:
    tournament(SHORT, THREE, deals=2, store=tmp_path / "plain.db")
    assert sprt_paths(tmp_path / "plain.db") == ()


def test_path_is_within_the_bounds_until_its_end() -> None:
    """It has a point for each evaluation of the test."""
    test = Sprt(-15, 15)
    low, high = test.bounds
    ends: list[int] = []
    for seed in range(8):
        seen = SprtPaths()
        made(["new", "old"], 500, sprt=test, watch=seen.watch, seed=seed, lead=0.08)
        (path,) = seen.paths(test)
        assert all(low < llr < high for llr in path.llr[:-1])
        ends.append(path.deals[-1])
    assert max(ends) > 200
    assert all(end % 10 == 0 for end in ends if end > 100)


def test_long_path_is_thinned_out() -> None:
    """It has at most 257 points, and keeps the last."""
    seen = SprtPaths()
    wide = Sprt(-0.001, 0.001)
    made(["new", "old"], 2105, sprt=wide, watch=seen.watch)
    (path,) = seen.paths(wide)
    assert 100 < len(path.deals) <= 257
    assert list(path.deals) == sorted(set(path.deals))
    assert path.deals[-1] == 2105


def test_there_is_no_chart_of_a_test_without_paths() -> None:
    standings, _ = _tested(["new", "old"])
    assert ["crosstable", "ratings"] == [each.name for each in charts(standings)]


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        HockeyError, match=r"charts cannot be drawn to .*x\.pdf: give a folder, or a file that ends with \.png or \.svg"
    ):
        plot(made(["one", "two"]), tmp_path / "x.pdf")
    assert list(tmp_path.iterdir()) == []


def test_tournament_without_games_has_no_charts(tmp_path: Path) -> None:
    """No file is written."""
    empty = Standings("breakaway", {}, "0", 0, (), ())
    with pytest.raises(HockeyError, match="play at least one deal"):
        plot(empty, tmp_path / "x.svg")
    assert svg_charts(empty) == ()
    assert list(tmp_path.iterdir()) == []


def test_missing_matplotlib_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r'a chart needs the extra `plot`.*pip install "hockey-cards\[plot\]"'):
        plot(made(["one", "two"]), tmp_path / "x.svg")
    assert list(tmp_path.iterdir()) == []
