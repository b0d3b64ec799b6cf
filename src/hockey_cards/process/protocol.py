"""Wire format of the protocol between a game and a player in another process: JSON messages, one per line."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import attrs

from hockey_cards import variant_files
from hockey_cards.errors import HockeyError, ParseError, brief
from hockey_cards.options import as_json
from hockey_cards.process.failure import FaultKind, PlayerFailure
from hockey_cards.registry import variant as variant_of
from hockey_cards.rules import Seat, Variant, View
from hockey_cards.strict_json import is_unicode, read_object

PROTOCOL: Final = "hockey-cards-seat/2"
"""The name and version of the protocol, as a ``hello`` and a ``ready`` state them."""

PROTOCOL_1: Final = "hockey-cards-seat/1"
"""The version before: its ``ready`` named no protocol, and its ``bye`` had no view."""

MIGRATION: Final = "docs/migration.md"
"""The page that says how to move a program to the present version."""

MAX_ANSWER_BYTES: Final = 2**16
"""The maximum length of an answer in bytes, newline included."""

_MAX_MESSAGE_BYTES: Final = 2**24
_MAX_NAME: Final = 200
_MAX_NUMBER: Final = 2**53
_VIEW_LINE: Final = re.compile(rb'\{"type":"view","n":([0-9]{1,16}),"view":(\{.*\})\}\s*')
_MOVE_LINE: Final = re.compile(rb'\{"type":"move","n":(0|[1-9][0-9]{0,15}),"move":"([0-9A-Za-z]*)"\}\n')
_REPORTABLE: Final[Mapping[FaultKind, str]] = {
    "crash": "raised {}",
    "memory": "raised {}",
    "nonsense": "returned a value of type {}, not a move",
}
"""The faults that a player may report itself; the others are observed from outside."""


class ProtocolError(HockeyError, ValueError):
    """A line that breaks the protocol. The message about an answer repeats nothing of it, which may show a card."""


@attrs.frozen
class Hello:
    """The message that begins a game.

    Args:
        n: The number of the message.
        variant: The variant, if it is registered here or described in the message; None otherwise.
        seat: The player's seat.
        seed: The seed of the player's random choices.
        protocol: The version of the protocol that the game speaks.
    """

    n: int
    variant: Variant[Any, Any, Any] | None
    seat: Seat
    seed: bytes
    protocol: str = PROTOCOL


@attrs.frozen
class ViewMessage:
    """The message that requests a move.

    Args:
        n: The number of the message.
        view: The view as JSON text.
    """

    n: int
    view: str


@attrs.frozen
class Bye:
    """The message that ends a game for the player.

    Args:
        view: The final view of the player's seat as JSON text; None if the game goes on without the player.
    """

    view: str | None = None


@attrs.frozen
class PlayerInfo:
    """The name and version that a player reports when a game begins."""

    name: str
    version: str


def loaded_line() -> bytes:
    """Return the first line of the library's own server when it has loaded its player; no other program sends it."""
    return _line({"type": "loaded", "n": 0})


def read_loaded(line: bytes) -> None:
    """Read the first line of the library's own server.

    Raises:
        PlayerFailure: If the player could not be loaded.
        ProtocolError: If it is not such a line.
    """
    _read_answer(line, 0, "loaded", {})


