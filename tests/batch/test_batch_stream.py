"""The random numbers of batches: agreement of kernels and specification, and statistical tests."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _batch import written
from hockey_cards import ParseError, ShoeError, variant
from hockey_cards.batch import BatchShoe, simulate
from hockey_cards.batch.rng import MAX_PRODUCT, Stream, key_of, pick_rows, shuffle_rows
from hockey_cards.cards import codes, deck

BREAKAWAY = variant("breakaway")
RANDOM = ("random", "random")


def _unlikely(counts: Any, expected: float) -> float:
    """Return by how many standard deviations chi-square exceeds its mean."""
    freedom = np.size(counts) - 1
    return float((((np.asarray(counts) - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom))


def test_stream_is_as_specified() -> None:
    """Some words and a pack of game 3 of seed 7, which stay the same in all versions."""
    assert (0xE9415522007C3A49, 0xD11A6945947A8E17) == key_of(7)
    words = [Stream(7, 3).word(*place) for place in ((0, 0, 0), (2, 1, 5), (1000, 2, 1024))]
    assert [0xF444E93ACD1B5834, 0x0F9CA4CCE6B00029, 0x1D87391F69F7C643] == words
    pack = "9hTc2s4d8c2h9dJc6d3dAc6h8s7h4hAd9s6sQcKsQs7c3c5sKcTdQh7dTsAs3h8d5c3s7s8h9cThAh4sKd6c5dJhQdKh5h2dJd4cJs2c"
    assert pack == codes(BatchShoe(7, 3).pack(0))


@given(st.integers(0, 2**32), st.integers(0, 2**40))
def test_kernels_deal_the_packs_of_the_shoe(seed: int, game: int) -> None:
    """A kernel shuffles the packs of the shoe in plain Python."""
    for key in ("breakaway", "rink"):
        played = variant(key)
        tape = written(played, RANDOM, seed=seed, game=game)
        shoe = BatchShoe(seed, game, played.rules.deck)
        assert [list(shoe.pack(period)) for period in range(len(tape.packs))] == tape.packs.tolist()


@pytest.mark.parametrize("size", [32, 36, 52])
def test_packs_are_whole(size: int) -> None:
    """A pack contains each card of the deck once."""
    assert sorted(BatchShoe(1, 2, deck(size)).pack(5)) == list(deck(size))


def test_neighbours_are_unrelated() -> None:
    """The words of neighbouring games and seeds are all different."""
    words = Counter(
        Stream(seed, game).word(period, use, number)
        for seed in range(5)
        for game in range(5)
        for period in range(5)
        for use in range(3)
        for number in range(50)
    )
    assert set(words.values()) == {1}


def test_bits_of_words_are_random() -> None:
    """Each bit of a word is set half the time, and equals that of the next word, game and seed half the time."""
    words = np.array(
        [[Stream(seed, game).word(0, 0, n) for n in range(40)] for seed in range(20) for game in range(20)], np.uint64
    )
    bits = (words[:, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    for drawn in (bits, bits[:, 1:] ^ bits[:, :-1], bits[1:] ^ bits[:-1], bits[20:] ^ bits[:-20]):
        flat = drawn.reshape(-1, 64)
        deviations = (flat.mean(axis=0) - 0.5) * 2 * np.sqrt(len(flat))
        assert np.abs(deviations).max() < 4.5
        assert 0.4 < np.square(deviations).mean() < 1.8


def test_every_card_is_equally_likely_in_every_place() -> None:
    """So are all pairs of neighbours."""
    packs = np.array([BatchShoe(1, game).pack(0) for game in range(5200)])
    places = np.array([np.bincount(packs[:, place], minlength=52) for place in range(52)])
    assert _unlikely(places, 100) < 4
    pairs = np.bincount(packs[:, :-1].astype(int).ravel() * 52 + packs[:, 1:].ravel(), minlength=52 * 52)
    assert _unlikely(pairs[pairs > 0], 5200 * 51 / (52 * 51)) < 4
    assert np.count_nonzero(pairs) == 52 * 51


def test_orders_of_a_small_deck_are_equally_likely() -> None:
    """All 120 orders of five cards are equally frequent."""
    orders = Counter(BatchShoe(5, game, deck()[:5]).pack(0) for game in range(12_000))
    assert set(permutations(deck()[:5])) == set(orders)
    assert _unlikely(list(orders.values()), 100) < 4


def test_random_players_choose_evenly() -> None:
    """Each legal card is equally likely, also in hands with illegal cards."""
    game = variant("block").house(packets=[4], periods=1, stop_ranks="2345678", stop_may_lead="never")
    chosen = Counter[int]()
    for number in range(6000):
        tape = written(game, RANDOM, seed=2, game=number)
        legal = sorted(card for card in tape.packs[0, :16:4] if not 0 <= card >> 2 <= 6)
        if len(legal) == 3:
            chosen[legal.index(tape.moves[0])] += 1
    assert chosen.total() > 1000
    assert _unlikely([chosen[place] for place in range(3)], chosen.total() / 3) < 3


@given(st.lists(st.integers(1, 52), min_size=1, max_size=60))
def test_picks_of_a_word_have_a_bounded_product(bounds: list[int]) -> None:
    """The rows contain all bounds in order, and no product exceeds the maximum."""
    rows = [list(row) for row in pick_rows(bounds)]
    assert bounds == [bound for row in rows for bound in row]
    assert max(map(prod, rows)) <= MAX_PRODUCT


def test_dice_of_a_word_are_exact() -> None:
    """After rejection every outcome has the same number of words, shown for words of four bits."""
    assert [list(range(2, 8)), [8, 9]] == [list(row) for row in shuffle_rows(9)]
    for bounds in ([3], [2, 3], [5, 2], [3, 3]):
        outcomes = Counter[tuple[int, ...]]()
        for start in range(16):
            word, dice = start, list[int]()
            if word * prod(bounds) % 16 < 16 % prod(bounds):
                continue
            for bound in bounds:
                dice.append(word * bound // 16)
                word = word * bound % 16
            outcomes[tuple(dice)] += 1
        assert len(outcomes) == prod(bounds)
        assert len(set(outcomes.values())) == 1


def test_a_batch_depends_on_its_seed() -> None:
    """Similar seeds give different games; an integer and its digits are the same seed."""
    scores = [simulate("saves", RANDOM, 50, seed=seed).score.tolist() for seed in (1, 2, "1", "one", b"\1" * 32)]
    assert scores[0] == scores[2]
    assert len({str(score) for score in scores}) == 4


def test_shoes_refuse_invalid_numbers_and_seeds() -> None:
    with pytest.raises(ShoeError, match="there is no game -1"):
        BatchShoe(1, -1)
    with pytest.raises(ShoeError, match="there is no period -1"):
        BatchShoe(1, 1).pack(-1)
    with pytest.raises(ParseError):
        BatchShoe(1.5, 1)  # type: ignore[arg-type]  # that is the test
