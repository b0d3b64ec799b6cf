"""Checks of rules and their options. Each checks one position, and raises ``BrokenPromise``."""

from __future__ import annotations

import json
from typing import Any, Final

from hockey_cards.cards import Card
from hockey_cards.errors import VariantError
from hockey_cards.options import Kind, Option, Value
from hockey_cards.testing.cases import Position
from hockey_cards.testing.errors import raised, require, require_error
from hockey_cards.testing.random_house import random_value

_TRIED: Final = 3


def facts(position: Position) -> None:
    """Check the texts of the variant, and the seats, deck and limits of its rules."""
    variant, rules = position.case.variant, position.rules
    for name in ("key", "name", "summary", "source"):
        text = getattr(variant, name)
        require(isinstance(text, str) and text.strip(), f"{name} is {text!r}, not a text")
    seats, deck = rules.seats, rules.deck
    require(type(seats) is int and seats >= 2 and seats % 2 == 0, f"seats is {seats!r}, not an even number from 2")
    is_cards = issubclass(type(deck), tuple) and {type(card) for card in deck} == {Card}
    require(is_cards, f"the deck is {deck!r}, not a tuple of cards")
    require(len(set(deck)) == len(deck) >= 2, f"the deck is {deck!r}: it must hold two cards or more, each once")
    require(list(deck) == sorted(deck), "the deck is not in canonical order")
    for name in ("max_moves", "max_periods"):
        most = getattr(rules, name)
        require(type(most) is int and most > 0, f"{name} is {most!r}, not a number above 0")
    require(hash(variant) == hash(variant) and rules == position.rules, "the rules are not equal to themselves")


def options(position: Position) -> None:
    """Check that options accept their own values, and that house rules do what the options describe."""
    rules = position.rules
    found: tuple[Option, ...] = rules.options
    names = [option.name for option in found]
    valid = all(name.isidentifier() for name in names) and len(set(names)) == len(names)
    require(valid, f"the names of the options are {names!r}: they must be identifiers, each once")
    for option in found:
        for name, value in (("default", option.default), ("current value", option.value)):
            accepted = option.check(value)
            require(accepted == value, f"the {name} of {option.name} is {value!r}, but check returns {accepted!r}")
    require(rules.house({}) == rules, "house({}) changes the rules")
    require(rules.house(_values(rules)) == rules, "house, given the current values, changes the rules")
    require(hash(rules.house(_values(rules))) == hash(rules), "equal rules have different hashes")
    _check_changes(position)
    _check_errors(rules)
    # Half of the cases have house rules of their own, so every option gets its turn.
    for option in position.sample(found, _TRIED) if position.case.changes else found:
        _check_option(position, option)


def _values(rules: Any) -> dict[str, Any]:
    return {option.name: option.value for option in rules.options}


def _check_changes(position: Position) -> None:
    """Check that ``Variant.changes``, written as JSON and read back, leads to the same rules."""
    case = position.case
    written = json.loads(json.dumps(case.variant.changes))
    # Changes are relative to rules without any; the base of a case may have house rules of its own.
    if not case.base.changes:
        changed = case.base.rules.house(written)
        require(changed == position.rules, f"the changes {written!r} do not lead to the rules of the variant")
    base = case.base.rules
    defaults = {option.name: option.default for option in base.options}
    if _values(base) == defaults:
        require(base.house(defaults) == base, "house, given the defaults, changes the rules")


def _check_errors(rules: Any) -> None:
    unknown = {"no_such_option": 1, "nor_this_one": 2}
    error = require_error(VariantError, "house with unknown options", rules.house, unknown)
    require(len(error.problems) == 2, f"of two unknown options the error lists {error.problems!r}")
    for name in _values(rules):
        require_error(VariantError, f"house with an object() as {name}", rules.house, {name: object()})


def _check_option(position: Position, option: Option) -> None:
    """Check that random values of an option take effect, or are refused by a ``VariantError``."""
    rules, rng = position.rules, position.rng(option.name)
    for _ in range(_TRIED):
        value = random_value(option, rng)
        error = raised(rules.house, {option.name: value})
        valid = error is None or isinstance(error, VariantError)
        require(valid, f"house({option.name}={value!r}) raises {error!r}, not a VariantError", cause=error)
        if error is None:
            _check_effect(rules, option, value)
    require(rules.options == position.case.variant.rules.options, "house changes the rules that it is called on")


def _check_effect(rules: Any, option: Option, value: Value) -> None:
    """Check that a value is the current one after ``house``, which may sort a list."""
    changed = rules.house({option.name: value})
    now = _values(changed)[option.name]
    require(now == value or option.kind is Kind.COUNTS, f"after house({option.name}={value!r}) the value is {now!r}")
    require(
        rules.house({option.name: now}) == changed,
        f"{option.name}={value!r} becomes {now!r}, but house gives other rules for that",
    )
    same = (changed == rules) == (_values(changed) == _values(rules))
    require(same, f"house({option.name}={value!r}) changes the rules or the values of their options, but not both")
