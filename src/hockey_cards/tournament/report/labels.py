"""How names and numbers are written where people look at results, whatever the names are made of."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from hockey_cards.errors import printable

_MOST: Final = 48
"""So many letters of a name are shown at most in a picture."""


def label(name: str, width: int = 26) -> str:
    """Return a name for a picture: in lines of so many letters, and with its middle left out if it is very long."""
    shown = printable(name)
    if len(shown) > _MOST:
        half = _MOST // 2
        shown = f"{shown[:half]}…{shown[-half:]}"
    return "\n".join(wrap(shown, width)) or "?"


def percent(share: float) -> str:
    """Return a share for people: ``73.4%``."""
    return f"{share:.1%}"


def between(low: float, high: float) -> str:
    """Return an interval of shares for people: ``68.0-79.1%``."""
    return f"{100 * low:.1f}-{high:.1%}"


def signed(number: float | None, digits: int = 2) -> str:
    """Return a difference for people, with its sign; nothing for None, and no sign for nothing."""
    if number is None:
        return ""
    shown = f"{number:+.{digits}f}"
    return shown[1:] if not float(shown) else shown


def reach(low: float | None, high: float | None, *, digits: int = 2) -> str:
    """Return an interval of differences for people; nothing if there is none."""
    return "" if low is None or high is None else f"{signed(low, digits)}..{signed(high, digits)}"
