"""The kernel of the pile family: it moves cards as its tables say, and contains no rule of play.

What makes it fast:

- One look-up per play. A ruling holds the next situation in exactly the bits that the next look-up needs.
- Nothing is dealt. A hand lies where the shuffle left it in the pack, one card every few places, and the tables say
  which card of the pack replaces the one played: the last of the hand, or one of the stock.
- Several picks come from one word. A first pick is made among all cards held, and stands unless its ruling forbids it;
  only then is there a second pick, among the good cards. Each good card is equally likely.
- An argument that is None removes everything that only it needs, because numba compiles a kernel for each combination
  of argument types: there is no lineup where all players play at random, and a recording only where a game is replayed.
- Everything is compiled into one function, which allocates nothing and counts no references.
"""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.compiled.arrays import Array, Lineup, Recording, ResultArrays, Word
from hockey_cards.batch.compiled.dealing import (
    ONE,
    PERIOD,
    USE,
    Numbers,
    dice,
    numbers_of,
    pick_good,
    record_pack,
    shuffle,
)
from hockey_cards.batch.compiled.jit import call, compiled, count_ones, inlined, signed, times, unsigned
from hockey_cards.batch.pile.arrays import (
    ALL_CARDS,
    CALL_SHIFT,
    COUNTING,
    FORBIDDEN,
    GOAL,
    MATCHED,
    NEXT_SITUATION,
    TABLE,
    PileTables,
    PileWorkspace,
)
from hockey_cards.batch.pile.counting import counter_value
from hockey_cards.batch.pile.input import PileInput

_RANK: Any = np.uint8(2)
_BYTE: Any = np.uint32(255)
_START: Any = np.uint32(8)
_LAST: Any = np.uint32(16)
_NEXT_SITUATION: Any = np.uint16(NEXT_SITUATION)
_GOAL: Any = np.uint16(GOAL)


@inlined
def _play_game(
    game: Numbers, tables: PileTables, lineup: Any, recording: Any, work: PileWorkspace, out: ResultArrays, index: int
) -> None:
    board = (0, 0)
    plays, period, more = 0, 0, 1
    while more:
        kind, side, lead = deal_period(game, tables, lineup, recording, work, period, board)
        now = (kind, period, side, lead, board, plays)
        mine, theirs, played = _play_period(game, unsigned(period) * PERIOD, tables, lineup, recording, work, now)
        goals = (theirs, mine) if (side + played) & 1 else (mine, theirs)
        board = board_after(tables, board, goals)
        column = min(period, tables.regular)
        out.goals[index, column, 0] += goals[0]
        out.goals[index, column, 1] += goals[1]
        plays += played
        period += 1
        more = period_follows(tables, period, board)
    out.score[index, 0] = board[0]
    out.score[index, 1] = board[1]
    out.plays[index] = plays
    out.periods[index] = period


@inlined
def deal_period(
    game: Numbers,
    tables: PileTables,
    lineup: Any,
    recording: Any,
    work: PileWorkspace,
    period: int,
    board: tuple[int, int],
) -> tuple[int, int, int]:
    """Deal a period; return its kind, the side that opens it, and whether the opening card must be led."""
    size = len(tables.cards)
    shuffle(work.pack, tables.shuffle, game, unsigned(period) * PERIOD, size, 0)
    if tables.missing:
        for place in range(size):
            work.pack[place] = tables.cards[work.pack[place]]
    if recording is not None:
        record_pack(recording, work.pack, period, size)
    opening = _open_period(tables, lineup, work, period, board)
    kind = (period >= tables.regular) * tables.seats + (opening & 255)
    return kind, (tables.firsts[period] + opening) & 1, opening >> 8


@inlined
def situation_at_start(tables: PileTables, work: PileWorkspace, kind: int) -> int:
    """Return the situation before the first play of a period."""
    table = tables.table[signed(kind >= tables.seats)]
    return signed(tables.opens[work.pack[table[1] - 1] >> 2])


@inlined
def period_follows(tables: PileTables, played: int, board: tuple[int, int]) -> int:
    """Return whether a period follows after a number of periods, 0 or 1."""
    return signed(tables.more[played] >> (board[0] == board[1]) & 1)


@inlined
def seat_to_move(tables: PileTables, kind: int, period: int, ply: int) -> int:
    """Return the seat to move."""
    return signed((tables.firsts[period] + tables.directions[period] * (kind + ply)) % tables.seats)


@inlined
def play_card(work: PileWorkspace, situation: int, place: int, last: int) -> tuple[int, int]:
    """Play the card at a place, which the card at the last place then takes; return the card and its ruling."""
    card = signed(work.pack[place])
    ruling = signed(work.rulings[situation | card >> 2])
    work.pack[place] = work.pack[last]
    return card, ruling


