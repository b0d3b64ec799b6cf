"""What is seen of a tournament while it is played: a table on a terminal, and a line a minute elsewhere."""

from __future__ import annotations

import sys
import time
from collections import deque
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
from hockey_cards.tournament.report.labels import percent, percent_interval, signed
from hockey_cards.tournament.runner import Watch
from hockey_cards.tournament.tally import Tally

Clock = Callable[[], float]
"""Tells seconds that never go back."""

_OFTEN: Final = 0.25
"""Seconds between two looks, at least."""
_SHARE: Final = 40
"""A look may take one part in so many of the time: what takes long is done more seldom."""
_SELDOM: Final = 60.0
"""Seconds between two lines where there is no terminal."""
_WINDOW: Final = 20.0
"""Over so many of the last seconds the rate is taken."""
_TESTS: Final = 8
"""So many pairs of a test are shown."""
_AROUND: Final = 8
"""Lines of the terminal that are not for entrants."""


class Pace:
    """How fast games are played, by the last seconds: what was found in a store does not count for long."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._seen = deque([(clock(), 0)])

    def note(self, games: int) -> None:
        """Note how many games have been played by now."""
        now = self._clock()
        self._seen.append((now, games))
        while len(self._seen) > 2 and self._seen[1][0] <= now - _WINDOW:
            self._seen.popleft()

    @property
    def rate(self) -> float:
        """Games a second; 0 if that cannot be told yet."""
        (first, before), (last, games) = self._seen[0], self._seen[-1]
        return (games - before) / (last - first) if last > first else 0.0

    def told(self, total: int) -> str:
        """Tell how far it is: games, rate and time left.

        Args:
            total: How many games there are at most.
        """
        games = self._seen[-1][1]
        done = f"{games:,} of {total:,} games, {games / total:.0%}" if total else "no games"
        if not self.rate:
            return done
        speed = f"{self.rate:,.0f}" if self.rate >= 10 else f"{self.rate:.1f}"
        return f"{done}, {speed} games/s, {_duration((total - games) / self.rate)} left"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def live(clock: Clock = time.monotonic) -> Generator[Watch]:
    """Show on stderr how a tournament goes, by what it is given for its ``watch``.

    On a terminal that is a table, which is gone at the end, also if the end is an error or Ctrl-C; elsewhere
    it is a line a minute. Either is looked at seldom enough to cost nothing.

    Args:
        clock: What tells the time.
    """
    if not sys.stderr.isatty():
        yield Lines(clock).watch
        return
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    waiting = Text("the first deal is being played")
    with Live(waiting, console=console, auto_refresh=False, transient=True, redirect_stdout=False) as shown:

        def draw(thing: RenderableType) -> None:
            shown.update(thing, refresh=True)

        yield LiveTable(draw, lambda: console.height, clock).watch


class Lines:
    """Writes a line to stderr now and then."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._pace = Pace(clock)
        self._next = clock() + _SELDOM

    def watch(self, snapshot: Snapshot) -> None:
        """Write a line, if it is time."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + _SELDOM
        self._pace.note(snapshot.games)
        sys.stderr.write(f"{self._pace.told(snapshot.max_games)}\n")
        sys.stderr.flush()


class LiveTable:
    """Draws the standings so far now and then.

    Args:
        draw: What draws them.
        height: Tells how many lines there is room for.
        clock: What tells the time.
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
        """Draw the standings, if it is time."""
        begun = self._clock()
        if begun < self._next:
            return
        self._pace.note(snapshot.games)
        self._draw(picture(snapshot.standings, self._pace.told(snapshot.max_games), self._height()))
        self._next = begun + max(_OFTEN, _SHARE * (self._clock() - begun))


def picture(standings: Standings, pace: str, height: int) -> RenderableType:
    """Return the standings so far as they are shown on a terminal of so many lines; who has no room is left out."""
    tests = _tests(standings)
    room = max(1, height - _AROUND - len(tests))
    laid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for title in ("", "player", "points", "games", "share", "95% interval", "Elo", "error"):
        number = title != "player"
        laid.add_column(title, justify="right" if number else "left", no_wrap=True, overflow="ellipsis")
    rated = {each.name: each for each in standings.ratings}
    for place, each in enumerate(standings.entrants[:room], 1):
        counts = f"{each.points:.1f}", str(each.games), percent(each.share), percent_interval(*each.interval)
        rating = rated.get(each.name)
        elo = ("", "") if rating is None or rating.error is None else (signed(rating.elo, 0), f"{rating.error:.0f}")
        laid.add_row(str(place), Text(printable(each.name)), *counts, *elo)
    left_out = len(standings.entrants) - room
    more = [Text(f"and {left_out} more")] if left_out > 0 else []
    return Group(Text(pace), Text(""), laid, *more, *tests)


def _tests(standings: Standings) -> list[Text]:
    """Return where the tests of the pairs stand, those still open first."""
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
    if len(shown) > _TESTS:
        return [Text(""), *shown[:_TESTS], Text(f"and {len(shown) - _TESTS} more pairs")]
    return [Text(""), *shown]
