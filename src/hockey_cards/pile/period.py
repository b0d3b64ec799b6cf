"""The setup of a period, which is public and fixed from its first deal to its end, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from hockey_cards.cards import Card, Rank, deck
from hockey_cards.events import side_of
from hockey_cards.pile.referee import FIRST, TABLE, Claim, Ruling, claim_of, code_of, restricted, tabulate
from hockey_cards.pile.schedule import Timetable, timetable_of
from hockey_cards.rules import Ending, Outcome, Played, Seat, Side

if TYPE_CHECKING:
    from hockey_cards.pile.family import Pile

_CARDS: Final = deck()

ENDED: Final = -1
"""The code of the situation after the end of the game."""

Chain = tuple["Chain", int] | None
"""The plays of a period as a linked list: the chain before the last play, and the place of its ruling in the table."""


def total_score(goals: tuple[tuple[int, ...], ...], *, difference: bool) -> tuple[int, ...]:
    """Return the score of some periods: their goals, or the differences (pile.1.4)."""
    if not difference:
        return (sum(own for own, _ in goals), sum(other for _, other in goals))
    return (sum(max(own - other, 0) for own, other in goals), sum(max(other - own, 0) for own, other in goals))


def card_at(place: int) -> Card:
    """Return the card that has its ruling at a place of the table."""
    return _CARDS[place % 52]


def places_of(chain: Chain) -> list[int]:
    """Return the places of the rulings of a chain in the order of play."""
    places: list[int] = []
    while chain is not None:
        chain, place = chain
        places.append(place)
    return places[::-1]


def cards_of(chain: Chain) -> list[Card]:
    """Return the cards of a chain in the order of play."""
    return [_CARDS[place % 52] for place in places_of(chain)]


@attrs.frozen
class PeriodSetup:
    """The public setup of a period.

    Args:
        rules: The rules of the game.
        period: The period, from 0.
        dealer: The dealer.
        past: The goals of each side in each earlier period.
        opener: The seat that plays first.
        lead: The card that must be led, if one must.
        table_cards: The cards laid as the first pile, the top card last.
        closing: The play that ended the previous period; None in the first period, or if it is not known.
    """

    rules: Pile
    period: int
    dealer: Seat
    past: tuple[tuple[int, ...], ...]
    opener: Seat
    lead: Card | None
    table_cards: tuple[Card, ...]
    closing: Played[Card] | None = None

    timetable: Timetable = attrs.field(init=False, eq=False, repr=False)
    movers: tuple[Seat, ...] = attrs.field(init=False, eq=False, repr=False)
    pauses: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    rulings: tuple[Ruling, ...] = attrs.field(init=False, eq=False, repr=False)
    sudden: bool = attrs.field(init=False, eq=False, repr=False)
    restricted: frozenset[int] = attrs.field(init=False, eq=False, repr=False)
    carried: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        schedule = self.rules.schedule
        timetable = timetable_of(schedule, self.period, self.dealer, self.opener)
        derived = {
            "timetable": timetable,
            "movers": timetable.movers,
            "pauses": timetable.pauses,
            "rulings": tabulate(self.rules.referee, self.table_ranks),
            "sudden": schedule.overtime == "sudden-death" and schedule.in_overtime(self.period),
            "restricted": self._restricted,
            "carried": total_score(self.past, difference=schedule.difference),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def table_ranks(self) -> tuple[Rank, ...]:
        """The ranks of the table cards, if the first card may match any of them."""
        open_to_all = self.rules.schedule.table_match == "any"
        return tuple(card.rank for card in self.table_cards) if open_to_all else ()

    @property
    def _restricted(self) -> frozenset[int]:
        """The codes of the situations in which not every card of a hand may be legal."""
        stops = restricted(self.rules.referee, self.table_ranks)
        return stops | {ENDED} if self.lead is None else stops | {ENDED, self.first_situation}

    @property
    def first_situation(self) -> int:
        """The code of the situation before the first play."""
        if not self.table_cards:
            return code_of(Claim.NONE, FIRST)
        return code_of(Claim.NONE, TABLE if self.table_ranks else self.table_cards[-1].rank)

    def score(self, goals: tuple[int, ...]) -> tuple[int, ...]:
        """Return the score of each side, given the goals of this period."""
        own, other = total_score((goals,), difference=self.rules.schedule.difference)
        return self.carried[0] + own, self.carried[1] + other

    def playable(self, hand: tuple[Card, ...], ply: int, situation: int) -> tuple[Card, ...]:
        """Return the legal cards of the mover's hand (pile.1.5), in deck order."""
        if situation not in self.restricted:
            return hand
        if situation == ENDED:
            return ()
        if self.lead is not None and not ply:
            return (self.lead,)
        return tuple(card for card in hand if not self.rulings[situation + card].forbidden) or hand

    def plays(self, chain: Chain) -> tuple[Played[Card], ...]:
        """Return the plays of the period in order."""
        return tuple(self._play(seat, place) for seat, place in zip(self.movers, places_of(chain), strict=False))

    def last(self, ply: int, chain: Chain) -> Played[Card] | None:
        """Return the last play, or, before the first play of the period, the one that ended the period before."""
        return self.closing if chain is None else self._play(self.movers[ply - 1], chain[1])

    def _play(self, seat: Seat, place: int) -> Played[Card]:
        return Played(seat, side_of(seat), card_at(place), self.rulings[place].call)

    def pile(self, chain: Chain) -> tuple[Card, ...]:
        """Return the pile, the top card last."""
        pile: list[Card] = []
        while chain is not None:
            chain, place = chain
            if self.rulings[place].clears:
                return tuple(pile[::-1])
            pile.append(card_at(place))
        return (*self.table_cards, *pile[::-1])

    def outcome(self, goals: tuple[int, ...]) -> Outcome:
        """Return the result of a game that ends in this period."""
        own, other = score = self.score(goals)
        if own == other:
            return Outcome(None, Ending.DRAW, score)
        late = self.rules.schedule.in_overtime(self.period)
        return Outcome(int(other > own), Ending.OVERTIME if late else Ending.REGULATION, score)

    def claim(self, ply: int, situation: int) -> Side | None:
        """Return the side that holds the claim."""
        claim = claim_of(situation) if situation != ENDED else Claim.NONE
        if claim is Claim.NONE:
            return None
        return (self.movers[ply] + (claim is Claim.OTHER)) % 2

    def counts(self, ply: int, situation: int) -> tuple[int, ...]:
        """Return the sizes of the hands; after the end, of the hands left."""
        if situation != ENDED:
            return self.timetable.counts[ply]
        last = ply - 1
        left = list(self.timetable.counts[last])
        left[self.movers[last]] -= 0 if last in self.timetable.draws else 1
        return tuple(left)

    def stock(self, ply: int, situation: int) -> int:
        """Return the number of undealt cards; after the end, of those left."""
        if situation != ENDED:
            return self.timetable.stock[ply]
        return self.timetable.stock[ply - 1] - (1 if ply - 1 in self.timetable.draws else 0)

    def __reduce__(self) -> tuple[Any, ...]:
        opening = (self.opener, self.lead, self.table_cards)
        return PeriodSetup, (self.rules, self.period, self.dealer, self.past, *opening, self.closing)
