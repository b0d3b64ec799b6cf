"""The course of a tournament: tasks are played, and their results counted deal by deal and kept in the store."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from typing import Final

import attrs

from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.playing.executors import PlayTasks
from hockey_cards.tournament.playing.play_deal import DealResult, Task
from hockey_cards.tournament.progress import Progress
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.scoring.standings import Standings, standings_of
from hockey_cards.tournament.store.store import Store

_GAMES_A_TASK: Final = 100
"""The number of games in a task, so that the cost of sending it is negligible."""


@attrs.frozen
class Snapshot:
    """A running tournament just after a deal was counted; invalid once the next deal has been counted.

    Args:
        deal: The number of the deal.
        results: The results of the deal by pair, including forfeits, with their faults and records.
        games: The number of games counted.
        max_games: The greatest number of games that the tournament can have.
    """

    deal: int
    results: tuple[DealResult, ...]
    games: int
    max_games: int
    _scoreboard: Scoreboard = attrs.field(repr=False, eq=False)

    @property
    def standings(self) -> Standings:
        """The standings so far, computed on each access; this takes some milliseconds."""
        return standings_of(self._scoreboard)


Watch = Callable[[Snapshot], object]
"""A callback for each deal, in order."""


def run(
    scoreboard: Scoreboard,
    play: PlayTasks,
    *,
    workers: int,
    store: Store | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> None:
    """Play all rounds, except for results that the store has already, and count them on the scoreboard.

    Raises:
        StrategyError: If a player fails and the policy is to stop; the message names its entrant and the deal.
        HockeyError: Whatever ``play`` raises.
    """
    while deals := scoreboard.begin_round(None if store is None else store.round):
        if store is not None and scoreboard.round is not None:
            store.keep_round(scoreboard.round, len(deals))
        with closing(_RoundPlayer(scoreboard, play, store, deals, workers)) as player:
            for deal in deals:
                if not scoreboard.round_is_open:
                    break
                counted = scoreboard.count(deal, player.results(deal))
                notify(scoreboard, deal, counted, progress=progress, watch=watch)
        scoreboard.end_round()


def notify(
    scoreboard: Scoreboard,
    deal: int,
    counted: tuple[DealResult, ...],
    *,
    progress: Progress | None,
    watch: Watch | None,
) -> None:
    """Call the callbacks after a deal was counted."""
    if progress is None and watch is None:
        return
    max_games = scoreboard.max_games
    if progress is not None:
        progress(scoreboard.games, max_games)
    if watch is not None:
        watch(Snapshot(deal, counted, scoreboard.games, max_games, scoreboard))


class _RoundPlayer:
    """The results of a round, deal by deal: from the store, or by playing them."""

    def __init__(
        self, scoreboard: Scoreboard, play: PlayTasks, store: Store | None, deals: range, workers: int
    ) -> None:
        self._scoreboard = scoreboard
        self._store = store
        self._deals = deals
        deals_a_task = min(-(-_GAMES_A_TASK // max(1, scoreboard.games_a_deal)), -(-len(deals) // workers))
        self._deals_a_task = 1 if workers == 1 else deals_a_task
        self._ahead: dict[int, dict[Pair, DealResult]] = {}
        self._stored = None if store is None else store.results(deals)
        self._play = play
        self._played = play(self._tasks())
        self._last = deals.start - 1

    def results(self, deal: int) -> Mapping[Pair, DealResult]:
        """Return the results of all pending pairs in a deal; to be called for each deal in order."""
        stored = {} if self._stored is None else next(self._stored)[1]
        missing = [pair for pair in self._scoreboard.pending if pair not in stored]
        while missing and self._last < deal:
            self._take(next(self._played))
        played = self._ahead.pop(deal, {})
        # A worker leaves out an entrant whose disqualification, as it turns out, does not count.
        again = tuple(pair for pair in missing if pair not in played)
        if again:
            (results,) = self._play((Task(range(deal, deal + 1), again),))
            played |= {result.pair: result for result in results}
        if self._store is not None:
            for pair in missing:
                self._store.keep(played[pair])
        return {**played, **stored}

    def _take(self, results: tuple[DealResult, ...]) -> None:
        for result in results:
            self._ahead.setdefault(result.deal, {})[result.pair] = result
            self._last = result.deal

    def close(self) -> None:
        """Stop playing."""
        self._played.close()

    def _tasks(self) -> Iterator[Task]:
        """Yield the tasks, each just before it is played, without the pairs that are no longer pending by then."""
        for first in range(self._deals.start, self._deals.stop, self._deals_a_task):
            deals = range(first, min(first + self._deals_a_task, self._deals.stop))
            stored: Mapping[int, Collection[Pair]] = {} if self._store is None else self._store.pairs(deals)
            if not stored:
                yield from [Task(deals, pending)] if (pending := self._scoreboard.pending) else []
                continue
            for deal in deals:
                missing = tuple(pair for pair in self._scoreboard.pending if pair not in stored.get(deal, ()))
                if missing:
                    yield Task(range(deal, deal + 1), missing)
