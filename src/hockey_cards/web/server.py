"""The server: a page, and a WebSocket over which its people open tables, join them and play.

It needs the extra ``web``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import attrs
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hockey_cards.errors import HockeyError
from hockey_cards.language import Language
from hockey_cards.rules import Seat
from hockey_cards.web import pages
from hockey_cards.web.protocol import (
    MAX_MESSAGE,
    PROTOCOL,
    Refused,
    Viewer,
    error_message,
    hello,
    how_to_play,
    read_message,
    state,
)
from hockey_cards.web.storage import Storage
from hockey_cards.web.tables import Table, Tables, now

_LOG: Final = logging.getLogger("hockey_cards.web")

_MAX_CONNECTIONS: Final = 5000
_BURST: Final = 4
"""The number of messages that a connection may send at once, in terms of those of a second."""

_MOST_REFUSED: Final = 200
"""The number of messages above the rate after which a connection is closed."""

_CLEANING: Final = 60.0
"""The seconds between two searches for tables that have expired."""

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
_POLICY_VIOLATION: Final = 1008
_TRY_LATER: Final = 1013


@attrs.frozen
class Settings:
    """The settings of a server.

    Args:
        database: The file of the tables.
        host: The address to listen at.
        port: The port; 0 for any that is free.
        origins: The origins of pages that may connect, such as ``https://cards.example``; none: that of the server.
        pause: The seconds before a bot moves.
        keep: The seconds for which a table is kept at which nothing happens.
        unload: The seconds after which a table that everybody has left gives its memory back.
        rate: The number of messages of a connection in a second.
    """

    database: Path
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    pause: float = 0.8
    keep: int = 7 * 24 * 3600
    unload: float = 30.0
    rate: int = 10


class _Rate:
    """A limit on the messages of one connection: a short burst, and a number per second."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._left = float(_BURST * rate)
        self._at = time.monotonic()
        self.refused = 0

    def spend(self, cost: float = 1) -> bool:
        """Return whether one more message is accepted."""
        at = time.monotonic()
        self._left = min(_BURST * self._rate, self._left + self._rate * (at - self._at))
        self._at = at
        if self._left < cost:
            self.refused += 1
            return False
        self._left -= cost
        return True


