"""Games of the pile that go on in step: a move each at a time, by the steps that the kernel of whole games takes."""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.arrays import GOAL, MOST, NEXT, ROOM, Array, Book, Desk, PileGames, Stepped
from hockey_cards.batch.dealing import Numbers, words_of
from hockey_cards.batch.jit import compiled, part, signed
from hockey_cards.batch.observation import CLAIM, FACTS, GOALS, HAND, OPENING, PERIOD, PLAYED, SCORE, TABLE, TOP
from hockey_cards.batch.pile.kernel import (
    another,
    board_of,
    dealt,
    legal_of,
    moved,
    play_at,
    seat_of,
    situation_at_start,
)
from hockey_cards.batch.rounds import clear, conclude, parity


def room_of(book: Book, games: int, moves: int) -> PileGames:
    """Return room for so many games of at the most so many moves."""
    return PileGames(
        number=np.arange(games),
        pack=np.zeros((games, ROOM), np.uint8),
        rulings=np.tile(book.rulings, (games if book.table[:, 2].any() else 1, 1)),
        moves=np.zeros((games, 2, moves), np.uint8),
        plays=np.zeros(games, np.int32),
        period=np.zeros(games, np.int32),
        kind=np.zeros(games, np.uint8),
        opener=np.zeros(games, np.uint8),
        lead=np.zeros(games, np.uint8),
        ply=np.zeros(games, np.uint8),
        situation=np.zeros(games, np.uint16),
        goals=np.zeros((games, 2), np.uint8),
        board=np.zeros((games, 2), np.int32),
        score=np.zeros((games, 2), np.int32),
        legal=np.zeros(games, np.int64),
    )


@compiled
def step_pile(
    key: Numbers, book: Book, facts: Array, games: PileGames, room: Desk, moves: Any, out: Stepped, start: int, end: int
) -> None:
    """Make a legal move in each game of a part, or deal them all if there are no moves."""
    for index in range(start, end):
        desk = Desk(games.pack[index], games.rulings[index % len(games.rulings)], room.scores, room.layout)
        clear(out, index)
        if moves is None:
            _start(key, book, desk, games, index)
        else:
            _move(key, book, desk, games, signed(moves[index]), out, index)
        _show(book, facts, desk, games, out, index)


@part
def _start(key: Numbers, book: Book, desk: Desk, games: PileGames, index: int) -> None:
    """Begin a game."""
    games.plays[index] = 0
    for side in range(2):
        games.score[index, side] = 0
    _begin(key, book, desk, games, index, 0)


@part
def _begin(key: Numbers, book: Book, desk: Desk, games: PileGames, index: int, period: int) -> None:
    """Begin a period."""
    board = signed(games.score[index, 0]), signed(games.score[index, 1])
    game = words_of(key, signed(games.number[index]))
    kind, opener, lead = dealt(game, book, None, None, desk, period, board)
    games.period[index], games.kind[index], games.opener[index], games.lead[index] = period, kind, opener, lead
    games.ply[index] = 0
    games.situation[index] = situation_at_start(book, desk, kind)
    for side in range(2):
        games.goals[index, side] = 0
        games.board[index, side] = board[side]


@part
def _move(key: Numbers, book: Book, desk: Desk, games: PileGames, move: int, out: Stepped, index: int) -> None:
    """Play a card, and begin the period or the game that is due."""
    kind, ply, plays = signed(games.kind[index]), signed(games.ply[index]), signed(games.plays[index])
    _, place, last = play_at(book, kind, ply)
    while desk.pack[place] != move:
        place += book.seats
    card, ruling = moved(desk, signed(games.situation[index]), place, last)
    games.moves[index, parity(games, index), plays] = card
    games.goals[index, (signed(games.opener[index]) + ply) & 1] += ruling & GOAL
    games.plays[index], games.ply[index], games.lead[index] = plays + 1, ply + 1, 0
    games.situation[index] = ruling & NEXT
    board = _count(book, games, out, index)
    if ruling & book.sudden[kind] or ply + 1 == book.plays[kind]:
        period = signed(games.period[index]) + 1
        if another(book, period, board):
            _begin(key, book, desk, games, index, period)
        else:
            conclude(games, out, index)
            _start(key, book, desk, games, index)


@part
def _count(book: Book, games: PileGames, out: Stepped, index: int) -> tuple[int, int]:
    """Return the board, and note how it has changed."""
    before = signed(games.board[index, 0]), signed(games.board[index, 1])
    board = board_of(book, before, (signed(games.goals[index, 0]), signed(games.goals[index, 1])))
    for side in range(2):
        out.reward[index, side] = board[side] - games.score[index, side]
        games.score[index, side] = out.score[index, side] = board[side]
    return board


@part
def _show(book: Book, facts: Array, desk: Desk, games: PileGames, out: Stepped, index: int) -> None:
    """Show the seat to move what it may see, which is what ``observe`` makes of its view."""
    kind, ply, period = signed(games.kind[index]), signed(games.ply[index]), signed(games.period[index])
    side, situation = (signed(games.opener[index]) + ply) & 1, signed(games.situation[index])
    row = out.observation[index]
    row[:FACTS] = 0
    for each in range(facts.shape[2]):
        row[FACTS + each] = facts[kind, ply, each]
    games.legal[index] = _show_hand(book, desk, games, kind, ply, situation, row, out.mask[index], index)
    _show_played(book, desk, games, kind, ply, row, index)
    row[TOP + (situation >> 4 & 15)] = 1
    row[CLAIM + (situation >> 8)] = 1
    for each in range(2):
        row[SCORE + each] = min(signed(games.score[index, side ^ each]), MOST)
        row[GOALS + each] = games.goals[index, side ^ each]
    row[PERIOD] = min(period, MOST)
    row[OPENING] = games.lead[index]
    out.seat[index] = seat_of(book, kind, period, ply)
    out.number[index] = games.number[index]


@part
def _show_hand(
    book: Book, desk: Desk, games: PileGames, kind: int, ply: int, situation: int, row: Array, mask: Array, index: int
) -> int:
    """Show the hand and which of its cards are legal; return these, a bit each."""
    size, hand, _ = play_at(book, kind, ply)
    good = legal_of(book, desk, situation, hand, size, signed(games.lead[index]))
    mask[:] = False
    legal = 0
    for each in range(size):
        card = signed(desk.pack[hand + each * book.seats])
        row[HAND + card] = 1
        mask[card] = good >> each & 1
        legal |= (good >> each & 1) << card
    return legal


@part
def _show_played(book: Book, desk: Desk, games: PileGames, kind: int, ply: int, row: Array, index: int) -> None:
    """Show the table cards and the plays of the period."""
    table = book.table[signed(kind >= book.seats)]
    for place in range(table[0], table[1]):
        row[TABLE + desk.pack[place]] = 1
    moves, last = games.moves[index, parity(games, index)], signed(games.plays[index]) - 1
    for age in range(ply):
        row[PLAYED + moves[last - age]] = age + 1
