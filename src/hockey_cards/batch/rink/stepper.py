"""Steps of rink games at a table: one move in each, built from the parts of the kernel for whole games."""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.compiled.arrays import PACK_SIZE, Array, Lineup, TimeStep
from hockey_cards.batch.compiled.bookkeeping import (
    DEAL,
    FORFEIT,
    clear_result,
    end_game,
    forfeit_game,
    parity,
    show_result,
)
from hockey_cards.batch.compiled.dealing import NO_PICK, USE, Numbers, numbers_of, pick_good, shuffle
from hockey_cards.batch.compiled.jit import compiled, inlined, signed, unsigned
from hockey_cards.batch.rink.arrays import OVER, PLACES, SCORED, RinkGames, RinkTables, RinkWorkspace
from hockey_cards.batch.rink.kernel import best_choices, open_card
from hockey_cards.batch.rink.observation import (
    LEFT,
    MOVER,
    OPEN,
    PASSABLES,
    RANK,
    RANKS,
    RUNNING_RANK,
    RUNNING_SUIT,
    SCORE,
    SEAT,
    SPENT,
    STAGE,
    SUIT,
    SUITS,
    UNSEEN,
)


def empty_games(games: int, moves: int) -> RinkGames:
    """Return arrays for a number of games with a maximum number of moves."""
    return RinkGames(
        number=np.arange(games),
        pack=np.zeros((games, PACK_SIZE), np.uint8),
        moves=np.zeros((games, 2, moves), np.uint8),
        plays=np.zeros(games, np.int32),
        run=np.zeros(games, np.uint8),
        stage=np.zeros(games, np.uint8),
        open=np.zeros(games, np.int64),
        score=np.zeros((games, 2), np.int32),
        legal=np.zeros(games, np.int64),
        shown=np.zeros((games, 2), np.int32),
        ended=np.zeros((games, 2), np.int32),
    )


@inlined
def _start(key: Numbers, tables: RinkTables, work: RinkWorkspace, games: RinkGames, index: int) -> None:
    """Deal a game."""
    shuffle(
        work.pack,
        tables.shuffle,
        numbers_of(key, signed(games.number[index])),
        unsigned(0),
        tables.cards,
        tables.lowest,
    )
    games.plays[index] = games.run[index] = games.stage[index] = games.open[index] = 0
    for side in range(2):
        games.score[index, side] = 0


@inlined
def _move(tables: RinkTables, work: RinkWorkspace, games: RinkGames, move: int, out: TimeStep, index: int) -> bool:
    """Open a card, and begin the next run where one has ended; return whether the game has ended."""
    run, stage, plays = signed(games.run[index]), signed(games.stage[index]), signed(games.plays[index])
    seat = signed(tables.seats[run])
    pick = 0
    while tables.moves[seat, stage, pick] != move:
        pick += 1
    passes = signed(tables.passes[work.pack[PLACES + run]])
    place, _, effect, after = open_card(tables, work, seat, stage, pick, passes)
    games.moves[index, parity(games, index), plays] = move
    games.plays[index], games.stage[index] = plays + 1, 0 if effect & OVER else after
    games.open[index] |= 1 << place
    games.score[index, seat] += signed(effect & SCORED != 0)
    if effect & OVER:
        games.run[index] = run + 1
        if run + 1 == tables.cards - PLACES:
            end_game(games, out, index)
            return True
    return False


