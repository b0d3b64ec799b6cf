"""Tournaments: every entrant against every other on the same deals, from both sides of the table."""

from hockey_cards.tournament.api import merge, report, resume, tournament
from hockey_cards.tournament.entrants import Entrant, Identity, Team, identity, partnerships
from hockey_cards.tournament.pairing.fixtures import Fixture, fixtures
from hockey_cards.tournament.pairing.formats import (
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
from hockey_cards.tournament.playing.faults import Fault, FaultKind, Limits, Policy, Remedy
from hockey_cards.tournament.playing.play_deal import Meeting
from hockey_cards.tournament.report.columns import results
from hockey_cards.tournament.report.export import export
from hockey_cards.tournament.report.html import page
from hockey_cards.tournament.report.plots import plot
from hockey_cards.tournament.report.sprt_paths import SprtPath, SprtPaths, sprt_paths
from hockey_cards.tournament.runner import Moment
from hockey_cards.tournament.scoring.scoreboard import FaultCount
from hockey_cards.tournament.scoring.standings import Standing, Standings
from hockey_cards.tournament.statistics.intervals import Comparison
from hockey_cards.tournament.statistics.ratings import Rating
from hockey_cards.tournament.statistics.sprt import Sprt, Verdict
from hockey_cards.tournament.store.manifest import StoreError
from hockey_cards.tournament.store.store import Store

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
