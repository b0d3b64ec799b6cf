"""Many games at once, in compiled code: for given packs and choices move for move those of the engine.

It needs the extra ``fast``, which is not loaded before one of these names is used; without it they raise
``MissingExtra``. Where the random numbers come from is specified in ``hockey_cards.batch.rng``.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from hockey_cards.batch.extra import missing
from hockey_cards.errors import MissingExtra

if TYPE_CHECKING:
    from hockey_cards.batch.arrays import AFTER, AFTER_SHIFT, CALL_SHIFT, FORBIDDEN, GOAL, NEXT, PLACE, Stepped
    from hockey_cards.batch.observation import Block, Layout, observe
    from hockey_cards.batch.players import Player, Scoring
    from hockey_cards.batch.results import Batch, Summary
    from hockey_cards.batch.rng import BatchShoe
    from hockey_cards.batch.sight import PileSight, RinkSight
    from hockey_cards.batch.simulation import simulate
    from hockey_cards.batch.stepping import Table
    from hockey_cards.batch.tournaments.api import deal_games, tournament

__all__ = [
    "AFTER",
    "AFTER_SHIFT",
    "CALL_SHIFT",
    "FORBIDDEN",
    "GOAL",
    "NEXT",
    "PLACE",
    "Batch",
    "BatchShoe",
    "Block",
    "Layout",
    "MissingExtra",
    "PileSight",
    "Player",
    "RinkSight",
    "Scoring",
    "Stepped",
    "Summary",
    "Table",
    "deal_games",
    "observe",
    "simulate",
    "tournament",
]

_HOMES = {
    "arrays": ("AFTER", "AFTER_SHIFT", "CALL_SHIFT", "FORBIDDEN", "GOAL", "NEXT", "PLACE", "Stepped"),
    "observation": ("Block", "Layout", "observe"),
    "players": ("Player", "Scoring"),
    "results": ("Batch", "Summary"),
    "rng": ("BatchShoe",),
    "sight": ("PileSight", "RinkSight"),
    "simulation": ("simulate",),
    "stepping": ("Table",),
    "tournaments.api": ("deal_games", "tournament"),
}


def __getattr__(name: str) -> Any:
    """Find a public name in its module, which may load numba."""
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{home}"), name)
    except ModuleNotFoundError as error:
        raise missing(error) from error


def __dir__() -> list[str]:
    """List the public names, unless they could not be had; none is loaded by that."""
    return sorted({*globals(), *(__all__ if find_spec("numba") else ())})
