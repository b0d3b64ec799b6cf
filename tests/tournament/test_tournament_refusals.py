"""Tournaments with impossible arguments, and players that do what they must not."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from _tournaments import SHORT, tournament
from hockey_cards import HockeyError, View, read_view
from hockey_cards.cli.app import main
from hockey_cards.cli.tournament.arguments import load_entrants
from hockey_cards.match import type_name
from hockey_cards.process import Command, Limits
from hockey_cards.tournament import KnockOut, Policy, RoundRobin, Sprt, Store, Swiss
from hockey_cards.tournament.report.export import export

TWO: dict[str, Any] = {"a": "random", "b": "greedy"}

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"entrants": {"\ud800": "random", "b": "random"}}, "the name of an entrant cannot be '.ud800': give"),
    ({"entrants": {"": "random", "b": "random"}}, "the name of an entrant cannot be '': give"),
    ({"entrants": {1: "random", "b": "random"}}, "the name of an entrant cannot be 1: give"),
    ({"deals": range(10**12, 10**12 + 1)}, "their numbers go up to 1000000000000"),
    ({"deals": range(10**30, 10**30 + 1)}, "their numbers go up to 1000000000000"),
    ({"format": "swiss"}, "there is no format 'swiss': give a value"),
    ({"format": RoundRobin}, "there is no format <class"),
    ({"format": Swiss(10**7)}, "a Swiss cannot have 10000000 rounds: give a number from 1 to 1,000,000"),
    ({"format": KnockOut(10**13)}, "a match cannot be the best of 10000000000000 deals"),
    ({"start_method": "teleport"}, "there is no start method 'teleport' on this system: give one of"),
    ({"seed": 10**5000}, "seed"),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_invalid_arguments_are_refused(tmp_path: Path, changes: Any, message: str) -> None:
    """Before a store is created."""
    settings: dict[str, Any] = {"entrants": TWO, "deals": 1, **changes}
    stores: list[dict[str, Any]] = [{}, {"store": tmp_path / "x.db"}]
    for more in stores:
        with pytest.raises(HockeyError, match=message):
            tournament(SHORT, **settings, **more)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "bounds", [(0, 1e6), (-1e6, 0), (0, 10**400), (-1e308, 1e308), ("0", "1"), (None, 1), (0, True), (float("nan"), 1)]
)
def test_hypotheses_out_of_range_are_refused(bounds: Any) -> None:
    with pytest.raises(HockeyError, match="is not possible: give two numbers from -4000 to 4000, the lower one first"):
        Sprt(*bounds)


def test_extreme_error_rates_and_hypotheses_are_possible() -> None:
    for alpha in (0, 5e-324, "x", True):
        with pytest.raises(HockeyError, match="alpha cannot be"):
            Sprt(0, 5, alpha)  # type: ignore[arg-type]  # that is the point
    entrants = {**TWO, "c": "counter", "d": "random"}
    assert not tournament(SHORT, entrants, deals=3, sprt=Sprt(0, 5, 1e-300, 1e-300)).verdicts
    assert tournament(SHORT, TWO, deals=3, sprt=Sprt(-4000, 4000)).deals


@pytest.mark.parametrize("memory", [2**44, 10**30])
def test_memory_limits_out_of_range_are_refused(memory: int) -> None:
    with pytest.raises(HockeyError, match="the limit memory cannot be"):
        Limits(memory=memory)


def test_any_number_of_seconds_is_a_time_limit() -> None:
    """Even longer than the system can wait at once."""
    player = Command((sys.executable, "-m", "hockey_cards.process", "greedy"), limits=Limits(move=1e300, start=1e10))
    assert not tournament(SHORT, {"a": player, "b": "random"}, deals=1, policy=Policy("random")).faults


class UnusualError(BaseException):
    """An error of an unusual type."""


def raising(_view: View) -> Any:
    """Raise an unusual error."""
    raise UnusualError


def test_any_error_of_a_player_is_its_fault() -> None:
    standings = tournament(SHORT, {"a": raising, "b": "random"}, deals=1, policy=Policy("forfeit-game"))
    assert [("a", "crash", 2)] == [(fault.entrant, fault.kind, fault.times) for fault in standings.faults]


def test_type_names_are_sanitised() -> None:
    """They may be long, or contain control characters."""
    assert "NoName" == type_name(type("see \x1b[2J\n4s", (), {})())
    assert "X" * 80 == type_name(type("X" * 10**6, (), {})())


CHATTY = """
import json, sys
game = 0
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        game += 1
        answer = {"type": "ready", "n": said["n"], "name": "chatty", "version": "1"}
        answer["protocol"] = said["protocol"]
    elif said["type"] == "view":
        print(f"game {game}: {said['view']['hand']}", file=sys.stderr, flush=True)
        answer = {"type": "move", "n": said["n"], "move": said["view"]["legal"][0] if game < 3 else 5}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


