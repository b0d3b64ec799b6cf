"""The kernel of the pile: it moves cards as the tables of a book say, and knows no rule of play.

What makes it fast:

- One look-up a play. A ruling holds the situation that follows it in the very bits that the next look-up needs.
- Hands lie where the shuffle left them in the pack, every so many places; where the card lies that is to take the
  place of the one played, the last of the hand or one of the stock, is known beforehand. Nothing is dealt.
- Several picks come from one word. A first pick is made among all cards held, and stands unless its ruling says that
  it may not be played; only then is there a second one, among the good cards, and each is as likely as the others.
- An argument that is None takes with it all that only it needs, for numba compiles a kernel for each kind of arguments:
  where all play at random there is no cast, and a tape only where a game is to be taken out.
- Everything is compiled into one function, which owns no memory and counts no references.
"""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.arrays import (
    CALL_SHIFT,
    FORBIDDEN,
    GOAL,
    MATCHED,
    NEXT,
    TABLE,
    Array,
    Book,
    Cast,
    Desk,
    Out,
    Tape,
    Word,
)
from hockey_cards.batch.dealing import ONE, PERIOD, USE, Numbers, dice, picked, shuffle, stack, words_of
from hockey_cards.batch.jit import call, compiled, part, signed, times, unsigned
from hockey_cards.batch.sight import PileSight

_RANK: Any = np.uint8(2)
_BYTE: Any = np.uint32(255)
_START: Any = np.uint32(8)
_LAST: Any = np.uint32(16)
_NEXT: Any = np.uint16(NEXT)
_GOAL: Any = np.uint16(GOAL)


@compiled
def play_pile(key: Numbers, book: Book, cast: Cast | None, tape: Tape | None, desk: Desk, first: int, out: Out) -> None:
    """Play as many games of the pile as there is room for in ``out``, from a number on."""
    for index in range(len(out.plays)):
        _play_game(words_of(key, first + index), book, cast, tape, desk, out, index)


@part
def _play_game(game: Numbers, book: Book, cast: Any, tape: Any, desk: Desk, out: Out, index: int) -> None:
    board = (0, 0)
    plays, period, more = 0, 0, 1
    while more:
        kind, side, lead = dealt(game, book, cast, tape, desk, period, board)
        now = (kind, period, side, lead, board, plays)
        mine, theirs, played = _play_period(game, unsigned(period) * PERIOD, book, cast, tape, desk, now)
        goals = (theirs, mine) if (side + played) & 1 else (mine, theirs)
        board = board_of(book, board, goals)
        column = min(period, book.regular)
        out.goals[index, column, 0] += goals[0]
        out.goals[index, column, 1] += goals[1]
        plays += played
        period += 1
        more = another(book, period, board)
    out.score[index, 0] = board[0]
    out.score[index, 1] = board[1]
    out.plays[index] = plays
    out.periods[index] = period


@part
def dealt(
    game: Numbers, book: Book, cast: Any, tape: Any, desk: Desk, period: int, board: tuple[int, int]
) -> tuple[int, int, int]:
    """Deal a period; return its kind, the side that opens it, and whether it must be with the opening card."""
    shuffle(desk.pack, book.shuffle, game, unsigned(period) * PERIOD, 52, 0)
    if tape is not None:
        stack(tape, desk.pack, period, 52)
    opening = _open(book, cast, desk, period, board)
    kind = (period >= book.regular) * book.seats + (opening & 255)
    return kind, (book.firsts[period] + opening) & 1, opening >> 8


@part
def situation_at_start(book: Book, desk: Desk, kind: int) -> int:
    """Return the situation before the first play of a period."""
    table = book.table[signed(kind >= book.seats)]
    return signed(book.opens[desk.pack[table[1] - 1] >> 2])


@part
def another(book: Book, played: int, board: tuple[int, int]) -> int:
    """Say whether a period follows after so many have been played."""
    return signed(book.more[played] >> (board[0] == board[1]) & 1)


@part
def seat_of(book: Book, kind: int, period: int, ply: int) -> int:
    """Return whose turn it is."""
    return signed((book.firsts[period] + book.directions[period] * (kind + ply)) % book.seats)


