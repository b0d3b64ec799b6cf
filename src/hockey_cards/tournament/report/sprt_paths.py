"""Paths of a sequential test: the log-likelihood ratio of each pair, deal by deal."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any, Final

import attrs

from hockey_cards.rules import Variant
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.runner import Snapshot
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.statistics.sprt import Sprt, is_checkpoint
from hockey_cards.tournament.store.reading import count_stored
from hockey_cards.tournament.store.store import Store
from hockey_cards.tournament.tally import RunningTally, Tally

_MAX_POINTS: Final = 256
"""The maximum number of points kept of a path, besides the last: more would not be visible."""


@attrs.frozen
class SprtPath:
    """The path of a pair's test.

    Args:
        pair: The two entrants, in the order of entry.
        deals: The numbers of deals after which the test was evaluated, ascending; the last is that of all deals.
        llr: For each of them, the log-likelihood ratio of high to low.
    """

    pair: Pair
    deals: tuple[int, ...]
    llr: tuple[float, ...]


class _Trail:
    """The tallies of a pair at its checkpoints; every other one is dropped whenever there are too many."""

    def __init__(self) -> None:
        self._sum = RunningTally()
        self._deals = 0
        self._checkpoints = 0
        self._step = 1
        self._kept: list[Tally] = []

    def add(self, result: DealResult) -> None:
        self._sum.add(result.games)
        self._deals += 1
        if not is_checkpoint(self._deals):
            return
        self._checkpoints += 1
        if self._checkpoints % self._step:
            return
        self._kept.append(self._sum.tally)
        if len(self._kept) > _MAX_POINTS:
            self._kept = self._kept[1::2]
            self._step *= 2

    @property
    def tallies(self) -> list[Tally]:
        """The tallies that were kept, and the final one."""
        last = self._sum.tally
        return self._kept if self._kept and self._kept[-1].deals == last.deals else [*self._kept, last]


class SprtPaths:
    """A recorder of the paths of all pairs during a tournament: pass its ``watch`` to the tournament.

    Its size does not depend on the number of deals. It is for formats with a single round, as tests are.
    """

    def __init__(self) -> None:
        self._trails: dict[Pair, _Trail] = {}

    def watch(self, snapshot: Snapshot) -> None:
        """Record a deal."""
        self.add(snapshot.results)

    def add(self, results: Iterable[DealResult]) -> None:
        """Record the results of a deal."""
        for result in results:
            self._trails.setdefault(result.pair, _Trail()).add(result)

    def paths(self, sprt: Sprt) -> tuple[SprtPath, ...]:
        """Return the paths so far.

        Args:
            sprt: The test, of a pair or of all pairs: its bounds do not matter here.

        Raises:
            MissingExtra: If scipy is not installed.
        """
        return tuple(_path(pair, trail.tallies, sprt) for pair, trail in self._trails.items())


def _path(pair: Pair, tallies: list[Tally], sprt: Sprt) -> SprtPath:
    return SprtPath(pair, tuple(each.deals for each in tallies), tuple(map(sprt.llr, tallies)))


def sprt_paths(store: str | PathLike[str], *, variant: Variant[Any, Any, Any] | None = None) -> tuple[SprtPath, ...]:
    """Return the paths of the test in a store, without playing; empty if there was no test.

    Args:
        store: The file.
        variant: The variant, if it cannot be found by its name.

    Raises:
        StoreError: If the file is not a store.
        MissingExtra: If scipy is not installed.
    """
    recorder = SprtPaths()
    with Store(store) as opened:
        sprt = opened.manifest.sprt
        if sprt is None:
            return ()
        for results in count_stored(Scoreboard(opened.manifest.settings_to_read(variant)), opened):
            recorder.add(results)
    return recorder.paths(sprt)
