"""Tasks, measurements and clocks."""

from __future__ import annotations

import enum
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import attrs

cpu: Final = time.thread_time
"""The clock of tasks in this thread: it stops while another program or thread uses the core."""

pool: Final = time.process_time
"""The clock of tasks that use one worker thread at a time: the processor time of all threads."""

wall: Final = time.perf_counter
"""The clock of tasks on all cores: wall-clock time."""


CORES: Final = os.cpu_count() or 1
"""The number of cores."""


class Library(enum.StrEnum):
    """A library that is measured."""

    US = "hockey_cards"
    SPIEL = "OpenSpiel, C++"
    SPIEL_PYTHON = "OpenSpiel, Python API"
    RLCARD = "RLCard"
    PETTINGZOO = "PettingZoo"
    POKERKIT = "pokerkit"
    CHESS = "python-chess"
    PGX = "Pgx"


class Measure(enum.StrEnum):
    """A kind of measurement: a column of the tables."""

    GIVEN = "given"
    DRAWN = "drawn"
    WHOLE = "whole games, one core"
    DEALT = "from a given deal, one core"
    CORES = "all cores"


ALONE: Final = "breakaway: legal, apply"
"""The task that games played one at a time are compared to."""
TOGETHER: Final = "breakaway: batch.simulate, random players"
"""The task that many games at once are compared to."""


@attrs.frozen
class Timed:
    """The result of one run of a task.

    Args:
        seconds: The time that it took.
        moves: The number of moves that players made in it.
        steps: The number of moves and, in a library that has them, chance nodes.
    """

    seconds: float
    moves: int
    steps: int


@attrs.frozen
class Task:
    """One task to play a game, ready to be measured.

    Args:
        who: The library.
        what: The game, and the calls that are measured.
        measure: The kind of measurement.
        run: Runs it once.
    """

    who: Library
    what: str
    measure: Measure
    run: Callable[[], Timed]


def sized(play: Callable[[int], Timed], seconds: float = 0.04) -> Callable[[], Timed]:
    """Warm up a function that plays a number of games; return it with a number that takes about a given time."""
    play(1)
    games, timed = 1, play(1)
    while timed.seconds < seconds / 8:
        games *= 4
        timed = play(games)
    return partial(play, max(1, round(games * seconds / timed.seconds)))


def tried(notes: list[str], label: str, make: Callable[[], list[Task]]) -> list[Task]:
    """Return the tasks that a function makes; if it fails, return none and add a note."""
    try:
        return make()
    except Exception as error:  # noqa: BLE001  # the other peers are measured all the same
        notes.append(f"{label} could not be measured: {type(error).__name__}: {' '.join(str(error).split())[:160]}")
        return []
