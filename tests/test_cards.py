"""Cards, ranks, suits and decks, and their notation."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hockey_cards import Card, ParseError, Rank, Suit, deck
from hockey_cards.cards import cards_from, codes

RANKS = "23456789TJQKA"
CODES = [rank + suit for rank in RANKS for suit in "cdhs"]
SYMBOLS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}


def kind(value: object) -> str:
    """Name a parameter by its type: some values are too long for a name."""
    return type(value).__name__


ALMOST = "23456789TJQKA10cdhsCDHS♣♦♥♠♧♢♡♤\ufe0f tjqka\u212aſ２Ｑ"


def forms(code: str) -> list[str]:
    """Return all accepted forms of a card."""
    ranks = {code[0].upper(), code[0].lower(), *(["10"] if code[0] == "T" else [])}
    suits = [code[1], code[1].upper(), *SYMBOLS[code[1]], *(f"{symbol}\ufe0f" for symbol in SYMBOLS[code[1]])]
    return [rank + suit for rank in ranks for suit in suits]


def test_canonical_deck() -> None:
    """The deck is sorted by rank from two to ace, and within a rank by clubs, diamonds, hearts, spades."""
    assert [card.code for card in deck()] == CODES
    assert len(set(deck())) == 52


@pytest.mark.parametrize(("size", "first"), [(52, "2c"), (36, "6c"), (32, "7c")])
def test_decks_by_size(size: int, first: str) -> None:
    """A smaller deck is the upper end of the canonical one."""
    assert [card.code for card in deck(size)] == CODES[-size:]
    assert deck(size)[0] is Card(first)


@pytest.mark.parametrize("size", [0, 1, 40, 51, -52, 52.0, True, "52", None, [52], 10**5000, "x" * 10**6], ids=kind)
def test_other_decks(size: Any) -> None:
    """Other sizes are refused, and the message lists the sizes."""
    with pytest.raises(ParseError, match="52, 36 or 32") as caught:
        deck(size)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("code", CODES)
def test_forms(code: str) -> None:
    """All forms of a card give the same object."""
    card = Card(code)
    assert [form for form in forms(code) if Card(form) is not card or Card.parse(form) is not card] == []
    assert Card(card) is card
    assert Card.of(card.rank, card.suit) is card
    assert (code, f"{card.rank.code}{card.suit.code}") == (card.code, card.code)


def test_how_cards_show() -> None:
    """``str`` is for players, ``repr`` pastes back, formats pad the text."""
    assert str(Card("Qh")) == "Q♥"
    assert str(Card("Td")) == "10♦"
    assert repr(Card("Td")) == "Card('Td')"
    assert f"[{Card('Td'):>4}{Card('2c'):<3}{Card('As')}]" == "[ 10♦2♣ A♠]"
    assert [eval(repr(card)) for card in deck()] == list(deck())


def test_how_ranks_and_suits_show() -> None:
    """Ranks and suits are formatted as on a card, padded or not, and their ``repr`` pastes back."""
    assert [str(rank) for rank in Rank] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert [str(suit) for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert f"{Rank.JACK:>2}{Suit.HEARTS:>2}{Rank.TEN}{Suit.CLUBS}" == " J ♥10♣"
    assert [eval(repr(one)) for one in (*Rank, *Suit)] == [*Rank, *Suit]


def test_values_of_ranks_and_suits() -> None:
    """The value of a rank is its pips, 11 to 14 for J Q K A; suits are in deck order; two are red."""
    assert [int(rank) for rank in Rank] == list(range(2, 15))
    assert [suit.code for suit in Suit] == list("cdhs")
    assert [suit for suit in Suit if suit.red] == [Suit.DIAMONDS, Suit.HEARTS]
    assert [Rank.parse(text) for text in ("10", "T", "t", "a", "2")] == [
        Rank.TEN,
        Rank.TEN,
        Rank.TEN,
        Rank.ACE,
        Rank.TWO,
    ]
    assert [Suit.parse(text) for text in ("h", "H", "♥", "♡")] == [Suit.HEARTS] * 4


def test_cards_are_ordered_true_and_hashable() -> None:
    """Cards sort as in the deck, all are true, and equal cards are the same key."""
    assert sorted(set(deck())) == list(deck())
    assert all(deck())
    assert [hash(card) for card in deck()] == [hash(Card(code)) for code in CODES]
    assert {Card("Qh"): 1} == {Card("Q♥"): 1}


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_cards_stay_themselves(protocol: int) -> None:
    """A pickled, copied or deep-copied card, rank or suit is the same object."""
    for one in (*deck(), *Rank, *Suit):
        assert pickle.loads(pickle.dumps(one, protocol)) is one
        assert copy.copy(one) is one
        assert copy.deepcopy([one])[0] is one


def test_cards_cannot_be_changed() -> None:
    card: Any = Card("Qh")
    with pytest.raises(AttributeError):
        card.rank = Rank.ACE
    with pytest.raises(AttributeError):
        card.note = "mine"


NONSENSE = [
    *("", " ", "Q", "h", "hQ", "1h", "11h", "100h", "Qhh", "Q h", " Qh", "Qh ", "Qh\n", "0h", "Qx", "joker", "\ud800h"),
    *("\u212ah", "２c", "Ｑh", "10", "♥Q", "Q\x00h", "Q" * 10**6),
]


@pytest.mark.parametrize("text", NONSENSE, ids=kind)
def test_nonsense(text: str) -> None:
    """Invalid text, including look-alike letters, is refused with a short message."""
    with pytest.raises(ParseError, match="rank") as caught:
        Card(text)
    assert len(str(caught.value)) < 200
    with pytest.raises(ParseError):
        Card.parse(text)


@pytest.mark.parametrize(
    "value", [None, 0, 51, 10**5000, 1.0, True, b"Qh", ["Q", "h"], ("Q", "h"), {}, object, Rank.ACE], ids=kind
)
def test_values_that_are_no_text(value: Any) -> None:
    """Only strings and cards are accepted: a number is not a card, although cards are integers."""
    for read in (Card, Card.parse, Rank.parse, Suit.parse):
        with pytest.raises(ParseError) as caught:
            read(value)
        assert len(str(caught.value)) < 200


def read_or_refused(read: Callable[[str], Any], text: str) -> Any:
    """Return the value read from a text, or the ParseError."""
    try:
        return read(text)
    except ParseError as error:
        return error


@given(st.text() | st.text(ALMOST, max_size=4))
@example("10h\ufe0f")
@example("ſ")
def test_any_text_is_a_card_or_refused(text: str) -> None:
    """Any text gives a card of that notation, or a ``ParseError`` with a short message."""
    card = read_or_refused(Card, text)
    assert len(str(card)) < 600 if isinstance(card, ParseError) else text in forms(card.code)


@given(st.text(max_size=3) | st.text(ALMOST, max_size=3))
def test_any_text_is_a_rank_or_a_suit_or_refused(text: str) -> None:
    for read in (Rank.parse, Suit.parse):
        found = read_or_refused(read, text)
        if isinstance(found, ParseError):
            assert len(str(found)) < 200
        else:
            assert text.casefold() in {str(found).casefold(), found.code.casefold(), *SYMBOLS.get(found.code, "")}


@given(st.lists(st.sampled_from(deck())))
def test_cards_in_a_row(cards: list[Card]) -> None:
    """Cards are written one after the other without spaces, and read back."""
    assert codes(cards) == "".join(card.code for card in cards)
    assert cards_from(codes(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["Q", "QhK", "Qh Kd", "10h", "Qh,Kd", "hQ"])
def test_no_cards_in_a_row(text: str) -> None:
    with pytest.raises(ParseError):
        cards_from(text)


@pytest.mark.parametrize(("rank", "suit"), [(1, 0), (0, 0), (15, 0), (2, 4), (2, -1), (-1, 3)])
def test_no_card_of_an_impossible_rank_or_suit(rank: Any, suit: Any) -> None:
    """Numbers that are not a rank or suit do not give a card."""
    with pytest.raises((ParseError, ValueError)):
        Card.of(rank, suit)
