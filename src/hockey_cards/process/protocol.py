"""The lines between a game and a player in another process: the only file that knows how they are written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards import variant_files
from hockey_cards.errors import HockeyError
from hockey_cards.options import as_json
from hockey_cards.process.failure import FaultKind, PlayerFailure
from hockey_cards.registry import variant as variant_of
from hockey_cards.rules import Seat, Variant, View
from hockey_cards.strict_json import is_unicode

PROTOCOL: Final = "hockey-cards-seat/1"
"""The version of the protocol, as ``hello`` names it."""

MAX_ANSWER_BYTES: Final = 2**16
"""The most bytes that an answer may have, with the end of its line."""

_NAMES: Final = 200
_NUMBER: Final = 2**53
_VIEW: Final = re.compile(rb'\{"type":"view","n":([0-9]{1,16}),"view":(\{.*\})\}\s*')
_SAID: Final[Mapping[FaultKind, str]] = {
    "crash": "raised {}",
    "memory": "raised {}",
    "nonsense": "returned a value of type {}, and not a move",
}
"""The faults that a player may tell of itself; the others are seen from outside."""


class ProtocolError(HockeyError, ValueError):
    """A line that is none of this protocol."""


@attrs.frozen
class Hello:
    """A game begins.

    Args:
        n: The number of the message.
        variant: What is played, where it can be looked up by its key, or built from ``rules``; None where neither.
        seat: The player's seat.
        seed: The seed of the player's chance.
    """

    n: int
    variant: Variant[Any, Any, Any] | None
    seat: Seat
    seed: bytes


@attrs.frozen
class ViewMessage:
    """A move is due.

    Args:
        n: The number of the message.
        view: The view, as its ``to_json`` wrote it, or as JSON with the same content.
    """

    n: int
    view: str


@attrs.frozen
class Bye:
    """The game has ended, or goes on without the player."""


@attrs.frozen
class PlayerInfo:
    """What a player says of itself when a game begins.

    Args:
        name: Its name.
        version: Its version.
    """

    name: str
    version: str


def hello_line(n: int, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> bytes:
    """Write the line that begins a game."""
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
    """Write the line that asks for a move."""
    text = view.to_json()
    if "\n" in text or "\r" in text:
        text = json.dumps(json.loads(text), ensure_ascii=False)
    return f'{{"type":"view","n":{n},"view":{text}}}\n'.encode()


BYE_LINE: Final = b'{"type":"bye"}\n'
"""The line that ends a game."""


def ready_line(n: int, ready: PlayerInfo) -> bytes:
    """Write the answer to a hello."""
    return _line({"type": "ready", "n": n, "name": ready.name[:_NAMES], "version": ready.version[:_NAMES]})


def move_line(n: int, code: str) -> bytes:
    """Write the answer to a view."""
    return _line({"type": "move", "n": n, "move": code})


def failed_line(n: int, kind: FaultKind, error: str, traceback: str) -> bytes:
    """Write the answer of a player that failed, and lives on.

    Args:
        n: The number of the message that it cannot answer.
        kind: ``crash`` or ``memory`` if it raised, ``nonsense`` if it returned what is no move.
        error: The name of the type of what it raised or returned.
        traceback: Where that happened.
    """
    return _line({"type": "failed", "n": n, "kind": kind, "error": error[:_NAMES], "traceback": traceback})


def read_ready(line: bytes, n: int) -> PlayerInfo:
    """Read the answer to a hello.

    Raises:
        PlayerFailure: If it tells of a failure.
        ProtocolError: If it is none.
    """
    fields = _answer(line, n, "ready", {"name": _is_name, "version": _is_name})
    return PlayerInfo(fields["name"], fields["version"])


def read_move(line: bytes, n: int) -> str:
    """Read the answer to a view: the code of a move, which may be none, or not legal.

    Raises:
        PlayerFailure: If it tells of a failure.
        ProtocolError: If it is none.
    """
    code: str = _answer(line, n, "move", {"move": is_unicode})["move"]
    return code


def read_message(line: bytes) -> Hello | ViewMessage | Bye:
    """Read a line of the game, as the player gets it.

    Raises:
        ProtocolError: If it is none of this protocol.
        HockeyError: If there is no such variant here.
    """
    if found := _VIEW.fullmatch(line):  # as view_line writes it: the view need not be parsed twice
        return ViewMessage(int(found[1]), found[2].decode(errors="replace"))
    fields = _object(line)
    if fields.get("type") == "bye":
        return Bye()
    if not _is_number(fields.get("n")):
        raise ProtocolError("a message has no number")
    if fields.get("type") == "view" and isinstance(fields.get("view"), dict):
        return ViewMessage(fields["n"], json.dumps(fields["view"], ensure_ascii=False))
    if fields.get("type") != "hello":
        raise ProtocolError(f"there is no message of type {fields.get('type')!r:.80}")
    return _hello(fields)


def _hello(fields: dict[str, Any]) -> Hello:
    if fields.get("protocol") != PROTOCOL:
        raise ProtocolError(f"the protocol is {fields.get('protocol')!r:.80}, and not {PROTOCOL}")
    try:
        return Hello(fields["n"], _variant(fields), fields["seat"], bytes.fromhex(fields["seed"]))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ProtocolError(f"this is no hello: {type(error).__name__}: {error!s:.200}") from None


def _variant(fields: dict[str, Any]) -> Variant[Any, Any, Any] | None:
    if "rules" in fields:
        return variant_files.from_dict(fields["rules"])
    try:
        found = variant_of(fields["variant"])
    except LookupError:
        return None
    return attrs.evolve(found, rules=found.rules.house(fields["house"]))


def _line(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def _answer(line: bytes, n: int, kind: str, forms: Mapping[str, Callable[[Any], bool]]) -> dict[str, Any]:
    """Read an answer strictly: of this kind, to this question, with these keys and no others."""
    fields = _object(line)
    if fields.get("type") != "failed":
        _check(fields, kind, n, forms)
        return fields
    _check(fields, "failed", n, _FAILED)
    raise PlayerFailure(_SAID[fields["kind"]].format(fields["error"]), fields["kind"], fields["traceback"])


def _check(fields: dict[str, Any], kind: str, n: int, forms: Mapping[str, Callable[[Any], bool]]) -> None:
    if fields.get("type") != kind:
        raise ProtocolError(f"its type is not {kind}")
    if not _is_number(fields.get("n")):
        raise ProtocolError("its n is not the number of a message")
    if fields["n"] != n:
        raise ProtocolError("its n is not that of the message that is to be answered")
    if set(fields) != {"type", "n", *forms}:
        raise ProtocolError(f"its keys are not type, n, {', '.join(forms)}")
    for key, is_right in forms.items():
        if not is_right(fields[key]):
            raise ProtocolError(f"its {key} is not of the right form")


def _object(line: bytes) -> dict[str, Any]:
    """Parse one JSON object, and say nothing of what stands in it."""
    try:
        found: Any = json.loads(line.decode(), object_pairs_hook=_once, parse_constant=_refuse)
    except UnicodeDecodeError:
        raise ProtocolError("it is not UTF-8 text") from None
    except ProtocolError:
        raise
    except (ValueError, RecursionError):
        raise ProtocolError("it is no JSON") from None
    if not isinstance(found, dict):
        raise ProtocolError("it is no JSON object")
    return cast("dict[str, Any]", found)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ProtocolError("a key stands twice")
    return found


def _refuse(_word: str) -> Any:
    raise ProtocolError("it holds a number that is none")


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < _NUMBER


def _is_name(value: Any) -> bool:
    return is_unicode(value) and 0 < len(value) <= _NAMES


def _is_error(value: Any) -> bool:
    """Tell whether a text may be the name of a type: no more is repeated to those who must see no card."""
    return _is_name(value) and value.isidentifier()


_FAILED: Final[Mapping[str, Callable[[Any], bool]]] = {
    "kind": lambda value: isinstance(value, str) and value in _SAID,
    "error": _is_error,
    "traceback": is_unicode,
}