def test_fault_shows_nothing_of_other_games(tmp_path: Path) -> None:
    """The stderr of the game before, with the same cards, is not in its traceback."""
    (tmp_path / "chatty.py").write_text(CHATTY)
    player = Command((sys.executable, str(tmp_path / "chatty.py")))
    entrants: dict[str, Any] = {"chatty": player, "random": "random"}
    path, policy = tmp_path / "x.db", Policy("forfeit-game", keep_programs=True)
    tournament(SHORT, entrants, deals=2, store=path, policy=policy, versions={"chatty": "1"})
    with Store(path) as store:
        message = [fault.traceback for fault in store.faults()]
    assert message
    assert all("game 3" in text and "game 2" not in text and "game 1:" not in text for text in message[:1])


KEEPER = """
import json, pathlib, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "bye":
        with pathlib.Path(sys.argv[1]).open("a") as file:
            print(json.dumps(said["view"]), file=file)
        continue
    answer = {"n": said["n"]}
    if said["type"] == "hello":
        answer |= {"type": "ready", "name": "keeper", "version": "1", "protocol": said["protocol"]}
    else:
        answer |= {"type": "move", "move": said["view"]["legal"][0]}
    print(json.dumps(answer), flush=True)
"""


def test_a_bye_carries_the_final_view(tmp_path: Path) -> None:
    """A program is shown how its games ended, whoever sat where, and a forfeit too."""

    def failing(view: Any) -> Any:
        raise KeyError

    (tmp_path / "keeper.py").write_text(KEEPER)
    player = Command((sys.executable, str(tmp_path / "keeper.py"), str(tmp_path / "seen")))
    for other in ("random", failing):
        entrants: dict[str, Any] = {"keeper": player, "other": other}
        tournament(SHORT, entrants, deals=1, policy=Policy("forfeit-game"))
    seen = [read_view(line) for line in (tmp_path / "seen").read_text().splitlines()]
    assert [0, 1, 0, 1] == [view.seat for view in seen]
    assert [False, False, True, True] == [view.outcome is not None and view.outcome.how == "forfeit" for view in seen]
    assert [None] * 4 == [view.mover for view in seen]


class _FailingExecutor(Executor):
    """An executor that does something else with each task."""

    def __init__(self, deed: Callable[[Future[Any]], object]) -> None:
        self._deed = deed

    def submit(self, call: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._deed(future)
        return future


def _shut(_future: object) -> None:
    raise RuntimeError("cannot schedule new futures after shutdown")


@pytest.mark.parametrize(
    ("deed", "message"),
    [
        (Future[Any].cancel, "the executor has cancelled games"),
        (_shut, "the executor accepts no games: cannot schedule"),
    ],
)
def test_failing_executors_are_reported(deed: Any, message: str) -> None:
    with pytest.raises(HockeyError, match=message):
        tournament(SHORT, TWO, deals=5, executor=_FailingExecutor(deed))


def test_swiss_may_have_any_number_of_entrants() -> None:
    """More than Python's recursion limit."""
    round_ = Swiss(2).next_round(tuple(map(str, range(4001))), ())
    assert round_ is not None
    assert (2000, 1) == (len(round_.pairs), len(round_.byes))


def test_repeated_names_are_numbered(tmp_path: Path) -> None:
    """Even if the numbered name is taken."""
    bots = tmp_path / "bots.py"
    bots.write_text("def f(view):\n    return view.legal[0]\n\nglobals()['f#2'] = f\n")
    names = [f"{bots}:{name}" for name in ("f", "f", "f#2", "f")]
    assert [f"{bots}:{name}" for name in ("f", "f#2", "f#2#2", "f#3")] == list(load_entrants(names))


@pytest.mark.parametrize("option", ["--json", "--records", "--html"])
def test_no_output_overwrites_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    """However the two names are written."""
    monkeypatch.chdir(tmp_path)
    tournament(SHORT, TWO, deals=1, store="x.db")
    before = Path("x.db").read_bytes()
    for store in (["--resume", "x.db"], ["breakaway", "--deals", "1", "--store", "x.db"]):
        assert 2 == main(["tournament", *store, option, f"../{tmp_path.name}/x.db"])
        assert "x.db and x.db are the same file: give a file of its own for each option" in capsys.readouterr().err
    assert before == Path("x.db").read_bytes()


def test_csv_escapes_formulas(tmp_path: Path) -> None:
    """With an apostrophe."""
    names = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "plain"]
    standings = tournament(SHORT, dict.fromkeys(names, "random"), deals=1)
    export(standings, tmp_path / "out.csv", "pairs")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        found = {row[key] for row in csv.DictReader(file) for key in ("name", "opponent")}
    assert {f"'{name}" for name in names[:-1]} | {"plain"} == found


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"entrants": ["random", "greedy"]}, "the entrants cannot be a value of type list: give a dict by name"),
        ({"policy": "random"}, "there is no policy 'random'"),
        ({"sprt": "0,20"}, "there is no test '0,20'"),
        ({"format": "swiss"}, "there is no format 'swiss'"),
    ],
)
def test_values_of_the_wrong_type_are_refused(wrong: dict[str, Any], message: str) -> None:
    """The message shows an example of the right one."""
    given: dict[str, Any] = {"entrants": {"one": "random", "two": "greedy"}, **wrong}
    with pytest.raises(HockeyError, match=message):
        tournament("rink", **given)
