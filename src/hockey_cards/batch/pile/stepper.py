"""Steps of pile games at a table: one move in each, built from the parts of the kernel for whole games."""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.compiled.arrays import MAX_OBSERVED, PACK_SIZE, Array, Lineup, TimeStep
from hockey_cards.batch.compiled.bookkeeping import (
    DEAL,
    FORFEIT,
    clear_result,
    end_game,
    forfeit_game,
    parity,
    show_result,
)
from hockey_cards.batch.compiled.dealing import NO_PICK, USE, Numbers, numbers_of, pick_good
from hockey_cards.batch.compiled.dealing import PERIOD as PERIOD_STEP
from hockey_cards.batch.compiled.jit import compiled, inlined, signed, unsigned
from hockey_cards.batch.pile.arrays import GOAL, NEXT_SITUATION, PileGames, PileTables, PileWorkspace
from hockey_cards.batch.pile.kernel import (
    best_cards,
    board_after,
    deal_period,
    fill_in,
    hand_at,
    legal_places,
    period_follows,
    play_card,
    seat_to_move,
    situation_at_start,
)
from hockey_cards.batch.pile.observation import (
    CLAIM,
    GOALS,
    HAND,
    OPENING,
    PERIOD,
    PLAYED,
    SCHEDULE,
    SCORE,
    SEEN,
    TABLE,
    TOP,
    UNSEEN,
)
from hockey_cards.pile.schedule import PACK


def empty_games(tables: PileTables, games: int, moves: int) -> PileGames:
    """Return arrays for a number of games with a maximum number of moves."""
    return PileGames(
        number=np.arange(games),
        pack=np.zeros((games, PACK_SIZE), np.uint8),
        rulings=np.tile(tables.rulings, (games if tables.table[:, 2].any() else 1, 1)),
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
        shown=np.zeros((games, 2), np.int32),
        ended=np.zeros((games, 2), np.int32),
    )


@inlined
def _start(key: Numbers, tables: PileTables, work: PileWorkspace, games: PileGames, index: int) -> None:
    """Deal a game."""
    games.plays[index] = 0
    for side in range(2):
        games.score[index, side] = 0
    _begin(key, tables, work, games, index, 0)


@inlined
def _begin(key: Numbers, tables: PileTables, work: PileWorkspace, games: PileGames, index: int, period: int) -> None:
    """Deal a period."""
    board = signed(games.score[index, 0]), signed(games.score[index, 1])
    game = numbers_of(key, signed(games.number[index]))
    kind, opener, lead = deal_period(game, tables, None, None, work, period, board)
    games.period[index], games.kind[index], games.opener[index], games.lead[index] = period, kind, opener, lead
    games.ply[index] = 0
    games.situation[index] = situation_at_start(tables, work, kind)
    for side in range(2):
        games.goals[index, side] = 0
        games.board[index, side] = board[side]


@inlined
def _move(
    key: Numbers, tables: PileTables, work: PileWorkspace, games: PileGames, move: int, out: TimeStep, index: int
) -> bool:
    """Play a card, and deal the next period where one has ended; return whether the game has ended."""
    kind, ply, plays = signed(games.kind[index]), signed(games.ply[index]), signed(games.plays[index])
    _, place, last = hand_at(tables, kind, ply)
    while work.pack[place] != tables.cards[move]:
        place += tables.seats
    _, ruling = play_card(work, signed(games.situation[index]), place, last)
    games.moves[index, parity(games, index), plays] = move
    games.goals[index, (signed(games.opener[index]) + ply) & 1] += ruling & GOAL
    games.plays[index], games.ply[index], games.lead[index] = plays + 1, ply + 1, 0
    games.situation[index] = ruling & NEXT_SITUATION
    board = _count_goals(tables, games, index)
    if ruling & tables.sudden[kind] or ply + 1 == tables.plays[kind]:
        period = signed(games.period[index]) + 1
        if period_follows(tables, period, board):
            _begin(key, tables, work, games, index, period)
        else:
            end_game(games, out, index)
            return True
    return False


@inlined
def _count_goals(tables: PileTables, games: PileGames, index: int) -> tuple[int, int]:
    """Return the board."""
    before = signed(games.board[index, 0]), signed(games.board[index, 1])
    board = board_after(tables, before, (signed(games.goals[index, 0]), signed(games.goals[index, 1])))
    for side in range(2):
        games.score[index, side] = board[side]
    return board


@inlined
def _show(
    tables: PileTables, schedule: Array, work: PileWorkspace, games: PileGames, out: TimeStep, index: int
) -> None:
    """Show the seat to move what it may see: the same numbers that ``observe`` makes of its view."""
    kind, ply, period = signed(games.kind[index]), signed(games.ply[index]), signed(games.period[index])
    side, situation = (signed(games.opener[index]) + ply) & 1, signed(games.situation[index])
    row = out.observation[index]
    row[:SCHEDULE] = 0
    for each in range(schedule.shape[2]):
        row[SCHEDULE + each] = schedule[kind, ply, each]
    games.legal[index] = _show_hand(tables, work, games, kind, ply, situation, row, out.mask[index], index)
    _show_played(tables, work, games, kind, ply, row, index)
    row[TOP + (situation >> 4 & 15)] = 1
    row[CLAIM + (situation >> 8)] = 1
    for each in range(2):
        row[SCORE + each] = min(signed(games.score[index, side ^ each]), MAX_OBSERVED)
        row[GOALS + each] = games.goals[index, side ^ each]
    row[PERIOD] = min(period, MAX_OBSERVED)
    row[OPENING] = games.lead[index]
    out.seat[index] = seat_to_move(tables, kind, period, ply)
    out.number[index] = games.number[index]


