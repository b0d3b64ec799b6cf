"""What a played card does: the only file that knows. One pure function on a finite domain, and its table."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final, Literal

import attrs

from hockey_cards.cards import Rank


class Call(StrEnum):
    """What a play did, exactly one word for each play (pile.1.2)."""

    PLAY = "play"
    PASS = "pass"
    INTERCEPTION = "interception"
    BLOCK = "block"
    MISSED = "missed"
    GOAL = "goal"

    def __repr__(self) -> str:
        return f"Call.{self.name}"


class Claim(IntEnum):
    """Who holds the right to score next, as the mover sees it."""

    NONE = 0
    OWN = 1
    OTHER = 2

    @property
    def turned(self) -> Claim:
        """The same claim as the next mover, who is of the other side, sees it."""
        return (Claim.NONE, Claim.OTHER, Claim.OWN)[self]

    def __repr__(self) -> str:
        return f"Claim.{self.name}"


@attrs.frozen(cache_hash=True)
class Referee:
    """The knobs of the play rule, each named for what it does (pile.1.2, pile.1.5).

    Args:
        pass_ranks: Ranks that always make a claim and never a goal.
        goal_ranks: Ranks that always score.
        stop_ranks: Ranks that cannot be scored on.
        goal_needs_pass: Whether a match scores only for the side that holds the claim.
        goal_keeps_claim: Whether the scorer holds the claim after a goal.
        pass_clears_pile: Whether the pile is set aside after a play that makes a claim.
        goal_clears_pile: Whether the pile is set aside after a goal.
        reply: Whether a match or pass rank against the other side's claim takes it over or only destroys it.
        claim_lasts: Whether a claim ends with its side's next turn or only by the other side's play or a goal.
        stop_on_stop: Whether a stop rank may be played on a stop rank.
        stop_may_lead: Whether a stop rank may be led to an empty pile.
        runs: Whether the third and the fourth card of a rank in a row are announced (pile.1.6).
    """

    pass_ranks: tuple[Rank, ...] = (Rank.JACK,)
    goal_ranks: tuple[Rank, ...] = ()
    stop_ranks: tuple[Rank, ...] = ()
    goal_needs_pass: bool = True
    goal_keeps_claim: bool = False
    pass_clears_pile: bool = False
    goal_clears_pile: bool = False
    reply: Literal["steal", "block"] = "steal"
    claim_lasts: Literal["turn", "until-matched"] = "turn"
    stop_on_stop: bool = True
    stop_may_lead: Literal["always", "not-first", "never"] = "always"
    runs: bool = False


@attrs.frozen
class Situation:
    """All that decides what a card does, beside its rank.

    Args:
        claim: Who holds the claim.
        tops: The ranks that may be matched: none on an empty pile, else the top card's; where any of several
            table cards may be matched, the ranks of all, the top card's last.
        first: Whether the pile is empty because the period's first card is due.
    """

    claim: Claim = Claim.NONE
    tops: tuple[Rank, ...] = ()
    first: bool = False


@attrs.frozen
class Ruling:
    """What a card does.

    Args:
        call: What the card did.
        goal: Whether it scored.
        claim: Who holds the claim after it, as the player of the card sees it.
        clears: Whether the pile is set aside.
        forbidden: Whether it may be played only from a hand of nothing else.
        next: The code of the situation after it, as the next mover sees it.
    """

    call: Call
    goal: bool
    claim: Claim
    clears: bool
    forbidden: bool
    next: int


def forbids(referee: Referee, situation: Situation, rank: Rank) -> bool:
    """Say whether a card may not be played unless the hand holds only such cards (pile.1.5)."""
    if rank not in referee.stop_ranks:
        return False
    if not situation.tops:
        return referee.stop_may_lead == "never" or (referee.stop_may_lead == "not-first" and situation.first)
    under = rank if rank in situation.tops else situation.tops[-1]
    return under in referee.stop_ranks and not referee.stop_on_stop


def judge(referee: Referee, situation: Situation, rank: Rank) -> Ruling:
    """Rule on a card (pile.1.2); a forbidden one is judged as played under force (pile.1.5)."""
    forbidden = forbids(referee, situation, rank)
    call, claim, clears = _nothing(referee, situation.claim) if forbidden else _effect(referee, situation, rank)
    return Ruling(
        call=call,
        goal=call is Call.GOAL,
        claim=claim,
        clears=clears,
        forbidden=forbidden,
        next=code_of(claim.turned, EMPTY if clears else rank),
    )


_Effect = tuple[Call, Claim, bool]
"""The call, the claim after it, and whether the pile is set aside."""


def _effect(referee: Referee, situation: Situation, rank: Rank) -> _Effect:
    if rank in referee.goal_ranks:
        return _goal(referee)
    if rank in referee.pass_ranks:
        return _claims(referee, situation.claim)
    if rank in situation.tops and rank not in referee.stop_ranks:
        scores = situation.claim is Claim.OWN or not referee.goal_needs_pass
        return _goal(referee) if scores else _claims(referee, situation.claim)
    return _nothing(referee, situation.claim)


def _goal(referee: Referee) -> _Effect:
    claim = Claim.OWN if referee.goal_keeps_claim else Claim.NONE
    return Call.GOAL, claim, referee.goal_clears_pile


def _claims(referee: Referee, claim: Claim) -> _Effect:
    if claim is not Claim.OTHER:
        return Call.PASS, Claim.OWN, referee.pass_clears_pile
    if referee.reply == "block":
        return Call.BLOCK, Claim.NONE, False
    return Call.INTERCEPTION, Claim.OWN, referee.pass_clears_pile


def _nothing(referee: Referee, claim: Claim) -> _Effect:
    if claim is Claim.OWN and referee.claim_lasts == "turn":
        return Call.MISSED, Claim.NONE, False
    return Call.PLAY, claim, False


# The table of the rule. A situation is coded as a multiple of 52, so that adding a card, which is an integer
# below 52, gives the place of its ruling: one look-up a play.

EMPTY: Final = 0
"""The code of an empty pile, in the middle of a period."""
FIRST: Final = 1
"""The code of an empty pile before the first card of a period; 2 to 14 are the ranks."""
TABLE: Final = 15
"""The code of several table cards of which any may be matched."""


def code_of(claim: Claim, top: int) -> int:
    """Return the code of a situation from the claim and ``EMPTY``, ``FIRST``, a rank or ``TABLE``."""
    return (claim * 16 + top) * 52


def case_of(code: int) -> int:
    """Return which of ``situations`` a code is that of, counted from 0."""
    return code // 52


def claim_of(code: int) -> Claim:
    """Return the claim in a situation's code."""
    return Claim(case_of(code) // 16)


def situations(table_ranks: tuple[Rank, ...] = ()) -> Iterator[Situation]:
    """Yield the whole domain in the order of the codes.

    Args:
        table_ranks: The ranks of the table cards, if any of them may be matched.
    """
    tops = [(), (), *((rank,) for rank in Rank), table_ranks]
    for claim in Claim:
        for top, ranks in enumerate(tops):
            yield Situation(claim, ranks, first=top == FIRST)


@lru_cache(maxsize=1024)
def _row(referee: Referee, situation: Situation) -> tuple[Ruling, ...]:
    """Return the rulings on the 52 cards in one situation."""
    return tuple(ruling for rank in Rank for ruling in [judge(referee, situation, rank)] * 4)


@lru_cache(maxsize=64)
def tabulate(referee: Referee, table_ranks: tuple[Rank, ...] = ()) -> tuple[Ruling, ...]:
    """Tabulate the rule over its whole domain: the ruling on a card stands at situation code + card."""
    return tuple(ruling for situation in situations(table_ranks) for ruling in _row(referee, situation))


@lru_cache(maxsize=64)
def restricted(referee: Referee, table_ranks: tuple[Rank, ...] = ()) -> frozenset[int]:
    """Return the codes of the situations in which some card is forbidden."""
    rulings = tabulate(referee, table_ranks)
    return frozenset(place - place % 52 for place, ruling in enumerate(rulings) if ruling.forbidden)
