"""Tallies of a fast tournament, computed from arrays instead of game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import numpy as np

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.tournaments.games import DealBlock
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.tally import GameResult, Products, Tally


def tally_of(boards: Array) -> Tally:
    """Return the tally of some deals.

    Args:
        boards: The final scores, with that of the entrant first: (games of a deal, deals, 2).
    """
    margins = boards[..., 0] - boards[..., 1]
    halves = halves_of(boards)
    losses, draws, wins = _whole(np.bincount(halves.ravel(), minlength=3))
    scored, conceded = _whole(boards.sum(axis=(0, 1)))
    return Tally(
        wins=wins,
        draws=draws,
        losses=losses,
        goals_for=scored,
        goals_against=conceded,
        goal_squares=int((margins.sum(axis=0) ** 2).sum()),
        game_goal_squares=int((margins**2).sum()),
        outcomes=tuple(_whole(np.bincount(halves.sum(axis=0), minlength=2 * len(boards) + 1))),
    )


def halves_of(boards: Array) -> Array:
    """Return the half-points of games: 2 for a win, 1 for a draw, 0 for a loss; (games of a deal, deals)."""
    found: Array = np.sign(boards[..., 0] - boards[..., 1]) + 1
    return found


def pair_tallies(block: DealBlock) -> dict[Pair, Tally]:
    """Return the tally of each pair in a block of deals."""
    return {pair: tally_of(boards) for pair, boards in block.boards.items()}


def entrant_tallies(block: DealBlock, names: Sequence[str]) -> tuple[dict[str, Tally], Products]:
    """Return the tally of each entrant against all others in a block of deals, and the products of their points.

    Args:
        block: The deals.
        names: The entrants in the order of entry; the products are of those that play.
    """
    seen = _by_entrant(block.boards)
    found = {name: seen[name] for name in names if name in seen}
    halves = np.array([halves_of(boards).sum(axis=0) for boards in found.values()])
    rows = cast("list[list[int]]", (halves @ halves.T).tolist())
    return {name: tally_of(boards) for name, boards in found.items()}, Products(tuple(map(tuple, rows)))


def deal_results(block: DealBlock) -> Iterator[tuple[int, dict[Pair, DealResult]]]:
    """Yield the results deal by deal, as they are counted where each deal may be the last one of a pair."""
    listed = {
        pair: np.concatenate((halves_of(boards)[..., None], boards), axis=2).swapaxes(0, 1).tolist()
        for pair, boards in block.boards.items()
    }
    for place, deal in enumerate(block.deals):
        yield deal, {pair: _deal_result(deal, pair, games[place]) for pair, games in listed.items()}


def _deal_result(deal: int, pair: Pair, games: Sequence[Sequence[int]]) -> DealResult:
    return DealResult(deal, pair, tuple(GameResult(*game) for game in games))


def _by_entrant(boards: Mapping[Pair, Array]) -> dict[str, Array]:
    """Return the final scores of each entrant in all its games, with its own score first."""
    seen: dict[str, list[Array]] = {}
    for (first, second), each in boards.items():
        seen.setdefault(first, []).append(each)
        seen.setdefault(second, []).append(each[..., ::-1])
    return {name: np.concatenate(each) for name, each in seen.items()}


def _whole(numbers: Array) -> list[int]:
    return cast("list[int]", numbers.tolist())
