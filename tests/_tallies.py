"""Tallies made of the counts of a pair's deals, without any games."""

from __future__ import annotations

from collections.abc import Iterable

from hockey_cards.tournament.tally import Tally


def counted(counts: Iterable[int]) -> Tally:
    """Return the tally of a pair with two games a deal from its five counts: deals of 0, 1 .. 4 halves.

    A deal of one half or three has a draw, one of two a win and a loss.
    """
    outcomes = tuple(int(count) for count in counts)
    wins = outcomes[2] + outcomes[3] + 2 * outcomes[4]
    draws = outcomes[1] + outcomes[3]
    return Tally(wins=wins, draws=draws, losses=2 * sum(outcomes) - wins - draws, outcomes=outcomes)
