"""Many games at once in compiled code, which for given packs and choices are the engine's games move for move.

The names of this package need the extra ``fast``. They are imported when they are first used, and raise
``MissingExtra`` if it is not installed. ``hockey_cards.batch.rng`` specifies the random numbers.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hockey_cards.errors import MissingExtra
from hockey_cards.extras import lazy_exports

if TYPE_CHECKING:
    from hockey_cards.batch.compiled.arrays import TimeStep
    from hockey_cards.batch.families import BatchFamily, layout_of
    from hockey_cards.batch.kernels import Kernel
    from hockey_cards.batch.layout import Block, Layout
    from hockey_cards.batch.observation import observe
    from hockey_cards.batch.pile.arrays import CALL_SHIFT, FORBIDDEN, GOAL, NEXT_SITUATION
    from hockey_cards.batch.pile.input import PileInput
    from hockey_cards.batch.players import Player, Scoring
    from hockey_cards.batch.results import Batch, Summary
    from hockey_cards.batch.rink.arrays import NEXT_STAGE, NEXT_STAGE_SHIFT, PLACE
    from hockey_cards.batch.rink.input import RinkInput
    from hockey_cards.batch.rng import BatchShoe
    from hockey_cards.batch.simulation import simulate
    from hockey_cards.batch.table import Table
    from hockey_cards.batch.tournaments.api import deal_games, tournament

__all__ = [
    "CALL_SHIFT",
    "FORBIDDEN",
    "GOAL",
    "NEXT_SITUATION",
    "NEXT_STAGE",
    "NEXT_STAGE_SHIFT",
    "PLACE",
    "Batch",
    "BatchFamily",
    "BatchShoe",
    "Block",
    "Kernel",
    "Layout",
    "MissingExtra",
    "PileInput",
    "Player",
    "RinkInput",
    "Scoring",
    "Summary",
    "Table",
    "TimeStep",
    "deal_games",
    "layout_of",
    "observe",
    "simulate",
    "tournament",
]

__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "compiled.arrays": ("TimeStep",),
        "families": ("BatchFamily", "layout_of"),
        "kernels": ("Kernel",),
        "layout": ("Block", "Layout"),
        "observation": ("observe",),
        "pile.arrays": ("CALL_SHIFT", "FORBIDDEN", "GOAL", "NEXT_SITUATION"),
        "pile.input": ("PileInput",),
        "players": ("Player", "Scoring"),
        "results": ("Batch", "Summary"),
        "rink.arrays": ("NEXT_STAGE", "NEXT_STAGE_SHIFT", "PLACE"),
        "rink.input": ("RinkInput",),
        "rng": ("BatchShoe",),
        "simulation": ("simulate",),
        "table": ("Table",),
        "tournaments.api": ("deal_games", "tournament"),
    },
    extra="fast",
    requires="numba",
    purpose="playing many games at once",
)
