"""Players in processes of their own: they play as they do here, harm nobody else, and always end."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import _players
import _pools
from _pools import SHORT, gone, nothing_left, play_games
from hockey_cards import Game, HockeyError, Move, Seeded, StrategyError, View, __version__, play, read_variant, variant
from hockey_cards.process import Command, Limits, PlayerFailure
from hockey_cards.process.child_process import ChildProcess
from hockey_cards.process.program import Program
from hockey_cards.process.started import StartedProgram
from hockey_cards.strategies import greedy, random
from hockey_cards.tournament.pairing.fixtures import fixtures
from hockey_cards.tournament.playing.faults import Fault, Policy
from hockey_cards.tournament.playing.player_pool import PlayerPool

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="these tests look for processes in /proc"),
]

ROOT = Path(__file__).parents[2]
APART = Policy(remedy="forfeit-game", isolate=True)
PYTHON_GREEDY = Command((sys.executable, "-m", "hockey_cards.process", "greedy"))


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """No process that a test started is left after it."""
    with nothing_left():
        yield


def faults(player: Any, policy: Policy = APART) -> list[Fault]:
    return [fault for each in play_games({"good": greedy, "bad": player}, policy) for fault in each.faults]


def test_isolation_changes_no_game() -> None:
    """Deterministic and random players play the same games here and in processes, kept or fresh."""
    players = {"spread": _players.spread, "chancy": _players.chancy, "random": random}
    here = [each.game for each in play_games(players)]
    assert here == [each.game for each in play_games(players, Policy(isolate=True))]
    assert here == [each.game for each in play_games(players, Policy(isolate=True, fresh=True))]


def test_built_in_players_are_not_isolated() -> None:
    """Only other players get processes, one for each seat of a side."""
    policy = Policy(isolate=True)
    players: dict[str, Any] = {"mine": _players.first, "greedy": greedy, "named": "random"}
    with PlayerPool(_pools.TABLE, players, policy) as pool:
        before = _pools.children()
        for fixture in fixtures(_pools.TABLE, players, range(1), 1):
            pool.play(fixture, Seeded(fixture.seed))
        until = time.monotonic() + 10
        while len(_pools.children() - before) > 2 and time.monotonic() < until:
            time.sleep(0.02)  # the forks that have played end by themselves
        assert 2 == len(_pools.children() - before)
    assert before == _pools.children()


SEEN = Command((sys.executable, "-m", "hockey_cards.process", "_pools:seen"), cwd=str(Path(_pools.__file__).parent))


def second(view: View) -> Move:
    """Play the second legal move, or the only one."""
    return view.legal[1 % len(view.legal)]


@pytest.mark.parametrize(
    ("player", "policy", "remembers"),
    [
        (_pools.seen, Policy(isolate=True), False),
        (_pools.seen, Policy(isolate=True, fresh=True), False),
        ("_pools:seen", Policy(isolate=True), False),
        (SEEN, Policy(), False),
        (SEEN, Policy(keep_programs=True), True),
    ],
)
def test_process_of_a_game_remembers_no_other(player: Any, policy: Policy, *, remembers: bool) -> None:
    """Module globals of a player are those of its import in each game, unless programs are kept."""
    played = [each.game.moves for each in play_games({"good": greedy, "seen": player}, policy)]
    alone = [each.game.moves for each in play_games({"good": greedy, "seen": second})]
    assert alone[0] == played[0]
    assert remembers == (alone[1] != played[1])


def test_printed_output_is_not_an_answer() -> None:
    """A player's stdin is empty, and its stdout goes to stderr, however it is written to."""
    assert [] == faults(_pools.printing)


