"""The server: seats by secrets, roles, refusals, storing before telling, and what it sends to whom."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from _web import HOST, Client, Server, process, serving
from hockey_cards import Game, HockeyError, read_games
from hockey_cards.web import pages
from hockey_cards.web.storage import Storage, Stored

NOBODY: list[str | None] = [None, None, None]


@pytest.fixture(name="server")
def fixture_server(tmp_path: Path) -> Generator[Server]:
    with serving(tmp_path) as server:
        yield server


def four(server: Server, **more: Any) -> list[Client]:
    """Open a table of ``passe`` and seat four people."""
    ann = server.client()
    table = ann.open("passe", NOBODY, **more)["table"]
    others = [server.client(code) for code in ("fr", "hi", "ru")]
    for place, client in enumerate(others):
        client.join(table, f"P{place}")
    everybody = [ann, *others]
    for client in everybody:
        while client.state.get("free") != []:
            client.until("state")
    return everybody


def test_a_person_plays_a_game_with_bots(server: Server) -> None:
    """The game ends with a result, its seed, and a record that verifies."""
    client = server.client()
    first = client.open("breakaway", ["greedy"])
    assert first["seed"] is None
    last = client.play_out()
    assert last["result"] == client.lines[-1]
    client.ask(type="record")
    (game,) = read_games([client.until("record")["record"]])
    assert game.outcome is not None
    assert (game.variant.key, first["commitment"]) == ("breakaway", last["commitment"])
    assert last["seed"] == json.loads(game.record())["seed"]


def test_four_people_in_four_languages_play_at_one_table(server: Server) -> None:
    """Everybody is shown the same game in a language of their own."""
    everybody = four(server)
    while everybody[0].state["result"] is None:
        (mover,) = [client for client in everybody if client.state["your_turn"]]
        turn = mover.play()["turn"]
        for client in everybody:
            while client.state["turn"] < turn:
                client.until("state")
    assert len({client.state["events"] for client in everybody}) == 1
    assert len({client.state["result"] for client in everybody}) == 4
    assert {client.state["seed"] for client in everybody} == {everybody[0].state["seed"]}


def test_nobody_moves_before_all_seats_are_taken(server: Server) -> None:
    ann = server.client()
    state = ann.open("rink", [None])
    assert ([1], False, []) == (state["free"], state["your_turn"], state["moves"])
    ann.ask(type="move", move="a3", turn=0)
    assert ann.until("error")["code"] == "waiting"
    ann.ask(type="fill")
    ann.until("state", lambda each: each["free"] == [])
    assert ann.own_turn()


def test_spectator_sees_no_hand_and_can_do_nothing(server: Server) -> None:
    """A spectator gets no moves and no hand, even with the table's name; the role comes from the secret alone."""
    ann = server.client()
    table = ann.open("breakaway", ["random"])["table"]
    watcher = server.client()
    state = watcher.enter(table)
    assert (None, [], False) == (state["seat"], state["moves"], state["your_turn"])
    assert state["view"]["hand"] == []
    for message in ({"type": "move", "move": "4s", "turn": 0}, {"type": "leave"}, {"type": "undo", "turn": 0}):
        watcher.send(message)
        assert watcher.until("error")["code"] == "spectator"
    watcher.ask(type="record")
    assert watcher.until("error")["code"] == "not-over"


def test_own_seat_is_shown_as_a_spectator_sees_it_in_a_tab_without_the_secret(server: Server) -> None:
    ann = server.client()
    table = ann.open("breakaway", ["random"])["table"]
    seated, watching = server.client(), server.client()
    assert seated.enter(table, ann.secret)["view"]["seat"] == 0
    assert watching.enter(table)["view"]["seat"] is None
    watching.ask(type="enter", table=table, secret="x" * 22, since=0, game=0)
    assert watching.until("error")["code"] == "no-seat"


def test_two_tabs_of_one_seat_both_live(server: Server) -> None:
    ann = server.client()
    table = ann.open("breakaway", ["greedy"])["table"]
    other = server.client()
    other.enter(table, ann.secret)
    assert ann.own_turn()
    turn = ann.play()["turn"]
    assert other.until("state", lambda state: state["turn"] >= turn)["seat"] == 0


def test_seats_cannot_be_taken_twice(server: Server) -> None:
    ann, bob, eve = (server.client() for _ in range(3))
    table = ann.open("rink", [None])["table"]
    bob.join(table, "Bob")
    eve.ask(type="join", table=table, name="Eve")
    assert eve.until("error")["code"] == "full"
    eve.ask(type="enter", table="nothing")
    assert eve.until("error")["code"] == "no-table"


