"""The store of a tournament: the SQLite tables of its manifest, games, faults and records."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from hockey_cards.strict_json import read_object
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.playing.faults import Fault
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.store.database import (
    APPLICATION_ID,
    VERSION,
    check,
    connect,
    content_errors,
    is_blank,
    is_blank_file,
    is_file,
    sqlite_errors,
    uri,
)
from hockey_cards.tournament.store.manifest import FORMAT, Manifest, StoreError
from hockey_cards.tournament.tally import GameResult

if TYPE_CHECKING:
    import sqlite3

_Row = tuple[Any, ...]

_Key = tuple[int, int, int]
"""A deal, and the places of its two entrants in the order of entry."""

_FLUSH_AFTER: Final = 0.25
"""Seconds that results wait for others to be written with them."""

_CHUNK: Final = 64
"""The number of deals that are read at a time."""

_MAX_JSON: Final = 1 << 26
"""The greatest length of the manifest or of a fault, in characters."""

_TABLES: Final = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entrant (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version TEXT NOT NULL);
CREATE TABLE game (
    deal INTEGER NOT NULL, first INTEGER NOT NULL REFERENCES entrant, second INTEGER NOT NULL REFERENCES entrant,
    number INTEGER NOT NULL, halves INTEGER NOT NULL, goals_for INTEGER NOT NULL, goals_against INTEGER NOT NULL,
    PRIMARY KEY (deal, first, second, number)
) WITHOUT ROWID;
CREATE TABLE fault (
    deal INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL, number INTEGER NOT NULL,
    fault TEXT NOT NULL,
    PRIMARY KEY (deal, first, second, number)
) WITHOUT ROWID;
CREATE TABLE record (
    deal INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL, number INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (deal, first, second, number)
) WITHOUT ROWID;
"""
_COLUMNS: Final = {"game": ("halves", "goals_for", "goals_against"), "fault": ("fault",), "record": ("record",)}
"""The tables of what was played, and their columns after the key and the number."""

_COPY: Final = """
INSERT INTO main.{table} SELECT * FROM other.{table} AS theirs WHERE NOT EXISTS (
    SELECT 1 FROM main.game AS mine
    WHERE mine.deal = theirs.deal AND mine.first = theirs.first AND mine.second = theirs.second
)
"""
"""The statement that copies from another store the results of pairs and deals that this one lacks."""


