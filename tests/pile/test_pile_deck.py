"""Decks of fewer cards (pile.1.1)."""

from __future__ import annotations

from typing import Any

import pytest

from _catalogue import problems
from _records import finished
from hockey_cards import Game, Seeded, ShoeError, deck, language, play, variant
from hockey_cards.cards import codes
from hockey_cards.errors import ParseError
from hockey_cards.strategies import strategies

SMALL = variant("breakaway").house(ranks="9TJQKA", packets=[4, 4, 4], overtime_packets=[6, 6])
"""Breakaway with 24 cards, all of them dealt."""


def test_the_deck_has_the_cards_of_its_ranks_and_suits() -> None:
    """pile.1.1: packs, moves and their numbers are those of the deck."""
    rules = SMALL.rules
    assert codes(rules.deck) == "".join(rank + suit for rank in "9TJQKA" for suit in "cdhs")
    assert rules.deck == rules.moves == tuple(sorted(Seeded(7, rules.deck).pack(0)))
    assert list(range(24)) == [rules.number(move) for move in rules.moves]
    assert codes(variant("block").house(suits="hs", ranks="J2").rules.deck) == "2h2sJhJs"


def test_games_of_a_small_deck() -> None:
    """A game has views, records and every built-in player, as with 52 cards."""
    game = finished(SMALL, seed=7)
    assert game == Game.from_record(game.record())
    first: Any = Game.start(SMALL, seed=7).view(0)
    assert 24 - 4 == len(first.unseen)
    for player in strategies().values():
        assert play(SMALL, [player, player], seed=7).outcome is not None


def test_rules_name_the_deck() -> None:
    expected = "a newly shuffled pack of 24 cards: the ranks 9, 10, J, Q, K, A of the suits ♣ ♦ ♥ ♠."
    assert expected in language.how_to_play(SMALL)
    assert "a newly shuffled pack of 52 cards." in language.how_to_play(variant("breakaway"))


REFUSED = [
    ("breakaway", {"ranks": "9TJQKA"}, "packets deals 52 cards, table cards included, but the pack holds 24"),
    ("block-draw", {"suits": "c", "draw": 4}, "draw deals 16 cards, but the pack holds 13"),
    ("breakaway", {"ranks": "9TQKA", "packets": "all"}, "pass_ranks has J, which the deck lacks"),
    ("block-eights", {"ranks": "23456"}, "stop_ranks has 8J, which the deck lacks"),
    ("saves", {"suits": "dhs"}, "opener = '4c' is not in the deck"),
    ("block", {"ranks": "J", "suits": "c"}, "ranks and suits give a deck of 1 cards"),
    ("block", {"ranks": "", "stop_ranks": ""}, "ranks and suits give a deck of 0 cards"),
    ("block-eights", {"seats": 10, "ranks": "8J"}, "seats = 10 cannot form two sides: give an even number from 2 to 8"),
]


@pytest.mark.parametrize(("key", "house", "expected"), REFUSED)
def test_decks_that_do_not_fit_the_game_are_refused(key: str, house: dict[str, object], expected: str) -> None:
    """pile.1.7: the deal must not take more cards, and named ranks and the opening card must be there."""
    assert any(problem.startswith(expected) for problem in problems(variant(key), **house))


def test_a_pack_of_another_deck_is_refused() -> None:
    with pytest.raises(ShoeError, match="is not the deck of 24 cards"):
        Game.start(SMALL, shoe=Seeded(7))


def test_cards_that_the_deck_lacks_are_no_moves() -> None:
    with pytest.raises(ParseError, match="2c is not in the deck: give one of 9c9d"):
        SMALL.rules.number(deck()[0])
    game = Game.start(SMALL, seed=7)
    assert "2c" not in [move.code for move in game.legal]
