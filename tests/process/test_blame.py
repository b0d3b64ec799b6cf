"""Blame: what this machine does to a player, by pausing the game or having nothing left, is no fault of the player."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

import _players
import _pools
from _commands import HELPERS
from _pools import SHORT, nothing_left
from hockey_cards import Game, HockeyError, HostError, play
from hockey_cards import tournament as tournaments
from hockey_cards.process import Command, Limits
from hockey_cards.process.child_process import Deadline
from hockey_cards.process.program import Program
from hockey_cards.process.remote_player import RemotePlayer
from hockey_cards.tournament import Policy, read_standings, resume

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="these tests look for processes in /proc"),
]

tournament: Any = tournaments.tournament
PYTHON_GREEDY = Command((sys.executable, "-m", "hockey_cards.process", "greedy"))
ISOLATED = Policy("disqualify", isolate=True)
SEED = bytes(32)


def _run(script: str, *arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python with the helpers of the tests on its path."""
    return subprocess.run(
        [sys.executable, *arguments, *([] if stdin is not None else ["-c", script])],
        input=stdin,
        cwd=HELPERS,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


# Time in which the game was stopped

PAUSED = """
import sys
import _pools
from hockey_cards.process import Command, Limits
from hockey_cards.tournament.playing.faults import Policy

SLOW = '''
import json, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        answer = {"type": "ready", "name": "slow", "version": "1", "protocol": said["protocol"]}
    elif said["type"] == "view":
        time.sleep(0.03)
        answer = {"type": "move", "move": said["view"]["legal"][0]}
    else:
        continue
    print(json.dumps({"n": said["n"], **answer}), flush=True)
'''
policy = Policy("forfeit-game", limits=Limits(move=float(sys.argv[1]), start=100), keep_programs=True)
player = Command((sys.executable, "-I", "-S", "-c", SLOW))
sys.stdout.write("ready\\n")
sys.stdout.flush()
while True:
    played = _pools.play_games({"a": player, "b": "random"}, policy)
    print([fault.kind for each in played for fault in each.faults], flush=True)
"""


def _pause(times: int, move: float, pause: float, seed: int) -> str:
    """Play games, stop their process now and then, and return the faults after the last pause."""
    rng = Random(seed)
    run = subprocess.Popen(
        [sys.executable, "-c", PAUSED, str(move)], cwd=HELPERS, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert run.stdout is not None
    printed: list[str] = []
    reader = Thread(target=lambda: printed.extend(iter(run.stdout.readline, "")), daemon=True)  # type: ignore[union-attr]  # it has a stdout
    reader.start()
    try:
        for _ in range(times):
            time.sleep(rng.uniform(0.2, 1.0))
            run.send_signal(signal.SIGSTOP)
            time.sleep(pause)
            run.send_signal(signal.SIGCONT)
        seen, until = len(printed), time.monotonic() + 60
        while len(printed) < max(seen + 1, 2) and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        run.kill()
        run.wait()
        reader.join(10)
        run.stdout.close()
    assert printed[:1] == ["ready\n"]
    assert len(printed) > 1
    return "".join(printed[1:])


def test_time_in_which_the_game_was_stopped_does_not_count() -> None:
    """A program that answers in time is not slow, even if its answer is read too late."""
    assert {"[]"} == set(_pause(3, move=2, pause=3, seed=1).split("\n")) - {""}


@pytest.mark.long
def test_twenty_random_pauses_give_no_fault() -> None:
    assert {"[]"} == set(_pause(20, move=1, pause=2.5, seed=2).split("\n")) - {""}


def test_deadline_counts_the_time_in_which_this_process_was_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long gap only half of the planned wait counts."""
    now = [0.0]
    monkeypatch.setattr("hockey_cards.process.child_process.monotonic", lambda: now[0])
    deadline = Deadline(1.0)
    for _ in range(9):
        now[0] += 0.1
        deadline.look()
    assert not deadline.is_over
    now[0] += 60
    deadline.look()
    assert not deadline.is_over
    now[0] += 0.06
    deadline.look()
    assert deadline.is_over
    assert not Deadline(None).is_over


def test_limit_still_holds() -> None:
    """For a program that is silent while this process is awake."""
    before = time.monotonic()
    with pytest.raises(HockeyError, match=r"took longer than 0\.5 s"):
        Command(("sleep", "100"), limits=Limits(start=0.5)).identify(SHORT)
    assert 0.5 <= time.monotonic() - before < 30


# A machine that has nothing left


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM])
def test_machine_that_has_nothing_left_is_to_blame(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The tournament stops, whatever the policy, and can be resumed."""

    def none_left(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    path = tmp_path / "x.db"
    entrants: dict[str, Any] = {"a": _players.first, "b": "random"}
    tournament(SHORT, entrants, deals=1, seed=SEED, policy=ISOLATED, store=path)
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", none_left)
        with pytest.raises(HostError, match=r"this machine cannot start another process: .*; no player is to blame"):
            tournament(SHORT, entrants, deals=3, seed=SEED, policy=ISOLATED, store=path)
        with pytest.raises(HostError):
            play(SHORT, [PYTHON_GREEDY, "random"], seed=1)
    assert () == resume(path, entrants=entrants).faults
    assert 3 == read_standings(path).deals


def test_process_without_files_is_to_blame() -> None:
    """In a process that may open few files, games of programs stop with its own error."""
    run = _run("""if True:
        import os, resource, sys
        import _players
        from hockey_cards import HostError
        from hockey_cards.process import Command
        from hockey_cards.tournament import Policy, tournament
        program = Command((sys.executable, "-m", "hockey_cards.process", "greedy"))
        tournament("rink", {"a": "greedy", "b": "random"}, deals=1)  # what is imported late is imported now
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
        files = []
        while True:
            try:
                files.append(os.open(os.devnull, os.O_RDONLY))
            except OSError:
                break
        for left in range(0, 14):
            for entrant in (program, _players.first):
                try:
                    policy = Policy("disqualify", isolate=True)
                    standings = tournament("rink", {"a": entrant, "b": "random"}, deals=1, policy=policy)
                except HostError as error:
                    assert "Too many open files" in str(error)
                else:
                    assert standings.faults == (), standings.faults
            os.close(files.pop())
        print("ok")
    """)
    assert ("ok\n", "") == (run.stdout, run.stderr)


# Players that no other process can load

DEFINED = """
from hockey_cards.tournament import Policy, tournament
def first(view):
    return view.legal[0]
standings = tournament("breakaway", {{"a": first, "b": "random"}}, deals=1, {})
print([entrant.points for entrant in standings.entrants])
"""
APART = ["policy=Policy('forfeit-game', isolate=True)", "jobs=2, policy=Policy('forfeit-game')"]


@pytest.mark.parametrize("how", APART, ids=["isolated", "two jobs"])
@pytest.mark.parametrize("place", ["-c", "stdin", "script"])
def test_player_that_cannot_be_loaded_is_refused(place: str, how: str, tmp_path: Path) -> None:
    """Before any game, rather than blamed in all of them."""
    script = DEFINED.format(how)
    with nothing_left():
        if place == "script":
            (tmp_path / "unguarded.py").write_text(script, "utf-8")
            run = _run("", str(tmp_path / "unguarded.py"), stdin="")
        else:
            run = _run(script, stdin=script if place == "stdin" else None)
    assert 1 == run.returncode
    assert "" == run.stdout
    *_, last = run.stderr.strip().splitlines()
    assert "hockey_cards.errors.HockeyError: " in last
    expected = {
        ("-c", 0): "a cannot be sent to another process, because it was defined in an interactive session",
        ("script", 0): 'start the games of a script under if __name__ == "__main__"',
        ("-c", 1): "the players cannot be loaded in a worker process",
        ("script", 1): 'start the games of a script under if __name__ == "__main__"',
    }
    assert expected["-c" if place == "stdin" else place, APART.index(how)] in last


# Threads, and processes that end


def test_program_outlives_the_thread_that_started_it() -> None:
    """As in a server that has a thread for each request."""
    player = RemotePlayer(Program(PYTHON_GREEDY.argv), Limits())
    game: Any = Game.start(SHORT, seed=1)
    thread = Thread(target=player.start_game, args=(SHORT, game.seat, bytes(32)))
    thread.start()
    thread.join()
    time.sleep(0.3)
    try:
        assert player.choose_move(game.view(game.seat)) in game.legal
    finally:
        player.close()


def test_dead_worker_process_names_who_was_playing() -> None:
    """Players that could not end it are not named."""
    entrants = {"good": "greedy", "first": _players.first, "dying": _players.dying}
    with pytest.raises(
        HockeyError, match=r"that played games of first, dying has died, .* with isolate=True or --isol"
    ):
        tournament(SHORT, entrants, deals=2, jobs=2)


def test_forks_leave_nothing() -> None:
    """Neither the processes of finished games nor their descendants, and no open file."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    with nothing_left():
        _pools.play_games({"a": _players.first, "b": _players.chancy}, ISOLATED, deals=3)
    assert before == len(list(Path("/proc/self/fd").iterdir()))
