"""Tournaments: every entrant against every other on the same deals, from both sides of the table."""

from hockey_cards.tournament.contest import merge, report, resume, tournament
from hockey_cards.tournament.deals import Meeting
from hockey_cards.tournament.entrants import Entrant, Identity, Team, identity, partnerships
from hockey_cards.tournament.exports import export
from hockey_cards.tournament.fixtures import Fixture, fixtures
from hockey_cards.tournament.formats import (
    Format,
    Gauntlet,
    KnockOut,
    Match,
    Place,
    Round,
    RoundRobin,
    Swiss,
    format_of,
)
from hockey_cards.tournament.header import StoreError
from hockey_cards.tournament.ledger import FaultCount
from hockey_cards.tournament.page import page
from hockey_cards.tournament.paths import SprtPath, SprtPaths, sprt_paths
from hockey_cards.tournament.plots import plot
from hockey_cards.tournament.policy import Fault, FaultKind, Limits, Policy, Remedy
from hockey_cards.tournament.ratings import Rating
from hockey_cards.tournament.results import results
from hockey_cards.tournament.runner import Moment
from hockey_cards.tournament.sprt import Sprt, Verdict
from hockey_cards.tournament.standings import Standing, Standings
from hockey_cards.tournament.statistics import Comparison
from hockey_cards.tournament.store import Store

__all__ = [
    "Comparison",
    "Entrant",
    "Fault",
    "FaultCount",
    "FaultKind",
    "Fixture",
    "Format",
    "Gauntlet",
    "Identity",
    "KnockOut",
    "Limits",
    "Match",
    "Meeting",
    "Moment",
    "Place",
    "Policy",
    "Rating",
    "Remedy",
    "Round",
    "RoundRobin",
    "Sprt",
    "SprtPath",
    "SprtPaths",
    "Standing",
    "Standings",
    "Store",
    "StoreError",
    "Swiss",
    "Team",
    "Verdict",
    "export",
    "fixtures",
    "format_of",
    "identity",
    "merge",
    "page",
    "partnerships",
    "plot",
    "report",
    "results",
    "resume",
    "sprt_paths",
    "tournament",
]
