"""The name of the claim in a game of the pile: breakaway, pass or shot."""

from __future__ import annotations

from enum import Enum

from hockey_cards.pile import Pile


class Right(Enum):
    """The names of the claim."""

    BREAKAWAY = 0
    PASS = 1
    SHOT = 2


def right_of(rules: Pile) -> Right:
    """Return the name of the claim: a shot if it can be blocked, a pass if partners use it in turn, else a breakaway.

    It follows from the settings, so that house rules and games from files have fitting words too. Partners pass where a
    claim changes the pile or lasts longer than a turn, as in the games whose sources speak of passes.
    """
    referee = rules.referee
    if referee.reply == "block":
        return Right.SHOT
    partners = rules.schedule.seats > 2
    return Right.PASS if partners and (referee.pass_clears_pile or referee.claim_lasts != "turn") else Right.BREAKAWAY
