"""Cards in text, red suits in red."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

_RED_CARD: Final = re.compile(r"\w{1,2}[♦♥]")


def coloured(text: str) -> Text:
    """Return a text in which cards of red suits are red."""
    shown = Text(text)
    shown.highlight_regex(_RED_CARD, "red")
    return shown
