"""The database of tables: SQLite, with one thread that writes, and one server at a time."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

import attrs

from hockey_cards.errors import HockeyError

_APPLICATION: Final = 0x484F434B
"""The mark of these databases in the header of the file: ``HOCK``."""

_VERSION: Final = 1

_TABLES: Final = """
CREATE TABLE tables (id TEXT PRIMARY KEY, facts TEXT NOT NULL, session TEXT NOT NULL, moved INTEGER NOT NULL) STRICT;
CREATE INDEX by_age ON tables (moved);
"""

_SAVE: Final = "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?)"
_MOST_AT_ONCE: Final = 200


@attrs.frozen
class Stored:
    """A table in the database.

    Args:
        id: Its name.
        facts: What is not part of the session, as JSON.
        session: The session, as JSON.
        moved: When something last happened, in seconds since 1970.
    """

    id: str
    facts: str
    session: str
    moved: int


@attrs.frozen
class _Job:
    statement: str
    values: tuple[str | int, ...]
    done: Future[list[Any]]


class Storage:
    """The open database.

    Args:
        path: The file, which is created if there is none.

    Raises:
        HockeyError: If another server uses the file, or it is no database of this version.
        OSError: If the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._database = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._database.close()
            raise HockeyError(self._explain(error)) from error
        except HockeyError:
            self._database.close()
            raise
        self._writer = Thread(target=self._write, name="hockey-cards-writer", daemon=True)
        self._writer.start()

    async def find(self, table: str) -> Stored | None:
        """Return a table; None if there is none of that name.

        Raises:
            OSError: If the file cannot be read.
        """
        rows = await self._submit("SELECT id, facts, session, moved FROM tables WHERE id = ?", (table,))
        return Stored(*rows[0]) if rows else None

    async def save(self, stored: Stored) -> None:
        """Store a table; when this returns, it is in the file.

        Raises:
            OSError: If it could not be stored, as when the disk is full; the file has the table as it was.
        """
        await self._submit(_SAVE, (stored.id, stored.facts, stored.session, stored.moved))

    async def remove_before(self, moved: int) -> int:
        """Remove the tables at which nothing has happened since a time, and return the number of those left.

        Raises:
            OSError: If they could not be removed.
        """
        await self._submit("DELETE FROM tables WHERE moved < ?", (moved,))
        ((left,),) = await self._submit("SELECT count(*) FROM tables", ())
        return int(left)

    def close(self) -> None:
        """Write what is still to be written, and close the file."""
        self._jobs.put(None)
        self._writer.join()
        self._database.close()

    async def _submit(self, statement: str, values: tuple[str | int, ...]) -> list[Any]:
        job = _Job(statement, values, Future())
        self._jobs.put(job)
        return await asyncio.wrap_future(job.done)

    def _prepare(self) -> None:
        run = self._database.execute
        # Exclusive mode keeps every other server out, until this process ends in whatever way.
        run("PRAGMA locking_mode = EXCLUSIVE")
        (mode,) = run("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise HockeyError(f"{self._path} cannot be used: its disk does not support a write-ahead log")
        run("PRAGMA synchronous = FULL")
        run("BEGIN IMMEDIATE")
        try:
            self._migrate()
        except BaseException:
            run("ROLLBACK")
            raise
        run("COMMIT")

    def _migrate(self) -> None:
        run = self._database.execute
        (application,), (version,) = (run(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
        (tables,) = run("SELECT count(*) FROM sqlite_schema").fetchone()
        if not tables:
            for statement in _TABLES.split(";"):
                run(statement)
            run(f"PRAGMA application_id = {_APPLICATION}")
            run(f"PRAGMA user_version = {_VERSION}")
        elif application != _APPLICATION:
            raise HockeyError(f"{self._path} is a database of another program: give another file")
        elif version != _VERSION:
            raise HockeyError(
                f"{self._path} has version {version} of the tables, and this program reads version {_VERSION}: "
                "use the program that wrote it, or give another file"
            )

    def _explain(self, error: sqlite3.Error) -> str:
        if "locked" in str(error):
            return f"{self._path} is used by another server: stop that one, or give another file"
        return f"{self._path} cannot be used as a database: {error}"

    def _write(self) -> None:
        """Write what is submitted, as much as there is in one transaction."""
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            last = False
            while not self._jobs.empty() and len(jobs) < _MOST_AT_ONCE:
                following = self._jobs.get()
                if following is None:
                    last = True
                    break
                jobs.append(following)
            self._commit(jobs)
            if last:
                return

    def _commit(self, jobs: list[_Job]) -> None:
        found: list[list[Any]] = []
        failure: OSError | None = None
        try:
            self._database.execute("BEGIN IMMEDIATE")
            found = [self._database.execute(job.statement, job.values).fetchall() for job in jobs]
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            failure = OSError(str(error))
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
        for place, job in enumerate(jobs):
            if job.done.cancelled():
                continue
            if failure is None:
                job.done.set_result(found[place])
            else:
                job.done.set_exception(failure)
