"""What one measurement is, and by which clock it is taken."""

from __future__ import annotations

import enum
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import attrs

cpu: Final = time.thread_time
"""The clock of what runs in this thread: it stands still while another program, or another thread, has the core."""

pool: Final = time.process_time
"""The clock of what hands its work to threads of its own, one at a time: the processor's time of all threads."""

wall: Final = time.perf_counter
"""The clock of what runs on all cores."""


CORES: Final = os.cpu_count() or 1
"""How many cores there are."""


class Library(enum.StrEnum):
    """Who is measured."""

    US = "hockey_cards"
    SPIEL = "OpenSpiel, C++"
    SPIEL_PYTHON = "OpenSpiel, Python API"
    RLCARD = "RLCard"
    PETTINGZOO = "PettingZoo"
    POKERKIT = "pokerkit"
    CHESS = "python-chess"
    PGX = "Pgx"


class Measure(enum.StrEnum):
    """What is measured: a column of the tables."""

    GIVEN = "given"
    DRAWN = "drawn"
    WHOLE = "whole games, one core"
    DEALT = "from a given deal, one core"
    CORES = "all cores"


ALONE: Final = "breakaway: legal, apply"
"""What one game at a time is compared to."""
TOGETHER: Final = "breakaway: batch.simulate, random players"
"""What many games at once are compared to."""


@attrs.frozen
class Timed:
    """How long something took.

    Args:
        seconds: How long.
        moves: How many decisions of players were played in it.
        steps: How many steps: the moves, and the chance nodes of a library that has such.
    """

    seconds: float
    moves: int
    steps: int


@attrs.frozen
class Way:
    """A way to play a game, ready to be measured.

    Args:
        who: The library.
        what: The game, and what is called.
        measure: What is measured.
        run: Does it once.
    """

    who: Library
    what: str
    measure: Measure
    run: Callable[[], Timed]


def sized(play: Callable[[int], Timed], seconds: float = 0.04) -> Callable[[], Timed]:
    """Warm up what plays a number of games, and return it with a number that takes about so many seconds."""
    play(1)
    games, timed = 1, play(1)
    while timed.seconds < seconds / 8:
        games *= 4
        timed = play(games)
    return partial(play, max(1, round(games * seconds / timed.seconds)))


def tried(notes: list[str], label: str, make: Callable[[], list[Way]]) -> list[Way]:
    """Return the ways that are made, or none and a note why not: a peer's fault ends nothing here."""
    try:
        return make()
    except Exception as error:  # noqa: BLE001  # whatever a peer raises, the others are measured
        notes.append(f"{label} could not be measured: {type(error).__name__}: {' '.join(str(error).split())[:160]}")
        return []
