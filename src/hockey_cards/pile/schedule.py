"""The schedule of a game: seats, packets, openers, periods and overtimes; and the timetable of a period."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate, product
from types import MappingProxyType
from typing import Final, Literal

import attrs

from hockey_cards.cards import Card, Rank, Suit
from hockey_cards.events import side_of
from hockey_cards.rules import Seat, Side

PACK: Final = 52
"""The most cards that a pack can have."""

NOTHING: Final = 0
"""A play is followed by the next play."""
SERVE: Final = 1
"""A play is followed by a deal or a draw."""
END: Final = 2
"""A play is followed by the end of the period."""

Packets = tuple[int, ...] | Literal["all"]
"""The sizes of the packets of a period, or the whole pack in one packet."""


@attrs.frozen(cache_hash=True)
class Schedule:
    """The settings of the deal and of the length of a game (pile.1.1, pile.1.3, pile.1.4, pile.1.5).

    Args:
        seats: The number of seats.
        ranks: The ranks of the deck.
        suits: The suits of the deck.
        packets: The packets of a period; None in a draw game.
        draw: The size of the hands in a draw game; None in other games.
        play_out: Whether a draw game continues with an empty stock until the hands are empty.
        table_cards: The number of cards laid face up as the first pile.
        table_match: Whether the first card may match only the top table card, or any table card.
        periods: The number of periods without overtime.
        overtime: What is played if the score is level: nothing, a period until the first goal, or full periods.
        overtime_packets: The packets of an overtime; None if there is none, and in a draw game.
        max_overtimes: The maximum number of overtimes.
        difference: Whether only the difference of goals counts in each period.
        opener: The card whose holder opens a period; None for the seat after the dealer.
        opener_must: Whether the holder must lead that card.
        later_opener: Whether the trailing side opens the periods after the first.
        reversed_periods: The periods, from 1, that are dealt and played anticlockwise.
    """

    seats: int = 2
    ranks: tuple[Rank, ...] = tuple(Rank)
    suits: tuple[Suit, ...] = tuple(Suit)
    packets: Packets | None = (5, 5, 5, 5, 6)
    draw: int | None = None
    play_out: bool = False
    table_cards: int = 0
    table_match: Literal["top", "any"] = "top"
    periods: int = 3
    overtime: Literal["none", "sudden-death", "full"] = "sudden-death"
    overtime_packets: Packets | None = (4, 4, 4, 4, 4, 6)
    max_overtimes: int = 1
    difference: bool = False
    opener: Card | None = None
    opener_must: bool = True
    later_opener: Literal["same", "trailing"] = "same"
    reversed_periods: tuple[int, ...] = ()

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of a pack in canonical order."""
        return _deck(self.ranks, self.suits)

    def direction(self, period: int) -> int:
        """Return +1 for a period played clockwise, -1 for one played anticlockwise; periods count from 0."""
        return -1 if period + 1 in self.reversed_periods else 1

    def in_overtime(self, period: int) -> bool:
        """Return whether a period, from 0, is an overtime."""
        return period >= self.periods

    def after_dealer(self, dealer: Seat, period: int) -> Seat:
        """Return the seat after the dealer in the direction of play."""
        return (dealer + self.direction(period)) % self.seats

    def trailing(self, dealer: Seat, period: int, side: Side) -> Seat:
        """Return the member of a side nearest after the dealer, the dealer counting last (pile.1.5)."""
        first = self.after_dealer(dealer, period)
        return first if side_of(first) == side else (first + self.direction(period)) % self.seats

    def trailing_side(self, score: tuple[int, ...]) -> Side | None:
        """Return the side that opens the next period because it trails; None if neither does."""
        own, other = score
        return None if self.later_opener == "same" or own == other else int(other < own)

    def another(self, played: int, *, level: bool) -> bool:
        """Return whether another period follows.

        Args:
            played: The number of periods played.
            level: Whether the score is level.
        """
        return played < self.periods or (level and played < self.periods + self.max_overtimes)


@cache
def _deck(ranks: tuple[Rank, ...], suits: tuple[Suit, ...]) -> tuple[Card, ...]:
    return tuple(sorted(Card.of(rank, suit) for rank, suit in product(ranks, suits)))


@attrs.frozen(eq=False)
class Timetable:
    """The course of a period, play by play, without cards: places are places in the pack.

    Args:
        plays: The number of plays, if no goal ends the period.
        movers: The seat to move before each play, and after the last.
        deals: The hands dealt, as places for each seat, by the number of plays before the deal.
        table: The places of the table cards.
        draws: The place of the card that the mover draws after a play, by the number of plays before that play.
        counts: The sizes of the hands before each play, and after the last.
        stock: The number of undealt cards before each play, and after the last.
        pauses: For each play what follows it: ``NOTHING``, ``SERVE`` (a deal or a draw) or ``END``.
    """

    plays: int
    movers: tuple[Seat, ...]
    deals: Mapping[int, tuple[tuple[int, ...], ...]]
    table: tuple[int, ...]
    draws: Mapping[int, int]
    counts: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    pauses: tuple[int, ...]


