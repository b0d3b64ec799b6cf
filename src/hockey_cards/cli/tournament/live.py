"""The progress display of a tournament: a table on a terminal, and a line a minute elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from hockey_cards.errors import printable
from hockey_cards.tournament import Snapshot, Standings
from hockey_cards.tournament.progress import Clock, Lines, Pace
from hockey_cards.tournament.runner import Watch
from hockey_cards.tournament.scoring.labels import percent, percent_interval, signed
from hockey_cards.tournament.tally import Tally

_MIN_INTERVAL: Final = 0.25
"""The minimum number of seconds between two updates of the table."""
_MAX_COST: Final = 1 / 40
"""The largest fraction of the time that updates may take: slow ones are made less often."""
_MAX_TESTS: Final = 8
"""The number of pairs whose tests are shown."""
_OTHER_LINES: Final = 8
"""Lines of the terminal that are not for entrants."""


@contextmanager
def live(clock: Clock = time.monotonic) -> Generator[Watch]:
    """Show the progress of a tournament on stderr; yield the callback to pass as its ``watch``.

    On a terminal it is a table, which disappears at the end, even after an error or Ctrl-C; elsewhere it is a line a
    minute. Updates are rare enough to cost next to nothing.

    Args:
        clock: The clock.
    """
    if not sys.stderr.isatty():
        lines = Lines(clock)
        yield lambda snapshot: lines(snapshot.games, snapshot.max_games)
        return
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    waiting = Text("playing the first deal")
    with Live(waiting, console=console, auto_refresh=False, transient=True, redirect_stdout=False) as display:

        def draw(content: RenderableType) -> None:
            display.update(content, refresh=True)

        yield LiveTable(draw, lambda: console.height, clock).watch


class LiveTable:
    """A display that draws the standings from time to time.

    Args:
        draw: The function that draws them.
        height: A function that returns the number of lines available.
        clock: The clock.
    """

    def __init__(
        self, draw: Callable[[RenderableType], None], height: Callable[[], int], clock: Clock = time.monotonic
    ) -> None:
        self._draw = draw
        self._height = height
        self._clock = clock
        self._pace = Pace(clock)
        self._next = clock()

    def watch(self, snapshot: Snapshot) -> None:
        """Draw the standings if it is time."""
        begun = self._clock()
        if begun < self._next:
            return
        self._pace.note(snapshot.games)
        self._draw(standings_view(snapshot.standings, self._pace.text(snapshot.max_games), self._height()))
        self._next = begun + max(_MIN_INTERVAL, (self._clock() - begun) / _MAX_COST)


def standings_view(standings: Standings, pace: str, height: int) -> RenderableType:
    """Return the standings for a terminal of a given height; entrants that do not fit are left out."""
    tests = _tests(standings)
    room = max(1, height - _OTHER_LINES - len(tests))
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    scores = {place.name: f"{place.score:g}" for place in standings.places}
    titles = ("", "player", *(["score"] if scores else []), "points", "games", "share", "95% interval", "Elo", "error")
    for title in titles:
        number = title != "player"
        table.add_column(title, justify="right" if number else "left", no_wrap=True, overflow="ellipsis")
    rated = {each.name: each for each in standings.ratings}
    for place, each in enumerate(standings.entrants[:room], 1):
        counts = f"{each.points:.1f}", str(each.games), percent(each.share), percent_interval(*each.interval)
        rating = rated.get(each.name)
        elo = ("", "") if rating is None or rating.error is None else (signed(rating.elo, 0), f"{rating.error:.0f}")
        score = (scores[each.name],) if scores else ()
        table.add_row(str(place), Text(printable(each.name)), *score, *counts, *elo)
    left_out = len(standings.entrants) - room
    more = [Text(f"and {left_out} more")] if left_out > 0 else []
    return Group(Text(pace), Text(""), table, *more, *tests)


def _tests(standings: Standings) -> list[Text]:
    """Return the state of the tests of the pairs, those without a verdict first."""
    if standings.sprt is None or not standings.pairs:
        return []
    test = standings.sprt.among(len(standings.pairs))
    lower, upper = test.bounds
    found: list[tuple[bool, str]] = []
    for pair, comparison in zip(standings.pairs, standings.comparisons, strict=True):
        names = pair.name, str(pair.opponent)
        verdict = standings.verdicts.get(names)
        llr = verdict.llr if verdict else test.llr(Tally(outcomes=comparison.outcomes))
        ends = verdict.accepted if verdict else f"bounds {lower:.2f} and {upper:.2f}"
        who = printable(f"{names[0]} against {names[1]}")
        found.append(
            (verdict is not None, f"{who}: log-likelihood ratio {llr:.2f}, {ends}, {comparison.deals:,} deals")
        )
    shown = [Text(text, no_wrap=True, overflow="ellipsis") for _, text in sorted(found, key=lambda each: each[0])]
    if len(shown) > _MAX_TESTS:
        return [Text(""), *shown[:_MAX_TESTS], Text(f"and {len(shown) - _MAX_TESTS} more pairs")]
    return [Text(""), *shown]