def test_moves_that_cannot_be_made_are_answered_with_the_reason_and_the_state(server: Server) -> None:
    ann = server.client()
    ann.open("breakaway", ["greedy"])
    assert ann.own_turn()
    turn, legal = ann.state["turn"], {move["move"] for move in ann.state["moves"]}
    unknown = next(code for code in ("4s", "4h", "5s", "5h", "6s", "6h") if code not in legal)
    for move, at, code in (
        ("4s4", turn, "not-a-move"),
        (unknown, turn, "illegal"),
        (unknown, turn + 9, "no-such-turn"),
    ):
        ann.ask(type="move", move=move, turn=at)
        error = ann.until("error")
        assert (error["code"], ann.until("state")["turn"]) == (code, turn)
        assert unknown not in error["text"]


def test_a_move_that_comes_twice_is_made_once(server: Server) -> None:
    ann = server.client()
    ann.open("breakaway", ["greedy"], house={"periods": "1"})
    assert ann.own_turn()
    message = {"type": "move", "move": ann.state["moves"][0]["move"], "turn": ann.state["turn"]}
    ann.send(message)
    ann.send(message)
    ann.ask(type="sync")
    while not ann.own_turn() or ann.state["turn"] == message["turn"]:
        ann.until("state")
    said = [line for line in ann.lines if line.startswith("You ") and "take your seat" not in line]
    assert len(said) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"type": "move"}',
        '{"type": "dance"}',
        '{"type": "lobby", "more": 1}',
        "{" * 50,
        '{"type": "hello", "protocol": 1.5}',
        '{"type": "open", "game": "passe", "name": "A", "bots": ["../x"]}',
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(server: Server, text: str) -> None:
    client = server.client()
    client.socket.send(text)
    assert client.until("error")["code"] == "not-understood"
    client.ask(type="lobby")
    assert client.until("lobby")["tables"] == []


def test_long_messages_are_refused(server: Server) -> None:
    client = server.client()
    client.socket.send(json.dumps({"type": "lobby", "more": "x" * 20_000}))
    assert client.until("error")["code"] == "not-understood"


def test_messages_above_the_rate_are_refused_and_then_the_connection_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path, rate=10) as server:
        client = server.client()
        for _ in range(300):
            client.ask(type="lobby")
        codes: list[object] = []
        with suppress(WebSocketDisconnect):
            while len(codes) < 300:
                codes.append(json.loads(client.socket.receive()).get("code"))
        assert (1, True) == (codes.count("too-fast"), len(codes) < 100)


def test_language_can_be_changed_at_the_table(server: Server) -> None:
    ann = server.client()
    ann.open("rink", ["greedy"])
    ann.ask(type="language", language="ru")
    assert ann.until("game")["name"] == "Хоккей"
    assert ann.until("state")["since"] == 0
    ann.ask(type="language", language="xx")
    assert ann.until("error")["code"] == "not-understood"


def test_names_are_cleaned(server: Server) -> None:
    """Control characters, those of the writing direction among them, do not get into a name."""
    ann = server.client()
    ann.send({"type": "open", "game": "rink", "name": "\u202eAnn\u0007\n Lee" + "!" * 60, "bots": [None]})
    state = ann.until("state")
    assert state["names"][0] == "Ann Lee" + "!" * 17
    eve = server.client()
    eve.ask(type="join", table=state["table"], name="\u200b\u2067")
    assert eve.until("error")["code"] == "not-understood"


def test_undo_needs_the_consent_of_the_others(server: Server) -> None:
    everybody = four(server)
    (mover,) = [client for client in everybody if client.state["your_turn"]]
    turn = mover.play()["turn"]
    mover.ask(type="undo", turn=turn)
    seat = mover.state["seat"]
    others = [client for client in everybody if client is not mover]
    for client in others:
        client.until("state", lambda state: state["undo_requested_by"] == seat)
        client.ask(type="answer", agree=True, turn=turn)
    mover.until("state", lambda state: state["turn"] == turn + 1)
    assert mover.state["your_turn"]


def test_a_bot_takes_over_and_gives_the_seat_back(server: Server) -> None:
    ann = server.client()
    ann.open("breakaway", ["greedy"])
    ann.ask(type="leave")
    ann.until("state", lambda state: state["bots"][0] == "greedy")
    ann.ask(type="return")
    state = ann.until("state", lambda state: state["bots"][0] is None)
    assert state["names"][0] == "Ann"
    assert any("The bot greedy takes over the seat of Ann." == line for line in ann.lines)


