"""Ranks, suits, cards and decks, and the notation of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from hockey_cards.errors import ParseError, brief
from hockey_cards.immutable import Immutable
from hockey_cards.integers import plain_integer


class Rank(IntEnum):
    """A rank, from the two to the ace; its value is the number of pips, and 11 to 14 for J, Q, K and A."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def code(self) -> str:
        """The rank as one character of ``23456789TJQKA``."""
        return _RANKS[self - 2]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank: ``T``, ``10``, ``q``.

        Raises:
            ParseError: If the text is not a rank.
        """
        rank = _RANK_BY_TEXT.get(text.upper()) if isinstance(text, str) else None
        if rank is None:
            raise ParseError(f"{brief(text)} is not a rank: give one of {_RANKS}")
        return rank

    def __str__(self) -> str:
        return "10" if self is Rank.TEN else self.code

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


class Suit(IntEnum):
    """A suit, in the order of the canonical deck."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def code(self) -> str:
        """The suit as one character of ``cdhs``."""
        return _SUITS[self]

    @property
    def red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit: ``h``, ``H``, ``♥``.

        Raises:
            ParseError: If the text is not a suit.
        """
        suit = _SUIT_BY_TEXT.get(text.lower()) if isinstance(text, str) else None
        if suit is None:
            raise ParseError(f"{brief(text)} is not a suit: give one of {_SUITS}")
        return suit

    def __str__(self) -> str:
        return _SYMBOLS[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "cdhs"
_SYMBOLS: Final = "♣♦♥♠"
_HOLLOW: Final = "♧♢♡♤"
_RANK_BY_TEXT: Final = {rank.code: rank for rank in Rank} | {"10": Rank.TEN}
_SUIT_BY_TEXT: Final = {text: suit for suit in Suit for text in (suit.code, _SYMBOLS[suit], _HOLLOW[suit])}


class Card(Immutable, int):
    """A playing card, and the move that plays it.

    A card is a small integer, its place in the canonical deck of 52 (``2c`` is 0, ``As`` is 51), so that cards
    compare, sort and hash at the speed of integers. There is one object for each card: ``Card("Qh") is
    Card("Q♥")``. Every card is true in a boolean context.

    Args:
        text: A card in any of the accepted forms: ``Qh``, ``QH``, ``10h``, ``T♥``. A card is returned unchanged.

    Raises:
        ParseError: If the text is not a card.
    """

    __slots__ = ()

    def __new__(cls, text: str | Card) -> Card:
        """Return the object of a card."""
        if isinstance(text, Card):
            return text
        card = _BY_TEXT.get(text) if isinstance(text, str) else None
        if card is None:
            card = _read(text)
        return card

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card, as the constructor does: ``Qh``, ``10h``, ``T♥``.

        Raises:
            ParseError: If the text is not a card.
        """
        return cls(text)

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """Return the card of a rank and suit.

        Raises:
            ValueError: If a number is given that is not a rank or suit.
        """
        return _CARDS[4 * (Rank(rank) - 2) + Suit(suit)]

    @property
    def rank(self) -> Rank:
        """The rank of the card."""
        return _RANK_OF[self]

    @property
    def suit(self) -> Suit:
        """The suit of the card."""
        return _SUIT_OF[self]

    @property
    def code(self) -> str:
        """The card in interchange notation: two characters, rank and suit, as in ``Th``."""
        return _CODE_OF[self]

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card({self.code!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.code,)


_RANK_OF: Final = tuple(rank for rank in Rank for _ in Suit)
_SUIT_OF: Final = tuple(suit for _ in Rank for suit in Suit)
_CODE_OF: Final = tuple(rank.code + suit.code for rank in Rank for suit in Suit)
_CARDS: Final = tuple(int.__new__(Card, place) for place in range(52))
_BY_TEXT: Final = {card.code: card for card in _CARDS}
_FORM: Final = re.compile(f"(10|[{_RANKS}])([{_SUITS}]|[{_SYMBOLS}{_HOLLOW}]\ufe0f?)", re.IGNORECASE | re.ASCII)


_DECKS: Final = {
    size: tuple(card for card in _CARDS if card.rank >= smallest)
    for size, smallest in ((52, Rank.TWO), (36, Rank.SIX), (32, Rank.SEVEN))
}


def _read(text: object) -> Card:
    found = _FORM.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ParseError(f"{brief(text)} is not a card: give a rank of {_RANKS} and a suit of {_SUITS}, as in Qh")
    return Card.of(Rank.parse(found[1]), Suit.parse(found[2][0]))


def deck(size: int = 52) -> tuple[Card, ...]:
    """Return a deck in canonical order: by rank, from the lowest, then clubs, diamonds, hearts, spades.

    Args:
        size: 52 (2 to A), 36 (6 to A) or 32 (7 to A).

    Raises:
        ParseError: If there is no deck of that size.
    """
    number = plain_integer(size)
    if type(number) is not int or number not in _DECKS:
        raise ParseError(f"there is no deck of {brief(size)} cards: give 52, 36 or 32")
    return _DECKS[number]


def cards_from(text: str) -> tuple[Card, ...]:
    """Read cards written one after the other without spaces: ``9c4hJd``.

    Raises:
        ParseError: If two characters are not a card.
    """
    return tuple(Card(text[place : place + 2]) for place in range(0, len(text), 2))


def codes(cards: Iterable[Card]) -> str:
    """Write cards one after the other without spaces: ``9c4hJd``."""
    return "".join([_CODE_OF[card] for card in cards])
