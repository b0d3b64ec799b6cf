"""The way of a sequential test: where the likelihood ratio of each pair stood after so many deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Final

import attrs

from hockey_cards.rules import Variant
from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.playing.play_deal import Meeting
from hockey_cards.tournament.report.columns import contest_of
from hockey_cards.tournament.runner import Moment
from hockey_cards.tournament.scoring.scoreboard import Ledger, Sum, is_looked_at
from hockey_cards.tournament.statistics.sprt import Sprt
from hockey_cards.tournament.store.store import Store
from hockey_cards.tournament.tally import Tally

_MOST: Final = 256
"""So many points of a path are kept at most, besides the last: more cannot be seen."""


@attrs.frozen
class SprtPath:
    """The path of a pair's test.

    Args:
        pair: Who they are, in the order of entry.
        deals: After how many deals the test was looked at, ascending; the last is how many there were.
        llr: For each of them the logarithm of the likelihood ratio of high to low.
    """

    pair: Pair
    deals: tuple[int, ...]
    llr: tuple[float, ...]


class _Trail:
    """Tallies of a pair on the way, where its test was looked at: all, and every other whenever they become many."""

    def __init__(self) -> None:
        self.sum = Sum()
        self._deals = 0
        self._looks = 0
        self._step = 1
        self._kept: list[Tally] = []

    def add(self, meeting: Meeting) -> None:
        self.sum.add(meeting.results)
        self._deals += 1
        if not is_looked_at(self._deals):
            return
        self._looks += 1
        if self._looks % self._step:
            return
        self._kept.append(self.sum.tally)
        if len(self._kept) > _MOST:
            self._kept = self._kept[1::2]
            self._step *= 2

    @property
    def tallies(self) -> list[Tally]:
        """What was kept, and where the trail ends."""
        last = self.sum.tally
        return self._kept if self._kept and self._kept[-1].deals == last.deals else [*self._kept, last]


class SprtPaths:
    """What remembers the paths of all pairs while a tournament is played: give its ``watch`` to the tournament.

    It takes the same room for any number of deals. It is for formats of one round, as tests are.
    """

    def __init__(self) -> None:
        self._trails: dict[Pair, _Trail] = {}

    def watch(self, moment: Moment) -> None:
        """Remember a deal."""
        self.add(moment.meetings)

    def add(self, meetings: Iterable[Meeting]) -> None:
        """Remember what was counted of a deal."""
        for meeting in meetings:
            self._trails.setdefault(meeting.pair, _Trail()).add(meeting)

    def paths(self, sprt: Sprt) -> tuple[SprtPath, ...]:
        """Return the paths so far.

        Args:
            sprt: The test, of a pair or a table: its bounds play no role here.

        Raises:
            ModuleNotFoundError: If scipy is not installed; says how to install it.
        """
        return tuple(_path(pair, trail.tallies, sprt) for pair, trail in self._trails.items())


def _path(pair: Pair, tallies: list[Tally], sprt: Sprt) -> SprtPath:
    return SprtPath(pair, tuple(each.deals for each in tallies), tuple(map(sprt.llr, tallies)))


def sprt_paths(store: str | PathLike[str], *, variant: Variant[Any, Any, Any] | None = None) -> tuple[SprtPath, ...]:
    """Return the paths of the test in a store: () if there was none. Nothing is played.

    Args:
        store: The file.
        variant: The variant, if it cannot be found by its name.

    Raises:
        StoreError: If the file is no store.
        ModuleNotFoundError: If scipy is not installed; says how to install it.
    """
    found = SprtPaths()
    with Store(store) as keeper:
        plan = keeper.header.plan
        if plan.sprt is None:
            return ()
        ledger = Ledger(contest_of(keeper.header, variant), plan)
        for deal in ledger.begin():
            known: Mapping[Pair, Meeting] = keeper.meetings(range(deal, deal + 1)).get(deal, {})
            if not ledger.is_open or any(pair not in known for pair in ledger.due):
                break
            found.add(ledger.count(deal, known))
    return found.paths(plan.sprt)