def timetable_of(schedule: Schedule, period: int, dealer: Seat, opener: Seat) -> Timetable:
    """Return the timetable of a period, from 0.

    Args:
        schedule: The schedule of the game.
        period: The period.
        dealer: The dealer.
        opener: The seat that plays first.
    """
    return make_timetable(
        schedule,
        overtime=schedule.in_overtime(period),
        direction=schedule.direction(period),
        first=schedule.after_dealer(dealer, period),
        opener=opener,
    )


@lru_cache(maxsize=4096)
def make_timetable(schedule: Schedule, *, overtime: bool, direction: int, first: Seat, opener: Seat) -> Timetable:
    """Return the timetable of a period.

    Args:
        schedule: The schedule of the game.
        overtime: Whether the period is an overtime.
        direction: +1 for clockwise, -1 for anticlockwise.
        first: The seat after the dealer, which gets the first card.
        opener: The seat that plays first.
    """
    pack = len(schedule.deck)
    blocks = _blocks(schedule, overtime=overtime)
    table_end = len(blocks[0]) + schedule.table_cards
    starts = accumulate((len(block) for block in blocks), initial=0)
    hands = (_hands(block, schedule.seats, direction, first) for block in blocks)
    deals = dict(zip(starts, hands, strict=False))
    draws = dict(enumerate(range(table_end, pack))) if schedule.draw is not None else {}
    movers = tuple((opener + direction * ply) % schedule.seats for ply in range(pack + 1))
    counts = _counts(movers, deals, draws, len(draws) if draws and not schedule.play_out else pack)
    plays = len(counts) - 1
    dealt = accumulate((_dealt(deals, draws, ply) for ply in range(1, plays + 1)), initial=table_end)
    return Timetable(
        plays=plays,
        movers=movers[: plays + 1],
        deals=MappingProxyType(deals),
        table=tuple(range(len(blocks[0]), table_end)),
        draws=MappingProxyType(draws),
        counts=counts,
        stock=tuple(pack - count for count in dealt),
        pauses=(*(_pause(deals, draws, ply) for ply in range(plays - 1)), END),
    )


def _blocks(schedule: Schedule, *, overtime: bool) -> list[range]:
    """Return the places of each packet; the table cards come between the first and the second."""
    if schedule.draw is not None:
        return [range(schedule.draw * schedule.seats)]
    packets = schedule.overtime_packets if overtime else schedule.packets
    if packets is None or packets == "all":
        return [range(len(schedule.deck))]
    ends = list(accumulate(size * schedule.seats for size in packets))
    shifts = [0] + [schedule.table_cards] * (len(ends) - 1)
    starts = [0, *ends]
    return [range(start + shift, end + shift) for start, end, shift in zip(starts, ends, shifts, strict=False)]


def _hands(places: range, seats: int, direction: int, first: Seat) -> tuple[tuple[int, ...], ...]:
    """Return the places of each hand of a packet, dealt one at a time from the first seat in the direction of play."""
    turns = {(first + direction * turn) % seats: turn for turn in range(seats)}
    return tuple(tuple(places[turns[seat] :: seats]) for seat in range(seats))


def _counts(
    movers: tuple[Seat, ...],
    deals: Mapping[int, tuple[tuple[int, ...], ...]],
    draws: Mapping[int, int],
    limit: int,
) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of the hands before each play, until the mover has no card or the limit is reached."""
    hands = [len(places) for places in deals[0]]
    counts = [tuple(hands)]
    for ply in range(limit):
        if not hands[movers[ply]]:
            break
        hands[movers[ply]] -= 1 if ply not in draws else 0
        hands = [len(places) for places in deals[ply + 1]] if ply + 1 in deals else hands
        counts.append(tuple(hands))
    return tuple(counts)


def _pause(deals: Mapping[int, tuple[tuple[int, ...], ...]], draws: Mapping[int, int], ply: int) -> int:
    return SERVE if ply in draws or ply + 1 in deals else NOTHING


def _dealt(deals: Mapping[int, tuple[tuple[int, ...], ...]], draws: Mapping[int, int], ply: int) -> int:
    """Return the number of cards that are dealt or drawn before a play, after the play before it."""
    return (1 if ply - 1 in draws else 0) + sum(len(places) for places in deals.get(ply, ()))