def test_rematch_keeps_seats_and_spectators(server: Server) -> None:
    ann, watcher = server.client(), server.client()
    table = ann.open("rink", ["greedy"])["table"]
    watcher.enter(table)
    ann.ask(type="rematch")
    assert ann.until("error")["code"] == "not-over"
    first = ann.play_out()["commitment"]
    ann.ask(type="undo", turn=ann.state["turn"])
    assert ann.until("error")["code"] == "game-over"
    ann.ask(type="rematch")
    for client in (ann, watcher):
        state = client.until("state", lambda state: state["game"] == 2)
        assert (0, None, False) == (state["since"], state["seed"], state["commitment"] == first)


def test_public_tables_are_listed_while_somebody_is_there(server: Server) -> None:
    ann, bob = server.client(), server.client()
    table = ann.open("rink", [None], public=True)["table"]
    hidden = server.client()
    hidden.open("rink", [None])
    bob.ask(type="lobby")
    listed = bob.until("lobby")["tables"]
    assert [(table, ["Ann"], 1)] == [(each["table"], each["people"], each["free"]) for each in listed]
    ann.ask(type="exit")
    ann.ask(type="lobby")
    assert ann.until("lobby")["tables"] == []


def test_a_client_that_comes_back_gets_what_it_has_missed(server: Server) -> None:
    ann, bob = server.client(), server.client()
    table = ann.open("breakaway", [None])["table"]
    bob.join(table, "Bob")
    ann.until("state", lambda state: state["free"] == [])
    ann.ask(type="sync")  # the deal is described with Bob's name now
    ann.until("state", lambda state: state["since"] == 0)
    seen, lines = ann.state["events"], list(ann.lines)
    ann.close()
    if bob.state["your_turn"]:
        bob.play()
    again = server.client()
    state = again.enter(table, ann.secret, since=seen)
    whole = server.client()
    whole.enter(table, ann.secret)
    assert state["since"] == seen
    assert lines + again.lines == whole.lines


def test_a_late_mover_loses_the_game_on_the_clock(server: Server) -> None:
    """A move that is too late is made by a bot if there is a limit for each move."""
    ann = server.client()
    ann.open("breakaway", ["greedy"], per_move=1)
    assert ann.own_turn()
    turn = ann.state["turn"]
    assert 0 < ann.state["deadline"] <= 1000
    ann.until("state", lambda state: state["turn"] > turn)
    assert "Your time has run out." in ann.lines


def test_files_are_served_with_a_strict_policy(server: Server) -> None:
    """The page and its files are found under any path; their names change with their contents."""
    page = server.http.get("/")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    asset = page.text.partition('src="')[2].partition('"')[0]
    for path in (f"/{asset}", f"/cards/{asset}"):
        found = server.http.get(path)
        assert (200, "text/javascript; charset=utf-8") == (found.status_code, found.headers["content-type"])
        assert "immutable" in found.headers["cache-control"]
    assert server.http.get("/cards/").text == page.text
    for path in ("/assets/app.mjs", "/assets/../server.py", "/cards", "/x.html"):
        assert server.http.get(path).status_code == 404
    assert server.http.post("/").status_code == 405
    assert all(b"style=" not in content and b"onclick" not in content for content in pages.assets().values())


def test_health_is_reported(server: Server) -> None:
    ann = server.client()
    ann.open("rink", ["greedy"])
    health = server.http.get("/health").json()
    assert {"status": "ok", "protocol": 1, "tables": 1, "connections": 1} == health


@pytest.mark.parametrize(
    "change", [{"origin": "http://evil.example"}, {"host": "evil.example:8000"}, {"origin": "null"}]
)
def test_pages_elsewhere_cannot_connect(server: Server, change: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), server.http.websocket_connect("/ws", headers={**HOST, **change}):
        pass


def test_a_foreign_name_of_the_host_is_refused(server: Server) -> None:
    assert server.http.get("/", headers={"host": "evil.example"}).status_code == 400


def test_origin_behind_a_proxy_can_be_given(tmp_path: Path) -> None:
    with serving(tmp_path, origins=("https://cards.example",)) as server:
        given = {"host": "inner:80", "origin": "https://cards.example"}
        with server.http.websocket_connect("/cards/ws", headers=given):
            pass
        with pytest.raises(WebSocketDisconnect), server.http.websocket_connect("/ws", headers=HOST):
            pass