@pytest.mark.parametrize("player", [_pools.leaving_notes, _pools.keeping_a_log])
def test_process_of_a_game_ends_in_order(player: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player has registered for the end of its process is called, and open files are written out."""
    notes = tmp_path / "notes"
    monkeypatch.setenv("NOTES", str(notes))
    play_games({"good": greedy, "noting": player}, Policy(isolate=True))
    assert b"learned" == gzip.decompress(notes.read_bytes())


def test_fault_of_a_dead_process_holds_the_end_of_its_stderr() -> None:
    for fault in faults(_pools.writing_to_stderr):
        assert ("dead", "the last words") == (fault.kind, fault.traceback.strip())
        assert fault.message.endswith("ended its process with status 7")


def test_fault_holds_the_traceback() -> None:
    """The traceback, and not the message, shows the line of the player's code and the text of its error."""
    first, _ = faults(_pools.forgetful)
    assert "raised LookupError" in first.message
    assert "not yet" not in first.message
    assert "_pools.py" in first.traceback
    assert "not yet" in first.traceback


def test_player_that_cannot_be_pickled_is_refused_before_any_game() -> None:
    with pytest.raises(HockeyError, match="mine cannot be sent to another process: define it at the top of a module"):
        PlayerPool(SHORT, {"mine": lambda view: view.legal[0]}, APART)


def test_large_player_is_sent() -> None:
    """The pickle of a player need not fit into the buffer of a pipe."""
    heavy = _pools.Heavy(bytes(2**21 + 1))
    assert [each.game for each in play_games({"a": greedy, "b": heavy})] == [
        each.game for each in play_games({"a": greedy, "b": heavy}, APART)
    ]


def test_players_of_the_main_script_can_be_sent(tmp_path: Path) -> None:
    """A player's process imports the main script, and does not run its ``__main__`` block."""
    script = """
        from hockey_cards import Seeded, variant
        from hockey_cards.tournament.playing.player_pool import PlayerPool
        from hockey_cards.tournament.pairing.fixtures import fixtures
        from hockey_cards.tournament.playing.faults import Policy
        def mine(view):
            return view.legal[-1]
        if __name__ == "__main__":
            game = variant("rink")
            fixture = next(fixtures(game, ("a", "b"), range(1), 1))
            with PlayerPool(game, {"a": mine, "b": "greedy"}, Policy(isolate=True)) as pool:
                print(pool.play(fixture, Seeded(fixture.seed, game.rules.deck)).faults)
    """
    (tmp_path / "mine.py").write_text(textwrap.dedent(script), "utf-8")
    run = subprocess.run([sys.executable, tmp_path / "mine.py"], capture_output=True, text=True, check=True)
    assert "()\n" == run.stdout


def test_named_code_is_imported_only_in_its_own_process(tmp_path: Path) -> None:
    """A module that fails, or ends the interpreter, does so in the player's process."""
    (tmp_path / "bad_module.py").write_text("import os\nos._exit(5)\n", "utf-8")
    (tmp_path / "good_module.py").write_text("def play(view):\n    return view.legal[0]\n", "utf-8")
    first, *_ = faults(f"{tmp_path / 'bad_module.py'}:play")
    assert ("dead", None) == (first.kind, first.move)
    assert [] == faults(f"{tmp_path / 'good_module.py'}:play")
    missing, *_ = faults(f"{tmp_path / 'good_module.py'}:nothing")
    assert ("crash", "the player of seat 1 raised UnknownStrategy") == (missing.kind, missing.message)


def test_command_is_accepted_wherever_a_player_is() -> None:
    """A command plays in ``play`` and in a pool of players, and reports its name and version."""
    once = play("rink", [PYTHON_GREEDY, greedy], seed=1)
    assert once == play("rink", [PYTHON_GREEDY, greedy], seed=1)
    assert ("greedy", __version__) == (
        PYTHON_GREEDY.identify(variant("rink")).name,
        PYTHON_GREEDY.identify(variant("rink")).version,
    )
    assert [] == faults(PYTHON_GREEDY, Policy())


def test_program_plays_variants_with_house_rules_and_variants_of_files() -> None:
    """A variant reaches the program by its name and house rules, or by the content of its file."""
    own = read_variant('base = "rink"\nkey = "pond"\n[house]\ndeck = 52\n')
    for game in (SHORT, own, variant("blades")):
        assert play(game, [PYTHON_GREEDY, greedy], seed=2).outcome is not None


def test_commands_are_values() -> None:
    """Commands compare equal if they run the same, can be pickled, and split a text as a shell does."""
    command = Command("./bot --name 'a b' \"c,d\"", cwd="/tmp", env={"B": "2", "A": "1"}, limits=Limits(move=1))
    assert ("./bot", "--name", "a b", "c,d") == command.argv
    assert command == pickle.loads(pickle.dumps(command))
    assert hash(command) == hash(Command(["./bot", "--name", "a b", "c,d"], "/tmp", {"A": "1", "B": "2"}, Limits(1)))


@pytest.mark.parametrize("bad", ["", "   ", "a 'b", (), ("a\0b",), (1,)])
def test_invalid_commands_are_refused(bad: Any) -> None:
    with pytest.raises(HockeyError):
        Command(bad)
    with pytest.raises(HockeyError):
        Command("a", env={"A=B": "c"})


def test_command_starts_in_its_working_directory_with_its_variables(tmp_path: Path) -> None:
    """A relative path of the program is resolved from that directory; variables are added to the environment."""
    script = '#!/bin/sh\necho "$PWD $MINE" >&2\nexit 4\n'
    (tmp_path / "bot").write_text(script, "utf-8")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(PlayerFailure, match="with status 4") as caught:
        Command("./bot", cwd=str(tmp_path), env={"MINE": "yes"}).identify(SHORT)
    assert f"{tmp_path.resolve()} yes" == caught.value.traceback.strip()


@pytest.mark.parametrize(
    ("command", "message"),
    [("./no-such-program", "./no-such-program cannot be started: No such file"), ("/", "cannot be started: ")],
)
def test_program_that_cannot_be_started(command: str, message: str) -> None:
    with pytest.raises(PlayerFailure) as caught:
        Command(command).identify(SHORT)
    assert "dead" == caught.value.kind
    assert message in caught.value.traceback
    with pytest.raises(PlayerFailure, match="cannot be started: No such file"):
        Command("true", cwd="/no/such/folder").identify(SHORT)


def test_failure_in_play_is_a_strategy_error() -> None:
    """``play`` names the seat and chains the failure of the process."""
    with pytest.raises(StrategyError, match="seat 1") as caught:
        play(SHORT, [greedy, Command("false")], seed=1)
    assert isinstance(caught.value.__cause__, PlayerFailure)
    assert "status 1" in str(caught.value.__cause__)


def test_failures_can_be_pickled() -> None:
    failure = PlayerFailure("raised KeyError", "crash", "where")
    again = pickle.loads(pickle.dumps(failure))
    assert (str(failure), failure.kind, failure.traceback) == (str(again), again.kind, again.traceback)


def test_program_that_dies_of_its_memory_limit() -> None:
    """A program that ends because an allocation failed has exceeded its memory limit."""
    hog = Command((sys.executable, "-c", "bytes(2**40)"), limits=Limits(memory=256))
    with pytest.raises(PlayerFailure, match="ran out of memory") as caught:
        hog.identify(SHORT)
    assert "memory" == caught.value.kind


def test_killed_process_counts_as_out_of_memory() -> None:
    """SIGKILL is what a system sends that runs out of memory; other signals are ordinary deaths."""
    for name, kind in (("KILL", "memory"), ("TERM", "dead")):
        with pytest.raises(PlayerFailure) as caught:
            Command(("sh", "-c", f"kill -{name} $$")).identify(SHORT)
        assert kind == caught.value.kind


def test_child_has_time_to_end_by_itself(tmp_path: Path) -> None:
    """When its input ends, a child may still write a file."""
    code = "import sys; sys.stdin.read(); open(sys.argv[1], 'w').write('learned')"
    child = ChildProcess(StartedProgram(Program((sys.executable, "-c", code, str(tmp_path / "notes"))), None), None)
    child.close()
    child.close()
    assert "learned" == (tmp_path / "notes").read_text("utf-8")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_child_outlives_its_game(number: signal.Signals, tmp_path: Path) -> None:
    """However the process of the game ends, a player in an endless loop ends too."""
    if number == signal.SIGKILL and sys.platform != "linux":
        pytest.skip("only Linux kills a busy child with its parent")
    script = f"""
        import sys
        sys.path.insert(0, {str(Path(_pools.__file__).parent)!r})
        import _pools
        from hockey_cards.process import Limits
        from hockey_cards.tournament.playing.faults import Policy
        sys.stdout.write("ready\\n")
        sys.stdout.flush()
        _pools.play_games({{"a": "greedy", "b": _pools.looping}}, Policy(limits=Limits(move=100)))
    """
    (tmp_path / "game.py").write_text(textwrap.dedent(script), "utf-8")
    game = subprocess.Popen([sys.executable, tmp_path / "game.py"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert game.stdout is not None
    game.stdout.readline()
    child = _busy_child(game.pid)
    game.send_signal(number)
    game.wait()
    game.stdout.close()
    assert gone(child)


def _busy_child(parent: int) -> int:
    """Wait until a process has a child that has been busy for a while, and return the id of the child."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for pid in _pools.children(parent):
            times = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
            if int(times[11]) > 0.5 * os.sysconf("SC_CLK_TCK"):
                return pid
        time.sleep(0.02)
    pytest.fail(f"process {parent} had no busy child within 60 seconds")


@pytest.mark.parametrize("game", ["breakaway", "rink", "blades"])
def test_perl_example_plays(game: str) -> None:
    """The example in another language plays every family without a fault, and reports its name."""
    perl = shutil.which("perl")
    if perl is None or subprocess.run([perl, "-MJSON::PP", "-e", "1"], check=False, capture_output=True).returncode:
        pytest.skip("there is no Perl with JSON::PP here")
    sample = Command((perl, "follower.pl"), cwd=str(ROOT / "examples" / "process_player"))
    played = play_games({"perl": sample, "random": random}, Policy(), game=variant(game))
    assert [(), ()] == [each.faults for each in played]
    assert "follower" == sample.identify(variant(game)).name


def test_server_without_arguments_prints_its_usage() -> None:
    run = subprocess.run([sys.executable, "-m", "hockey_cards.process"], capture_output=True, text=True, check=False)
    assert 2 == run.returncode
    assert "usage: python -m hockey_cards.process PLAYER" in run.stderr


def test_server_ends_at_a_line_that_breaks_the_protocol() -> None:
    """It writes what is wrong to stderr, and nothing to stdout."""
    for line, message in (
        ("hello", "the text is not a JSON object"),
        ('{"type":"hello","n":1,"protocol":"x"}', "the protocol is 'x'"),
    ):
        run = subprocess.run(
            [sys.executable, "-m", "hockey_cards.process", "greedy"],
            input=line + "\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert (1, "") == (run.returncode, run.stdout)
        assert message in run.stderr


def test_server_reads_messages_with_any_spacing_and_order_of_keys() -> None:
    """A program that formats JSON in its own way can drive a Python player."""
    game = variant("rink")
    view = Game.start(game, seed=1).view(1)
    hello: dict[str, Any] = {
        "seats": 2,
        "protocol": "hockey-cards-seat/2",
        "type": "hello",
        "n": 4,
        "variant": "rink",
        "house": {},
    }
    lines = [{**hello, "seat": 1, "seed": "00" * 32}, {"view": json.loads(view.to_json()), "n": 9, "type": "view"}]
    run = subprocess.run(
        [sys.executable, "-m", "hockey_cards.process", "random"],
        input="".join(json.dumps(line, indent=None) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
    )
    ready, move = map(json.loads, run.stdout.splitlines())
    assert ("ready", 4, "random") == (ready["type"], ready["n"], ready["name"])
    assert (9, True) == (move["n"], move["move"] in [legal.code for legal in view.legal])
