"""Conformance kit: checks that a variant or a player keeps the promises that all others rely on.

``check_variant`` and ``check_rules`` check a game against the contract, ``check_strategy`` checks a player; each raises
a ``ConformanceError`` that names the broken promise and the smallest example found. The promises are the tables
``PROMISES`` and ``PLAYER_PROMISES``. ``any_variant``, ``any_house``, ``any_game`` and ``any_view`` are Hypothesis
strategies, for tests of one's own. ``hostile_players`` returns players that misbehave, each in one way; ``HOSTILE``
says what each does, and which fault it must be blamed for. The extra ``testing`` installs what the kit needs.
"""

from hockey_cards.testing.check import check_rules, check_strategy, check_variant
from hockey_cards.testing.errors import ConformanceError, Example
from hockey_cards.testing.generators import any_game, any_house, any_variant, any_view
from hockey_cards.testing.hostile.players import HOSTILE, FaultInjector, HostilePlayer, hostile_players
from hockey_cards.testing.promises.table import PLAYER_PROMISES, PROMISES, Promise, Scope

__all__ = [
    "HOSTILE",
    "PLAYER_PROMISES",
    "PROMISES",
    "ConformanceError",
    "Example",
    "FaultInjector",
    "HostilePlayer",
    "Promise",
    "Scope",
    "any_game",
    "any_house",
    "any_variant",
    "any_view",
    "check_rules",
    "check_strategy",
    "check_variant",
    "hostile_players",
]
