"""The hook by which views, states and games show themselves in notebooks."""

from __future__ import annotations

from typing import Any


def repr_svg(value: Any) -> str:
    """Return the picture of a view, a state or a game; see ``hockey_cards.render.svg``."""
    from hockey_cards import render  # pictures stand above all values, and few programs need one

    return render.svg(value)
