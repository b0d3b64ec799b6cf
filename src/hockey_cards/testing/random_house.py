"""House rules at random: any values that the options of a family take, in combinations that make sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from hockey_cards.cards import deck
from hockey_cards.errors import VariantError
from hockey_cards.options import Kind, Option, Value
from hockey_cards.rules import Rules
from hockey_cards.testing.failure import Broken, named

_MOST: Final = 5
"""How many options are changed at once at the most."""

_SPREAD: Final = 4
"""How far numbers are drawn from the least that an option takes: larger ones make games long, and little else."""

_REPAIRS: Final = 8
"""How often a combination that makes no sense is changed before it is given up."""


def draw_house(rules: Rules[Any, Any, Any], rng: Random) -> dict[str, Value]:
    """Draw house rules that make sense together.

    A combination that the rules refuse is changed at the options that the refusal names; if that does not help, the
    change that made no sense is left out.
    """
    options = {option.name: option for option in rules.options}
    names = rng.sample(sorted(options), rng.randint(0, min(_MOST, len(options))))
    sound: dict[str, Value] = {}
    for name in names:
        wanted = {**sound, name: draw_value(options[name], rng)}
        sound = _repaired(rules, options, wanted, rng) or sound
    return sound


def _repaired(
    rules: Rules[Any, Any, Any], options: Mapping[str, Option], wanted: dict[str, Value], rng: Random
) -> dict[str, Value] | None:
    *_, asked = wanted
    for _ in range(_REPAIRS):
        try:
            rules.house(wanted)
        except VariantError as error:
            blamed = sorted(name for name in options if name != asked and name in str(error))
            if not blamed:
                return None
            name = rng.choice(blamed)
            wanted = {name: draw_value(options[name], rng), **_without(wanted, name)}
        except Exception as error:
            raise Broken(f"the house rules {wanted!r} lead to {named(error)}, and to no VariantError") from error
        else:
            return wanted
    return None


def _without(values: Mapping[str, Value], name: str) -> dict[str, Value]:
    return {other: value for other, value in values.items() if other != name}


def draw_value(option: Option, rng: Random) -> Value:
    """Draw a value that an option takes, in canonical form."""
    if option.choices and (option.kind is Kind.CHOICE or rng.randrange(3) == 0):
        return option.check(rng.choice(option.choices))
    if option.default is None and rng.randrange(4) == 0:
        return None
    return option.check(_DRAWN[option.kind](option, rng))


def _count(option: Option, rng: Random) -> int:
    high = option.low + _SPREAD
    return rng.randint(option.low, high if option.high is None else min(high, option.high))


def _counts(option: Option, rng: Random) -> tuple[int, ...]:
    return tuple(_count(option, rng) for _ in range(rng.randint(0, _SPREAD)))


_DRAWN: Final[dict[Kind, Callable[[Option, Random], Value]]] = {
    Kind.FLAG: lambda option, rng: rng.choice((False, True)),
    Kind.COUNT: _count,
    Kind.COUNTS: _counts,
    Kind.RANKS: lambda option, rng: "".join(rng.sample("23456789TJQKA", rng.randint(0, 3))),
    Kind.CARD: lambda option, rng: rng.choice(deck()).code,
}
