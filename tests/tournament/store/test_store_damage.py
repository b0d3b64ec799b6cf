"""Damaged stores: every change of a byte is noticed or harmless, and stores of version 1 stay readable."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from _tournaments import ILL, SHORT
from hockey_cards import read_games
from hockey_cards.tournament import (
    Policy,
    Standings,
    StoreError,
    Swiss,
    export,
    merge,
    read_standings,
    results,
    resume,
    tournament,
)
from hockey_cards.tournament.pairing import formats
from hockey_cards.tournament.pairing.swiss import swiss_pairing
from hockey_cards.tournament.store.store import Store

VERSION_1 = Path(__file__).parent / "data" / "version_1.db"
"""A Swiss of two rounds, with records, played before stores had checksums."""


@pytest.fixture(name="path")
def fixture_path(tmp_path: Path) -> Path:
    return tmp_path / "a store.db"


@pytest.fixture(name="sound", scope="module")
def fixture_sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store with rounds, faults and records."""
    path = tmp_path_factory.mktemp("stores") / "sound.db"
    tournament(SHORT, ILL, deals=2, seed="x", store=path, format=Swiss(2), policy=Policy("random"), records=True)
    return path.read_bytes()


def _content(path: Path) -> tuple[Standings, list[str], Any]:
    """Return all that a store shows."""
    with Store(path) as store:
        records = list(store.records())
    return read_standings(path), records, results(path, "games")


def _flipped(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _mutated(data: bytes, rng: Random) -> bytes:
    """Return a store that is cut short, has bytes overwritten, or a part moved."""
    start = rng.randrange(len(data))
    length = rng.choice((1, 8, 512, 4096))
    match rng.randrange(4):
        case 0:
            return data[:start]
        case 1:
            return data[:start] + rng.randbytes(length) + data[start + length :]
        case 2:
            return data[:start] + bytes(length) + data[start + length :]
        case _:
            return data[:start] + data[start + length :]


def _check_damage(path: Path, sound: bytes, number: int, kind: Any) -> None:
    """Damage a store many times; what it shows is unchanged, or a ``StoreError`` says that it is damaged."""
    path.write_bytes(sound)
    expected = _content(path)
    noticed = 0
    for seed in range(number):
        path.write_bytes(kind(sound, Random(seed)))
        try:
            found = _content(path)
        except StoreError:
            noticed += 1
        else:
            assert expected == found, seed
    assert 0 < noticed < number


@pytest.mark.parametrize("kind", [_flipped, _mutated])
def test_damage_is_noticed_or_harmless(path: Path, sound: bytes, kind: Any) -> None:
    _check_damage(path, sound, 40, kind)


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("kind", [_flipped, _mutated])
def test_much_damage_is_noticed_or_harmless(path: Path, sound: bytes, kind: Any) -> None:
    _check_damage(path, sound, 3000, kind)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET goals_for = goals_for + 1 WHERE number = 0",
        "UPDATE game SET halves = 2 - halves",
        "UPDATE game SET deal = 7 WHERE deal = 1",
        "UPDATE checksum SET results = results + 1",
        "DELETE FROM checksum",
        "DELETE FROM game WHERE deal = 1",
        "DELETE FROM fault",
        "UPDATE fault SET number = number + 100",
        "UPDATE round SET pairs = replace(pairs, 'first', 'last')",
        "UPDATE round SET pairs = '{}'",
        "UPDATE header SET value = '\"y\"' WHERE key = 'seed'",
        "DELETE FROM header WHERE key = 'checksum'",
        "UPDATE entrant SET name = 'nobody' WHERE number = 1",
        "PRAGMA user_version = 0",
    ],
)
def test_changed_rows_are_damage(path: Path, sound: bytes, statement: str) -> None:
    """Although SQLite finds nothing wrong with them."""
    path.write_bytes(sound)
    _execute(path, statement)
    with pytest.raises(StoreError, match="is damaged"):
        read_standings(path)
    with pytest.raises(StoreError, match="is damaged"):
        resume(path, entrants=ILL)


def test_changed_records_are_damage(path: Path, sound: bytes) -> None:
    path.write_bytes(sound)
    _execute(path, "UPDATE record SET record = replace(record, 'first', 'tsrif') WHERE deal = 1")
    with Store(path) as store, pytest.raises(StoreError, match="the records of deal 1 are not those that were written"):
        list(store.records())


def _execute(path: Path, statement: str) -> None:
    base = sqlite3.connect(path)
    base.execute(statement)
    base.commit()
    base.close()


def test_store_of_version_1_is_read_and_exported(path: Path, tmp_path: Path) -> None:
    """As it was written, and without changing it."""
    shutil.copy(VERSION_1, path)
    standings = read_standings(path)
    counted = [(each.name, each.wins, each.draws, each.losses, each.goals_for) for each in standings.entrants]
    assert [("b", 9, 2, 1, 9), ("c", 7, 2, 3, 7), ("a", 1, 5, 6, 1), ("d", 0, 5, 7, 0)] == counted
    assert [{("a", "c"), ("b", "d")}, {("b", "c"), ("a", "d")}] == [set(each.pairs) for each in standings.rounds]
    export(path, tmp_path / "games.csv", "games")
    assert 25 == len((tmp_path / "games.csv").read_text().splitlines())
    with Store(path) as store:
        assert 24 == len(list(read_games(store.records())))
    assert VERSION_1.read_bytes() == path.read_bytes()


def test_store_of_version_1_is_resumed(path: Path) -> None:
    """It becomes one of the latest version when something is written, and its results get checksums."""
    shutil.copy(VERSION_1, path)
    before = read_standings(path)
    with Store(path) as store:
        store.extend(range(4))
    assert before.deals < _resumed(path).deals
    _execute(path, "UPDATE game SET goals_for = goals_for + 1 WHERE deal = 0")
    with pytest.raises(StoreError, match="is damaged"):
        read_standings(path)


def _resumed(path: Path) -> Standings:
    """Resume with the versions of players that the store has, which an older library gave them."""
    with Store(path) as store:
        versions = {each["name"]: each["version"] for each in store.manifest.fields["entrants"]}
    return resume(path, versions=versions)


def test_stores_of_both_versions_are_merged(tmp_path: Path) -> None:
    merge([VERSION_1, VERSION_1], tmp_path / "whole.db")
    assert read_standings(VERSION_1).entrants == read_standings(tmp_path / "whole.db").entrants
    _execute(tmp_path / "whole.db", "UPDATE game SET halves = 2 - halves")
    with pytest.raises(StoreError, match="is damaged"):
        read_standings(tmp_path / "whole.db")


def test_rounds_are_never_paired_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if a later version would pair them otherwise; only rounds that have not begun are paired."""
    settings: dict[str, Any] = {"deals": 2, "seed": "x", "format": Swiss(3), "policy": Policy("random")}
    first = tournament(SHORT, ILL, store=path, **settings)

    def only_first(entrants: Any, played: Any, byes: Any, out: Any = ()) -> Any:
        assert not played
        return swiss_pairing(entrants, played, byes, out)

    monkeypatch.setattr(formats, "swiss_pairing", only_first)
    assert first.rounds == read_standings(path).rounds == resume(path, entrants=ILL).rounds
