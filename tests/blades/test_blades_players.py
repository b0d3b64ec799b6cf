"""The built-in players of blades: what they do with a view, and how strong they are."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import mean, stdev

import pytest

from _duels import BLADES, MINE, YOURS, begin, do, small
from hockey_cards.blades import Action, BladesState, BladesView
from hockey_cards.blades.players import counter, greedy
from hockey_cards.shoe import Seeded, derive

Way = Callable[[BladesView, Random], Action]


def random(view: BladesView, rng: Random) -> Action:
    return rng.choice(view.legal)


def answer(way: Way, state: BladesState) -> str:
    return way(BLADES.view(state, BLADES.seat(state)), Random(1)).code


class TestGreedy:
    """It blocks as cheaply as it can, shoots as high as it can, else lays a better stack, else changes lines."""

    @pytest.mark.parametrize(
        ("hand", "expected"),
        [("9d9h2dKdAd2c", "9d9h"), ("2d2hKdAd3h4h", "KdAd"), ("2d2h3d4d5d2c", "2d2h"), ("2d3h5d4h2c3c", "3h4h5d")],
    )
    def test_shot(self, hand: str, expected: str) -> None:
        """It makes the strongest shot that it has."""
        assert f"shoot {expected}" == answer(greedy, begin(hand, ""))

    @pytest.mark.parametrize(
        ("hand", "expected"),
        [("2d3h2c4sKsAc", "Ac"), ("2d3h2c2s4sKs", "2c2s"), ("2d3h2c4c5s9c", "2c4c9c"), ("2d3h2c4s5c9s", "4s5c9s")],
    )
    def test_stack(self, hand: str, expected: str) -> None:
        """Without a shot it lays the strongest stack that it can."""
        assert f"stack {expected}" == answer(greedy, begin(hand, ""))

    def test_change(self) -> None:
        """It keeps a stack that it cannot better, and changes lines."""
        state = do(begin("2d3h2c4sKsAc", "2s3s5s6s7s8s", "9c"), "stack Ac", "change")
        assert "change" == answer(greedy, state)

    @pytest.mark.parametrize(
        ("hand", "expected"),
        [("2s3s4s5cAc5h", "2s3s5c"), ("2c2sAcAs5h6h", "2c2sAc"), ("3s3c5h6h7hTh", "3c3s"), ("Ac3h5h6h7hTh", "Ac")],
    )
    def test_cheapest_block(self, hand: str, expected: str) -> None:
        """It blocks with the weakest defence that will do."""
        assert f"hand {expected}" == answer(greedy, do(begin("2d4d4h8d8hKd", hand), "shoot 2d4d4h"))

    @pytest.mark.parametrize(("stack", "expected"), [("3s4s5s", "use"), ("Ac", "hand 3s4s6c")])
    def test_stack_or_hand(self, stack: str, expected: str) -> None:
        """The stack is a defence like those of the hand: the weaker one goes first."""
        state = do(begin("3s4s5s6cAc5h", "2d4d4h8d8hKd"), f"stack {stack}", "shoot 2d4d4h")
        assert expected == answer(greedy, state)

    def test_no_defence(self) -> None:
        """It keeps its cards where they cannot block."""
        assert "none" == answer(greedy, do(begin(MINE, YOURS), "shoot 9d9h"))


class TestCounter:
    """It weighs chances, as the unseen cards give them."""

    def test_weak_cards_go(self) -> None:
        """Where it cannot block it gets rid of three black cards, and keeps the best."""
        assert "hand 2s3s4s" == answer(counter, do(begin(MINE, YOURS), "shoot 9d9h"))
        assert "none" == answer(counter, do(begin(MINE, "2s3s4d5d6d7d"), "shoot 9d9h"))

    def test_blocks(self) -> None:
        """It blocks where it can."""
        assert "hand Ac" == answer(counter, do(begin(MINE, YOURS), "shoot KdAd"))

    def test_sure_goal(self) -> None:
        """It does not let a sure goal wait in the last turn of all."""
        assert "shoot 9d9h" == answer(counter, small(begin(MINE, YOURS), 0))

    def test_keeps_a_good_stack(self) -> None:
        """A black ace on the table is not changed for a worse stack."""
        state = do(begin("2d3h2c4sKsAc", "2s3s5s6s7s8s", "9c"), "stack Ac", "change")
        assert "change" == answer(counter, state)

    def test_same_chance_same_move(self) -> None:
        """The move follows from the view and the generator alone."""
        seen = BLADES.view(begin(MINE, YOURS), 0)
        assert counter(seen, Random(3)) == counter(seen, Random(3))


def game(ways: tuple[Way, Way], seed: bytes, dealer: int) -> float:
    """Play a game, and return the points of the first player."""
    rngs = [Random(int.from_bytes(derive(seed, "player", seat), "big")) for seat in (0, 1)]
    state = BLADES.start(Seeded(seed), dealer=dealer)
    while (result := BLADES.outcome(state)) is None:
        seat = BLADES.seat(state)
        move = ways[seat](BLADES.view(state, seat), rngs[seat])
        assert move in BLADES.legal(state)
        state = BLADES.apply(state, move)
    return 0.5 if result.winner is None else 1 - result.winner


def points(own: Way, other: Way, deals: int) -> tuple[float, float]:
    """Return the share of points that a player makes, each deal played from both sides, and its standard error."""
    seeds = [derive("blades", "deal", deal) for deal in range(deals)]
    shares = [
        (game((own, other), seed, deal % 2) + 1 - game((other, own), seed, deal % 2)) / 2
        for deal, seed in enumerate(seeds)
    ]
    return mean(shares), stdev(shares) / deals**0.5


class TestStrength:
    """Each player beats the one below it."""

    def test_greedy_beats_random(self) -> None:
        """It wins nearly always; and all that it plays is legal."""
        share, _ = points(greedy, random, 40)
        assert share > 0.9

    def test_counter_plays(self) -> None:
        """All that it plays is legal, and it wins nearly always against chance."""
        share, _ = points(counter, random, 10)
        assert share > 0.9

    @pytest.mark.long
    def test_counter_beats_greedy(self) -> None:
        """It makes more than half of the points, by more than chance explains."""
        share, error = points(counter, greedy, 500)
        assert share - 2.6 * error > 0.5
