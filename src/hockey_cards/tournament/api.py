"""The tournament as one function: from entrants to standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from importlib import import_module
from multiprocessing import get_all_start_methods
from os import PathLike
from pathlib import Path
from typing import Any, get_args

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.registry import resolve
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, seed32, seed_text
from hockey_cards.strict_json import is_unicode
from hockey_cards.tournament.entrants import Entrant, Team
from hockey_cards.tournament.pairing.formats import Format, RoundRobin
from hockey_cards.tournament.playing.executors import StartMethod, hall, workers_of
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.playing.play_deal import Contest
from hockey_cards.tournament.runner import Keeper, Progress, Watch, replay, run
from hockey_cards.tournament.scoring.scoreboard import Ledger, Plan
from hockey_cards.tournament.scoring.standings import Standings, standings_of
from hockey_cards.tournament.statistics.intervals import wanted
from hockey_cards.tournament.statistics.sprt import Sprt
from hockey_cards.tournament.store.manifest import GREATEST, Header, StoreError
from hockey_cards.tournament.store.store import Store


def tournament(  # noqa: PLR0913  # each is a word of its own, given by name
    variant: Variant[Any, Any, Any] | str,
    entrants: Mapping[str, Entrant],
    *,
    deals: int | range = 100,
    seed: Seed = 0,
    format: Format | None = None,  # noqa: A002  # the players' word for who meets whom
    policy: Policy | None = None,
    sprt: Sprt | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    start_method: StartMethod = "spawn",
    store: str | PathLike[str] | None = None,
    records: bool = False,
    versions: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Standings:
    """Play every entrant against every other on the same deals, from both sides of the table.

    See ``fixtures`` for the games of a deal, and the formats for other ways to meet. The standings are the same
    for any executor, number of jobs and way to start a process. Entrants need not know of each other; an entrant
    plays all seats of its side, each with its own view.

    Args:
        variant: The variant, or its name.
        entrants: The players, by the names that they enter under; a text stands for the player of that name, a
            ``Team`` for two that share a side. With other processes they must be such that can be pickled, and
            a script must start from under ``if __name__ == "__main__"``.
        deals: How many deals are played, in each round where the format has some; or a range of their numbers, where
            another machine plays the rest.
        seed: The seed of cards and chance.
        format: Who meets whom; a ``RoundRobin`` if None.
        policy: What is done about players that fail; by default the tournament stops.
        sprt: A test that ends the games of a pair as soon as it knows; of several pairs, all verdicts together keep to
            its error rates. It is looked at after each of the first hundred deals, and after every tenth from then on.
        jobs: How many processes play; with an executor, how many workers it has, so that each has something to do.
        executor: Where the games are played: whatever has the interface of ``concurrent.futures.Executor``.
        start_method: How processes start that are not an executor's.
        store: A file that keeps all results while they come. If it has some of this very tournament, it goes on.
        records: Whether the store keeps the record of each game too.
        versions: What is to be taken for the versions of entrants, by name; see ``identity``.
        progress: Called now and then with the number of games played, and of all games at most.
        watch: Called with each deal, in order, when it has been counted.

    Raises:
        HockeyError: If there are fewer than two entrants, no deals or no jobs, the format cannot be played, or an
            entrant cannot be sent to another process.
        UnknownVariant: If there is no variant of that name.
        UnknownStrategy: If there is no player of a name.
        ParseError: If the seed is no seed.
        StrategyError: If a strategy fails and the policy is to stop; the message names its entrant and the deal.
        StoreError: If the store is of another tournament, or no store.
        ModuleNotFoundError: If scipy is not installed (extra ``tournament``).
    """
    played = resolve(variant)
    key = seed32(seed)
    told = seed_text(seed)
    _check_kinds(entrants, policy, sprt)
    contest = Contest(played, dict(entrants), key, policy or Policy(), records)
    plan = Plan(format or RoundRobin(), deals if isinstance(deals, range) else _range(deals), sprt, told)
    check(contest, plan, jobs)
    want()
    way = Way(jobs, executor, start_method)
    if store is None:
        return _play_all(contest, plan, way, None, progress, watch)
    with Store.begin(store, Header.of(contest, plan, versions or {})) as keeper:
        return _play_all(contest, plan, way, keeper, progress, watch)


def _check_kinds(entrants: object, policy: object, sprt: object) -> None:
    """Refuse what is of another kind than it should be, for callers who have no type checker."""
    if not isinstance(entrants, Mapping):
        raise HockeyError("entrants enter under names: give a dict such as {'bot': bot, 'random': 'random'}")
    if not isinstance(policy, Policy | None):
        raise HockeyError(f"there is no policy {policy!r:.40}: give a value such as Policy(remedy='random')")
    if not isinstance(sprt, Sprt | None):
        raise HockeyError(f"there is no test {sprt!r:.40}: give a value such as Sprt(0, 20)")


def resume(  # noqa: PLR0913  # each is a word of its own, given by name
    store: str | PathLike[str],
    *,
    entrants: Mapping[str, Entrant] | None = None,
    variant: Variant[Any, Any, Any] | None = None,
    versions: Mapping[str, str] | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    start_method: StartMethod = "spawn",
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Standings:
    """Go on with a tournament that was ended before its time, and return what it would have come to otherwise.

    Args:
        store: The file.
        entrants: Those of the entrants that cannot be found by a text.
        variant: The variant, if it cannot be found by its name.
        versions: What was given for the versions of entrants.
        jobs: As for ``tournament``; not necessarily the same.
        executor: The same.
        start_method: The same.
        progress: The same.
        watch: The same; told of what was played before, too.

    Raises:
        StoreError: If the file is no store, or somebody or something in the tournament is not what it was.
        HockeyError: Whatever ``tournament`` raises.
    """
    want()
    with Store(store) as keeper:
        contest, plan = keeper.header.contest(variant, entrants), keeper.header.plan
        check(contest, plan, jobs)
        keeper.check(Header.of(contest, plan, versions or {}))
        return _play_all(contest, plan, Way(jobs, executor, start_method), keeper, progress, watch)


def report(store: str | PathLike[str], *, variant: Variant[Any, Any, Any] | None = None) -> Standings:
    """Return what a store comes to as it is: deals that are not whole are left out. Nothing is played.

    Args:
        store: The file.
        variant: The variant, if it cannot be found by its name.

    Raises:
        StoreError: If the file is no store.
    """
    want()
    with Store(store) as keeper:
        ledger = Ledger(keeper.header.contest(variant, keeper.header.absent), keeper.header.plan)
        replay(ledger, keeper)
    return standings_of(ledger)


def merge(stores: Sequence[str | PathLike[str]], into: str | PathLike[str]) -> None:
    """Write a store that holds what others hold, of different deals of one tournament: it can be gone on with.

    The others stay as they are. What two of them hold is taken once, if it is the same.

    Args:
        stores: The files.
        into: The file to be written: there is none of that name yet.

    Raises:
        StoreError: If one is no store, they are of different tournaments or have different results of one game, or
            there is a file already.
    """
    if not stores:
        raise StoreError("no stores cannot be merged: give one or more")
    headers: list[Header] = []
    for path in stores:
        with Store(path) as each:
            headers.append(each.header)
            each.check(headers[0])
    if Path(into).exists():
        raise StoreError(f"{into} is there already: give the name of a new file")
    spans = [header.deals for header in headers]
    span = range(min(each.start for each in spans), max(each.stop for each in spans))
    try:
        with Store.create(into, Header(headers[0].fields, span)) as made:
            for path in stores:
                made.absorb(Path(path))
    except BaseException:
        Path(into).unlink(missing_ok=True)
        raise


def _way_to_start(_way: object, _field: attrs.Attribute[Any], value: object) -> None:
    known = get_all_start_methods()
    if value not in known:
        raise HockeyError(f"a process cannot start by {value!r:.80}: the ways here are {', '.join(known)}")


@attrs.frozen
class Way:
    """How a tournament is played: what changes nothing in what it comes to.

    Args:
        jobs: How many processes play, or how many workers the executor has.
        executor: Where the games are played.
        start_method: How processes start that are not an executor's.
    """

    jobs: int | None = None
    executor: Executor | None = None
    start_method: StartMethod = attrs.field(default="spawn", validator=_way_to_start)


def _play_all(
    contest: Contest, plan: Plan, way: Way, keeper: Keeper | None, progress: Progress | None, watch: Watch | None
) -> Standings:
    """Play what the keeper does not know, and return the standings."""
    ledger = Ledger(contest, plan)
    with hall(contest, jobs=way.jobs, executor=way.executor, start_method=way.start_method) as play:
        workers = workers_of(way.jobs, way.executor)
        run(ledger, play, workers=workers, keeper=keeper, progress=progress, watch=watch)
    return standings_of(ledger)


def want() -> None:
    """See that what the standings need is there: without it no game should be played in vain."""
    with wanted():
        for name in ("scipy.special", "choix"):
            import_module(name)


def _range(deals: object) -> range:
    if type(deals) is not int or deals < 1:
        raise HockeyError(f"deals cannot be {deals!r}: give a number from 1")
    return range(deals)


def check(contest: Contest, plan: Plan, jobs: int | None) -> None:
    """Refuse what cannot be played, before anything is.

    Raises:
        HockeyError: If something makes no sense.
    """
    entrants, deals = contest.entrants, plan.deals
    if len(entrants) < 2:
        few = "1 entrant" if entrants else "no entrants"
        raise HockeyError(f"a tournament of {few} cannot be played: give two or more")
    if jobs is not None and (type(jobs) is not int or jobs < 1):
        raise HockeyError(f"jobs cannot be {jobs!r}: give a number from 1")
    if not deals or deals.step != 1 or deals.start < 0:
        raise HockeyError(f"deals cannot be {deals!r}: give a number from 1, or a range of numbers from 0, each once")
    if deals.stop > GREATEST:
        raise HockeyError(f"deals cannot be {deals!r}: their numbers go up to {GREATEST}")
    for name, entrant in entrants.items():
        if not is_unicode(name) or not name:
            raise HockeyError(f"an entrant cannot be called {name!r:.80}: give a text")
        if isinstance(entrant, Team) and contest.variant.rules.seats < 4:
            raise HockeyError(f"{name} is a team, but {contest.variant.key} has one seat a side: enter single players")
    _check_format(contest, plan)


def _check_format(contest: Contest, plan: Plan) -> None:
    if not isinstance(plan.format, get_args(Format)):
        raise HockeyError(f"there is no format {plan.format!r:.80}: give a value such as RoundRobin() or Swiss(5)")
    plan.format.next_round(tuple(contest.entrants), ())  # which refuses what it cannot pair
    if not plan.format.has_rounds:
        return
    if plan.sprt is not None:
        raise HockeyError(f"a test cannot end the matches of a {plan.format.kind}: play a round-robin or a gauntlet")
    if plan.deals.start:
        raise HockeyError(f"a {plan.format.kind} cannot begin at deal {plan.deals.start}: its rounds go by the first")