@inlined
def board_after(tables: PileTables, before: tuple[int, int], goals: tuple[int, int]) -> tuple[int, int]:
    """Return the board after a period with these goals."""
    points = tables.points[goals[0], goals[1]]
    return before[0] + points[0], before[1] + points[1]


@inlined
def _open_period(tables: PileTables, lineup: Any, work: PileWorkspace, period: int, board: tuple[int, int]) -> int:
    """Lay the table cards; return the opener, and 256 more if the opening card must be led."""
    table = tables.table[signed(period >= tables.regular)]
    if table[2]:
        fill_in(tables.rulings, work.rulings, table, work.pack)
        if lineup is not None:
            for player in range(len(lineup.scores)):
                fill_in(lineup.scores[player], work.scores[player], table, work.pack)
    holder = 0
    if tables.opener >= 0:
        place = 0
        while work.pack[place] != tables.opener:
            place += 1
        holder = tables.holders[place]
    ahead = board[1] - board[0] if tables.firsts[period] & 1 else board[0] - board[1]
    return signed(tables.openings[(2 + (ahead > 0) - (ahead < 0)) if period else 0, holder])


@inlined
def fill_in(known: Array, laid: Array, table: Array, pack: Array) -> None:
    """Fill in the values of all ranks on several table cards, which depend on whether one of these has the rank."""
    ranks = 0
    for place in range(table[0], table[1]):
        ranks |= 1 << (pack[place] >> 2)
    top = pack[table[1] - 1] >> 2
    for rank in range(13):
        laid[TABLE | rank] = known[(MATCHED if ranks >> rank & 1 else 2 << 4) + (top << 4) + rank]


@inlined
def _play_period(
    game: Numbers, number: Word, tables: PileTables, lineup: Any, recording: Any, work: PileWorkspace, now: Any
) -> tuple[int, int, int]:
    """Play a period; return the goals of the side to move next, those of the other, and the number of plays."""
    kind, _, _, lead, _, _ = now
    words, seconds = number + USE, number + USE + USE
    stop = signed(tables.sudden[kind]) | FORBIDDEN
    table = tables.table[signed(kind >= tables.seats)]
    situation, mine, theirs = situation_at_start(tables, work, kind), 0, 0
    seen = 0 if lineup is None else tables.missing | _card_set(work.pack, table[0], table[1] - table[0], 1)
    ply = 0
    for row in range(tables.picks.counts[kind]):
        word, words = dice(game, words, tables.picks.products[kind, row], tables.picks.limits[kind, row])
        end = signed(tables.picks.starts[kind, row + 1])
        while ply < end:
            if lineup is None and not lead:
                ply, word, situation, mine, theirs = _play_at_random(
                    tables, work, kind, stop, ply, end, word, situation, mine, theirs
                )
                if ply == end:
                    break
            size, hand, last = hand_at(tables, kind, ply)
            pick, word = times(word, size)
            good = legal_places(tables, work, situation, hand, size, lead)
            if lineup is not None:
                good = best_cards(tables, lineup, work, now, good, (ply, mine, theirs, situation, hand, size, seen))
            if recording is not None:
                good = _given_card(tables, work, recording, now, ply, hand, size, good)
            pick = pick_good(game, seconds + unsigned(ply), good, pick)
            card, ruling = play_card(work, situation, hand + pick * tables.seats, last)
            if recording is not None:
                _record_play(tables, recording, now, ply, card, ruling, mine, theirs)
            situation, seen = ruling & NEXT_SITUATION, seen | 1 << card
            mine, theirs = theirs, mine + (ruling & GOAL)
            lead = 0
            ply += 1
            if ruling & tables.sudden[kind]:
                return mine, theirs, ply
    return mine, theirs, ply


@inlined
def _play_at_random(
    tables: PileTables,
    work: PileWorkspace,
    kind: int,
    stop: int,
    ply: int,
    end: int,
    word: Word,
    situation: int,
    mine: int,
    theirs: int,
) -> tuple[int, Word, int, int, int]:
    """Play at random up to the first card that needs care. Most of the time is spent in this loop."""
    pack, rulings, plies, stride = work.pack, work.rulings, tables.plies[kind], unsigned(tables.seats)
    code, halt, at, till = unsigned(situation), np.uint16(stop), unsigned(ply), unsigned(end)
    while at < till:
        size, hand, last = _decode_ply(plies[at])
        pick, left = times(word, signed(size))
        place = hand + unsigned(pick) * stride
        ruling = rulings[code + (pack[place] >> _RANK)]
        if ruling & halt:
            break
        pack[place] = pack[last]
        code = unsigned(ruling & _NEXT_SITUATION)
        mine, theirs = theirs, mine + signed(ruling & _GOAL)
        word = left
        at += ONE
    return signed(at), word, signed(code), mine, theirs


