"""What a family promises of its rules and their options: each check raises ``Broken`` if it finds fault."""

from __future__ import annotations

import json
from typing import Any, Final

from hockey_cards.cards import Card
from hockey_cards.errors import VariantError
from hockey_cards.options import Kind, Option, Value
from hockey_cards.testing.cases import Position
from hockey_cards.testing.failure import refused, require
from hockey_cards.testing.random_house import draw_value

_TRIED: Final = 3


def facts(at: Position) -> None:
    """Check that a variant says what everybody needs to know."""
    variant, rules = at.case.variant, at.rules
    for name in ("key", "name", "summary", "source"):
        text = getattr(variant, name)
        require(isinstance(text, str) and text.strip(), f"{name} is {text!r}, and no text")
    seats, deck = rules.seats, rules.deck
    require(type(seats) is int and seats >= 2 and seats % 2 == 0, f"seats is {seats!r}, and no even number from 2")
    cards = issubclass(type(deck), tuple) and {type(card) for card in deck} == {Card}
    require(cards, f"the deck is {deck!r}, and no tuple of cards")
    require(len(set(deck)) == len(deck) >= 2, f"the deck is {deck!r}: each card must be there once, and two of them")
    require(list(deck) == sorted(deck), "the deck is not in canonical order")
    require(type(rules.max_moves) is int and rules.max_moves > 0, f"max_moves is {rules.max_moves!r}")
    require(hash(variant) == hash(variant) and rules == at.rules, "the rules are not equal to themselves")


def options(at: Position) -> None:
    """Check that options take what they say, and that house rules do what options say."""
    rules = at.rules
    found: tuple[Option, ...] = rules.options
    names = [option.name for option in found]
    require(all(name.isidentifier() for name in names) and len(set(names)) == len(names), f"the options are {names!r}")
    for option in found:
        for name, value in (("default", option.default), ("value in force", option.value)):
            taken = option.check(value)
            require(taken == value, f"the {name} of {option.name} is {value!r}, which the option takes for {taken!r}")
    require(rules.house({}) == rules, "no changes change the rules")
    require(rules.house(_values(rules)) == rules, "the values in force, asked for, change the rules")
    require(hash(rules.house(_values(rules))) == hash(rules), "equal rules have different hashes")
    _check_changes(at)
    _check_refusals(rules)
    # Half of the games have house rules of their own, so that all options get their turn.
    for option in at.some(found, _TRIED) if at.case.changes else found:
        _check_option(at, option)


def _values(rules: Any) -> dict[str, Any]:
    return {option.name: option.value for option in rules.options}


def _check_changes(at: Position) -> None:
    """Check that the house rules in force, written down, are those of the variant."""
    case = at.case
    written = json.loads(json.dumps(case.variant.changes))
    # Those in force are counted from the rules without any; a variant may come with house rules of its own.
    if not case.base.changes:
        led = case.base.rules.house(written)
        require(led == at.rules, f"the house rules {written!r} are not those of the variant")
    base = case.base.rules
    defaults = {option.name: option.default for option in base.options}
    if _values(base) == defaults:
        require(base.house(defaults) == base, "the defaults, asked for, change the rules")


def _check_refusals(rules: Any) -> None:
    unknown = {"no_such_option": 1, "nor_this_one": 2}
    error = refused(VariantError, rules.house, unknown)
    require(isinstance(error, VariantError), f"unknown options lead to {error!r}, and to no VariantError")
    require(len(error.problems) == 2, f"of two unknown options only these problems are told: {error.problems!r}")
    for name in _values(rules):
        error = refused(VariantError, rules.house, {name: object()})
        require(isinstance(error, VariantError), f"an object as {name} leads to {error!r}, and to no VariantError")


def _check_option(at: Position, option: Option) -> None:
    """Try values of an option: each is in force after it was asked for, or refused by a VariantError."""
    rules, chance = at.rules, at.chance(option.name)
    for _ in range(_TRIED):
        value = draw_value(option, chance)
        error = refused(VariantError, rules.house, {option.name: value})
        sound = error is None or isinstance(error, VariantError)
        require(sound, f"{option.name}={value!r} leads to {error!r}, and to no VariantError", cause=error)
        if error is None:
            _check_changed(rules, option, value)
    require(rules.options == at.case.variant.rules.options, "house changes the rules that it is asked of")


def _check_changed(rules: Any, option: Option, value: Value) -> None:
    """Check that a value is in force after it was asked for; a list may have been put in order."""
    changed = rules.house({option.name: value})
    now = _values(changed)[option.name]
    require(now == value or option.kind is Kind.COUNTS, f"after {option.name}={value!r} the value in force is {now!r}")
    require(rules.house({option.name: now}) == changed, f"{option.name}={now!r} and {value!r} are one and lead to two")
    same = (changed == rules) == (_values(changed) == _values(rules))
    require(same, f"{option.name}={value!r} changes the rules or the values in force, but not both")
