"""Stores: what was played is kept, and gone on with; whatever is another tournament's is refused, and why."""

from __future__ import annotations

import json
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

import _players
from _tournaments import FOUR, ILL, SHORT, THREE
from hockey_cards import Game, HockeyError, read_games, variant
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
    tournament,
)
from hockey_cards.tournament.store.store import Store

NAMED: dict[str, Any] = {"random": "random", "greedy": "greedy"}


class Stopped(Exception):
    """A tournament that ends before its time."""


def _stopped(path: Path, deal: int, entrants: Any, *arguments: Any, **options: Any) -> None:
    """Play until a deal has been counted, as if Ctrl-C came then."""

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
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tournament_goes_on_where_it_was_ended(path: Path, options: dict[str, Any], jobs: int) -> None:
    """Three times ended, with any format, test and policy, it comes to the same to the byte."""
    entrants = ILL if "policy" in options else THREE
    settings: dict[str, Any] = {"deals": 16, "seed": "store", **options}
    expected = tournament(SHORT, entrants, **settings).to_json()
    for deal in (0, 5, 11):
        _stopped(path, deal, entrants, jobs=jobs, **settings)
    assert expected == resume(path, entrants=entrants, jobs=3 - jobs).to_json()
    assert expected == read_standings(path).to_json()


def test_nothing_is_played_twice(path: Path) -> None:
    """What the store has is counted again, and not asked for; the other deals alone are."""
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


def test_the_same_call_goes_on(path: Path) -> None:
    """A tournament with a store that has some of it plays the rest; more deals than before may be asked for."""
    _stopped(path, 4, NAMED, deals=8)
    assert tournament(SHORT, NAMED, deals=8) == tournament(SHORT, NAMED, deals=8, store=path)
    assert tournament(SHORT, NAMED, deals=12) == tournament(SHORT, NAMED, deals=12, store=path)
    assert tournament(SHORT, NAMED, deals=12) == resume(path)
    assert tournament(SHORT, NAMED, deals=5) == tournament(SHORT, NAMED, deals=5, store=path)


def test_named_players_and_variants_are_found_again(path: Path) -> None:
    """A store of these alone holds all that is needed, a game with a name of its own and teams too."""
    made = attrs.evolve(FOUR, key="my-passe", base="passe", name="Mine")
    teams = {"x": Team("random", "greedy"), "y": Team("greedy", "greedy")}
    one = tournament(made, teams, deals=2, seed=bytes(32), store=path)
    assert one == resume(path) == read_standings(path)
    assert ("my-passe", {"packets": (3,), "periods": 1}, "00" * 32) == (one.variant, one.house, one.seed)


def test_a_variant_without_a_name_has_to_be_given(path: Path) -> None:
    """A store cannot hold the rules themselves."""
    made = attrs.evolve(variant("rink"), key="unknown-to-all")
    one = tournament(made, NAMED, deals=2, store=path)
    with pytest.raises(StoreError, match="the variant 'unknown-to-all' cannot be found by its name: give it"):
        resume(path)
    assert one == resume(path, variant=made)


def test_records_and_faults_are_kept_beside_the_results(path: Path) -> None:
    """Each game's record can be replayed, a forfeited one too, and each fault is there with its view."""
    told: list[Any] = []
    policy = Policy(remedy="forfeit-game")
    settings: dict[str, Any] = {"deals": 10, "policy": policy, "store": path, "records": True}
    standings = tournament(SHORT, ILL, watch=lambda snapshot: told.extend(snapshot.results), **settings)
    with Store(path) as store:
        records, faults = list(store.records()), list(store.faults())
    assert [record for meeting in told for record in meeting.records] == records
    games = list(read_games(records))
    assert standings.games == len(games)
    assert sum(count.times for count in standings.faults) == len(faults) == sum(1 for game in games if _forfeited(game))
    assert [fault for meeting in told for fault in meeting.faults] == faults
    assert '"seed"' in records[0]


def _forfeited(game: Game) -> bool:
    return game.forfeited_by is not None


def test_a_store_can_be_read_as_a_table(path: Path) -> None:
    """Each game is a row, which names its entrants by their places."""
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


@pytest.mark.parametrize("parts", [[(0, 10), (10, 24)], [(0, 9), (14, 24)], [(5, 24), (0, 9)], [(3, 8), (12, 20)]])
@pytest.mark.parametrize("policy", [Policy(remedy="random"), Policy(remedy="disqualify")])
def test_stores_of_two_machines_become_one(tmp_path: Path, path: Path, parts: Any, policy: Policy) -> None:
    """Whatever parts they played, with gaps or both the same, the rest is played, and comes to the same to the byte."""
    settings: dict[str, Any] = {"seed": 9, "policy": policy}
    files: list[Path] = []
    for first, last in parts:
        files.append(tmp_path / f"{first}.db")
        tournament(SHORT, ILL, deals=range(first, last), store=files[-1], **settings)
    merge(files, path)
    span = range(min(first for first, _ in parts), max(last for _, last in parts))
    assert len({deal for part in parts for deal in range(*part)}) == read_standings(path).deals
    assert tournament(SHORT, ILL, deals=span, **settings).to_json() == resume(path, entrants=ILL).to_json()


