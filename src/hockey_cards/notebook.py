"""The hook by which views, states and games show themselves in notebooks."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """Return the picture of a view, a state or a game; see ``hockey_cards.render.svg``."""
    from hockey_cards import render  # render imports the rules, which use this hook

    return render.svg(value)
