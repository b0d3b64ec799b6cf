"""The wire format of the protocol: messages follow the schema, and everything else is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hockey_cards import Game, HockeyError, read_variant, read_view, variant, variants
from hockey_cards.process import PROTOCOL, PlayerFailure, PlayerInfo
from hockey_cards.process import protocol as lines
from hockey_cards.process.protocol import Bye, Hello, ProtocolError, ViewMessage
from hockey_cards.process.server import LoadedPlayer, PlayerServer
from hockey_cards.strategies import greedy

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "schema" / "protocol.json").read_text("utf-8"))
SEED = bytes(range(32))
READY = {"type": "ready", "n": 7, "name": "bot", "version": "1", "protocol": PROTOCOL}
MOVE = {"type": "move", "n": 7, "move": "4s"}
FAILED = {"type": "failed", "n": 7, "kind": "crash", "error": "KeyError", "traceback": "somewhere"}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def validator(which: str) -> Any:
    """Return a validator for one definition of the published schema."""
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{which}", "$defs": SCHEMA["$defs"]})


MESSAGE, ANSWER = validator("message"), validator("answer")


def line(fields: Any) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def test_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert PROTOCOL == SCHEMA["title"] == SCHEMA["$defs"]["hello"]["properties"]["protocol"]["const"]


@pytest.mark.parametrize("key", variants())
def test_messages_of_the_game_follow_the_schema(key: str) -> None:
    """Each message is one line, valid, and is read back as it was written."""
    game = Game.start(key, seed=1)
    seat = game.seat
    assert seat is not None
    hello, view = lines.hello_line(1, game.variant, seat, SEED), lines.view_line(2, game.view(seat))
    ended = game.forfeit(0).view(seat)
    byes = lines.bye_line(None), lines.bye_line(ended)
    for each in (hello, view, *byes):
        assert 1 == each.count(b"\n")
        MESSAGE.validate(json.loads(each))
    assert Hello(1, game.variant, seat, SEED) == lines.read_message(hello)
    assert ViewMessage(2, game.view(seat).to_json()) == lines.read_message(view)
    assert Bye() == lines.read_message(byes[0])
    bye = lines.read_message(byes[1])
    assert isinstance(bye, Bye)
    assert ended == read_view(bye.view or "")


def test_view_of_several_lines_is_sent_on_one() -> None:
    class Wide:
        """A view of a plug-in family that indents its JSON."""

        def to_json(self) -> str:
            return '{\n "legal": ["a"]\r\n}'

    view: Any = Wide()
    written = lines.view_line(3, view)
    assert 1 == written.count(b"\n")
    assert {"legal": ["a"]} == json.loads(written)["view"]


def test_hello_describes_house_rules_and_variants_of_files() -> None:
    """House rules are sent by name, a variant of a file as its file; an unknown variant is read as None."""
    pond = read_variant('base = "rink"\nkey = "pond"\n[house]\ndeck = 52\n')
    for game in (variant("breakaway").house(periods=1, packets=[5]), pond):
        written = lines.hello_line(1, game, 0, SEED)
        MESSAGE.validate(json.loads(written))
        message = lines.read_message(written)
        assert isinstance(message, Hello)
        assert game == message.variant
    unknown = line({**json.loads(lines.hello_line(1, variant("rink"), 0, SEED)), "variant": "shinty"})
    message = lines.read_message(unknown)
    assert isinstance(message, Hello)
    assert message.variant is None


def test_answers_of_a_python_player_follow_the_schema() -> None:
    """Names that are too long are cut, and what UTF-8 cannot encode is replaced."""
    for written in (
        lines.ready_line(1, PlayerInfo("b\u00f6t" * 100, "1")),
        lines.move_line(1, "stack 4s"),
        lines.failed_line(1, "crash", "KeyError", "line\n\ud800"),
    ):
        assert 1 == written.count(b"\n")
        ANSWER.validate(json.loads(written))


def test_answers_are_read() -> None:
    assert PlayerInfo("bot", "1") == lines.read_ready(line(READY), 7)
    assert "4s" == lines.read_move(line(MOVE), 7)


@pytest.mark.parametrize("read", [lines.read_ready, lines.read_move])
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("crash", "raised KeyError"),
        ("memory", "raised KeyError"),
        ("nonsense", "returned a value of type KeyError, not a move"),
    ],
)
def test_failure_answers_any_message(read: Callable[[bytes, int], Any], kind: str, message: str) -> None:
    with pytest.raises(PlayerFailure) as caught:
        read(line({**FAILED, "kind": kind}), 7)
    assert (message, kind, "somewhere") == (str(caught.value), caught.value.kind, caught.value.traceback)


@pytest.mark.parametrize("said", [{}, {"protocol": "hockey-cards-seat/1"}])
def test_program_of_version_1_is_refused(said: Any) -> None:
    """The sentence names both versions and the page on migration; a ready of version 1 named no version."""
    ready = {key: value for key, value in READY.items() if key != "protocol"} | said
    with pytest.raises(PlayerFailure) as caught:
        lines.read_ready(line(ready), 7)
    assert "speaks hockey-cards-seat/1, but the game hockey-cards-seat/2: see docs/migration.md" == str(caught.value)
    assert "nonsense" == caught.value.kind
    assert (Path(__file__).parents[2] / lines.MIGRATION).is_file()


def test_game_of_version_1_is_served() -> None:
    """A Python player answers a hello of version 1 as version 1 has it, and reads its views."""
    game = variant("rink")
    old = {**HELLO, "protocol": lines.PROTOCOL_1}
    server = PlayerServer(lambda: LoadedPlayer(greedy, PlayerInfo("greedy", "1")))
    hello = lines.read_message(line(old))
    assert Hello(1, game, 0, SEED, lines.PROTOCOL_1) == hello
    assert {"type": "ready", "n": 1, "name": "greedy", "version": "1"} == json.loads(server.answer(hello))
    view = {**json.loads(Game.start(game, seed=1).view(1).to_json()), "format": "hockey-cards-view/1"}
    del view["outcome"], view["last"]
    answer = json.loads(server.answer(lines.read_message(line({"type": "view", "n": 2, "view": view}))))
    assert ("move", True) == (answer["type"], answer["move"] in view["legal"])


BROKEN = [
    b"",
    b"\n",
    b"null\n",
    b"[]\n",
    b"4s\n",
    b"\xff\n",
    b'{"type":"move","n":7,"move":"4s"\n',
    b'{"type":"move","n":7,"n":7,"move":"4s"}\n',
    b'{"type":"move","n":NaN,"move":"4s"}\n',
    b'{"type":"move","n":7.0,"move":"4s"}\n',
    b'{"type":"move","n":' + b"7" * 5000 + b',"move":"4s"}\n',
    b'{"type":"move","n":true,"move":"4s"}\n',
    b'{"type":"move","n":"7","move":"4s"}\n',
    b'{"type":"move","n":7,"move":"\\ud800"}\n',
    b"[" * 60_000 + b"\n",
    b'\xef\xbb\xbf{"type":"move","n":7,"move":"4s"}\n',
    b'{"type":"move","n":07,"move":"4s"}\n',
    b'{"type":"move","n":7,"move":"4s"}\x0b\n',
    lines.move_line(6, "4s"),
    line({**MOVE, "n": 6}),
    line({**MOVE, "n": 8}),
    line({**MOVE, "n": -7}),
    line({**MOVE, "move": None}),
    line({**MOVE, "move": ["4s"]}),
    line({**MOVE, "more": 1}),
    line({**MOVE, "type": "Move"}),
    line({"type": "move", "n": 7}),
    line(READY),
    line({**FAILED, "kind": "slow-move"}),
    line({**FAILED, "kind": []}),
    line({**FAILED, "error": "I held 4s"}),
    line({**FAILED, "error": ""}),
    line({**FAILED, "error": "E" * 201}),
    line({**FAILED, "n": 1}),
    line({"type": "bye"}),
]


@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_invalid_answer_is_refused(broken: bytes) -> None:
    """The error says what is wrong, and repeats nothing of the answer, which might show a card."""
    with pytest.raises(ProtocolError) as caught:
        lines.read_move(broken, 7)
    assert "4s" not in str(caught.value)


@pytest.mark.parametrize(
    "fields",
    [{**READY, "name": ""}, {**READY, "name": 1}, {**READY, "version": "1" * 201}, {**READY, "n": 8}, MOVE],
)
def test_ready_needs_a_name_and_a_version(fields: Any) -> None:
    with pytest.raises(ProtocolError):
        lines.read_ready(line(fields), 7)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"type": "move", "n": 1}, "the message has the type 'move': expected hello, view or bye"),
        ({"type": "view", "n": 1}, "the view of the message is not an object: None"),
        ({"type": "view", "view": {}}, "the message has no valid number: n is None"),
        (
            {"type": "hello", "n": 1, "protocol": "hockey-cards-seat/3"},
            "'hockey-cards-seat/3': expected hockey-cards-seat/2 or hockey-cards-seat/1; see docs/migration.md",
        ),
        ({"type": "bye", "view": 1}, "the view of the message is not an object: 1"),
        ({"type": "hello", "n": 1, "protocol": PROTOCOL}, "the hello is not valid: KeyError: 'variant'"),
    ],
)
def test_invalid_message_is_refused(fields: Any, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        lines.read_message(line(fields))
    assert message in str(caught.value)


@st.composite
def changed(draw: st.DrawFn, fields: dict[str, Any]) -> bytes:
    """Draw the bytes of a message with one value replaced, and perhaps some bytes inserted."""
    key, value = draw(st.sampled_from([*fields, "more"])), draw(JSON)
    text, at = json.dumps({**fields, key: value}).encode(), draw(st.integers(0, 99))
    return text[:at] + draw(st.binary(max_size=3)) + text[at:]


HELLO = json.loads(lines.hello_line(1, variant("rink"), 0, SEED))
VIEW = json.loads(lines.view_line(2, Game.start("rink", seed=1).view(1)))
RAISED = {"crash", "memory", "nonsense"}


@given(st.one_of(st.binary(max_size=99), JSON.map(line), *map(changed, (READY, MOVE, FAILED))))
def test_any_bytes_are_a_valid_answer_or_refused(said: bytes) -> None:
    """Reading an answer raises nothing but the two errors; what is accepted follows the schema."""
    for read in (lines.read_ready, lines.read_move):
        kind = None
        try:
            read(said, 7)
        except ProtocolError:
            continue
        except PlayerFailure as failure:
            kind = failure.kind
        assert (kind in RAISED) == (json.loads(said)["type"] == "failed")
        assert 7 == json.loads(said)["n"]
        ANSWER.validate(json.loads(said))


@given(st.one_of(st.binary(max_size=99), JSON.map(line), *map(changed, (HELLO, VIEW))))
def test_any_bytes_are_a_message_or_refused(said: bytes) -> None:
    """Reading a message raises nothing but errors of this library."""
    with suppress(HockeyError):
        assert isinstance(lines.read_message(said), Hello | ViewMessage | Bye)
