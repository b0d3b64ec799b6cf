"""The policies of the built-in players in the pile family."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards.cards import Card, Rank
from hockey_cards.pile import Call, Claim, PileView, Ruling
from hockey_cards.pile.referee import claim_of
from hockey_cards.strategies.last_packet import is_solvable, solved

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

CALL_WORTH: Final = {Call.GOAL: 3, Call.PASS: 2, Call.INTERCEPTION: 2, Call.BLOCK: 1}
"""The calls that ``greedy`` prefers, by their worth to it; all others are worth 0."""


def greedy(view: PileView, rng: Random) -> Card:
    """Score if possible, else claim, else block, else play at random."""
    best = max(CALL_WORTH.get(view.ruling(card).call, 0) for card in view.legal)
    return rng.choice([card for card in view.legal if CALL_WORTH.get(view.ruling(card).call, 0) == best])


@attrs.frozen
class Odds:
    """Probabilities of what other players hold, from the cards that the viewer has not seen.

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
        """Return the probability that a hand of unseen cards holds at least one of the wanted cards.

        Args:
            wanted: The number of wanted cards.
            hand: The size of the hand.
        """
        return 1 - comb(self.total - wanted, hand) / comb(self.total, hand)


def odds(view: PileView) -> Odds:
    """Count the unseen cards by rank."""
    ranks = Counter(card.rank for card in view.unseen)
    return Odds(tuple(ranks[rank] for rank in Rank), ranks.total())


@attrs.frozen
class Weights:
    """The values, in goals, that ``counter`` assigns.

    Args:
        claim: A claim of the other side.
        keep_pass: A pass card in the hand.
        keep_stop: A stop card in the hand.
        keep_goal: A card in the hand that always scores.
    """

    claim: float = 0.2
    keep_pass: float = 0.1
    keep_stop: float = 0.1
    keep_goal: float = 0.9


def counter(view: PileView, rng: Random, weights: Weights = Weights()) -> Card:
    """Count the cards seen, and play the card with the highest value.

    The value considers the best answer of the next player and the next play of the own side.
    """
    return _choice(view, view.legal, rng, weights)


def exact(view: PileView, rng: Random) -> Card:
    """Play as ``counter`` does, and the last packet of a period as well as it can be played.

    Where each of two players knows both hands and twelve cards or fewer are left, only cards are played that make most
    goals more than the other side if both play best; ``counter`` chooses among these.
    """
    if len(view.legal) == 1 or not is_solvable(view):
        return counter(view, rng)
    leads = solved(view)
    best = max(leads.values())
    return _choice(view, [card for card, lead in leads.items() if lead == best], rng)


def _choice(view: PileView, cards: Sequence[Card], rng: Random, weights: Weights = Weights()) -> Card:
    """Return one of the cards with the highest value."""
    if len(cards) == 1:
        return cards[0]
    chances = odds(view)
    values = {card: _value(view, chances, weights, card) for card in cards}
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
    """Return the seat to move some plays later and the size of its hand, which is 0 after the period."""
    ply = view.ply + turns
    if ply >= view.setup.timetable.plays:
        return -1, 0
    seat = view.setup.movers[ply]
    return seat, view.setup.timetable.counts[ply][seat]


def _answer(view: PileView, chances: Odds, weights: Weights, ruling: Ruling) -> float:
    """Return the expected gain of the next player by its best answer."""
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
    """Return the probability that the own side, holding the claim, can match the next player's card."""
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


PLAYERS: Final[dict[str, Callable[[PileView, Random], Card]]] = {
    "greedy": greedy,
    "counter": counter,
    "exact": exact,
}
"""The policies of the built-in players in this family, by name."""
