"""The course of a tournament: parts are sent out, results come in, and deal after deal is counted and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from typing import Protocol

import attrs

from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.playing.executors import Play
from hockey_cards.tournament.playing.play_deal import Meeting, Part
from hockey_cards.tournament.scoring.scoreboard import Ledger
from hockey_cards.tournament.scoring.standings import Standings, standings_of

Progress = Callable[[int, int], object]
"""Told how many games have been played, and how many there are at most."""

_GAMES = 100
"""How many games a task has, so that sending it costs next to nothing."""

_CHUNK = 64
"""How many deals are looked up in a store at a time."""

_Known = Mapping[int, Mapping[Pair, Meeting]]


class Keeper(Protocol):
    """Where meetings are kept: a store."""

    def known(self, deals: range) -> Mapping[int, Collection[Pair]]:
        """Return who has met in which of some deals."""
        ...

    def meetings(self, deals: range) -> _Known:
        """Return what was kept of some deals."""
        ...

    def keep(self, meeting: Meeting) -> None:
        """Keep a meeting that was played."""
        ...


@attrs.frozen
class Moment:
    """A tournament at the moment when a deal has been counted; good for nothing once the next has been.

    Args:
        deal: The number of the deal.
        meetings: What each pair made of it, forfeits too, with faults and records.
        games: How many games have been counted.
        total: How many games there are at most.
    """

    deal: int
    meetings: tuple[Meeting, ...]
    games: int
    total: int
    _ledger: Ledger = attrs.field(repr=False, eq=False)

    @property
    def standings(self) -> Standings:
        """The standings so far; they are worked out anew, which takes some milliseconds."""
        return standings_of(self._ledger)


Watch = Callable[[Moment], object]
"""Told of each deal, in order."""


def run(
    ledger: Ledger,
    play: Play,
    *,
    workers: int,
    keeper: Keeper | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> None:
    """Play all rounds, as far as they are not known already, and count them in the ledger.

    Raises:
        StrategyError: If a player fails, and the policy is to stop then; the message names its entrant and the deal.
        HockeyError: Whatever ``play`` raises.
    """
    while deals := ledger.begin():
        with closing(_Round(ledger, play, keeper, deals, workers)) as round_:
            for deal in deals:
                if not ledger.is_open:
                    break
                counted = ledger.count(deal, round_.found(deal))
                _tell(ledger, deal, counted, progress, watch)
        ledger.end()


def _tell(
    ledger: Ledger, deal: int, counted: tuple[Meeting, ...], progress: Progress | None, watch: Watch | None
) -> None:
    if progress is None and watch is None:
        return
    total = ledger.total
    if progress is not None:
        progress(ledger.games, total)
    if watch is not None:
        watch(Moment(deal, counted, ledger.games, total, ledger))


class _Round:
    """The deals of a round as they are found: in a store, or by playing them."""

    def __init__(self, ledger: Ledger, play: Play, keeper: Keeper | None, deals: range, workers: int) -> None:
        self._ledger = ledger
        self._keeper = keeper
        self._deals = deals
        self._size = 1 if workers == 1 else min(-(-_GAMES // ledger.games_a_deal), -(-len(deals) // workers))
        self._ahead: dict[int, dict[Pair, Meeting]] = {}
        self._kept: tuple[range, _Known] = range(0), {}
        self._play = play
        self._results = play(self._parts())
        self._last = deals.start - 1

    def found(self, deal: int) -> Mapping[Pair, Meeting]:
        """Return all that is due of a deal."""
        known, due = self._known(deal), self._ledger.due
        missing = [pair for pair in due if pair not in known]
        while missing and self._last < deal:
            self._take(next(self._results))
        played = self._ahead.pop(deal, {})
        # Somebody who was out where the deal was played may be in here: the fault was not counted.
        again = tuple(pair for pair in missing if pair not in played)
        if again:
            (meetings,) = self._play((Part(range(deal, deal + 1), again),))
            played |= {meeting.pair: meeting for meeting in meetings}
        if self._keeper is not None:
            for pair in missing:
                self._keeper.keep(played[pair])
        return {**played, **known}

    def _take(self, meetings: tuple[Meeting, ...]) -> None:
        for meeting in meetings:
            self._ahead.setdefault(meeting.deal, {})[meeting.pair] = meeting
            self._last = meeting.deal

    def close(self) -> None:
        """Play no more."""
        self._results.close()

    def _known(self, deal: int) -> Mapping[Pair, Meeting]:
        if self._keeper is None:
            return {}
        if deal not in self._kept[0]:
            deals = range(deal, min(deal + _CHUNK, self._deals.stop))
            self._kept = deals, self._keeper.meetings(deals)
        return self._kept[1].get(deal, {})

    def _parts(self) -> Iterator[Part]:
        """Yield what is to be played, when it is about to be: who is out by then is left out."""
        for first in range(self._deals.start, self._deals.stop, self._size):
            deals = range(first, min(first + self._size, self._deals.stop))
            known: Mapping[int, Collection[Pair]] = {} if self._keeper is None else self._keeper.known(deals)
            if not known:
                yield from [Part(deals, due)] if (due := self._ledger.due) else []
                continue
            for deal in deals:
                missing = tuple(pair for pair in self._ledger.due if pair not in known.get(deal, ()))
                if missing:
                    yield Part(range(deal, deal + 1), missing)


def replay(ledger: Ledger, keeper: Keeper) -> None:
    """Count what is known, and play nothing: deals that lack a meeting are left out.

    Where a deal depends on those before it, because the format has rounds or a test ends the games of pairs, the
    first such deal is the end.
    """
    while deals := ledger.begin():
        for first in range(deals.start, deals.stop, _CHUNK):
            chunk = range(first, min(first + _CHUNK, deals.stop))
            known = keeper.meetings(chunk)
            for deal in chunk:
                found = known.get(deal, {})
                if ledger.is_open and all(pair in found for pair in ledger.due):
                    ledger.count(deal, found)
                elif ledger.is_open and not ledger.is_plain:
                    return
        ledger.end()
