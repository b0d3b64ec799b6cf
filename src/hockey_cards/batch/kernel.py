"""The compiled kernel: it moves cards as the tables of a book say, and knows no rule of play."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from hockey_cards.batch import stream
from hockey_cards.batch.compiler import compiled, part, fold, times

Array = npt.NDArray[Any]
Word = Any
"""An unsigned number of 64 bits."""

GOAL: Final = 1
FORBIDDEN: Final = 2
NEXT: Final = 0x3F0
CALL_SHIFT: Final = 10
TABLE: Final = 15 << 4
MATCHED: Final = 48 << 4
LEAD: Final = 62 << 4

_ONE: Word = np.uint64(1)
_GAME_STEP: Word = np.uint64(stream.GAME_STEP)
_WORD_STEP: Word = np.uint64(stream.WORD_STEP)
_PERIOD: Word = np.uint64(1 << stream.PERIOD_BITS)
_USE: Word = np.uint64(1 << stream.USE_BITS)
_ATTEMPT: Word = np.uint64(1 << stream.ATTEMPT_BITS)
(_SHIFT_1, _FACTOR_1), (_SHIFT_2, _FACTOR_2) = ((np.uint64(shift), np.uint64(factor)) for shift, factor in stream.MIX)
_SHIFT_3: Word = np.uint64(stream.MIX_LAST)


class Rows(NamedTuple):
    starts: Array
    products: Array
    limits: Array
    counts: Array


class Book(NamedTuple):
    rulings: Array
    plies: Array
    pack: Rows
    picks: Rows
    opens: Array
    opening: Array
    holders: Array
    opener: int
    table: Array
    points: Array
    goes_on: Array
    sudden: Array
    directions: Array
    seats: int
    regular: int
    dealer: int

class Cast(NamedTuple):
    tables: Array
    seats: Array

class Tape(NamedTuple):
    packs: Array
    moves: Array
    calls: Array
    scores: Array

class Out(NamedTuple):
    score: Array
    goals: Array
    plays: Array
    periods: Array


@part
def _mix(number: Word) -> Word:
    number = (number ^ (number >> _SHIFT_1)) * _FACTOR_1
    number = (number ^ (number >> _SHIFT_2)) * _FACTOR_2
    return number ^ (number >> _SHIFT_3)


@part
def _word(game: tuple[Word, Word], number: Word) -> Word:
    place = game[0] + number * _WORD_STEP
    return fold(place, place ^ game[1])


@part
def _dice(game: tuple[Word, Word], number: Word, product: Word, limit: Word) -> tuple[Word, Word]:
    """Return a word that dice may be read off, and the number of the next."""
    word = _word(game, number)
    while word * product < limit:
        number += _ONE
        word = _word(game, number)
    return word, number + _ONE


@part
def _shuffle(pack: Array, products, limits, game: tuple[Word, Word], number: Word, cards) -> None:
    pack[0] = 0
    full = (cards - 1) // 6
    for row in range(full):
        word, number = _dice(game, number, products[row], limits[row])
        for place in range(6 * row + 1, 6 * row + 7):
            die, word = times(word, place + 1)
            pack[place] = pack[die]
            pack[die] = place
    word, number = _dice(game, number, products[full], limits[full])
    for place in range(6 * full + 1, cards):
        die, word = times(word, place + 1)
        pack[place] = pack[die]
        pack[die] = place

@part
def _legal(book: Book, rulings: Array, situation: Any, pack: Array, hand: int, size: int) -> int:
    found = 0
    for held in range(size):
        card = pack[hand + held * book.seats]
        if situation == LEAD:
            found |= np.int64(card == book.opener) << held
        else:
            found |= np.int64(rulings[situation | card >> 2] & FORBIDDEN == 0) << held
    return found if found else (1 << size) - 1


@part
def _again(game: tuple[Word, Word], number: Word, good: int) -> int:
    """Pick one of the good places"""
    count = 0
    for held in range(32):
        count += good >> held & 1
    limit = -np.uint64(count) % np.uint64(count)
    word = _word(game, number)
    while word * np.uint64(count) < limit:
        number += _ATTEMPT
        word = _word(game, number)
    left, _ = times(word, count)
    held = 0
    while left or not good >> held & 1:
        left -= good >> held & 1
        held += 1
    return held


@part
def _period(picks, plies_, rulings, pack, seats, sudden, book, game, number, kind, situation, lead):
    """Play a period"""
    first = number + _USE
    start = situation
    if lead:
        situation = np.uint16(LEAD)
    mine = 0
    theirs = 0
    plies = plies_[kind]
    starts = picks.starts[kind]
    for row in range(picks.counts[kind]):
        word, first = _dice(game, first, picks.products[kind, row], picks.limits[kind, row])
        for ply in range(starts[row], starts[row + 1]):
            play = plies[ply]
            size = np.int64(play & np.uint32(255))
            hand = np.int64(play >> np.uint32(8) & np.uint32(255))
            pick, word = times(word, size)
            place = hand + pick * seats
            ruling = rulings[situation | np.uint16(pack[place] >> np.uint8(2))]
            if ruling & np.uint16(FORBIDDEN):
                good = _legal(book, rulings, situation, pack, hand, size)
                if not good >> pick & 1:
                    pick = _again(game, number + _USE + _USE + np.uint64(ply), good)
                    place = hand + pick * seats
                if lead and ply == 0:
                    situation = start
                ruling = rulings[situation | np.uint16(pack[place] >> np.uint8(2))]
            pack[place] = pack[np.int64(play >> np.uint32(16))]
            situation = ruling & np.uint16(NEXT)
            mine, theirs = theirs, mine + np.int64(ruling & np.uint16(GOAL))
            if ruling & sudden:
                return mine, theirs, np.int64(ply) + 1
    return mine, theirs, np.int64(starts[picks.counts[kind]])

@part
def _game(book, cast, tape, rulings, pack, game, out, index):
    score0 = 0
    score1 = 0
    period = 0
    plays = 0
    while True:
        number = np.uint64(period) * _PERIOD
        _shuffle(pack, book.pack.products[0], book.pack.limits[0], game, number, 52)
        after = (book.dealer + period + 1) & 1
        ahead = (score0 - score1) if after == 0 else (score1 - score0)
        case = 0 if period == 0 else 2 + (ahead > 0) - (ahead < 0)
        holder = 0
        if book.opener >= 0:
            where = 0
            while pack[where] != book.opener:
                where += 1
            holder = book.holders[where]
        relative = book.opening[case, holder, 0]
        late = period >= book.regular
        kind = late * book.seats + relative
        situation = book.opens[pack[book.table[1] - 1] >> 2]
        if book.table[2]:
            ranks = 0
            for place in range(book.table[0], book.table[1]):
                ranks |= 1 << (pack[place] >> 2)
            top = pack[book.table[1] - 1] >> 2
            for rank in range(13):
                row = (MATCHED + (top << 4)) if ranks >> rank & 1 else (top + 2) << 4
                rulings[TABLE + rank] = book.rulings[row + rank]
        mine, theirs, played = _period(book.picks, book.plies, rulings, pack, np.int64(book.seats), book.sudden[kind], book, game, number, kind, situation, book.opening[case, holder, 1])
        if (played + after + relative) & 1:
            mine, theirs = theirs, mine
        plays += played
        score0 += book.points[mine, theirs, 0]
        score1 += book.points[mine, theirs, 1]
        column = min(period, book.regular)
        out.goals[index, column, 0] += mine
        out.goals[index, column, 1] += theirs
        period += 1
        if not book.goes_on[period] >> (score0 == score1) & 1:
            break
    out.score[index, 0] = score0
    out.score[index, 1] = score1
    out.plays[index] = plays
    out.periods[index] = period


@compiled
def play_games(key: tuple[Word, Word], book: Book, cast, tape, first: int, out: Out, pack, rulings) -> None:
    for index in range(len(out.plays)):
        base = _mix(key[0] + np.uint64(first + index) * _GAME_STEP)
        _game(book, cast, tape, rulings, pack, (base, _mix(key[1] + base)), out, index)
