"""Observations of the pile family: their layout, and the numbers that a view gives."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from hockey_cards.batch.compiled.arrays import MAX_OBSERVED
from hockey_cards.batch.layout import Layout, Templates, blank
from hockey_cards.events import side_of
from hockey_cards.pile import Pile, PileView
from hockey_cards.pile.period import ENDED, PeriodSetup
from hockey_cards.pile.referee import case_of
from hockey_cards.pile.schedule import PACK

VERSION: Final = 1
RANKS: Final = 13
_TOPS: Final = 16
_CLAIMS: Final = 3

_POSITION: Final = (
    ("hand", PACK, 1, "for each of 52 cards: 1 if the viewer holds it"),
    ("table", PACK, 1, "for each card: 1 if it was laid as the first pile of the period"),
    ("played", PACK, PACK, "for each card: 52 if it was the last play, 51 the play before, ..; 0 if not this period"),
    ("seen", PACK, 1, "for each card: 1 if it was laid or played this period"),
    ("top", _TOPS, 1, "one of: no pile, none before the first card, 2 to A on top, several cards to match"),
    ("claim", _CLAIMS, 1, "one of: nobody holds the claim, the own side, the other side"),
    ("score", 2, MAX_OBSERVED, "the score: of the own side, of the other"),
    ("goals", 2, PACK // 2, "the goals of the period: of the own side, of the other"),
    ("period", 1, MAX_OBSERVED, "the period, from 0, overtimes included"),
    ("opening", 1, 1, "1 if the opening card must be led now"),
)
"""The blocks that depend on the position: name, size, maximum, description."""

HAND, TABLE, PLAYED, SEEN, TOP, CLAIM, SCORE, GOALS, PERIOD, OPENING = (
    block.start for block in Layout.of(_POSITION).blocks
)
"""The first column of each of these blocks."""
SCHEDULE: Final = Layout.of(_POSITION).width
"""The first column of the blocks that depend on the schedule alone."""
UNSEEN: Final = SCHEDULE
"""The first column of the counts by rank, which begin with those of the deck."""
_OVERTIME: Final = UNSEEN + RANKS
_LEFT: Final = _OVERTIME + 1
_STOCK: Final = _LEFT + 1
_DEALER: Final = _STOCK + 1
_SIZES: Final = _DEALER + 1


@lru_cache(maxsize=64)
def layout(rules: Pile) -> Layout:
    """Return the layout of the observations of a game."""
    periods = rules.schedule.periods + rules.schedule.max_overtimes
    maxima = {"score": min(PACK // 2 * periods, MAX_OBSERVED), "period": min(periods - 1, MAX_OBSERVED)}
    position = ((name, size, maxima.get(name, usual), text) for name, size, usual, text in _POSITION)
    return Layout.of([*position, *_schedule(rules.seats)], version=VERSION)


def _schedule(seats: int) -> tuple[tuple[str, int, int, str], ...]:
    """Return the blocks that begin as the kind of period and the number of the play say."""
    return (
        ("unseen", RANKS, 4, "for each rank: how many of its cards the viewer has not seen this period"),
        ("overtime", 1, 1, "1 in overtime"),
        ("left", 1, PACK, "the number of plays left in the period, this one included, if no goal ends it"),
        ("stock", 1, PACK, "the number of cards that have not been dealt"),
        ("dealer", 1, seats - 1, "how many turns after the viewer's the dealer's is"),
        ("sizes", seats, PACK, "the sizes of the hands, the viewer's first, then in the order of turns"),
        ("mover", seats, 1, "one of: the viewer is to move, the next seat, ..; none after the end"),
    )


def schedule_row(rules: Pile, *, overtime: bool, left: int, stock: int, dealer: int, sizes: Iterable[int]) -> list[int]:
    """Return the columns from ``SCHEDULE`` on for the seat that is to move, before any card was seen."""
    mover = [1] + [0] * (rules.seats - 1)
    return [*_ranks(rules), overtime, left, stock, dealer, *sizes, *mover]


def _ranks(rules: Pile) -> list[int]:
    counts = [0] * RANKS
    for card in rules.deck:
        counts[card // 4] += 1
    return counts


def _template(setup: PeriodSetup, seat: int) -> array[int]:
    """Return what an observation of a seat shows in the whole period."""
    rules = setup.rules
    row = blank(layout(rules).width)
    row[UNSEEN : UNSEEN + RANKS] = array("h", _ranks(rules))
    for card in setup.table_cards:
        row[TABLE + card] = row[SEEN + card] = 1
        row[UNSEEN + card // 4] -= 1
    row[PERIOD] = min(setup.period, MAX_OBSERVED)
    row[_OVERTIME] = rules.schedule.in_overtime(setup.period)
    row[_DEALER] = _turns(setup, seat, setup.dealer)
    return row


def _turns(setup: PeriodSetup, seat: int, other: int) -> int:
    """Return how many turns after a seat's another's is."""
    schedule = setup.rules.schedule
    return (other - seat) * schedule.direction(setup.period) % schedule.seats


_TEMPLATES: Final = Templates(_template)


def numbers(view: PileView) -> array[int]:
    """Return the numbers of an observation; a spectator's are counted from seat 0's side."""
    setup, ply, situation, seat = view.setup, view.ply, view.situation, view.seat or 0
    side = side_of(seat)
    row = _TEMPLATES.copy(setup, seat)
    for card in view.hand:
        row[card] = 1  # the block of the hand begins with column 0
        row[UNSEEN + card // 4] -= 1
    chain, age = view.chain, PACK
    while chain is not None:
        chain, place = chain
        column = place % PACK
        row[PLAYED + column] = age
        row[SEEN + column] = 1
        row[UNSEEN + column // 4] -= 1
        age -= 1
    score, goals = setup.score(view.goals), view.goals
    row[SCORE], row[SCORE + 1] = min(score[side], MAX_OBSERVED), min(score[1 - side], MAX_OBSERVED)
    row[GOALS], row[GOALS + 1] = goals[side], goals[1 - side]
    row[_STOCK] = setup.stock(ply, situation)
    sizes, count = setup.counts(ply, situation), len(setup.timetable.counts[0])
    turn = setup.rules.schedule.direction(setup.period)
    for each in range(count):
        row[_SIZES + each] = sizes[(seat + turn * each) % count]
    if situation == ENDED:
        row[CLAIM] = 1
        return row
    claim = setup.claim(ply, situation)
    row[CLAIM if claim is None else CLAIM + 1 if claim == side else CLAIM + 2] = 1
    row[TOP + case_of(situation) % _TOPS] = 1
    row[_LEFT] = setup.timetable.plays - ply
    if view.ending is None:
        row[OPENING] = not ply and setup.lead is not None
        row[_SIZES + count + (setup.movers[ply] - seat) * turn % count] = 1
    return row
