"""The picture of measures: a panel for each, a dot and its interval for each variant and player. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hockey_cards.errors import HockeyError
from hockey_cards.measure.measures import MEASURES, SKILL, Measure, Measurement, chosen
from hockey_cards.measure.text import label_of, title_of
from hockey_cards.tournament.extra import needed

Axes = Any
"""A panel. Some versions of matplotlib have types and some have none: to a type checker all of it is Any."""

SUFFIXES: Final = (".svg", ".png")
"""How the name of a picture may end."""

_COLUMNS: Final = 5
_SPREAD: Final = 0.56
"""How much of the room between two variants their players take."""
_LOOKS: Final = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^"), ("#cc79a7", "D"), ("#56b4e9", "v"))
"""Colours that can be told apart by all, each with a shape that tells the same."""
_STYLE: Final = {"svg.hashsalt": "hockey-cards", "font.size": 9, "axes.titlesize": 10, "text.parse_math": False}
"""The salt makes the same picture of the same measures; names are written as they are, and no $ makes a formula."""


def check_picture(name: str) -> None:
    """Say before the games, and not after them, that a picture cannot be drawn.

    Raises:
        HockeyError: If its name says no kind of picture that is known.
        MissingExtra: If matplotlib is not installed; says how to install it.
    """
    if Path(name).suffix.lower() not in SUFFIXES:
        raise HockeyError(f"{name} is no name for a picture: it must end with {' or '.join(SUFFIXES)}")
    _matplotlib()


def draw(measured: Sequence[Measurement], name: str) -> None:
    """Draw measures of one or more variants into a file.

    Args:
        measured: What was measured of them.
        name: The name of the file, which ends with .svg or .png.

    Raises:
        HockeyError: If its name says no kind of picture that is known.
        MissingExtra: If matplotlib is not installed; says how to install it.
    """
    check_picture(name)
    matplotlib, figures = _matplotlib()
    panels = (*MEASURES, *SKILL)
    rows = -(-len(panels) // _COLUMNS)
    with matplotlib.rc_context(_STYLE):
        height = 1.2 + rows * (1.0 + 0.36 * len(measured))
        figure = figures.Figure(figsize=(14, height), layout="constrained")
        grid = figure.subplots(rows, _COLUMNS, sharey=True, squeeze=False)
        for axes, measure in zip(grid.flat, panels, strict=True):
            _panel(axes, measure, measured)
        handles = {label: line for axes in grid.flat for label, line in _lines(axes)}
        figure.legend(list(handles.values()), list(handles), loc="outside lower center", ncols=len(handles))
        figure.suptitle(_title(measured))
        figure.savefig(name, dpi=120, metadata={"Date": None} if name.lower().endswith(".svg") else None)


def _matplotlib() -> tuple[Any, Any]:
    """Import matplotlib and its module of figures."""
    return needed("matplotlib", "plot", "a picture"), needed("matplotlib.figure", "plot", "a picture")


def _title(measured: Sequence[Measurement]) -> str:
    asked = f"{measured[0].games} games of each player asked for; bars are 95% intervals"
    named = label_of(measured[0]) if len(measured) == 1 else f"{len(measured)} variants"
    return f"{named}, {asked}"


def _panel(axes: Axes, measure: Measure, measured: Sequence[Measurement]) -> None:
    """Draw what was found of a measure: variants from top to bottom, and in each the meetings one below the other."""
    found = [finding for each in measured for finding in each.findings if finding.name == measure.name]
    meetings = list(dict.fromkeys(finding.players for finding in found))
    for place, players in enumerate(meetings):
        colour, shape = _LOOKS[(place if len(players) == 1 else place + 3) % len(_LOOKS)]
        shift = _SPREAD * (place - (len(meetings) - 1) / 2) / max(1, len(meetings))
        dots = list(_dots(measure, players, measured))
        axes.errorbar(
            [value for _, value, _, _ in dots],
            [row + shift for row, _, _, _ in dots],
            xerr=[[down for _, _, down, _ in dots], [up for _, _, _, up in dots]],
            fmt=shape,
            color=colour,
            markersize=4.5,
            elinewidth=1.2,
            capsize=2.5,
            label=title_of(players),
        )
    _frame(axes, measure, measured)


def _dots(
    measure: Measure, players: tuple[str, ...], measured: Sequence[Measurement]
) -> Iterator[tuple[int, float, float, float]]:
    """Yield for each variant its row, the number, and how far the interval reaches down and up."""
    scale = 100.0 if measure.share else 1.0
    for row, each in enumerate(measured):
        for finding in chosen(each.findings, measure.name, players):
            told = finding.estimate
            yield row, scale * told.value, scale * (told.value - told.low), scale * (told.high - told.value)


def _frame(axes: Axes, measure: Measure, measured: Sequence[Measurement]) -> None:
    skill = "skill: " if measure in SKILL else ""
    axes.set_title(f"{skill}{measure.label}{', %' if measure.share else ''}")
    axes.set_yticks(range(len(measured)), [label_of(each) for each in measured])
    axes.set_ylim(len(measured) - 0.5, -0.5)
    axes.margins(x=0.08)
    axes.grid(visible=True, axis="x", color="0.9")
    axes.set_axisbelow(True)
    for row in range(1, len(measured)):
        axes.axhline(row - 0.5, color="0.92", linewidth=0.8)
    if measure.name in ("leader_points", "points"):
        axes.axvline(50, color="0.6", linewidth=0.8, linestyle="--")
    if measure.name in ("leader_margin", "margin"):
        axes.axvline(0, color="0.6", linewidth=0.8, linestyle="--")


def _lines(axes: Axes) -> Iterator[tuple[str, Any]]:
    handles, labels = axes.get_legend_handles_labels()
    yield from zip(labels, handles, strict=True)
