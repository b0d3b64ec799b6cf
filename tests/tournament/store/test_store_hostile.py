"""Stores that others changed, damaged or left behind: errors say what is wrong, and no results are lost."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import attrs
import pytest

import _players
from _tournaments import SHORT, tournament
from hockey_cards import HockeyError, View
from hockey_cards.tournament import Policy, StoreError, merge, read_standings, resume
from hockey_cards.tournament.report.columns import results
from hockey_cards.tournament.store.manifest import Manifest
from hockey_cards.tournament.store.store import Store

NAMED: dict[str, Any] = {"random": "random", "greedy": "greedy"}


def unwritable(_view: View) -> Any:
    """Raise an error whose text cannot be encoded."""
    raise ValueError("\ud800\x00\x1b")


@pytest.fixture(name="path")
def fixture_path(tmp_path: Path) -> Path:
    return tmp_path / "a store.db"


def _changed(path: Path, statement: str, *values: Any) -> None:
    base = sqlite3.connect(path)
    base.execute(statement, values)
    base.commit()
    base.close()


@pytest.fixture(name="faulty", scope="module")
def fixture_faulty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store with games and faults."""
    path = tmp_path_factory.mktemp("stores") / "faulty.db"
    entrants: dict[str, Any] = {"random": "random", "bad": unwritable}
    tournament(SHORT, entrants, deals=3, store=path, policy=Policy("random"), versions={"bad": "1"})
    return path.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_folders_and_pipes_are_not_touched(path: Path, kind: str) -> None:
    """A device is not replaced by a store, and a pipe is not waited for."""
    os.mkfifo(path) if kind == "pipe" else path.mkdir()
    before = path.stat()
    with pytest.raises(StoreError, match="is not the store of a tournament: give the name of a file"):
        tournament(SHORT, NAMED, deals=1, store=path)
    with pytest.raises(StoreError, match="is not the store of a tournament: give the name of a file"):
        resume(path)
    assert (before.st_ino, before.st_mode) == (path.stat().st_ino, path.stat().st_mode)


def test_journal_left_behind_is_not_applied(path: Path) -> None:
    """A tournament can begin again after its file, but not the journal, was removed."""
    tournament(SHORT, NAMED, deals=600, store=path, seed="old")
    journal = Path(f"{path}-journal")
    base = sqlite3.connect(path, isolation_level=None)
    for statement in ("PRAGMA cache_size = 1", "PRAGMA cache_spill = 1", "BEGIN", "UPDATE game SET goals_for = 77"):
        base.execute(statement)
    left = journal.read_bytes()
    base.close()
    path.unlink()
    journal.write_bytes(left)
    assert 8 == tournament(SHORT, NAMED, deals=4, store=path, seed="new").games
    assert ("new", 8) == (read_standings(path).seed, read_standings(path).games)


def test_store_that_another_process_has_just_created_is_not_replaced(path: Path) -> None:
    tournament(SHORT, NAMED, deals=2, store=path)
    with Store(path) as store:
        manifest = store.manifest
    before = path.read_bytes()
    with pytest.raises(StoreError, match="already exists: another process has just created it"):
        Store.create(path, manifest)
    assert before == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


def test_damaged_file_is_released(path: Path) -> None:
    """The error does not keep it open."""
    tournament(SHORT, NAMED, deals=2, store=path)
    sound = path.read_bytes()
    path.write_bytes(sound[:100] + b"\xff" * 8 + sound[108:])
    for _ in range(3):
        with pytest.raises(StoreError, match="is damaged"):
            read_standings(path)
    path.write_bytes(sound)
    assert 4 == read_standings(path).games


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are text")
def test_a_store_may_have_any_name(tmp_path: Path) -> None:
    """Such as one that is not UTF-8, or contains characters of a URI."""
    for name in (b"\xff.db", b"a?b#c%20;d&e.db"):
        path = tmp_path / os.fsdecode(name)
        assert tournament(SHORT, NAMED, deals=1, store=path).to_json() == read_standings(path).to_json()


def test_impossible_file_names_are_refused(tmp_path: Path) -> None:
    for name in ("a\0b", "x" * 5000):
        with pytest.raises(StoreError, match="cannot be opened or written"):
            tournament(SHORT, NAMED, deals=1, store=tmp_path / name)


