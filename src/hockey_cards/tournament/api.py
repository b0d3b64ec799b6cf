"""Tournaments as functions: play, resume and merge them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Final

from hockey_cards.registry import resolve
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, Seeded, seed32, seed_text
from hockey_cards.tournament.entrants import Entrant, members
from hockey_cards.tournament.pairing.formats import Format, RoundRobin
from hockey_cards.tournament.playing.executors import Execution, StartMethod, open_workers
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.playing.seats import has_own_process
from hockey_cards.tournament.playing.settings import Settings, chosen_seed, deal_range
from hockey_cards.tournament.progress import Progress, shown
from hockey_cards.tournament.runner import Watch, run
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.scoring.standings import Standings, standings_of
from hockey_cards.tournament.statistics.intervals import library
from hockey_cards.tournament.statistics.sprt import Sprt
from hockey_cards.tournament.store.manifest import Manifest, StoreError
from hockey_cards.tournament.store.store import Store

Announce = Callable[[str], object]
"""A callback for the commitment to the seed of a tournament, called before the first deal."""

_LEAST_SEED_LENGTH: Final = 32
"""The number of characters below which a seed counts as guessable; as hexadecimal digits they are 128 bits."""


class GuessableSeedWarning(UserWarning):
    """A warning that players in processes of their own can find out the seed of a tournament by guessing."""


def tournament(  # noqa: PLR0913  # all but two are keyword-only
    variant: Variant[Any, Any, Any] | str,
    entrants: Mapping[str, Entrant],
    *,
    deals: int | range = 100,
    seed: Seed | None = None,
    format: Format | None = None,  # noqa: A002  # the field's word
    policy: Policy | None = None,
    sprt: Sprt | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    start_method: StartMethod = "spawn",
    store: str | PathLike[str] | None = None,
    records: bool = False,
    versions: Mapping[str, str] | None = None,
    progress: Progress | bool | None = None,
    watch: Watch | None = None,
    announce: Announce | None = None,
) -> Standings:
    """Play every entrant against every other on the same deals, from both sides of the table.

    See ``fixtures`` for the games of a deal, and the formats for other pairings. The standings are the same for any
    executor, number of jobs and start method. An entrant plays all seats of its side, each with its own view.

    Args:
        variant: The variant, or its name.
        entrants: The entrants by name: players, texts that name players as for ``play``, or a ``Team`` of two players
            that share a side. With worker processes they must be picklable, and a script must play under
            ``if __name__ == "__main__"``.
        deals: The number of deals, in each round if the format has several; or a range of their numbers, if other
            machines play the rest.
        seed: The seed of the cards and of the players' chance; if None that of the store, or 32 random bytes if there
            is no store yet. Whoever knows the seed knows all cards, so a seed that can be guessed suits only players
            that are trusted. A part of a tournament, which has a range of deals, needs an explicit seed.
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
        progress: Called from time to time with the number of games played and the greatest possible number; if True, a
            bar on stderr shows them.
        watch: Called after each deal, in order, with a ``Snapshot``.
        announce: Called before the first deal with the commitment to the seed (see ``Seeded.commitment``). Published
            then, it shows later that the seed of the standings was not chosen to suit anybody.

    Raises:
        HockeyError: If there are fewer than two entrants, no deals or no jobs, the format cannot be played, an
            entrant cannot be sent to another process, or a part of a tournament has no seed.
        UnknownVariant: If there is no variant of that name.
        UnknownStrategy: If a text names no player.
        ParseError: If the seed is not valid.
        StrategyError: If a player fails and the policy is to stop; the message names its entrant and the deal.
        StoreError: If the file is the store of another tournament, or not a store.
        MissingExtra: If scipy or choix is not installed (extra ``tournament``).

    Warns:
        GuessableSeedWarning: If a given seed is short, and a player has a process of its own.
    """
    kept = None if seed is not None or store is None else Store.seed_of(store)
    key, text = kept or _key_and_text(chosen_seed(seed, deals))
    settings = Settings(
        variant=resolve(variant),
        entrants=entrants,
        seed=key,
        format=format or RoundRobin(),
        deals=deal_range(deals),
        sprt=sprt,
        policy=policy or Policy(),
        records=records,
        seed_text=text,
    )
    settings.check()
    execution = Execution(jobs, executor, start_method)
    check_libraries()
    if seed is not None:
        _warn_of_seed(seed, settings)
    if store is None:
        return _play(settings, execution, None, progress=progress, watch=watch, announce=announce)
    with Store.begin(store, Manifest.of(settings, versions or {})) as opened:
        return _play(settings, execution, opened, progress=progress, watch=watch, announce=announce)


def resume(  # noqa: PLR0913  # all but one are keyword-only
    store: str | PathLike[str],
    *,
    entrants: Mapping[str, Entrant] | None = None,
    variant: Variant[Any, Any, Any] | None = None,
    versions: Mapping[str, str] | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    start_method: StartMethod = "spawn",
    progress: Progress | bool | None = None,
    watch: Watch | None = None,
    announce: Announce | None = None,
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
        announce: As for ``tournament``.

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
        return _play(settings, execution, opened, progress=progress, watch=watch, announce=announce)


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
            if each.manifest.fields["seed32"] != manifests[0].fields["seed32"]:
                raise StoreError(f"{path} and {stores[0]} have different seeds: give all parts the same explicit seed")
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


def _key_and_text(seed: Seed) -> tuple[bytes, str]:
    return seed32(seed), seed_text(seed)


def _warn_of_seed(seed: Seed, settings: Settings) -> None:
    """Warn of a short seed if it is worth guessing, because a player sees nothing else."""
    if isinstance(seed, bytes) or len(settings.seed_text) >= _LEAST_SEED_LENGTH:
        return
    players = ((name, player) for name, entrant in settings.entrants.items() for player in members(entrant))
    separate = [name for name, player in players if has_own_process(player, settings.policy)]
    if separate:
        warnings.warn(
            f"{separate[0]} has a process of its own and sees only its views, but it can find out a short seed, and "
            f"with it all cards, by guessing: give no seed, or one of {_LEAST_SEED_LENGTH} characters",
            GuessableSeedWarning,
            stacklevel=3,
        )


def _play(
    settings: Settings,
    execution: Execution,
    store: Store | None,
    *,
    progress: Progress | bool | None,
    watch: Watch | None,
    announce: Announce | None,
) -> Standings:
    """Play whatever the store does not have, and return the standings."""
    if announce is not None:
        announce(Seeded(settings.seed).commitment)
    scoreboard = Scoreboard(settings)
    with _advice_on_interrupt(store), shown(progress=progress) as show, open_workers(settings, execution) as play:
        run(scoreboard, play, workers=execution.workers, store=store, progress=show, watch=watch)
    return standings_of(scoreboard)


@contextmanager
def _advice_on_interrupt(store: Store | None) -> Generator[None]:
    """Add to an interruption how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        advice = "the results are lost, as there is no store: give a file as `store`"
        if store is not None:
            advice = f"the results are kept: call it again, or resume({str(store.path)!r})"
        raise KeyboardInterrupt(advice) from None


def check_libraries() -> None:
    """Import the libraries that the standings need, so that no game is played in vain.

    Raises:
        MissingExtra: If scipy or choix is not installed.
    """
    for module in ("scipy.special", "choix"):
        library(module)
