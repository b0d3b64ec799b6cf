"""Measuring a variant: which players meet, and what is made of their games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any, Final

import attrs
import numpy as np

from hockey_cards.batch.arrays import Array
from hockey_cards.batch.limits import THREADS, check, fitting
from hockey_cards.errors import ParseError
from hockey_cards.measure.games import LEAST, MOST, Columns, Progress, Source, games_of, source_of
from hockey_cards.measure.measures import MEASURES, SKILL, Finding, Measurement, SideBySide
from hockey_cards.measure.samples import Sample, difference, estimate, mean, ratio
from hockey_cards.registry import resolve
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, seed32, seed_text
from hockey_cards.tournament.statistics.intervals import quantile

LADDER: Final = ("random", "greedy", "counter")
"""The players that meet themselves, and each the one before it."""

_SIZES: Final = (45, 80)
"""How many bytes a game takes, of one variant and of the two of several that are in memory at a time; measured."""

GAMES: Final = 10**6
"""How many games are measured if nothing is said."""


def measure(
    variant: Variant[Any, Any, Any] | str,
    *,
    games: int = GAMES,
    seed: Seed = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Measurement:
    """Measure a variant: ``random``, ``greedy`` and ``counter`` meet themselves, and each the one before.

    What is measured is told at ``Measure``. Seat 0 deals the first period of each game.

    Not all games are as many as asked for: those with ``counter`` are 20 times fewer; those that are gone through move
    by move, for lead changes and forced moves, 250 times fewer; those that are looked at to see who acts first, where
    that depends on the deal, 50 times fewer. Two players that meet play half as many deals, each from both sides. Of a
    variant without a kernel the engine plays 500 times fewer, and another 4 times fewer with ``counter``. Every
    estimate tells how many games or deals it is taken from.

    Args:
        variant: What is played, or its name.
        games: How many games, from 100; the fewer numbers above are 100 at the least.
        seed: The seed of packs and choices.
        threads: On how many threads; the result is the same for any number.
        progress: Told the key of the variant, who meets, how many of their games are over, and how many there are.

    Raises:
        UnknownVariant: If there is no variant of that name.
        ParseError: If the seed is no seed, or a number makes no sense.
        ModuleNotFoundError: If scipy is not installed; says how to install it.
    """
    return compare([variant], games=games, seed=seed, threads=threads, progress=progress).measurements[0]


def compare(
    variants: Sequence[Variant[Any, Any, Any] | str],
    *,
    games: int = GAMES,
    seed: Seed = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> SideBySide:
    """Measure several variants side by side on the same deals, and by how much each differs from the first.

    Only players that can play all of them are measured. For the arguments and errors see ``measure``.

    Args:
        variants: What is played, or the names.
        games: How many games of each, from 100.
        seed: The seed of packs and choices.
        threads: On how many threads.
        progress: Told the key of the variant, who meets, how many of their games are over, and how many there are.

    Raises:
        UnknownVariant: If there is no variant of a name.
        ParseError: If there is no variant, the seed is no seed, or a number makes no sense.
        ModuleNotFoundError: If scipy is not installed; says how to install it.
    """
    check("games", games, LEAST, MOST)
    check("threads", threads, 1, THREADS)
    if not variants or isinstance(variants, str):
        raise ParseError(f"{variants!r} are no variants: give one or more")
    quantile(LEAST)  # what is missing for it is known before the games, and not after them
    played = [resolve(each) for each in variants]
    stands = [_Stand(each, source_of(each, seed32(seed), threads), games, progress) for each in played]
    with fitting(games, _SIZES[len(stands) > 1]):
        met = [list(_meet(players, stands)) for players in _meetings(stands)]
    found = [tuple(chain.from_iterable(findings)) for findings in zip(*met, strict=True)]
    measurements = (
        Measurement(each.key, each.changes, seed_text(seed), games, stand.source.compiled, _own(findings))
        for each, stand, findings in zip(played, stands, found, strict=True)
    )
    paired = tuple(each.rules.deck == played[0].rules.deck for each in played[1:])
    return SideBySide(tuple(measurements), tuple(map(_beyond, found[1:])), paired)


_Pair = tuple[Finding, Finding | None]
"""What was found of a variant, and what that is more than the first one's, unless it is the first."""


