"""Stores: results are kept and resumed, and those of other tournaments are refused."""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

import _players
from _tournaments import FOUR, ILL, SHORT, THREE, tournament
from hockey_cards import Game, HockeyError, read_games, variant
from hockey_cards.process import Command, PlayerInfo
from hockey_cards.tournament import (
    Gauntlet,
    KnockOut,
    Policy,
    Snapshot,
    Sprt,
    StoreError,
    Swiss,
    Team,
    identity,
    merge,
    read_standings,
    resume,
)
from hockey_cards.tournament.store.database import checksum
from hockey_cards.tournament.store.store import Store

NAMED: dict[str, Any] = {"random": "random", "greedy": "greedy"}


class Stopped(Exception):
    """An interruption."""


def _stopped(path: Path, deal: int, entrants: Any, *arguments: Any, **options: Any) -> None:
    """Play until a deal has been counted, and interrupt then."""

    def watch(snapshot: Snapshot) -> None:
        if snapshot.deal == deal:
            raise Stopped

    with pytest.raises(Stopped):
        tournament(SHORT, entrants, *arguments, store=path, watch=watch, **options)


@pytest.fixture(name="path")
def fixture_path(tmp_path: Path) -> Path:
    return tmp_path / "a store.db"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"format": Swiss(3)},
        {"format": KnockOut(10)},
        {"format": Gauntlet("last")},
        {"sprt": Sprt(-50, 50)},
        {"policy": Policy(remedy="forfeit-match")},
        {"policy": Policy(remedy="disqualify")},
        {"policy": Policy(remedy="random"), "sprt": Sprt(-50, 50), "records": True},
    ],
    ids=str,
)
@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_tournament_is_resumed(path: Path, options: dict[str, Any], jobs: int) -> None:
    """After three interruptions, with any format, test and policy, the JSON is the same."""
    entrants = ILL if "policy" in options else THREE
    settings: dict[str, Any] = {"deals": 10, "seed": "store", **options}
    expected = tournament(SHORT, entrants, **settings).to_json()
    for deal in (0, 3, 6):
        _stopped(path, deal, entrants, jobs=jobs, **settings)
    assert expected == resume(path, entrants=entrants, jobs=3 - jobs).to_json()
    assert expected == read_standings(path).to_json()


def test_resuming_plays_only_what_is_missing(path: Path) -> None:
    asked: list[int] = []

    def counting(view: Any) -> Any:
        asked.append(1)
        return view.legal[0]

    entrants = {"counting": counting, "last": _players.last}
    tournament(SHORT, entrants, deals=10)
    whole = len(asked)
    asked.clear()
    _stopped(path, 6, entrants, deals=10)
    resume(path, entrants=entrants)
    resume(path, entrants=entrants)
    assert whole == len(asked)


def test_repeated_call_resumes(path: Path) -> None:
    """It may ask for more deals than before."""
    _stopped(path, 4, NAMED, deals=8)
    assert tournament(SHORT, NAMED, deals=8) == tournament(SHORT, NAMED, deals=8, store=path)
    assert tournament(SHORT, NAMED, deals=12) == tournament(SHORT, NAMED, deals=12, store=path)
    assert tournament(SHORT, NAMED, deals=12) == resume(path)
    assert tournament(SHORT, NAMED, deals=5) == tournament(SHORT, NAMED, deals=5, store=path)


def test_named_players_and_variants_are_found_again(path: Path) -> None:
    """Including a variant with a key of its own, and teams."""
    made = attrs.evolve(FOUR, key="my-passe", base="passe", name="Mine")
    teams = {"x": Team("random", "greedy"), "y": Team("greedy", "greedy")}
    one = tournament(made, teams, deals=2, seed=bytes(32), store=path)
    assert one == resume(path) == read_standings(path)
    assert ("my-passe", {"packets": (3,), "periods": 1}, "00" * 32) == (one.variant, one.house, one.seed)


def test_variant_without_a_name_has_to_be_given(path: Path) -> None:
    made = attrs.evolve(variant("rink"), key="unknown-to-all")
    one = tournament(made, NAMED, deals=2, store=path)
    with pytest.raises(StoreError, match="the variant 'unknown-to-all' cannot be found by its name: give it"):
        resume(path)
    assert one == resume(path, variant=made)