class Store:
    """A file of results, which are added in batches every quarter of a second and never changed.

    Each batch is written whole or not at all, whenever the program or the machine may stop. The store uses SQLite's
    rollback journal rather than its write-ahead log, so it is a single file that can be copied whenever nobody plays,
    and that works on network drives. While it is open, no other process can open it.

    Args:
        path: The file.

    Raises:
        StoreError: If there is no such file, or it is not a store, is damaged, in use or of a newer version.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path: Path = Path(path)
        if not is_file(self.path):
            raise StoreError(f"there is no store {path}: give the name of one that a tournament has begun")
        if is_blank_file(self.path):
            raise StoreError(f"the store {path} is empty: begin its tournament again")
        with sqlite_errors(self.path):
            self._base = connect(self.path, "rw")
        try:
            with sqlite_errors(self.path):
                check(self._base, self.path)
                self.manifest: Manifest = _read_manifest(self._base, self.path)
        except BaseException:
            self._base.close()
            raise
        self._places = {name: place for place, name in enumerate(self.manifest.names)}
        self._flushed_at = time.monotonic()
        self._waiting: list[DealResult] = []

    @classmethod
    def create(cls, path: str | PathLike[str], manifest: Manifest) -> Store:
        """Create a new store; the file may exist if it is empty.

        It is created in place, in a single transaction. So whenever the program stops, the store is complete or empty;
        a journal left behind by an earlier file of that name is not applied to it; and no other file is replaced.

        Raises:
            StoreError: If it cannot be created, or the file is not empty.
        """
        file = Path(path)
        is_file(file)
        with sqlite_errors(file):
            base = connect(file, "rwc")
            try:
                base.execute("BEGIN EXCLUSIVE")
                if not is_blank(base):
                    raise StoreError(f"{path} already exists: another process has just created it")
                _create_tables(base, manifest)
                base.execute("COMMIT")
            finally:
                base.close()
        return cls(path)

    @classmethod
    def begin(cls, path: str | PathLike[str], manifest: Manifest) -> Store:
        """Open the store of a tournament, and create it if there is none.

        Raises:
            StoreError: If the file is not the store of this tournament; the message lists the differences.
        """
        if not is_file(Path(path)) or is_blank_file(Path(path)):
            return cls.create(path, manifest)
        store = cls(path)
        try:
            store.check(manifest)
            store.extend(manifest.deals)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def seed_of(cls, path: str | PathLike[str]) -> tuple[bytes, str] | None:
        """Return the seed of a store as 32 bytes and as text; None if there is no store yet.

        Raises:
            StoreError: If the file is not a store.
        """
        if not is_file(Path(path)) or is_blank_file(Path(path)):
            return None
        with cls(path) as store:
            return store.manifest.seed

    def check(self, manifest: Manifest) -> None:
        """Check that this is the store of a tournament.

        Raises:
            StoreError: If it is the store of another one; the message lists the differences.
        """
        differences = self.manifest.differences(manifest)
        if differences:
            raise StoreError(f"{self.path} is the store of another tournament: {'; '.join(differences)}")

    def pairs(self, deals: range) -> dict[int, set[Pair]]:
        """Return the pairs whose results are kept, by deal."""
        found: dict[int, set[Pair]] = {}
        with sqlite_errors(self.path):
            query = "SELECT DISTINCT deal, first, second FROM game WHERE deal >= ? AND deal < ?"
            rows: list[_Key] = self._base.execute(query, (deals.start, deals.stop)).fetchall()
        with content_errors(self.path, "a game names an entrant that does not exist"):
            for deal, first, second in rows:
                found.setdefault(deal, set()).add((self.manifest.names[first], self.manifest.names[second]))
        return found

    def results(self, deals: range) -> Iterator[tuple[int, dict[Pair, DealResult]]]:
        """Yield each deal, in order, with the results that are kept of it; without records."""
        for first in range(deals.start, deals.stop, _CHUNK):
            chunk = range(first, min(first + _CHUNK, deals.stop))
            found = self._read_results(chunk)
            for deal in chunk:
                yield deal, found.get(deal, {})

    def _read_results(self, deals: range) -> dict[int, dict[Pair, DealResult]]:
        found: dict[int, dict[Pair, DealResult]] = {}
        with sqlite_errors(self.path):
            faults = self._read_rows("fault", deals)
            for key, games in self._read_rows("game", deals).items():
                with content_errors(self.path, f"the results of deal {key[0]} are not possible"):
                    result = self._deal_result(key, games, faults.get(key, []))
                found.setdefault(key[0], {})[result.pair] = result
        return found

    def _deal_result(self, key: _Key, games: list[_Row], faults: list[_Row]) -> DealResult:
        """Return the result of a pair in a deal; raise a ValueError or the like if it is not possible."""
        deal, first, second = key
        if not 0 <= first < second or len(games) != self.manifest.games_a_deal(first, second):
            raise ValueError(key)
        pair = self.manifest.names[first], self.manifest.names[second]
        blamed = tuple(_read_fault(text) for (text,) in faults)
        if any({fault.entrant, fault.opponent} != {*pair} for fault in blamed):
            raise ValueError(blamed)
        return DealResult(deal, pair, tuple(map(_game_result, games)), blamed)

    def _read_rows(self, table: str, deals: range) -> dict[_Key, list[_Row]]:
        columns = ", ".join(_COLUMNS[table])
        query = f"SELECT deal, first, second, {columns} FROM {table} WHERE deal >= ? AND deal < ?"
        query += " ORDER BY deal, first, second, number"
        found: dict[_Key, list[_Row]] = {}
        # Closed at once, because an unfinished query would keep the file in use.
        with closing(self._base.execute(query, (deals.start, deals.stop))) as rows:
            for deal, first, second, *values in rows:
                found.setdefault((deal, first, second), []).append(tuple(values))
        return found

    def keep(self, result: DealResult) -> None:
        """Keep the result of a pair in a deal; it may be written a quarter of a second later, with others."""
        self._waiting.append(result)
        if time.monotonic() - self._flushed_at >= _FLUSH_AFTER:
            self.flush()

    def flush(self) -> None:
        """Write all results that were kept."""
        with sqlite_errors(self.path):
            self._base.execute("BEGIN")
            try:
                for table, rows in self._rows_to_write().items():
                    marks = ", ".join("?" * (4 + len(_COLUMNS[table])))
                    # A result exists already if Ctrl-C came just after it was written.
                    self._base.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)
                self._base.execute("COMMIT")
            except BaseException:
                self._base.rollback()
                raise
        self._waiting.clear()
        self._flushed_at = time.monotonic()

    def _rows_to_write(self) -> dict[str, list[_Row]]:
        """Return the rows of the waiting results, by table."""
        rows: dict[str, list[_Row]] = {"game": [], "fault": [], "record": []}
        for result in self._waiting:
            key = result.deal, *(self._places[name] for name in result.pair)
            for number, game in enumerate(result.games):
                rows["game"].append((*key, number, game.halves, game.goals_for, game.goals_against))
            for number, fault in enumerate(result.faults):
                rows["fault"].append((*key, number, json.dumps(fault.to_dict(), ensure_ascii=False)))
            rows["record"] += [(*key, number, record) for number, record in enumerate(result.records)]
        return rows

    def extend(self, deals: range) -> None:
        """Extend the deals of the tournament, so that they include the given ones."""
        both = self.manifest.deals, deals
        span = range(min(each.start for each in both), max(each.stop for each in both))
        if span != self.manifest.deals:
            with sqlite_errors(self.path):
                text = json.dumps([span.start, span.stop])
                self._base.execute("UPDATE header SET value = ? WHERE key = 'deals'", (text,))
            self.manifest = Manifest(self.manifest.fields, span)

    def records(self) -> Iterator[str]:
        """Yield the records that were kept, in the order of deals, pairs and games, each a line of JSON."""
        with sqlite_errors(self.path):
            query = "SELECT record FROM record ORDER BY deal, first, second, number"
            with closing(self._base.execute(query)) as rows:
                for (record,) in rows:
                    yield record

    def faults(self) -> Iterator[Fault]:
        """Yield the faults that were kept, in the order of deals, pairs and games."""
        with sqlite_errors(self.path):
            query = "SELECT fault FROM fault ORDER BY deal, first, second, number"
            with closing(self._base.execute(query)) as rows:
                for (text,) in rows:
                    with content_errors(self.path, "a fault cannot be read"):
                        fault = _read_fault(text)
                    yield fault

    def absorb(self, other: Path) -> None:
        """Copy the results of another store of the same tournament.

        Raises:
            StoreError: If the two have different results of the same games.
        """
        with sqlite_errors(other):
            self._base.execute("ATTACH DATABASE ? AS other", (uri(other, "rw"),))
            try:
                self._base.execute("BEGIN")
                for table in ("game", "record"):  # not faults, which may mention times and memory addresses
                    self._compare(table, other)
                for table in ("fault", "record", "game"):
                    self._base.execute(_COPY.format(table=table))
                self._base.execute("COMMIT")
            finally:
                self._base.rollback()
                self._base.execute("DETACH DATABASE other")

    def _compare(self, table: str, other: Path) -> None:
        differs = " OR ".join(f"mine.{column} <> theirs.{column}" for column in _COLUMNS[table])
        found: _Key | None = self._base.execute(
            "SELECT deal, first, second FROM"
            f" main.{table} AS mine JOIN other.{table} AS theirs USING (deal, first, second, number)"
            f" WHERE {differs} ORDER BY deal, first, second LIMIT 1"
        ).fetchone()
        if found is not None:
            first, second = self.manifest.names[found[1]], self.manifest.names[found[2]]
            raise StoreError(
                f"{other} has another result of deal {found[0]}, {first} against {second}, than the stores before it: "
                "a player does not always play alike, or is not the same player"
            )

    def close(self) -> None:
        """Write all results that were kept, and release the file."""
        try:
            self.flush()
        finally:
            self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _create_tables(base: sqlite3.Connection, manifest: Manifest) -> None:
    """Create the tables, and write the manifest."""
    base.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    base.execute(f"PRAGMA user_version = {VERSION}")
    for statement in _TABLES.split(";")[:-1]:
        base.execute(statement)
    values = {**manifest.fields, "format of the store": FORMAT, "deals": [manifest.deals.start, manifest.deals.stop]}
    rows = [(key, json.dumps(value, ensure_ascii=False)) for key, value in values.items()]
    base.executemany("INSERT INTO header VALUES (?, ?)", rows)
    entrants = [(number, each["name"], each["version"]) for number, each in enumerate(manifest.fields["entrants"])]
    base.executemany("INSERT INTO entrant VALUES (?, ?, ?)", entrants)


def _read_manifest(base: sqlite3.Connection, path: Path) -> Manifest:
    with content_errors(path, "its header is not that of a tournament"):
        with closing(base.execute("SELECT key, value FROM header")) as rows:
            texts: dict[str, str] = dict(rows)
        members = ", ".join(f"{json.dumps(key)}: {text}" for key, text in texts.items())
        values = read_object(f"{{{members}}}", max_length=_MAX_JSON, allow_fractions=True)
        if values.keys() != texts.keys():  # a text that is more than one JSON value
            raise ValueError(texts)
        del values["format of the store"]
        manifest = Manifest(values, range(*values.pop("deals")))
        manifest.check()
    return manifest


def _read_fault(text: str) -> Fault:
    return Fault.from_dict(read_object(text, max_length=_MAX_JSON, allow_fractions=True))


def _game_result(row: _Row) -> GameResult:
    halves, goals_for, goals_against = row
    if halves not in (0, 1, 2) or not all(type(number) is int and number >= 0 for number in row):
        raise ValueError(row)
    return GameResult(halves, goals_for, goals_against)
