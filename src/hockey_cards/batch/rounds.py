"""What a step is in any family: what is shown of it begins from nothing, games end, and rounds take turns."""

from __future__ import annotations

from hockey_cards.batch.arrays import Games, Stepped
from hockey_cards.batch.jit import part, signed


@part
def clear(out: Stepped, index: int) -> None:
    """Show for a game that nothing has happened."""
    for side in range(2):
        out.reward[index, side] = out.outcome[index, side] = out.score[index, side] = 0
    out.done[index] = False


@part
def parity(games: Games, index: int) -> int:
    """Return the parity of the round of a game, which is the number of games that ended before in its place."""
    return signed(games.number[index]) // len(games.number) & 1


@part
def conclude(games: Games, out: Stepped, index: int) -> None:
    """Show that a game has ended with the score shown, and count its number on."""
    out.done[index] = True
    home, away = out.score[index, 0], out.score[index, 1]
    winner = (home > away) - (home < away)
    out.outcome[index, 0], out.outcome[index, 1] = winner, -winner
    games.number[index] += len(games.number)
