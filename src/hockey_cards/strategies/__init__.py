"""The built-in players, and the registry of all players."""

from hockey_cards.strategies.built_in import BuiltIn, MoveChooser, counter, greedy, random
from hockey_cards.strategies.names import STRATEGIES, strategies, strategy

__all__ = [
    "STRATEGIES",
    "BuiltIn",
    "MoveChooser",
    "counter",
    "greedy",
    "random",
    "strategies",
    "strategy",
]
