"""The duel family: shots of red cards, defences of black ones, and stacks that lie face down."""

from hockey_cards.blades.catalogue import BLADES, VARIANTS
from hockey_cards.blades.events import Discarded, Laid, Scored
from hockey_cards.blades.family import Blades
from hockey_cards.blades.moves import Action, Verb
from hockey_cards.blades.state import State
from hockey_cards.blades.table import Table
from hockey_cards.blades.view import View

__all__ = [
    "BLADES",
    "VARIANTS",
    "Action",
    "Blades",
    "Discarded",
    "Laid",
    "Scored",
    "State",
    "Table",
    "Verb",
    "View",
]
