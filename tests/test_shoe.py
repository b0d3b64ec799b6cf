"""Shoes, seeds and version 1 of the shuffle."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import _independent as independent
from hockey_cards import Card, Game, ParseError, Rank, Seeded, ShoeError, Stacked, deck, derive, variants
from hockey_cards.cards import cards_from, codes
from hockey_cards.shoe import seed32

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(independent.SHUFFLE_VECTORS.read_text("utf-8"))
SEEDS = st.integers(-(10**30), 10**30) | st.text() | st.binary(min_size=32, max_size=32)
LABELS = st.lists(st.integers() | st.text(), max_size=4)


class Word(str, Enum):  # noqa: UP042  a StrEnum shows as its text
    """A string subclass with another ``str``."""

    LEMON = "lemon"


def test_vectors_of_seeds() -> None:
    """The bytes and the commitment of each seed in the test vectors agree with an independent implementation."""
    for vector in VECTORS["seeds"]:
        shoe = Seeded(independent.read_seed(vector["seed"]))
        assert (vector["seed32"], vector["commitment"]) == (shoe.seed.hex(), shoe.commitment)


def test_vectors_of_packs() -> None:
    """The packs of the test vectors: all kinds of seeds, all decks, the first periods and the last possible one."""
    for vector in VECTORS["packs"]:
        shoe = Seeded(independent.read_seed(vector["seed"]), deck(vector["deck"]))
        assert vector["pack"] == codes(shoe.pack(vector["period"]))


def test_vectors_of_derived_seeds() -> None:
    for vector in VECTORS["derived"]:
        assert vector["bytes"] == derive(independent.read_seed(vector["seed"]), *vector["labels"]).hex()


def test_vectors_are_complete() -> None:
    """The file of test vectors is what its program writes."""
    assert VECTORS == json.loads(json.dumps(independent.shuffle_vectors()))


@given(SEEDS, st.integers(0, 2**32 - 1), st.sampled_from([32, 36, 52]))
def test_shuffle_is_the_one_described(seed: int | str | bytes, period: int, size: int) -> None:
    """An independent implementation of the specification deals the same cards."""
    assert independent.pack(seed, period, deck(size)) == list(Seeded(seed, deck(size)).pack(period))


@given(SEEDS, st.integers(2, 256))
def test_shuffle_of_other_decks(seed: int | str | bytes, size: int) -> None:
    """Decks of 2 to 256 cards, possibly with duplicates, are shuffled in the same way."""
    cards = (deck() * 5)[:size]
    pack = Seeded(seed, cards).pack(0)
    assert independent.pack(seed, 0, cards) == list(pack)
    assert sorted(cards) == sorted(pack)


@pytest.mark.parametrize("size", [0, 1, 257])
def test_decks_too_small_or_large_to_shuffle(size: int) -> None:
    with pytest.raises(ShoeError, match="2 to 256"):
        Seeded(7, (deck() * 5)[:size])


@given(SEEDS, LABELS)
def test_seeds_and_derived_seeds_are_those_described(seed: int | str | bytes, labels: list[int | str]) -> None:
    assert independent.seed32(seed) == seed32(seed)
    assert independent.derive(seed, labels) == derive(seed, *labels)
    assert independent.commitment(seed) == Seeded(seed).commitment


@given(st.integers())
def test_number_and_its_digits_are_one_seed(number: int) -> None:
    """7 and ``"7"`` are the same seed, and the same label."""
    assert Seeded(number) == Seeded(str(number))
    assert derive(1, number) == derive("1", str(number))


def test_numbers_and_texts_count_whatever_they_show() -> None:
    """A member of an enumeration is the seed or label of its number or text, whatever its ``str``."""
    assert seed32(11) == seed32(Rank.JACK)
    assert seed32("lemon") == seed32(Word.LEMON)
    assert derive(7, 43, "lemon") == derive(7, Card("Qs"), Word.LEMON)


def test_labels_cannot_be_confused() -> None:
    """Labels with the same concatenation give different seeds."""
    labels: list[tuple[str, ...]] = [(), ("",), ("", ""), ("ab",), ("a", "b"), ("", "ab"), ("ab", "")]
    assert len({derive(7, *some) for some in labels}) == len(labels)


NO_SEEDS = [True, False, 7.0, b"short", b"", bytes(31), bytes(33), bytearray(32), [7], (), object(), 10**5000, "\ud800"]


def kind(value: object) -> str:
    """Name a parameter by its type: some values are too long for a name."""
    return type(value).__name__


@pytest.mark.parametrize("seed", [*NO_SEEDS, -(10**5000)], ids=kind)
def test_no_seeds(seed: Any) -> None:
    """Booleans, floats, bytes of another length, huge numbers and lone surrogates are refused as seeds."""
    takes: tuple[Callable[[Any], object], ...] = (Seeded, seed32, derive)
    for take in takes:
        with pytest.raises(ParseError, match="seed") as caught:
            take(seed)
        assert len(str(caught.value)) < 200
    with pytest.raises(ParseError, match="seed"):
        Game.start("breakaway", seed=seed)


@pytest.mark.parametrize("label", [*NO_SEEDS, None, bytes(32)], ids=kind)
def test_no_labels(label: Any) -> None:
    """A label must be a number or a text."""
    with pytest.raises(ParseError, match="label") as caught:
        derive(7, "deal", label)
    assert len(str(caught.value)) < 200


def test_no_seed_where_one_is_needed() -> None:
    """None draws a seed for a shoe, but cannot be used to derive one."""
    nothing: Any = None
    for take in (seed32, derive):
        with pytest.raises(ParseError):
            take(nothing)


def test_shoe_without_seed_draws_one() -> None:
    """Without a seed a shoe draws 32 random bytes, and does not use the global ``random``."""
    before = random.getstate()
    assert Seeded().seed != Seeded().seed
    assert len(Seeded().seed) == 32
    assert Seeded().deck == deck()
    assert before == random.getstate()


def test_packs_depend_on_nothing_but_seed_and_period() -> None:
    """A shoe returns the same pack for a period in any order of calls; periods have different packs."""
    shoe = Seeded(7)
    packs = [shoe.pack(period) for period in (0, 1, 2)]
    assert packs == [shoe.pack(period) for period in (2, 1, 0)][::-1]
    assert len(set(packs)) == 3


@pytest.mark.parametrize("period", [-1, 2**32, 10**30])
def test_periods_that_no_shoe_has(period: int) -> None:
    with pytest.raises(ShoeError, match=str(period)):
        Seeded(7).pack(period)
    with pytest.raises(ShoeError, match=str(period)):
        Stacked([deck()]).pack(period)


def test_shuffle_is_uniform() -> None:
    """In 13,000 packs every card is about as often first, in the middle and last; so is every order of three."""
    packs = [Seeded(seed).pack(0) for seed in range(2600)]
    for place in (0, 1, 25, 50, 51):
        counts = Counter(pack[place] for pack in packs)
        assert len(counts) == 52
        assert sum((count - 50) ** 2 / 50 for count in counts.values()) < 105  # chi-square, 51 degrees: p = 1e-5
    orders = Counter(Seeded(seed, deck()[:3]).pack(0) for seed in range(3000))
    assert len(orders) == 6
    assert sum((count - 500) ** 2 / 500 for count in orders.values()) < 31


def test_seeded_takes_cards_and_codes() -> None:
    """The deck of a shoe accepts cards and codes, but not numbers."""
    codes_: Any = ["7c", "8♥", "As"]
    assert Seeded(7, (Card("7c"), Card("8h"), Card("As"))) == Seeded(7, codes_)
    numbers: Any = range(52)
    with pytest.raises(ParseError):
        Seeded(7, numbers)


def test_stacked_takes_cards_and_codes() -> None:
    """A pack is given as cards, codes or one text; all give equal shoes."""
    cards = (Card("9c"), Card("4h"), Card("Jd"))
    assert Stacked([cards, cards]) == Stacked(["9c4hJd", ["9C", Card("4h"), "J♦"]])
    assert (cards, cards) == Stacked(["9c4hJd", iter(cards)]).packs
    assert cards == Stacked(["9c4hJd"]).pack(0)


def test_stacked_names_the_missing_period() -> None:
    with pytest.raises(ShoeError, match="2 packs, none for period 2"):
        Stacked([deck(), deck()]).pack(2)
    with pytest.raises(ShoeError, match="0 packs, none for period 0"):
        Game.start("breakaway", shoe=Stacked([]))


NO_PACKS: list[Any] = [["9c4"], ["xx"], ["9c 4h"], [["10"]], "9c4hJd", [[0, 1]], [[None]], ["\ud800"], [[b"9c"]]]


@pytest.mark.parametrize("packs", NO_PACKS, ids=kind)
def test_no_packs(packs: Any) -> None:
    """Invalid cards are refused, and so is a single text, which could be mistaken for packs of one card."""
    with pytest.raises(ParseError):
        Stacked(packs)


@pytest.mark.parametrize("shoe", [Seeded(7), Seeded("♥", deck(36)), Seeded(), Stacked([deck(), "9c4h"]), Stacked([])])
def test_shoes_are_values(shoe: Seeded | Stacked) -> None:
    """A shoe is frozen, hashable, and equal to its pickled or pasted copy only."""
    pasted = eval(repr(shoe))
    for other in (pickle.loads(pickle.dumps(shoe)), pasted):
        assert shoe == other
        assert hash(shoe) == hash(other)
        assert {shoe: 1} == {other: 1}
    assert shoe not in (Seeded(8), Seeded(7, deck(32)), Stacked([deck()]))
    frozen: Any = shoe
    for name in ("seed", "packs", "deck"):
        with pytest.raises(AttributeError):
            setattr(frozen, name, None)


def _wrong_packs(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return invalid packs: duplicates, missing cards, an extra card, another deck, and none."""
    return [
        (*cards[:-1], cards[0]),
        cards[:-1],
        (*cards, cards[0]),
        deck(32),
        cards[:36] if len(cards) > 36 else deck(),
        (),
    ]


