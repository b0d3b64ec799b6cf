"""The exact solution of the last packet of a pile period, where each of two players knows both hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from hockey_cards.cards import Card

if TYPE_CHECKING:
    from hockey_cards.pile import PileView, Ruling

MAX_CARDS: Final = 12
"""The most cards in both hands that are solved: a packet of six each takes some milliseconds."""

_MOST: Final = MAX_CARDS + 1
"""More than any lead."""

Group = tuple[int, int]
"""The cards of a rank in a hand: their places as a bit set, and what the rank adds to the code of a situation."""
Value = Callable[[int, int, int, int, int], int]
"""Return the lead that the mover gains from a position on, given the situation, the places of the cards left, the
mover, and the lowest and the highest lead that still matter."""


def is_solvable(view: PileView) -> bool:
    """Return whether the mover knows both hands to the end of the period, and they are small enough to be solved.

    That takes two seats: with more, what one has not seen lies in several hands. No card may be left to deal.
    """
    return view.rules.seats == 2 and not view.stock and sum(view.counts) <= MAX_CARDS


def solved(view: PileView) -> dict[Card, int]:
    """Return for each legal card the goals by which the mover is ahead in the rest of the period, if both play best.

    In sudden death that is 1, 0 or -1, for the first goal ends the game. The best play for goals is the best play for
    points too. The period must be solvable.
    """
    cards = (*view.hand, *view.unseen)
    own, other = range(len(view.hand)), range(len(view.hand), len(cards))
    value = _solver(view.setup.rulings, (_groups(cards, own), _groups(cards, other)), sudden=view.setup.sudden)
    everything, leads = (1 << len(cards)) - 1, dict[int, int]()
    for card in view.legal:
        if card.rank not in leads:
            left, ruling = everything & ~(1 << cards.index(card)), view.ruling(card)
            over = not left or (ruling.goal and view.setup.sudden)
            leads[card.rank] = ruling.goal - (0 if over else value(ruling.next, left, 1, -_MOST, _MOST))
    return {card: leads[card.rank] for card in view.legal}


def _groups(cards: Sequence[Card], places: Iterable[int]) -> tuple[Group, ...]:
    """Group the cards at some places by rank."""
    sets: dict[int, int] = {}
    for place in places:
        offset = cards[place] & ~3
        sets[offset] = sets.get(offset, 0) | 1 << place
    return tuple((held, offset) for offset, held in sets.items())


def _solver(rulings: Sequence[Ruling], groups: tuple[tuple[Group, ...], tuple[Group, ...]], *, sudden: bool) -> Value:
    """Return a function that solves positions, and remembers what it has found.

    It is an alpha-beta search that tries goals first; without the cuts it takes three times as long. Cards of a rank do
    the same: of several in a hand only the one with the lowest place is tried. The cards left tell whose turn it is.
    """
    table = [(not ruling.goal, ruling.next, ruling.forbidden) for ruling in rulings]
    at_least: dict[int, int] = {}
    at_most: dict[int, int] = {}

    def value(situation: int, left: int, mover: int, low: int, high: int) -> int:
        held = [(left & cards, table[situation + offset]) for cards, offset in groups[mover] if left & cards]
        legal = [each for each in held if not each[1][2]] or held
        best = -_MOST
        for quiet, after, rest in sorted((play[0], play[1], left & ~(cards & -cards)) for cards, play in legal):
            goal = not quiet
            lead = (
                0
                if not rest or (goal and sudden)
                else known(after, rest, 1 - mover, goal - high, goal - max(low, best))
            )
            best = max(best, goal - lead)
            if best >= high:
                break
        return best

    def known(situation: int, left: int, mover: int, low: int, high: int) -> int:
        key = situation << MAX_CARDS | left
        least, most = at_least.get(key, -_MOST), at_most.get(key, _MOST)
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        lead = value(situation, left, mover, low, high)
        if lead > low:
            at_least[key] = lead
        if lead < high:
            at_most[key] = lead
        return lead

    return known
