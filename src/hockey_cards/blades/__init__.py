"""The blades family: shots of red cards, defences of black cards, and face-down stacks."""

from typing import Final

from hockey_cards.blades.catalogue import BLADES, VARIANTS
from hockey_cards.blades.events import Discarded, Laid
from hockey_cards.blades.family import Blades
from hockey_cards.blades.moves import Action, Verb
from hockey_cards.blades.state import BladesState
from hockey_cards.blades.table import BladesTable
from hockey_cards.blades.view import BladesView
from hockey_cards.blades.view_json import read_view, upgrade_view
from hockey_cards.rules import Family

__all__ = [
    "BLADES",
    "FAMILY",
    "VARIANTS",
    "Action",
    "Blades",
    "BladesState",
    "BladesTable",
    "BladesView",
    "Discarded",
    "Laid",
    "Verb",
]

FAMILY: Final = Family(
    "blades",
    rules=Blades,
    read_view=read_view,
    upgrade_view=upgrade_view,
    events=(Laid, Discarded),
    parts={
        "strategies": "hockey_cards.blades.players:PLAYERS",
        "language": "hockey_cards.blades.words:WORDS",
        "render": "hockey_cards.blades.picture:picture",
        "screen": "hockey_cards.blades.board:screen",
        "batch": "hockey_cards.blades.observation:BATCH",
    },
)
"""The family, as the registry lists it."""
