"""The rink family: running cards, a hidden grid of cards, and goalkeepers."""

from typing import Final

from hockey_cards.rink.catalogue import VARIANTS
from hockey_cards.rink.events import (
    Opened,
    Revealed,
    Scored,
    Shown,
    ThrownOut,
)
from hockey_cards.rink.family import Rink
from hockey_cards.rink.house import Knobs
from hockey_cards.rink.moves import Open
from hockey_cards.rink.passage import Ruling, Stage
from hockey_cards.rink.state import Deal, RinkState
from hockey_cards.rink.view import RinkView
from hockey_cards.rink.wire import read_view
from hockey_cards.rules import Family

__all__ = [
    "FAMILY",
    "VARIANTS",
    "Deal",
    "Knobs",
    "Open",
    "Opened",
    "Revealed",
    "Rink",
    "RinkState",
    "RinkView",
    "Ruling",
    "Scored",
    "Shown",
    "Stage",
    "ThrownOut",
]

FAMILY: Final = Family(
    "rink",
    rules=Rink,
    read_view=read_view,
    parts={
        "strategies": "hockey_cards.strategies.rink:PLAYERS",
        "language": "hockey_cards.language.rink:WORDS",
        "render": "hockey_cards.render.rink:picture",
        "terminal": "hockey_cards.terminal.rink:board",
        "batch": "hockey_cards.batch.rink:FAMILY",
    },
)
"""The family as the layers above find it; see ``rules.Family``."""
