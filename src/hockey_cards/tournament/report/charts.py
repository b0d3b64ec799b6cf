"""What the pictures of a tournament look like: the cross-table, the ratings and the paths of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final

import attrs

from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.report.labels import label, reach, signed
from hockey_cards.tournament.report.sprt_paths import SprtPath
from hockey_cards.tournament.scoring.standings import Standings
from hockey_cards.tournament.statistics.ratings import Rating
from hockey_cards.tournament.statistics.sprt import Sprt, Verdict

Figure = Any
"""A sheet or a part of one. Some versions of matplotlib have types and some have none: to a type checker all is Any."""

Axes = Any
"""A panel; the same."""

ORANGE: Final = "#b35806"
BLUE: Final = "#2166ac"
"""Both can be told apart by all, on white and from each other."""

_LOOKS: Final = (
    ("#0072b2", "-"),
    ("#d55e00", "--"),
    ("#009e73", "-."),
    ("#cc79a7", ":"),
    ("#e69f00", "-"),
    ("0.3", "--"),
)
"""Colours that can be told apart by all, each with a kind of line."""
_MARKS: Final = "osD^v"
_SHADES: Final = ("#e08214", "#f7f7f7", "#4393c3")
"""From no points to all: light enough for black text on all of them."""
_CELL: Final = (0.66, 0.46)
"""Width and height of a cell in inches: room for an interval."""
_LETTER: Final = 0.085
"""Width of a letter in inches."""
_LINE: Final = 0.16
_SMALL: Final = 7.5


@attrs.frozen
class Drawing:
    """A picture that can be drawn.

    Args:
        name: The name of its file, without the ending.
        title: What it shows, in a line.
        told: The same for those who cannot see it.
        size: Width and height in inches.
        draw: What draws it.
    """

    name: str
    title: str
    told: str
    size: tuple[float, float]
    draw: Callable[[Figure], None]


def drawings(standings: Standings, paths: Sequence[SprtPath] = ()) -> tuple[Drawing, ...]:
    """Return the pictures that there are of a tournament; none if nothing was played.

    Args:
        standings: The standings.
        paths: The paths of the test, if there was one and they are known.
    """
    found = [_crosstable(standings), _ratings(standings)] if standings.pairs else []
    if standings.sprt is not None and paths:
        found.append(_paths(standings.sprt.among(len(paths)), standings.verdicts, paths))
    return tuple(found)


def _width(names: Sequence[str]) -> float:
    """Return how much room labels take beside a picture, in inches."""
    return _LETTER * max(len(line) for name in names for line in label(name).splitlines())


def _heights(names: Sequence[str], least: float) -> float:
    """Return how much room rows with labels take, in inches."""
    return len(names) * max(least, *(_LINE * (1 + label(name).count("\n")) for name in names))


def _crosstable(standings: Standings) -> Drawing:
    names = [f"{place}  {entrant.name}" for place, entrant in enumerate(standings.entrants, 1)]
    width = _width(names) + _CELL[0] * (len(names) + 1.3) + 1.1
    best = standings.entrants[0]
    told = (
        f"A table of {len(names)} rows and columns in the order of the standings. {label(best.name, 99)} stands first "
        f"with {best.share:.1%} of the points."
    )
    title = "Share of the points in %, row against column, and its 95% interval"
    size = max(width, 5.4), 1.1 + _heights(names, _CELL[1])
    return Drawing("crosstable", title, told, size, partial(_draw_crosstable, standings, names))


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
    """Yield what is known of who stands in a row against who stands in a column; the last column is for all."""
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


def _ratings(standings: Standings) -> Drawing:
    shown = sorted(standings.ratings, key=lambda rating: (rating.group, -rating.elo))
    names = [rating.name for rating in shown]
    told = "Highest first: " + ", ".join(f"{label(each.name, 99)} {signed(each.elo, 0)}" for each in shown) + "."
    size = max(5.5, _width(names) + 6.0), 1.3 + _heights(names, 0.3)
    return Drawing("ratings", "Ratings and their 95% intervals", told, size, partial(_draw_ratings, shown))


def _draw_ratings(shown: Sequence[Rating], figure: Figure) -> None:
    axes: Axes = figure.add_subplot()
    axes.axvline(0, color="0.6", linewidth=0.8, linestyle="--")
    for row, rating in enumerate(shown):
        low, high = rating.interval or (rating.elo, rating.elo)
        axes.errorbar(
            [rating.elo],
            [row],
            xerr=[[rating.elo - low], [high - rating.elo]],
            fmt=_MARKS[rating.group % len(_MARKS)],
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
    axes.set_xlabel(_below(shown))
    right: Axes = axes.twinx()
    right.set_ylim(axes.get_ylim())
    right.set_yticks(range(len(shown)), [_told(rating) for rating in shown])
    right.tick_params(length=0, labelsize=8)


def _told(rating: Rating) -> str:
    low, high = rating.interval or (None, None)
    return f"{signed(rating.elo, 0)}  ({reach(low, high, digits=0) or 'no games'})"


def _below(shown: Sequence[Rating]) -> str:
    """Return what the ratings are, and what is to be known of them."""
    lines = ["Elo points; the mean is 0"]
    if len({rating.group for rating in shown}) > 1:
        lines.append("other marks: others that have not met them, so that only ratings of one mark compare")
    if not all(rating.bounded for rating in shown):
        lines.append("hollow: all points or none were made; the order says more than the number")
    return "\n".join(lines)


def _paths(sprt: Sprt, verdicts: Mapping[Pair, Verdict], paths: Sequence[SprtPath]) -> Drawing:
    found = [f"{label(a, 99)} against {label(b, 99)}: {verdict}" for (a, b), verdict in verdicts.items()]
    told = f"Test of {_elo(sprt.low)} against {_elo(sprt.high)} Elo. " + ". ".join(found or ["No verdict"]) + "."
    draw = partial(_draw_paths, sprt, verdicts, paths)
    few = paths if len(paths) <= len(_LOOKS) else paths[:1]
    legend = 0.2 * sum(1 + _pair(path.pair).count("\n") for path in few)
    return Drawing("sprt", "The path of the sequential test", told, (8.5, 4.6 + legend), draw)


def _draw_paths(sprt: Sprt, verdicts: Mapping[Pair, Verdict], paths: Sequence[SprtPath], figure: Figure) -> None:
    axes: Axes = figure.add_subplot()
    few = len(paths) <= len(_LOOKS)
    for number, path in enumerate(paths):
        colour, line = _LOOKS[number] if few else _look(verdicts.get(path.pair))
        named = _pair(path.pair) if few else None
        axes.plot(path.deals, path.llr, line, color=colour, linewidth=1.5 if few else 0.8, label=named)
        axes.plot(path.deals[-1:], path.llr[-1:], "o", color=colour, markersize=5 if few else 3)
    if not few:
        for text, verdict in _kinds(verdicts, paths):
            colour, line = _look(verdict)
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
    told = (
        f"{bound:+.2f}\n{_elo(elo)} Elo\naccepted"
        for bound, elo in zip(sprt.bounds, (sprt.low, sprt.high), strict=True)
    )
    right.set_yticks(sprt.bounds, list(told))


def _elo(number: float) -> str:
    return f"{number:+g}" if number else "0"


def _look(verdict: Verdict | None) -> tuple[str, str]:
    return ("0.45", ":") if verdict is None else (BLUE, "-") if verdict.accepted == "high" else (ORANGE, "--")


def _kinds(verdicts: Mapping[Pair, Verdict], paths: Sequence[SprtPath]) -> Iterator[tuple[str, Verdict | None]]:
    """Yield how many pairs came to which verdict, with one such verdict."""
    for accepted in ("high", "low", None):
        found = [verdict for path in paths if getattr(verdict := verdicts.get(path.pair), "accepted", None) == accepted]
        if found:
            yield f"{accepted or 'no verdict'}: {len(found)} pairs", found[0]


def _pair(pair: Pair) -> str:
    first, second = (label(name, 99) for name in pair)
    return f"{first}{' ' if len(first + second) < 50 else chr(10)}against {second}"
