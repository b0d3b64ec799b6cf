"""The moves of the blades family, and their notation."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

import attrs

from hockey_cards.cards import Card, cards_from, codes
from hockey_cards.errors import ParseError, brief


class Verb(IntEnum):
    """The kinds of move: three actions of a turn, then three answers to a shot (``blades.3.2``)."""

    STACK = 0
    SHOOT = 1
    CHANGE = 2
    USE = 3
    HAND = 4
    NONE = 5

    def __repr__(self) -> str:
        return f"Verb.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


WITH_CARDS: Final = (Verb.STACK, Verb.SHOOT, Verb.HAND)
"""The verbs that take cards."""

MAX_CARDS: Final = 3
"""The maximum number of cards of a move."""

_BY_TEXT: Final = {str(verb): verb for verb in Verb}


def _canonical(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


@attrs.frozen(order=True)
class Action:
    """An action of a turn, or the answer to a shot.

    Actions are ordered by verb, then card by card: the canonical order of the legal moves.

    Args:
        verb: The kind of move.
        cards: The cards of the hand; given in any order, kept in deck order.
        hidden: The number of further cards, laid face down, for those who may not know them; such an action cannot be
            played.
    """

    verb: Verb
    cards: tuple[Card, ...] = attrs.field(default=(), converter=_canonical)
    hidden: int = 0

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read a move from its code: ``stack 2c3s``, ``shoot 9d9h``, ``change``, ``use``, ``hand Ac``, ``none``.

        Raises:
            ParseError: If the text is not a move of blades.
        """
        words = text.split() if isinstance(text, str) and len(text) <= 40 else []
        verb = _BY_TEXT.get(words[0].lower()) if words else None
        cards = cards_from("".join(words[1:]))
        if verb is None or bool(cards) is not (verb in WITH_CARDS) or not len(cards) == len(set(cards)) <= MAX_CARDS:
            known = "stack, shoot or hand with one to three cards (shoot 9d9h), or change, use or none"
            raise ParseError(f"{brief(text)} is not a move: give {known}")
        return cls(verb, cards)

    @classmethod
    def parse_seen(cls, text: str) -> Action:
        """Read a move whose cards may be hidden: ``stack ????``.

        Raises:
            ParseError: If the text is no move of blades.
        """
        return _CONCEALED.get(text) or cls.parse(text)

    @property
    def code(self) -> str:
        """The move in interchange notation; each hidden card is ``??``."""
        return f"{self.verb} {codes(self.cards)}{'??' * self.hidden}".rstrip()

    @property
    def concealed(self) -> Action:
        """The action with its cards hidden."""
        return Action(self.verb, hidden=len(self.cards) + self.hidden)

    def __str__(self) -> str:
        return " ".join([str(self.verb), *map(str, self.cards), *["??"] * self.hidden])


_CONCEALED: Final = {
    action.code: action for action in (Action(Verb.STACK, hidden=number) for number in range(1, MAX_CARDS + 1))
}
"""The actions that others may see without their cards, by code."""