def test_records_and_faults_are_kept(path: Path) -> None:
    """Each record can be replayed, even of a forfeited game."""
    found: list[Any] = []
    policy = Policy(remedy="forfeit-game")
    settings: dict[str, Any] = {"deals": 10, "policy": policy, "store": path, "records": True}
    standings = tournament(SHORT, ILL, watch=lambda snapshot: found.extend(snapshot.results), **settings)
    with Store(path) as store:
        records, faults = list(store.records()), list(store.faults())
    assert [record for meeting in found for record in meeting.records] == records
    games = list(read_games(records))
    assert standings.games == len(games)
    assert sum(count.times for count in standings.faults) == len(faults) == sum(1 for game in games if _forfeited(game))
    assert [fault for meeting in found for fault in meeting.faults] == faults
    assert '"seed"' in records[0]


def _forfeited(game: Game) -> bool:
    return game.forfeited_by is not None


def test_store_can_be_queried_with_sql(path: Path) -> None:
    """Each game is a row with the places of its entrants."""
    standings = tournament(SHORT, THREE, deals=5, store=path)
    base = sqlite3.connect(path)
    rows = base.execute(
        "SELECT one.name, sum(halves) FROM game JOIN entrant AS one ON one.number = first GROUP BY one.name"
    ).fetchall()
    base.close()
    points: dict[str, float] = {"first": 0.0, "last": 0.0}
    for pair in standings.pairs:
        points[pair.name] += 2 * pair.points
    assert points == dict(rows)


@pytest.mark.slow
@pytest.mark.parametrize("parts", [[(0, 5), (5, 12)], [(0, 4), (7, 12)], [(3, 12), (0, 5)], [(2, 5), (7, 10)]])
@pytest.mark.parametrize("policy", [Policy(remedy="random"), Policy(remedy="disqualify")])
def test_stores_are_merged(tmp_path: Path, path: Path, parts: Any, policy: Policy) -> None:
    """Whatever deals they have, with gaps or in common, the rest is played."""
    settings: dict[str, Any] = {"seed": 9, "policy": policy}
    files: list[Path] = []
    for first, last in parts:
        files.append(tmp_path / f"{first}.db")
        tournament(SHORT, ILL, deals=range(first, last), store=files[-1], **settings)
    merge(files, path)
    span = range(min(first for first, _ in parts), max(last for _, last in parts))
    assert len({deal for part in parts for deal in range(*part)}) == read_standings(path).deals
    assert tournament(SHORT, ILL, deals=span, **settings).to_json() == resume(path, entrants=ILL).to_json()


def test_failed_merge_leaves_no_file(tmp_path: Path, path: Path) -> None:
    """The error says which store is wrong."""
    files = [tmp_path / name for name in ("one.db", "two.db", "three.db")]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        tournament(SHORT, NAMED, deals=4, seed=seed, store=file)
    base = sqlite3.connect(files[1])
    base.execute("UPDATE game SET goals_for = goals_for + 1 WHERE deal = 2 AND number = 1")
    base.commit()
    base.close()
    with pytest.raises(StoreError, match=r"two\.db has another result of deal 2, random against greedy, than"):
        merge(files[:2], path)
    with pytest.raises(StoreError, match=r"three\.db and .*one\.db have different seeds"):
        merge([files[0], files[2]], path)
    assert not path.exists()
    with pytest.raises(StoreError, match=r"one\.db already exists"):
        merge([files[0]], files[0])
    with pytest.raises(StoreError, match="merge needs at least one store"):
        merge([], path)


OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"variant": SHORT.house(periods=2)}, r"the variant: .*'periods': 1.* in the store, .*'periods': 2.* here"),
    ({"variant": variant("rink")}, r"the variant: .*breakaway.* in the store, .*rink.* here$"),
    ({"seed": 5}, r"the seed: '\w{64}' in the store, '5' here"),
    ({"format": Swiss(2)}, "the format: .*round-robin.* in the store, .*swiss.* here"),
    ({"policy": Policy(remedy="random")}, "the policy: .*stop.* in the store, .*random"),
    ({"sprt": Sprt(0, 5)}, "the test: None in the store, .*5.* here"),
    ({"records": True}, "whether records are kept: False in the store, True here"),
    ({"entrants": {"b": _players.last, "a": _players.first}}, "the entrants: a, b in the store, b, a here"),
    (
        {"entrants": {"a": _players.first, "b": "random"}},
        r"the player b: _players:last sha256:\w+ in the store, random of",
    ),
    ({"versions": {"a": "2.0"}}, r"the player a: _players:first sha256:\w+ in the store, 2\.0 here"),
]


