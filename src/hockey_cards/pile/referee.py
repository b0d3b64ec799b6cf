"""The play rule of the pile family: a pure function on a finite domain, and its table."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final, Literal

import attrs

from hockey_cards.cards import Rank


class Call(StrEnum):
    """The effect of a play, one word for each play (pile.1.2)."""

    PLAY = "play"
    PASS = "pass"
    INTERCEPTION = "interception"
    BLOCK = "block"
    MISSED = "missed"
    GOAL = "goal"

    def __repr__(self) -> str:
        return f"Call.{self.name}"


class Claim(IntEnum):
    """The holder of the right to score next, from the point of view of the mover."""

    NONE = 0
    OWN = 1
    OTHER = 2

    @property
    def turned(self) -> Claim:
        """The claim from the point of view of the next mover, who is on the other side."""
        return (Claim.NONE, Claim.OTHER, Claim.OWN)[self]

    def __repr__(self) -> str:
        return f"Claim.{self.name}"


@attrs.frozen(cache_hash=True)
class Referee:
    """The settings of the play rule (pile.1.2, pile.1.5).

    Args:
        pass_ranks: The ranks that always make a claim and never a goal.
        goal_ranks: The ranks that always score.
        stop_ranks: The ranks that cannot be scored on.
        goal_needs_pass: Whether a match scores only for the side that holds the claim.
        goal_keeps_claim: Whether the scorer holds the claim after a goal.
        pass_clears_pile: Whether the pile is set aside after a play that makes a claim.
        goal_clears_pile: Whether the pile is set aside after a goal.
        reply: Whether a match or pass rank takes over the claim of the other side, or only destroys it.
        claim_lasts: Whether a claim ends with the next turn of its side, or only by a play of the other side or a goal.
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
    """Everything that decides what a card does, except its rank.

    Args:
        claim: The holder of the claim.
        tops: The ranks that may be matched: none on an empty pile, else that of the top card. If any of several table
            cards may be matched, the ranks of all, that of the top card last.
        first: Whether the pile is empty because the first card of the period is to be played.
    """

    claim: Claim = Claim.NONE
    tops: tuple[Rank, ...] = ()
    first: bool = False


@attrs.frozen
class Ruling:
    """What a card does in a situation.

    Args:
        call: The call.
        goal: Whether the card scores.
        claim: The holder of the claim after it, from the point of view of its player.
        clears: Whether the pile is set aside.
        forbidden: Whether the card may be played only if the hand holds nothing but forbidden cards.
        next: The code of the next situation, from the point of view of the next mover.
    """

    call: Call
    goal: bool
    claim: Claim
    clears: bool
    forbidden: bool
    next: int


def forbids(referee: Referee, situation: Situation, rank: Rank) -> bool:
    """Return whether a card may be played only if the hand holds nothing but such cards (pile.1.5)."""
    if rank not in referee.stop_ranks:
        return False
    if not situation.tops:
        return referee.stop_may_lead == "never" or (referee.stop_may_lead == "not-first" and situation.first)
    under = rank if rank in situation.tops else situation.tops[-1]
    return under in referee.stop_ranks and not referee.stop_on_stop


def judge(referee: Referee, situation: Situation, rank: Rank) -> Ruling:
    """Return the ruling on a card (pile.1.2); a forbidden card is ruled on as a forced play (pile.1.5)."""
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


# The table of the rule: the code of a situation is a multiple of 52, so that adding a card, an integer below 52, gives
# the place of its ruling. Each play is one look-up.

EMPTY: Final = 0
"""The top code of an empty pile within a period."""
FIRST: Final = 1
"""The top code of an empty pile before the first card of a period. The codes 2 to 14 are the ranks."""
TABLE: Final = 15
"""The top code of several table cards of which any may be matched."""


def code_of(claim: Claim, top: int) -> int:
    """Return the code of a situation.

    Args:
        claim: The holder of the claim.
        top: ``EMPTY``, ``FIRST``, a rank or ``TABLE``.
    """
    return (claim * 16 + top) * 52


def case_of(code: int) -> int:
    """Return the index of a code in ``situations``."""
    return code // 52


def claim_of(code: int) -> Claim:
    """Return the claim of a situation, by its code."""
    return Claim(case_of(code) // 16)


def situations(table_ranks: tuple[Rank, ...] = ()) -> Iterator[Situation]:
    """Yield all situations in the order of their codes.

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
    """Return the rulings of the whole domain; that on a card has the place situation code + card."""
    return tuple(ruling for situation in situations(table_ranks) for ruling in _row(referee, situation))


@lru_cache(maxsize=64)
def restricted(referee: Referee, table_ranks: tuple[Rank, ...] = ()) -> frozenset[int]:
    """Return the codes of the situations in which a card is forbidden."""
    rulings = tabulate(referee, table_ranks)
    return frozenset(place - place % 52 for place, ruling in enumerate(rulings) if ruling.forbidden)
