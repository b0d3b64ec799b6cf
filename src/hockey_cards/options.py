"""Options: the settings that house rules may change, with the values that they take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import Card, Rank, Suit
from hockey_cards.errors import ParseError, brief
from hockey_cards.integers import plain_integer

Value = bool | int | str | tuple[int, ...] | None
"""A value of an option: JSON-serialisable, with a tuple for a list, and None for unset."""


class Kind(StrEnum):
    """The kind of value that an option takes."""

    FLAG = "flag"
    COUNT = "count"
    COUNTS = "counts"
    RANKS = "ranks"
    SUITS = "suits"
    CARD = "card"
    CHOICE = "choice"

    def __repr__(self) -> str:
        return f"Kind.{self.name}"


@attrs.frozen
class Option:
    """A setting that house rules may change.

    Args:
        name: The name in records, files and calls.
        kind: The kind of value it takes.
        default: The value without house rules; None if it is unset.
        value: The value in force.
        rule: The id of a paragraph of the rules.
        choices: Values that are accepted in addition to those of the kind.
        low: The minimum, for counts.
        high: The maximum, for counts; None if there is none.
    """

    name: str
    kind: Kind
    default: Value
    value: Value
    rule: str
    choices: tuple[int | str, ...] = ()
    low: int = 0
    high: int | None = None

    @property
    def values(self) -> str:
        """The accepted values, in words."""
        limit = f"{self.low} and up" if self.high is None else f"{self.low} to {self.high}"
        words = {
            Kind.FLAG: "true or false",
            Kind.COUNT: limit,
            Kind.COUNTS: f"a list of numbers, each {limit}",
            Kind.RANKS: "ranks as text, such as 8J",
            Kind.SUITS: "suits as text, such as ♥♠",
            Kind.CARD: "a card code",
            Kind.CHOICE: "",
        }[self.kind]
        *others, last = [*(str(choice) for choice in self.choices), *filter(None, [words])]
        return f"{', '.join(others)} or {last}" if others else last

    def check(self, value: object) -> Value:
        """Return a value in canonical form.

        Raises:
            ParseError: If the option does not accept it.
        """
        if value is None and self.default is None:
            return None
        value = cast("object", plain_integer(cast("int", value)))
        for choice in self.choices:
            if value == str(choice) or (type(value) is type(choice) and value == choice):
                return choice
        checked = _CHECKS[self.kind](self, value)
        if checked is None:
            raise ParseError(f"{self.name} cannot be {brief(value, 60)}: give {self.values}")
        return checked

    def read(self, text: str) -> Value:
        """Read a value from text, as on the command line: ``true``, ``3``, ``5,5,5,5,6``, ``8J``.

        Raises:
            ParseError: If the option does not accept it.
        """
        text = text.strip()
        as_it_stands = text in (str(choice) for choice in self.choices)
        return self.check(text if as_it_stands else _READS.get(self.kind, str)(text))


_GREATEST: Final = 10**18
"""The greatest number: records hold no number of more than 20 digits."""


def as_json(values: Mapping[str, Value]) -> dict[str, Any]:
    """Return values in JSON-serialisable form: a list for a tuple."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def rules_fields(
    base: Mapping[str, Value], defaults: Mapping[str, Value], house: Mapping[str, Value]
) -> dict[str, Any]:
    """Return rules as the JSON of views has them, without the options that have their defaults.

    Args:
        base: The values of all options without house rules.
        defaults: The defaults of the family, which readers take for the values of ``base`` that are left out.
        house: The house rules: the values that differ from the base.
    """
    differing = {name: value for name, value in base.items() if value != defaults[name]}
    return {"base": as_json(differing), "house": as_json(house)}


def _flag(option: Option, value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _count(option: Option, value: object) -> int | None:
    number = plain_integer(cast("int", value))
    if type(number) is not int:
        return None
    return number if option.low <= number <= (_GREATEST if option.high is None else option.high) else None


def _counts(option: Option, value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list | tuple):
        return None
    counts = tuple(_count(option, count) for count in cast("Iterable[object]", value))
    return None if None in counts else counts  # type: ignore[return-value]  # no None is left


def _ranks(option: Option, value: object) -> str | None:
    if not isinstance(value, str) or len(value) > 2 * len(Rank):
        return None
    try:
        ranks = sorted(Rank.parse(text) for text in value.replace("10", "T"))
    except ParseError:
        return None
    return "".join(rank.code for rank in ranks) if len(set(ranks)) == len(ranks) else None


def _suits(option: Option, value: object) -> str | None:
    if not isinstance(value, str) or len(value) > len(Suit):
        return None
    try:
        suits = sorted(Suit.parse(text) for text in value)
    except ParseError:
        return None
    return "".join(suit.code for suit in suits) if len(set(suits)) == len(suits) else None


def _card(option: Option, value: object) -> str | None:
    try:
        return Card(value).code if isinstance(value, str) else None
    except ParseError:
        return None


_CHECKS: Final[dict[Kind, Callable[[Option, object], Value]]] = {
    Kind.FLAG: _flag,
    Kind.COUNT: _count,
    Kind.COUNTS: _counts,
    Kind.RANKS: _ranks,
    Kind.SUITS: _suits,
    Kind.CARD: _card,
    Kind.CHOICE: lambda option, value: None,
}


def _as_int(text: str) -> object:
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 20 else text


def _as_ints(text: str) -> object:
    inner = text.removeprefix("[").removesuffix("]").strip()
    return tuple(_as_int(part.strip()) for part in inner.split(",")) if inner else ()


_READS: Final[dict[Kind, Callable[[str], object]]] = {
    Kind.FLAG: lambda text: {"true": True, "false": False}.get(text.lower(), text),
    Kind.COUNT: _as_int,
    Kind.COUNTS: _as_ints,
}
