"""Tournaments as functions: play, resume and merge them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from os import PathLike
from pathlib import Path
from typing import Any

from hockey_cards.registry import resolve
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, seed32, seed_text
from hockey_cards.tournament.entrants import Entrant
from hockey_cards.tournament.pairing.formats import Format, RoundRobin
from hockey_cards.tournament.playing.executors import Execution, StartMethod, open_workers
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.playing.settings import Settings, deal_range
from hockey_cards.tournament.runner import Progress, Watch, run
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.scoring.standings import Standings, standings_of
from hockey_cards.tournament.statistics.intervals import library
from hockey_cards.tournament.statistics.sprt import Sprt
from hockey_cards.tournament.store.manifest import Manifest, StoreError
from hockey_cards.tournament.store.store import Store


def tournament(  # noqa: PLR0913  # all but two are keyword-only
    variant: Variant[Any, Any, Any] | str,
    entrants: Mapping[str, Entrant],
    *,
    deals: int | range = 100,
    seed: Seed = 0,
    format: Format | None = None,  # noqa: A002  # the field's word
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

    See ``fixtures`` for the games of a deal, and the formats for other pairings. The standings are the same for any
    executor, number of jobs and start method. An entrant plays all seats of its side, each with its own view.

    Args:
        variant: The variant, or its name.
        entrants: The entrants by name. A string stands for the player of that name, a ``Team`` for two players that
            share a side. With worker processes they must be picklable, and a script must play under
            ``if __name__ == "__main__"``.
        deals: The number of deals, in each round if the format has several; or a range of their numbers, if other
            machines play the rest.
        seed: The seed of the cards and of the players' chance.
        format: The format; a ``RoundRobin`` if None.
        policy: The policy for the faults of players; by default the tournament stops.
        sprt: A test that stops the games of a pair once it reaches a verdict. With several pairs, all verdicts together
            keep to its error rates. It is evaluated after each of the first hundred deals, and after every tenth from
            then on.
        jobs: The number of worker processes; with an executor, the number of its workers, so that each is kept busy.
        executor: The executor that plays the games: any implementation of ``concurrent.futures.Executor``.
        start_method: How worker processes are started, if there is no executor.
        store: A file that keeps the results as they come. If it has results of this tournament already, the rest is
            played.
        records: Whether the store also keeps the record of each game.
        versions: Versions of entrants by name, to use instead of those that ``identity`` finds.
        progress: Called from time to time with the number of games played and the greatest possible number.
        watch: Called after each deal, in order, with a ``Snapshot``.

    Raises:
        HockeyError: If there are fewer than two entrants, no deals or no jobs, the format cannot be played, or an
            entrant cannot be sent to another process.
        UnknownVariant: If there is no variant of that name.
        UnknownStrategy: If there is no player of a given name.
        ParseError: If the seed is not valid.
        StrategyError: If a player fails and the policy is to stop; the message names its entrant and the deal.
        StoreError: If the file is the store of another tournament, or not a store.
        MissingExtra: If scipy or choix is not installed (extra ``tournament``).
    """
    settings = Settings(
        variant=resolve(variant),
        entrants=entrants,
        seed=seed32(seed),
        format=format or RoundRobin(),
        deals=deal_range(deals),
        sprt=sprt,
        policy=policy or Policy(),
        records=records,
        seed_text=seed_text(seed),
    )
    settings.check()
    execution = Execution(jobs, executor, start_method)
    check_libraries()
    if store is None:
        return _play(settings, execution, None, progress, watch)
    with Store.begin(store, Manifest.of(settings, versions or {})) as opened:
        return _play(settings, execution, opened, progress, watch)


def resume(  # noqa: PLR0913  # all but one are keyword-only
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
    """Finish the tournament of a store, and return the standings that it would have had without the interruption.

    Args:
        store: The file.
        entrants: The entrants that cannot be found by a name.
        variant: The variant, if it cannot be found by its name.
        versions: The versions of entrants that were given before.
        jobs: As for ``tournament``; it need not be the same as before.
        executor: As for ``tournament``.
        start_method: As for ``tournament``.
        progress: As for ``tournament``.
        watch: As for ``tournament``; also called for the deals that the store has already.

    Raises:
        StoreError: If the file is not a store, or an entrant or anything else in the tournament has changed.
        HockeyError: Whatever ``tournament`` raises.
    """
    check_libraries()
    with Store(store) as opened:
        settings = opened.manifest.settings(variant, entrants)
        settings.check()
        execution = Execution(jobs, executor, start_method)
        opened.check(Manifest.of(settings, versions or {}))
        return _play(settings, execution, opened, progress, watch)


def merge(stores: Sequence[str | PathLike[str]], into: str | PathLike[str]) -> None:
    """Write a new store with the results of several stores of one tournament, which can then be resumed.

    The given stores do not change. Results that several of them have must be equal, and are copied once.

    Args:
        stores: The files to merge.
        into: The file to create, which must not exist.

    Raises:
        StoreError: If a file is not a store, they are of different tournaments or have different results of a game, or
            the file to create exists.
    """
    if not stores:
        raise StoreError("merge needs at least one store, but none was given")
    manifests: list[Manifest] = []
    for path in stores:
        with Store(path) as each:
            manifests.append(each.manifest)
            each.check(manifests[0])
    if Path(into).exists():
        raise StoreError(f"{into} already exists: give the name of a new file")
    spans = [manifest.deals for manifest in manifests]
    span = range(min(each.start for each in spans), max(each.stop for each in spans))
    try:
        with Store.create(into, Manifest(manifests[0].fields, span)) as merged:
            for path in stores:
                merged.absorb(Path(path))
    except BaseException:
        Path(into).unlink(missing_ok=True)
        raise


def _play(
    settings: Settings, execution: Execution, store: Store | None, progress: Progress | None, watch: Watch | None
) -> Standings:
    """Play whatever the store does not have, and return the standings."""
    scoreboard = Scoreboard(settings)
    with open_workers(settings, execution) as play:
        run(scoreboard, play, workers=execution.workers, store=store, progress=progress, watch=watch)
    return standings_of(scoreboard)


def check_libraries() -> None:
    """Import the libraries that the standings need, so that no game is played in vain.

    Raises:
        MissingExtra: If scipy or choix is not installed.
    """
    for module in ("scipy.special", "choix"):
        library(module)