def hello_line(n: int, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> bytes:
    """Return the line that begins a game."""
    rules = {"rules": variant_files.to_dict(variant)} if variant.base is not None else {}
    fields = {
        "type": "hello",
        "n": n,
        "protocol": PROTOCOL,
        "variant": variant.key,
        "house": {} if rules else as_json(variant.changes),
        **rules,
        "seat": seat,
        "seats": variant.rules.seats,
        "seed": seed.hex(),
    }
    return _line(fields)


def view_line(n: int, view: View) -> bytes:
    """Return the line that requests a move."""
    return f'{{"type":"view","n":{n},"view":{_on_one_line(view)}}}\n'.encode()


def bye_line(view: View | None) -> bytes:
    """Return the line that ends a game for the player.

    Args:
        view: The final view of the player's seat; None if the game goes on without the player.
    """
    return b'{"type":"bye"}\n' if view is None else f'{{"type":"bye","view":{_on_one_line(view)}}}\n'.encode()


def _on_one_line(view: View) -> str:
    text = view.to_json()
    return json.dumps(json.loads(text), ensure_ascii=False) if "\n" in text or "\r" in text else text


def ready_line(n: int, info: PlayerInfo, protocol: str = PROTOCOL) -> bytes:
    """Return the answer to a hello.

    Args:
        n: The number of the hello.
        info: The name and version of the player.
        protocol: The version of the protocol that the hello states.
    """
    fields = {"type": "ready", "n": n, "name": info.name[:_MAX_NAME], "version": info.version[:_MAX_NAME]}
    return _line(fields if protocol == PROTOCOL_1 else fields | {"protocol": protocol})


def move_line(n: int, code: str) -> bytes:
    """Return the answer to a view."""
    return _line({"type": "move", "n": n, "move": code})


def failed_line(n: int, kind: FaultKind, error: str, traceback: str) -> bytes:
    """Return the answer of a player that failed but can go on.

    Args:
        n: The number of the message it cannot answer.
        kind: ``crash`` or ``memory`` if it raised an exception, ``nonsense`` if what it returned is not a move.
        error: The name of the type of what it raised or returned.
        traceback: Where that happened.
    """
    return _line({"type": "failed", "n": n, "kind": kind, "error": error[:_MAX_NAME], "traceback": traceback})


def read_ready(line: bytes, n: int) -> PlayerInfo:
    """Read the answer to a hello.

    Args:
        line: The line.
        n: The number of the hello.

    Raises:
        PlayerFailure: If the player reports a failure, or speaks another version of the protocol.
        ProtocolError: If it is neither of these answers.
    """
    checks = {"name": _is_name, "version": _is_name, "protocol": (PROTOCOL, PROTOCOL_1).__contains__}
    fields = _read_answer(line, n, "ready", checks, {"protocol": PROTOCOL_1})
    if fields["protocol"] != PROTOCOL:
        raise PlayerFailure(f"speaks {fields['protocol']}, but the game {PROTOCOL}: see {MIGRATION}", "nonsense")
    return PlayerInfo(fields["name"], fields["version"])


def read_move(line: bytes, n: int) -> str:
    """Read the answer to a view: the code of a move, which need not be legal, nor a code.

    Args:
        line: The line.
        n: The number of the view.

    Raises:
        PlayerFailure: If the player reports a failure.
        ProtocolError: If it is neither of these answers.
    """
    if (found := _MOVE_LINE.fullmatch(line)) and int(found[1]) == n:  # as move_line writes it, and nothing can be wrong
        return found[2].decode()
    code: str = _read_answer(line, n, "move", {"move": is_unicode})["move"]
    return code


def read_message(line: bytes) -> Hello | ViewMessage | Bye:
    """Read a message from the game.

    Raises:
        ProtocolError: If it is not a message of this protocol, or its house rules are not valid for its variant.
    """
    if found := _VIEW_LINE.fullmatch(line):  # as view_line writes it: do not parse the view twice
        return ViewMessage(int(found[1]), found[2].decode(errors="replace"))
    try:
        fields = _read_object(line, max_length=_MAX_MESSAGE_BYTES)
    except ParseError as error:
        raise ProtocolError(f"the message cannot be read: {error}") from None
    if fields.get("type") == "bye":
        return Bye() if fields.get("view") is None else Bye(_view_text(fields))
    if fields.get("type") not in ("hello", "view"):
        raise ProtocolError(f"the message has the type {brief(fields.get('type'))}: expected hello, view or bye")
    if not _is_number(fields.get("n")):
        raise ProtocolError(f"the message has no valid number: n is {brief(fields.get('n'))}")
    return _read_hello(fields) if fields["type"] == "hello" else _read_view(fields)


def _read_view(fields: dict[str, Any]) -> ViewMessage:
    return ViewMessage(fields["n"], _view_text(fields))


def _view_text(fields: dict[str, Any]) -> str:
    if not isinstance(fields.get("view"), dict):
        raise ProtocolError(f"the view of the message is not an object: {brief(fields.get('view'))}")
    return json.dumps(fields["view"], ensure_ascii=False)


def _read_hello(fields: dict[str, Any]) -> Hello:
    protocol = fields.get("protocol")
    if protocol not in (PROTOCOL, PROTOCOL_1):
        raise ProtocolError(f"the protocol is {brief(protocol)}: expected {PROTOCOL} or {PROTOCOL_1}; see {MIGRATION}")
    try:
        named = {key: fields[key] for key in ("variant", "house", "rules") if key in fields}
        variant = _find_variant(json.dumps(named))
        return Hello(fields["n"], variant, fields["seat"], bytes.fromhex(fields["seed"]), protocol)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"the hello is not valid: {type(error).__name__}: {error!s:.200}") from None