@part
def moved(desk: Desk, situation: int, place: int, last: int) -> tuple[int, int]:
    """Play the card at a place, and let the one at the last place take its place; return it and its ruling."""
    card = signed(desk.pack[place])
    ruling = signed(desk.rulings[situation | card >> 2])
    desk.pack[place] = desk.pack[last]
    return card, ruling


@part
def board_of(book: Book, before: tuple[int, int], goals: tuple[int, int]) -> tuple[int, int]:
    """Return the board with the goals of a period."""
    points = book.points[goals[0], goals[1]]
    return before[0] + points[0], before[1] + points[1]


@part
def _open(book: Book, cast: Any, desk: Desk, period: int, board: tuple[int, int]) -> int:
    """Turn up the table cards; return who opens, with 256 more if it must be with the opening card."""
    table = book.table[signed(period >= book.regular)]
    if table[2]:
        _lay(book.rulings, desk.rulings, table, desk.pack)
        if cast is not None:
            for player in range(len(cast.scores)):
                _lay(cast.scores[player], desk.scores[player], table, desk.pack)
    holder = 0
    if book.opener >= 0:
        place = 0
        while desk.pack[place] != book.opener:
            place += 1
        holder = book.holders[place]
    ahead = board[1] - board[0] if book.firsts[period] & 1 else board[0] - board[1]
    return signed(book.openings[(2 + (ahead > 0) - (ahead < 0)) if period else 0, holder])


@part
def _lay(known: Array, laid: Array, table: Array, pack: Array) -> None:
    """Fill in what the cards of a rank do on several table cards, by whether one of these has that rank."""
    ranks = 0
    for place in range(table[0], table[1]):
        ranks |= 1 << (pack[place] >> 2)
    top = pack[table[1] - 1] >> 2
    for rank in range(13):
        laid[TABLE | rank] = known[(MATCHED if ranks >> rank & 1 else 2 << 4) + (top << 4) + rank]


@part
def _play_period(
    game: Numbers, number: Word, book: Book, cast: Any, tape: Any, desk: Desk, now: Any
) -> tuple[int, int, int]:
    """Play a period; return the goals of the side to move next, those of the other, and the number of plays."""
    kind, _, _, lead, _, _ = now
    words, seconds = number + USE, number + USE + USE
    stop = signed(book.sudden[kind]) | FORBIDDEN
    table = book.table[signed(kind >= book.seats)]
    situation, mine, theirs = situation_at_start(book, desk, kind), 0, 0
    seen = 0 if cast is None else _cards(desk.pack, table[0], table[1] - table[0], 1)
    ply = 0
    for row in range(book.picks.counts[kind]):
        word, words = dice(game, words, book.picks.products[kind, row], book.picks.limits[kind, row])
        end = signed(book.picks.starts[kind, row + 1])
        while ply < end:
            if cast is None and not lead:
                ply, word, situation, mine, theirs = _run(
                    book, desk, kind, stop, ply, end, word, situation, mine, theirs
                )
                if ply == end:
                    break
            size, hand, last = play_at(book, kind, ply)
            pick, word = times(word, size)
            good = legal_of(book, desk, situation, hand, size, lead)
            if cast is not None:
                good = _best(book, cast, desk, now, good, (ply, mine, theirs, situation, hand, size, seen))
            if tape is not None:
                good = _asked(book, desk, tape, now, ply, hand, size, good)
            pick = picked(game, seconds + unsigned(ply), good, pick)
            card, ruling = moved(desk, situation, hand + pick * book.seats, last)
            if tape is not None:
                _write(book, tape, now, ply, card, ruling, mine, theirs)
            situation, seen = ruling & NEXT, seen | 1 << card
            mine, theirs = theirs, mine + (ruling & GOAL)
            lead = 0
            ply += 1
            if ruling & book.sudden[kind]:
                return mine, theirs, ply
    return mine, theirs, ply


