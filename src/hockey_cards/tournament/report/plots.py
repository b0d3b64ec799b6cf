"""Charts as PNG and SVG files, with the same bytes for the same standings."""

from __future__ import annotations

import io
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Final

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.extras import load
from hockey_cards.tournament.report.charts import Chart, Figure, charts
from hockey_cards.tournament.report.sprt_paths import SprtPath
from hockey_cards.tournament.scoring.labels import label
from hockey_cards.tournament.scoring.standings import Standings

_SUFFIXES: Final = (".png", ".svg")

_DPI: Final = 150
"""The resolution of a PNG, in dots per inch."""

_STYLE: Final = {
    "font.family": "sans-serif",
    "font.size": 9,
    "figure.titlesize": 10,
    "svg.fonttype": "none",  # text stays text, which can be searched and read aloud
    "svg.hashsalt": "hockey-cards",
    "text.parse_math": False,  # a name may contain dollar signs
}
_METADATA: Final = {".png": {"Software": None}, ".svg": {"Creator": None, "Date": None}}
"""Metadata left out because they depend on the time or on versions."""


@attrs.frozen
class SvgChart:
    """A chart as SVG text.

    Args:
        name: The name of the chart.
        title: Its title.
        description: Its content in words, for those who cannot see it.
        svg: The SVG document.
    """

    name: str
    title: str
    description: str
    svg: str = attrs.field(repr=False)


def check_plot(where: str | PathLike[str]) -> None:
    """Check that charts can be drawn into a file or folder, before any games are played.

    Raises:
        HockeyError: If the name is that of a file with another suffix than .png or .svg.
        MissingExtra: If matplotlib is not installed.
    """
    path = Path(where)
    if not _is_folder(path) and path.suffix.lower() not in _SUFFIXES:
        raise HockeyError(
            f"charts cannot be drawn to {where}: give a folder, or a file that ends with {' or '.join(_SUFFIXES)}"
        )
    _matplotlib()


def plot(standings: Standings, where: str | PathLike[str], *, paths: Sequence[SprtPath] = ()) -> tuple[Path, ...]:
    """Draw the charts of a tournament, and return the files.

    The charts are a cross-table of the shares of points, the ratings with their intervals and, if its paths are given,
    the course of the sequential test. In a folder each chart is a PNG and an SVG file; in a single file they are drawn
    one below the other.

    Args:
        standings: The standings.
        where: A file that ends with .png or .svg, or a folder, which is created if need be.
        paths: The paths of the test: ``sprt_paths`` of a store, or those that ``SprtPaths`` recorded.

    Raises:
        HockeyError: If the name is that of a file with another suffix, or nothing was played.
        MissingExtra: If matplotlib is not installed.
    """
    check_plot(where)
    found = charts(standings, paths)
    if not found:
        raise HockeyError("a tournament without games has no charts: play at least one deal")
    path = Path(where)
    if not _is_folder(path):
        path.write_bytes(_draw(found, _title(standings), path.suffix.lower()))
        return (path,)
    path.mkdir(parents=True, exist_ok=True)
    files = {path / f"{each.name}{suffix}": (each, suffix) for each in found for suffix in _SUFFIXES}
    for file, (each, suffix) in files.items():
        file.write_bytes(_draw([each], _title(standings), suffix))
    return tuple(files)


def svg_charts(standings: Standings, paths: Sequence[SprtPath] = ()) -> tuple[SvgChart, ...]:
    """Return the charts of a tournament as SVG; none if nothing was played.

    Args:
        standings: The standings.
        paths: As for ``plot``.

    Raises:
        MissingExtra: If matplotlib is not installed.
    """
    _matplotlib()
    found = charts(standings, paths)
    return tuple(
        SvgChart(each.name, each.title, each.description, _draw([each], "", ".svg").decode()) for each in found
    )


def _is_folder(path: Path) -> bool:
    return path.is_dir() or not path.suffix


def _title(standings: Standings) -> str:
    seed = standings.seed if len(standings.seed) <= 20 else f"{standings.seed[:16]} …"
    return (
        f"{label(standings.variant, 99)}, {standings.deals:,} deals, {standings.games:,} games, seed {label(seed, 99)}"
    )


def _draw(parts: Sequence[Chart], title: str, suffix: str) -> bytes:
    out = io.BytesIO()
    with figure_of(parts, title) as figure:
        figure.savefig(out, format=suffix[1:], dpi=_DPI, metadata=_METADATA[suffix])
    return out.getvalue()


@contextmanager
def figure_of(parts: Sequence[Chart], title: str = "") -> Generator[Figure]:
    """Draw charts one below the other, each with its title if the figure has one; use the figure inside the block.

    Raises:
        MissingExtra: If matplotlib is not installed.
    """
    matplotlib = _matplotlib()
    figures: Any = load("matplotlib.figure", extra="plot", purpose="a chart")
    heights = [each.size[1] for each in parts]
    size = max(each.size[0] for each in parts), sum(heights) + 0.35 * bool(title)
    with matplotlib.rc_context(_STYLE), _missing_glyphs_allowed():
        figure = figures.Figure(figsize=size, layout="constrained")
        if title:
            figure.suptitle(title, fontweight="bold", x=0.01, ha="left")
        places = figure.subfigures(len(parts), height_ratios=heights, squeeze=False)
        for place, each in zip(places.flat, parts, strict=True):
            part = _left_part(place, each.size[0], size[0])
            if title:
                part.suptitle(each.title)
            each.draw(part)
        yield figure


def _left_part(place: Figure, width: float, available: float) -> Figure:
    """Return the left part of a figure that is wider than its chart."""
    return place if available - width < 0.5 else place.subfigures(1, 2, width_ratios=[width, available - width])[0]


@contextmanager
def _missing_glyphs_allowed() -> Generator[None]:
    """Allow names with letters that the font lacks: a PNG shows boxes for them, an SVG the letters."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def _matplotlib() -> Any:
    return load("matplotlib", extra="plot", purpose="a chart")
