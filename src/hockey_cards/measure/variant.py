"""Measuring variants: the meetings of players, and the estimates taken from their games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any, Final

import attrs
import numpy as np

from hockey_cards import extras
from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.limits import MAX_THREADS, memory_for, number_within
from hockey_cards.errors import ParseError
from hockey_cards.measure.games import LEAST, MOST, GameColumns, GameSource, Progress, play_meeting, source_of
from hockey_cards.measure.measures import GAMES, MEASURES, SKILL, Finding, Measurement, VariantComparison
from hockey_cards.measure.samples import Sample, difference, estimate, mean, ratio
from hockey_cards.registry import resolve
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, seed32, seed_text

LADDER: Final = ("random", "greedy", "counter")
"""The players from weak to strong: each meets itself and the one before it."""

_SIZES: Final = (45, 80)
"""The bytes that a game takes, of one variant alone, and of the two that are in memory at once where more are compared;
measured."""


def measure(
    variant: Variant[Any, Any, Any] | str,
    *,
    games: int = GAMES,
    seed: Seed = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Measurement:
    """Measure a variant: ``random``, ``greedy`` and ``counter`` each play against themselves and the weaker one before.

    ``Measure`` describes what is measured. Seat 0 deals the first period of each game.

    Some numbers of games are smaller than the one asked for. Games with ``counter`` are 20 times fewer; games that are
    replayed move by move, for lead changes and forced moves, 250 times fewer; games whose first mover is looked up,
    where it depends on the deal, 50 times fewer. Two players play half as many deals, each from both sides. Without a
    kernel the engine plays 500 times fewer games, and another 4 times fewer with ``counter``. Every estimate says how
    many games or deals it is taken from.

    Args:
        variant: The variant or its name.
        games: The number of games, from 100; the smaller numbers above are at least 100.
        seed: The seed of packs and choices.
        threads: The number of threads; the result is the same for any number.
        progress: Called with the key of the variant, the players who meet, the number of their games that are over, and
            the number of all their games.

    Raises:
        UnknownVariant: If no variant has the name.
        ParseError: If the seed is not valid, or a number is out of range.
        MissingExtra: If scipy is not installed; the message says how to install it.
    """
    return compare([variant], games=games, seed=seed, threads=threads, progress=progress).measurements[0]


def compare(
    variants: Sequence[Variant[Any, Any, Any] | str],
    *,
    games: int = GAMES,
    seed: Seed = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> VariantComparison:
    """Measure several variants on the same deals, and how each differs from the first.

    Only players that can play all of the variants are measured. See ``measure`` for details.

    Args:
        variants: The variants or their names.
        games: The number of games of each variant, from 100.
        seed: The seed of packs and choices.
        threads: The number of threads; the result is the same for any number.
        progress: Called with the key of the variant, the players who meet, the number of their games that are over, and
            the number of all their games.

    Raises:
        UnknownVariant: If no variant has one of the names.
        ParseError: If there is no variant, the seed is not valid, or a number is out of range.
        MissingExtra: If scipy is not installed; the message says how to install it.
    """
    games = number_within("games", games, LEAST, MOST)
    threads = number_within("threads", threads, 1, MAX_THREADS)
    if not variants or isinstance(variants, str):
        raise ParseError(f"variants cannot be {variants!r}: give a list of one or more")
    extras.load("scipy.special", extra="tournament", purpose="measuring variants")  # fails before the games, not after
    played = [resolve(each) for each in variants]
    subjects = [_Subject(each, source_of(each, seed32(seed), threads), games, progress) for each in played]
    with memory_for(games, _SIZES[len(subjects) > 1]):
        met = [list(_meet(players, subjects)) for players in _meetings(subjects)]
    found = [tuple(chain.from_iterable(findings)) for findings in zip(*met, strict=True)]
    measurements = (
        Measurement(each.key, each.changes, seed_text(seed), games, subject.source.compiled, _own(findings))
        for each, subject, findings in zip(played, subjects, found, strict=True)
    )
    paired = tuple(each.rules.deck == played[0].rules.deck for each in played[1:])
    return VariantComparison(tuple(measurements), tuple(map(_differences, found[1:])), paired)


_Found = tuple[Finding, Finding | None]
"""A finding on a variant, and its difference from the first variant; None for the first."""

_Samplers = Mapping[str, Callable[[], Sample]]
"""By measure a function that makes its sample from the games of a meeting: samples are large, so none is kept."""


def _own(found: Sequence[_Found]) -> tuple[Finding, ...]:
    return tuple(own for own, _ in found)


def _differences(found: Sequence[_Found]) -> tuple[Finding, ...]:
    return tuple(beyond for _, beyond in found if beyond is not None)


def _meetings(subjects: Sequence[_Subject]) -> Iterator[tuple[str, ...]]:
    """Yield the players who meet: each meets itself, and then the one before, with the stronger named first."""
    known = [player for player in LADDER if all(subject.source.knows(player) for subject in subjects)]
    yield from ((player,) for player in known)
    yield from ((stronger, weaker) for weaker, stronger in pairwise(known))


def _meet(players: tuple[str, ...], subjects: Sequence[_Subject]) -> Iterator[list[_Found]]:
    """Yield the findings on each variant from a meeting."""
    first: _Samplers | None = None
    for subject in subjects:
        samplers = subject.play(players)
        yield [_found(players, name, samplers, first) for name in samplers]
        first = samplers if first is None else first


def _found(players: tuple[str, ...], name: str, samplers: _Samplers, first: _Samplers | None) -> _Found:
    sample = samplers[name]()
    own = Finding(players, name, estimate(sample))
    return own, None if first is None else Finding(players, name, difference(first[name](), sample))


@attrs.frozen(eq=False)
class _Subject:
    """A variant that is being measured.

    Args:
        variant: The variant.
        source: The source of its games.
        games: The number of games that was asked for.
        progress: Called while games are played.
    """

    variant: Variant[Any, Any, Any]
    source: GameSource
    games: int
    progress: Progress | None

    def play(self, players: tuple[str, ...]) -> _Samplers:
        """Play the games of a meeting."""
        sizes = self.source.sizes(self.games)
        games = sizes.of(players)
        if len(players) == 1:
            own = self._play((*players, *players), games, sizes.replayed)
            return _self_play(own, self.source.first_sides(min(games, sizes.openings)))
        deals = max(games // 2, LEAST)
        return _duel(self._play(players, deals, 0), self._play(players[::-1], deals, 0))

    def _play(self, players: Sequence[str], games: int, replayed: int) -> GameColumns:
        progress = None if self.progress is None else partial(self.progress, self.variant.key)
        return play_meeting(self.source, players, games, min(replayed, games), progress)


def _self_play(games: GameColumns, first_sides: Array) -> _Samplers:
    """Return the samples of a player against itself; the unit is the game."""
    replayed, count = len(games.forced), len(first_sides)
    ahead = np.where(first_sides == 0, games.margin[:count], -games.margin[:count])
    samples: dict[str, Callable[[], Sample]] = {
        "leader_points": lambda: mean(_points(ahead), share=True),
        "leader_margin": lambda: mean(ahead, counts=games.goals[:count]),
        "goals": lambda: mean(games.goals),
        "moves": lambda: mean(games.moves),
        "draws": lambda: mean(games.margin == 0, share=True),
        "overtimes": lambda: mean(games.overtime, share=True),
        "lead_changes": lambda: mean(games.changes),
        "forced": lambda: ratio(games.forced, games.moves[:replayed]),
    }
    return {measure.name: samples[measure.name] for measure in MEASURES}


def _duel(one: GameColumns, other: GameColumns) -> _Samplers:
    """Return the samples of two players on deals played from both sides; the unit is the deal."""
    samples: dict[str, Callable[[], Sample]] = {
        "points": lambda: mean((_points(one.margin) + _points(-other.margin)) / 2, share=True),
        "margin": lambda: mean((one.margin - other.margin) / 2, counts=(one.goals + other.goals) / 4),
    }
    return {measure.name: samples[measure.name] for measure in SKILL}


def _points(margin: Array) -> Array:
    """Return the points for margins: 1 for a win, a half for a draw."""
    return (np.sign(margin) + 1) / 2
