"""Random house rules: values of the options of a family, in combinations that its rules accept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from hockey_cards.cards import deck
from hockey_cards.errors import VariantError
from hockey_cards.options import Kind, Option, Value
from hockey_cards.rules import Rules
from hockey_cards.testing.errors import BrokenPromise, describe

_MAX_CHANGES: Final = 5
"""The maximum number of options to change at once."""

_SPREAD: Final = 4
"""How far numbers exceed the least that an option accepts: larger ones make games long, and little else."""

_MAX_REPAIRS: Final = 8
"""Attempts to repair a combination that the rules refuse."""


def random_house(rules: Rules[Any, Any, Any], rng: Random) -> dict[str, Value]:
    """Return random house rules that the rules accept together.

    In a combination that the rules refuse, the options that the error names get other values; if that does not help,
    the change that led to the error is left out.

    Raises:
        BrokenPromise: If the rules raise anything but ``VariantError``.
    """
    options = {option.name: option for option in rules.options}
    names = rng.sample(sorted(options), rng.randint(0, min(_MAX_CHANGES, len(options))))
    accepted: dict[str, Value] = {}
    for name in names:
        wanted = {**accepted, name: random_value(options[name], rng)}
        accepted = _repaired(rules, options, wanted, rng) or accepted
    return accepted


def _repaired(
    rules: Rules[Any, Any, Any], options: Mapping[str, Option], wanted: dict[str, Value], rng: Random
) -> dict[str, Value] | None:
    """Return the wanted house rules, changed where the rules refuse them; None if they cannot be repaired."""
    *_, last = wanted
    for _ in range(_MAX_REPAIRS):
        try:
            rules.house(wanted)
        except VariantError as error:
            blamed = sorted(name for name in options if name != last and name in str(error))
            if not blamed:
                return None
            name = rng.choice(blamed)
            others = {other: value for other, value in wanted.items() if other != name}
            wanted = {name: random_value(options[name], rng), **others}
        except Exception as error:
            raise BrokenPromise(f"the house rules {wanted!r} raise {describe(error)}, not a VariantError") from error
        else:
            return wanted
    return None


def random_value(option: Option, rng: Random) -> Value:
    """Return a random value that an option accepts, in canonical form."""
    if option.choices and (option.kind is Kind.CHOICE or rng.randrange(3) == 0):
        return option.check(rng.choice(option.choices))
    if option.default is None and rng.randrange(4) == 0:
        return None
    return option.check(_RANDOM[option.kind](option, rng))


def _count(option: Option, rng: Random) -> int:
    high = option.low + _SPREAD
    return rng.randint(option.low, high if option.high is None else min(high, option.high))


def _counts(option: Option, rng: Random) -> tuple[int, ...]:
    return tuple(_count(option, rng) for _ in range(rng.randint(0, _SPREAD)))


def _letters(option: Option, known: str, rng: Random) -> str:
    """Return a few of the letters; all but a few for an option with many by default."""
    number = rng.randint(0, 3)
    many = isinstance(option.default, str) and 2 * len(option.default) > len(known)
    return "".join(rng.sample(known, len(known) - number if many else number))


_RANDOM: Final[dict[Kind, Callable[[Option, Random], Value]]] = {
    Kind.FLAG: lambda option, rng: rng.choice((False, True)),
    Kind.COUNT: _count,
    Kind.COUNTS: _counts,
    Kind.RANKS: lambda option, rng: _letters(option, "23456789TJQKA", rng),
    Kind.SUITS: lambda option, rng: _letters(option, "cdhs", rng),
    Kind.CARD: lambda option, rng: rng.choice(deck()).code,
}
