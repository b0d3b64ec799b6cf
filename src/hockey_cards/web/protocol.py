"""The protocol between the front end and its back ends: JSON objects of both directions, and the one filter for a role.

A client begins with ``hello``. Whatever a client is sent about a table comes from ``state``, which makes it of the view
and the redacted events of one seat, or of a spectator.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

import attrs

from hockey_cards import language, render
from hockey_cards.errors import HockeyError, IllegalMove, ParseError, brief
from hockey_cards.game import Game
from hockey_cards.language import LANGUAGES, Language
from hockey_cards.registry import variants
from hockey_cards.rules import Seat, Variant
from hockey_cards.session import Session
from hockey_cards.shoe import Seeded, derive
from hockey_cards.strict_json import read_object
from hockey_cards.web.words import refusal, words

PROTOCOL: Final = 1
"""The version of the protocol."""

MAX_MESSAGE: Final = 16 * 1024
"""The greatest size of a message of a client, in bytes."""

BOTS: Final = ("greedy", "counter", "random")
"""The bots that can be seated, which answer at once and need no extra."""

MAX_NAME: Final = 24
"""The greatest length of a person's name."""

_CONTROLS: Final = re.compile("[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")
_FIRST_STRONG, _POP = "\u2068", "\u2069"


class Refused(HockeyError, ValueError):
    """A message that a back end refuses.

    Args:
        code: A stable word for programs.
    """

    def __init__(self, code: str) -> None:
        super().__init__(f"refused: {code}")
        self.code = code


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 200


def _is_optional(value: object) -> bool:
    return value is None or _is_text(value)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_bots(value: object) -> bool:
    return isinstance(value, list) and all(bot is None or bot in BOTS for bot in cast("list[object]", value))


def _is_limit(value: object) -> bool:
    return value is None or (type(value) is int and 1 <= value <= 3600)


def _is_house(value: object) -> bool:
    return isinstance(value, dict)


_ENTRY: Final[dict[str, Callable[[object], bool]]] = {"table": _is_text, "secret": _is_optional, "since": _is_count}
_FORMS: Final[dict[str, dict[str, Callable[[object], bool]]]] = {
    "hello": {"protocol": _is_count, "language": _is_optional, "pictures": _is_flag},
    "language": {"language": _is_text},
    "lobby": {},
    "open": {
        "game": _is_text,
        "house": _is_house,
        "name": _is_text,
        "bots": _is_bots,
        "public": _is_flag,
        "per_move": _is_limit,
        "per_game": _is_limit,
    },
    "join": {"table": _is_text, "name": _is_text},
    "enter": {**_ENTRY, "game": _is_count},
    "exit": {},
    "sync": {"since": _is_count},
    "move": {"move": _is_text, "turn": _is_count},
    "undo": {"turn": _is_count},
    "answer": {"agree": _is_flag, "turn": _is_count},
    "leave": {},
    "fill": {},
    "return": {},
    "forfeit": {},
    "rematch": {},
    "record": {},
    "ack": {"n": _is_count},
}
"""The messages of clients: the keys of each, and what their values must be."""

_DEFAULTS: Final[dict[str, Any]] = {
    "language": None,
    "pictures": True,
    "house": {},
    "public": False,
    "per_move": None,
    "per_game": None,
    "secret": None,
    "since": 0,
    "game": 0,
}


def read_message(text: str | bytes) -> dict[str, Any]:
    """Read a message of a client; keys that may be left out have their defaults.

    Raises:
        ParseError: If it is not a message of the protocol.
    """
    fields = read_object(text, max_length=MAX_MESSAGE)
    kind = fields.pop("type", None)
    form = _FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise ParseError(f"the type of a message cannot be {brief(kind)}: give one of {', '.join(_FORMS)}")
    found: dict[str, Any] = {"type": kind}
    for key, is_right in form.items():
        if key not in fields and (key not in _DEFAULTS or (key == "game" and kind == "open")):
            raise ParseError(f"the key {key!r} of {kind!r} is missing")
        value = fields.pop(key, _DEFAULTS.get(key))
        if not is_right(value):
            raise ParseError(f"the value of {key!r} in {kind!r} cannot be {brief(value)}")
        found[key] = value
    if fields:
        raise ParseError(f"unknown key {next(iter(fields))!r:.40} in {kind!r}")
    return found


