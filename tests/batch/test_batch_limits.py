"""Limits on numbers, threads and memory, and interruptions, for tables, batches and measures."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import attrs
import numpy as np
import pytest

from hockey_cards import HockeyError, ParseError, SeatError, variant
from hockey_cards.batch import Table, limits, observe, simulate, simulation
from hockey_cards.batch.compiled.arrays import ResultArrays, TimeStep
from hockey_cards.batch.compiled.bookkeeping import first_illegal
from hockey_cards.batch.kernels import Kernel, kernel_of
from hockey_cards.measure import compare

HUGE = 10**5000
RANDOM = ("random", "random")


def _first(shown: TimeStep) -> Any:
    return shown.mask.argmax(axis=1)


@pytest.mark.parametrize(
    "asked",
    [
        lambda: Table("breakaway", HUGE),
        lambda: Table("breakaway", 2, threads=HUGE),
        lambda: Table("breakaway", 2).reset(HUGE),
        lambda: simulate("breakaway", RANDOM, HUGE),
        lambda: simulate("breakaway", RANDOM, 1, first=HUGE),
        lambda: compare(["rink"], games=HUGE),
    ],
)
def test_huge_numbers_are_refused(asked: Callable[[], object]) -> None:
    with pytest.raises(ParseError, match="cannot be <huge integer>: give "):
        asked()


def test_huge_seats_and_places_are_refused() -> None:
    with pytest.raises(SeatError, match="there is no seat <huge integer> to deal"):
        Table("breakaway", 1, dealer=HUGE)
    with pytest.raises(IndexError, match="there is no game <huge integer>"):
        Table("breakaway", 1).game(HUGE)


def test_long_values_are_shortened_in_messages() -> None:
    with pytest.raises(ParseError, match=r"^games cannot be 10{39}\.\.\.: give 1 to 10000000$"):
        Table("breakaway", 10**100)


@pytest.mark.parametrize("threads", [0, 1025, 10**9, True, "2"])
def test_the_number_of_threads_is_limited(threads: Any) -> None:
    """Too many are refused even where the engine plays and needs none."""
    message = f"threads cannot be {threads!r}: give 1 to 1024"
    with pytest.raises(ParseError, match=message):
        Table("breakaway", 2, threads=threads)
    with pytest.raises(ParseError, match=message):
        simulate("breakaway", RANDOM, 2, threads=threads)
    for key in ("rink", "blades"):
        with pytest.raises(ParseError, match=message):
            compare([key], games=100, threads=threads)


def _let_there_be(monkeypatch: pytest.MonkeyPatch, memory: int) -> None:
    monkeypatch.setattr(limits, "_memory", lambda: memory)


def test_games_that_do_not_fit_into_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused before anything is allocated, and a table keeps its games."""
    table = Table("breakaway", 3, seed=1)
    moves = _first(table.reset())
    _let_there_be(monkeypatch, 10**6)
    message = r"games cannot be {} here: they take .* GB of memory, and the machine has 0.0 GB: play fewer at once"
    with pytest.raises(ParseError, match=message.format(10**4)):
        Table("breakaway", 10**4)
    with pytest.raises(ParseError, match=message.format(10**4)):
        table.reset(10**4, seed=2)
    with pytest.raises(ParseError, match=message.format(10**9)):
        simulate("breakaway", RANDOM, 10**9)
    with pytest.raises(ParseError, match=message.format(10**8)):
        compare(["rink"], games=10**8)
    assert (3, [0, 1, 2]) == (table.games, table.step(moves).number.tolist())


