"""Names and numbers as text for people."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from hockey_cards.errors import printable

_MAX_LABEL: Final = 48
"""The maximum length of a label in a chart."""


def label(name: str, width: int = 26) -> str:
    """Return a name for a chart, wrapped into lines of a maximum width; the middle of a very long name is left out."""
    shown = printable(name)
    if len(shown) > _MAX_LABEL:
        half = _MAX_LABEL // 2
        shown = f"{shown[:half]}…{shown[-half:]}"
    return "\n".join(wrap(shown, width)) or "?"


def percent(share: float) -> str:
    """Return a share as a percentage: ``73.4%``."""
    return f"{share:.1%}"


def percent_interval(low: float, high: float) -> str:
    """Return an interval of shares as percentages: ``68.0-79.1%``."""
    return f"{100 * low:.1f}-{high:.1%}"


def signed(number: float | None, digits: int = 2) -> str:
    """Return a difference with its sign; zero has no sign, and None gives an empty text."""
    if number is None:
        return ""
    shown = f"{number:+.{digits}f}"
    return shown[1:] if not float(shown) else shown


def signed_interval(low: float | None, high: float | None, *, digits: int = 2) -> str:
    """Return an interval of differences; an empty text if there is none."""
    return "" if low is None or high is None else f"{signed(low, digits)}..{signed(high, digits)}"