def clean_name(name: str) -> str:
    """Return a person's name without control characters, those of the writing direction included, and not too long.

    Raises:
        ParseError: If nothing is left.
    """
    cleaned = " ".join(_CONTROLS.sub(" ", unicodedata.normalize("NFC", name)).split())[:MAX_NAME].strip()
    if not cleaned:
        raise ParseError("a name cannot be empty")
    return cleaned


def isolated(name: str) -> str:
    """Return a name so that its writing direction does not affect the text around it."""
    right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"{_FIRST_STRONG}{name}{_POP}" if right_to_left else name


@attrs.frozen
class Viewer:
    """Whom a message is for.

    Args:
        seat: The seat; None for a spectator.
        language: The language.
        pictures: Whether pictures are sent, or the JSON of the view.
        since: The number of events that the viewer has seen.
    """

    seat: Seat | None
    language: Language
    pictures: bool = True
    since: int = 0


def hello(spoken: Language) -> dict[str, Any]:
    """Return the first message of a back end: the version, the languages, the words, and the games."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "language": spoken.code,
        "languages": dict(LANGUAGES),
        "words": words(spoken),
        "bots": list(BOTS),
        "games": [_game(game, spoken) for game in variants().values()],
    }


def _game(game: Variant[Any, Any, Any], spoken: Language) -> dict[str, Any]:
    title, _, summary = language.introduction(game, spoken).partition(": ")
    options = [
        {"name": option.name, "values": option.values, "default": json.dumps(option.default)}
        for option in game.rules.options
    ]
    seats = language.seat_names(game.rules.seats, spoken)
    return {"key": game.key, "name": title, "summary": summary, "seats": list(seats), "options": options}


def state(
    session: Session[Any, Any, Any], people: Sequence[str], viewer: Viewer, *, ready: bool = True
) -> dict[str, Any]:
    """Return what a seat, or a spectator, may know of a table now: the one function that decides it.

    Args:
        session: The session of the table.
        people: The name of the person of each seat; a seat without one is called by its place.
        viewer: Whom it is for.
        ready: Whether moves can be made; not while the other players are awaited.
    """
    seat, spoken, game = viewer.seat, viewer.language, session.game
    view = game.view(seat)
    places = language.seat_names(len(people), spoken)
    names = tuple(name or place for name, place in zip(people, places, strict=True))
    events = session.seen(seat)
    since = viewer.since if viewer.since <= len(events) else 0
    called = [isolated(name) for name in names]
    said = language.lines(game.variant.rules, events, called, seat=seat, since=since, language=spoken)
    own_turn = ready and seat is not None and session.person == seat
    shown: dict[str, Any] = {"moves": [], "lines": [_line(line) for line in said]}
    if viewer.pictures:
        shown["picture"] = render.svg(view, moves=own_turn, names=names, language=spoken, prefix="table")
    else:
        shown["view"] = json.loads(view.to_json())
    if own_turn:
        shown["moves"] = [
            {
                "move": move.code,
                "text": language.move_text(view.rules, move, spoken),
                "effect": effect,
                "choices": list(render.choices(move)),
            }
            for move, effect in language.effects(view, spoken)
        ]
    over = game.outcome
    return {
        "type": "state",
        "turn": session.turn,
        "seat": seat,
        "mover": view.mover,
        "your_turn": own_turn,
        "names": list(names),
        "bots": list(session.players),
        "since": since,
        "events": len(events),
        "undo_requested_by": session.undo_requested_by,
        "result": None if over is None else language.result(over, called, seat=seat, language=spoken),
        **_chance(session),
        **shown,
    }


def _line(line: language.Line) -> dict[str, Any]:
    return {"text": line.text, "highlight": None if line.highlight is None else line.highlight.value}


def _chance(session: Session[Any, Any, Any]) -> dict[str, Any]:
    """Return the commitment to the shuffle, and after the game its seed."""
    shoe = session.game.shoe
    if not isinstance(shoe, Seeded):
        return {"commitment": None, "seed": None}
    return {"commitment": shoe.commitment, "seed": shoe.seed.hex() if session.game.outcome is not None else None}


def how_to_play(session: Session[Any, Any, Any], spoken: Language) -> dict[str, Any]:
    """Return how the game of a table is called and played."""
    game = session.game.variant
    title, _, _ = language.introduction(game, spoken).partition(": ")
    return {"type": "game", "name": title, "key": game.key, "how_to_play": language.how_to_play(game, spoken)}


def error_message(error: HockeyError, spoken: Language) -> dict[str, Any]:
    """Return the message about something refused: a stable code, and the reason in the viewer's language."""
    code = "illegal" if isinstance(error, IllegalMove) else getattr(error, "code", None)
    if not isinstance(code, str):
        return {"type": "error", "code": "not-understood", "text": str(error)[:300]}
    return {"type": "error", "code": code, "text": refusal(code, spoken)}


