"""The built-in players, and the registry of all players."""

from hockey_cards.strategies.built_in import BuiltIn, LibraryPlayer, MoveChooser, counter, exact, greedy, random
from hockey_cards.strategies.names import STRATEGIES, has_setting, strategies, strategy

__all__ = [
    "STRATEGIES",
    "BuiltIn",
    "LibraryPlayer",
    "MoveChooser",
    "counter",
    "exact",
    "greedy",
    "has_setting",
    "random",
    "strategies",
    "strategy",
]
