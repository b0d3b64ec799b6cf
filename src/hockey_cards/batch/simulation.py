"""Playing a batch: cut into parts, the parts on threads, every game by its number alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from hockey_cards.batch.arrays import Out
from hockey_cards.batch.families import tabled_of
from hockey_cards.batch.limits import THREADS, check, fitting, size_of
from hockey_cards.batch.players import RANDOM, Player, cast_of, seated
from hockey_cards.batch.results import Batch
from hockey_cards.batch.rng import key_of
from hockey_cards.registry import resolve
from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import Seed, seed32

_PART: Final = 1 << 17
"""The most games of a part: an interruption waits for the end of one."""
_GREATEST: Final = 10**18
"""No number of games, and no number of a game, is greater: kernels count in 64 bits."""
_PARTS: Final = 4
"""The fewest parts for each thread, so that no thread waits long for another."""


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
    """Play many games. What happens in one depends on its number and the seed alone, and not on threads or batches.

    Args:
        variant: What is played, or its name: a game of the pile or a rink, house rules included.
        players: One a side, which plays all seats of its side, or one a seat.
        games: How many games.
        seed: The seed of packs and choices.
        threads: On how many threads.
        dealer: Who deals the first period of each game.
        first: The number of the first game: a long run can be played in parts.

    Raises:
        UnknownVariant: If there is no variant of that name.
        VariantError: If the variant cannot be played in batches.
        UnknownStrategy: If there is no player of a name.
        StrategyError: If something is no player, or a function cannot be compiled.
        SeatError: If there is not one player a side or a seat, or no such dealer.
        ParseError: If the seed is no seed, or a number makes no sense: there may be as many games as fit into the
            memory of the machine, and 1024 threads.
    """
    check("games", games, 1, _GREATEST)
    check("threads", threads, 1, THREADS)
    check("first", first, 0, _GREATEST)
    played = resolve(variant)
    tabled = tabled_of(played, dealer)
    cast = seated(players, tabled)
    with fitting(games, size_of(tabled.room(1))):
        room = tabled.room(games)
    known = key_of(seed), None if all(player == RANDOM for player in cast) else cast_of(cast, tabled), None
    tabled.play(*known, 0, tabled.room(0))  # compiles, before every thread does
    parts = [(first + start, _part(room, start, end)) for start, end in _parts(games, threads)]
    pool = ThreadPoolExecutor(min(threads, len(parts)))
    try:
        for played_part in [pool.submit(tabled.play, *known, *part) for part in parts]:
            played_part.result()
    finally:
        pool.shutdown(cancel_futures=True)  # after an interruption no part is begun any more
    return Batch(played, tuple(players), cast, seed32(seed), dealer, first, room)


def _parts(games: int, threads: int) -> Iterator[tuple[int, int]]:
    size = min(_PART, -(-games // (threads * _PARTS)))
    return ((start, min(start + size, games)) for start in range(0, games, size))


def _part(room: Out, start: int, end: int) -> Out:
    return Out(*(whole[start:end] for whole in room))