@pytest.mark.parametrize(("changes", "message"), OTHERS, ids=[next(iter(changes)) for changes, _ in OTHERS])
def test_store_of_another_tournament_is_refused(path: Path, changes: Any, message: str) -> None:
    """The message has the difference, and the store does not change."""
    settings: dict[str, Any] = {"variant": SHORT, "entrants": {"a": _players.first, "b": _players.last}, "deals": 2}
    tournament(**settings, store=path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"a store.db is the store of another tournament: {message}"):
        tournament(**{**settings, **changes}, store=path)
    assert before == path.read_bytes()


def test_given_versions_are_compared(path: Path) -> None:
    entrants: dict[str, Any] = {"bot": partial(_players.first), "random": "random"}
    tournament(SHORT, entrants, deals=2, store=path, versions={"bot": "1.0"})
    other: dict[str, Any] = {"bot": partial(_players.last)}
    assert 4 == resume(path, entrants=other, versions={"bot": "1.0"}).games
    with pytest.raises(StoreError, match="else has a version but is not an entrant: the entrants are bot, random"):
        resume(path, entrants=other, versions={"else": "1.0"})
    with pytest.raises(
        StoreError, match=r"the player bot: 1\.0 in the store, functools:partial functools\.partial\(<function last>\)"
    ):
        resume(path, entrants=other)


BOT = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "bye":
        continue
    answer = {"type": "ready", "name": "bot", "version": "1", "protocol": said.get("protocol")}
    if said["type"] == "view":
        answer = {"type": "move", "move": said["view"]["legal"][0]}
    print(json.dumps({"n": said["n"], **answer}), flush=True)
"""


@pytest.mark.slow
def test_program_that_was_edited_is_another_player(path: Path, tmp_path: Path) -> None:
    """So is one that reports another version, or has another file among its arguments; the same one is accepted."""
    bot, weights = tmp_path / "bot.py", tmp_path / "weights.txt"
    weights.write_text("1", "utf-8")
    bot.write_text(BOT, "utf-8")
    command = f"cmd:{sys.executable} -I -S {bot} --weights={weights}"
    for player in (command, Command(command.removeprefix("cmd:"))):
        entrants: dict[str, Any] = {"bot": player, "random": "random"}
        tournament(SHORT, entrants, deals=1, store=path)
        again: dict[str, Any] = {"entrants": {} if isinstance(player, str) else {"bot": player}}
        assert 2 == resume(path, **again).games
        for file, text in ((bot, BOT.replace("[0]", "[-1]")), (weights, "2")):
            before = file.read_text("utf-8")
            file.write_text(text, "utf-8")
            with pytest.raises(StoreError, match="the player bot: "):
                resume(path, **again)
            file.write_text(before, "utf-8")
        path.unlink()


def test_program_that_reports_another_version_is_another_player(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if no file shows it; one that does not start is left to the policy."""
    reported = [PlayerInfo("bot", "1")]

    def identify(_command: Command, _variant: object) -> PlayerInfo:
        return reported[-1]

    monkeypatch.setattr(Command, "identify", identify)
    one = identity(Command("bot"), variant=SHORT)
    reported.append(PlayerInfo("bot", "2"))
    other = identity(Command("bot"), variant=SHORT)
    assert "which reports 'bot', version '1'" in one.version
    assert "which reports 'bot', version '2'" in other.version
    monkeypatch.undo()
    assert identity(Command("/no/such/bot"), variant=SHORT).version.endswith(", which does not start")
    assert "bot" not in identity(Command("true")).version


def test_option_of_a_policy_that_a_store_lacks_has_its_default(path: Path) -> None:
    """A store of an earlier version does not name it, and is resumed."""
    tournament(SHORT, NAMED, deals=1, store=path)
    base = sqlite3.connect(path)
    (text,) = base.execute("SELECT value FROM header WHERE key = 'policy'").fetchone()
    fields = {name: value for name, value in json.loads(text).items() if name != "keep_programs"}
    base.execute("UPDATE header SET value = ? WHERE key = 'policy'", (json.dumps(fields),))
    rows = base.execute("SELECT key, value FROM header WHERE key != 'checksum' ORDER BY key").fetchall()
    base.execute("UPDATE header SET value = ? WHERE key = 'checksum'", (json.dumps(checksum(rows)),))
    base.commit()
    base.close()
    assert 2 == resume(path).games


def _other_rules(_: object) -> str:
    return "f" * 64


