"""The rink family in compiled code."""

from typing import Final

from hockey_cards.batch.families import BatchFamily
from hockey_cards.batch.rink.observation import layout, numbers

__all__ = ["FAMILY"]

FAMILY: Final = BatchFamily("hockey_cards.batch.rink.family:kernel", layout=layout, numbers=numbers)
"""The batch part of the family."""