@pytest.mark.parametrize("key", variants())
def test_start_refuses_packs_that_are_not_the_deck(key: str) -> None:
    """A game starts only if the pack is a permutation of its deck."""
    own = variants()[key].rules.deck
    for pack in _wrong_packs(own):
        with pytest.raises(ShoeError, match="deck"):
            Game.start(key, shoe=Stacked([pack]))
    assert Game.start(key, shoe=Stacked([own[::-1]])).legal


def test_later_packs_are_checked_too() -> None:
    """An invalid pack of a later period raises an error when it is needed, and leaves the game unchanged."""
    game = Game.start("passe", shoe=Stacked([deck(), deck(36)]))
    for _ in range(47):
        game = game.play(game.legal[0])
    with pytest.raises(ShoeError, match="period 1"):
        game.play(game.legal[0])
    assert (47, 1, 0) == (len(game.moves), len(game.legal), game.state.period)


def test_long_text_is_a_seed() -> None:
    """A text of any length is a seed."""
    text = "hockey " * 10_000
    assert independent.seed32(text) == seed32(text)
    assert independent.derive(7, [text]) == derive(7, text)


def test_cards_of_a_pack_are_read_back() -> None:
    pack = Seeded(7).pack(0)
    assert pack == cards_from(codes(pack))
    assert all(type(card) is Card for card in pack)


@pytest.mark.parametrize(
    ("seed", "message"),
    [(10**10_000, "thousands of digits is too long: give at most"), ("\ud800", r"UTF-8 has no character '\\ud800'")],
    ids=["digits", "surrogate"],
)
def test_seeds_that_cannot_be_encoded_are_refused(seed: int | str, message: str) -> None:
    """The message is the library's own, and not Python's."""
    with pytest.raises(ParseError, match=message):
        Seeded(seed)
