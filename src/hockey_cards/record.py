"""Records: the interchange format of games, one JSON object a line."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import cards_from, codes
from hockey_cards.errors import ParseError, RecordError
from hockey_cards.rules import Ending, Seat, Side, Turn
from hockey_cards.shoe import Shoe
from hockey_cards.strict_json import is_unicode, read_object

FORMAT: Final = "hockey-cards-record/1"
MAX_LENGTH: Final = 2**24
"""The greatest length of a record, in characters or bytes."""
_HEX: Final = re.compile("[0-9a-f]{64}")
_REQUIRED: Final = ("format", "variant", "dealer", "packs", "moves", "score", "outcome", "digest")


def packs_of(shoe: Shoe, period: int) -> tuple[str, ...]:
    """Return the packs of the periods up to one, as codes in deal order."""
    return tuple(codes(shoe.pack(each)) for each in range(period + 1))


def digest(packs: Iterable[str], turns: Iterable[Turn[Any, Any]]) -> str:
    """Return the digest of a game in hex.

    Args:
        packs: The packs of the periods begun, as codes.
        turns: The moves in order.
    """
    hashed = hashlib.sha256(b"hockey-cards-digest/1\n")
    for pack in packs:
        hashed.update(f"{pack}\n".encode())
    for turn in turns:
        own, other = turn.step.state.score
        hashed.update(f"{turn.seat} {turn.move.code} {turn.step.call} {own} {other}\n".encode())
    return hashed.hexdigest()


@attrs.frozen
class Record:
    """The fields of a record, each of the right form; ``replay`` checks that they are true.

    Args:
        variant: The key of the variant.
        dealer: The dealer of the first period.
        packs: The pack of each period begun, as codes, in deal order.
        moves: The codes of the moves.
        score: The score after the moves.
        winner: The winning side; None for a draw and for an unfinished game.
        how: How the game ended; None for an unfinished game.
        digest: The digest of packs, moves, calls and scores, in hex.
        house: The house rules.
        seats: A name for each seat.
        seed: The 32 bytes of a seeded shoe, in hex.
        rules: The fields of the file of a variant that is not registered.
    """

    variant: str
    dealer: Seat
    packs: tuple[str, ...]
    moves: tuple[str, ...]
    score: tuple[int, ...]
    winner: Side | None
    how: Ending | None
    digest: str
    house: Mapping[str, Any] = attrs.field(factory=dict[str, Any])
    seats: tuple[str, ...] | None = None
    seed: str | None = None
    rules: Mapping[str, Any] | None = None

    def to_json(self) -> str:
        """Write the record as one line of JSON, without a line end.

        Raises:
            RecordError: If a name is not a string, or cannot be encoded in UTF-8.
        """
        if not all(isinstance(name, str) for name in self.seats or ()):
            raise RecordError("'seats' must be a list of names, each a string")
        optional = {"house": dict(self.house) or None, "rules": self.rules, "seats": self.seats}
        fields = {
            "format": FORMAT,
            "variant": self.variant,
            **{key: value for key, value in optional.items() if value is not None},
            "dealer": self.dealer,
            **({} if self.seed is None else {"seed": self.seed}),
            "packs": self.packs,
            "moves": self.moves,
            "score": self.score,
            "outcome": None if self.how is None else {"winner": self.winner, "how": self.how},
            "digest": self.digest,
        }
        text = json.dumps(fields, ensure_ascii=False)
        if not is_unicode(text):
            raise RecordError("a name in 'seats' holds a lone surrogate, which UTF-8 cannot encode")
        return text

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read a record from one line of JSON.

        Raises:
            RecordError: If the text is not a record of this format.
        """
        try:
            fields = read_object(text, max_length=MAX_LENGTH)
        except ParseError as error:
            raise RecordError(str(error)) from None
        _check_keys(fields)
        outcome = fields["outcome"]
        return cls(
            variant=fields["variant"],
            dealer=fields["dealer"],
            packs=tuple(fields["packs"]),
            moves=tuple(fields["moves"]),
            score=tuple(fields["score"]),
            winner=None if outcome is None else outcome["winner"],
            how=None if outcome is None else Ending(outcome["how"]),
            digest=fields["digest"],
            house=fields.get("house", {}),
            seats=tuple(fields["seats"]) if "seats" in fields else None,
            seed=fields.get("seed"),
            rules=fields.get("rules"),
        )


def _check_keys(fields: dict[str, Any]) -> None:
    for key in fields:
        if key not in _FORMS:
            raise RecordError(f"unknown key {key[:40]!r}: the keys are {', '.join(_FORMS)}")
    for key in _REQUIRED:
        if key not in fields:
            raise RecordError(f"the key {key!r} is missing")
    for key, value in fields.items():
        is_right, form = _FORMS[key]
        if not is_right(value):
            raise RecordError(f"the value of {key!r} must be {form}")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_texts(value: Any) -> bool:
    return _is_list(value) and all(isinstance(text, str) for text in value)


def _is_pack(text: str) -> bool:
    try:
        cards = cards_from(text) if len(text) <= 104 else ()
    except ParseError:
        return False
    return codes(cards) == text and len(set(cards)) == len(cards)


def _is_outcome(value: Any) -> bool:
    if value is None:
        return True
    if not isinstance(value, dict):
        return False
    outcome = cast("dict[str, Any]", value)
    if set(outcome) != {"winner", "how"} or outcome["how"] not in list(Ending):
        return False
    winner = outcome["winner"]
    return (winner is None) if outcome["how"] == Ending.DRAW else winner in (0, 1) and _is_count(winner)


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


_FORMS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "format": (lambda value: value == FORMAT, repr(FORMAT)),
    "variant": (lambda value: isinstance(value, str), "the key of a variant"),
    "house": (lambda value: isinstance(value, dict), "an object of options"),
    "rules": (lambda value: isinstance(value, dict), "an object with the fields of a variant file"),
    "seats": (_is_texts, "a list of names, one for each seat"),
    "dealer": (_is_count, "a seat, from 0"),
    "seed": (_is_hex, "64 hex digits in lower case"),
    "packs": (
        lambda value: _is_texts(value) and bool(value) and all(map(_is_pack, value)),
        "a list of packs, each with two characters for every card, and no card twice",
    ),
    "moves": (_is_texts, "a list of move codes"),
    "score": (
        lambda value: _is_list(value) and len(value) == 2 and all(map(_is_count, value)),
        "two numbers from 0",
    ),
    "outcome": (_is_outcome, "null, or an object of winner (0, 1, or null for a draw) and how"),
    "digest": (_is_hex, "64 hex digits in lower case"),
}