@inlined
def _show(tables: RinkTables, places: Array, work: RinkWorkspace, games: RinkGames, out: TimeStep, index: int) -> None:
    """Show the seat to move what it may see: the same numbers that ``observe`` makes of its view."""
    run, stage = signed(games.run[index]), signed(games.stage[index])
    seat, running = signed(tables.seats[run]), signed(work.pack[PLACES + run])
    row = out.observation[index]
    row[:] = 0
    for rank in range(signed(tables.lowest) >> 2, RANKS):
        row[UNSEEN + rank] = SUITS
    _show_places(work, games, places[seat], signed(tables.passes[running]), row, index)
    row[RUNNING_SUIT + (running & 3)] = row[RUNNING_RANK + (running >> 2)] = 1
    row[UNSEEN + (running >> 2)] -= 1
    for before in range(run):
        card = signed(work.pack[PLACES + before])
        row[SPENT + card] = 1
        row[UNSEEN + (card >> 2)] -= 1
    row[STAGE + stage] = 1
    row[SCORE], row[SCORE + 1] = games.score[index, seat], games.score[index, 1 - seat]
    row[LEFT], row[SEAT], row[MOVER] = tables.cards - PLACES - run, seat, 1
    mask, legal = out.mask[index], 0
    mask[:] = False
    for pick in range(tables.choices[stage]):
        move = signed(tables.moves[seat, stage, pick])
        mask[move] = True
        legal |= 1 << move
    games.legal[index] = legal
    out.seat[index] = seat
    out.number[index] = games.number[index]


@inlined
def _show_places(work: RinkWorkspace, games: RinkGames, places: Array, passes: int, row: Array, index: int) -> None:
    """Show the open cards, with the places in the order of the seat's moves."""
    for each in range(PLACES):
        if games.open[index] >> places[each] & 1:
            card = signed(work.pack[places[each]])
            row[OPEN + each] = 1
            row[SUIT + SUITS * each + (card & 3)] = 1
            row[RANK + RANKS * each + (card >> 2)] = 1
            row[UNSEEN + (card >> 2)] -= 1
            row[PASSABLES + each] = passes >> card & 1


@inlined
def _choose(key: Numbers, tables: RinkTables, lineup: Lineup, work: RinkWorkspace, games: RinkGames, index: int) -> int:
    """Return the move of the compiled player that is to move: one of the best, by the second pick of the choice."""
    run, stage = signed(games.run[index]), signed(games.stage[index])
    seat = signed(tables.seats[run])
    seen = 0
    for place in range(PLACES):
        work.layout[place] = -1
        if games.open[index] >> place & 1:
            work.layout[place] = work.pack[place]
            seen |= 1 << signed(work.pack[place])
    for before in range(run + 1):
        seen |= 1 << signed(work.pack[PLACES + before])
    passes = signed(tables.passes[work.pack[PLACES + run]])
    goals = signed(games.score[index, 0]) + (signed(games.score[index, 1]) << 8)
    good = best_choices(tables, lineup, work, run, seat, stage, passes, seen, goals)
    number = USE + USE + unsigned(run << 3) + unsigned(stage)
    pick = pick_good(numbers_of(key, signed(games.number[index])), number, good, NO_PICK)
    return signed(tables.moves[seat, stage, pick])


@compiled
def step_rink(
    key: Numbers,
    tables: RinkTables,
    places: Array,
    games: RinkGames,
    layout: Array,
    moves: Any,
    lineup: Any,
    out: TimeStep,
    start: int,
    end: int,
) -> None:
    """Make a move in each game from row ``start`` to row ``end``, or forfeit it by -1; without moves, deal these games.

    Then the compiled players move until a learner is to move; ``layout`` has room for the open cards.
    """
    for index in range(start, end):
        work = RinkWorkspace(games.pack[index], layout)
        clear_result(out, index)
        move = DEAL if moves is None else signed(moves[index])
        while True:  # one loop, so that dealing and moving are compiled once
            over = move == DEAL
            if move == FORFEIT:
                forfeit_game(games, out, index, signed(tables.seats[games.run[index]]))
                over = True
            elif not over:
                over = _move(tables, work, games, move, out, index)
            if over:
                _start(key, tables, work, games, index)
            if lineup is None or lineup.seats[tables.seats[games.run[index]]] < 0:
                break
            move = _choose(key, tables, lineup, work, games, index)
        if moves is not None:
            show_result(games, out, index)
        _show(tables, places, work, games, out, index)
