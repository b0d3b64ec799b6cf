"""Games for people to read: their rules in words."""

from hockey_cards.render.rules import facts, table

__all__ = ["facts", "table"]
