"""The random numbers of a batch, in plain Python: the specification that the compiled kernels are held to.

All arithmetic is on unsigned numbers of 64 bits. Nothing is drawn in sequence from one game to the next, so a game
is the same whatever is played before it, and on however many threads.

- The key of a batch is the first 16 bytes of ``derive(seed, "batch", 1)``, two numbers k0 and k1, big-endian. Seeds
  that resemble each other have keys that do not.
- ``mix(z)``: z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9; z = (z ^ z >> 27) * 0x94d049bb133111eb; z ^ z >> 31.
- Game g, from 0, has two numbers: a = mix(k0 + g * 0x9e3779b97f4a7c15) and b = mix(k1 + a).
- Word n of a game: with s = a + n * 0xa0761d6478bd642f, the product of s and s ^ b, its high half ^ its low half.
- Period p, from 0, counts its words from p * 1048583: those of the pack from there, those of the first picks from
  262147 further on, those of the second picks from twice that. (These are the first primes above 2**20 and 2**18.)
- Dice: several numbers below bounds are read off one word x. Let B be the product of the bounds. A word for which
  x * B mod 2**64 < 2**64 mod B is passed over for the next one. Then for each bound in turn the number is the high half
  of x * bound, and the low half is the next x. All outcomes are equally likely, without any bias.
- The pack: the canonical deck, and dice of the bounds 2, 3, .. up to the number of cards, six of them from each word;
  for each place i from 1 up, the card there and the one at the place that the die says change places.
- Hands of the pile keep the order in which they were dealt. The card that is drawn takes the place of the one played;
  else the last card of the hand does.
- First picks in the pile: dice of the sizes of the hands, play by play, from each word as many, in a row, as have a
  product up to 2**40. In a rink word n serves run n, with dice of the numbers of choices; choices count from a to d and
  from g1 to g2. What a first pick says is played if it is one of the good moves: those legal moves that the player
  thinks most of.
- Second picks: else a die of the number of good moves, in their order, says which. In the pile the play of number n in
  the period reads word n; in a rink choice c of run r reads word 8 * r + c, all from 0. A word that is passed over
  is followed by that 1031 further on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import prod
from typing import Final

import attrs

from hockey_cards.cards import Card
from hockey_cards.cards import deck as cards_of
from hockey_cards.errors import ShoeError
from hockey_cards.shoe import Seed, derive, seed32

WORD: Final = 2**64
GAME_STEP: Final = 0x9E3779B97F4A7C15
WORD_STEP: Final = 0xA0761D6478BD642F
MIX: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
MIX_LAST: Final = 31
PERIOD_STEP: Final = 1048583
"""A period counts its words from its number times this."""
USE_STEP: Final = 262147
"""The three uses of words in a period count theirs from 0, 1 and 2 times this."""
ATTEMPT_STEP: Final = 1031
"""The word of a second pick is, if it is passed over, followed by that so much further on."""
ROOM: Final = 2**40
"""The picks of one word have bounds with a product up to this: one word in 2**24 or fewer is passed over."""
SHUFFLED: Final = 6
"""A shuffle takes so many dice from each word."""


def key_of(seed: Seed) -> tuple[int, int]:
    """Return the key of a batch.

    Raises:
        ParseError: If the seed is no seed.
    """
    found = derive(seed, "batch", 1)
    return int.from_bytes(found[:8], "big"), int.from_bytes(found[8:16], "big")


def mix(number: int) -> int:
    """Scramble 64 bits, one to one."""
    for shift, factor in MIX:
        number = (number ^ number >> shift) * factor % WORD
    return number ^ number >> MIX_LAST


def shuffle_rows(cards: int) -> Iterator[Sequence[int]]:
    """Return the bounds of the shuffle of so many cards, cut into the dice of one word each."""
    return (range(start, min(start + SHUFFLED, cards + 1)) for start in range(2, cards + 1, SHUFFLED))


def pick_rows(bounds: Iterable[int]) -> Iterator[Sequence[int]]:
    """Cut the bounds of picks into the dice of one word each."""
    row: list[int] = []
    for bound in bounds:
        if row and prod(row) * bound > ROOM:
            yield row
            row = []
        row.append(bound)
    yield row


@attrs.frozen
class Stream:
    """The words of one game, and what is drawn from them.

    Args:
        seed: The seed of the batch, as 32 bytes.
        game: The number of the game.
    """

    seed: bytes = attrs.field(converter=seed32)
    game: int

    _numbers: tuple[int, int] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        first, second = key_of(self.seed)
        base = mix((first + self.game * GAME_STEP) % WORD)
        object.__setattr__(self, "_numbers", (base, mix((second + base) % WORD)))

    def word(self, period: int, use: int, number: int) -> int:
        """Return a word.

        Args:
            period: The period, from 0.
            use: 0 for the pack, 1 for the first picks, 2 for the second picks.
            number: The number of the word, from 0.
        """
        base, other = self._numbers
        place = (base + (period * PERIOD_STEP + use * USE_STEP + number) * WORD_STEP) % WORD
        product = place * (place ^ other)
        return product // WORD ^ product % WORD

    def dice(self, period: int, use: int, rows: Iterable[Sequence[int]]) -> Iterator[int]:
        """Draw a number below each bound, the bounds of a row from one word."""
        words = (self.word(period, use, number) for number in count())
        for row in rows:
            yield from _read(words, row)

    def read(self, period: int, use: int, number: int, bounds: Sequence[int]) -> Iterator[int]:
        """Draw a number below each bound from one word."""
        return _read(iter([self.word(period, use, number)]), bounds)

    def die(self, period: int, number: int, bound: int) -> int:
        """Draw the second pick of a number, below a bound."""
        words = (self.word(period, 2, number + attempt * ATTEMPT_STEP) for attempt in count())
        return next(_read(words, [bound]))


def _read(words: Iterator[int], bounds: Sequence[int]) -> Iterator[int]:
    product = prod(bounds)
    word = next(word for word in words if word * product % WORD >= WORD % product)
    for bound in bounds:
        yield word * bound // WORD
        word = word * bound % WORD


@attrs.frozen
class BatchShoe:
    """The shoe of one game of a batch: the packs that the kernel shuffles, in plain Python.

    Args:
        seed: The seed of the batch.
        game: The number of the game, from 0.
        deck: The cards to shuffle, in canonical order.

    Raises:
        ParseError: If the seed is no seed.
        ShoeError: If the number of the game is negative.
    """

    seed: bytes = attrs.field(converter=seed32)
    game: int
    deck: tuple[Card, ...] = cards_of()

    def __attrs_post_init__(self) -> None:
        if self.game < 0:
            raise ShoeError(f"there is no game {self.game}: games are counted from 0")

    def pack(self, period: int) -> tuple[Card, ...]:
        """Shuffle the pack of a period, as the head of the module says.

        Raises:
            ShoeError: If the period is negative.
        """
        if period < 0:
            raise ShoeError(f"there is no period {period}: periods are counted from 0")
        return _pack(self, period)


@lru_cache(maxsize=256)
def _pack(shoe: BatchShoe, period: int) -> tuple[Card, ...]:
    pack = list(shoe.deck)
    dice = Stream(shoe.seed, shoe.game).dice(period, 0, shuffle_rows(len(pack)))
    for place, die in enumerate(dice, 1):
        pack[place], pack[die] = pack[die], pack[place]
    return tuple(pack)
