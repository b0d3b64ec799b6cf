"""Pictures of a tournament as files: PNG and SVG, by matplotlib, the same bytes for the same results."""

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
from hockey_cards.tournament.extra import needed
from hockey_cards.tournament.report.charts import Drawing, Figure, drawings
from hockey_cards.tournament.report.labels import label
from hockey_cards.tournament.report.sprt_paths import SprtPath
from hockey_cards.tournament.scoring.standings import Standings

KINDS: Final = (".png", ".svg")
"""How the name of a picture may end."""

_DOTS: Final = 150
"""Dots of a PNG to the inch."""

_STYLE: Final = {
    "font.family": "sans-serif",
    "font.size": 9,
    "figure.titlesize": 10,
    "svg.fonttype": "none",  # text stays text: to be searched, read aloud, and shown in any letters
    "svg.hashsalt": "hockey-cards",
    "text.parse_math": False,  # a name may have dollars in it
}
_SILENT: Final = {".png": {"Software": None}, ".svg": {"Creator": None, "Date": None}}
"""What would tell of the time, or of versions."""


@attrs.frozen
class Picture:
    """A picture as text, to be put into a page.

    Args:
        name: A word for it.
        title: What it shows, in a line.
        told: The same for those who cannot see it.
        svg: The picture.
    """

    name: str
    title: str
    told: str
    svg: str = attrs.field(repr=False)


def check_plot(where: str | PathLike[str]) -> None:
    """Say before the games, and not after them, that no pictures can be drawn.

    Raises:
        HockeyError: If the name is that of a file, and of no kind of picture that is known.
        MissingExtra: If matplotlib is not installed; says how to install it.
    """
    path = Path(where)
    if not _is_folder(path) and path.suffix.lower() not in KINDS:
        raise HockeyError(f"{where} is no name for a picture: it must end with {' or '.join(KINDS)}, or be a folder")
    _matplotlib()


def plot(standings: Standings, where: str | PathLike[str], *, paths: Sequence[SprtPath] = ()) -> tuple[Path, ...]:
    """Draw the pictures of a tournament, and return the names of the files.

    They are a cross-table of the shares of points, the ratings with their errors, and, if its paths are given, the
    course of the sequential test. In a folder each is a PNG and an SVG; in a file they stand one below the other.

    Args:
        standings: The standings.
        where: The name of a file that ends with .png or .svg, or of a folder, which is made if need be.
        paths: The paths of the test: ``sprt_paths`` of a store, or what ``SprtPaths`` remembers.

    Raises:
        HockeyError: If the name is that of a file, and of no kind of picture that is known, or nothing was played.
        MissingExtra: If matplotlib is not installed; says how to install it.
    """
    check_plot(where)
    found = drawings(standings, paths)
    if not found:
        raise HockeyError("there are no pictures of a tournament in which nothing was played: play a deal or more")
    path = Path(where)
    if not _is_folder(path):
        path.write_bytes(_drawn(found, _title(standings), path.suffix.lower()))
        return (path,)
    path.mkdir(parents=True, exist_ok=True)
    files = {path / f"{each.name}{kind}": (each, kind) for each in found for kind in KINDS}
    for file, (each, kind) in files.items():
        file.write_bytes(_drawn([each], _title(standings), kind))
    return tuple(files)


def pictures(standings: Standings, paths: Sequence[SprtPath] = ()) -> tuple[Picture, ...]:
    """Return the pictures of a tournament as SVG; none if nothing was played.

    Args:
        standings: The standings.
        paths: As for ``plot``.

    Raises:
        MissingExtra: If matplotlib is not installed; says how to install it.
    """
    _matplotlib()
    found = drawings(standings, paths)
    return tuple(Picture(each.name, each.title, each.told, _drawn([each], "", ".svg").decode()) for each in found)


def _is_folder(path: Path) -> bool:
    return path.is_dir() or not path.suffix


def _title(standings: Standings) -> str:
    seed = standings.seed if len(standings.seed) <= 20 else f"{standings.seed[:16]} …"
    return (
        f"{label(standings.variant, 99)}, {standings.deals:,} deals, {standings.games:,} games, seed {label(seed, 99)}"
    )


def _drawn(parts: Sequence[Drawing], title: str, kind: str) -> bytes:
    out = io.BytesIO()
    with sheet(parts, title) as figure:
        figure.savefig(out, format=kind[1:], dpi=_DOTS, metadata=_SILENT[kind])
    return out.getvalue()


@contextmanager
def sheet(parts: Sequence[Drawing], title: str = "") -> Generator[Figure]:
    """Draw pictures one below the other, each with its title if the whole has one; look at it inside of the block.

    Raises:
        MissingExtra: If matplotlib is not installed; says how to install it.
    """
    matplotlib = _matplotlib()
    figures: Any = needed("matplotlib.figure", "plot", "a picture")
    heights = [each.size[1] for each in parts]
    size = max(each.size[0] for each in parts), sum(heights) + 0.35 * bool(title)
    with matplotlib.rc_context(_STYLE), _lenient():
        figure = figures.Figure(figsize=size, layout="constrained")
        if title:
            figure.suptitle(title, fontweight="bold", x=0.01, ha="left")
        places = figure.subfigures(len(parts), height_ratios=heights, squeeze=False)
        for place, each in zip(places.flat, parts, strict=True):
            part = _narrowed(place, each.size[0], size[0])
            if title:
                part.suptitle(each.title)
            each.draw(part)
        yield figure


def _narrowed(place: Figure, width: float, room: float) -> Figure:
    """Return a part of a sheet on the left, where the sheet is wider than its picture."""
    return place if room - width < 0.5 else place.subfigures(1, 2, width_ratios=[width, room - width])[0]


@contextmanager
def _lenient() -> Generator[None]:
    """Let a name have letters that the font has not: a PNG shows boxes for them, and an SVG the letters."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def _matplotlib() -> Any:
    return needed("matplotlib", "plot", "a picture")
