"""The drawing of a table: what a family returns, and a picture is made of."""

from __future__ import annotations

import attrs

UNITS = 400
"""The width of every drawing, in units."""

MARGIN = 10
"""The distance of the shapes from the left and the right side, in units."""


@attrs.frozen
class Drawing:
    """A table as shapes and in words.

    Args:
        title: What the picture shows, in a few words.
        description: The position in sentences, for people who cannot see the picture.
        height: The height, in units; every drawing is 400 units wide.
        parts: The shapes from back to front, each an element written as SVG; ``render.card`` draws cards.
        background: The fill of the table, such as ``#0f4d3a``.
    """

    title: str
    description: str
    height: float
    parts: tuple[str, ...]
    background: str = "#2b2f36"
