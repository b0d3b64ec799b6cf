"""The progress of a tournament as text: the rate of games, and a bar on stderr."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

Progress = Callable[[int, int], object]
"""A callback for the number of games played and the greatest number of games that there can be."""

Clock = Callable[[], float]
"""A function that returns seconds and never goes backwards."""

_MIN_INTERVAL: Final = 0.25
"""The minimum number of seconds between two updates of the bar."""
_LINE_INTERVAL: Final = 60.0
"""Seconds between two lines where there is no terminal."""
_WINDOW: Final = 20.0
"""The number of seconds over which the rate is measured."""
_WIDTH: Final = 20
"""The width of the bar, in characters."""


class Pace:
    """The rate of games over the last seconds, so that the many games of a store do not distort it for long."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._seen = deque([(clock(), 0)])

    def note(self, games: int) -> None:
        """Record the number of games played so far."""
        now = self._clock()
        self._seen.append((now, games))
        while len(self._seen) > 2 and self._seen[1][0] <= now - _WINDOW:
            self._seen.popleft()

    @property
    def rate(self) -> float:
        """Games per second; 0 if it is not known yet."""
        (first, before), (last, games) = self._seen[0], self._seen[-1]
        return (games - before) / (last - first) if last > first else 0.0

    def text(self, max_games: int) -> str:
        """Return the progress as text: games, rate and time left.

        Args:
            max_games: The greatest number of games that the tournament can have.
        """
        games = self._seen[-1][1]
        done = f"{games:,} of {max_games:,} games, {games / max_games:.0%}" if max_games else "no games"
        if not self.rate:
            return done
        speed = f"{self.rate:,.0f}" if self.rate >= 10 else f"{self.rate:.1f}"
        return f"{done}, {speed} games/s, {_duration((max_games - games) / self.rate)} left"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Lines:
    """A display that writes a line to stderr from time to time, for output that is not a terminal."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._pace = Pace(clock)
        self._next = clock() + _LINE_INTERVAL

    def __call__(self, games: int, max_games: int) -> None:
        """Write a line if it is time."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + _LINE_INTERVAL
        self._pace.note(games)
        sys.stderr.write(f"{self._pace.text(max_games)}\n")
        sys.stderr.flush()


class Bar:
    """A bar on the last line of a terminal."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._pace = Pace(clock)
        self._next = clock()

    def __call__(self, games: int, max_games: int) -> None:
        """Draw the bar if it is time, and always when it is complete."""
        now = self._clock()
        if now < self._next and games < max_games:
            return
        self._next = now + _MIN_INTERVAL
        self._pace.note(games)
        done = _WIDTH * games // max(max_games, 1)
        self._write(f"[{'#' * done}{'-' * (_WIDTH - done)}] {self._pace.text(max_games)}")

    def clear(self) -> None:
        """Remove the bar."""
        self._write("")

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


@contextmanager
def shown(*, progress: Progress | bool | None) -> Generator[Progress | None]:
    """Yield the callback that an argument ``progress`` asks for: none, the caller's own, or for True a bar.

    The bar is removed at the end, even after an error or Ctrl-C. Where stderr is not a terminal, a line a minute takes
    its place.
    """
    if not isinstance(progress, bool):
        yield progress
    elif not progress:
        yield None
    elif not sys.stderr.isatty():
        yield Lines()
    else:
        bar = Bar()
        try:
            yield bar
        finally:
            bar.clear()