def test_a_merge_that_fails_leaves_nothing(tmp_path: Path, path: Path) -> None:
    """Different results of one game, other seeds, a file that is there: the error says which, and no file is begun."""
    files = [tmp_path / name for name in ("one.db", "two.db", "three.db")]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        tournament(SHORT, NAMED, deals=4, seed=seed, store=file)
    base = sqlite3.connect(files[1])
    base.execute("UPDATE game SET goals_for = goals_for + 1 WHERE deal = 2 AND number = 1")
    base.commit()
    base.close()
    with pytest.raises(StoreError, match=r"two\.db has another result of deal 2, random against greedy, than"):
        merge(files[:2], path)
    with pytest.raises(
        StoreError, match=r"three\.db is the store of another tournament: the seed: '2' in the store, '1'"
    ):
        merge([files[0], files[2]], path)
    assert not path.exists()
    with pytest.raises(StoreError, match=r"one\.db already exists"):
        merge([files[0]], files[0])
    with pytest.raises(StoreError, match="merge needs at least one store"):
        merge([], path)


OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"variant": SHORT.house(periods=2)}, r"the variant: .*'periods': 1.* in the store, .*'periods': 2.* here"),
    ({"variant": variant("rink")}, r"the variant: .*breakaway.* in the store, .*rink.* here$"),
    ({"seed": 5}, "the seed: '0' in the store, '5' here"),
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
def test_another_tournament_is_refused_with_the_difference(path: Path, changes: Any, message: str) -> None:
    """The store stays as it was."""
    settings: dict[str, Any] = {"variant": SHORT, "entrants": {"a": _players.first, "b": _players.last}, "deals": 2}
    tournament(**settings, store=path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"a store.db is the store of another tournament: {message}"):
        tournament(**{**settings, **changes}, store=path)
    assert before == path.read_bytes()


def test_versions_that_were_given_are_asked_for(path: Path) -> None:
    """A player whose version somebody knows better is the same as long as that is."""
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


def _other_rules(_: object) -> str:
    return "f" * 64


def test_other_rules_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that make something else of the same cards and choices are others, whatever they are called."""
    tournament(SHORT, NAMED, deals=2, store=path)
    monkeypatch.setattr("hockey_cards.tournament.store.manifest.rules_digest", _other_rules)
    with pytest.raises(StoreError, match=r"the digest of the rules: '\w{64}' in the store, 'f"):
        resume(path)


def test_who_cannot_be_found_has_to_be_given(path: Path) -> None:
    """Somebody who has not entered is refused too."""
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


def test_what_is_no_store_is_refused(tmp_path: Path, path: Path) -> None:
    """No file, a folder, a text, an empty file, another database, a newer version: each has its sentence."""
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
    _database(path, "PRAGMA user_version = 2")
    with pytest.raises(StoreError, match="is a store of version 2, but this library knows versions up to 1"):
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
def test_a_header_that_tells_no_tournament_is_damage(path: Path, statement: str) -> None:
    """It is told in a sentence."""
    tournament(SHORT, NAMED, deals=2, store=path)
    _database(path, statement)
    with pytest.raises(StoreError, match="is damaged"):
        resume(path)


def test_a_damaged_file_is_told(path: Path) -> None:
    """Bytes that were overwritten in any page, and a file that was cut short, are noticed before anything is played."""
    tournament(SHORT, THREE, deals=60, store=path)
    sound = path.read_bytes()
    for place in range(4096, len(sound), 4096):
        path.write_bytes(sound[:place] + b"\xff" * 64 + sound[place + 64 :])
        with pytest.raises(StoreError, match="damaged"):
            resume(path, entrants=THREE)
    path.write_bytes(sound[:5000])
    with pytest.raises(StoreError, match="damaged"):
        resume(path, entrants=THREE)


def test_one_at_a_time(path: Path) -> None:
    """While one plays, another who would go on is told so; afterwards it may."""
    tournament(SHORT, NAMED, deals=2, store=path)
    told: list[str] = []

    def other() -> None:
        with pytest.raises(StoreError) as caught:
            resume(path)
        told.append(str(caught.value))

    with Store(path):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert [f"{path} is in use: another process has it open"] == told
    assert 4 == resume(path).games


def test_identities_say_what_can_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names with who brings them; code by its place and the hash of its file; objects by what they say themselves."""
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


def test_a_store_says_what_it_holds(path: Path) -> None:
    """The header is plain JSON by key."""
    tournament(SHORT, NAMED, deals=range(3, 5), seed="s", store=path)
    base = sqlite3.connect(path)
    told = {key: json.loads(value) for key, value in base.execute("SELECT key, value FROM header")}
    base.close()
    assert {"base": "breakaway", "house": {"packets": [5], "periods": 1}} == told["variant"]
    assert ([3, 5], "s", {"kind": "round-robin"}) == (told["deals"], told["seed"], told["format"])
    assert ["random", "greedy"] == [entrant["name"] for entrant in told["entrants"]]
