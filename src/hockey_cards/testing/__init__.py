"""A conformance kit: does a variant, or a player, keep the promises that all others rely on?

``check_variant`` and ``check_rules`` try a family of games against the contract, ``check_strategy`` a player; each
raises a ``ConformanceError`` that names the broken promise and the smallest example found. The promises are tables,
``PROMISES`` and ``PLAYER_PROMISES``. ``any_variant``, ``any_house``, ``any_game`` and ``any_view`` are strategies of
Hypothesis, for tests of one's own. ``hostile_players`` misbehave, each in one way, and ``HOSTILE`` tells what each is
to be blamed for. The extra ``testing`` installs what is needed.
"""

from hockey_cards.testing.check import check_rules, check_variant
from hockey_cards.testing.failure import ConformanceError, Example
from hockey_cards.testing.hostile.players import HOSTILE, Hostile, Misbehaving, hostile_players
from hockey_cards.testing.promises.players import PLAYER_PROMISES, check_strategy
from hockey_cards.testing.promises.table import PROMISES, Promise, Where
from hockey_cards.testing.samples import any_game, any_house, any_variant, any_view

__all__ = [
    "HOSTILE",
    "PLAYER_PROMISES",
    "PROMISES",
    "ConformanceError",
    "Example",
    "Hostile",
    "Misbehaving",
    "Promise",
    "Where",
    "any_game",
    "any_house",
    "any_variant",
    "any_view",
    "check_rules",
    "check_strategy",
    "check_variant",
    "hostile_players",
]
