"""Simulation of many games: batches cut into parts and played on threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from hockey_cards.batch.compiled.arrays import ResultArrays
from hockey_cards.batch.kernels import kernel_of
from hockey_cards.batch.limits import MAX_THREADS, memory_for, number_within, size_of
from hockey_cards.batch.players import Player
from hockey_cards.batch.results import Batch
from hockey_cards.batch.rng import key_of
from hockey_cards.integers import plain_integer
from hockey_cards.registry import resolve
from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import Seed, seed32

_PART: Final = 1 << 17
"""The most games of a part; an interruption waits for the end of one."""
_MAX_NUMBER: Final = 10**18
"""The greatest number of games, and the greatest number of a game: kernels count in 64 bits."""
_PARTS: Final = 4
"""The fewest parts per thread, so that no thread waits long for another."""


def simulate(
    variant: Variant[Any, Any, Any] | str,
    players: Sequence[Player],
    games: int,
    *,
    seed: Seed = 0,
    threads: int = 1,
    dealer: Seat = 0,
    first: int = 0,
) -> Batch:
    """Play many games. What happens in one depends only on the seed and its number, not on threads or other games.

    Args:
        variant: The variant or its name. Its family must have kernels, as the pile family and the rink do; all house
            rules are played.
        players: One per side, which plays all seats of its side, or one per seat.
        games: The number of games.
        seed: The seed of packs and choices.
        threads: The number of threads.
        dealer: The seat that deals the first period of each game.
        first: The number of the first game, so that a long run can be played in parts.

    Raises:
        UnknownVariant: If no variant has the name.
        VariantError: If the variant cannot be played in batches.
        UnknownStrategy: If no player has a given name.
        StrategyError: If a value is not a player, or a function cannot be compiled.
        SeatError: If there is neither one player per side nor one per seat, or no such dealer.
        ParseError: If the seed is not valid, a number is out of range, or the results do not fit into memory. There may
            be 1024 threads.
    """
    games = number_within("games", games, 1, _MAX_NUMBER)
    threads = number_within("threads", threads, 1, MAX_THREADS)
    first = number_within("first", first, 0, _MAX_NUMBER)
    dealer = plain_integer(dealer)
    played = resolve(variant)
    kernel = kernel_of(played, dealer)
    seats = kernel.seat_players(players)
    with memory_for(games, size_of(kernel.results(1))):
        results = kernel.results(games)
    arguments = key_of(seed), kernel.lineup(seats), None
    kernel.play(*arguments, 0, kernel.results(0))  # compiles once, before the threads start
    parts = [(first + start, _part(results, start, end)) for start, end in _parts(games, threads)]
    pool = ThreadPoolExecutor(min(threads, len(parts)))
    try:
        for played_part in [pool.submit(kernel.play, *arguments, *part) for part in parts]:
            played_part.result()
    finally:
        pool.shutdown(cancel_futures=True)  # after an interruption no further part begins
    return Batch(played, tuple(players), seats, seed32(seed), dealer, first, results)


def _parts(games: int, threads: int) -> Iterator[tuple[int, int]]:
    size = min(_PART, -(-games // (threads * _PARTS)))
    return ((start, min(start + size, games)) for start in range(0, games, size))


def _part(results: ResultArrays, start: int, end: int) -> ResultArrays:
    return ResultArrays(*(whole[start:end] for whole in results))
