"""Games of a rink that go on in step: a move each at a time, by the step that the kernel of whole games takes."""
# ruff: noqa: PLR0913, PLR0917  # compiled functions take no keywords, and bundles of arguments would hide None from numba

from __future__ import annotations

from typing import Any

import numpy as np

from hockey_cards.batch.arrays import OVER, PLACES, ROOM, SCORED, Array, Desk, Rink, RinkGames, Stepped
from hockey_cards.batch.dealing import Numbers, shuffle, words_of
from hockey_cards.batch.jit import compiled, part, signed, unsigned
from hockey_cards.batch.observation import (
    LEFT,
    OPEN,
    PASSABLES,
    RANK,
    RANKS,
    RINK_SCORE,
    RUNNING_RANK,
    RUNNING_SUIT,
    SEAT,
    SPENT,
    STAGE,
    SUIT,
    SUITS,
)
from hockey_cards.batch.rink.kernel import opened
from hockey_cards.batch.rounds import clear, conclude, parity


def room_of(games: int, moves: int) -> RinkGames:
    """Return room for so many games of at the most so many moves."""
    return RinkGames(
        number=np.arange(games),
        pack=np.zeros((games, ROOM), np.uint8),
        moves=np.zeros((games, 2, moves), np.uint8),
        plays=np.zeros(games, np.int32),
        run=np.zeros(games, np.uint8),
        stage=np.zeros(games, np.uint8),
        open=np.zeros(games, np.int64),
        score=np.zeros((games, 2), np.int32),
        legal=np.zeros(games, np.int64),
    )


@compiled
def step_rink(
    key: Numbers,
    rink: Rink,
    places: Array,
    games: RinkGames,
    room: Desk,
    moves: Any,
    out: Stepped,
    start: int,
    end: int,
) -> None:
    """Make a legal move in each game of a part, or deal them all if there are no moves."""
    for index in range(start, end):
        desk = Desk(games.pack[index], room.rulings, room.scores, room.layout)
        clear(out, index)
        if moves is None:
            _start(key, rink, desk, games, index)
        else:
            _move(key, rink, desk, games, signed(moves[index]), out, index)
        _show(rink, places, desk, games, out, index)


@part
def _start(key: Numbers, rink: Rink, desk: Desk, games: RinkGames, index: int) -> None:
    """Begin a game."""
    shuffle(desk.pack, rink.shuffle, words_of(key, signed(games.number[index])), unsigned(0), rink.cards, rink.lowest)
    games.plays[index] = games.run[index] = games.stage[index] = games.open[index] = 0
    for side in range(2):
        games.score[index, side] = 0


@part
def _move(key: Numbers, rink: Rink, desk: Desk, games: RinkGames, move: int, out: Stepped, index: int) -> None:
    """Open a card, and begin the run or the game that is due."""
    run, stage, plays = signed(games.run[index]), signed(games.stage[index]), signed(games.plays[index])
    seat = signed(rink.seats[run])
    pick = 0
    while rink.moves[seat, stage, pick] != move:
        pick += 1
    passes = signed(rink.passes[desk.pack[PLACES + run]])
    place, _, effect, after = opened(rink, desk, seat, stage, pick, passes)
    games.moves[index, parity(games, index), plays] = move
    games.plays[index], games.stage[index] = plays + 1, 0 if effect & OVER else after
    games.open[index] |= 1 << place
    goal = signed(effect & SCORED != 0)
    out.reward[index, seat] = goal
    games.score[index, seat] += goal
    for side in range(2):
        out.score[index, side] = games.score[index, side]
    if effect & OVER:
        games.run[index] = run + 1
        if run + 1 == rink.cards - PLACES:
            conclude(games, out, index)
            _start(key, rink, desk, games, index)


@part
def _show(rink: Rink, places: Array, desk: Desk, games: RinkGames, out: Stepped, index: int) -> None:
    """Show the seat to move what it may see, which is what ``observe`` makes of its view."""
    run, stage = signed(games.run[index]), signed(games.stage[index])
    seat, running = signed(rink.seats[run]), signed(desk.pack[PLACES + run])
    row = out.observation[index]
    row[:] = 0
    _show_places(desk, games, places[seat], signed(rink.passes[running]), row, index)
    row[RUNNING_SUIT + (running & 3)] = row[RUNNING_RANK + (running >> 2)] = 1
    for before in range(run):
        row[SPENT + desk.pack[PLACES + before]] = 1
    row[STAGE + stage] = 1
    row[RINK_SCORE], row[RINK_SCORE + 1] = games.score[index, seat], games.score[index, 1 - seat]
    row[LEFT], row[SEAT] = rink.cards - PLACES - run, seat
    mask, legal = out.mask[index], 0
    mask[:] = False
    for pick in range(rink.choices[stage]):
        move = signed(rink.moves[seat, stage, pick])
        mask[move] = True
        legal |= 1 << move
    games.legal[index] = legal
    out.seat[index] = seat
    out.number[index] = games.number[index]


@part
def _show_places(desk: Desk, games: RinkGames, places: Array, passes: int, row: Array, index: int) -> None:
    """Show the open cards, the places in the order of the seat's moves."""
    for each in range(PLACES):
        if games.open[index] >> places[each] & 1:
            card = signed(desk.pack[places[each]])
            row[OPEN + each] = 1
            row[SUIT + SUITS * each + (card & 3)] = 1
            row[RANK + RANKS * each + (card >> 2)] = 1
            row[PASSABLES + each] = passes >> card & 1