@part
def _run(
    book: Book, desk: Desk, kind: int, stop: int, ply: int, end: int, word: Word, situation: int, mine: int, theirs: int
) -> tuple[int, Word, int, int, int]:
    """Play on at random as long as nothing is in the way; this is the loop that takes the time."""
    pack, rulings, plies, stride = desk.pack, desk.rulings, book.plies[kind], unsigned(book.seats)
    code, halt, at, till = unsigned(situation), np.uint16(stop), unsigned(ply), unsigned(end)
    while at < till:
        size, hand, last = _play(plies[at])
        pick, left = times(word, signed(size))
        place = hand + unsigned(pick) * stride
        ruling = rulings[code + (pack[place] >> _RANK)]
        if ruling & halt:
            break
        pack[place] = pack[last]
        code = unsigned(ruling & _NEXT)
        mine, theirs = theirs, mine + signed(ruling & _GOAL)
        word = left
        at += ONE
    return signed(at), word, signed(code), mine, theirs


@part
def _play(play: Any) -> tuple[Word, Word, Word]:
    """Read the size of the hand, its first place, and the place of the card that takes that of the one played."""
    return unsigned(play & _BYTE), unsigned(play >> _START & _BYTE), unsigned(play >> _LAST)


@part
def play_at(book: Book, kind: int, ply: int) -> tuple[int, int, int]:
    """Return the size of the mover's hand, its first place, and the place of the card that follows the one played."""
    size, start, last = _play(book.plies[kind, ply])
    return signed(size), signed(start), signed(last)


@part
def _cards(pack: Array, first: int, count: int, stride: int) -> int:
    """Return the set of the cards at some places."""
    found = 0
    for each in range(count):
        found |= 1 << signed(pack[first + each * stride])
    return found


@part
def legal_of(book: Book, desk: Desk, situation: int, hand: int, size: int, lead: int) -> int:
    """Return which cards of a hand may be played, by their places in it."""
    found = 0
    for each in range(size):
        card = signed(desk.pack[hand + each * book.seats])
        good = card == book.opener if lead else desk.rulings[situation | card >> 2] & FORBIDDEN == 0
        found |= signed(good) << each
    return found or (1 << size) - 1


@part
def _best(book: Book, cast: Cast, desk: Desk, now: Any, good: int, turn: Any) -> int:
    """Return which of the good cards of a hand the mover's player thinks most of."""
    kind, period, side, _, board, _ = now
    ply, mine, theirs, situation, hand, size, seen = turn
    player = cast.seats[seat_of(book, kind, period, ply)]
    function = signed(cast.functions[player])
    sight = PileSight(0, 0, 0, 0, 0, 0, 0, 0, 0)
    if function:
        cards = _cards(desk.pack, hand, size, book.seats)
        own, other = _ahead(book, board, (side + ply) & 1, mine, theirs)
        left = book.plays[kind] - ply
        sizes = signed(book.sizes[kind, ply])
        sight = PileSight(signed(situation), cards, seen | cards, sizes, signed(book.seats), own, other, period, left)
    most, found = signed(0), 0
    for each in range(size):
        if good >> each & 1:
            card = signed(desk.pack[hand + each * book.seats])
            if function:
                value = call(function, (desk.rulings, card, sight))
            else:
                value = signed(desk.scores[player, situation | card >> 2])
            if not found or value > most:
                most, found = value, 0
            found |= signed(value == most) << each
    return found


@part
def _asked(book: Book, desk: Desk, tape: Tape, now: Any, ply: int, hand: int, size: int, good: int) -> int:
    """Return the card of a hand that is given as the next move, if it is one of the good ones."""
    found = 0
    if tape.given:
        for each in range(size):
            asked = desk.pack[hand + each * book.seats] == tape.moves[now[5] + ply]
            found |= signed(asked) << each
    return good & found or good


@part
def _ahead(book: Book, board: tuple[int, int], side: int, mine: int, theirs: int) -> tuple[int, int]:
    """Return the board as a side sees it."""
    if side:
        now = board_of(book, board, (theirs, mine))
        return now[1], now[0]
    return board_of(book, board, (mine, theirs))


@part
def _write(book: Book, tape: Tape, now: Any, ply: int, card: int, ruling: int, mine: int, theirs: int) -> None:
    """Write a play down."""
    _, _, side, _, board, plays = now
    side = (side + ply) & 1
    own, other = _ahead(book, board, side, mine + (ruling & GOAL), theirs)
    tape.moves[plays + ply] = card
    tape.calls[plays + ply] = ruling >> CALL_SHIFT
    tape.boards[plays + ply, side] = own
    tape.boards[plays + ply, 1 - side] = other
