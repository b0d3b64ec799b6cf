"""Stored sessions: the form of a session as JSON, without the players and without the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import cards_from, codes
from hockey_cards.errors import ParseError, brief
from hockey_cards.integers import integer
from hockey_cards.json_values import decode_fields, encode_fields
from hockey_cards.strict_json import is_unicode, read_object

SESSION_FORMAT: Final = "hockey-cards-session/1"
"""The ``format`` of a session in JSON."""

MAX_NAME: Final = 100
"""The greatest length of the name of a seat or of a bot."""

MAX_MILLISECONDS: Final = 2**53
"""The greatest number of milliseconds: about 285,000 years, and exact in every reader of JSON."""

_MAX_LENGTH: Final = 2**24


def check_name(name: object, what: str) -> None:
    """Refuse what cannot be the name of a seat or of a bot.

    Raises:
        ParseError: If it is no text, too long, or cannot be encoded.
    """
    if not isinstance(name, str) or len(name) > MAX_NAME or not is_unicode(name):
        raise ParseError(f"{what} cannot be {brief(name)}: give a text of at most {MAX_NAME} characters")


def milliseconds(value: object, what: str) -> int:
    """Return a number of milliseconds.

    Raises:
        ParseError: If it is not an integer from 0 to 2**53.
    """
    number = integer(value)
    if number is None or not 0 <= number <= MAX_MILLISECONDS:
        raise ParseError(f"{what} cannot be {brief(value)}: give milliseconds, an integer from 0 to 2**53")
    return number


def _check_milliseconds(_clock: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is not None or field.name == "increment":
        milliseconds(value, f"the {field.name} time of a clock")


def _check_bot(_clock: object, _field: attrs.Attribute[Any], value: object) -> None:
    if value is not None:
        check_name(value, "the bot of a clock")


@attrs.frozen
class Clock:
    """The time that a seat has, in milliseconds. Nothing here reads a clock: the caller passes the time.

    Args:
        move: For each move; None for no limit.
        game: For all moves together; None for no limit.
        increment: Added to the time for the game after each move.
        bot: The name of the bot that makes the move of a person whose time has run out; None: the side forfeits the
            game.

    Raises:
        ParseError: If a time is not an integer from 0 to 2**53, or the bot is not a name.
    """

    move: int | None = attrs.field(default=None, validator=_check_milliseconds)
    game: int | None = attrs.field(default=None, validator=_check_milliseconds)
    increment: int = attrs.field(default=0, validator=_check_milliseconds)
    bot: str | None = attrs.field(default=None, validator=_check_bot)


@attrs.frozen
class StoredSeat:
    """A seat of a stored session.

    Args:
        name: Its name.
        player: The name of its bot, ``""`` if it has none; None for a person.
        clock: Its clock, if it has one.
        left: What is left of its time for the game, if that is limited.
    """

    name: str
    player: str | None
    clock: Clock | None = None
    left: int | None = None

    def __attrs_post_init__(self) -> None:
        check_name(self.name, "the name of a seat")
        if self.player is not None:
            check_name(self.player, "the player of a seat")
        limited = self.clock is not None and self.clock.game is not None
        if limited is (self.left is None):
            raise ParseError("'left' must be there exactly if the clock of the seat has a time for the game")
        if self.left is not None:
            milliseconds(self.left, "the time left")


@attrs.frozen
class StoredMove:
    """A move in the log of a stored session.

    Args:
        move: Its code.
        player: The name of the bot that made it, ``""`` if it has none; None for a person.
    """

    move: str
    player: str | None


@attrs.frozen
class StoredSession:
    """The fields of a stored session, each of the right form.

    Args:
        record: The record of the game as it is.
        seats: The seats.
        log: What has happened in the session, in order: moves, also those taken back, and the fields of its events.
        turn: The number of the turn.
        undos: The number of times that moves were taken back.
        substitute: The name of the bot that takes over from one that failed; None: the seat becomes empty.
        since: When the clock of the seat to move was started; None if it is not running.
        packs: All packs of a shoe that is not seeded, of which the record has only those of the periods begun.
        later: The seed of the periods after these packs, in hex, if they are shuffled.
    """

    record: Mapping[str, Any]
    seats: tuple[StoredSeat, ...]
    log: tuple[StoredMove | Mapping[str, Any], ...]
    turn: int
    undos: int
    substitute: str | None
    since: int | None
    packs: tuple[str, ...] | None = None
    later: str | None = None

    def to_json(self) -> str:
        """Write the session as one JSON object, on one line."""
        fields = {
            "format": SESSION_FORMAT,
            "record": self.record,
            **({} if self.packs is None else {"packs": self.packs}),
            **({} if self.later is None else {"later": self.later}),
            "seats": [_seat_fields(seat) for seat in self.seats],
            "substitute": self.substitute,
            "turn": self.turn,
            "undos": self.undos,
            "since": self.since,
            "log": [encode_fields(entry) if isinstance(entry, StoredMove) else entry for entry in self.log],
        }
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> StoredSession:
        """Read a stored session; the order of the keys and the spacing do not matter.

        Raises:
            ParseError: If the text has another form.
        """
        fields = read_object(text, max_length=_MAX_LENGTH)
        _check_keys(fields)
        return cls(
            record=fields["record"],
            seats=tuple(_read(StoredSeat, seat, "a seat") for seat in fields["seats"]),
            log=tuple(_entry(entry) for entry in fields["log"]),
            turn=fields["turn"],
            undos=fields["undos"],
            substitute=fields["substitute"],
            since=fields["since"],
            packs=tuple(fields["packs"]) if "packs" in fields else None,
            later=fields.get("later"),
        )


def _seat_fields(seat: StoredSeat) -> dict[str, Any]:
    fields = encode_fields(seat)
    return {key: value for key, value in fields.items() if value is not None or key in ("name", "player")}


def _entry(entry: Any) -> StoredMove | Mapping[str, Any]:
    if isinstance(entry, dict) and "event" in entry:
        return cast("dict[str, Any]", entry)
    found: StoredMove = _read(StoredMove, entry, "an entry of the log")
    return found


def _read(kind: type[Any], fields: Any, what: str) -> Any:
    if not isinstance(fields, dict):
        raise ParseError(f"{what} is not a JSON object")
    return decode_fields(kind, cast("dict[str, Any]", fields), str)


def _check_keys(fields: dict[str, Any]) -> None:
    found = fields.get("format")
    if found != SESSION_FORMAT:
        raise ParseError(f"the text is not a session that can be read here: its format must be {SESSION_FORMAT!r}")
    for key in fields:
        if key not in _FORMS:
            raise ParseError(f"unknown key {key!r:.40}: the keys are {', '.join(_FORMS)}")
    for key, (is_right, form) in _FORMS.items():
        if key not in fields and key not in _OPTIONAL:
            raise ParseError(f"the key {key!r} of the session is missing")
        if key in fields and not is_right(fields[key]):
            raise ParseError(f"the value of {key!r} in the session must be {form}")


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MAX_MILLISECONDS


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_NAME


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _are_packs(value: Any) -> bool:
    return _is_list(value) and all(map(_is_pack, value))


def _is_pack(value: Any) -> bool:
    try:
        return isinstance(value, str) and len(value) <= 512 and codes(cards_from(value)) == value
    except ParseError:
        return False


def _is_seed(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and all(digit in "0123456789abcdef" for digit in value)


_OPTIONAL: Final = ("packs", "later")
_FORMS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "format": (lambda value: value == SESSION_FORMAT, repr(SESSION_FORMAT)),
    "record": (lambda value: isinstance(value, dict), "a record"),
    "packs": (_are_packs, "a list of packs, each with two characters for every card"),
    "later": (_is_seed, "64 hex digits in lower case"),
    "seats": (_is_list, "a list of seats"),
    "substitute": (lambda value: value is None or _is_name(value), "the name of a bot, or null"),
    "turn": (_is_count, "a number from 0"),
    "undos": (_is_count, "a number from 0"),
    "since": (lambda value: value is None or _is_count(value), "milliseconds, or null"),
    "log": (_is_list, "a list of moves and events"),
}
