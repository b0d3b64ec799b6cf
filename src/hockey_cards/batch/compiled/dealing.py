"""Random words, the shuffle and picks in compiled code, as ``rng`` specifies them."""

from __future__ import annotations

import numpy as np

from hockey_cards.batch import rng
from hockey_cards.batch.compiled.arrays import Array, Dice, Recording, Word
from hockey_cards.batch.compiled.jit import fold, inlined, times, unsigned

# In compiled code an unsigned and a signed number of 64 bits make a float: words meet only unsigned numbers.
ONE: Word = np.uint64(1)
PERIOD: Word = np.uint64(rng.PERIOD_STEP)
USE: Word = np.uint64(rng.USE_STEP)
_GAME_STEP: Word = np.uint64(rng.GAME_STEP)
_WORD_STEP: Word = np.uint64(rng.WORD_STEP)
_ATTEMPT: Word = np.uint64(rng.ATTEMPT_STEP)
(_SHIFT_1, _FACTOR_1), (_SHIFT_2, _FACTOR_2) = ((np.uint64(shift), np.uint64(factor)) for shift, factor in rng.MIX)
_SHIFT_3: Word = np.uint64(rng.MIX_LAST)
_SHUFFLED: int = rng.SHUFFLED

NO_PICK = 63
"""The place of a first pick that is never good, so that there is a second pick."""

Numbers = tuple[Word, Word]
"""The two numbers of a game, or of a batch."""


@inlined
def _mix(number: Word) -> Word:
    number = (number ^ (number >> _SHIFT_1)) * _FACTOR_1
    number = (number ^ (number >> _SHIFT_2)) * _FACTOR_2
    return number ^ (number >> _SHIFT_3)


@inlined
def numbers_of(key: Numbers, game: int) -> Numbers:
    """Return the two numbers of a game."""
    base = _mix(key[0] + unsigned(game) * _GAME_STEP)
    return base, _mix(key[1] + base)


@inlined
def word_of(game: Numbers, number: Word) -> Word:
    """Return a word of a game."""
    place = game[0] + number * _WORD_STEP
    return fold(place, place ^ game[1])


@inlined
def dice(game: Numbers, number: Word, product: Word, limit: Word) -> tuple[Word, Word]:
    """Return a word that dice may be read off, and the number of the next word."""
    word = word_of(game, number)
    while word * product < limit:
        number += ONE
        word = word_of(game, number)
    return word, number + ONE


@inlined
def shuffle(pack: Array, rows: Dice, game: Numbers, number: Word, cards: int, lowest: int) -> None:
    """Shuffle the cards.

    All rows but the last have the same number of dice, which the compiler knows, so that it unrolls the loop.
    """
    pack[0] = lowest
    last = len(rows.products[0]) - 1
    for row in range(last):
        word, number = dice(game, number, rows.products[0, row], rows.limits[0, row])
        for place in range(_SHUFFLED * row + 1, _SHUFFLED * row + _SHUFFLED + 1):
            die, word = times(word, place + 1)
            pack[place] = pack[die]
            pack[die] = place + lowest
    word, number = dice(game, number, rows.products[0, last], rows.limits[0, last])
    for place in range(_SHUFFLED * last + 1, cards):
        die, word = times(word, place + 1)
        pack[place] = pack[die]
        pack[die] = place + lowest


@inlined
def pick_good(game: Numbers, number: Word, good: int, first: int) -> int:
    """Return the first pick if it is in the bit set of good ones, else a second pick among these."""
    if good >> first & 1:
        return first
    count = count_bits(good)
    product = unsigned(count)
    limit = (~product + ONE) % product
    word = word_of(game, number)
    while word * product < limit:
        number += _ATTEMPT
        word = word_of(game, number)
    after, _ = times(word, count)
    for _ in range(after):
        good &= good - 1
    each = 0
    while not good >> each & 1:
        each += 1
    return each


@inlined
def record_pack(recording: Recording, pack: Array, period: int, cards: int) -> None:
    """Write the pack of a period into a recording, or take the one that it gives."""
    for place in range(cards):
        if recording.given:
            pack[place] = recording.packs[period, place]
        else:
            recording.packs[period, place] = pack[place]


@inlined
def count_bits(numbers: int) -> int:
    """Return the size of a bit set."""
    count = 0
    while numbers:
        numbers &= numbers - 1
        count += 1
    return count
