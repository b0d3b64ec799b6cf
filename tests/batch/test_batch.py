"""Batches: their results, their independence of threads and parts, the cache of compiled code, and errors."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _batch import BATCH_VECTORS, KEYS, checksum
from _strategies import pile_variants
from hockey_cards import (
    Ending,
    Game,
    ParseError,
    SeatError,
    UnknownVariant,
    VariantError,
    variant,
    variants,
)
from hockey_cards.batch import Batch, Summary, limits, simulate
from hockey_cards.batch.compiled.fingerprint import fingerprint
from hockey_cards.batch.pile import kernel as pile_kernel
from hockey_cards.batch.rink import kernel as rink_kernel
from hockey_cards.blades import VARIANTS as DUELS

RANDOM = ("random", "random")
REGULAR = {"rink": 1}
"""The number of periods without overtimes, where it is not three."""


def _arrays(batch: Batch) -> list[Any]:
    return [batch.score, batch.goals, batch.plays, batch.periods]


def test_batches_can_be_pickled() -> None:
    """A batch restored from a pickle has the same results and games."""
    batch = simulate("breakaway", ["greedy", "counter"], 20)
    copy = pickle.loads(pickle.dumps(batch))
    assert _same(_arrays(batch), _arrays(copy))
    assert batch.game(7) == copy.game(7)


def _same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(mine, yours) for mine, yours in zip(one, other, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("players", [RANDOM, ("greedy", "random"), ("counter", "greedy")], ids="-".join)
@pytest.mark.parametrize("key", ["breakaway", "block-extra", "rink"])
def test_results_do_not_depend_on_threads(key: str, players: tuple[str, str]) -> None:
    """The results are the same on any number of threads."""
    one, three = (simulate(key, players, 1001, seed=3, threads=threads) for threads in (1, 3))
    assert _same(_arrays(one), _arrays(three))


@pytest.mark.parametrize("key", ["passe", "saves", "rink"])
def test_results_do_not_depend_on_parts(key: str) -> None:
    """A batch played in parts, by the numbers of the games, has the same results as one played at once."""
    whole = simulate(key, ["greedy", "random"], 700, seed=3)
    parts = [simulate(key, ["greedy", "random"], games, seed=3, first=first) for first, games in ((0, 300), (300, 400))]
    joined = [np.concatenate(arrays) for arrays in zip(*map(_arrays, parts), strict=True)]
    assert _same(_arrays(whole), joined)
    assert parts[1].game(450) == whole.game(450)


@pytest.mark.parametrize("key", KEYS)
def test_games_are_replayed_in_the_engine(key: str) -> None:
    """Any game of a batch is replayed as a game of the engine with the same result, and can be recorded."""
    batch = simulate(key, ["random", "greedy"], 8, seed="out", dealer=1)
    for number in batch.numbers:
        game = batch.game(number)
        assert game.outcome is not None
        assert (list(game.score), len(game.moves)) == (batch.score[number].tolist(), batch.plays[number])
        assert batch.winner[number] == (-1 if game.outcome.winner is None else game.outcome.winner)
        late = batch.periods[number] > REGULAR.get(key, 3)
        assert game.outcome.how is (
            Ending.DRAW if batch.winner[number] < 0 else Ending.OVERTIME if late else Ending.REGULATION
        )
        assert game.record() == Game.from_record(game.record()).record()


@given(pile_variants(), st.integers(0, 2**32))
def test_goals_are_those_of_the_periods(game: Any, seed: int) -> None:
    """The goals of each period are those of the engine; those of overtimes are added up."""
    batch = simulate(game, RANDOM, 2, seed=seed)
    regular, overtimes = game.rules.schedule.periods, game.rules.schedule.max_overtimes
    for number in batch.numbers:
        state: Any = batch.game(number).state
        periods = [*state.periods, *[(0, 0)] * (regular - len(state.periods))]
        late = [sum(goals) for goals in zip((0, 0), *periods[regular:], strict=True)]
        assert [*map(list, periods[:regular]), *[late][: min(overtimes, 1)]] == batch.goals[number].tolist()


def test_summary_agrees_with_the_arrays() -> None:
    batch = simulate("breakaway", ["greedy", "random"], 500, seed=1)
    summary = batch.summary
    assert summary == Summary(
        games=500,
        wins=(int((batch.winner == 0).sum()), int((batch.winner == 1).sum())),
        draws=int((batch.winner == -1).sum()),
        goals=tuple(batch.score.mean(axis=0)),
        margin=float(batch.margin.mean()),
        error=float(batch.margin.std() / 500**0.5),
        plays=float(batch.plays.mean()),
        overtimes=int((batch.periods > 3).sum()),
    )
    assert 500 == sum(summary.wins) + summary.draws
    assert f"500 games, {summary.wins[0]} : {summary.wins[1]} won" in str(summary)
    assert repr(batch) == "<Batch of 500 games of breakaway>"
    assert len(batch) == 500


def test_overtimes_end_at_the_limit_of_the_rules() -> None:
    """Full overtimes follow while the score is level; after the last one the game is drawn."""
    game = variant("block-extra").house(periods=1, goal_ranks="", stop_ranks="23456789TJQKA", max_overtimes=50)
    batch = simulate(game, RANDOM, 20, seed=1)
    assert set(batch.periods) == {51}
    assert set(batch.winner) == {-1}


def test_every_variant_has_a_checksum() -> None:
    """The file of checksums, which ``python tests/golden.py`` writes, has all variants that run in batches."""
    assert KEYS == list(json.loads(BATCH_VECTORS.read_text("utf-8")))


@pytest.mark.parametrize("key", KEYS)
def test_seeds_give_the_same_games_in_every_version(key: str) -> None:
    """These checksums change only with the specification of the random numbers, or with a rule."""
    expected = json.loads(BATCH_VECTORS.read_text("utf-8"))
    assert expected[key] == checksum(key)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"games": 0}, ParseError, "games cannot be 0: give 1 to 1000000"),
        ({"games": True}, ParseError, "games cannot be True"),
        ({"games": 1.0}, ParseError, "games cannot be 1.0"),
        ({"threads": 0}, ParseError, "threads cannot be 0"),
        ({"first": -1}, ParseError, "first cannot be -1: give 0 to 1000000"),
        ({"first": 2**63}, ParseError, "first cannot be 9223372036854775808"),
        ({"seed": 1.5}, ParseError, "a seed must be an integer"),
        ({"dealer": 2}, SeatError, "there is no seat 2 to deal: give 0 to 1"),
        ({"variant": "hockey"}, UnknownVariant, "there is no variant 'hockey'"),
        ({"variant": DUELS[0]}, VariantError, "blades cannot be played in batches"),
    ],
)
def test_invalid_arguments_are_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {"variant": "breakaway", "players": RANDOM, "games": 10} | changes
    with pytest.raises(error, match=message):
        simulate(**arguments)


@pytest.mark.parametrize("method", [Batch.game, Batch.shoe, Batch.strategies])
def test_numbers_of_other_games_are_refused(method: Callable[[Batch, int], object]) -> None:
    batch = simulate("breakaway", RANDOM, 10, first=5)
    assert range(5, 15) == batch.numbers
    assert batch.game(np.int64(7)) == batch.game(7)  # type: ignore[arg-type]  # what arrays give
    for number in (4, 15, -1):
        with pytest.raises(IndexError, match=f"there is no game {number}: the games are 5 to 14"):
            method(batch, number)


def test_every_variant_can_be_played_or_is_refused() -> None:
    """All variants of families with kernels are played; for others the error names these families."""
    for key, each in variants().items():
        if key in KEYS:
            assert 3 == len(simulate(each, RANDOM, 3))
        else:
            with pytest.raises(VariantError, match="cannot be played in batches"):
                simulate(each, RANDOM, 3)


@pytest.mark.parametrize("gone", ["numba", "numpy"])
def test_a_missing_extra_is_reported_at_the_first_use(gone: str) -> None:
    """Without numba the package can be imported; its first use raises MissingExtra, which says how to install it."""
    code = f"""if True:
        import sys
        sys.modules["{gone}"] = None
        import hockey_cards, hockey_cards.batch
        from hockey_cards.batch import MissingExtra
        assert issubclass(MissingExtra, hockey_cards.HockeyError)
        assert issubclass(MissingExtra, ImportError)
        assert "numba" != "{gone}" or "Table" not in dir(hockey_cards.batch)
        try:
            hockey_cards.batch.simulate
        except MissingExtra as error:
            print(error)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "hockey-cards[fast]"' in run.stdout


