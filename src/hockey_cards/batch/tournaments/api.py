"""A tournament of compiled players as one function: the same deals, ledger and standings, with games from a kernel."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from hockey_cards.batch.tournaments.games import Court, Entrant, Stretch
from hockey_cards.batch.tournaments.tallies import meetings, of_entrants, of_pairs
from hockey_cards.errors import HockeyError
from hockey_cards.game import Game
from hockey_cards.registry import resolve
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, seed32, seed_text
from hockey_cards.tournament.api import check, want
from hockey_cards.tournament.pairing.fixtures import Pair, games_of
from hockey_cards.tournament.pairing.formats import Format, RoundRobin
from hockey_cards.tournament.playing.play_deal import Meeting
from hockey_cards.tournament.runner import Moment, Progress, Watch
from hockey_cards.tournament.scoring.scoreboard import Ledger, Plan
from hockey_cards.tournament.scoring.standings import Standings, standings_of
from hockey_cards.tournament.statistics.sprt import Sprt

_MOST: Final = 1 << 14
"""The most deals of a block: an interruption waits for the end of a batch of it."""
_GAMES: Final = 1 << 19
"""The most games of a block, where many meet: each takes about 50 bytes of memory."""
_FEWEST: Final = 1 << 7
"""The deals of the first block where the next deal may be the last one."""
_GREATEST: Final = 10**12
"""No number of a deal is greater, nor is the number of threads."""

_Tell = Callable[[int, tuple[Meeting, ...]], None]


def tournament(  # noqa: PLR0913  # each is a word of its own, given by name
    variant: Variant[Any, Any, Any] | str,
    entrants: Mapping[str, Entrant],
    *,
    deals: int | range = 100,
    seed: Seed = 0,
    format: Format | None = None,  # noqa: A002  # the players' word for who meets whom
    sprt: Sprt | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Standings:
    """Play every compiled player against every other on the same deals, from both sides of the table.

    It is ``hockey_cards.tournament.tournament`` in all that counts: who meets whom, which seat deals, how often a deal
    is played, when a test is looked at, and what the standings tell. Other are the packs, which come from the stream
    of the batch, and the numbers that players choose by: in all games of a deal these are the same. So equal players
    make equal points of every deal, and the gain that a comparison tells is that of cards and chance together. Nobody
    can fail, and nothing is kept but the sums.

    The standings depend on the arguments alone, and not on the number of threads.

    Args:
        variant: The variant, or its name: a game of the pile or a rink, house rules included.
        entrants: The players as for ``simulate``, by the names that they enter under; a ``Team`` for two that share a
            side.
        deals: How many deals are played, in each round where the format has some; or a range of their numbers.
        seed: The seed of cards and chance.
        format: Who meets whom; a ``RoundRobin`` if None.
        sprt: A test that ends the games of a pair as soon as it knows.
        threads: On how many threads.
        progress: Called now and then with the number of games played, and of all games at most.
        watch: Called where a test or a knock-out may end a match with each deal, in order, when it has been counted;
            else now and then, with the last deal of those that have been counted together, and without their meetings.

    Raises:
        HockeyError: If there are fewer than two entrants, no deals or no threads, or the format cannot be played.
        UnknownVariant: If there is no variant of that name.
        VariantError: If the variant has no kernel.
        UnknownStrategy: If some entrants have no compiled form; names all of them.
        ParseError: If the seed is no seed.
        ModuleNotFoundError: If scipy or choix is not installed (extra ``tournament``).
    """
    played = resolve(variant)
    told = seed_text(seed)
    court = Court.of(played, entrants, seed32(seed))
    plan = Plan(format or RoundRobin(), _range(deals), sprt, told)
    ledger = Ledger(court.contest(), plan)
    check(ledger.contest, plan, None)
    _check_threads(threads)
    want()
    while round_ := ledger.begin():
        with _pool(threads) as pool:
            _play(court, ledger, round_, pool, _teller(ledger, progress, watch))
        ledger.end()
    return standings_of(ledger)


def deal_games(
    variant: Variant[Any, Any, Any] | str, entrants: Mapping[str, Entrant], pair: Pair, deal: int, *, seed: Seed = 0
) -> tuple[Game[Any, Any, Any], ...]:
    """Play a deal of a tournament again, in the kernel and move for move in the engine, and return its games.

    Args:
        variant: The variant, or its name.
        entrants: The players by name; those of the pair at least.
        pair: Who meet, in the order of entry.
        deal: The number of the deal.
        seed: The seed of the tournament.

    Returns:
        The games in the order of ``fixtures``: first with the first of the two on side 0, then with the sides swapped.

    Raises:
        HockeyError: If one of the two has not entered, or there is no such deal; and as ``tournament`` does.
    """
    played = resolve(variant)
    if strange := [name for name in pair if name not in entrants]:
        raise HockeyError(f"{strange[0]!r} has not entered: the entrants are {', '.join(entrants)}")
    if type(deal) is not int or not 0 <= deal < _GREATEST:
        raise HockeyError(f"there is no deal {deal!r}: give a number from 0, below {_GREATEST}")
    court = Court.of(played, {name: entrants[name] for name in pair}, seed32(seed))
    number, dealer = divmod(deal, played.rules.seats)
    games = games_of(pair, court.contest().entrants)
    batches = (court.batch((sides, order), dealer, range(number, number + 1)) for sides, order, _ in games)
    return tuple(batch.game(number) for batch in batches)


def _play(court: Court, ledger: Ledger, deals: range, pool: ThreadPoolExecutor, tell: _Tell) -> None:
    """Play a round."""
    most = max(1, min(_MOST, _GAMES // ledger.games_a_deal))
    spans = _spans(deals, most if ledger.is_whole else min(_FEWEST, most), most)
    for block in court.blocks(ledger.contest, spans, _due(ledger), pool):
        for deal, counted in _counted(ledger, block):
            tell(deal, counted)
        if not ledger.is_open:
            return


@contextmanager
def _pool(threads: int) -> Generator[ThreadPoolExecutor]:
    """Give threads; what they have not begun when nobody waits for it any more is not played."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _counted(ledger: Ledger, block: Stretch) -> Iterator[tuple[int, tuple[Meeting, ...]]]:
    """Count some deals: all at once, or where each may be the last of a pair one by one, and yield what was counted."""
    if ledger.is_whole:
        ledger.count_all(len(block.deals), of_pairs(block), *of_entrants(block, ledger.names))
        yield block.deals[-1], ()
        return
    for deal, found in meetings(block):
        if not ledger.is_open:
            return
        yield deal, ledger.count(deal, found)


