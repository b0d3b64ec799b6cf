"""Diagrams as SVG in the colours of the page, light or dark: boxes, words and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Final

Point = tuple[float, float]
LINE: Final = 16
"""The distance of two lines of text, in the units of the drawing."""
_HEAD: Final = 7


def box(left: float, top: float, width: float, height: float, *, lines: Sequence[str], kind: str = "") -> str:
    """Draw a box with lines of text in its middle.

    Args:
        left: Where it begins.
        top: Where it begins.
        width: How wide it is.
        height: How high it is.
        lines: The text.
        kind: A class for the style sheet.
    """
    middle = top + height / 2 - LINE * (len(lines) - 1) / 2
    texts = (
        f'<text class="line-{number}" x="{left + width / 2:g}" y="{middle + LINE * number:g}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    shape = f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="7"/>'
    return f'<g class="box {kind}">{shape}{"".join(texts)}</g>'


def across(points: Sequence[Point], *, head: bool = True) -> str:
    """Draw a curve that leaves and enters from left to right, with a head at its end."""
    return _curve(points, (1, 0), head=head)


def down(points: Sequence[Point]) -> str:
    """Draw a curve from above to below through points, with a head at its end."""
    return _curve(points, (0, 1), head=True)


def _curve(points: Sequence[Point], way: tuple[int, int], *, head: bool) -> str:
    """Draw a smooth line through points, which leaves each of them in one direction."""
    *between, (last_x, last_y) = points
    room = _HEAD if head else 0
    stops = [*between, (last_x - way[0] * room, last_y - way[1] * room)]
    path = f"M{stops[0][0]:g} {stops[0][1]:g}"
    for (x, y), (to_x, to_y) in pairwise(stops):
        reach_x, reach_y = (to_x - x) / 2 * way[0], (to_y - y) / 2 * way[1]
        path += f" C{x + reach_x:g} {y + reach_y:g} {to_x - reach_x:g} {to_y - reach_y:g} {to_x:g} {to_y:g}"
    return f'<path class="arrow" d="{path}"/>' + (_head(points[-1], way) if head else "")


def _head(point: Point, way: tuple[int, int]) -> str:
    x, y = point
    back, side = (x - way[0] * _HEAD, y - way[1] * _HEAD), (way[1] * _HEAD / 2, way[0] * _HEAD / 2)
    corners = (point, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1]))
    return f'<path class="head" d="M{" L".join(f"{a:g} {b:g}" for a, b in corners)} Z"/>'


def figure(width: float, height: float, *, said: str, parts: Iterable[str]) -> str:
    """Return the diagram as a block of a page.

    Args:
        width: The width of the drawing.
        height: Its height.
        said: What it shows, for those who do not see it.
        parts: What is drawn, the lowest first.
    """
    sides = f'viewBox="0 0 {width:g} {height:g}" style="max-width: {width:g}px; min-width: {min(width, 340):g}px"'
    drawn = "\n".join(parts)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(said)}" {sides}>\n{drawn}\n</svg>'
    return f'```{{raw}} html\n<div class="diagram" tabindex="0">\n{svg}\n</div>\n```\n'
