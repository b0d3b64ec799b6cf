"""Tables of a pile game for the kernels, read off the referee, the schedule and the state without restating a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

import numpy as np

from hockey_cards.batch.compiled.arrays import Array, bit_set, dice_of
from hockey_cards.batch.pile.arrays import CALL_SHIFT, FORBIDDEN, GOAL, MATCHED, SITUATIONS, CounterTables, PileTables
from hockey_cards.batch.pile.input import SIZE_BITS, SIZES
from hockey_cards.batch.pile.observation import SCHEDULE, layout, schedule_row
from hockey_cards.batch.rng import pick_rows, shuffle_rows
from hockey_cards.cards import Rank, deck
from hockey_cards.pile import Call, Claim, Pile, Referee, Ruling, Schedule, Situation, judge, tabulate
from hockey_cards.pile.period import PeriodSetup, total_score
from hockey_cards.pile.referee import TABLE, case_of, code_of, situations
from hockey_cards.pile.schedule import PACK, Timetable, make_timetable
from hockey_cards.pile.state import _opening  # pyright: ignore[reportPrivateUsage]  # who opens is said there alone
from hockey_cards.rules import Seat
from hockey_cards.strategies.pile import Weights

_CALLS: Final = tuple(Call)
_RANKS: Final = tuple(Rank)
_WEIGHTS: Final = Weights()
_MOST_GOALS: Final = PACK // 2
"""The most goals of a side in a period: the sides take turns."""


@lru_cache(maxsize=64)
def schedule_columns(rules: Pile) -> Array:
    """Return by kind and play the columns of an observation that begin as the schedule says."""
    plans = list(plans_of(rules.schedule))
    seats = rules.schedule.seats
    made = np.zeros((len(plans), PACK + 1, layout(rules).width - SCHEDULE), np.int16)
    for kind, each in enumerate(plans):
        for ply in range(each.plays):
            mover, counts = each.movers[ply], each.counts[ply]
            made[kind, ply] = schedule_row(
                rules,
                overtime=kind >= seats,
                left=each.plays - ply,
                stock=each.stock[ply],
                dealer=(seats - 1 - mover) % seats,
                sizes=[counts[(mover + turn) % seats] for turn in range(seats)],
            )
    return made


def coded(ruling: Ruling) -> int:
    """Return a ruling as a number."""
    flags = GOAL * ruling.goal | FORBIDDEN * ruling.forbidden
    return case_of(ruling.next) << 4 | _CALLS.index(ruling.call) << CALL_SHIFT | flags


def rulings_of(table: Sequence[Ruling]) -> Array:
    """Return the referee's table as an array, without the rows for table cards."""
    rows = np.zeros((SITUATIONS, 16), np.uint16)
    by_situation = np.array([coded(ruling) for ruling in table[::4]]).reshape(-1, len(_RANKS))
    rows[: len(by_situation), : len(_RANKS)] = by_situation
    return rows.reshape(-1)


def _rulings(rules: Pile) -> Array:
    """Return the rulings, including those on ranks that a table card has."""
    rulings = rulings_of(tabulate(rules.referee))
    for last in _RANKS if rules.schedule.table_match == "any" else ():
        # The ruling on a rank depends on whether a table card has the rank, and on the last table card.
        among = tabulate(rules.referee, (*_RANKS, last))[code_of(Claim.NONE, TABLE) :][:PACK:4]
        start = MATCHED + (last - 2 << 4)
        rulings[start : start + len(_RANKS)] = [coded(ruling) for ruling in among]
    return rulings


@lru_cache(maxsize=64)
def scores_of(rules: Pile, score: Callable[[Situation, Rank, Ruling], int]) -> Array:
    """Return the values of a scoring for all ranks in all situations, in the places of the rulings on them."""

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
def tables(rules: Pile, dealer: Seat) -> PileTables:
    """Return the tables of a game."""
    schedule = rules.schedule
    lengths = range(schedule.periods + schedule.max_overtimes)
    plans = list(plans_of(schedule))
    sizes = [[each.counts[ply][each.movers[ply]] for ply in range(each.plays)] for each in plans]
    firsts = [schedule.after_dealer((dealer + period) % schedule.seats, period) for period in lengths]
    return PileTables(
        rulings=_rulings(rules),
        plies=_padded(map(_plies, plans), np.uint32),
        sizes=_padded((list(_next_sizes(each)) for each in sizes), np.int64),
        picks=dice_of(map(pick_rows, sizes)),
        plays=np.array([each.plays for each in plans]),
        sudden=np.repeat([GOAL * _sheet(rules, period).sudden for period in _samples(schedule)], schedule.seats),
        shuffle=dice_of([shuffle_rows(len(rules.deck))]),
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
        cards=np.array(rules.deck, np.uint8),
        numbers=_numbers(rules),
        missing=bit_set(set(deck()) - set(rules.deck)),
        counter=_counter(rules),
        holders=_holders(plans[0]),
    )


def _samples(schedule: Schedule) -> tuple[int, int]:
    """Return a regular period and an overtime; where there are no overtimes, the regular period again."""
    return 0, schedule.periods if schedule.max_overtimes else 0


def plans_of(schedule: Schedule) -> Iterator[Timetable]:
    """Yield the timetable of a period of each kind, with the seat after the dealer as seat 0 and clockwise play."""
    for period, opener in product(_samples(schedule), range(schedule.seats)):
        overtime = schedule.in_overtime(period)
        yield make_timetable(schedule, overtime=overtime, direction=1, first=0, opener=opener)


