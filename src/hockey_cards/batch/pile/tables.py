"""A game of the pile as arrays, read off the referee, the schedule and the state: no rule is written here again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from hockey_cards.batch.arrays import CALL_SHIFT, FORBIDDEN, GOAL, MATCHED, SITUATIONS, Array, Book, Dice
from hockey_cards.batch.rng import WORD, pick_rows, shuffle_rows
from hockey_cards.cards import Rank, deck
from hockey_cards.pile import Call, Claim, Pile, Ruling, Schedule, Situation, Verdict, judge, tabulate
from hockey_cards.pile.referee import TABLE, case_of, code_of, situations
from hockey_cards.pile.schedule import PACK, Plan, plan
from hockey_cards.pile.sheet import Sheet, board
from hockey_cards.pile.state import _opening  # pyright: ignore[reportPrivateUsage]  # who opens is said there alone
from hockey_cards.rules import Seat

_CALLS: Final = tuple(Call)
_RANKS: Final = tuple(Rank)
SIZE_BITS: Final = 6
"""A player sees the size of a hand in so many bits."""
SIZES: Final = 10
"""A player sees the hands of so many plays, the own first."""
_MOST_GOALS: Final = PACK // 2
"""The sides alternate, so that no side makes more goals in a period."""


@lru_cache(maxsize=64)
def facts(rules: Pile) -> Array:
    """Return by kind and play the part of an observation that the schedule alone decides: see ``observation``."""
    plans = list(plans_of(rules.schedule))
    seats = rules.schedule.seats
    made = np.zeros((len(plans), PACK + 1, 4 + seats), np.int16)
    for kind, each in enumerate(plans):
        for ply in range(each.plays):
            mover, counts = each.movers[ply], each.counts[ply]
            sizes = [counts[(mover + turn) % seats] for turn in range(seats)]
            dealer = (seats - 1 - mover) % seats
            made[kind, ply] = [kind >= seats, each.plays - ply, each.stock[ply], dealer, *sizes]
    return made


def dice_of(rows: Iterable[Iterable[Sequence[int]]]) -> Dice:
    """Return rows of bounds, cut into words, as arrays."""
    cut = [list(row) for row in rows]
    most = max(map(len, cut))
    made = Dice(
        starts=np.zeros((len(cut), most + 1), np.uint8),
        products=np.ones((len(cut), most), np.uint64),
        limits=np.zeros((len(cut), most), np.uint64),
        counts=np.array([len(row) for row in cut]),
    )
    for row, words in enumerate(cut):
        for word, bounds in enumerate(words):
            made.starts[row, word + 1] = made.starts[row, word] + len(bounds)
            made.products[row, word] = prod(bounds)
            made.limits[row, word] = WORD % prod(bounds)
    return made


def coded(ruling: Ruling) -> int:
    """Return a ruling as a number."""
    flags = GOAL * ruling.goal | FORBIDDEN * ruling.forbidden
    return case_of(ruling.next) << 4 | _CALLS.index(ruling.call) << CALL_SHIFT | flags


def rulings_of(table: Sequence[Ruling]) -> Array:
    """Return the referee's table as an array; the rows for table cards are not filled."""
    rows = np.zeros((SITUATIONS, 16), np.uint16)
    by_situation = np.array([coded(ruling) for ruling in table[::4]]).reshape(-1, len(_RANKS))
    rows[: len(by_situation), : len(_RANKS)] = by_situation
    return rows.reshape(-1)


def _rulings(rules: Pile) -> Array:
    """Return the rulings, those on ranks that some table card has among them."""
    rulings = rulings_of(tabulate(rules.referee))
    for last in _RANKS if rules.schedule.table_match == "any" else ():
        # What a rank does on several table cards depends on whether it is among theirs, and on the last of them.
        among = tabulate(rules.referee, (*_RANKS, last))[code_of(Claim.NONE, TABLE) :][:PACK:4]
        start = MATCHED + (last - 2 << 4)
        rulings[start : start + len(_RANKS)] = [coded(ruling) for ruling in among]
    return rulings


@lru_cache(maxsize=64)
def scores_of(rules: Pile, score: Callable[[Situation, Rank, Verdict], int]) -> Array:
    """Return what a player thinks of the ranks in all situations, in the places of the rulings on them."""

    def worth(situation: Situation, rank: Rank) -> int:
        return score(situation, rank, judge(rules.referee, situation, rank))

    rows = np.zeros((SITUATIONS, 16), np.int64)
    for row, situation in enumerate(situations()):
        rows[row, : len(_RANKS)] = [worth(situation, rank) for rank in _RANKS]
    if rules.schedule.table_match == "any":
        for last, rank in product(_RANKS, _RANKS):
            rows[(MATCHED >> 4) + last - 2, rank - 2] = worth(Situation(Claim.NONE, (rank, last)), rank)
    return rows.reshape(-1)


