"""Standings from random results, with any number of entrants, deals and faults."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from _tournaments import SHORT
from hockey_cards.tournament import Fault, KnockOut, RoundRobin, Sprt, Standings, Swiss
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.playing.settings import Settings
from hockey_cards.tournament.runner import Snapshot, Watch
from hockey_cards.tournament.scoring.scoreboard import Scoreboard
from hockey_cards.tournament.scoring.standings import standings_of
from hockey_cards.tournament.tally import GameResult

HOSTILE = (
    "<script>alert(1)</script>",
    "$\\frac{1}$ & 'quotes' \"both\"",
    "cmd:/usr/local/bin/my_very_long_player_name --depth 12 --weights best_of_the_best.bin --seed 7",
    "W" * 60,
    "\x1b[31mred\x07\nline\u2028two",
    "日本 Ελληνικά",
    "{{ 1234 * 5 }}{% raw %}",
    "a",
    "",
    "id=\"x\" href='#y' url(#z)",
    "]]>-->",
    "_that_no_table_has_room_for" * 2,
)
"""Names that are difficult to show in a chart, on a page or on a terminal."""


def made(
    names: Sequence[str],
    deals: int = 30,
    *,
    sprt: Sprt | None = None,
    format: RoundRobin | Swiss | KnockOut | None = None,  # noqa: A002  # as the library calls it
    faults: int = 0,
    watch: Watch | None = None,
    seed: int = 1,
    lead: float = 0.5,
) -> Standings:
    """Return the standings of a tournament with random results, in which earlier names are stronger.

    Args:
        names: The entrants.
        deals: The number of deals.
        sprt: A test that ends the games of a pair.
        format: The format.
        faults: The number of faults in a deal that has any.
        watch: Called after each deal.
        seed: The seed of the results.
        lead: The advantage of the first over the last.
    """
    rng = Random(seed)
    entrants: dict[str, Any] = dict.fromkeys(names, "random")
    scoreboard = Scoreboard(
        Settings(SHORT, entrants, bytes(32), format or RoundRobin(), range(deals), sprt, seed_text="lots")
    )
    while numbers := scoreboard.begin_round():
        for deal in numbers:
            if scoreboard.round_is_open:
                found = {
                    pair: _deal_result(rng, deal, pair, faults, lead * _apart(pair, names))
                    for pair in scoreboard.pending
                }
                counted = scoreboard.count(deal, found)
                if watch is not None:
                    watch(Snapshot(deal, counted, scoreboard.games, scoreboard.max_games, scoreboard))
        scoreboard.end_round()
    return standings_of(scoreboard)


def _apart(pair: tuple[str, str], names: Sequence[str]) -> float:
    return (names.index(pair[1]) - names.index(pair[0])) / len(names)


def _deal_result(rng: Random, deal: int, pair: tuple[str, str], faults: int, lead: float) -> DealResult:
    results: list[GameResult] = []
    for _ in range(2):
        halves = rng.choice((0, 1, 2)) if rng.random() < 0.3 else 2 * (rng.random() < 0.5 + lead)
        results.append(GameResult(halves, 2 + halves, rng.randrange(3) + 2 - halves))
    found = [
        Fault(pair[1], pair[0], "crash", "random", deal, 0, 1, 3, f"\x1b[2Jit <b>failed</b> in {deal}", "", None)
        for _ in range(faults if rng.random() < 0.1 else 0)
    ]
    return DealResult(deal, pair, tuple(results), tuple(found))
