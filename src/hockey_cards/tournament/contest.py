"""The tournament as one function: from entrants to standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hockey_cards.errors import HockeyError
from hockey_cards.registry import variant as variant_of
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, seed32
from hockey_cards.strategy import Player
from hockey_cards.tournament.deals import Contest, Sums
from hockey_cards.tournament.runner import Progress, run
from hockey_cards.tournament.standings import Standings, ranked, standing
from hockey_cards.tournament.statistics import quantile


def tournament(
    variant: Variant[Any, Any, Any] | str,
    entrants: Mapping[str, Player | str],
    *,
    deals: int = 100,
    seed: Seed = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Standings:
    """Play every entrant against every other on the same deals, from both sides of the table.

    See ``fixtures`` for the games of a deal. The standings are the same for any number of jobs. Entrants need
    not know of each other; an entrant plays all seats of its side, each with its own view.

    Args:
        variant: The variant, or its name.
        entrants: The players, by the names that they enter under; a text stands for the player of that name. With more
            than one job they must be such that can be pickled, and a script must start from under
            ``if __name__ == "__main__"``.
        deals: How many deals are played.
        seed: The seed of cards and chance.
        jobs: How many processes play.
        progress: Called now and then with the number of games played, and of all games.

    Raises:
        HockeyError: If there are fewer than two entrants, no deals or no jobs, or an entrant cannot be sent to another
            process.
        UnknownVariant: If there is no variant of that name.
        UnknownStrategy: If there is no player of a name.
        ParseError: If the seed is no seed.
        StrategyError: If a strategy fails; the message names its entrant and the deal.
        ModuleNotFoundError: If scipy is not installed (extra ``tournament``).
    """
    played = variant_of(variant) if isinstance(variant, str) else variant
    _check(entrants, deals, jobs)
    contest = Contest(played, dict(entrants), seed32(seed))
    reach = quantile(deals)  # before the games: without scipy none should have been played in vain
    sums = run(contest, deals, jobs=jobs, progress=progress)
    return Standings(
        variant=played.key,
        house=played.changes,
        seed=seed.hex() if isinstance(seed, bytes) else str(seed),
        deals=deals,
        entrants=_entrants(contest, sums, reach),
        pairs=_pairs(contest, sums, reach),
    )


def _check(entrants: Mapping[str, object], deals: int, jobs: int) -> None:
    if len(entrants) < 2:
        few = "1 entrant" if entrants else "no entrants"
        raise HockeyError(f"a tournament of {few} cannot be played: give two or more")
    for name, number in (("deals", deals), ("jobs", jobs)):
        if type(number) is not int or number < 1:
            raise HockeyError(f"{name} cannot be {number!r}: give a number from 1")


def _entrants(contest: Contest, sums: Sums, reach: float) -> tuple[Any, ...]:
    named = zip(contest.entrants, sums.entrants, strict=True)
    return ranked([standing(name, None, tally, reach) for name, tally in named])


def _pairs(contest: Contest, sums: Sums, reach: float) -> tuple[Any, ...]:
    paired = zip(contest.pairs, sums.pairs, strict=True)
    return tuple(standing(*names, tally, reach) for names, tally in paired)
