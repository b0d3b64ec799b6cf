"""The drawing of a game whose family draws no tables: the JSON of its view, line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from hockey_cards.language.phrases import viewer
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.legend import Legend
from hockey_cards.render.markup import DIM, GOLD, text
from hockey_cards.rules import View

_MAX_LENGTH: Final = 40
"""The number of characters shown of a value."""

_MAX_LINES: Final = 24
"""The number of fields shown; the description has all of them."""


def picture(view: View, legend: Legend) -> Drawing:
    """List the fields of a view."""
    fields: dict[str, Any] = json.loads(view.to_json())
    lines = [
        (name, json.dumps(value, ensure_ascii=False))
        for name, value in fields.items()
        if name not in ("format", "rules")
    ]
    kind = type(view.rules).__name__
    parts = (text(kind, MARGIN, 24, size=13, fill=GOLD, bold=True), *_lines(lines[:_MAX_LINES]))
    description = " ".join(f"{name}: {value}." for name, value in lines)
    height = 44 + 16 * min(len(lines), _MAX_LINES)
    return Drawing(f"A table of {kind}, {viewer(view.seat, all_cards=False)}", description, height, parts)


def _lines(lines: list[tuple[str, str]]) -> Iterator[str]:
    for place, (name, value) in enumerate(lines):
        shown = value if len(value) <= _MAX_LENGTH else value[: _MAX_LENGTH - 1] + "\u2026"
        yield text(name[:16], MARGIN, 46 + 16 * place, fill=DIM)
        yield text(shown, UNITS * 0.3, 46 + 16 * place)