def test_importing_the_package_loads_no_numba() -> None:
    """The package can be imported and lists its names without loading numba or numpy."""
    code = (
        "import sys, hockey_cards.batch as b; print('Table' in dir(b), 'numba' in sys.modules, 'numpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True False False"


def test_unknown_names_of_the_package_are_refused() -> None:
    import hockey_cards.batch as package

    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = package.nothing


def test_cached_code_is_named_by_what_it_is_compiled_from() -> None:
    """Compiled code is cached under a name that changes with everything it refers to."""
    kernels: tuple[Any, ...] = (pile_kernel.play_pile, rink_kernel.play_rink)
    for kernel in kernels:
        assert fingerprint(kernel.py_func) in kernel.py_func.__qualname__


def _compiled_from(constant: int, fields: str = "one: int; other: int") -> str:
    """Return the fingerprint of a function that calls one that reads a constant, and takes a named tuple."""
    code = f"""if True:
        from typing import NamedTuple
        class Pair(NamedTuple): {fields}
        def helper(): return constant
        def function(pair: "Pair"): return helper()
    """
    names: dict[str, Any] = {"constant": constant, "__name__": __name__}
    exec(code, names)
    return fingerprint(names["function"])


def test_fingerprints_depend_on_constants_and_on_the_order_of_fields() -> None:
    assert _compiled_from(1) == _compiled_from(1)
    assert 3 == len({_compiled_from(1), _compiled_from(2), _compiled_from(1, "other: int; one: int")})


def test_fingerprints_need_all_that_a_function_refers_to() -> None:
    names: dict[str, Any] = {"limits": limits, "__name__": __name__}
    exec("def early(): return later\ndef outside(): return limits.MAX_THREADS", names)
    with pytest.raises(NameError, match="'later' is not defined yet"):
        fingerprint(names["early"])
    with pytest.raises(TypeError, match="whose content cannot be seen"):
        fingerprint(names["outside"])


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the memory so")
def test_a_million_games_start_cold_in_three_seconds() -> None:
    """A new process plays a million games in under 3 s and 400 MB, once the kernels have been compiled."""
    code = """if True:
        import time
        start = time.perf_counter()
        from hockey_cards.batch import simulate
        simulate("breakaway", ["random", "random"], 1_000_000)
        print(time.perf_counter() - start)
        print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
    """
    simulate("breakaway", RANDOM, 1)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, kilobytes = map(float, run.stdout.split())
    assert seconds < 3
    assert kilobytes < 400_000
