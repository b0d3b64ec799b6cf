"""The family is found by name, keeps the promises of the contract, and has players, words, pictures and a board."""

from __future__ import annotations

from collections.abc import Iterator

from face_off import FACE_OFF, FAMILY, FaceOff, FaceOffState

import hockey_cards
from hockey_cards import Card, Game, language, registry, render, terminal
from hockey_cards.strategies import greedy, random
from hockey_cards.testing import check_strategy, check_variant


def cards_of(state: FaceOffState) -> Iterator[Card]:
    """Yield the cards that a game with hands of 18 cards is played with: the whole deck."""
    yield from (card for hand in state.hands for card in hand)
    yield from (play.move for play in state.plays)


def test_family_and_variant_are_registered() -> None:
    """The entry points make the family and the variant known."""
    assert hockey_cards.variant("face-off") == FACE_OFF
    assert registry.family_of(FaceOff()) is FAMILY


def test_variant_keeps_the_promises() -> None:
    """The conformance kit finds no fault in the game, with house rules and without."""
    check_variant(FACE_OFF, rotates=True)


def test_no_card_is_lost() -> None:
    """With hands of 18 cards the whole deck is in play."""
    check_variant(FACE_OFF.house(hand_size=18), examples=20, house=False, cards=cards_of)


def test_built_in_player_plays_the_family() -> None:
    """The part ``strategies`` gives the built-in player greedy a policy for this family."""
    check_strategy(greedy, FACE_OFF)
    wins = [hockey_cards.play(FACE_OFF, [greedy, random], seed=seed).outcome for seed in range(20)]
    assert sum(outcome is not None and outcome.winner == 0 for outcome in wins) > 10


def test_words_picture_and_board() -> None:
    """The other parts are used wherever a game is described, drawn or shown in the terminal."""
    game = Game.start("face-off", seed=1)
    assert "6 cards each" in language.how_to_play(game.variant)
    lead = list(language.sentences(game.variant.rules, game.play(game.legal[0]).events, ["Ann", "Bob"], seat=1))
    assert lead[-1] == f"You lead {game.legal[0]}."
    assert "A face-off" in render.svg(game)
    lines = list(terminal.board(game.view(1), ["Ann", "Bob"]))
    assert lines[0] == "score      Ann 0, Bob 0"
