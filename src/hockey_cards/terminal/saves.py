"""Saved games: a file for each unfinished game of a person, which one process at a time may use."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import attrs
from filelock import FileLock, Timeout
from platformdirs import user_data_path

from hockey_cards.errors import ParseError, SessionError
from hockey_cards.rules import Seat
from hockey_cards.session import Session
from hockey_cards.strategy import AsyncPlayer

FindBot = Callable[[str], AsyncPlayer | None]
"""Returns the bot of a name; None if there is none."""

_SUFFIX: Final = ".game.json"
_STAND_IN: Final = "greedy"
"""The bot that replaces one that cannot be found."""


@attrs.frozen
class Resumed:
    """A game that was saved, and goes on.

    Args:
        save: Its file.
        session: The session.
        seat: The seat of the person.
    """

    save: Save
    session: Session
    seat: Seat


@attrs.define
class Save:
    """The file of one game, locked by this process until ``close``.

    Args:
        path: The file.
    """

    path: Path
    _lock: FileLock = attrs.field(repr=False)

    def write(self, session: Session) -> None:
        """Write a session atomically: if the process is killed, the file holds the old text or the new one.

        Raises:
            OSError: If it cannot be written.
        """
        new = self.path.with_suffix(".new")
        new.write_text(session.to_json(), "utf-8")
        new.replace(self.path)

    def read(self, find: FindBot) -> Resumed:
        """Read the session.

        Args:
            find: Finds the bots. A seat whose bot is not found is given to ``greedy``.

        Raises:
            ParseError: If the text is not a session of this version with exactly one person.
        """
        text = self.path.read_bytes()
        names = _players(text)
        bots = {name: bot for name in names if name and (bot := find(name)) is not None}
        session = Session.from_json(text, bots=bots)
        people = [seat for seat, name in enumerate(names) if name is None]
        if len(people) != 1:
            raise ParseError(f"{len(people)} seats are those of a person: there must be one")
        for seat, player in enumerate(session.players):
            if player is None and seat != people[0]:
                session.replace(seat, _STAND_IN)
        return Resumed(self, session, people[0])

    def remove(self) -> None:
        """Delete the file of a finished game."""
        self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Let another process use the game."""
        self._lock.release()
        if not self.path.exists():
            Path(self._lock.lock_file).unlink(missing_ok=True)


@attrs.frozen
class Saves:
    """The folder of saved games.

    Args:
        folder: The folder; by default that of the user's data. It is made when it is needed.
    """

    folder: Path = attrs.field(factory=lambda: user_data_path("hockey-cards", appauthor=False) / "games")

    def new(self) -> Save:
        """Return a new save; its file is created by the first write.

        Raises:
            OSError: If the folder cannot be made.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        return _locked(self.folder / f"{token_hex(8)}{_SUFFIX}")

    def exist(self) -> bool:
        """Return whether there is a saved game."""
        return any(self._latest_first())

    def resume(self, find: FindBot, report: Callable[[Path, str], object]) -> Resumed | None:
        """Return the game that was played last; None if there is none.

        A file that cannot be read, because it is damaged or was written by a newer version, is moved aside.

        Args:
            find: Finds the bots.
            report: Called with the new path of a file that was moved aside, and the reason.

        Raises:
            SessionError: If another process has the game open (``open-elsewhere``).
        """
        for path in self._latest_first():
            save = _locked(path)
            try:
                return save.read(find)
            except FileNotFoundError:
                save.close()  # finished by another process in the meantime
            except ParseError as error:
                aside = path.with_suffix(".unreadable")
                path.replace(aside)
                save.close()
                report(aside, str(error))
        return None

    def _latest_first(self) -> Iterator[Path]:
        found: list[tuple[int, Path]] = []
        for path in self.folder.glob(f"*{_SUFFIX}"):
            try:
                found.append((path.stat().st_mtime_ns, path))
            except FileNotFoundError:
                continue
        return (path for _, path in sorted(found, reverse=True))


def _locked(path: Path) -> Save:
    lock = FileLock(f"{path}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise SessionError(f"the game {path} is open in another process", code="open-elsewhere") from None
    return Save(path, lock)


def _players(text: bytes) -> list[str | None]:
    """Return the players of the seats as a stored session names them; () if it has another form."""
    try:
        fields: Any = json.loads(text)
        return [seat["player"] for seat in fields["seats"]]
    except (ValueError, LookupError, TypeError, RecursionError):
        return []
