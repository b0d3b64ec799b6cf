"""The pile family: players in turn play one card, face up, on one central pile."""

from hockey_cards.pile.catalogue import VARIANTS
from hockey_cards.pile.events import (
    Blocked,
    Checked,
    Claimed,
    Intercepted,
    Missed,
    Rumbled,
    Scored,
)
from hockey_cards.pile.family import Pile
from hockey_cards.pile.referee import Call, Claim, Referee, Ruling, Situation, Verdict, forbids, judge, tabulate
from hockey_cards.pile.schedule import Schedule
from hockey_cards.pile.state import State
from hockey_cards.pile.view import View

__all__ = [
    "VARIANTS",
    "Blocked",
    "Call",
    "Checked",
    "Claim",
    "Claimed",
    "Intercepted",
    "Missed",
    "Pile",
    "Referee",
    "Ruling",
    "Rumbled",
    "Schedule",
    "Scored",
    "Situation",
    "State",
    "Verdict",
    "View",
    "forbids",
    "judge",
    "tabulate",
]