@inlined
def _decode_ply(play: Any) -> tuple[Word, Word, Word]:
    """Return the size of the hand, its first place, and the place of the card that replaces the one played."""
    return unsigned(play & _BYTE), unsigned(play >> _START & _BYTE), unsigned(play >> _LAST)


@inlined
def hand_at(tables: PileTables, kind: int, ply: int) -> tuple[int, int, int]:
    """Return the same for a play of a period of a kind, as signed numbers."""
    size, start, last = _decode_ply(tables.plies[kind, ply])
    return signed(size), signed(start), signed(last)


@inlined
def _card_set(pack: Array, first: int, count: int, stride: int) -> int:
    """Return the cards at some places as a bit set."""
    found = 0
    for each in range(count):
        found |= 1 << signed(pack[first + each * stride])
    return found


@inlined
def legal_places(tables: PileTables, work: PileWorkspace, situation: int, hand: int, size: int, lead: int) -> int:
    """Return which cards of a hand are legal, as a bit set of their places in it."""
    found = 0
    for each in range(size):
        card = signed(work.pack[hand + each * tables.seats])
        good = card == tables.opener if lead else work.rulings[situation | card >> 2] & FORBIDDEN == 0
        found |= signed(good) << each
    return found or (1 << size) - 1


@inlined
def best_cards(tables: PileTables, lineup: Lineup, work: PileWorkspace, now: Any, good: int, turn: Any) -> int:
    """Return which of the good cards of a hand the mover's player rates highest."""
    kind, period, side, _, board, _ = now
    ply, mine, theirs, situation, hand, size, seen = turn
    player = lineup.seats[seat_to_move(tables, kind, period, ply)]
    function = signed(lineup.functions[player])
    inputs = PileInput(0, 0, 0, 0, 0, 0, 0, 0, 0)
    cards, sizes, unseen, total = 0, 0, 0, 0
    if function:
        cards = _card_set(work.pack, hand, size, tables.seats)
        own, other = _own_board(tables, board, (side + ply) & 1, mine, theirs)
        left = tables.plays[kind] - ply
        sizes = signed(tables.sizes[kind, ply])
        unseen = ALL_CARDS & ~(seen | cards)
        total = count_ones(unseen)
        inputs = PileInput(
            signed(situation), cards, seen | cards, sizes, signed(tables.seats), own, other, period, left
        )
    most, found = signed(0), 0
    for each in range(size):
        if good >> each & 1:
            card = signed(work.pack[hand + each * tables.seats])
            if function == COUNTING:
                value = counter_value(tables.counter, work.rulings, situation, card, cards, unseen, total, sizes)
            elif function:
                value = call(function, (work.rulings, card, inputs))
            else:
                value = signed(work.scores[player, situation | card >> 2])
            if not found or value > most:
                most, found = value, 0
            found |= signed(value == most) << each
    return found


@inlined
def _given_card(
    tables: PileTables, work: PileWorkspace, recording: Recording, now: Any, ply: int, hand: int, size: int, good: int
) -> int:
    """Return the card of a hand that is given as the next move if it is a good one, else all good cards."""
    found = 0
    if recording.given:
        for each in range(size):
            is_given = tables.numbers[work.pack[hand + each * tables.seats]] == recording.moves[now[5] + ply]
            found |= signed(is_given) << each
    return good & found or good


@inlined
def _own_board(tables: PileTables, board: tuple[int, int], side: int, mine: int, theirs: int) -> tuple[int, int]:
    """Return the board as a side sees it."""
    if side:
        now = board_after(tables, board, (theirs, mine))
        return now[1], now[0]
    return board_after(tables, board, (mine, theirs))


@inlined
def _record_play(
    tables: PileTables, recording: Recording, now: Any, ply: int, card: int, ruling: int, mine: int, theirs: int
) -> None:
    """Record a play."""
    _, _, side, _, board, plays = now
    side = (side + ply) & 1
    own, other = _own_board(tables, board, side, mine + (ruling & GOAL), theirs)
    recording.moves[plays + ply] = tables.numbers[card]
    recording.calls[plays + ply] = ruling >> CALL_SHIFT
    recording.boards[plays + ply, side] = own
    recording.boards[plays + ply, 1 - side] = other


@compiled
def play_pile(
    key: Numbers,
    tables: PileTables,
    lineup: Lineup | None,
    recording: Recording | None,
    work: PileWorkspace,
    first: int,
    out: ResultArrays,
) -> None:
    """Play games of the pile family from a number on, as many as ``out`` has rows."""
    for index in range(len(out.plays)):
        _play_game(numbers_of(key, first + index), tables, lineup, recording, work, out, index)
