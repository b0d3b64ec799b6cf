"""Built-in players of the pile family."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards.cards import Card, Rank, deck
from hockey_cards.pile import Call, Claim, PileView, Ruling
from hockey_cards.pile.referee import claim_of

if TYPE_CHECKING:
    from random import Random

CALL_WORTH: Final = {Call.GOAL: 3, Call.PASS: 2, Call.INTERCEPTION: 2, Call.BLOCK: 1}
"""How much ``greedy`` wants each call; the others are worth nothing to it."""


def greedy(view: PileView, rng: Random) -> Card:
    """Score if it can, else claim, else deny, else play at random."""
    best = max(CALL_WORTH.get(view.ruling(card).call, 0) for card in view.legal)
    return rng.choice([card for card in view.legal if CALL_WORTH.get(view.ruling(card).call, 0) == best])


@attrs.frozen
class Odds:
    """What the viewer cannot see, counted: the chances of what others hold.

    Args:
        counts: For each rank, from the two to the ace, the number of unseen cards.
        total: The number of all unseen cards.
    """

    counts: tuple[int, ...]
    total: int

    def of(self, rank: Rank) -> int:
        """Return the number of unseen cards of a rank."""
        return self.counts[rank - 2]

    def holds(self, wanted: int, hand: int) -> float:
        """Return the chance that a hand of unseen cards holds one or more of so many wanted ones."""
        return 1 - comb(self.total - wanted, hand) / comb(self.total, hand)


def odds(view: PileView) -> Odds:
    """Count what the viewer cannot see: all but its hand, the table cards and the plays of the period."""
    seen = {*view.hand, *view.table_cards, *(play.move for play in view.plays)}
    ranks = Counter(card.rank for card in deck() if card not in seen)
    return Odds(tuple(ranks[rank] for rank in Rank), ranks.total())


@attrs.frozen
class Weights:
    """What ``counter`` thinks things are worth, in goals.

    Args:
        claim: A claim of the other side's, which it may use later.
        keep_pass: A pass card in the hand.
        keep_stop: A stop card in the hand.
        keep_goal: A card in the hand that always scores.
    """

    claim: float = 0.2
    keep_pass: float = 0.1
    keep_stop: float = 0.1
    keep_goal: float = 0.9


def counter(view: PileView, rng: Random, weights: Weights = Weights()) -> Card:
    """Count the cards seen, and play what gains most after the next player's best answer and the own side's next."""
    if len(view.legal) == 1:
        return view.legal[0]
    chances = odds(view)
    values = {card: _value(view, chances, weights, card) for card in view.legal}
    best = max(values.values())
    return rng.choice([card for card, value in values.items() if value > best - 1e-9])


def _value(view: PileView, chances: Odds, weights: Weights, card: Card) -> float:
    ruling = view.ruling(card)
    referee = view.rules.referee
    gain = 1.0 if ruling.goal else 0.0
    if claim_of(ruling.next) is Claim.OTHER:
        gain += _follow_up(view, chances, card)
    for ranks, worth in (
        (referee.pass_ranks, weights.keep_pass),
        (referee.stop_ranks, weights.keep_stop),
        (referee.goal_ranks, weights.keep_goal),
    ):
        gain -= worth if card.rank in ranks else 0.0
    return gain - _answer(view, chances, weights, ruling)


def _after(view: PileView, turns: int) -> tuple[int, int]:
    """Return whose turn it is so many plays on, and the size of that hand; no card beyond the period."""
    ply = view.ply + turns
    if ply >= view.setup.timetable.plays:
        return -1, 0
    seat = view.setup.movers[ply]
    return seat, view.setup.timetable.counts[ply][seat]


def _answer(view: PileView, chances: Odds, weights: Weights, ruling: Ruling) -> float:
    """Return what the next player is expected to gain by its best answer."""
    _, size = _after(view, 1)
    if not size:
        return 0.0
    rulings = view.setup.rulings
    worths = Counter[float]()
    for rank in Rank:
        answer = rulings[ruling.next + 4 * (rank - 2)]
        worths[_answer_worth(view, weights, answer, rank)] += chances.of(rank)
    expected, wanted, missing = 0.0, 0, 1.0
    for worth in sorted(worths, reverse=True):
        wanted += worths[worth]
        still = 1 - chances.holds(wanted, size)
        expected += worth * (missing - still)
        missing = still
    return expected


def _answer_worth(view: PileView, weights: Weights, answer: Ruling, rank: Rank) -> float:
    if answer.forbidden:
        return 0.0
    referee = view.rules.referee
    if answer.goal:
        return 1 - (weights.keep_goal if rank in referee.goal_ranks else 0)
    claims = answer.call in (Call.PASS, Call.INTERCEPTION)
    return weights.claim - (weights.keep_pass if rank in referee.pass_ranks else 0) if claims else 0.0


def _follow_up(view: PileView, chances: Odds, card: Card) -> float:
    """Return the chance that the own side, holding the claim, can match the next player's card."""
    seat, size = _after(view, 2)
    if not size:
        return 0.0
    referee = view.rules.referee
    ranks = {other.rank for other in view.hand if other != card}

    def held(rank: Rank) -> float:
        return float(rank in ranks) if seat == view.seat else chances.holds(max(chances.of(rank) - 1, 0), size)

    return sum(
        chances.of(rank) / max(chances.total, 1) * held(rank)
        for rank in Rank
        if rank not in referee.pass_ranks and rank not in referee.stop_ranks
    )


PLAYERS: Final = {"greedy": greedy, "counter": counter}
"""The policies of the built-in players in this family, by name."""
