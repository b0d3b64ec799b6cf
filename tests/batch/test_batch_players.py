"""Players of batches by name, as scorings and as functions, and the reference players of the engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from _batch import players
from _strategies import pile_variants
from hockey_cards import SeatError, StrategyError, UnknownStrategy, Variant, play, strategies, variant
from hockey_cards.batch import (
    GOAL,
    NEXT_SITUATION,
    NEXT_STAGE,
    NEXT_STAGE_SHIFT,
    PLACE,
    PileInput,
    Player,
    RinkInput,
    Scoring,
    simulate,
)
from hockey_cards.batch.compiled.jit import numba
from hockey_cards.batch.kernels import kernel_of
from hockey_cards.batch.pile.input import pile_input
from hockey_cards.batch.pile.reference_player import PileReferencePlayer
from hockey_cards.batch.pile.tables import rulings_of
from hockey_cards.batch.rink.reference_player import RinkReferencePlayer
from hockey_cards.cards import Rank
from hockey_cards.pile import VARIANTS as PILES
from hockey_cards.pile import Ruling, Situation

RINKS = [variant("rink").house(deck=size, goalkeeper_lanes=lanes) for size in (32, 36, 52) for lanes in (False, True)]


def hoard(rulings: Any, card: int, inputs: PileInput) -> int:
    """Score; else prefer to leave an empty pile; else play the rank that has been seen most."""
    ruling = rulings[inputs.situation | card >> 2]
    if ruling & GOAL:
        return 100
    seen = 0
    for suit in range(4):
        seen += inputs.seen >> (card & ~3 | suit) & 1
    return int(
        seen
        - (ruling & NEXT_SITUATION != 0) * 2
        + (inputs.own < inputs.other) * (card & 1)
        + inputs.left % 3 * (card >> 5)
    )


HOARDER: Player = numba.njit(hoard)
"""A function that numba has wrapped already."""


def looker(rulings: Any, card: int, inputs: PileInput) -> int:
    """Depend on every field of the input."""
    known = inputs.hand ^ inputs.seen >> 1 ^ inputs.sizes ^ inputs.seats << 7 ^ inputs.period << 9 ^ inputs.left << 3
    return (known ^ card * 977 ^ (inputs.own - inputs.other) * 31 ^ inputs.situation) % 13


def runner(layout: Any, paths: Any, choice: int, inputs: RinkInput) -> int:
    """Depend on every field of the input of a rink."""
    path = paths[inputs.stage, choice]
    card = layout[path & PLACE]
    known = (
        inputs.passes
        ^ inputs.seen >> 2
        ^ inputs.unseen << 4
        ^ inputs.left << 6
        ^ inputs.running
        ^ inputs.own - inputs.other
    )
    return int((known ^ card * 37 ^ (path >> NEXT_STAGE_SHIFT & NEXT_STAGE) * 5) % 3)


def _check_references(variant: Variant, players: list[Player], *, seed: int, games: int, dealer: int = 0) -> None:
    """Play games of a batch in the engine with reference players: they are the games of the kernel."""
    batch = simulate(variant, players, games, seed=seed, dealer=dealer)
    for number in batch.numbers:
        again = play(variant, batch.strategies(number), shoe=batch.shoe(number), dealer=dealer)
        assert again == batch.game(number)


@pytest.mark.slow
@given(pile_variants(), players(), players(), st.integers(0, 2**32), st.data())
def test_reference_players_make_the_same_choices(
    variant: Variant, first: Player, second: Player, seed: int, data: st.DataObject
) -> None:
    """Whatever the rules and the players, the reference players of the pile family play the kernel's game."""
    dealer = data.draw(st.integers(0, variant.rules.seats - 1))
    _check_references(variant, [first, second], seed=seed, games=1, dealer=dealer)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rink", RINKS, ids=lambda rink: "-".join(map(str, rink.changes.values())))
def test_reference_players_make_the_same_choices_in_the_rink(rink: Variant, dealer: int) -> None:
    """So do those of the rink."""
    pairs: list[list[Player]] = [["random", "greedy"], ["counter", "random"], ["greedy", "counter"], [runner, "random"]]
    for pair in pairs:
        _check_references(rink, pair, seed=dealer, games=3, dealer=dealer)


@pytest.mark.slow
@given(pile_variants(), st.integers(0, 2**32))
@settings(max_examples=20)
def test_functions_see_the_same_in_the_engine(variant: Variant, seed: int) -> None:
    """The input of a function in the kernel is the one made from the view of the engine."""
    _check_references(variant, [looker, HOARDER], seed=seed, games=1)


def test_each_seat_can_have_a_player_of_its_own() -> None:
    """With one player per seat each plays its own, also in anticlockwise periods and with uneven hands."""
    game = variant("block-eights").house(seats=10, periods=2, reversed_periods=[1])
    cast: list[Player] = ["random", "greedy", "counter", looker, HOARDER, Scoring(lambda *known: 1)]
    _check_references(game, [*cast, "greedy", "random", "random", "counter"], seed=3, games=3)


