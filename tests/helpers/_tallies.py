"""Tallies for tests: from the counts of a pair's deals, or from the results of its games."""

from __future__ import annotations

from collections.abc import Iterable

from hockey_cards.tournament.tally import GameResult, RunningTally, Tally


def counted(counts: Iterable[int]) -> Tally:
    """Return the tally of a pair with two games a deal from its five counts: deals of 0, 1 .. 4 halves.

    A deal of one half or three has a draw, one of two a win and a loss.
    """
    outcomes = tuple(int(count) for count in counts)
    wins = outcomes[2] + outcomes[3] + 2 * outcomes[4]
    draws = outcomes[1] + outcomes[3]
    return Tally(wins=wins, draws=draws, losses=2 * sum(outcomes) - wins - draws, outcomes=outcomes)


def tally_of(deals: Iterable[Iterable[GameResult]]) -> Tally:
    """Return the tally of some deals, each given by its games."""
    total = RunningTally()
    for deal in deals:
        total.add(list(deal))
    return total.tally
