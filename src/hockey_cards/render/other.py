"""The picture of a game of a family that says nothing of pictures: what its view says as JSON, line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from hockey_cards.render.drawing import MARGIN, UNITS, Drawing, sight
from hockey_cards.render.markup import DIM, GOLD, text
from hockey_cards.rules import View

_LONGEST: Final = 40
_MOST: Final = 24


def picture(view: View) -> Drawing:
    """Write down what a view says of itself."""
    told: dict[str, Any] = json.loads(view.to_json())
    lines = [(name, _written(value)) for name, value in told.items() if name not in ("format", "rules")]
    kind = type(view.rules).__name__
    parts = (text(kind, MARGIN, 24, size=13, fill=GOLD, bold=True), *_lines(lines[:_MOST]))
    words = " ".join(f"{name}: {value}." for name, value in lines)
    height = 44 + 16 * min(len(lines), _MOST)
    return Drawing(f"A table of {kind}, {sight(view.seat, everything=False)}", words, height, parts)


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(lines: list[tuple[str, str]]) -> Iterator[str]:
    for place, (name, value) in enumerate(lines):
        short = value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "\u2026"
        yield text(name[:16], MARGIN, 46 + 16 * place, fill=DIM)
        yield text(short, UNITS * 0.3, 46 + 16 * place)
