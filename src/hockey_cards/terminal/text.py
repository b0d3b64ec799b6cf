"""Cards in text, red suits in red, or each suit in a colour of its own."""

from __future__ import annotations

from typing import Final

from rich.text import Text

_TWO: Final = {"♦": "red", "♥": "red"}
_FOUR: Final = {"♣": "green", "♦": "blue", "♥": "red"}


def coloured(text: str, *, four: bool = False) -> Text:
    """Return a text in which cards have the colours of their suits.

    Args:
        text: The text.
        four: Whether each suit has a colour of its own; otherwise only red suits have one.
    """
    shown = Text(text)
    for suit, colour in (_FOUR if four else _TWO).items():
        shown.highlight_regex(rf"\w{{0,2}}{suit}", colour)
    return shown
