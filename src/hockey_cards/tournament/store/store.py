"""The store of a tournament: the SQLite tables of its manifest, games, faults and records."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import attrs

from hockey_cards.errors import brief
from hockey_cards.strict_json import read_object
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.pairing.formats import Round, Swiss
from hockey_cards.tournament.playing.faults import Fault
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.store.database import (
    APPLICATION_ID,
    VERSION,
    check,
    checksum,
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
_TABLES_OF_VERSION_2: Final = """
CREATE TABLE checksum (
    deal INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,
    results INTEGER NOT NULL, records INTEGER NOT NULL,
    PRIMARY KEY (deal, first, second)
) WITHOUT ROWID;
CREATE TABLE round (
    number INTEGER PRIMARY KEY, deals INTEGER NOT NULL, pairs TEXT NOT NULL, checksum INTEGER NOT NULL
);
"""
_PLACE: Final = "deal, first, second"
_COLUMNS: Final = {
    "game": ("number", "halves", "goals_for", "goals_against"),
    "fault": ("number", "fault"),
    "record": ("number", "record"),
    "checksum": ("results", "records"),
}
"""The tables of what was played, and their columns after the key."""

_FORMAT_KEY: Final = "format of the store"
_CHECKSUM_KEY: Final = "checksum"

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
                self._version = check(self._base, self.path)
                self.manifest: Manifest = _read_manifest(self._base, self.path, self._version)
        except BaseException:
            self._base.close()
            raise
        self._places = {name: place for place, name in enumerate(self.manifest.names)}
        self._deals_when_opened = self.manifest.deals
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
        problem = f"the results of deals {deals.start} to {deals.stop - 1} are not those that were written"
        with sqlite_errors(self.path), content_errors(self.path, problem):
            games, faults, checksums = (self._read_rows(table, deals) for table in ("game", "fault", "checksum"))
            if self._version > 1 and not faults.keys() <= games.keys() == checksums.keys():
                raise ValueError(deals)
            for key, rows in games.items():
                result = self._deal_result(key, rows, faults.get(key, []))
                if self._version > 1 and checksum(key, rows, faults.get(key, [])) != checksums[key][0][0]:
                    raise ValueError(key)
                found.setdefault(key[0], {})[result.pair] = result
        return found

    def _deal_result(self, key: _Key, games: list[_Row], faults: list[_Row]) -> DealResult:
        """Return the result of a pair in a deal; raise a ValueError or the like if it is not possible."""
        deal, first, second = key
        if not 0 <= first < second or len(games) != self.manifest.games_a_deal(first, second):
            raise ValueError(key)
        pair = self.manifest.names[first], self.manifest.names[second]
        blamed = tuple(_read_fault(text) for _, text in faults)
        if any({fault.entrant, fault.opponent} != {*pair} for fault in blamed):
            raise ValueError(blamed)
        return DealResult(deal, pair, tuple(_game_result(row) for _, *row in games), blamed)

    def _read_rows(self, table: str, deals: range) -> dict[_Key, list[_Row]]:
        """Return the rows of a table, without the key, by key and in order."""
        query = f"SELECT {_PLACE}, {', '.join(_COLUMNS[table])} FROM {table} WHERE deal >= ? AND deal < ?"
        query += f" ORDER BY {_PLACE}{', number' * (table != 'checksum')}"
        found: dict[_Key, list[_Row]] = {}
        if table == "checksum" and self._version == 1:
            return found
        # Closed at once, because an unfinished query would keep the file in use.
        with closing(self._base.execute(query, (deals.start, deals.stop))) as rows:
            for deal, first, second, *values in rows:
                found.setdefault((deal, first, second), []).append(tuple(values))
        return found

    def round(self, number: int, deals: int) -> Round | None:
        """Return a round that was begun in an earlier run; None if there is none.

        Args:
            number: The number of the round.
            deals: The number of deals in a match. A round with another number was paired for another tournament.
        """
        with sqlite_errors(self.path):
            if self._version == 1:
                return self._round_of_version_1(number, deals)
            query = "SELECT deals, pairs, checksum FROM round WHERE number = ?"
            row: _Row | None = self._base.execute(query, (number,)).fetchone()
        if row is None:
            return None
        with content_errors(self.path, f"round {number} is not one that can have been paired"):
            if checksum(number, row[0], row[1]) != row[2]:
                raise ValueError(row)
            fields = read_object(row[1], max_length=_MAX_JSON)
            pairs = tuple((str(first), str(second)) for first, second in fields.pop("pairs"))
            round_ = Round(number=number, pairs=pairs, byes=tuple(fields.pop("byes")), **fields)
            if any(name not in self._places for name in (*round_.byes, *(name for pair in pairs for name in pair))):
                raise ValueError(row)
        return round_ if row[0] == deals else None

    def _round_of_version_1(self, number: int, deals: int) -> Round | None:
        """Return a round of a Swiss from the games of its first deal, if all pairs have played them."""
        names, start = self.manifest.names, self._deals_when_opened.start + number * deals
        if self.manifest.format.kind != Swiss.kind or deals != len(self._deals_when_opened):
            return None
        pairs = sorted(self.pairs(range(start, start + 1)).get(start, ()), key=lambda pair: self._places[pair[0]])
        met = {name for pair in pairs for name in pair}
        if len(pairs) != len(names) // 2 or len(met) != 2 * len(pairs):
            return None
        return Round(number, tuple(pairs), tuple(name for name in names if name not in met))

    def keep_round(self, round_: Round, deals: int) -> None:
        """Keep a round as it was paired, before its games are played, so that it is never paired again.

        Args:
            round_: The round.
            deals: The number of deals in a match.
        """
        if not self.manifest.format.has_rounds or self.round(round_.number, deals) is not None:
            return
        fields = attrs.asdict(round_, filter=attrs.filters.exclude("number"))
        text = json.dumps(fields, ensure_ascii=False)
        row = round_.number, deals, text, checksum(round_.number, deals, text)
        with sqlite_errors(self.path), self._writing():
            self._base.execute("INSERT OR REPLACE INTO round VALUES (?, ?, ?, ?)", row)

    def keep(self, result: DealResult) -> None:
        """Keep the result of a pair in a deal; it may be written a quarter of a second later, with others."""
        self._waiting.append(result)
        if time.monotonic() - self._flushed_at >= _FLUSH_AFTER:
            self.flush()

    def flush(self) -> None:
        """Write all results that were kept."""
        if self._waiting:
            with sqlite_errors(self.path), self._writing():
                for table, rows in self._rows_to_write().items():
                    marks = ", ".join("?" * (3 + len(_COLUMNS[table])))
                    # A result exists already if Ctrl-C came just after it was written.
                    self._base.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)
        self._waiting.clear()
        self._flushed_at = time.monotonic()

    @contextmanager
    def _writing(self) -> Generator[None]:
        """Write in a transaction; a store of version 1 first becomes one of the latest version."""
        self._base.execute("BEGIN")
        try:
            if self._version == 1:
                _create(self._base, _TABLES_OF_VERSION_2)
                self._base.execute(f"PRAGMA user_version = {VERSION}")
                self._base.execute("UPDATE header SET value = ? WHERE key = ?", (json.dumps(FORMAT), _FORMAT_KEY))
                self._write_checksums()
                _write_header_checksum(self._base)
            yield
            self._base.execute("COMMIT")
        except BaseException:
            self._base.rollback()
            raise
        self._version = VERSION

    def _write_checksums(self) -> None:
        """Write the checksums of all results that have none: those of a store of version 1."""
        missing = f"SELECT DISTINCT {_PLACE} FROM game EXCEPT SELECT {_PLACE} FROM checksum"
        rows: dict[str, list[_Row]] = {}
        for key in self._base.execute(missing).fetchall():
            for table in ("game", "fault", "record"):
                columns, order = ", ".join(_COLUMNS[table]), "deal = ? AND first = ? AND second = ? ORDER BY number"
                rows[table] = self._base.execute(f"SELECT {columns} FROM {table} WHERE {order}", key).fetchall()
            sums = checksum(key, rows["game"], rows["fault"]), checksum(key, rows["record"])
            self._base.execute("INSERT INTO checksum VALUES (?, ?, ?, ?, ?)", (*key, *sums))

    def _rows_to_write(self) -> dict[str, list[_Row]]:
        """Return the rows of the waiting results, by table."""
        written: dict[str, list[_Row]] = {table: [] for table in _COLUMNS}
        for result in self._waiting:
            key = result.deal, *(self._places[name] for name in result.pair)
            games = [(n, each.halves, each.goals_for, each.goals_against) for n, each in enumerate(result.games)]
            faults = [(n, json.dumps(each.to_dict(), ensure_ascii=False)) for n, each in enumerate(result.faults)]
            records = list(enumerate(result.records))
            sums = checksum(key, games, faults), checksum(key, records)
            for table, rows in (("game", games), ("fault", faults), ("record", records), ("checksum", [sums])):
                written[table] += [(*key, *row) for row in rows]
        return written

    def extend(self, deals: range) -> None:
        """Extend the deals of the tournament, so that they include the given ones."""
        both = self.manifest.deals, deals
        span = range(min(each.start for each in both), max(each.stop for each in both))
        if span != self.manifest.deals:
            with sqlite_errors(self.path), self._writing():
                text = json.dumps([span.start, span.stop])
                self._base.execute("UPDATE header SET value = ? WHERE key = 'deals'", (text,))
                _write_header_checksum(self._base)
            self.manifest = Manifest(self.manifest.fields, span)

    def records(self) -> Iterator[str]:
        """Yield the records that were kept, in the order of deals, pairs and games, each a line of JSON."""
        with sqlite_errors(self.path):
            source = f"{_PLACE}, records FROM checksum" if self._version > 1 else f"DISTINCT {_PLACE} FROM record"
            query = "SELECT number, record FROM record WHERE deal = ? AND first = ? AND second = ? ORDER BY number"
            with closing(self._base.execute(f"SELECT {source} ORDER BY {_PLACE}")) as keys:
                for deal, first, second, *expected in keys:
                    key = deal, first, second
                    rows: list[_Row] = self._base.execute(query, key).fetchall()
                    problem = f"the records of deal {brief(deal)} are not those that were written"
                    with content_errors(self.path, problem):
                        if expected and [checksum(key, rows)] != expected:
                            raise ValueError(key)
                    yield from (record for _, record in rows)

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
                (version,) = self._base.execute("PRAGMA other.user_version").fetchone()
                for table in ("fault", "record", *(["checksum"] if version > 1 else []), "game"):
                    self._base.execute(_COPY.format(table=table))
                if version == 1:
                    self._write_checksums()
                self._base.execute("COMMIT")
            finally:
                self._base.rollback()
                self._base.execute("DETACH DATABASE other")

    def _compare(self, table: str, other: Path) -> None:
        differs = " OR ".join(f"mine.{column} <> theirs.{column}" for column in _COLUMNS[table][1:])
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
    _create(base, _TABLES + _TABLES_OF_VERSION_2)
    values = {**manifest.fields, _FORMAT_KEY: FORMAT, "deals": [manifest.deals.start, manifest.deals.stop]}
    rows = [(key, json.dumps(value, ensure_ascii=False)) for key, value in values.items()]
    base.executemany("INSERT INTO header VALUES (?, ?)", rows)
    base.executemany("INSERT INTO entrant VALUES (?, ?, ?)", _entrant_rows(manifest))
    _write_header_checksum(base)


def _create(base: sqlite3.Connection, tables: str) -> None:
    for statement in tables.split(";")[:-1]:
        base.execute(statement)


def _entrant_rows(manifest: Manifest) -> list[_Row]:
    return [(number, each["name"], each["version"]) for number, each in enumerate(manifest.fields["entrants"])]


def _write_header_checksum(base: sqlite3.Connection) -> None:
    text = json.dumps(_header_checksum(_header(base)))
    base.execute("INSERT OR REPLACE INTO header VALUES (?, ?)", (_CHECKSUM_KEY, text))


def _header(base: sqlite3.Connection) -> dict[str, str]:
    with closing(base.execute("SELECT key, value FROM header")) as rows:
        return dict(rows)


def _header_checksum(texts: Mapping[str, str]) -> int:
    return checksum(sorted([key, text] for key, text in texts.items() if key != _CHECKSUM_KEY))


def _read_manifest(base: sqlite3.Connection, path: Path, version: int) -> Manifest:
    with content_errors(path, "its header is not that of a tournament"):
        texts = _header(base)
        members = ", ".join(f"{json.dumps(key)}: {text}" for key, text in texts.items())
        values = read_object(f"{{{members}}}", max_length=_MAX_JSON, allow_fractions=True)
        if values.keys() != texts.keys():  # a text that is more than one JSON value
            raise ValueError(texts)
        if version > 1 and values.pop(_CHECKSUM_KEY) != _header_checksum(texts):
            raise ValueError(texts)
        if values.pop(_FORMAT_KEY) != FORMAT.replace(str(VERSION), str(version)):
            raise ValueError(texts)
        manifest = Manifest(values, range(*values.pop("deals")))
        manifest.check()
        with closing(base.execute("SELECT number, name, version FROM entrant ORDER BY number")) as rows:
            if rows.fetchall() != _entrant_rows(manifest):
                raise ValueError(texts)
    return manifest


def _read_fault(text: str) -> Fault:
    return Fault.from_dict(read_object(text, max_length=_MAX_JSON, allow_fractions=True))


def _game_result(row: Sequence[Any]) -> GameResult:
    halves, goals_for, goals_against = row
    if halves not in (0, 1, 2) or not all(type(number) is int and number >= 0 for number in row):
        raise ValueError(row)
    return GameResult(halves, goals_for, goals_against)
