"""How a shape is written as SVG: elements, words and numbers, escaped and cut to size; it knows no card and no game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Final, Literal

Value = str | float
Anchor = Literal["start", "middle", "end"]

LIGHT: Final = "#f3f7f5"
DIM: Final = "#b9cbc4"
GOLD: Final = "#ffd54a"
RED: Final = "#c4122f"
BLACK: Final = "#14181f"
BLUE: Final = "#2f5d9b"
"""That of the backs of cards."""

# What XML cannot hold even when it is escaped: control characters, surrogates and the two last code points.
_UNFIT: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(value: Value) -> str:
    """Write a number with at most two decimals, and text so that it stands for itself in SVG."""
    if isinstance(value, str):
        return escape(_UNFIT.sub("\ufffd", value), quote=False).replace('"', "&quot;")
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def tag(name: str, *children: str, **attributes: Value | None) -> str:
    """Write an element.

    Args:
        name: The name of the element.
        children: What stands in it, written as SVG.
        attributes: Its attributes; ``stroke_width`` is written ``stroke-width``, None is left out.
    """
    said = "".join(
        f' {key.replace("_", "-")}="{plain(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{said}>{''.join(children)}</{name}>" if children else f"<{name}{said}/>"


def text(
    words: str, x: float, y: float, *, size: float = 11, anchor: Anchor = "start", fill: str = LIGHT, bold: bool = False
) -> str:
    """Write words; y is that of the line they stand on."""
    return tag(
        "text",
        plain(words),
        x=x,
        y=y,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        font_weight="bold" if bold else None,
    )


def use(name: str, x: float = 0, y: float = 0, *, scale: float = 1, **attributes: Value | None) -> str:
    """Draw one of the shapes that ``glyphs`` defines, its upper left corner at x and y."""
    moved = f"translate({plain(x)} {plain(y)})" if x or y else ""
    sized = f"scale({plain(scale)})" if scale != 1 else ""
    return tag("use", href=f"#~{name}", transform=" ".join(filter(None, (moved, sized))) or None, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: Value | None) -> str:
    """Draw a rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def group(*children: str, **attributes: Value | None) -> str:
    """Draw shapes as one."""
    return tag("g", *children, **attributes)


def named(markup: str, prefix: str, names: Mapping[str, str] | None = None) -> str:
    """Return markup in which the shapes have names that no other picture on a page has.

    Args:
        markup: What refers to shapes as ``use`` does.
        prefix: What the names begin with.
        names: Other names for some of them.
    """
    known = names or {}
    return re.sub(
        r'(href="#|id=")~([^"]+)"', lambda found: f'{found[1]}{prefix}-{known.get(found[2], found[2])}"', markup
    )


def names_in(markup: str) -> tuple[str, ...]:
    """Return the names of the shapes that markup refers to, in order and without doubles."""
    return tuple(dict.fromkeys(re.findall(r'href="#~([^"]+)"', markup)))