@pytest.mark.parametrize("variant", PILES, ids=lambda variant: variant.key)
def test_greedy_and_counter_rate_moves_as_in_the_engine(variant: Variant) -> None:
    """The moves that they rate highest are those that the players of these names choose from in the engine."""
    kernel = kernel_of(variant, 0)
    batch = simulate(variant, ["greedy", "counter"], 2, seed=1)
    for number in batch.numbers:
        for turn in list(batch.game(number).turns)[::7]:
            view: Any = variant.rules.view(turn.before, turn.seat)
            for name in ("greedy", "counter"):
                player = PileReferencePlayer(kernel.players[name], batch.shoe(number))
                worth = {card: player.worth(view, card) for card in view.legal}
                best = {card for card in view.legal if worth[card] == max(worth.values())}
                assert _chosen(strategies.strategy(name), variant, view) == best


def _chosen(player: Any, variant: Variant, view: Any) -> set[Any]:
    """Return the moves that a player chooses among at random."""

    class Take:
        def choice(self, moves: Any) -> Any:
            found.update(moves)
            return next(iter(moves))

    found = set[Any]()
    only = player.make(variant, view.seat, Take())(view)
    return found or {only}


@pytest.mark.parametrize("rink", RINKS, ids=lambda rink: "-".join(map(str, rink.changes.values())))
def test_rink_players_rate_moves_as_in_the_engine(rink: Variant) -> None:
    """The same is true of the rink."""
    kernel = kernel_of(rink, 0)
    batch = simulate(rink, ["greedy", "counter"], 2, seed=1)
    for number in batch.numbers:
        for turn in list(batch.game(number).turns)[::5]:
            view: Any = rink.rules.view(turn.before, turn.seat)
            for name in ("greedy", "counter"):
                player = RinkReferencePlayer(kernel.players[name], batch.shoe(number))
                worth = [player.worth(view, choice) for choice in range(len(view.legal))]
                best = {move for move, each in zip(view.legal, worth, strict=True) if each == max(worth)}
                assert _chosen(strategies.strategy(name), rink, view) == best


def test_a_scoring_is_given_the_ruling() -> None:
    """A scoring is given the situation, the rank and the ruling, and with these can play like greedy."""

    def score(situation: Situation, rank: Rank, ruling: Ruling) -> int:
        assert isinstance(situation, Situation)
        assert isinstance(rank, Rank)
        return {"goal": 3, "pass": 2, "interception": 2, "block": 1}.get(ruling.call, 0)

    mine, greedy = (simulate("shots", [player, "random"], 500, seed=5) for player in (Scoring(score), "greedy"))
    assert mine.score.tolist() == greedy.score.tolist()


def test_a_function_can_play_a_scoring() -> None:
    """A function that reads the rulings plays like the scoring that is given the ruling."""

    def scorer(rulings: Any, card: int, inputs: PileInput) -> int:
        return rulings[inputs.situation | card >> 2] & GOAL  # type: ignore[no-any-return]  # an array of integers

    def score(situation: Situation, rank: Rank, ruling: Ruling) -> int:
        return int(ruling.call == "goal")

    one, other = (simulate("saves", [player, "random"], 300, seed=5) for player in (scorer, Scoring(score)))
    assert one.score.tolist() == other.score.tolist()


def test_better_players_win() -> None:
    """Greedy beats random, and counter beats greedy, by many standard errors."""
    for key in ("breakaway", "saves", "block-draw"):
        for better, worse in (("greedy", "random"), ("counter", "greedy")):
            summary = simulate(key, [better, worse], 1000, seed=1).summary
            assert summary.margin > 5 * summary.error


def _fail(rulings: Any, card: int, inputs: PileInput) -> int:
    return len({"a": card}["b"])  # type: ignore[arg-type]  # numba cannot compile it


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        (["random"], SeatError, "1 players for 2 seats"),
        ("random", SeatError, "6 players for 2 seats"),
        (["random", "nobody"], UnknownStrategy, "there is no player 'nobody': the compiled players are random, greedy"),
        (["random", 5], StrategyError, "the player of seat 1 is a int: give a name"),
        (["random", _fail], StrategyError, "the function of seat 1 is not a player: it cannot be compiled"),
    ],
)
def test_invalid_players_are_refused(players: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        simulate("breakaway", players, 10)


def test_input_at_the_start_of_a_game() -> None:
    """Only the hand has been seen, the sizes of the next hands are known, and all plays are left."""
    batch = simulate("breakaway", ["random", "random"], 1)
    view: Any = batch.game(0).undo().view(None)
    view = variant("breakaway").rules.view(next(iter(batch.game(0).turns)).before, 1)
    inputs = pile_input(view)
    assert (inputs.hand, inputs.seats, inputs.own, inputs.other, inputs.period, inputs.left) == (
        sum(1 << card for card in view.hand),
        2,
        0,
        0,
        0,
        52,
    )
    assert inputs.seen == inputs.hand
    assert [5, 5, 4, 4, 3, 3, 2, 2, 1, 1] == [inputs.sizes >> 6 * turn & 63 for turn in range(10)]
    assert (inputs.situation >> 8, inputs.situation >> 4 & 15) == (0, 1)
    assert np.count_nonzero(rulings_of(view.setup.rulings) & GOAL) > 0