ODD: list[Any] = [None, True, -1, 1.5, 10**30, "x", "\ud800", [], [[]], {"a": 1}]
STATEMENTS = [
    "UPDATE game SET halves = 3",
    "UPDATE game SET goals_for = -1",
    "UPDATE game SET goals_against = 1.5",
    "UPDATE game SET goals_for = x'00ff'",
    "UPDATE game SET second = 7 WHERE deal = 1",
    "UPDATE game SET first = -1 WHERE deal = 1",
    "DELETE FROM game WHERE deal = 1 AND number = 0",
    "UPDATE fault SET fault = '{'",
    "UPDATE fault SET fault = '[1]'",
    "UPDATE fault SET fault = CAST(x'ff' AS TEXT)",
    "UPDATE fault SET fault = replace(fault, 'crash', 'crasj')",
    'UPDATE fault SET fault = replace(fault, \'"random", "deal\', \'"pardon", "deal\')',
    'UPDATE fault SET fault = replace(fault, \'"entrant": "bad"\', \'"entrant": "mad"\')',
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_impossible_results_are_damage(path: Path, faulty: bytes, statement: str) -> None:
    """A valid database may have values that no tournament can have written."""
    path.write_bytes(faulty)
    _changed(path, statement)
    with pytest.raises(StoreError, match="is damaged"):
        read_standings(path)
    with pytest.raises(StoreError, match="is damaged"):
        results(path, "games")


def test_odd_values_in_the_manifest_raise_our_errors(path: Path, faulty: bytes) -> None:
    """Or are harmless."""
    path.write_bytes(faulty)
    with Store(path) as store:
        manifest = store.manifest
    for key, value in manifest.fields.items():
        for odd in [*ODD, *_inside(value)]:
            _use(attrs.evolve(manifest, fields={**manifest.fields, key: odd}))
    _changed(path, "UPDATE header SET value = ? WHERE key = 'variant'", json.dumps([1]))
    with pytest.raises(StoreError, match="is damaged: its header is not that of a tournament"):
        read_standings(path)


def _inside(value: Any) -> list[Any]:
    """Return lists of entrants with one value replaced."""
    if not isinstance(value, list):
        return []
    entrants = cast("list[dict[str, Any]]", value)
    return [[{**entrants[0], key: odd}, *entrants[1:]] for key in entrants[0] for odd in ODD]


def _use(manifest: Manifest) -> None:
    """Use all of a manifest that passes its check: nothing but our own errors may be raised."""
    try:
        manifest.check()
    except (HockeyError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return
    assert json.dumps(manifest.fields, ensure_ascii=False).encode()
    for settings in (manifest.settings_to_read, manifest.settings):
        with suppress(HockeyError):
            assert {*manifest.names} == settings().entrants.keys()


def test_tracebacks_that_cannot_be_encoded_are_escaped(path: Path) -> None:
    settings: dict[str, Any] = {"deals": 2, "policy": Policy("random"), "versions": {"bad": "1"}}
    standings = tournament(SHORT, {"random": "random", "bad": unwritable}, store=path, **settings)
    assert standings.to_json() == read_standings(path).to_json()
    with Store(path) as store:
        assert all("\\ud800" in fault.traceback for fault in store.faults())


def test_isolated_code_is_not_imported_for_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The version is the hash of its file, so the store is refused once that has changed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pack").mkdir()
    for name in ("pack/__init__.py", "pack/evil.py"):
        (tmp_path / name).write_text("import sys\nsys.evil_was_here = True\nraise SystemExit('no')\n")
    policy = Policy("forfeit-game", isolate=True)
    for number, text in enumerate(("pack.evil:play", "pack/evil.py:play")):
        entrants = {"evil": text, "random": "random"}
        first = tournament(SHORT, entrants, deals=1, store=f"{number}.db", policy=policy)
        assert ("evil", 2) == (first.faults[0].entrant, first.faults[0].times)
        assert first.to_json() == resume(f"{number}.db").to_json()
    assert not hasattr(sys, "evil_was_here")
    (tmp_path / "pack/evil.py").write_text("play = None\n")
    for number in range(2):
        with pytest.raises(StoreError, match=r"another tournament: the player evil: pack\Wevil"):
            resume(f"{number}.db")


def test_versions_must_be_texts(path: Path) -> None:
    for version in (5, "\ud800"):
        with pytest.raises(StoreError, match="the version of a cannot be"):
            tournament(SHORT, {"a": _players.first, "b": "random"}, deals=1, store=path, versions={"a": version})  # type: ignore[dict-item]  # that is the point
    assert not path.exists()


def test_failed_merge_of_a_damaged_store_leaves_no_file(tmp_path: Path, path: Path, faulty: bytes) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(faulty[:5000])
    path.write_bytes(faulty)
    with pytest.raises(StoreError, match=r"broken\.db is damaged"):
        merge([path, broken], tmp_path / "whole.db")
    assert {path, broken} == set(tmp_path.iterdir())