class _Connection:
    """A WebSocket of one browser: in the lobby, or at a table in a seat or as a spectator."""

    def __init__(self, socket: WebSocket, tables: Tables, rate: int) -> None:
        self._socket = socket
        self._tables = tables
        self._rate = _Rate(rate)
        self._language = Language()
        self._pictures = True
        self._greeted = False
        self._table: Table | None = None
        self._since = 0
        self._game = 0
        self._outbox: deque[dict[str, Any]] = deque()
        self._wake = asyncio.Event()
        self._is_due = False
        self._sent_at: int | None = None
        self.seat: Seat | None = None
        self.lag = 0

    def notify(self) -> None:
        """Have the state of the table sent."""
        self._is_due = True
        self._wake.set()

    def close(self) -> None:
        """Leave the table, as when it has expired."""
        self._leave()
        self._say({"type": "closed"})

    async def serve(self) -> None:
        """Answer messages until the client goes."""
        sender = asyncio.create_task(self._send())
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    break
                if not await self._accept(received.get("text") or received.get("bytes") or ""):
                    await self._socket.close(_POLICY_VIOLATION)
                    break
        finally:
            self._leave()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await sender

    async def _accept(self, text: str | bytes) -> bool:
        """Answer a message, and return whether to go on."""
        try:
            if not self._rate.spend():
                raise Refused("too-fast")
            await self._answer(read_message(text))
        except HockeyError as error:
            if self._rate.refused > 1 and getattr(error, "code", "") == "too-fast":
                return self._rate.refused < _MOST_REFUSED
            self._say(error_message(error, self._language))
            if self._table is not None:
                self.notify()
        except OSError:
            self._say(error_message(Refused("not-stored"), self._language))
        return True

    async def _answer(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "hello":
            if message["protocol"] != PROTOCOL:
                raise Refused("protocol")
            self._greeted, self._pictures = True, message["pictures"]
            self._speak(message["language"])
            return
        if not self._greeted:
            raise Refused("protocol")
        match kind:
            case "language":
                self._speak(message["language"])
            case "lobby":
                self._say({"type": "lobby", "tables": self._tables.listed()})
            case "exit":
                self._leave()
            case "open":
                if not self._rate.spend(9):
                    raise Refused("too-fast")
                self._leave()
                table, secret = await self._tables.open(message)
                self._seated(table, 0, secret)
            case "join":
                table = await self._tables.find(message["table"])
                seat, secret = await self._tables.join(table, message["name"])
                self._seated(table, seat, secret)
            case "enter":
                await self._enter(message)
            case _:
                await self._at_table(message)

    async def _at_table(self, message: dict[str, Any]) -> None:
        """Do what somebody at a table asks."""
        table = self._table
        if table is None:
            raise Refused("no-table")
        match message["type"]:
            case "sync":
                self._since = message["since"]
                self.notify()
            case "ack":
                if self._sent_at is not None and message["n"] == table.number:
                    self.lag = max(0, now() - self._sent_at)
                    self._sent_at = None
            case "record":
                if table.session.game.outcome is None:
                    raise Refused("not-over")
                self._say({"type": "record", "record": table.session.record()})
            case _ if self.seat is None:
                raise Refused("spectator")
            case _:
                await self._tables.act(table, self.seat, message, self.lag)
                self.notify()

    def _speak(self, code: str | None) -> None:
        self._language = Language.of(code or "en")
        self._say(hello(self._language))
        if self._table is not None:
            self._since = 0
            self._show(self._table)

    def _seated(self, table: Table, seat: Seat, secret: str) -> None:
        self._say({"type": "seated", "table": table.id, "seat": seat, "secret": secret})
        self._take(table, seat)

    async def _enter(self, message: dict[str, Any]) -> None:
        table = await self._tables.find(message["table"])
        seat = None if message["secret"] is None else table.seat_of(message["secret"])
        self._take(table, seat)
        self._since, self._game = message["since"], message["game"]

    def _take(self, table: Table, seat: Seat | None) -> None:
        """Sit down at a table, after leaving the one before."""
        self._leave()
        self.seat, self._since, self._game = seat, 0, table.game
        self._tables.enter(table, self)
        self._table = table
        self._show(table)

    def _show(self, table: Table) -> None:
        self._say(how_to_play(table.session, self._language))
        self.notify()

    def _leave(self) -> None:
        if self._table is not None:
            table, self._table, self.seat = self._table, None, None
            self._tables.leave(table, self)

    def _say(self, message: dict[str, Any]) -> None:
        self._outbox.append(message)
        self._wake.set()

    async def _send(self) -> None:
        """Send the waiting messages; a slow client gets only the latest state."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                await self._socket.send_text(json.dumps(self._outbox.popleft(), ensure_ascii=False))
            if self._is_due and self._table is not None:
                self._is_due = False
                await self._socket.send_text(json.dumps(self._state(self._table), ensure_ascii=False))

    def _state(self, table: Table) -> dict[str, Any]:
        if self._game != table.game:
            self._game, self._since = table.game, 0
        viewer = Viewer(self.seat, self._language, self._pictures, self._since)
        shown = state(table.session, table.people, viewer, ready=not table.free)
        self._since = shown["events"]
        self._sent_at = now() if shown["your_turn"] else None
        seats = range(len(table.chairs))
        at = now() if table.running else None
        return {
            **shown,
            "n": table.number,
            "game": table.game,
            "table": table.id,
            "free": table.free,
            "present": table.present,
            "time_left": [table.session.time_left(seat, now=at) for seat in seats],
            "deadline": None if at is None or table.session.deadline is None else table.session.deadline - at,
            "expires": max(0, table.moved + self._tables.keep - int(time.time())),
        }


class _Door:
    """The one way in: the routes of the server, whatever path it is reached under."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        self._settings = settings
        self._tables = tables
        self._files = pages.served()
        self._connections = 0

    async def get(self, request: Request) -> Response:
        """Answer a request for a file, or about the health of the server. It changes nothing."""
        path: str = request.path_params["path"]
        if not self._is_known_host(request.headers.get("host", "")):
            return Response("unknown host", 400, pages.HEADERS)
        if path.rpartition("/")[2] == "health":
            health = {"status": "ok", "protocol": PROTOCOL, "tables": self._tables.in_memory}
            return JSONResponse({**health, "connections": self._connections}, headers=pages.HEADERS)
        end = path[path.rfind("assets/") :] if "assets/" in path else path.rpartition("/")[2]
        file = self._files.get(end)
        if file is None:
            return Response("there is no such page", 404, pages.HEADERS)
        caching = "public, max-age=31536000, immutable" if file.lasting else "no-cache"
        return Response(file.content, 200, {**pages.HEADERS, "cache-control": caching}, file.kind)

    async def connect(self, socket: WebSocket) -> None:
        """Serve a WebSocket, if it comes from a page of this server."""
        if socket.path_params["path"].rpartition("/")[2] != "ws" or not self._is_welcome(socket):
            await socket.close(_POLICY_VIOLATION)
            return
        if self._connections >= _MAX_CONNECTIONS:
            await socket.close(_TRY_LATER)
            return
        self._connections += 1
        try:
            await socket.accept()
            await _Connection(socket, self._tables, self._settings.rate).serve()
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            self._connections -= 1

    def _is_known_host(self, host: str) -> bool:
        """Return whether a request names this server; a page elsewhere may have given its own name our address."""
        return self._settings.host not in _LOOPBACK or bool(self._settings.origins) or _name(host) in _LOOPBACK

    def _is_welcome(self, socket: WebSocket) -> bool:
        origin, host = socket.headers.get("origin"), socket.headers.get("host", "")
        if not self._is_known_host(host):
            return False
        if origin is None:  # not a browser
            return True
        if self._settings.origins:
            return origin in self._settings.origins
        return urlsplit(origin).netloc == host


def _name(host: str) -> str:
    return (urlsplit(f"//{host}").hostname or "") if host else ""


def application(settings: Settings, storage: Storage) -> Starlette:
    """Return the server as an ASGI application.

    Args:
        settings: The settings.
        storage: The database, which the application closes at its end.
    """
    tables = Tables(storage, pause=settings.pause, keep=settings.keep, unload=settings.unload)
    door = _Door(settings, tables)

    async def clean() -> None:
        while True:
            try:
                await tables.clean()
            except OSError as error:
                _LOG.warning("expired tables could not be removed: %s", error)
            await asyncio.sleep(_CLEANING)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncGenerator[None]:
        cleaner = asyncio.create_task(clean())
        try:
            yield
        finally:
            cleaner.cancel()
            await tables.close()
            storage.close()

    routes = [Route("/{path:path}", door.get, methods=["GET"]), WebSocketRoute("/{path:path}", door.connect)]
    return Starlette(routes=routes, lifespan=lifespan)


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Run the server until it is interrupted.

    Args:
        settings: The settings.
        ready: Is called with the address once the server can be reached.

    Raises:
        HockeyError: If the database cannot be used.
        OSError: If the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, settings.port))
        except OSError as error:
            reason = error.strerror or error
            raise HockeyError(f"port {settings.port} of {settings.host} cannot be used: {reason}") from error
        storage = Storage(settings.database)
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{host}:{listening.getsockname()[1]}/"
        config = uvicorn.Config(
            application(settings, storage),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws_max_size=MAX_MESSAGE,
            timeout_graceful_shutdown=3,
        )
        _Server(config, lambda: ready(address)).run(sockets=[listening])