def _plies(timetable: Timetable) -> list[int]:
    """Return for each play the code of the mover's hand and of the card that replaces the one played."""
    plies: list[int] = []
    seats = len(timetable.counts[0])
    hands: tuple[tuple[int, ...], ...] = ()
    for ply in range(timetable.plays):
        hands = timetable.deals.get(ply, hands)
        mover = timetable.movers[ply]
        size, start = timetable.counts[ply][mover], hands[mover][0]
        last = timetable.draws.get(ply, start + seats * (size - 1))
        plies.append(size | start << 8 | last << 16)
    return plies


def _next_sizes(sizes: list[int]) -> Iterator[int]:
    """Yield for each play the code of the sizes of the hands of this play and the next ones."""
    for ply in range(len(sizes)):
        ahead = sizes[ply : ply + SIZES]
        yield sum(size << SIZE_BITS * turn for turn, size in enumerate(ahead))


def _padded(rows: Iterable[list[int]], kind: type[np.generic]) -> Array:
    filled = [row + [0] * (PACK + 1 - len(row)) for row in rows]
    return np.array(filled, kind)


def _sheet(rules: Pile, period: int, last: Rank = Rank.TWO) -> PeriodSetup:
    """Return the open information of a period whose last table card has a given rank."""
    schedule = rules.schedule
    top = next(card for card in deck() if card.rank is last)
    table = (*(card for card in deck() if card is not top), top)[PACK - schedule.table_cards :]
    first = schedule.after_dealer(0, period)
    return PeriodSetup(rules, period, 0, (), first, None, table)


def _opens(rules: Pile, case: int, holder: Seat) -> int:
    """Return who opens a period, counted from the seat after the dealer, and 256 more if with the opening card."""
    schedule = rules.schedule
    seats, opener = schedule.seats, schedule.opener
    past = ((), ((0, 1),), ((0, 0),), ((1, 0),))[case]
    first = schedule.after_dealer(seats - 1, len(past))
    direction = schedule.direction(len(past))
    pack = list(rules.deck)
    if opener is not None:
        at, now = next(place for place in range(len(pack)) if place % seats == holder), pack.index(opener)
        pack[at], pack[now] = pack[now], pack[at]
    seat, lead = _opening(rules, len(past), seats - 1, past, tuple(pack))
    return direction * (seat - first) % seats | (lead is not None) << 8


def _table(schedule: Schedule, timetable: Timetable) -> list[int]:
    """Return the places of the table cards, from 1 to 1 if there are none, and whether any may be matched."""
    first = timetable.table[0] if timetable.table else 1
    return [first, first + len(timetable.table), bool(timetable.table) and schedule.table_match == "any"]


def _holders(timetable: Timetable) -> Array:
    """Return the seat that is dealt each place of the first packet."""
    dealt = {place: seat for seat, places in enumerate(timetable.deals[0]) for place in places}
    return np.array([dealt.get(place, 0) for place in range(PACK)])


def _numbers(rules: Pile) -> Array:
    """Return the number of each card of the deck."""
    found = np.zeros(PACK, np.uint8)
    found[list(rules.deck)] = range(len(rules.deck))
    return found


def _small(number: int) -> Any:
    """Return a number in 8 unsigned bits, so that the compiled code has no branch for negative numbers."""
    return np.uint8(number)


def _points(schedule: Schedule) -> Array:
    goals = range(_MOST_GOALS + 1)
    return np.array(
        [[total_score(((own, other),), difference=schedule.difference) for other in goals] for own in goals]
    )


def _more(schedule: Schedule, played: int) -> int:
    return schedule.another(played, level=False) | schedule.another(played, level=True) << 1


def _counter(rules: Pile) -> CounterTables:
    """Return what the compiled ``counter`` reads."""
    referee = rules.referee
    return CounterTables(
        seats=rules.seats,
        answers=_answers(referee),
        worths=np.array([1.0, _WEIGHTS.claim, _WEIGHTS.claim - _WEIGHTS.keep_pass, 1.0 - _WEIGHTS.keep_goal]),
        keeps=np.array([_keep(referee, rank) for rank in Rank]),
        ordinary=_cards_of(rank for rank in Rank if rank not in (*referee.pass_ranks, *referee.stop_ranks)),
        missed=_missed(),
    )


def _cards_of(ranks: Iterable[Rank]) -> int:
    return bit_set(card for rank in ranks for card in range(4 * (rank - 2), 4 * (rank - 1)))


def _keep(referee: Referee, rank: Rank) -> float:
    """Return what ``counter`` loses with a card of a rank."""
    kept = (
        (referee.pass_ranks, _WEIGHTS.keep_pass),
        (referee.stop_ranks, _WEIGHTS.keep_stop),
        (referee.goal_ranks, _WEIGHTS.keep_goal),
    )
    return sum((worth for ranks, worth in kept if rank in ranks), 0.0)


def _answers(referee: Referee) -> Array:
    """Return by situation the cards that are worth something as an answer, in four kinds."""
    found = np.zeros((SITUATIONS, 4), np.int64)
    for place, ruling in enumerate(tabulate(referee)):
        situation, card = divmod(place, PACK)
        if ruling.forbidden:
            continue
        rank = card // 4 + 2
        if ruling.goal:
            found[situation, 3 if rank in referee.goal_ranks else 0] |= 1 << card
        elif ruling.call in (Call.PASS, Call.INTERCEPTION):
            found[situation, 2 if rank in referee.pass_ranks else 1] |= 1 << card
    return found


@lru_cache(maxsize=1)
def _missed() -> Any:
    """Return the chances that hands hold none of the wanted cards, multiplied in the order of the compiled counter."""
    total, wanted = np.arange(PACK + 1.0)[:, None], np.arange(PACK + 1.0)
    found = np.ones((PACK + 1, PACK + 1, PACK + 1))
    for drawn in range(PACK):
        found[drawn + 1] = found[drawn] * ((total - wanted - drawn) / np.maximum(total - drawn, 1))
    return found
