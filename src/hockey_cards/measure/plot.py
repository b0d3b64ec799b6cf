"""Plots of measurements: a panel for each measure, with a dot and its interval for each variant and meeting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hockey_cards import extras
from hockey_cards.errors import HockeyError
from hockey_cards.measure.measures import MEASURES, SKILL, Measure, Measurement, select
from hockey_cards.measure.text import label_of, title_of

Axes = Any
"""A panel. Only some versions of matplotlib have type annotations: to a type checker all of it is Any."""

SUFFIXES: Final = (".svg", ".png")
"""The suffixes that the name of a picture may have."""

_COLUMNS: Final = 5
_SPREAD: Final = 0.56
"""The share of the space between two variants that their players take."""
_LOOKS: Final = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^"), ("#cc79a7", "D"), ("#56b4e9", "v"))
"""Colours that remain distinct with colour blindness, each with a shape of its own."""
_STYLE: Final = {"svg.hashsalt": "hockey-cards", "font.size": 9, "axes.titlesize": 10, "text.parse_math": False}
"""The salt makes pictures reproducible; without parsing a $ in a name does not start a formula."""


def check_picture(name: str) -> None:
    """Check before the games that a picture can be drawn after them.

    Raises:
        HockeyError: If the suffix of its name is not that of a known kind of picture.
        MissingExtra: If matplotlib is not installed; the message says how to install it.
    """
    if Path(name).suffix.lower() not in SUFFIXES:
        raise HockeyError(f"the picture cannot be named {name}: the name must end with {' or '.join(SUFFIXES)}")
    _matplotlib()


def draw(measured: Sequence[Measurement], name: str) -> None:
    """Draw the measurements of one or more variants into a file.

    Args:
        measured: The measurements.
        name: The name of the file, which ends with .svg or .png.

    Raises:
        HockeyError: If the suffix of the name is not that of a known kind of picture.
        MissingExtra: If matplotlib is not installed; the message says how to install it.
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
    """Return matplotlib and its module of figures."""
    first, second = (
        extras.load(name, extra="plot", purpose="a picture") for name in ("matplotlib", "matplotlib.figure")
    )
    return first, second


def _title(measured: Sequence[Measurement]) -> str:
    asked = f"{measured[0].games} games of each player asked for; bars are 95% intervals"
    named = label_of(measured[0]) if len(measured) == 1 else f"{len(measured)} variants"
    return f"{named}, {asked}"


def _panel(axes: Axes, measure: Measure, measured: Sequence[Measurement]) -> None:
    """Draw the panel of a measure: variants from top to bottom, and in each the meetings one below the other."""
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
    """Yield for each variant its row, the number, and the distances to the lower and upper end of the interval."""
    scale = 100.0 if measure.share else 1.0
    for row, each in enumerate(measured):
        for finding in select(each.findings, measure.name, players):
            found = finding.estimate
            yield row, scale * found.value, scale * (found.value - found.low), scale * (found.high - found.value)


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
