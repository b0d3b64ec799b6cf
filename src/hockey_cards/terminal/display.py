"""The board of a game as a player sees it, with a fallback for families that draw none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import RenderableType

from hockey_cards.registry import part_of
from hockey_cards.rules import View
from hockey_cards.terminal.console import field_list


def board(view: View, names: Sequence[str]) -> Iterable[RenderableType]:
    """Return what a player sees, to be printed line by line.

    A family draws its own boards if it offers the part ``terminal``: a function with the same arguments and result.
    Otherwise the JSON of the view is listed.

    Args:
        view: The view of the player.
        names: The name of each seat.
    """
    draw: Any = part_of(view.rules, "terminal")
    boards: Iterable[RenderableType] = _fallback(view) if draw is None else draw(view, names)
    return boards


def _fallback(view: View) -> Iterator[RenderableType]:
    fields: dict[str, Any] = json.loads(view.to_json())
    yield field_list(
        (name, json.dumps(value, ensure_ascii=False))
        for name, value in fields.items()
        if name not in ("format", "rules")
    )
