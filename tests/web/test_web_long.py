"""The server under kills, a bad network, nonsense and many tables; what is measured is printed with ``-s``."""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from _web import Client, Process, Server, process, serving
from hockey_cards import Game

pytestmark = pytest.mark.long

KILLS: Final = 200
NONSENSE: Final = 10_000
TABLES: Final = 100
SECONDS: Final = 300
LEFT: Final = 1000
SLOWEST: Final = 0.05
"""The seconds of a move's round trip that 99 of 100 may take."""


def test_no_acknowledged_move_is_lost_by_kills(tmp_path: Path) -> None:
    """The server is killed right after it has acknowledged a move, or at any moment after the next one was sent."""
    rng = random.Random(1)
    table, secret = "", None
    heard: list[str] = []
    turn = 0
    for _ in range(KILLS):
        with process(tmp_path, "--pause", "0") as server:
            client = server.client()
            if not table:
                table, secret = client.open("breakaway", ["greedy"])["table"], client.secret
            else:
                state = client.enter(table, secret)
                assert state["turn"] >= turn
                assert client.lines[: len(heard)] == heard
            if not client.own_turn():
                client.ask(type="record")
                assert Game.from_record(client.until("record")["record"]).outcome is not None
                table = ""
                heard, turn = [], 0
            else:
                state = client.play()
                heard, turn = list(client.lines), state["turn"]
                if client.own_turn():
                    message = {"type": "move", "move": client.state["moves"][0]["move"], "turn": client.state["turn"]}
                    heard, turn = list(client.lines), client.state["turn"]
                    client.send(message)
                    time.sleep(rng.random() * 0.03)
            server.kill()


class _Player:
    """A person who plays through a bad network: connects again, with what they have seen, as the page does."""

    def __init__(self, address: str, table: str, secret: str, *, wait: float = 0.0) -> None:
        self.address, self.table, self.secret, self.wait = address, table, secret, wait
        self.lines: list[str] = []
        self.state: dict[str, Any] = {"events": 0, "game": 1, "turn": -1}
        self.times: list[float] = []
        self.errors: list[str] = []
        self._sent: tuple[int, float] | None = None

    async def run(self, is_over: Callable[[], bool]) -> None:
        while not is_over():
            with suppress(ConnectionClosed, OSError, TimeoutError):
                async with connect(self.address, max_size=None, open_timeout=5) as socket:
                    await self._talk(socket, is_over)
            await asyncio.sleep(0.1)

    async def _talk(self, socket: ClientConnection, is_over: Callable[[], bool]) -> None:
        self._sent = None  # a move may have been lost on its way; one that comes twice is made once
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "pictures": False}))
        known = {"since": self.state["events"], "game": self.state["game"]}
        await socket.send(json.dumps({"type": "enter", "table": self.table, "secret": self.secret, **known}))
        while not is_over():
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 2))
            except TimeoutError:
                self._sent = None
                await socket.send(json.dumps({"type": "sync", "since": self.state["events"]}))
                continue
            await self._take(message, socket)

    async def _take(self, message: dict[str, Any], socket: ClientConnection) -> None:
        if message["type"] == "error":
            self.errors.append(message["code"])
        if message["type"] != "state":
            return
        if message["since"] not in (0, self.state["events"]):
            await socket.send(json.dumps({"type": "sync", "since": 0}))
            return
        if message["since"] == 0:
            self.lines.clear()
        self.lines += [line["text"] for line in message["lines"]]
        self.state = message
        if self._sent is not None and message["turn"] > self._sent[0]:
            self.times.append(time.perf_counter() - self._sent[1])
            self._sent = None
        if message["your_turn"] and (self._sent is None or self._sent[0] != message["turn"]):
            await asyncio.sleep(self.wait)
            self._sent = message["turn"], time.perf_counter()
            await socket.send(
                json.dumps({"type": "move", "move": message["moves"][0]["move"], "turn": message["turn"]})
            )
        elif message["result"] is not None and message["seat"] == 0:
            await socket.send(json.dumps({"type": "rematch"}))


