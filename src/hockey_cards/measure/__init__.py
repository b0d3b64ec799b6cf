"""A designer's report on a variant, measured over many games (extra ``fast``)."""

from hockey_cards.measure.measures import MEASURES, SKILL, Estimate, Finding, Measure, Measurement, SideBySide
from hockey_cards.measure.variant import compare, measure

__all__ = [
    "MEASURES",
    "SKILL",
    "Estimate",
    "Finding",
    "Measure",
    "Measurement",
    "SideBySide",
    "compare",
    "measure",
]
