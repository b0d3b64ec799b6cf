"""The rink family: running cards, a hidden grid of cards, and goalkeepers."""

from typing import Final

from hockey_cards.rink.catalogue import VARIANTS
from hockey_cards.rink.events import (
    Opened,
    Revealed,
    Shown,
    ThrownOut,
)
from hockey_cards.rink.family import Rink
from hockey_cards.rink.house import RinkSettings
from hockey_cards.rink.moves import Open
from hockey_cards.rink.referee import RinkRuling, Stage
from hockey_cards.rink.state import RinkDeal, RinkState
from hockey_cards.rink.view import RinkView
from hockey_cards.rink.view_json import read_view
from hockey_cards.rules import Family

__all__ = [
    "FAMILY",
    "VARIANTS",
    "Open",
    "Opened",
    "Revealed",
    "Rink",
    "RinkDeal",
    "RinkRuling",
    "RinkSettings",
    "RinkState",
    "RinkView",
    "Shown",
    "Stage",
    "ThrownOut",
]

FAMILY: Final = Family(
    "rink",
    rules=Rink,
    read_view=read_view,
    events=(Shown, Opened, ThrownOut, Revealed),
    parts={
        "strategies": "hockey_cards.strategies.rink:PLAYERS",
        "language": "hockey_cards.language.rink:WORDS",
        "render": "hockey_cards.render.rink:picture",
        "terminal": "hockey_cards.terminal.rink:board",
        "screen": "hockey_cards.terminal.rink:screen",
        "batch": "hockey_cards.batch.rink:FAMILY",
    },
)
"""The family, as the registry lists it."""
