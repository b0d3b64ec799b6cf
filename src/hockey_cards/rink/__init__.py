"""The rink family: running cards, a hidden grid of cards, and goalkeepers."""

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
from hockey_cards.rink.state import Deal, State
from hockey_cards.rink.view import View

__all__ = [
    "VARIANTS",
    "Deal",
    "Knobs",
    "Open",
    "Opened",
    "Revealed",
    "Rink",
    "Ruling",
    "Scored",
    "Shown",
    "Stage",
    "State",
    "ThrownOut",
    "View",
]
