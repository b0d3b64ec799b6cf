"""The rules of any game in words: those of the built-in families, and what others say of themselves."""

from __future__ import annotations

from typing import Any

from hockey_cards.language import pile, rink
from hockey_cards.pile import Pile
from hockey_cards.rink import Rink
from hockey_cards.rules import Rules

Rows = tuple[tuple[str, ...], ...]


def facts(rules: Rules[Any, Any, Any]) -> tuple[tuple[str, str], ...]:
    """Return what one must know before the first deal, as (label, text).

    Rules of other families may have a method ``facts`` that returns the same; without it only what every family
    tells is said.
    """
    if isinstance(rules, Pile):
        return pile.facts(rules.schedule)
    if isinstance(rules, Rink):
        return rink.facts(rules)
    said: Any = getattr(rules, "facts", None)
    if said is None:
        return (("seats", str(rules.seats)), ("deck", f"{len(rules.deck)} cards"))
    told: tuple[tuple[str, str], ...] = said()
    return told


def table(rules: Rules[Any, Any, Any]) -> Rows:
    """Return what a move does, printed from the rule that the engine plays by: a heading row, then a row a case.

    Rules of other families may have a method ``table`` that returns the same; without it there are no rows.
    """
    if isinstance(rules, Pile):
        return pile.table(rules.referee)
    if isinstance(rules, Rink):
        return rink.table(lanes=rules.knobs.goalkeeper_lanes)
    said: Any = getattr(rules, "table", None)
    told: Rows = () if said is None else said()
    return told
