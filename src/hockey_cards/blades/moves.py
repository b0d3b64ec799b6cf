"""The moves of blades: the one file that knows how an action or an answer is written."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

import attrs

from hockey_cards.cards import Card, cards_from, codes
from hockey_cards.errors import ParseError


class Verb(IntEnum):
    """What a player does: three actions of a turn, then three answers to a shot (``blades.3.2``)."""

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
"""The verbs that are said with cards."""

MOST_CARDS: Final = 3
"""With how many cards at most."""

_BY_TEXT: Final = {str(verb): verb for verb in Verb}


def _canonical(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


@attrs.frozen(order=True)
class Action:
    """An action of a turn, or the answer to a shot.

    Actions are ordered by verb, then card by card: the canonical order of the legal moves.

    Args:
        verb: What is done.
        cards: With which cards of the hand; given in any order, kept in that of the deck.
        hidden: How many more cards are laid face down, for those who may not know them; such an action is for
            reading, and cannot be played.
    """

    verb: Verb
    cards: tuple[Card, ...] = attrs.field(default=(), converter=_canonical)
    hidden: int = 0

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read a move from its code: ``stack 2c3s``, ``shoot 9d9h``, ``change``, ``use``, ``hand Ac``, ``none``.

        Raises:
            ParseError: If the text is no move of blades.
        """
        words = text.split() if isinstance(text, str) and len(text) <= 40 else []
        verb = _BY_TEXT.get(words[0].lower()) if words else None
        cards = cards_from("".join(words[1:]))
        if verb is None or bool(cards) is not (verb in WITH_CARDS) or not len(cards) == len(set(cards)) <= MOST_CARDS:
            shown = repr(text[:40]) if isinstance(text, str) else f"a value of type {type(text).__name__}"
            known = "stack, shoot or hand with one to three cards (shoot 9d9h), or change, use or none"
            raise ParseError(f"{shown} is no move: give {known}")
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
        """The move as it stands in a record; hidden cards are ``??`` each."""
        return f"{self.verb} {codes(self.cards)}{'??' * self.hidden}".rstrip()

    @property
    def concealed(self) -> Action:
        """The action as those see it who may not know its cards."""
        return Action(self.verb, hidden=len(self.cards) + self.hidden)

    def __str__(self) -> str:
        return " ".join([str(self.verb), *map(str, self.cards), *["??"] * self.hidden])


_CONCEALED: Final = {
    action.code: action for action in (Action(Verb.STACK, hidden=number) for number in range(1, MOST_CARDS + 1))
}
"""The actions that others may see without their cards, by code."""