def _teller(ledger: Ledger, progress: Progress | None, watch: Watch | None) -> _Tell:
    """Return what tells how far it is, given a deal, and what was counted of it if that is known."""

    def tell(deal: int, counted: tuple[Meeting, ...]) -> None:
        if progress is not None:
            progress(ledger.games, ledger.total)
        if watch is not None:
            watch(Moment(deal, counted, ledger.games, ledger.total, ledger))

    return tell


def _due(ledger: Ledger) -> Iterator[tuple[Pair, ...]]:
    while ledger.is_open:
        yield ledger.due


def _spans(deals: range, size: int, most: int) -> Iterator[range]:
    """Cut deals into blocks, each twice as long as the one before, up to the most."""
    start = deals.start
    while start < deals.stop:
        end = min(start + size, deals.stop)
        yield range(start, end)
        start, size = end, min(2 * size, most)


def _range(deals: object) -> range:
    found = deals if isinstance(deals, range) else range(deals) if type(deals) is int else range(0)
    if not found or found.stop > _GREATEST:
        raise HockeyError(f"deals cannot be {deals!r}: give a number from 1 to {_GREATEST}, or a range of such numbers")
    return found


def _check_threads(threads: object) -> None:
    if type(threads) is not int or not 1 <= threads <= _GREATEST:
        raise HockeyError(f"threads cannot be {threads!r}: give a number from 1")
