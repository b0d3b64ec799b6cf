"""Boxes, text and arrows of the SVG diagrams, in the colours of the page, light or dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Final

Point = tuple[float, float]
LINE: Final = 16
"""The height of a line of text, in the units of the drawing."""
_HEAD: Final = 7


def box(left: float, top: float, width: float, height: float, *, lines: Sequence[str], kind: str = "") -> str:
    """Draw a box with centred lines of text.

    Args:
        left: The left edge.
        top: The top edge.
        width: The width.
        height: The height.
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
    """Draw a horizontal curve from left to right, with an arrow head at its end."""
    return _curve(points, (1, 0), head=head)


def down(points: Sequence[Point]) -> str:
    """Draw a vertical curve downwards through points, with an arrow head at its end."""
    return _curve(points, (0, 1), head=True)


def _curve(points: Sequence[Point], direction: tuple[int, int], *, head: bool) -> str:
    """Draw a smooth line that passes every point in the same direction."""
    *between, (last_x, last_y) = points
    room = _HEAD if head else 0
    stops = [*between, (last_x - direction[0] * room, last_y - direction[1] * room)]
    path = f"M{stops[0][0]:g} {stops[0][1]:g}"
    for (x, y), (to_x, to_y) in pairwise(stops):
        reach_x, reach_y = (to_x - x) / 2 * direction[0], (to_y - y) / 2 * direction[1]
        path += f" C{x + reach_x:g} {y + reach_y:g} {to_x - reach_x:g} {to_y - reach_y:g} {to_x:g} {to_y:g}"
    return f'<path class="arrow" d="{path}"/>' + (_head(points[-1], direction) if head else "")


def _head(point: Point, direction: tuple[int, int]) -> str:
    (x, y), (right, down) = point, direction
    back, side = (x - right * _HEAD, y - down * _HEAD), (down * _HEAD / 2, right * _HEAD / 2)
    corners = (point, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1]))
    return f'<path class="head" d="M{" L".join(f"{a:g} {b:g}" for a, b in corners)} Z"/>'


def figure(width: float, height: float, *, label: str, parts: Iterable[str]) -> str:
    """Return the diagram as a block of a page.

    Args:
        width: The width of the drawing.
        height: Its height.
        label: A description for screen readers.
        parts: The shapes, from back to front.
    """
    sides = f'viewBox="0 0 {width:g} {height:g}" style="max-width: {width:g}px; min-width: {min(width, 340):g}px"'
    drawn = "\n".join(parts)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" {sides}>\n{drawn}\n</svg>'
    return f'```{{raw}} html\n<div class="diagram" tabindex="0">\n{svg}\n</div>\n```\n'