def test_games_go_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = server.client()
        table = ann.open("breakaway", ["greedy"])["table"]
        assert ann.own_turn()
        before = ann.play()
        secret = ann.secret
    with serving(tmp_path) as server:
        again = server.client()
        state = again.enter(table, secret)
        assert state["turn"] >= before["turn"]
        assert again.lines[: len(ann.lines)] == ann.lines
        assert again.play_out()["result"]


def test_tables_that_all_have_left_give_their_memory_back(tmp_path: Path) -> None:
    with serving(tmp_path, unload=0.01) as server:
        ann = server.client()
        table = ann.open("rink", [None])["table"]
        ann.ask(type="exit")
        ann.ask(type="lobby")
        ann.until("lobby")
        for _ in range(200):
            if server.http.get("/health").json()["tables"] == 0:
                break
        assert server.http.get("/health").json()["tables"] == 0
        assert ann.enter(table, ann.secret)["seat"] == 0


def test_what_cannot_be_stored_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk a move is refused, and everything is as it was."""

    async def full(_storage: Storage, _stored: Stored) -> None:
        raise OSError("database or disk is full")

    with serving(tmp_path) as server:
        ann = server.client()
        ann.open("breakaway", ["greedy"])
        assert ann.own_turn()
        turn, move = ann.state["turn"], ann.state["moves"][0]["move"]
        with monkeypatch.context() as context:
            context.setattr(Storage, "save", full)
            ann.ask(type="move", move=move, turn=turn)
            assert ann.until("error")["code"] == "not-stored"
            assert (turn, True) == (ann.until("state")["turn"], ann.state["your_turn"])
        ann.ask(type="move", move=move, turn=turn)
        assert ann.until("state", lambda state: state["turn"] > turn)


def test_expired_tables_are_removed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = server.client()
        table = ann.open("rink", [None])["table"]
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as database:
        database.execute("UPDATE tables SET moved = 0")
    with serving(tmp_path) as server:
        ann = server.client()
        ann.ask(type="enter", table=table)
        assert ann.until("error")["code"] == "no-table"


def test_number_of_tables_is_limited(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hockey_cards.web.tables.MAX_TABLES", 0)
    ann = server.client()
    ann.ask(type="open", game="rink", name="Ann", bots=["greedy"])
    assert ann.until("error")["code"] == "too-many"


def test_database_of_another_kind_is_refused(tmp_path: Path) -> None:
    """Another program's file, a newer version and no database at all are refused in a sentence."""
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other, isolation_level=None)) as database:
        database.execute("CREATE TABLE notes (text)")
    with pytest.raises(HockeyError, match="is a database of another program"):
        Storage(other)
    newer = tmp_path / "newer.sqlite"
    Storage(newer).close()
    with closing(sqlite3.connect(newer, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 9")
    with pytest.raises(HockeyError, match="has version 9 of the tables, and this program reads version 1"):
        Storage(newer)
    text = tmp_path / "text.sqlite"
    text.write_text("no database" * 100)
    with pytest.raises(HockeyError, match="cannot be used as a database"):
        Storage(text)


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    first = Storage(tmp_path / "tables.sqlite")
    with pytest.raises(HockeyError, match="is used by another server"):
        Storage(tmp_path / "tables.sqlite")
    first.close()
    Storage(tmp_path / "tables.sqlite").close()


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    """A move that a client has heard of is in the file, and the address is the one line that is printed."""
    with process(tmp_path, "--pause", "0") as server:
        ann = server.client()
        table = ann.open("passe", ["greedy"] * 3)["table"]
        for _ in range(3):
            assert ann.own_turn()
            ann.play()
        server.kill()
    with process(tmp_path, "--pause", "0") as server:
        again = server.client()
        assert again.enter(table, ann.secret)["turn"] >= ann.state["turn"]
        assert again.lines[: len(ann.lines)] == ann.lines
        again.play_out()
        again.ask(type="record")
        assert Game.from_record(again.until("record")["record"]).outcome is not None
        command = [sys.executable, "-m", "hockey_cards", "serve", "--port", "0"]
        second = subprocess.run(
            [*command, "--database", str(tmp_path / "tables.sqlite")], capture_output=True, text=True, check=False
        )
        assert (2, "") == (second.returncode, second.stdout)
        assert "is used by another server: stop that one" in second.stderr
        taken = subprocess.run(
            [*command[:-1], str(server.port), "--database", str(tmp_path / "other.sqlite")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert f"port {server.port} of 127.0.0.1 cannot be used" in taken.stderr
        assert server.stop() == ""