@lru_cache(maxsize=64)
def tables(rules: Pile, dealer: Seat) -> Book:
    """Return a game as tables."""
    schedule = rules.schedule
    lengths = range(schedule.periods + schedule.max_overtimes)
    plans = list(plans_of(schedule))
    sizes = [[each.counts[ply][each.movers[ply]] for ply in range(each.plays)] for each in plans]
    firsts = [schedule.after_dealer((dealer + period) % schedule.seats, period) for period in lengths]
    return Book(
        rulings=_rulings(rules),
        plies=_padded(map(_plies, plans), np.uint32),
        sizes=_padded((list(_sights(each)) for each in sizes), np.int64),
        picks=dice_of(map(pick_rows, sizes)),
        plays=np.array([each.plays for each in plans]),
        sudden=np.repeat([GOAL * _sheet(rules, period).sudden for period in _samples(schedule)], schedule.seats),
        shuffle=dice_of([shuffle_rows(PACK)]),
        opens=np.array([case_of(_sheet(rules, 0, rank).first_situation) << 4 for rank in _RANKS], np.uint16),
        openings=np.array([[_opens(rules, case, holder) for holder in range(schedule.seats)] for case in range(4)]),
        table=np.array([_table(schedule, each) for each in (plans[0], plans[-1])]),
        points=_points(schedule),
        more=np.array([_more(schedule, played) for played in range(len(lengths) + 1)]),
        firsts=np.array(firsts),
        directions=np.array([schedule.direction(period) for period in lengths]),
        seats=_small(schedule.seats),
        regular=schedule.periods,
        opener=-1 if schedule.opener is None else int(schedule.opener),
        holders=_holders(plans[0]),
    )


def _samples(schedule: Schedule) -> tuple[int, int]:
    """Return a period of the regular ones and one of the overtimes, if there are any."""
    return 0, schedule.periods if schedule.max_overtimes else 0


def plans_of(schedule: Schedule) -> Iterator[Plan]:
    """Lay out a period of each kind, as if the seat after the dealer were seat 0 and play went clockwise."""
    for period, opener in product(_samples(schedule), range(schedule.seats)):
        overtime = schedule.in_overtime(period)
        yield plan(schedule, overtime=overtime, direction=1, first=0, opener=opener)


def _plies(plan: Plan) -> list[int]:
    """Code for each play the mover's hand, and the card that takes the place of the one played."""
    plies: list[int] = []
    seats = len(plan.counts[0])
    hands: tuple[tuple[int, ...], ...] = ()
    for ply in range(plan.plays):
        hands = plan.deals.get(ply, hands)
        mover = plan.movers[ply]
        size, start = plan.counts[ply][mover], hands[mover][0]
        last = plan.draws.get(ply, start + seats * (size - 1))
        plies.append(size | start << 8 | last << 16)
    return plies


def _sights(sizes: list[int]) -> Iterator[int]:
    """Code for each play the sizes of the hands of this play and the next ones."""
    for ply in range(len(sizes)):
        ahead = sizes[ply : ply + SIZES]
        yield sum(size << SIZE_BITS * turn for turn, size in enumerate(ahead))


def _padded(rows: Iterable[list[int]], kind: type[np.generic]) -> Array:
    filled = [row + [0] * (PACK + 1 - len(row)) for row in rows]
    return np.array(filled, kind)


def _sheet(rules: Pile, period: int, last: Rank = Rank.TWO) -> Sheet:
    """Return the face of a period with table cards of which the last has a rank."""
    schedule = rules.schedule
    top = next(card for card in deck() if card.rank is last)
    table = (*(card for card in deck() if card is not top), top)[PACK - schedule.table_cards :]
    first = schedule.after_dealer(0, period)
    return Sheet(rules, period, 0, (), first, None, table)


def _opens(rules: Pile, case: int, holder: Seat) -> int:
    """Ask who opens a period, and whether with the opening card; seats count from the one after the dealer."""
    schedule = rules.schedule
    seats, opener = schedule.seats, schedule.opener
    past = ((), ((0, 1),), ((0, 0),), ((1, 0),))[case]
    first = schedule.after_dealer(seats - 1, len(past))
    direction = schedule.direction(len(past))
    pack = list(deck())
    if opener is not None:
        at = next(place for place in range(PACK) if place % seats == holder)
        pack[at], pack[opener] = pack[opener], pack[at]
    seat, lead = _opening(rules, len(past), seats - 1, past, tuple(pack))
    return direction * (seat - first) % seats | (lead is not None) << 8


def _table(schedule: Schedule, plan: Plan) -> list[int]:
    """Return where the table cards lie, and whether any may be matched; no table cards lie from place 1 to 1."""
    first = plan.table[0] if plan.table else 1
    return [first, first + len(plan.table), bool(plan.table) and schedule.table_match == "any"]


def _holders(plan: Plan) -> Array:
    """Return who is dealt each place of the first packet."""
    dealt = {place: seat for seat, places in enumerate(plan.deals[0]) for place in places}
    return np.array([dealt.get(place, 0) for place in range(PACK)])


def _small(number: int) -> Any:
    """Return a number in few bits: what the compiler knows to be small it need not check for being negative."""
    return np.uint8(number)


def _points(schedule: Schedule) -> Array:
    goals = range(_MOST_GOALS + 1)
    return np.array([[board(((own, other),), difference=schedule.difference) for other in goals] for own in goals])


def _more(schedule: Schedule, played: int) -> int:
    return schedule.another(played, level=False) | schedule.another(played, level=True) << 1