def _own(found: Sequence[_Pair]) -> tuple[Finding, ...]:
    return tuple(own for own, _ in found)


def _beyond(found: Sequence[_Pair]) -> tuple[Finding, ...]:
    return tuple(beyond for _, beyond in found if beyond is not None)


def _meetings(stands: Sequence[_Stand]) -> Iterator[tuple[str, ...]]:
    """Yield who meets whom: each player itself, then each the one before, the stronger first."""
    known = [player for player in LADDER if all(stand.source.knows(player) for stand in stands)]
    yield from ((player,) for player in known)
    yield from ((stronger, weaker) for weaker, stronger in pairwise(known))


def _meet(players: tuple[str, ...], stands: Sequence[_Stand]) -> Iterator[list[_Pair]]:
    """Yield for each variant what is found of a meeting."""
    kept: _Take | None = None
    for stand in stands:
        take = stand.take(players)
        yield [_found(players, name, take, kept) for name in take]
        kept = take if kept is None else kept


def _found(players: tuple[str, ...], name: str, take: _Take, first: _Take | None) -> _Pair:
    sample = take[name]()
    own = Finding(players, name, estimate(sample))
    return own, None if first is None else Finding(players, name, difference(first[name](), sample))


_Take = Mapping[str, Callable[[], Sample]]
"""By measure what makes its sample from the games of a meeting: samples are large, and each is made when it is due."""


@attrs.frozen(eq=False)
class _Stand:
    """A variant that is being measured.

    Args:
        variant: What is played.
        source: Where its games come from.
        games: How many were asked for.
        progress: Told how far it is.
    """

    variant: Variant[Any, Any, Any]
    source: Source
    games: int
    progress: Progress | None

    def take(self, players: tuple[str, ...]) -> _Take:
        """Play the games of a meeting."""
        amount = self.source.amount(self.games)
        games = amount.of(players)
        if len(players) == 1:
            own = self._play((*players, *players), games, amount.walked)
            return _alone(own, self.source.leaders(min(games, amount.led)))
        deals = max(games // 2, LEAST)
        return _against(self._play(players, deals, 0), self._play(players[::-1], deals, 0))

    def _play(self, players: Sequence[str], games: int, walked: int) -> Columns:
        progress = None if self.progress is None else partial(self.progress, self.variant.key)
        return games_of(self.source, players, games, min(walked, games), progress)


def _alone(games: Columns, leaders: Array) -> _Take:
    """Return the samples of a player that met itself; the game is the unit."""
    walked = len(games.forced)
    ahead = np.where(leaders == 0, games.margin[: len(leaders)], -games.margin[: len(leaders)])
    samples: dict[str, Callable[[], Sample]] = {
        "leader_points": lambda: mean(_points(ahead), share=True),
        "leader_margin": lambda: mean(ahead),
        "goals": lambda: mean(games.goals),
        "moves": lambda: mean(games.moves),
        "draws": lambda: mean(games.margin == 0, share=True),
        "overtimes": lambda: mean(games.overtime, share=True),
        "lead_changes": lambda: mean(games.changes),
        "forced": lambda: ratio(games.forced, games.moves[:walked]),
    }
    return {measure.name: samples[measure.name] for measure in MEASURES}


def _against(one: Columns, other: Columns) -> _Take:
    """Return the samples of a player that met another on deals played from both sides; the deal is the unit."""
    samples: dict[str, Callable[[], Sample]] = {
        "points": lambda: mean((_points(one.margin) + _points(-other.margin)) / 2, share=True),
        "margin": lambda: mean((one.margin - other.margin) / 2),
    }
    return {measure.name: samples[measure.name] for measure in SKILL}


def _points(margin: Array) -> Array:
    """Return the points for margins: 1 for a win, a half for a draw."""
    return (np.sign(margin) + 1) / 2
