"""Tournaments of compiled players, with the scoreboard and the standings of any tournament."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from hockey_cards.batch.limits import MAX_THREADS, number_within
from hockey_cards.batch.tournaments.games import CompiledEntrant, DealBlock, DealPlayer
from hockey_cards.batch.tournaments.tallies import deal_results, entrant_tallies, pair_tallies
from hockey_cards.errors import HockeyError, brief
from hockey_cards.game import Game
from hockey_cards.integers import index_below
from hockey_cards.registry import resolve
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, Seeded, seed32, seed_text
from hockey_cards.tournament.api import Announce, check_libraries
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.pairing.fixtures import MAX_DEALS, games_of
from hockey_cards.tournament.pairing.formats import Format, RoundRobin
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.playing.settings import Settings, chosen_seed, deal_range
from hockey_cards.tournament.progress import Progress, shown
from hockey_cards.tournament.runner import Watch, notify
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.scoring.standings import Standings, standings_of
from hockey_cards.tournament.statistics.sprt import Sprt

_BLOCK_DEALS: Final = 1 << 14
"""The most deals of a block; an interruption waits for the end of a batch in it."""
_BLOCK_GAMES: Final = 1 << 19
"""The most games of a block where there are many pairs; each takes about 50 bytes of memory."""
_FIRST_DEALS: Final = 1 << 7
"""The deals of the first block where the next deal may be the last one."""


def tournament(  # noqa: PLR0913  # all of them are keywords
    variant: Variant[Any, Any, Any] | str,
    entrants: Mapping[str, CompiledEntrant],
    *,
    deals: int | range = 100,
    seed: Seed | None = None,
    format: Format | None = None,  # noqa: A002  # the usual word
    sprt: Sprt | None = None,
    threads: int = 1,
    progress: Progress | bool | None = None,
    watch: Watch | None = None,
    announce: Announce | None = None,
) -> Standings:
    """Play every compiled player against every other on the same deals, from both sides of the table.

    Pairings, dealers, the number of games of a deal, the deals after which a test is evaluated, and the standings are
    those of ``hockey_cards.tournament.tournament``. The packs differ, because they come from the random numbers of a
    batch, and so do the numbers that players choose by, which are the same in all games of a deal. So equal players
    score the same on every deal, and the gain that a comparison reports is that of cards and chance together. Compiled
    players cannot fail, and only the sums are kept.

    The standings depend on the arguments alone, not on the number of threads.

    Args:
        variant: The variant or its name. Its family must have kernels, as the pile family and the rink do; all house
            rules are played.
        entrants: The players by the names that they enter under, as for ``simulate``; a ``Team`` for two that share a
            side.
        deals: The number of deals, in each round where the format has rounds; or a range of their numbers.
        seed: The seed of cards and chance; 32 random bytes if None. A part of a tournament, which has a range of deals,
            needs an explicit seed.
        format: The pairing format; a ``RoundRobin`` if None.
        sprt: A test that ends the games of a pair as soon as it has a result.
        threads: The number of threads.
        progress: Called from time to time with the number of games played and the greatest number of games that there
            may be.
        watch: Where a test or a knock-out may end a match, called for each deal in order when it has been counted.
            Elsewhere called from time to time with the last of the deals that were counted together, without their
            results.
        announce: Called before the first deal with the commitment to the seed.

    Raises:
        HockeyError: If there are fewer than two entrants, no deals or no threads, the format cannot be played, or a
            part of a tournament has no seed.
        UnknownVariant: If no variant has the name.
        VariantError: If the variant has no kernel.
        UnknownStrategy: If some entrants have no compiled form; the message names all of them.
        ParseError: If the seed is not valid.
        MissingExtra: If scipy or choix is not installed (extra ``tournament``).
    """
    played = resolve(variant)
    chosen = chosen_seed(seed, deals)
    key = seed32(chosen)
    players = DealPlayer.of(played, entrants, key)
    settings = Settings(
        variant=played,
        entrants=players.placeholders(),
        seed=key,
        format=format or RoundRobin(),
        deals=deal_range(deals),
        sprt=sprt,
        seed_text=seed_text(chosen),
    )
    settings.check()
    threads = number_within("threads", threads, 1, MAX_THREADS)
    check_libraries()
    if announce is not None:
        announce(Seeded(key).commitment)
    scoreboard = Scoreboard(settings)
    with shown(progress=progress) as show:
        while round_ := scoreboard.begin_round():
            with _pool(threads) as pool:
                for deal, counted in _play_round(players, scoreboard, round_, pool):
                    notify(scoreboard, deal, counted, progress=show, watch=watch)
            scoreboard.end_round()
    return standings_of(scoreboard)


def deal_games(
    variant: Variant[Any, Any, Any] | str,
    entrants: Mapping[str, CompiledEntrant],
    pair: Pair,
    deal: int,
    *,
    seed: Seed,
) -> tuple[Game[Any, Any, Any], ...]:
    """Replay a deal of a tournament, in the kernel and then move for move in the engine, and return its games.

    Args:
        variant: The variant or its name.
        entrants: The players by name; at least those of the pair.
        pair: The two entrants in the order of entry.
        deal: The number of the deal.
        seed: The seed of the tournament.

    Returns:
        The games in the order of ``fixtures``: first with the first of the two on side 0, then with the sides swapped.

    Raises:
        HockeyError: If one of the two has not entered, or there is no such deal; and as ``tournament`` does.
    """
    played = resolve(variant)
    if unknown := [name for name in pair if name not in entrants]:
        raise HockeyError(f"{unknown[0]!r} has not entered: the entrants are {', '.join(entrants)}")
    place = index_below(deal, MAX_DEALS)
    if place is None:
        raise HockeyError(f"there is no deal {brief(deal)}: give a number from 0 to {MAX_DEALS - 1}")
    players = DealPlayer.of(played, {name: entrants[name] for name in pair}, seed32(seed))
    number, dealer = divmod(place, played.rules.seats)
    games = games_of(pair, players.placeholders())
    batches = (players.batch((sides, order), dealer, range(number, number + 1)) for sides, order, _ in games)
    return tuple(batch.game(number) for batch in batches)


def _play_round(
    players: DealPlayer, scoreboard: Scoreboard, deals: range, pool: ThreadPoolExecutor
) -> Iterator[tuple[int, tuple[DealResult, ...]]]:
    """Play a round, and yield the deals to report when they have been counted."""
    most = max(1, min(_BLOCK_DEALS, _BLOCK_GAMES // scoreboard.games_a_deal))
    spans = _spans(deals, most if scoreboard.round_has_fixed_length else min(_FIRST_DEALS, most), most)
    for block in players.blocks(spans, _pending(scoreboard), pool):
        yield from _counted(scoreboard, block)
        if not scoreboard.round_is_open:
            return


@contextmanager
def _pool(threads: int) -> Generator[ThreadPoolExecutor]:
    """Start threads; at the end of the context what they have not begun is cancelled."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _counted(scoreboard: Scoreboard, block: DealBlock) -> Iterator[tuple[int, tuple[DealResult, ...]]]:
    """Count a block of deals, one by one where each may be the last one of a pair; yield the deals to report."""
    if scoreboard.round_has_fixed_length:
        scoreboard.count_all(len(block.deals), pair_tallies(block), *entrant_tallies(block, scoreboard.names))
        yield block.deals[-1], ()
        return
    for deal, found in deal_results(block):
        if not scoreboard.round_is_open:
            return
        yield deal, scoreboard.count(deal, found)


def _pending(scoreboard: Scoreboard) -> Iterator[tuple[Pair, ...]]:
    while scoreboard.round_is_open:
        yield scoreboard.pending


def _spans(deals: range, size: int, most: int) -> Iterator[range]:
    """Cut deals into blocks, each twice as long as the one before, up to a greatest size."""
    start = deals.start
    while start < deals.stop:
        end = min(start + size, deals.stop)
        yield range(start, end)
        start, size = end, min(2 * size, most)
