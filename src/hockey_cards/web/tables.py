"""The tables of a server: sessions with their people, stored before anybody hears of a change."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, Protocol

import attrs

from hockey_cards.registry import variant
from hockey_cards.rules import Seat
from hockey_cards.session import Clock, Session
from hockey_cards.web.protocol import BOTS, Refused, clean_name, deal, obey, read_house, seated
from hockey_cards.web.storage import Storage, Stored

MAX_TABLES: Final = 20_000
"""The greatest number of tables in a database."""

MAX_CONNECTIONS: Final = 64
"""The greatest number of connections to one table."""

MAX_LAG: Final = 1000
"""The greatest number of milliseconds of a move that are put down to the network."""

_RETRY: Final = 2.0
"""The seconds after which a bot tries again to make a move that could not be stored."""


class Connection(Protocol):
    """What a table knows of a connection to it."""

    seat: Seat | None
    lag: int

    def notify(self) -> None:
        """Have the connection send the state of its table soon."""

    def close(self) -> None:
        """End the connection to the table."""


@attrs.define
class Chair:
    """A seat for a person.

    Args:
        name: The name of the person; "" while the seat is free.
        digest: The SHA-256 of the secret, in hex; "" while the seat is free.
    """

    name: str = ""
    digest: str = ""


def now() -> int:
    """Return the time of the clocks, in milliseconds: it is the server's alone, and does not go backwards."""
    return time.monotonic_ns() // 1_000_000


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


@attrs.define(eq=False)
class Table:
    """A table in memory.

    Args:
        id: Its name.
        session: The session.
        chairs: For each seat the chair of its person; None for a bot's seat.
        public: Whether the lobby shows it.
        limits: The milliseconds of a person for each move, and for all moves; None for no limit.
        number: The number of the change that was made last.
        game: The number of the game at this table, from 1.
        moved: When something last happened, in seconds since 1970.
    """

    id: str
    session: Session[Any, Any, Any]
    chairs: list[Chair | None]
    public: bool
    limits: tuple[int | None, int | None] = (None, None)
    number: int = 0
    game: int = 1
    moved: int = 0
    stored: Stored | None = None
    connections: set[Connection] = attrs.field(factory=set[Connection])
    lock: asyncio.Lock = attrs.field(factory=asyncio.Lock)
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)

    @property
    def clocks(self) -> dict[Seat, Clock]:
        """The clocks of the seats, new."""
        per_move, per_game = self.limits
        if per_move is None and per_game is None:
            return {}
        clock = Clock(per_move, per_game, bot=None if per_move is None else BOTS[0])
        return {seat: clock for seat, chair in enumerate(self.chairs) if chair is not None}

    @property
    def people(self) -> list[str]:
        """The name of the person of each seat."""
        return ["" if chair is None else chair.name for chair in self.chairs]

    @property
    def free(self) -> list[Seat]:
        """The seats that wait for a person."""
        return [seat for seat, chair in enumerate(self.chairs) if chair is not None and not chair.digest]

    @property
    def present(self) -> list[bool]:
        """For each seat whether its person is connected."""
        seats = {each.seat for each in self.connections}
        return [seat in seats for seat in range(len(self.chairs))]

    @property
    def running(self) -> bool:
        """Whether bots move and clocks run: all seats are taken, and somebody is there."""
        return not self.free and any(self.present) and self.session.game.seat is not None

    def seat_of(self, secret: str) -> Seat:
        """Return the seat that a secret belongs to.

        Raises:
            Refused: If it belongs to none.
        """
        given = _digest(secret)
        found = [
            seat
            for seat, chair in enumerate(self.chairs)
            if hmac.compare_digest(given, chair.digest if chair is not None and chair.digest else "-" * 64)
        ]
        if not found:
            raise Refused("no-seat")
        return found[0]

    def take_chair(self, seat: Seat, name: str) -> str:
        """Seat a person, and return the secret of the seat."""
        secret = secrets.token_urlsafe(16)
        chair = Chair(clean_name(name), _digest(secret))
        self.session.replace(seat, None, name=chair.name)
        self.chairs[seat] = chair
        return secret

    def fill(self) -> None:
        """Seat bots where people are missing."""
        for seat in self.free:
            self.session.replace(seat, BOTS[0], name=BOTS[0])
            self.chairs[seat] = None

    def rematch(self) -> None:
        """Deal the next game to the same people and bots.

        Raises:
            Refused: If the game is not over.
        """
        game = self.session.game
        if game.outcome is None:
            raise Refused("not-over")
        players = {seat: player for seat, player in enumerate(self.session.players) if player is not None}
        names = {seat: name for seat, name in enumerate(self.people) if name and seat not in players}
        following = deal(game.variant, (game.dealer + 1) % len(self.chairs))
        self.session = Session(following, players, names=names, clocks=self.clocks)
        self.game += 1

    def to_stored(self) -> Stored:
        """Return the table as the database has it."""
        facts = {
            "chairs": [None if chair is None else [chair.name, chair.digest] for chair in self.chairs],
            "public": self.public,
            "limits": self.limits,
            "number": self.number,
            "game": self.game,
        }
        return Stored(self.id, json.dumps(facts), self.session.to_json(), self.moved)

    def restore(self, stored: Stored) -> None:
        """Take the table back to what the database has."""
        facts = json.loads(stored.facts)
        self.session = Session.from_json(stored.session)
        self.chairs = [None if chair is None else Chair(*chair) for chair in facts["chairs"]]
        self.public, self.number, self.game = facts["public"], facts["number"], facts["game"]
        self.limits = tuple(facts["limits"])
        self.moved, self.stored = stored.moved, stored

    def notify(self) -> None:
        """Have all connections send the state, and wake the runner."""
        self.changed.set()
        for connection in tuple(self.connections):
            connection.notify()


