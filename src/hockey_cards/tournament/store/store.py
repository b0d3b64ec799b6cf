"""Where results are kept while they come: the only file that knows how a store is laid out."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.playing.faults import Fault
from hockey_cards.tournament.playing.play_deal import Meeting
from hockey_cards.tournament.store.database import (
    APPLICATION,
    VERSION,
    check,
    check_place,
    connected,
    has_nothing,
    is_empty,
    sensible,
    told,
    uri,
)
from hockey_cards.tournament.store.manifest import FORMAT, Header, StoreError
from hockey_cards.tournament.tally import Result

if TYPE_CHECKING:
    import sqlite3

_Row = tuple[Any, ...]

_BATCH: Final = 0.25
"""Seconds that results wait at most for others to be written with them."""

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
_KINDS: Final = {"game": ("halves", "goals_for", "goals_against"), "fault": ("fault",), "record": ("record",)}
"""The tables of what was played, and what a row says beside where it belongs."""

_ABSORBED: Final = """
INSERT INTO main.{table} SELECT * FROM other.{table} AS theirs WHERE NOT EXISTS (
    SELECT 1 FROM main.game AS mine
    WHERE mine.deal = theirs.deal AND mine.first = theirs.first AND mine.second = theirs.second
)
"""
"""What a table takes over from that of another store: the meetings that are not there yet."""


class Store:
    """A file of results: rows are added, in batches of a quarter of a second, and never changed.

    Each batch is written whole or not at all, whenever the program or the machine may end. That is by SQLite's rollback
    journal and not by its write-ahead log: a store is then a single file, which can be copied whenever nobody plays,
    and lies on network drives too. While it is open nobody else can open it.

    Args:
        path: The file.

    Raises:
        StoreError: If there is none, or it is no store, damaged, in use or of a newer version.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path: Path = Path(path)
        if not check_place(self.path):
            raise StoreError(f"there is no store {path}: begin one with the tournament")
        if is_empty(self.path):
            raise StoreError(f"{path} is empty: nothing has been kept in it, so begin the tournament anew")
        with told(self.path):
            self._base = connected(self.path, "rw")
        try:
            with told(self.path):
                check(self._base, self.path)
                self.header: Header = _header(self._base, self.path)
        except BaseException:
            self._base.close()
            raise
        self._places = {name: place for place, name in enumerate(self.header.names)}
        self._since = time.monotonic()
        self._waiting: list[Meeting] = []

    @classmethod
    def create(cls, path: str | PathLike[str], header: Header) -> Store:
        """Make a new store; the file may be there if it is empty.

        It is made in one transaction where it is to stay: whenever this is ended, the store is whole or empty, what an
        earlier one of that name has left beside it is not taken for its own, and nobody else's is replaced.

        Raises:
            StoreError: If it cannot be made, or there is something in the file.
        """
        place = Path(path)
        check_place(place)
        with told(place):
            base = connected(place, "rwc")
            try:
                base.execute("BEGIN EXCLUSIVE")
                if not has_nothing(base):
                    raise StoreError(f"{path} is there already: another process has just made it")
                _lay_out(base, header)
                base.execute("COMMIT")
            finally:
                base.close()
        return cls(path)

    @classmethod
    def begin(cls, path: str | PathLike[str], header: Header) -> Store:
        """Open the store of a tournament, and make it if there is none.

        Raises:
            StoreError: If the file is there and is not the store of this tournament; says what differs.
        """
        if not check_place(Path(path)) or is_empty(Path(path)):
            return cls.create(path, header)
        store = cls(path)
        try:
            store.check(header)
            store.widen(header.deals)
        except BaseException:
            store.close()
            raise
        return store

    def check(self, header: Header) -> None:
        """See whether this is the store of a tournament.

        Raises:
            StoreError: If it is another's; says what differs.
        """
        differences = self.header.differences(header)
        if differences:
            raise StoreError(f"{self.path} is the store of another tournament: {'; '.join(differences)}")

    def known(self, deals: range) -> dict[int, set[Pair]]:
        """Return who has met in which of some deals."""
        found: dict[int, set[Pair]] = {}
        with told(self.path):
            query = "SELECT DISTINCT deal, first, second FROM game WHERE deal >= ? AND deal < ?"
            rows: list[tuple[int, int, int]] = self._base.execute(query, (deals.start, deals.stop)).fetchall()
        with sensible(self.path, "somebody played who has not entered"):
            for deal, first, second in rows:
                found.setdefault(deal, set()).add((self.header.names[first], self.header.names[second]))
        return found

    def meetings(self, deals: range) -> dict[int, dict[Pair, Meeting]]:
        """Return what was kept of some deals, but for the records."""
        found: dict[int, dict[Pair, Meeting]] = {}
        with told(self.path):
            faults = self._rows("fault", deals)
            for place, games in self._rows("game", deals).items():
                with sensible(self.path, f"what it tells of deal {place[0]} cannot be"):
                    meeting = self._meeting(place, games, faults.get(place, []))
                found.setdefault(place[0], {})[meeting.pair] = meeting
        return found

    def _meeting(self, place: tuple[int, int, int], games: list[_Row], faults: list[_Row]) -> Meeting:
        """Return what two made of a deal; a ValueError or its like says that nobody can have made that."""
        deal, first, second = place
        if not 0 <= first < second or len(games) != self.header.games(first, second):
            raise ValueError(place)
        pair = self.header.names[first], self.header.names[second]
        blamed = tuple(Fault.from_dict(json.loads(text)) for (text,) in faults)
        if any({fault.entrant, fault.opponent} != {*pair} for fault in blamed):
            raise ValueError(blamed)
        return Meeting(deal, pair, tuple(map(_result, games)), blamed)

    def _rows(self, table: str, deals: range) -> dict[tuple[int, int, int], list[_Row]]:
        columns = ", ".join(_KINDS[table])
        query = f"SELECT deal, first, second, {columns} FROM {table} WHERE deal >= ? AND deal < ?"
        query += " ORDER BY deal, first, second, number"
        found: dict[tuple[int, int, int], list[_Row]] = {}
        # What is left of a query that fails would keep the file in use.
        with closing(self._base.execute(query, (deals.start, deals.stop))) as rows:
            for deal, first, second, *values in rows:
                found.setdefault((deal, first, second), []).append(tuple(values))
        return found

    def keep(self, meeting: Meeting) -> None:
        """Keep what two made of a deal; it is safe with the first that is kept a quarter of a second later."""
        self._waiting.append(meeting)
        if time.monotonic() - self._since >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Make all that was kept safe."""
        with told(self.path):
            self._base.execute("BEGIN")
            try:
                for table, rows in self._rows_of(self._waiting).items():
                    marks = ", ".join("?" * (4 + len(_KINDS[table])))
                    # A meeting is there already if Ctrl-C came just after it was written.
                    self._base.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)
                self._base.execute("COMMIT")
            except BaseException:
                self._base.rollback()
                raise
        self._waiting.clear()
        self._since = time.monotonic()

    def _rows_of(self, meetings: list[Meeting]) -> dict[str, list[_Row]]:
        """Return what is to be written of some meetings, by table."""
        rows: dict[str, list[_Row]] = {"game": [], "fault": [], "record": []}
        for meeting in meetings:
            place = meeting.deal, *(self._places[name] for name in meeting.pair)
            for number, each in enumerate(meeting.results):
                rows["game"].append((*place, number, each.halves, each.goals_for, each.goals_against))
            for number, fault in enumerate(meeting.faults):
                rows["fault"].append((*place, number, json.dumps(fault.to_dict(), ensure_ascii=False)))
            rows["record"] += [(*place, number, record) for number, record in enumerate(meeting.records)]
        return rows

    def widen(self, deals: range) -> None:
        """Let the tournament go as far as it does, and over these deals too."""
        both = self.header.deals, deals
        span = range(min(each.start for each in both), max(each.stop for each in both))
        if span != self.header.deals:
            with told(self.path):
                said = json.dumps([span.start, span.stop])
                self._base.execute("UPDATE header SET value = ? WHERE key = 'deals'", (said,))
            self.header = Header(self.header.fields, span)

    def records(self) -> Iterator[str]:
        """Yield the records that were kept, in the order of deals, pairs and games, each a line of JSON."""
        with told(self.path):
            query = "SELECT record FROM record ORDER BY deal, first, second, number"
            with closing(self._base.execute(query)) as rows:
                for (record,) in rows:
                    yield record

    def faults(self) -> Iterator[Fault]:
        """Yield the faults that were kept, in the order of deals, pairs and games."""
        with told(self.path):
            query = "SELECT fault FROM fault ORDER BY deal, first, second, number"
            with closing(self._base.execute(query)) as rows:
                for (fault,) in rows:
                    with sensible(self.path, "a fault cannot be read"):
                        told_of = Fault.from_dict(json.loads(fault))
                    yield told_of

    def absorb(self, other: Path) -> None:
        """Take over what another store of the same tournament holds.

        Raises:
            StoreError: If the two have different results of the same games.
        """
        with told(other):
            self._base.execute("ATTACH DATABASE ? AS other", (uri(other, "rw"),))
            try:
                self._base.execute("BEGIN")
                for table in ("game", "record"):  # and not the faults, which may tell of times and places in memory
                    self._compare(table, _KINDS[table], other)
                for table in ("fault", "record", "game"):
                    self._base.execute(_ABSORBED.format(table=table))
                self._base.execute("COMMIT")
            finally:
                self._base.rollback()
                self._base.execute("DETACH DATABASE other")

    def _compare(self, table: str, columns: tuple[str, ...], other: Path) -> None:
        differs = " OR ".join(f"mine.{column} <> theirs.{column}" for column in columns)
        found: tuple[int, int, int] | None = self._base.execute(
            "SELECT deal, first, second FROM"
            f" main.{table} AS mine JOIN other.{table} AS theirs USING (deal, first, second, number)"
            f" WHERE {differs} ORDER BY deal, first, second LIMIT 1"
        ).fetchone()
        if found is not None:
            first, second = self.header.names[found[1]], self.header.names[found[2]]
            raise StoreError(
                f"{other} has another result of deal {found[0]}, {first} against {second}, than the stores before it: "
                "a player is not the same each time, or not the same player"
            )

    def close(self) -> None:
        """Make all that was kept safe, and let others open the file."""
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


def _lay_out(base: sqlite3.Connection, header: Header) -> None:
    """Write the tables, and what they hold before anything is played."""
    base.execute(f"PRAGMA application_id = {APPLICATION}")
    base.execute(f"PRAGMA user_version = {VERSION}")
    for statement in _TABLES.split(";")[:-1]:
        base.execute(statement)
    said = {**header.fields, "format of the store": FORMAT, "deals": [header.deals.start, header.deals.stop]}
    rows = [(key, json.dumps(value, ensure_ascii=False)) for key, value in said.items()]
    base.executemany("INSERT INTO header VALUES (?, ?)", rows)
    entered = [(number, each["name"], each["version"]) for number, each in enumerate(header.fields["entrants"])]
    base.executemany("INSERT INTO entrant VALUES (?, ?, ?)", entered)


def _result(row: _Row) -> Result:
    halves, mine, theirs = row
    if halves not in (0, 1, 2) or not all(type(number) is int and number >= 0 for number in row):
        raise ValueError(row)
    return Result(halves, mine, theirs)


def _header(base: sqlite3.Connection, path: Path) -> Header:
    with sensible(path, "its header tells no tournament"):
        with closing(base.execute("SELECT key, value FROM header")) as rows:
            said: dict[str, Any] = {key: json.loads(value) for key, value in rows}
        del said["format of the store"]
        header = Header(said, range(*said.pop("deals")))
        header.check()
    return header


def stored(path: str | PathLike[str]) -> Mapping[str, Any]:
    """Return what a store says of its tournament, for people and programs: the fields of its header.

    Raises:
        StoreError: If it cannot be opened.
    """
    with Store(path) as store:
        return {**store.header.fields, "deals": [store.header.deals.start, store.header.deals.stop]}
