"""Tournaments: entrants meet on the same deals from both sides of the table, and standings compare them.

The rooms depend on each other in one direction: ``entrants`` and ``tally`` at the bottom, then ``pairing`` and
``statistics``, ``playing``, ``scoring``, ``store``, ``runner``, ``report``, and ``api`` at the top.
"""

from hockey_cards.tournament.api import GuessableSeedWarning, merge, resume, tournament
from hockey_cards.tournament.entrants import Entrant, Identity, Team, identity, partnerships
from hockey_cards.tournament.pairing.fixtures import Fixture, fixtures
from hockey_cards.tournament.pairing.formats import (
    Format,
    Gauntlet,
    KnockOut,
    Match,
    Round,
    RoundRobin,
    Swiss,
    parse_format,
)
from hockey_cards.tournament.pairing.swiss import Place
from hockey_cards.tournament.playing.faults import Fault, FaultKind, Limits, Policy, Remedy
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.report.columns import results
from hockey_cards.tournament.report.export import export
from hockey_cards.tournament.report.html import html_report
from hockey_cards.tournament.report.plots import plot
from hockey_cards.tournament.report.sprt_paths import SprtPath, SprtPaths, sprt_paths
from hockey_cards.tournament.runner import Snapshot
from hockey_cards.tournament.scoring.scoreboard import FaultCount
from hockey_cards.tournament.scoring.standings import Standing, Standings
from hockey_cards.tournament.statistics.intervals import Comparison
from hockey_cards.tournament.statistics.ratings import Rating
from hockey_cards.tournament.statistics.sprt import Sprt, SprtVerdict
from hockey_cards.tournament.store.manifest import StoreError
from hockey_cards.tournament.store.reading import read_standings
from hockey_cards.tournament.store.store import Store
from hockey_cards.tournament.tally import GameResult, Tally

__all__ = [
    "Comparison",
    "DealResult",
    "Entrant",
    "Fault",
    "FaultCount",
    "FaultKind",
    "Fixture",
    "Format",
    "GameResult",
    "Gauntlet",
    "GuessableSeedWarning",
    "Identity",
    "KnockOut",
    "Limits",
    "Match",
    "Place",
    "Policy",
    "Rating",
    "Remedy",
    "Round",
    "RoundRobin",
    "Snapshot",
    "Sprt",
    "SprtPath",
    "SprtPaths",
    "SprtVerdict",
    "Standing",
    "Standings",
    "Store",
    "StoreError",
    "Swiss",
    "Tally",
    "Team",
    "export",
    "fixtures",
    "html_report",
    "identity",
    "merge",
    "parse_format",
    "partnerships",
    "plot",
    "read_standings",
    "results",
    "resume",
    "sprt_paths",
    "tournament",
]
