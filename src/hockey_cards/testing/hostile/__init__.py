"""Hostile players, for the tests of programs that run games for others."""

from hockey_cards.testing.hostile.players import HOSTILE, Hostile, hostile_players

__all__ = ["HOSTILE", "Hostile", "hostile_players"]