def obey(
    session: Session[Any, Any, Any], seat: Seat, name: str, message: Mapping[str, Any], now: int | None = None
) -> None:
    """Do what a message of a player asks of a session.

    Args:
        session: The session.
        seat: The seat of the player.
        name: The name of the player.
        message: A message that ``read_message`` has returned.
        now: The time, if clocks are running.

    Raises:
        HockeyError: If it is refused.
    """
    match message["type"]:
        case "move":
            session.play(seat, message["move"], turn=message["turn"], now=now)
        case "undo" | "answer" if session.game.outcome is not None:
            raise Refused("game-over")  # the seed has been shown
        case "undo":
            session.undo(seat, turn=message["turn"], now=now)
        case "answer":
            session.answer_undo(seat, agree=message["agree"], turn=message["turn"], now=now)
        case "leave":
            if session.players[seat] is None:
                session.replace(seat, BOTS[0], name=BOTS[0])
        case "return":
            if session.players[seat] is not None:
                session.replace(seat, None, name=name)
        case "forfeit":
            session.forfeit(seat)
        case _:
            raise Refused("not-a-request")


def deal(game: Variant[Any, Any, Any], dealer: Seat | None = None) -> Game[Any, Any, Any]:
    """Return a new game with a seed that cannot be guessed.

    Args:
        game: The game.
        dealer: The first dealer; by default the seed chooses one.
    """
    shoe = Seeded(deck=game.rules.deck)
    chosen = int.from_bytes(derive(shoe.seed, "dealer"), "big") % game.rules.seats if dealer is None else dealer
    return Game.start(game, shoe=shoe, dealer=chosen)


def read_house(changes: Mapping[str, object], game: Variant[Any, Any, Any]) -> Variant[Any, Any, Any]:
    """Return a game with house rules as a page gives them: texts or JSON values by name.

    Raises:
        HockeyError: If a rule is wrong.
    """
    options = {option.name: option for option in game.rules.options}
    read = {
        name: options[name].read(value) if isinstance(value, str) and name in options else value
        for name, value in changes.items()
    }
    return game.house(**read) if read else game


def seated(bots: Sequence[str | None], game: Variant[Any, Any, Any]) -> dict[Seat, str]:
    """Return the bots by seat; the list is that of the seats after the first.

    Raises:
        ParseError: If it does not fit the game.
    """
    others = game.rules.seats - 1
    if len(bots) != others:
        raise ParseError(f"the bots cannot be {len(bots)}: give one for each of the {others} other seats, or null")
    return {seat: bot for seat, bot in enumerate(bots, 1) if bot is not None}
