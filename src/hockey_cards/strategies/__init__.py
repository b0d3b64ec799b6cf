"""The built-in players, and names for players: what is built in, and what plug-ins add on first look-up."""

from hockey_cards.strategies.built_in import BuiltIn, counter, greedy, random
from hockey_cards.strategies.names import GROUP, failures, origins, strategies, strategy

__all__ = [
    "GROUP",
    "BuiltIn",
    "counter",
    "failures",
    "greedy",
    "origins",
    "random",
    "strategies",
    "strategy",
]
