"""Bookkeeping that the steps of all families share: the check of moves, what is shown, and the end of games."""

from __future__ import annotations

from hockey_cards.batch.compiled.arrays import Array, TableGames, TimeStep
from hockey_cards.batch.compiled.jit import compiled, inlined, signed

FORFEIT = -1
"""Stands for a move that forfeits the game."""
DEAL = -2
"""Stands for a move where games are dealt."""


@compiled
def first_illegal(legal: Array, moves: Array, count: int) -> int:
    """Return the first game whose move is not legal, or not below the number of moves; -1 if there is none."""
    for index in range(len(moves)):
        move = signed(moves[index])
        if move < 0 or move >= count or not legal[index] >> move & 1:
            return index
    return -1


@compiled
def mark_illegal(legal: Array, moves: Array, count: int) -> None:
    """Replace moves that are not legal, or not below the number of moves, by -1."""
    for index in range(len(moves)):
        move = signed(moves[index])
        if move < 0 or move >= count or not legal[index] >> move & 1:
            moves[index] = FORFEIT


@inlined
def clear_result(out: TimeStep, index: int) -> None:
    """Show for a game that nothing has happened."""
    for side in range(2):
        out.reward[index, side] = out.outcome[index, side] = out.score[index, side] = 0
    out.done[index] = False


@inlined
def show_result(games: TableGames, out: TimeStep, index: int) -> None:
    """Show the score of a game, and by how much it has changed, unless a game has ended."""
    if not out.done[index]:
        _show_score(games, out, index)


@inlined
def _show_score(games: TableGames, out: TimeStep, index: int) -> None:
    for side in range(2):
        out.score[index, side] = games.score[index, side]
        out.reward[index, side] = games.score[index, side] - games.shown[index, side]
        games.shown[index, side] = games.score[index, side]


@inlined
def parity(games: TableGames, index: int) -> int:
    """Return whether an even (0) or an odd (1) number of games has ended in the place of a game."""
    return signed(games.number[index]) // len(games.number) & 1


@inlined
def end_game(games: TableGames, out: TimeStep, index: int) -> None:
    """Show that a game has ended, and move on to the number of the next game."""
    _end(games, out, index)
    home, away = out.score[index, 0], out.score[index, 1]
    winner = (home > away) - (home < away)
    out.outcome[index, 0], out.outcome[index, 1] = winner, -winner


@inlined
def forfeit_game(games: TableGames, out: TimeStep, index: int, side: int) -> None:
    """Show that a side has forfeited a game, and move on to the number of the next game."""
    _end(games, out, index)
    games.ended[index, 1] = 1 + side
    out.outcome[index, side], out.outcome[index, 1 - side] = -1, 1


@inlined
def _end(games: TableGames, out: TimeStep, index: int) -> None:
    _show_score(games, out, index)
    out.done[index] = True
    games.ended[index, 0], games.ended[index, 1] = games.plays[index], 0
    for side in range(2):
        games.shown[index, side] = 0
    games.number[index] += len(games.number)
