"""The words of a family, and the rules of any game as facts and as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from hockey_cards.registry import part_of
from hockey_cards.rules import Event, Played, Rules

Facts = tuple[tuple[str, str], ...]
"""Pairs of a label and a text."""

Rows = tuple[tuple[str, ...], ...]
"""The rows of a table, the heading first."""


def _no_facts(_rules: Any) -> Facts:
    return ()


def _no_table(_rules: Any) -> Rows:
    return ()


def _no_sentence(_event: Event, _play: Played[Any] | None, _names: Sequence[str]) -> str | None:
    return None


@attrs.frozen
class Words:
    """What a family puts into words: the part ``language`` of a ``rules.Family``.

    Whatever is left out falls back on words that fit every game.

    Args:
        facts: Takes the rules, and returns what a player has to know before the first deal.
        table: Takes the rules, and returns what a move does: a heading, then a row for each case.
        sentence: Takes an event, the ``Played`` event that it belongs to and the names of the seats, and returns a
            line about the event; ``""`` if there is nothing to add to the line of the play, None for the general words.
    """

    facts: Callable[[Any], Facts] = _no_facts
    table: Callable[[Any], Rows] = _no_table
    sentence: Callable[[Event, Played[Any] | None, Sequence[str]], str | None] = _no_sentence


def words_of(rules: Rules[Any, Any, Any]) -> Words:
    """Return the words of the family that rules belong to."""
    words: Words | None = part_of(rules, "language")
    return Words() if words is None else words


def facts(rules: Rules[Any, Any, Any]) -> Facts:
    """Return what a player has to know before the first deal, as pairs of a label and a text.

    Of a family without facts of its own, the seats and the deck are returned.
    """
    return words_of(rules).facts(rules) or (("seats", str(rules.seats)), ("deck", f"{len(rules.deck)} cards"))


def rules_table(rules: Rules[Any, Any, Any]) -> Rows:
    """Return what a move does, read off the rules that the engine plays by: a heading, then a row for each case.

    Of a family without a table, ``()`` is returned.
    """
    return words_of(rules).table(rules)
