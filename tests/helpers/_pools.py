"""Players for tests of processes, defined in a module so that they can be pickled; and helpers that find processes."""

from __future__ import annotations

import atexit
import gzip
import os
import signal
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import attrs

from hockey_cards import Move, Seat, Seeded, Strategy, Variant, View, factory, variant
from hockey_cards.tournament.pairing.fixtures import Fixture, fixtures
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.playing.player_pool import PlayedGame, PlayerPool

SHORT = variant("breakaway").house(packets=[5], periods=1)
TABLE = variant("team-breakaway").house(packets=[3], overtime_packets=[3], periods=1)
SEED = "arena"


def play_games(
    players: Mapping[str, Any], policy: Policy | None = None, *, deals: int = 1, game: Any = SHORT
) -> list[PlayedGame]:
    """Play a round robin."""
    with PlayerPool(game, players, policy) as pool:
        return [pool.play(fixture, Seeded(fixture.seed, game.rules.deck)) for fixture in schedule(game, players, deals)]


def schedule(game: Any, players: Mapping[str, Any], deals: int) -> list[Fixture]:
    """Return the games of a round robin."""
    return list(fixtures(game, players, range(deals), SEED))


def children(of: int | None = None) -> set[int]:
    """Return the descendants of a process, by default those of this one."""
    first = os.getpid() if of is None else of
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if fields[0] != "Z":
            parents[int(status.parent.name)] = int(fields[1])
    found = {first}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {first}


def marked() -> set[int]:
    """Return all processes with the mark of these tests in their environment, except Python's resource tracker."""
    found: set[int] = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = MARK.encode() in (process / "environ").read_bytes()
            is_python = b"resource_tracker" in (process / "cmdline").read_bytes()  # it lives as long as this process
        except OSError:  # it has ended, or belongs to another user
            continue
        if is_ours and not is_python:
            found.add(int(process.name))
    return found - {os.getpid()}


MARK = f"HOCKEY_CARDS_TEST={os.getpid()}"


@contextmanager
def nothing_left() -> Generator[None]:
    """Check that no process that is started in the context is left after it, nor any descendant of one."""
    name, _, value = MARK.partition("=")
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]
    until = time.monotonic() + 10
    while (left := marked()) and time.monotonic() < until:
        time.sleep(0.02)
    assert set() == left


def gone(pid: int, seconds: float = 10) -> bool:
    """Wait for a process to end; return whether it has."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


@factory
def forgetful(variant: Variant, seat: Seat, rng: Random) -> Strategy:
    """Fail at the first attempt at every move."""
    tried: set[str] = set()

    def play(view: View) -> Move:
        text = view.to_json()
        if text not in tried:
            tried.add(text)
            raise LookupError(f"{view.legal[0].code}: not yet")
        return view.legal[0]

    return play


@factory
def seen(variant: Variant, seat: Seat, rng: Random) -> Strategy:
    """Choose a move by the number of games that this process has played, which no player should do."""
    _GAMES.append(seat)
    return lambda view: view.legal[len(_GAMES) % len(view.legal)]


_GAMES: list[int] = []


@attrs.frozen
class Heavy:
    """A factory with a large pickle."""

    weights: bytes

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Strategy:
        """Return a player that uses its weights."""
        return lambda view: view.legal[len(self.weights) % len(view.legal)]


def printing(view: View) -> Move:
    """Read stdin, and write to stdout in two ways."""
    sys.stdout.write(sys.stdin.read() + "I am talking\n")
    os.write(1, b"I am talking\n")
    return view.legal[0]


def keeping_a_log(view: View) -> Move:
    """Write to a file that is never closed."""
    if not _LOGS:
        _LOGS.append(gzip.open(os.environ["NOTES"], "wt", encoding="utf-8"))  # noqa: SIM115  # never closed
        _LOGS[0].write("learned")
    return view.legal[0]


_LOGS: list[Any] = []


def leaving_notes(view: View) -> Move:
    """Play, and write a file when the process ends."""
    if view.period == 0 and not view.to_json().count('"move"'):
        atexit.register(Path(os.environ["NOTES"]).write_bytes, gzip.compress(b"learned"))
    return view.legal[0]


def writing_to_stderr(view: View) -> Move:
    """Write to stderr, and end the process."""
    sys.stderr.write("the last words\n")
    sys.stderr.flush()
    os._exit(7)


def looping(view: View) -> Move:
    """Never answer, and ignore SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        pass


def removing_hand(view: View) -> Move:
    """Remove the hand from the view, then raise."""
    object.__setattr__(view, "hand", ())
    raise ValueError("no")