def test_the_memory_of_a_table_is_computed_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table fits into the memory that it needs, and not into a little less."""
    shared = 64 * 16 * 2  # rulings that all games share are not counted
    for each in ("breakaway", variant("block-extra").house(table_match="any", periods=40), "rink"):
        table = Table(each, 50)
        shown = table.reset()
        need = sum(array.nbytes for array in (*table._in_progress, *shown, *shown)) + 16 * 50
        _let_there_be(monkeypatch, need)
        assert 50 == Table(each, 50).games
        _let_there_be(monkeypatch, need - shared - 1)
        with pytest.raises(ParseError, match="games cannot be 50 here"):
            Table(each, 50)
        monkeypatch.undo()


def test_failed_allocations_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system may refuse memory that the machine has; then a table stays as it was."""
    table = Table("rink", 2, seed=1)
    moves = _first(table.reset())

    empty: Callable[..., Any] = np.empty

    def scarce(shape: Any, kind: Any) -> Any:
        if np.prod(shape) > 400:
            raise MemoryError
        return empty(shape, kind)

    monkeypatch.setattr(np, "empty", scarce)
    with pytest.raises(ParseError, match=r"games cannot be 5 here: they take .*, which cannot be allocated"):
        table.reset(5)
    with pytest.raises(MemoryError):
        table.step(moves)
    monkeypatch.undo()
    assert [0, 1] == table.step(moves).number.tolist()


def test_unknown_memory_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    with pytest.raises(ParseError), limits.memory_for(10**9, 10**9):
        tried.append(1)
    monkeypatch.delattr(os, "sysconf", raising=False)
    with limits.memory_for(10**9, 10**9):
        tried.append(2)
    assert [2] == tried


def _interrupted(future: Future[Any], timeout: float | None = None) -> None:
    raise KeyboardInterrupt


def test_an_interrupted_step_requires_a_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move may have been made in some games only, so everything but a reset is refused."""
    table, still = Table("breakaway", 6, seed=1, threads=3), Table("breakaway", 6, seed=1)
    moves = _first(table.reset())
    with monkeypatch.context() as patch:
        patch.setattr(Future, "result", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            table.step(moves)
    for asked in (
        lambda: table.step(moves),
        lambda: table.game(0),
        lambda: table.ended(0),
        lambda: pickle.dumps(table),
    ):
        with pytest.raises(HockeyError, match=r"was interrupted: .* reset it"):
            asked()
    table.reset()
    assert still.step(moves).observation.tolist() == table.step(moves).observation.tolist()


def test_an_interrupted_reset_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("breakaway", 6, seed=1, threads=3)
    moves, seed = _first(table.reset()), table.seed
    with monkeypatch.context() as patch:
        patch.setattr(Future, "result", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            table.reset(9, seed=2)
    assert (6, seed, list(range(6))) == (table.games, table.seed, table.step(moves).number.tolist())


def test_only_one_step_is_made_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second step is refused while the first is running; the first is made."""
    table, still = Table("rink", 20, seed=1), Table("rink", 20, seed=1)
    moves, begun, go_on = _first(table.reset()), threading.Event(), threading.Event()

    def waiting(*known: Any) -> int:
        begun.set()
        go_on.wait(20)
        return first_illegal(*known)

    monkeypatch.setattr("hockey_cards.batch.table.first_illegal", waiting)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(table.step, moves)
        assert begun.wait(20)
        with pytest.raises(HockeyError, match="is running in another thread"):
            table.step(moves)
        go_on.set()
        assert still.step(moves).observation.tolist() == first.result().observation.tolist()
    assert (1, 1) == (len(table.game(0).moves), len(still.game(0).moves))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # newer versions of Python warn about forks of processes with threads
def test_a_forked_process_starts_its_own_threads() -> None:
    """A table that has made steps on threads can make them in a forked process too."""
    table = Table("rink", 8, threads=2, seed=1)
    moves = _first(table.reset())
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # without threads a step would wait forever
        os._exit(int(table.step(moves).done.any()))
    _, status = os.waitpid(child, 0)
    assert 0 == os.waitstatus_to_exitcode(status)


def test_an_interruption_cancels_the_remaining_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def slow(key: object, cast: object, tape: object, first: int, out: ResultArrays) -> None:
        begun.append(first)
        threading.Event().wait(0.05 * len(out.plays))

    known = attrs.evolve(kernel_of(variant("rink"), 0), play=slow)

    def kernel(*asked: object) -> Kernel:
        return known

    monkeypatch.setattr(simulation, "kernel_of", kernel)
    monkeypatch.setattr(simulation, "_PART", 1)
    monkeypatch.setattr(Future, "result", _interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulate("rink", RANDOM, 1000)
    assert len(begun) < 10


def test_only_views_are_observed() -> None:
    with pytest.raises(ParseError, match=r"a builtins\.NoneType has no observation"):
        observe(None)  # type: ignore[arg-type]  # that is the test
