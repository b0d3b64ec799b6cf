"""How the file of a store is opened: alone, if it is sound, and with what SQLite has to say of it as our errors."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.store.manifest import StoreError

if TYPE_CHECKING:
    import sqlite3

APPLICATION: Final = 0x484F434B
"""How a store is told from any other database: the letters HOCK."""

VERSION: Final = 1
"""The greatest version of a store that is known here."""


def uri(path: Path, mode: str) -> str:
    """Return how SQLite is told of a file."""
    return f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}"


def check_place(path: Path) -> bool:
    """Tell whether there is a file; refuse what is none, such as a folder or a device, before anything touches it."""
    try:
        kind = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:  # a name that is too long, or has a NUL in it
        raise StoreError(f"{str(path)!r:.200} cannot be opened or written: {error}") from error
    if not stat.S_ISREG(kind):
        raise StoreError(f"{path} is no store of a tournament: give the name of a file")
    return True


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file so that nobody else can, as long as it stays open."""
    import sqlite3  # no part of some small builds of Python, and slow to import

    base = sqlite3.connect(uri(path, mode), uri=True, isolation_level=None, timeout=0.5)
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA synchronous = FULL")
    except BaseException:
        base.close()  # or else what is damaged would be in use, too
        raise
    return base


@contextmanager
def told(path: Path) -> Generator[None]:
    """Tell what SQLite says is wrong with a file."""
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
            raise StoreError(f"{path} is no store of a tournament") from error
        raise StoreError(f"{path} is damaged: {error}") from error


@contextmanager
def sensible(path: Path, what: str) -> Generator[None]:
    """Tell of what a file says that cannot be: it was written by others, or changed."""
    try:
        yield
    except (HockeyError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} is damaged: {what}") from error


def check(base: sqlite3.Connection, path: Path) -> None:
    """Refuse what is no sound store of a version that is known here."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise StoreError(f"{path} is no store of a tournament")
    if version > VERSION:
        raise StoreError(f"{path} is a store of version {version}, but this library knows versions up to {VERSION}")
    base.execute("BEGIN EXCLUSIVE")
    base.execute("COMMIT")
    (sound,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if sound != "ok":
        raise StoreError(f"{path} is damaged: {sound}")


def is_empty(path: Path) -> bool:
    """Tell whether a file is a database with nothing in it, as an early end leaves it behind."""
    with told(path):
        base = connected(path, "rw")
        try:
            return has_nothing(base)
        finally:
            base.close()


def has_nothing(base: sqlite3.Connection) -> bool:
    """Tell whether a database has nothing in it, and is nobody's."""
    (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = base.execute("PRAGMA application_id").fetchone()
    return (tables, application) == (0, 0)
