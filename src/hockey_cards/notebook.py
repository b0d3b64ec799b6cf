"""How a value comes to show itself in a notebook: the only file below ``render`` that asks for a picture."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """Return the picture of a view, a state or a game; see ``hockey_cards.render.svg``."""
    from hockey_cards import render  # of no use to anybody who does not look

    return render.svg(value)
