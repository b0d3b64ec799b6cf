"""Imagined games: to their seat the same as the true game, in all games and at any moment; the hidden cards vary."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hockey_cards import Card, Game, RecordError, SeatError, VariantError, variant, variants
from hockey_cards.blades import Action, Verb
from hockey_cards.packs import random_places
from hockey_cards.testing.random_house import random_house
from toys.toy import TOY, toy_variant, toy_with

SPECTATOR = None
MOST_MOVES = 400


def partial_games(name: str, count: int) -> Iterator[tuple[Game, int | None, Random]]:
    """Yield games that random moves were made in, half of them with house rules, each with a viewer and an rng."""
    for number in range(count):
        rng = Random(number)
        played: Any = variant(name)
        if number % 2:
            played = played.house(**random_house(played.rules, rng))
        seats = played.rules.seats
        game = Game.start(played, seed=number, dealer=number % seats)
        moves = 0
        while moves < MOST_MOVES and game.legal:
            game = game.play(rng.choice(game.legal))
            moves += 1
        for _ in range(rng.randrange(moves + 1)):
            game = game.undo()
        yield game, rng.choice([SPECTATOR, *range(seats)]), rng


def views(game: Game, seat: int | None) -> list[Any]:
    return [*(game.variant.rules.view(turn.before, seat) for turn in game.turns), game.view(seat)]


def check(name: str, count: int) -> None:
    packs: list[tuple[Any, Any]] = []
    for game, seat, rng in partial_games(name, count):
        state = rng.getstate()
        imagined = game.imagine(seat, rng)
        assert game.history(seat) == imagined.history(seat)
        assert views(game, seat) == views(imagined, seat)
        assert Game.from_record(imagined.record()).record() == imagined.record()
        rng.setstate(state)
        assert imagined == imagined.imagine(seat, rng), "it depends on the history and on the rng alone"
        packs.append((game.shoe, imagined.shoe))
    same = sum(true.pack(0) == other.pack(0) for true, other in packs)
    assert same <= count / 4, "only at the end of a rink all cards are known"


@pytest.mark.parametrize("name", variants())
def test_seat_cannot_distinguish_an_imagined_game(name: str) -> None:
    check(name, 12)


@pytest.mark.long
@pytest.mark.parametrize("name", variants())
def test_seat_cannot_distinguish_any_of_a_thousand_imagined_games(name: str) -> None:
    check(name, 1000)


def played(name: str, moves: int, seed: int = 0) -> Game:
    game, rng = Game.start(name, seed=seed), Random(seed)
    for _ in range(moves):
        game = game.play(rng.choice(game.legal))
    return game


def test_own_draws_come_in_the_same_order() -> None:
    game = played("block-draw", 30)
    drawn = [event for event in game.imagine(2, Random(1)).history(2) if type(event).__name__ == "Drawn"]
    assert [event for event in game.history(2) if type(event).__name__ == "Drawn"] == drawn


def test_hidden_hands_vary() -> None:
    game: Any = played("passe", 3)
    hands = {game.imagine(1, Random(seed)).state.hands for seed in range(20)}
    assert 20 == len(hands)
    assert {game.state.hands[1]} == {each[1] for each in hands}


def test_stacks_that_others_laid_vary() -> None:
    game = Game.start("blades", seed="birch").play("stack 8s").play("stack 2s").play("change")
    imagined = [game.imagine(1, Random(seed)).moves for seed in range(40)]
    assert {Action(Verb.STACK, (Card("8s"),))} == {moves[0] for moves in imagined}
    assert len({moves[1] for moves in imagined}) > 10


def test_forfeit_stays() -> None:
    game = played("rink", 9).forfeit(1)
    imagined = game.imagine(0, Random(0))
    assert (game.outcome, game.history(0)) == (imagined.outcome, imagined.history(0))


def test_imagined_game_can_be_played_to_the_end() -> None:
    game, rng = played("breakaway", 40).imagine(0, Random(3)), Random(4)
    while game.legal:
        game = game.play(rng.choice(game.legal))
    assert Game.from_record(game.record()).outcome == game.outcome


def test_toy_can_be_imagined() -> None:
    game = Game.start(toy_variant(TOY), seed=1)
    for _ in range(7):
        game = game.play(game.legal[0])
    assert game.history(1) == game.imagine(1, Random(0)).history(1)


def test_games_that_cannot_be_imagined() -> None:
    game = played("rink", 5)
    with pytest.raises(SeatError):
        game.imagine(2, Random(0))
    with pytest.raises(RecordError, match="its packs are unknown"):
        Game.at(game.variant, game.state).imagine(0, Random(0))
    with pytest.raises(VariantError, match="games of toy cannot be imagined: its rules lack imagine_period"):
        Game.start(toy_variant(toy_with("no imagination", imagine_period=None))).imagine(0, Random(0))


def test_random_places_are_uniform() -> None:
    """Two cards dealt and one drawn after two moves: the card used first was dealt, so there are four ways."""
    cards = variant("breakaway").rules.deck[:3]
    used = zip((0, 3, 5), cards, strict=True)
    slots, rng, found = [(0, 7), (0, 9), (2, 14)], Random(0), dict[tuple[Any, ...], int]()
    held = list(used)
    for _ in range(4000):
        way = tuple(sorted(random_places(slots, held, rng).items()))
        found[way] = found.get(way, 0) + 1
    assert 4 == len(found)
    assert all(900 < count < 1100 for count in found.values())


def test_random_places_need_cards_that_fit() -> None:
    first, second = variant("breakaway").rules.deck[:2]
    with pytest.raises(ValueError, match="no card is left that was used after 2 moves"):
        random_places([(0, 0), (2, 1)], [(0, first), (1, second)], Random(0))
    with pytest.raises(ValueError, match="1 cards are left"):
        random_places([(0, 0)], [(0, first), (1, second)], Random(0))
