"""The pile family: players in turn play one card, face up, on one central pile."""

from typing import Final

from hockey_cards.pile.catalogue import VARIANTS
from hockey_cards.pile.events import (
    Blocked,
    Checked,
    Claimed,
    Intercepted,
    Missed,
    Rumbled,
)
from hockey_cards.pile.family import Pile
from hockey_cards.pile.referee import Call, Claim, Referee, Ruling, Situation, forbids, judge, tabulate
from hockey_cards.pile.schedule import Schedule
from hockey_cards.pile.state import PileState
from hockey_cards.pile.view import PileView
from hockey_cards.pile.view_json import read_view, upgrade_view
from hockey_cards.rules import Family

__all__ = [
    "FAMILY",
    "VARIANTS",
    "Blocked",
    "Call",
    "Checked",
    "Claim",
    "Claimed",
    "Intercepted",
    "Missed",
    "Pile",
    "PileState",
    "PileView",
    "Referee",
    "Ruling",
    "Rumbled",
    "Schedule",
    "Situation",
    "forbids",
    "judge",
    "tabulate",
]

FAMILY: Final = Family(
    "pile",
    rules=Pile,
    read_view=read_view,
    upgrade_view=upgrade_view,
    events=(Claimed, Intercepted, Blocked, Missed, Checked, Rumbled),
    parts={
        "process": "hockey_cards.pile.view_json:read_own_view",
        "strategies": "hockey_cards.strategies.pile:PLAYERS",
        "language": "hockey_cards.language.pile:WORDS",
        "render": "hockey_cards.render.pile:picture",
        "screen": "hockey_cards.terminal.pile:screen",
        "batch": "hockey_cards.batch.pile:FAMILY",
        "search": "hockey_cards.search.pile:seat",
    },
)
"""The family, as the registry lists it."""
