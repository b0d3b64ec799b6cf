"""Standings read from a store, without playing."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import Any

from hockey_cards.rules import Variant
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.scoring.standings import Standings, standings_of
from hockey_cards.tournament.store.store import Store


def read_standings(store: str | PathLike[str], *, variant: Variant[Any, Any, Any] | None = None) -> Standings:
    """Return the standings of a store as it is, without playing. Incomplete deals are left out.

    Args:
        store: The file.
        variant: The variant, if it cannot be found by its name.

    Raises:
        StoreError: If the file is not a store.
        MissingExtra: If scipy or choix is not installed.
    """
    with Store(store) as opened:
        scoreboard = Scoreboard(opened.manifest.settings_to_read(variant))
        for _ in count_stored(scoreboard, opened):
            pass
    return standings_of(scoreboard)


def count_stored(scoreboard: Scoreboard, store: Store) -> Iterator[tuple[DealResult, ...]]:
    """Count the deals of a store without playing, and yield the results that count of each; skip incomplete deals.

    Where a deal depends on those before it, because the format has rounds or a test ends the games of pairs, counting
    stops at the first incomplete deal.
    """
    while deals := scoreboard.begin_round(store.round):
        for deal, results in store.results(deals):
            if not scoreboard.round_is_open:
                break
            if all(pair in results for pair in scoreboard.pending):
                yield scoreboard.count(deal, results)
            elif not scoreboard.deals_are_independent:
                return
        scoreboard.end_round()
