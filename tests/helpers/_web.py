"""Servers and clients of tables: a server in this process or in one of its own, and clients without a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from jsonschema import Draft202012Validator
from starlette.testclient import TestClient
from websockets.sync.client import connect as connect_websocket

from hockey_cards.web.server import Settings, application
from hockey_cards.web.storage import Storage

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final[dict[str, Any]] = json.loads((ROOT / "docs" / "schema" / "web.json").read_text("utf-8"))
HOST: Final = {"host": "localhost:8000", "origin": "http://localhost:8000"}


def _validator(part: str) -> Any:
    return Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{part}"}]})


CLIENT: Final = _validator("client")
SERVER: Final = _validator("server")


class Socket(Protocol):
    """What a client needs of a WebSocket."""

    def send(self, text: str) -> None: ...

    def receive(self) -> str: ...

    def close(self) -> None: ...


class Client:
    """A client of a table, which checks every message against the schema."""

    def __init__(self, socket: Socket, language: str = "en", *, pictures: bool = False) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.lines: list[str] = []
        self.secret: str | None = None
        self.send({"type": "hello", "protocol": 1, "language": language, "pictures": pictures})
        self.hello = self.until("hello")

    def send(self, message: Mapping[str, Any]) -> None:
        CLIENT.validate(message)
        self.socket.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.receive())
        SERVER.validate(message)
        self.received.append(message)
        if message["type"] == "state":
            if not message["since"]:
                self.lines.clear()
            self.lines += [line["text"] for line in message["lines"]]
            self.state = message
        assert message.get("code") != "too-fast"
        if message["type"] == "seated":
            self.secret = message["secret"]
        return message

    def until(self, kind: str, test: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Return the next message of a kind that passes a test."""
        while True:
            message = self.receive()
            if message["type"] == kind and test(message):
                return message

    def ask(self, **message: Any) -> None:
        """Send a message whose type is among the arguments."""
        self.send(message)

    def open(self, game: str, bots: list[str | None], **more: Any) -> dict[str, Any]:
        """Open a table, and return its first state."""
        self.send({"type": "open", "game": game, "name": "Ann", "bots": bots, **more})
        return self.until("state")

    def join(self, table: str, name: str) -> dict[str, Any]:
        self.send({"type": "join", "table": table, "name": name})
        return self.until("state")

    def enter(self, table: str, secret: str | None = None, since: int = 0) -> dict[str, Any]:
        self.send({"type": "enter", "table": table, "secret": secret, "since": since, "game": 1 if since else 0})
        return self.until("state")

    def own_turn(self) -> bool:
        """Wait until it is this client's turn; False if the game is over."""
        while not self.state["your_turn"] and self.state["result"] is None:
            self.until("state")
        return bool(self.state["your_turn"])

    def play(self, place: int = 0) -> dict[str, Any]:
        """Make one of the moves, and return the next state in which the turn is another."""
        turn = self.state["turn"]
        self.send({"type": "move", "move": self.state["moves"][place]["move"], "turn": turn})
        return self.until("state", lambda state: state["turn"] > turn)

    def play_out(self) -> dict[str, Any]:
        """Play to the end of the game."""
        while self.own_turn():
            self.play()
        return self.state

    def close(self) -> None:
        self.socket.close()


class _Tested:
    """A WebSocket of Starlette's test client."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def send(self, text: str) -> None:
        self.session.send_text(text)

    def receive(self) -> str:
        text: str = self.session.receive_text()
        return text

    def close(self) -> None:
        self.session.close()


class Server:
    """The application in this process."""

    def __init__(self, client: TestClient, opened: ExitStack) -> None:
        self.http = client
        self._opened = opened

    def client(self, language: str = "en", *, pictures: bool = False) -> Client:
        session = self._opened.enter_context(self.http.websocket_connect("/ws", headers=HOST))
        return Client(_Tested(session), language, pictures=pictures)


@contextmanager
def serving(folder: Path, **settings: Any) -> Generator[Server]:
    """Run the application in this process."""
    file = folder / "tables.sqlite"
    given: dict[str, Any] = {"pause": 0.0, "rate": 10_000, **settings}
    chosen = Settings(file, **given)
    app = application(chosen, Storage(file))
    with TestClient(app, base_url="http://localhost:8000") as client, ExitStack() as opened:
        yield Server(client, opened)


class _Real:
    """A WebSocket to a server in another process."""

    def __init__(self, address: str) -> None:
        self._context = connect_websocket(f"{address.replace('http', 'ws', 1)}ws", max_size=None)
        self._socket = self._context.__enter__()

    def send(self, text: str) -> None:
        self._socket.send(text)

    def receive(self) -> str:
        return str(self._socket.recv(timeout=30))

    def close(self) -> None:
        self._socket.close()


class Process:
    """A server in a process of its own, which can be killed and started again with the same file."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        file = str(folder / "tables.sqlite")
        command = [sys.executable, "-m", "hockey_cards", "serve", "--port", str(port), "--database", file, *options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def client(self, language: str = "en") -> Client:
        return Client(_Real(self.address), language)

    def kill(self) -> None:
        """Kill the process as a power cut would."""
        self.process.kill()
        self._end()

    def stop(self) -> str:
        """Ask the process to end, and return what it wrote to stderr."""
        self.process.terminate()
        return self._end()

    def _end(self) -> str:
        _, errors = self.process.communicate(timeout=20)
        return errors


@contextmanager
def process(folder: Path, *options: str) -> Generator[Process]:
    """Run a server in a process of its own."""
    server = Process(folder, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
