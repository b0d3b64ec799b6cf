"""Shoes, seeds and the shuffle: the source of all packs."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, Protocol

import attrs

from hockey_cards.cards import Card, cards_from, codes, deck
from hockey_cards.errors import ParseError, ShoeError, brief
from hockey_cards.integers import index_below, integer

Seed = bytes | int | str
"""A seed: 32 bytes, or an integer or text that is hashed to 32 bytes."""

_MAX_DIGITS: Final = 4096
_PERIODS: Final = 2**32


class Shoe(Protocol):
    """A frozen source of packs: one shuffled deck for each period."""

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the pack of a period, in deal order; every call returns the same.

        Args:
            period: The period, from 0, overtime included.

        Raises:
            ShoeError: If the shoe has no pack for the period.
        """
        ...


def seed32(seed: Seed) -> bytes:
    """Return the 32 bytes of a seed.

    A seed of 32 bytes is returned unchanged. The decimal digits of an integer, or a text in UTF-8, are hashed with
    SHA-256, so 7 and ``"7"`` are the same seed.

    Raises:
        ParseError: If the value is not a seed.
    """
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    text = seed if isinstance(seed, str) else integer(seed)
    if text is None:
        raise ParseError(f"a seed must be an integer, a text or 32 bytes, not {_named(seed)}")
    return hashlib.sha256(b"hockey-cards-seed/1:" + _text(text)).digest()


def seed_text(seed: Seed) -> str:
    """Return a seed as text: bytes in hex."""
    number = integer(seed)
    return seed.hex() if isinstance(seed, bytes) else str(seed) if number is None else str(number)


def derive(seed: Seed, *labels: int | str) -> bytes:
    """Derive 32 bytes from a seed by name: ``derive(seed, "deal", 17)``.

    Different labels give unrelated bytes, in whatever order they are derived.

    Raises:
        ParseError: If the seed is not a seed, or a label is neither an integer nor a text.
    """
    hashed = hashlib.sha256(b"hockey-cards-derive/1:" + seed32(seed))
    for label in labels:
        given = label if isinstance(label, str) else integer(label)
        if given is None:
            raise ParseError(f"a label must be an integer or a text, not {_named(label)}")
        text = _text(given)
        hashed.update(len(text).to_bytes(4, "big") + text)
    return hashed.digest()


def _drawn(seed: Seed | None) -> bytes:
    return secrets.token_bytes(32) if seed is None else seed32(seed)


def _pack(cards: str | Iterable[Card | str]) -> tuple[Card, ...]:
    return cards_from(cards) if isinstance(cards, str) else tuple(Card(card) for card in cards)


@attrs.frozen
class Seeded:
    """A shoe that shuffles by a seed: the same packs on every Python and in any language.

    Args:
        seed: The seed, stored as its 32 bytes; None draws 32 random bytes.
        deck: The cards to shuffle, 2 to 256 of them, in canonical order.

    Raises:
        ParseError: If the seed is not a seed, or the deck holds anything but cards.
        ShoeError: If the deck is too small or too large to shuffle.
    """

    seed: bytes = attrs.field(default=None, converter=_drawn)
    deck: tuple[Card, ...] = attrs.field(default=deck(), converter=_pack)

    def __attrs_post_init__(self) -> None:
        if not 2 <= len(self.deck) <= 256:
            raise ShoeError(f"a deck of {len(self.deck)} cards cannot be shuffled: give 2 to 256 cards")

    @property
    def commitment(self) -> str:
        """A hash of the seed, in hex: publish it before play, and reveal the seed afterwards.

        It hides only a seed that cannot be guessed: for real play let the shoe draw its own.
        """
        return hashlib.sha256(b"hockey-cards-commit/1:" + self.seed).hexdigest()

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the pack of a period, shuffled without bias by the SHAKE-256 bytes of seed and period.

        Raises:
            ShoeError: If the period is not in the range 0 to 2**32 - 1.
        """
        number = index_below(period, _PERIODS)
        if number is None:
            raise ShoeError(f"there is no period {brief(period)}: give 0 to {_PERIODS - 1}")
        cards = list(self.deck)
        draw = chain.from_iterable(_bytes(self.seed + number.to_bytes(4, "big"))).__next__
        for last in range(len(cards) - 1, 0, -1):
            limit = 256 - 256 % (last + 1)
            while (byte := draw()) >= limit:
                pass
            place = byte % (last + 1)
            cards[last], cards[place] = cards[place], cards[last]
        return tuple(cards)


def _packs(packs: Iterable[str | Iterable[Card | str]]) -> tuple[tuple[Card, ...], ...]:
    if isinstance(packs, str):
        raise ParseError("a stacked shoe takes a list of packs, one for each period, not a single text")
    return tuple(_pack(cards) for cards in packs)


@attrs.frozen(repr=False)
class Stacked:
    """A shoe with given packs, one for each period, in deal order.

    Args:
        packs: For each period its cards, or their codes one after the other (``"9c4hJd..."``).

    Raises:
        ParseError: If a code is not a card.
    """

    packs: tuple[tuple[Card, ...], ...] = attrs.field(converter=_packs)

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the pack of a period.

        Raises:
            ShoeError: If none was given for the period.
        """
        number = index_below(period, len(self.packs))
        if number is None:
            raise ShoeError(f"the stacked shoe has {len(self.packs)} packs, none for period {brief(period)}")
        return self.packs[number]

    def __repr__(self) -> str:
        return f"Stacked({[codes(pack) for pack in self.packs]!r})"


@attrs.frozen
class Continued:
    """A shoe with given packs for the first periods, and shuffled ones after them: the shoe of an imagined game.

    Args:
        packs: The packs of the first periods, in deal order.
        later: The shoe of the periods after them.
    """

    packs: tuple[tuple[Card, ...], ...]
    later: Seeded

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the pack of a period: a given one, or that of the later shoe.

        Raises:
            ShoeError: If the period is not in the range 0 to 2**32 - 1.
        """
        number = index_below(period, len(self.packs))
        return self.later.pack(period) if number is None else self.packs[number]


def _named(value: object) -> str:
    return f"{len(value)} bytes" if isinstance(value, bytes) else f"a value of type {type(value).__name__}"


def _text(value: int | str) -> bytes:
    """Return an integer in decimal digits, or a text, in UTF-8."""
    try:
        # Enumerations and cards have a `str` of their own, which is not wanted here.
        text = (int.__repr__(value) if isinstance(value, int) else str.__str__(value)).encode()
    except UnicodeEncodeError as error:
        raise ParseError(
            f"a seed or label cannot be encoded: UTF-8 has no character {error.object[error.start]!r}"
        ) from None
    except ValueError:  # Python refuses to write integers of thousands of digits
        raise ParseError(f"a seed or label of thousands of digits is too long: give at most {_MAX_DIGITS}") from None
    if isinstance(value, int) and len(text) > _MAX_DIGITS:
        raise ParseError(f"a seed or label of {len(text)} digits is too long: give at most {_MAX_DIGITS}")
    return text


def _bytes(key: bytes) -> Iterator[bytes]:
    """Yield the endless bytes of SHAKE-256 in chunks, computing a longer digest when one is used up."""
    shake = hashlib.shake_256(b"hockey-cards-shuffle/1:" + key)
    used, size = 0, 256
    while True:
        yield shake.digest(size)[used:]
        used, size = size, 2 * size