class _Proxy:
    """A network between clients and a server: slow, and at times stalled or cut."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.delay = 0.3
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.writers: set[asyncio.StreamWriter] = set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers |= {writer, back}
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer), return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, content = await queue.get()
                await asyncio.sleep(max(0, due - time.monotonic()))
                await self.flowing.wait()
                if not content:
                    break
                writer.write(content)
                await writer.drain()
            writer.close()

        delivering = asyncio.ensure_future(deliver())
        content = b"-"
        while content:
            with suppress(OSError):
                content = await reader.read(65536)
            queue.put_nowait((time.monotonic() + self.delay, content))
        await delivering

    def cut(self) -> None:
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()


def test_all_agree_soon_after_a_bad_network(tmp_path: Path) -> None:
    """Behind 300 ms of delay, stalls and cuts; two seconds after these end, everybody has the same game."""
    with process(tmp_path, "--pause", "0") as server:
        table, secrets = _four(server)

        async def go() -> list[_Player]:
            proxy = _Proxy(server.port)
            listening = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
            port = listening.sockets[0].getsockname()[1]
            players = [_Player(f"ws://127.0.0.1:{port}/ws", table, secret, wait=0.3) for secret in secrets]
            over: list[bool] = []
            playing = [asyncio.ensure_future(player.run(lambda: bool(over))) for player in players]
            rng = random.Random(2)
            for _ in range(12):
                await asyncio.sleep(1 + rng.random())
                if rng.random() < 0.5:
                    proxy.cut()
                else:
                    proxy.flowing.clear()
                    await asyncio.sleep(1)
                    proxy.flowing.set()
            proxy.delay = 0
            for player in players:
                player.wait = 60  # nobody moves any more
            await asyncio.sleep(2)
            over.append(True)
            states = [{**player.state} for player in players]
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            listening.close()
            assert len({state["turn"] for state in states}) == 1
            assert len({state["events"] for state in states}) == 1
            return players

        players = asyncio.run(go())
        assert players[0].state["turn"] >= 5
        for player in players:
            again = server.client()
            again.enter(table, player.secret)
            assert player.lines == again.lines


def _four(server: Process) -> tuple[str, list[str]]:
    """Open a table of ``passe`` for four people."""
    first = server.client()
    table = first.open("passe", [None, None, None])["table"]
    clients = [first, *(server.client() for _ in range(3))]
    for number, client in enumerate(clients[1:]):
        client.join(table, f"P{number}")
    secrets = [str(client.secret) for client in clients]
    for client in clients:
        client.close()
    return table, secrets


def test_nonsense_leaves_all_other_tables_as_they_are(tmp_path: Path) -> None:
    """Repeated, late, foreign and fuzzed messages change nothing at the tables of others."""
    rng = random.Random(3)
    with serving(tmp_path) as server:
        ann = server.client()
        table = ann.open("passe", ["greedy", "greedy", "greedy"])["table"]
        assert ann.own_turn()
        before = server.client().enter(table, ann.secret)
        attacker = server.client()
        attacker.open("passe", ["greedy", "greedy", "greedy"])
        for number in range(NONSENSE):
            attacker.socket.send(_nonsense(rng, table, attacker))
            if number % 20 == 19:
                attacker = _fresh(server, attacker)
        after = server.client().enter(table, ann.secret)
        assert before == {**after, "expires": before["expires"]}
        assert ann.play_out()["result"]


def _fresh(server: Server, client: Client) -> Client:
    client.ask(type="hello", protocol=1)
    with suppress(AssertionError):
        client.until("hello")
    if random.Random(len(client.received)).random() < 0.1:
        client.close()
        client = server.client()
    return client


def _nonsense(rng: random.Random, table: str, client: Client) -> str:
    message: dict[str, Any] = rng.choice(
        [
            {"type": "move", "move": rng.choice(["4s", "Qh", "a3", "x"]), "turn": rng.randrange(60)},
            {"type": "undo", "turn": rng.randrange(60)},
            {"type": "answer", "agree": True, "turn": rng.randrange(60)},
            {"type": "enter", "table": table, "secret": rng.choice([None, client.secret, "x"]), "since": 0, "game": 1},
            {"type": "join", "table": table, "name": "Eve"},
            {"type": rng.choice(["leave", "return", "fill", "forfeit", "rematch", "record", "sync", "lobby"])},
            {"type": "ack", "n": rng.randrange(99)},
        ]
    )
    text = json.dumps(message)
    if rng.random() < 0.5:
        place = rng.randrange(len(text))
        text = (
            text[:place]
            + rng.choice(['"', "{", "\\u0000", "\U0001f3d2", "9" * 40, ""])
            + text[place + rng.randrange(3) :]
        )
    return text


def _resident(server: Process) -> float:
    """Return the memory of a server, in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return int(found[1]) / 1024


def test_a_hundred_tables_are_served_in_time(tmp_path: Path) -> None:
    """Each client moves once a second; bots answer. No error, no lost or doubled move, and no growth of memory."""
    with process(tmp_path, "--pause", "0.3") as server:
        address = f"ws://127.0.0.1:{server.port}/ws"
        opened: list[tuple[str, str]] = []
        for _ in range(TABLES):
            client = server.client()
            opened.append((client.open("breakaway", ["greedy"])["table"], str(client.secret)))
            client.close()

        async def go() -> tuple[list[_Player], list[float]]:
            players = [_Player(address, *each, wait=0.6) for each in opened]
            end = time.monotonic() + SECONDS
            work: list[Coroutine[Any, Any, None]] = [player.run(lambda: time.monotonic() > end) for player in players]
            memory: list[float] = []

            async def watch() -> None:
                while time.monotonic() < end:
                    await asyncio.sleep(SECONDS / 10)
                    memory.append(_resident(server))

            await asyncio.gather(*work, watch())
            return players, memory

        players, memory = asyncio.run(go())
        times = sorted(each for player in players for each in player.times)
        slow = statistics.quantiles(times, n=100)[98]
        print(f"{len(times)} moves, median {statistics.median(times) * 1000:.1f} ms, 99% {slow * 1000:.1f} ms")  # noqa: T201  # the figures of the page
        print(f"memory {memory[2]:.0f} MB, at the end {memory[-1]:.0f} MB")  # noqa: T201  # the figures of the page
        assert [player.errors for player in players] == [[]] * TABLES
        assert memory[-1] < 1.15 * memory[2]
        assert slow <= SLOWEST
        for player in players[:10]:
            again = server.client()
            again.enter(player.table, player.secret)
            assert again.lines[: len(player.lines)] == player.lines
        assert server.stop() == ""


def test_tables_that_are_left_give_their_memory_back(tmp_path: Path) -> None:
    with serving(tmp_path, unload=0.5) as server:
        client = server.client()
        for _ in range(LEFT):
            client.open("rink", [None])
            client.ask(type="exit")
        deadline = time.monotonic() + 60
        while server.http.get("/health").json()["tables"] and time.monotonic() < deadline:
            time.sleep(0.2)
        assert server.http.get("/health").json()["tables"] == 0
