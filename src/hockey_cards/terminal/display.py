"""The board of a game as a player sees it, with fallbacks for families that draw none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import RenderableType

from hockey_cards.language import Language, status
from hockey_cards.registry import part_of
from hockey_cards.rules import View
from hockey_cards.terminal.console import field_list
from hockey_cards.terminal.text import coloured


def board(view: View, names: Sequence[str], language: Language | str = "en") -> Iterable[RenderableType]:
    """Return what a player sees, to be printed line by line.

    A family draws its own boards if it offers the part ``terminal``: a function with the same arguments and result.
    Otherwise the words of the family for what lies on the table are listed, and without these the JSON of the view.

    Args:
        view: The view of the player.
        names: The name of each seat.
        language: The language, or its code.
    """
    draw: Any = part_of(view.rules, "terminal")
    spoken = Language.of(language)
    boards: Iterable[RenderableType] = status_list(view, names, spoken) if draw is None else draw(view, names, spoken)
    return boards


def status_list(view: View, names: Sequence[str], language: Language) -> Iterator[RenderableType]:
    """Yield what lies on the table in the words of the family; without such words, the JSON of the view."""
    said = status(view, names, language)
    yield field_list((label, coloured(text)) for label, text in said) if said else field_list(_fields(view))


def _fields(view: View) -> Iterator[tuple[str, str]]:
    fields: dict[str, Any] = json.loads(view.to_json())
    for name, value in fields.items():
        if name not in ("format", "rules"):
            yield name, json.dumps(value, ensure_ascii=False)
