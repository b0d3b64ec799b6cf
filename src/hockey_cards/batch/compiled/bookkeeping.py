"""Bookkeeping that the steps of all families share: the check of moves, what is shown, and the end of games."""

from __future__ import annotations

from hockey_cards.batch.compiled.arrays import Array, TableGames, TimeStep
from hockey_cards.batch.compiled.jit import compiled, inlined, signed


@compiled
def first_illegal(legal: Array, moves: Array, count: int) -> int:
    """Return the first game whose move is not legal, or not below the number of moves; -1 if there is none."""
    for index in range(len(moves)):
        move = signed(moves[index])
        if move < 0 or move >= count or not legal[index] >> move & 1:
            return index
    return -1


@inlined
def clear_result(out: TimeStep, index: int) -> None:
    """Show for a game that nothing has happened."""
    for side in range(2):
        out.reward[index, side] = out.outcome[index, side] = out.score[index, side] = 0
    out.done[index] = False


@inlined
def parity(games: TableGames, index: int) -> int:
    """Return whether an even (0) or an odd (1) number of games has ended in the place of a game."""
    return signed(games.number[index]) // len(games.number) & 1


@inlined
def end_game(games: TableGames, out: TimeStep, index: int) -> None:
    """Show that a game has ended with the score shown, and move on to the number of the next game."""
    out.done[index] = True
    home, away = out.score[index, 0], out.score[index, 1]
    winner = (home > away) - (home < away)
    out.outcome[index, 0], out.outcome[index, 1] = winner, -winner
    games.number[index] += len(games.number)
