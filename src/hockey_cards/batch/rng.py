"""The random numbers of a batch in plain Python: the specification that the compiled kernels are tested against.

All arithmetic is on unsigned integers of 64 bits. No game takes its numbers from where another one stopped, so a game
is the same whatever is played before it, and on any number of threads.

- The key of a batch is the first 16 bytes of ``derive(seed, "batch", 1)``, two numbers k0 and k1, big-endian. Similar
  seeds have unrelated keys.
- ``mix(z)``: z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9; z = (z ^ z >> 27) * 0x94d049bb133111eb; z ^ z >> 31.
- Game g, from 0, has two numbers: a = mix(k0 + g * 0x9e3779b97f4a7c15) and b = mix(k1 + a).
- Word n of a game: with s = a + n * 0xa0761d6478bd642f, the product of s and s ^ b, its high half ^ its low half.
- Period p, from 0, counts its words from p * 1048583: those of the pack start there, those of the first picks 262147
  later, those of the second picks twice that later. (These are the first primes above 2**20 and 2**18.)
- Dice: several numbers below bounds are read off one word x. Let B be the product of the bounds. A word for which
  x * B mod 2**64 < 2**64 mod B is rejected, and the next one is taken. Then for each bound in turn the number is the
  high half of x * bound, and the low half is the next x. All outcomes are equally likely, without bias.
- The pack: the canonical deck, and dice of the bounds 2, 3, .. up to the number of cards, six of them from each word;
  for each place i from 1 up, the card there is swapped with the one at the place that the die gives.
- Hands in the pile family keep the order in which they were dealt. A card that is drawn takes the place of the one
  played; where none is drawn, the last card of the hand does.
- First picks in the pile family: dice of the sizes of the hands, play by play, from each word as many in a row as have
  a product up to 2**40. In the rink word n serves run n, with dice of the numbers of choices; choices count from a to d
  and from g1 to g2. A first pick is played if it is one of the good moves: the legal moves that the player rates
  highest.
- Second picks: otherwise a die of the number of good moves, in their order, decides. In the pile family play n of the
  period reads word n; in the rink choice c of run r reads word 8 * r + c, all from 0. A rejected word is followed by
  the word 1031 further on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import prod
from typing import Final, TypeVar

import attrs

from hockey_cards.cards import Card
from hockey_cards.cards import deck as cards_of
from hockey_cards.errors import ShoeError, brief
from hockey_cards.integers import plain_integer
from hockey_cards.shoe import Seed, derive, seed32

Choice = TypeVar("Choice")

WORD: Final = 2**64
"""The number of different words."""
GAME_STEP: Final = 0x9E3779B97F4A7C15
WORD_STEP: Final = 0xA0761D6478BD642F
MIX: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
MIX_LAST: Final = 31
PERIOD_STEP: Final = 1048583
"""The distance between the words of one period and the next."""
USE_STEP: Final = 262147
"""The distance between the words of the three uses in a period: the pack, first picks and second picks."""
ATTEMPT_STEP: Final = 1031
"""The distance from a rejected word of a second pick to the word that replaces it."""
MAX_PRODUCT: Final = 2**40
"""The greatest product of the bounds of one word's picks: at most one word in 2**24 is rejected."""
SHUFFLED: Final = 6
"""The number of dice that a shuffle reads off each word."""


def key_of(seed: Seed) -> tuple[int, int]:
    """Return the key of a batch.

    Raises:
        ParseError: If the seed is not a valid seed.
    """
    found = derive(seed, "batch", 1)
    return int.from_bytes(found[:8], "big"), int.from_bytes(found[8:16], "big")


def mix(number: int) -> int:
    """Return 64 bits scrambled; no two numbers have the same result."""
    for shift, factor in MIX:
        number = (number ^ number >> shift) * factor % WORD
    return number ^ number >> MIX_LAST


def shuffle_rows(cards: int) -> Iterator[Sequence[int]]:
    """Return the bounds of the shuffle of a number of cards, cut into the dice of one word each."""
    return (range(start, min(start + SHUFFLED, cards + 1)) for start in range(2, cards + 1, SHUFFLED))


def pick_rows(bounds: Iterable[int]) -> Iterator[Sequence[int]]:
    """Cut the bounds of picks into the dice of one word each."""
    row: list[int] = []
    for bound in bounds:
        if row and prod(row) * bound > MAX_PRODUCT:
            yield row
            row = []
        row.append(bound)
    yield row


@attrs.frozen
class Stream:
    """The random words of one game, and the dice and picks that they give.

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
        """Return one word.

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
        """Draw a number below each bound, those of a row from one word."""
        words = (self.word(period, use, number) for number in count())
        for row in rows:
            yield from _read(words, row)

    def read(self, period: int, use: int, number: int, bounds: Sequence[int]) -> Iterator[int]:
        """Draw a number below each bound from one word."""
        return _read(iter([self.word(period, use, number)]), bounds)

    def die(self, period: int, number: int, bound: int) -> int:
        """Draw a number below a bound from a word of the second picks."""
        words = (self.word(period, 2, number + attempt * ATTEMPT_STEP) for attempt in count())
        return next(_read(words, [bound]))

    def pick(self, period: int, number: int, first: Choice, good: Sequence[Choice]) -> Choice:
        """Return the first pick if it is one of the good moves, else a second pick among these.

        Args:
            period: The period, from 0.
            number: The number of the word of the second pick, from 0.
            first: The first pick.
            good: The good moves in their order.
        """
        return first if first in good else good[self.die(period, number, len(good))]


def _read(words: Iterator[int], bounds: Sequence[int]) -> Iterator[int]:
    product = prod(bounds)
    word = next(word for word in words if word * product % WORD >= WORD % product)
    for bound in bounds:
        yield word * bound // WORD
        word = word * bound % WORD


@attrs.frozen
class BatchShoe:
    """The shoe of one game of a batch: the packs that the kernel shuffles, computed in plain Python.

    Args:
        seed: The seed of the batch.
        game: The number of the game, from 0.
        deck: The cards to shuffle, in canonical order.

    Raises:
        ParseError: If the seed is not a valid seed.
        ShoeError: If the number of the game is negative.
    """

    seed: bytes = attrs.field(converter=seed32)
    game: int = attrs.field(converter=plain_integer)
    deck: tuple[Card, ...] = cards_of()

    def __attrs_post_init__(self) -> None:
        if type(self.game) is not int or self.game < 0:
            raise ShoeError(f"there is no game {brief(self.game)}: games are numbered from 0")

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the shuffled pack of a period.

        Raises:
            ShoeError: If the period is negative.
        """
        number = plain_integer(period)
        if type(number) is not int or number < 0:
            raise ShoeError(f"there is no period {brief(period)}: periods are numbered from 0")
        return _pack(self, number)


@lru_cache(maxsize=256)
def _pack(shoe: BatchShoe, period: int) -> tuple[Card, ...]:
    pack = list(shoe.deck)
    dice = Stream(shoe.seed, shoe.game).dice(period, 0, shuffle_rows(len(pack)))
    for place, die in enumerate(dice, 1):
        pack[place], pack[die] = pack[die], pack[place]
    return tuple(pack)