def test_changed_rules_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even under the same name."""
    tournament(SHORT, NAMED, deals=2, store=path)
    monkeypatch.setattr("hockey_cards.tournament.store.manifest.rules_digest", _other_rules)
    with pytest.raises(StoreError, match=r"the digest of the rules: '\w{64}' in the store, 'f"):
        resume(path)


def test_entrants_without_a_name_have_to_be_given(path: Path) -> None:
    """And nobody else may be given."""
    tournament(SHORT, {"mine": _players.first, "random": "random"}, deals=2, store=path)
    with pytest.raises(StoreError, match="the entrant mine cannot be found by a name: give it in `entrants`"):
        resume(path)
    with pytest.raises(StoreError, match="else is not an entrant of this tournament: the entrants are mine, random"):
        resume(path, entrants={"mine": _players.first, "else": "random"})


def _database(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def test_other_files_are_refused(tmp_path: Path, path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other.db"
    text.write_text("This is no database at all, but a text that is longer than the head of one.\n" * 20)
    _database(other, "CREATE TABLE game (deal)")
    for given, message in (
        (path, "there is no store"),
        (tmp_path, "is not the store of a tournament: give the name of a file"),
        (text, "is not the store of a tour"),
    ):
        with pytest.raises(StoreError, match=message):
            resume(given)
    with pytest.raises(StoreError, match="is not the store of a tournament"):
        tournament(SHORT, NAMED, deals=2, store=other)
    path.touch()
    with pytest.raises(StoreError, match="is empty: begin its tournament again"):
        resume(path)
    tournament(SHORT, NAMED, deals=2, store=path)
    _database(path, "PRAGMA user_version = 3")
    with pytest.raises(StoreError, match="is a store of version 3, but this library knows versions up to 2"):
        resume(path)
    with pytest.raises(HockeyError, match="cannot be opened or written"):
        tournament(SHORT, NAMED, deals=2, store=tmp_path / "no folder" / "x.db")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM header WHERE key = 'policy'",
        "UPDATE header SET value = '{' WHERE key = 'sprt'",
        "UPDATE header SET value = '\"x\"' WHERE key = 'deals'",
        "UPDATE header SET value = '{\"kind\": \"league\"}' WHERE key = 'format'",
        "DELETE FROM header",
        "DROP TABLE header",
    ],
)
def test_invalid_manifest_is_damage(path: Path, statement: str) -> None:
    tournament(SHORT, NAMED, deals=2, store=path)
    _database(path, statement)
    with pytest.raises(StoreError, match="is damaged"):
        resume(path)


def test_damaged_file_is_refused(path: Path) -> None:
    """Bytes overwritten in any page, and a file cut short, are noticed before anything is played."""
    tournament(SHORT, THREE, deals=60, store=path)
    sound = path.read_bytes()
    for place in range(4096, len(sound), 4096):
        path.write_bytes(sound[:place] + b"\xff" * 64 + sound[place + 64 :])
        with pytest.raises(StoreError, match="damaged"):
            resume(path, entrants=THREE)
    path.write_bytes(sound[:5000])
    with pytest.raises(StoreError, match="damaged"):
        resume(path, entrants=THREE)


def test_store_is_open_in_one_process_at_a_time(path: Path) -> None:
    tournament(SHORT, NAMED, deals=2, store=path)
    found: list[str] = []

    def other() -> None:
        with pytest.raises(StoreError) as caught:
            resume(path)
        found.append(str(caught.value))

    with Store(path):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert [f"{path} is in use: another process has it open"] == found
    assert 4 == resume(path).games


def test_identities(monkeypatch: pytest.MonkeyPatch) -> None:
    """By distribution for names, by place and hash for code, by repr for objects."""
    assert identity("greedy").version.startswith("greedy of hockey-cards ")
    assert identity(_players.first).version.startswith("_players:first sha256:")
    assert identity(_players.chancy).version.startswith("_players:chancy sha256:")
    assert ("random", "greedy") == identity(Team("random", "greedy")).player
    assert "3.1" == identity("greedy", "3.1").version

    @attrs.frozen
    class Searcher:
        depth: int

    assert "Searcher(depth=3)" in identity(Searcher(3)).version  # type: ignore[arg-type]  # it need not play here
    assert "0x" not in identity(object()).version  # type: ignore[arg-type]  # nor this


def test_header_is_json_by_key(path: Path) -> None:
    tournament(SHORT, NAMED, deals=range(3, 5), seed="s", store=path)
    base = sqlite3.connect(path)
    found = {key: json.loads(value) for key, value in base.execute("SELECT key, value FROM header")}
    base.close()
    assert {"base": "breakaway", "house": {"packets": [5], "periods": 1}} == found["variant"]
    assert ([3, 5], "s", {"kind": "round-robin"}) == (found["deals"], found["seed"], found["format"])
    assert ["random", "greedy"] == [entrant["name"] for entrant in found["entrants"]]