class Tables:
    """All tables of a server.

    Args:
        storage: The database.
        pause: The seconds before a bot moves, so that people can follow.
        keep: The seconds for which a table is kept at which nothing happens.
        unload: The seconds after which a table that everybody has left gives its memory back.
    """

    def __init__(self, storage: Storage, *, pause: float, keep: int, unload: float = 30.0) -> None:
        self._storage = storage
        self._pause = pause
        self.keep = keep
        self._unload = unload
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._count = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    def listed(self) -> list[dict[str, Any]]:
        """Return the public tables at which somebody is, for the lobby."""
        return [
            {
                "table": table.id,
                "key": table.session.game.variant.key,
                "name": table.session.game.variant.name,
                "people": [name for name in table.people if name],
                "free": len(table.free),
                "over": table.session.game.outcome is not None,
            }
            for table in self._tables.values()
            if table.public and table.connections
        ][:100]

    async def clean(self) -> None:
        """Remove the tables at which nothing has happened for long; people who are there keep the table."""
        for table in self._tables.values():
            if table.connections and time.time() - table.moved > self.keep:
                for connection in tuple(table.connections):
                    connection.close()
        self._count = await self._storage.remove_before(int(time.time()) - self.keep)

    async def open(self, message: Mapping[str, Any]) -> tuple[Table, str]:
        """Open a table, and seat the person who opens it.

        Args:
            message: The message ``open``.

        Returns:
            The table, and the secret of its first seat.

        Raises:
            HockeyError: If something in the message is wrong.
            OSError: If the table cannot be stored.
        """
        if self._count >= MAX_TABLES:
            raise Refused("too-many")
        game = read_house(message["house"], variant(message["game"]))
        bots = seated(message["bots"], game)
        chairs = [None if seat in bots else Chair() for seat in range(game.rules.seats)]
        per_move, per_game = message["per_move"], message["per_game"]
        limits = None if per_move is None else 1000 * per_move, None if per_game is None else 60_000 * per_game
        table = Table(secrets.token_urlsafe(16), Session(deal(game), bots), chairs, message["public"], limits)
        if table.clocks:
            table.session = Session(table.session.game, bots, clocks=table.clocks)
        secret = table.take_chair(0, message["name"])
        await self._store(table)
        self._tables[table.id] = table
        self._start(self._run(table))
        self._count += 1
        return table, secret

    async def find(self, name: str) -> Table:
        """Return a table, from the database if it is not in memory.

        Raises:
            Refused: If there is none.
            OSError: If the database cannot be read.
        """
        if name not in self._tables:
            task = self._loading.get(name)
            if task is None:
                task = self._loading[name] = asyncio.ensure_future(self._load(name))
            try:
                await asyncio.shield(task)
            finally:
                self._loading.pop(name, None)
        return self._tables[name]

    async def _load(self, name: str) -> Table:
        stored = await self._storage.find(name)
        if stored is None:
            raise Refused("no-table")
        table = Table(name, Session.from_json(stored.session), [], public=False)
        table.restore(stored)
        self._tables[name] = table
        self._start(self._run(table))
        return table

    def enter(self, table: Table, connection: Connection) -> None:
        """Add a connection to a table.

        Raises:
            Refused: If there are too many.
        """
        if len(table.connections) >= MAX_CONNECTIONS:
            raise Refused("too-many")
        was_running = table.running
        table.connections.add(connection)
        if table.running and not was_running:
            table.session.start_clock(now())
        table.notify()

    def leave(self, table: Table, connection: Connection) -> None:
        """Remove a connection from a table; a table that all have left is soon unloaded."""
        table.connections.discard(connection)
        table.notify()

    async def act(self, table: Table, seat: Seat, message: Mapping[str, Any], lag: int) -> None:
        """Do what a message of a player asks of a table.

        Raises:
            HockeyError: If it is refused.
        """
        chair = table.chairs[seat]

        def change() -> None:
            match message["type"]:
                case "rematch":
                    table.rematch()
                case "fill":
                    table.fill()
                case "move" | "undo" | "answer" if table.free:
                    raise Refused("waiting")
                case _:
                    obey(table.session, seat, chair.name if chair else "", message, now() - min(lag, MAX_LAG))

        await self.change(table, change)

    async def join(self, table: Table, name: str) -> tuple[Seat, str]:
        """Seat a person at the first free seat, and return the seat and its secret.

        Raises:
            HockeyError: If all seats are taken, or the name is none.
        """
        taken: list[tuple[Seat, str]] = []

        def change() -> None:
            if not table.free:
                raise Refused("full")
            seat = table.free[0]
            taken.append((seat, table.take_chair(seat, name)))

        await self.change(table, change)
        return taken[0]

    async def change(self, table: Table, action: Callable[[], object]) -> None:
        """Change a table, store it, and then tell everybody.

        Raises:
            HockeyError: If the action refuses, or the change cannot be stored; then the table is as it was.
        """
        async with table.lock:
            was_running = table.running
            before = table.session.turn, len(table.session.seen(None)), table.session.game
            action()
            if (table.session.turn, len(table.session.seen(None)), table.session.game) == before:
                return
            if table.running and not was_running:
                table.session.start_clock(now())
            try:
                await self._store(table)
            except OSError:
                if table.stored is not None:
                    table.restore(table.stored)
                raise Refused("not-stored") from None
        table.notify()

    async def close(self) -> None:
        """Stop all bots and clocks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _store(self, table: Table) -> None:
        table.number += 1
        table.moved = int(time.time())
        stored = table.to_stored()
        await self._storage.save(stored)
        table.stored = stored

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, table: Table) -> None:
        """Let the bots of a table move, and judge its clocks, until it is unloaded."""
        while table.connections or await self._is_wanted(table):
            table.changed.clear()
            try:
                await asyncio.wait_for(table.changed.wait(), self._due(table))
            except TimeoutError:
                await self._advance(table)
        del self._tables[table.id]

    async def _is_wanted(self, table: Table) -> bool:
        """Wait whether somebody comes back to a table that everybody has left."""
        table.changed.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(table.changed.wait(), self._unload)
        return bool(table.connections) or table.lock.locked()

    def _due(self, table: Table) -> float | None:
        """Return the seconds until a bot is to move or a clock runs out; None if neither will happen."""
        session = table.session
        if not table.running:
            return None
        if session.person is None:
            return self._pause
        if session.deadline is None:
            return None
        return max(0, session.deadline + self._credit(table) + 1 - now()) / 1000

    def _credit(self, table: Table) -> int:
        """Return the milliseconds that the mover's network is given."""
        return min(
            MAX_LAG, max((each.lag for each in table.connections if each.seat == table.session.person), default=0)
        )

    async def _advance(self, table: Table) -> None:
        session = table.session
        if not table.running:
            return
        try:
            if session.person is None:
                await self.change(table, lambda: session.advance(clock=now, moves=1))
            else:
                await self.change(table, lambda: session.expire(now() - self._credit(table)))
        except Refused:
            await asyncio.sleep(_RETRY)