@lru_cache(64)
def _find_variant(text: str) -> Variant[Any, Any, Any] | None:
    """Return the variant that a hello names or describes; all hellos of a tournament do so with the same text."""
    fields: dict[str, Any] = json.loads(text)
    if "rules" in fields:
        return variant_files.from_dict(fields["rules"])
    key = fields["variant"]
    try:
        found = variant_of(key)
    except LookupError:
        return None
    return attrs.evolve(found, rules=found.rules.house(fields["house"]))


def _line(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def _read_object(line: bytes, *, max_length: int) -> dict[str, Any]:
    if line.startswith(codecs.BOM_UTF8):
        raise ParseError("the text starts with a byte-order mark")
    return read_object(line, max_length=max_length)


def _read_answer(
    line: bytes,
    n: int,
    kind: str,
    checks: Mapping[str, Callable[[Any], bool]],
    defaults: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Read an answer of one kind to one message, with exactly the keys that have a check; or report a failure."""
    try:
        fields = _read_object(line, max_length=MAX_ANSWER_BYTES)
    except ParseError as error:
        raise ProtocolError("the answer is not a strict JSON object") from error
    if fields.get("type") != "failed":
        fields = {**defaults, **fields}
        _check_answer(fields, kind, n, checks)
        return fields
    _check_answer(fields, "failed", n, _FAILED_CHECKS)
    raise PlayerFailure(_REPORTABLE[fields["kind"]].format(fields["error"]), fields["kind"], fields["traceback"])


def _check_answer(fields: dict[str, Any], kind: str, n: int, checks: Mapping[str, Callable[[Any], bool]]) -> None:
    if fields.get("type") != kind:
        raise ProtocolError(f"the type of the answer is not {kind}")
    if not _is_number(fields.get("n")):
        raise ProtocolError("the n of the answer is not the number of a message")
    if fields["n"] != n:
        raise ProtocolError(f"the n of the answer is not {n}, the number of the message")
    if set(fields) != {"type", "n", *checks}:
        raise ProtocolError(f"the keys of the answer are not type, n, {', '.join(checks)}")
    for key, is_valid in checks.items():
        if not is_valid(fields[key]):
            raise ProtocolError(f"the {key} of the answer is not valid")


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < _MAX_NUMBER


def _is_name(value: Any) -> bool:
    return is_unicode(value) and 0 < len(value) <= _MAX_NAME


def _is_type_name(value: Any) -> bool:
    """Return whether a text can be the name of a type; anything longer could show a card to everybody."""
    return _is_name(value) and value.isidentifier()


_FAILED_CHECKS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "kind": lambda value: isinstance(value, str) and value in _REPORTABLE,
    "error": _is_type_name,
    "traceback": is_unicode,
}
