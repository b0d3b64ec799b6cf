"""SVG markup: elements, attributes, text and numbers, without any knowledge of cards or games."""

from __future__ import annotations

import html
import re
from typing import Final, Literal

Value = str | float
Anchor = Literal["start", "middle", "end"]

LIGHT: Final = "#f3f7f5"
DIM: Final = "#b9cbc4"
GOLD: Final = "#ffd54a"
RED: Final = "#c4122f"
BLACK: Final = "#14181f"
BLUE: Final = "#2f5d9b"
"""The colour of the backs of cards."""

# XML cannot contain these even when escaped: control characters, surrogates and the two last code points.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(value: Value) -> str:
    """Return a number with at most two decimals, or text escaped for SVG."""
    if isinstance(value, str):
        return html.escape(_FORBIDDEN.sub("\ufffd", value), quote=False).replace('"', "&quot;")
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def tag(name: str, *children: str, **attributes: Value | None) -> str:
    """Return an element.

    Args:
        name: The name of the element.
        children: Its content, written as SVG.
        attributes: Its attributes; ``stroke_width`` becomes ``stroke-width``, and None is left out.
    """
    written = "".join(
        f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(
    words: str, x: float, y: float, *, size: float = 11, anchor: Anchor = "start", fill: str = LIGHT, bold: bool = False
) -> str:
    """Draw text; y is its baseline."""
    return tag(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        font_weight="bold" if bold else None,
    )


def use(name: str, x: float = 0, y: float = 0, *, scale: float = 1, **attributes: Value | None) -> str:
    """Draw a shape that is defined elsewhere in the picture, with its upper left corner at x and y."""
    moved = f"translate({escape(x)} {escape(y)})" if x or y else ""
    scaled = f"scale({escape(scale)})" if scale != 1 else ""
    return tag("use", href=f"#~{name}", transform=" ".join(filter(None, (moved, scaled))) or None, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: Value | None) -> str:
    """Draw a rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def group(*children: str, **attributes: Value | None) -> str:
    """Combine shapes into one."""
    return tag("g", *children, **attributes)


def with_prefix(markup: str, prefix: str) -> str:
    """Return markup with a prefix on all ids, which ``use`` and definitions write with ``~``."""
    return re.sub(r'(href="#|id=")~([^"]+)"', rf'\1{prefix}-\2"', markup)


def names_in(markup: str) -> tuple[str, ...]:
    """Return the names of the shapes that markup uses, in order and each once."""
    return tuple(dict.fromkeys(re.findall(r'href="#~([^"]+)"', markup)))
