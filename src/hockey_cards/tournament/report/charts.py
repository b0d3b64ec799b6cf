"""The charts of a tournament: the cross-table, the ratings and the paths of a test, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final

import attrs

from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.report.sprt_paths import SprtPath
from hockey_cards.tournament.scoring.labels import label, signed, signed_interval
from hockey_cards.tournament.scoring.standings import Standings
from hockey_cards.tournament.statistics.ratings import Rating
from hockey_cards.tournament.statistics.sprt import Sprt, SprtVerdict

Figure = Any
"""A matplotlib figure or subfigure. Only some versions of matplotlib have type annotations, so this is Any."""

Axes = Any
"""The axes of a matplotlib figure."""

ORANGE: Final = "#b35806"
BLUE: Final = "#2166ac"
"""Two colours that colour-blind people can tell from each other and from white."""

_STYLES: Final = (
    ("#0072b2", "-"),
    ("#d55e00", "--"),
    ("#009e73", "-."),
    ("#cc79a7", ":"),
    ("#e69f00", "-"),
    ("0.3", "--"),
)
"""Colours that colour-blind people can tell apart, each with a line style."""
_MARKERS: Final = "osD^v"
_SHADES: Final = ("#e08214", "#f7f7f7", "#4393c3")
"""The colour scale from no points to all, light enough for black text."""
_CELL: Final = (0.66, 0.46)
"""The width and height of a cell in inches, with room for an interval."""
_LETTER: Final = 0.085
"""The width of a letter in inches."""
_LINE: Final = 0.16
"""The height of a line in inches."""
_SMALL: Final = 7.5


@attrs.frozen
class Chart:
    """A chart that can be drawn.

    Args:
        name: The name of its file, without the suffix.
        title: Its title.
        description: Its content in words, for those who cannot see it.
        size: Its width and height in inches.
        draw: The function that draws it on a figure.
    """

    name: str
    title: str
    description: str
    size: tuple[float, float]
    draw: Callable[[Figure], None]


def charts(standings: Standings, paths: Sequence[SprtPath] = ()) -> tuple[Chart, ...]:
    """Return the charts of a tournament; none if nothing was played.

    Args:
        standings: The standings.
        paths: The paths of the test, if there was one and they are known.
    """
    found = [_crosstable(standings), _ratings(standings)] if standings.pairs else []
    if standings.sprt is not None and paths:
        found.append(_paths(standings.sprt.among(len(paths)), standings.verdicts, paths))
    return tuple(found)


def _width(names: Sequence[str]) -> float:
    """Return the width of the longest label, in inches."""
    return _LETTER * max(len(line) for name in names for line in label(name).splitlines())


def _heights(names: Sequence[str], least: float) -> float:
    """Return the height of rows with labels, in inches."""
    return len(names) * max(least, *(_LINE * (1 + label(name).count("\n")) for name in names))


def _crosstable(standings: Standings) -> Chart:
    names = [f"{place}  {entrant.name}" for place, entrant in enumerate(standings.entrants, 1)]
    width = _width(names) + _CELL[0] * (len(names) + 1.3) + 1.1
    best = standings.entrants[0]
    description = (
        f"A table of {len(names)} rows and columns in the order of the standings. {label(best.name, 99)} stands first "
        f"with {best.share:.1%} of the points."
    )
    title = "Share of the points in %, row against column, and its 95% interval"
    size = max(width, 5.4), 1.1 + _heights(names, _CELL[1])
    return Chart("crosstable", title, description, size, partial(_draw_crosstable, standings, names))


def _draw_crosstable(standings: Standings, names: Sequence[str], figure: Figure) -> None:
    numpy, colors = import_module("numpy"), import_module("matplotlib.colors")
    count = len(names)
    table = numpy.full((count, count + 1), numpy.nan)
    cells = dict(_cells(standings))
    for (row, column), (share, _) in cells.items():
        table[row, column] = 100 * share
    axes: Axes = figure.add_subplot()
    shades: Any = colors.LinearSegmentedColormap.from_list("share", _SHADES, 20)
    edges = numpy.append(numpy.arange(count + 1), [count + 0.3, count + 1.3])
    apart = numpy.insert(table, count, numpy.nan, axis=1)
    mesh = axes.pcolormesh(edges, numpy.arange(count + 1), apart, cmap=shades, vmin=0, vmax=100, edgecolor="white")
    for (row, column), (share, interval) in cells.items():
        _write(axes, row, column + 0.3 * (column == count), share, interval)
    for row in range(count):
        axes.fill_between([row, row + 1], row, row + 1, facecolor="0.85", edgecolor="white")
    axes.set_xticks([*(numpy.arange(count) + 0.5), count + 0.8], [*map(str, range(1, count + 1)), "all"])
    axes.set_yticks(numpy.arange(count) + 0.5, [label(name) for name in names])
    axes.invert_yaxis()
    axes.tick_params(length=0, top=False, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(mesh, ax=axes, label="% of the points", aspect=25, pad=0.02, ticks=[0, 25, 50, 75, 100])
    bar.outline.set_visible(False)


def _cells(standings: Standings) -> Iterator[tuple[tuple[int, int], tuple[float, tuple[float, float]]]]:
    """Yield the share and interval of each cell, row against column; the last column is against all."""
    place = {entrant.name: number for number, entrant in enumerate(standings.entrants)}
    for pair in standings.pairs:
        row, column = place[pair.name], place[str(pair.opponent)]
        low, high = pair.interval
        yield (row, column), (pair.share, pair.interval)
        yield (column, row), (1 - pair.share, (1 - high, 1 - low))
    for row, entrant in enumerate(standings.entrants):
        if entrant.games:
            yield (row, len(place)), (entrant.share, entrant.interval)


def _write(axes: Axes, row: int, column: float, share: float, interval: tuple[float, float]) -> None:
    low, high = interval
    middle = {"ha": "center", "va": "center"}
    axes.text(column + 0.5, row + 0.38, f"{100 * share:.1f}", **middle)
    axes.text(column + 0.5, row + 0.74, f"{100 * low:.0f}-{100 * high:.0f}", fontsize=_SMALL, **middle)


def _ratings(standings: Standings) -> Chart:
    shown = sorted(standings.ratings, key=lambda rating: (rating.group, -rating.elo))
    names = [rating.name for rating in shown]
    description = "Highest first: " + ", ".join(f"{label(each.name, 99)} {signed(each.elo, 0)}" for each in shown) + "."
    size = max(5.5, _width(names) + 6.0), 1.3 + _heights(names, 0.3)
    return Chart("ratings", "Ratings and their 95% intervals", description, size, partial(_draw_ratings, shown))


def _draw_ratings(shown: Sequence[Rating], figure: Figure) -> None:
    axes: Axes = figure.add_subplot()
    axes.axvline(0, color="0.6", linewidth=0.8, linestyle="--")
    for row, rating in enumerate(shown):
        low, high = rating.interval or (rating.elo, rating.elo)
        axes.errorbar(
            [rating.elo],
            [row],
            xerr=[[rating.elo - low], [high - rating.elo]],
            fmt=_MARKERS[rating.group % len(_MARKERS)],
            color=BLUE,
            markerfacecolor=BLUE if rating.bounded else "white",
            markersize=6,
            elinewidth=1.4,
            capsize=3,
        )
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.set_yticks(range(len(shown)), [label(rating.name) for rating in shown])
    axes.grid(visible=True, axis="x", color="0.9")
    axes.set_axisbelow(True)
    axes.set_xlabel(_rating_label(shown))
    right: Axes = axes.twinx()
    right.set_ylim(axes.get_ylim())
    right.set_yticks(range(len(shown)), [_rating_text(rating) for rating in shown])
    right.tick_params(length=0, labelsize=8)


def _rating_text(rating: Rating) -> str:
    low, high = rating.interval or (None, None)
    return f"{signed(rating.elo, 0)}  ({signed_interval(low, high, digits=0) or 'no games'})"


def _rating_label(shown: Sequence[Rating]) -> str:
    """Return the label of the axis of ratings, with notes on the markers that are used."""
    lines = ["Elo points; the mean is 0"]
    if len({rating.group for rating in shown}) > 1:
        lines.append("different markers: entrants that have not met, even through others, and cannot be compared")
    if not all(rating.bounded for rating in shown):
        lines.append("hollow: all points or none were scored; rely on the order, not on the number")
    return "\n".join(lines)


def _paths(sprt: Sprt, verdicts: Mapping[Pair, SprtVerdict], paths: Sequence[SprtPath]) -> Chart:
    found = [f"{label(a, 99)} against {label(b, 99)}: {verdict}" for (a, b), verdict in verdicts.items()]
    description = f"Test of {_elo(sprt.low)} against {_elo(sprt.high)} Elo. " + ". ".join(found or ["No verdict"]) + "."
    draw = partial(_draw_paths, sprt, verdicts, paths)
    few = paths if len(paths) <= len(_STYLES) else paths[:1]
    legend = 0.2 * sum(1 + _pair_label(path.pair).count("\n") for path in few)
    return Chart("sprt", "The path of the sequential test", description, (8.5, 4.6 + legend), draw)


def _draw_paths(sprt: Sprt, verdicts: Mapping[Pair, SprtVerdict], paths: Sequence[SprtPath], figure: Figure) -> None:
    axes: Axes = figure.add_subplot()
    few = len(paths) <= len(_STYLES)
    for number, path in enumerate(paths):
        colour, line = _STYLES[number] if few else _line_style(verdicts.get(path.pair))
        named = _pair_label(path.pair) if few else None
        axes.plot(path.deals, path.llr, line, color=colour, linewidth=1.5 if few else 0.8, label=named)
        axes.plot(path.deals[-1:], path.llr[-1:], "o", color=colour, markersize=5 if few else 3)
    if not few:
        for text, verdict in _by_verdict(verdicts, paths):
            colour, line = _line_style(verdict)
            axes.plot([], [], line, color=colour, label=text)
    _frame_paths(sprt, axes)
    figure.legend(loc="outside lower center", ncols=1 if few else 3, frameon=False)


def _frame_paths(sprt: Sprt, axes: Axes) -> None:
    for bound in sprt.bounds:
        axes.axhline(bound, color="black", linewidth=1)
    axes.axhline(0, color="0.6", linewidth=0.8, linestyle="--")
    axes.set_xlim(left=0)
    axes.margins(y=0.08)
    axes.set_xlabel("deals")
    axes.set_ylabel(f"log-likelihood ratio of {_elo(sprt.high)} to {_elo(sprt.low)} Elo")
    axes.grid(visible=True, color="0.92")
    axes.set_axisbelow(True)
    right: Axes = axes.twinx()
    right.set_ylim(axes.get_ylim())
    marks = (
        f"{bound:+.2f}\n{_elo(elo)} Elo\naccepted"
        for bound, elo in zip(sprt.bounds, (sprt.low, sprt.high), strict=True)
    )
    right.set_yticks(sprt.bounds, list(marks))


def _elo(number: float) -> str:
    return f"{number:+g}" if number else "0"


def _line_style(verdict: SprtVerdict | None) -> tuple[str, str]:
    return ("0.45", ":") if verdict is None else (BLUE, "-") if verdict.accepted == "high" else (ORANGE, "--")


def _by_verdict(
    verdicts: Mapping[Pair, SprtVerdict], paths: Sequence[SprtPath]
) -> Iterator[tuple[str, SprtVerdict | None]]:
    """Yield a text with the number of pairs for each kind of verdict, and one such verdict."""
    for accepted in ("high", "low", None):
        found = [verdict for path in paths if getattr(verdict := verdicts.get(path.pair), "accepted", None) == accepted]
        if found:
            yield f"{accepted or 'no verdict'}: {len(found)} pairs", found[0]


def _pair_label(pair: Pair) -> str:
    first, second = (label(name, 99) for name in pair)
    return f"{first}{' ' if len(first + second) < 50 else chr(10)}against {second}"