@inlined
def _show_hand(
    tables: PileTables,
    work: PileWorkspace,
    games: PileGames,
    kind: int,
    ply: int,
    situation: int,
    row: Array,
    mask: Array,
    index: int,
) -> int:
    """Show the hand and which of its cards are legal; return these as a bit set."""
    size, hand, _ = hand_at(tables, kind, ply)
    good = legal_places(tables, work, situation, hand, size, signed(games.lead[index]))
    mask[:] = False
    legal = 0
    for each in range(size):
        card = signed(work.pack[hand + each * tables.seats])
        row[HAND + card] = 1
        row[UNSEEN + (card >> 2)] -= 1
        number = signed(tables.numbers[card])
        mask[number] = good >> each & 1
        legal |= (good >> each & 1) << number
    return legal


@inlined
def _show_played(
    tables: PileTables, work: PileWorkspace, games: PileGames, kind: int, ply: int, row: Array, index: int
) -> None:
    """Show the table cards and the plays of the period."""
    table = tables.table[signed(kind >= tables.seats)]
    for place in range(table[0], table[1]):
        card = signed(work.pack[place])
        row[TABLE + card] = row[SEEN + card] = 1
        row[UNSEEN + (card >> 2)] -= 1
    moves, last = games.moves[index, parity(games, index)], signed(games.plays[index]) - 1
    for age in range(ply):
        card = signed(tables.cards[moves[last - age]])
        row[PLAYED + card] = PACK - age
        row[SEEN + card] = 1
        row[UNSEEN + (card >> 2)] -= 1


@inlined
def _player_to_move(tables: PileTables, lineup: Lineup, games: PileGames, index: int) -> int:
    """Return the compiled player that is to move; -1 for a learner."""
    kind, period = signed(games.kind[index]), signed(games.period[index])
    return signed(lineup.seats[seat_to_move(tables, kind, period, signed(games.ply[index]))])


@inlined
def _choose(key: Numbers, tables: PileTables, lineup: Lineup, work: PileWorkspace, games: PileGames, index: int) -> int:
    """Return the move of the compiled player that is to move: one of the best, by the second pick of the play."""
    kind, period, ply = signed(games.kind[index]), signed(games.period[index]), signed(games.ply[index])
    situation, lead, opener = signed(games.situation[index]), signed(games.lead[index]), signed(games.opener[index])
    size, hand, _ = hand_at(tables, kind, ply)
    table = tables.table[signed(kind >= tables.seats)]
    if table[2]:
        for player in range(len(lineup.scores)):
            fill_in(lineup.scores[player], work.scores[player], table, work.pack)
    seen = tables.missing
    for place in range(table[0], table[1]):
        seen |= 1 << signed(work.pack[place])
    moves, last = games.moves[index, parity(games, index)], signed(games.plays[index]) - 1
    for age in range(ply):
        seen |= 1 << signed(tables.cards[moves[last - age]])
    side = (opener + ply) & 1
    mine, theirs = signed(games.goals[index, side]), signed(games.goals[index, 1 - side])
    board = signed(games.board[index, 0]), signed(games.board[index, 1])
    now = (kind, period, opener, lead, board, last + 1)
    good = legal_places(tables, work, situation, hand, size, lead)
    good = best_cards(tables, lineup, work, now, good, (ply, mine, theirs, situation, hand, size, seen))
    number = unsigned(period) * PERIOD_STEP + USE + USE + unsigned(ply)
    pick = pick_good(numbers_of(key, signed(games.number[index])), number, good, NO_PICK)
    return signed(tables.numbers[work.pack[hand + pick * tables.seats]])


@compiled
def step_pile(
    key: Numbers,
    tables: PileTables,
    schedule: Array,
    games: PileGames,
    scores: Array,
    moves: Any,
    lineup: Any,
    out: TimeStep,
    start: int,
    end: int,
) -> None:
    """Make a move in each game from row ``start`` to row ``end``, or forfeit it by -1; without moves, deal these games.

    Then the compiled players move until a learner is to move; ``scores`` is a copy of their values that may be changed.
    """
    for index in range(start, end):
        work = PileWorkspace(games.pack[index], games.rulings[index % len(games.rulings)], scores)
        clear_result(out, index)
        move = DEAL if moves is None else signed(moves[index])
        while True:  # one loop, so that dealing and moving are compiled once
            over = move == DEAL
            if move == FORFEIT:
                forfeit_game(games, out, index, (signed(games.opener[index]) + signed(games.ply[index])) & 1)
                over = True
            elif not over:
                over = _move(key, tables, work, games, move, out, index)
            if over:
                _start(key, tables, work, games, index)
            if lineup is None or _player_to_move(tables, lineup, games, index) < 0:
                break
            move = _choose(key, tables, lineup, work, games, index)
        if moves is not None:
            show_result(games, out, index)
        _show(tables, schedule, work, games, out, index)
