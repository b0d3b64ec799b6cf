"""Tournaments: every entrant against every other on the same deals, from both sides of the table."""

from hockey_cards.tournament.contest import tournament
from hockey_cards.tournament.fixtures import Fixture, fixtures
from hockey_cards.tournament.standings import Standing, Standings

__all__ = ["Fixture", "Standing", "Standings", "fixtures", "tournament"]
