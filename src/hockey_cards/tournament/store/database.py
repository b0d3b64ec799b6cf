"""The SQLite file of a store: exclusive access, checks for damage, and SQLite's errors as ours."""

from __future__ import annotations

import json
import os
import stat
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from hockey_cards.errors import HockeyError, clipped
from hockey_cards.tournament.store.manifest import StoreError

if TYPE_CHECKING:
    import sqlite3

APPLICATION_ID: Final = 0x484F434B
"""The application id that marks a database as a store: the letters HOCK."""

VERSION: Final = 2
"""The latest version of the layout that this library knows; version 1 had no checksums and no rounds."""


def uri(path: Path, mode: str) -> str:
    """Return the URI by which SQLite opens a file."""
    return f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}"


def is_file(path: Path) -> bool:
    """Return whether there is a file; refuse anything else, such as a folder or a device, before it is opened."""
    try:
        kind = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:  # such as a name that is too long, or contains a NUL
        raise StoreError(f"{str(path)!r:.200} cannot be opened or written: {clipped(str(error))}") from error
    if not stat.S_ISREG(kind):
        raise StoreError(f"{path} is not the store of a tournament: give the name of a file")
    return True


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file with exclusive access until it is closed."""
    import sqlite3  # missing from some small builds of Python, and slow to import

    base = sqlite3.connect(uri(path, mode), uri=True, isolation_level=None, timeout=0.5)
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA synchronous = FULL")
    except BaseException:
        base.close()  # or a damaged file would stay in use
        raise
    return base


@contextmanager
def sqlite_errors(path: Path) -> Generator[None]:
    """Turn SQLite's errors about a file into ``StoreError``."""
    import sqlite3

    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreError(f"{path} is in use: another process has it open") from error
        if "no such" in str(error) or "decode" in str(error):
            raise StoreError(f"{path} is damaged: {error}") from error
        raise StoreError(f"{path} cannot be opened or written: {error}") from error
    except sqlite3.DatabaseError as error:
        if "not a database" in str(error):
            raise StoreError(f"{path} is not the store of a tournament") from error
        raise StoreError(f"{path} is damaged: {error}") from error
    except (sqlite3.Error, UnicodeError, OverflowError, MemoryError) as error:  # from bytes that are not what they were
        raise StoreError(f"{path} is damaged: SQLite cannot read it") from error


@contextmanager
def content_errors(path: Path, problem: str) -> Generator[None]:
    """Turn errors from values that no tournament can have written into ``StoreError``."""
    try:
        yield
    except StoreError:
        raise
    except (HockeyError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} is damaged: {problem}") from error


def checksum(*values: object) -> int:
    """Return the checksum of JSON-serialisable values; a ``TypeError`` for bytes, which only a damaged store holds."""
    return zlib.crc32(json.dumps(values).encode())


def check(base: sqlite3.Connection, path: Path) -> int:
    """Refuse a database that is not a store, is of a newer version, or is damaged; return the version of its layout."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is not the store of a tournament")
    if version < 1:
        raise StoreError(f"{path} is damaged: there are no stores of version {version}")
    if version > VERSION:
        raise StoreError(f"{path} is a store of version {version}, but this library knows versions up to {VERSION}")
    base.execute("BEGIN EXCLUSIVE")
    base.execute("COMMIT")
    (state,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise StoreError(f"{path} is damaged: {state}")
    return int(version)


def is_blank_file(path: Path) -> bool:
    """Return whether a file is a blank database, as an interrupted creation leaves it behind."""
    with sqlite_errors(path):
        base = connect(path, "rw")
        try:
            return is_blank(base)
        finally:
            base.close()


def is_blank(base: sqlite3.Connection) -> bool:
    """Return whether a database has no tables and is not marked as any application's."""
    (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = base.execute("PRAGMA application_id").fetchone()
    return (tables, application) == (0, 0)
