"""Players of batches: by name, as scorings and functions, and their twins that play in the engine."""

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
    AFTER,
    AFTER_SHIFT,
    GOAL,
    NEXT,
    PLACE,
    PileSight,
    Player,
    RinkSight,
    Scoring,
    counting,
    simulate,
)
from hockey_cards.batch.families import tabled_of
from hockey_cards.batch.jit import numba
from hockey_cards.batch.pile.tables import rulings_of
from hockey_cards.batch.rink import tables as rink_tables
from hockey_cards.batch.twins import PileTwin, RinkTwin, pile_sight, rink_sight
from hockey_cards.cards import Rank
from hockey_cards.pile import VARIANTS as PILES
from hockey_cards.pile import Situation, Verdict

RINKS = [variant("rink").house(deck=size, goalkeeper_lanes=lanes) for size in (32, 36, 52) for lanes in (False, True)]


def hoard(rulings: Any, card: int, sight: PileSight) -> int:
    """Score; else lead the next side into nothing; else play what has been seen most of."""
    ruling = rulings[sight.situation | card >> 2]
    if ruling & GOAL:
        return 100
    seen = 0
    for suit in range(4):
        seen += sight.seen >> (card & ~3 | suit) & 1
    return int(seen - (ruling & NEXT != 0) * 2 + (sight.own < sight.other) * (card & 1) + sight.left % 3 * (card >> 5))


HOARDER: Player = numba.njit(hoard)
"""A function that numba has been asked to compile already."""


def looker(rulings: Any, card: int, sight: PileSight) -> int:
    """Depend on everything that can be seen."""
    known = sight.hand ^ sight.seen >> 1 ^ sight.sizes ^ sight.seats << 7 ^ sight.period << 9 ^ sight.left << 3
    return (known ^ card * 977 ^ (sight.own - sight.other) * 31 ^ sight.situation) % 13


def runner(layout: Any, paths: Any, pick: int, sight: RinkSight) -> int:
    """Depend on everything that can be seen of a rink."""
    path = paths[sight.stage, pick]
    card = layout[path & PLACE]
    known = (
        sight.passes ^ sight.seen >> 2 ^ sight.unseen << 4 ^ sight.left << 6 ^ sight.running ^ sight.own - sight.other
    )
    return int((known ^ card * 37 ^ (path >> AFTER_SHIFT & AFTER) * 5) % 3)


def _check_twins(variant: Variant, players: list[Player], *, seed: int, games: int, dealer: int = 0) -> None:
    """Play games of a batch in the engine, by the players' twins: they are the games of the kernel."""
    batch = simulate(variant, players, games, seed=seed, dealer=dealer)
    for number in batch.numbers:
        twins = play(variant, batch.strategies(number), shoe=batch.shoe(number), dealer=dealer)
        assert twins == batch.game(number)


@given(pile_variants(), players(), players(), st.integers(0, 2**32), st.data())
def test_twins_make_the_same_choices(
    variant: Variant, first: Player, second: Player, seed: int, data: st.DataObject
) -> None:
    """Whatever the rules and the players, the twins of the pile's players play the kernel's game."""
    dealer = data.draw(st.integers(0, variant.rules.seats - 1))
    _check_twins(variant, [first, second], seed=seed, games=1, dealer=dealer)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rink", RINKS, ids=lambda rink: "-".join(map(str, rink.changes.values())))
def test_twins_run_through_the_rink(rink: Variant, dealer: int) -> None:
    """So do those of the rink's players."""
    pairs: list[list[Player]] = [["random", "greedy"], ["counter", "random"], ["greedy", "counter"], [runner, "random"]]
    for pair in pairs:
        _check_twins(rink, pair, seed=dealer, games=3, dealer=dealer)


@given(pile_variants(), st.integers(0, 2**32))
@settings(max_examples=20)
def test_functions_see_what_their_twins_see(variant: Variant, seed: int) -> None:
    """What a function is told in the kernel is what the view of the engine tells."""
    _check_twins(variant, [looker, HOARDER], seed=seed, games=1)


def test_each_seat_can_have_a_player_of_its_own() -> None:
    """One player a seat: they are asked for their seats, in anticlockwise periods and with uneven hands too."""
    game = variant("block-eights").house(seats=10, periods=2, reversed_periods=[1])
    cast: list[Player] = ["random", "greedy", "counter", looker, HOARDER, Scoring(lambda *known: 1)]
    _check_twins(game, [*cast, "greedy", "random", "random", "counter"], seed=3, games=3)


@pytest.mark.parametrize("variant", PILES, ids=lambda variant: variant.key)
def test_greedy_and_counter_think_as_in_the_engine(variant: Variant) -> None:
    """The moves that they think most of are those that the players of these names think most of in the engine."""
    tabled = tabled_of(variant, 0)
    batch = simulate(variant, ["greedy", "counter"], 2, seed=1)
    for number in batch.numbers:
        for turn in list(batch.game(number).turns)[::7]:
            view: Any = variant.rules.view(turn.before, turn.seat)
            for name in ("greedy", "counter"):
                twin = PileTwin(tabled.named[name], batch.shoe(number))  # type: ignore[arg-type]  # no names there
                worth = {card: twin._worth(view, card) for card in view.legal}
                best = {card for card in view.legal if worth[card] == max(worth.values())}
                assert _chosen(strategies.strategy(name), variant, view) == best


def _chosen(player: Any, variant: Variant, view: Any) -> set[Any]:
    """Return the moves that a player chooses from, by letting chance take each of them."""

    class Take:
        def choice(self, moves: Any) -> Any:
            found.update(moves)
            return next(iter(moves))

    found = set[Any]()
    only = player.make(variant, view.seat, Take())(view)
    return found or {only}


@pytest.mark.parametrize("rink", RINKS, ids=lambda rink: "-".join(map(str, rink.changes.values())))
def test_rink_players_think_as_in_the_engine(rink: Variant) -> None:
    """So it is in the rink."""
    tabled = tabled_of(rink, 0)
    batch = simulate(rink, ["greedy", "counter"], 2, seed=1)
    for number in batch.numbers:
        for turn in list(batch.game(number).turns)[::5]:
            view: Any = rink.rules.view(turn.before, turn.seat)
            for name in ("greedy", "counter"):
                twin = RinkTwin(tabled.named[name], batch.shoe(number))  # type: ignore[arg-type]  # no names there
                worth = [twin._worth(view, pick) for pick in range(len(view.legal))]
                best = {move for move, each in zip(view.legal, worth, strict=True) if each == max(worth)}
                assert _chosen(strategies.strategy(name), rink, view) == best


def test_counters_can_be_read_in_python() -> None:
    """The functions of the counters say the same when Python runs them."""
    for key in ("breakaway", "saves", "rumble"):
        batch = simulate(key, ["counter", "greedy"], 1, seed=9)
        for turn in list(batch.game(0).turns)[::9]:
            view: Any = turn.before.rules.view(turn.before, turn.seat)
            twin = PileTwin(counting.pile_counter, batch.shoe(0))
            rulings, sight = rulings_of(view.sheet.rulings), pile_sight(view)
            for card in view.legal:
                assert twin._worth(view, card) == counting.pile_counter(rulings, int(card), sight)
    for rink in RINKS:
        batch = simulate(rink, ["counter", "greedy"], 1, seed=9)
        for turn in list(batch.game(0).turns)[::9]:
            view = turn.before.rules.view(turn.before, turn.seat)
            runner_twin = RinkTwin(counting.rink_counter, batch.shoe(0))
            layout = np.array([-1 if card is None else card for card in view.layout])
            paths = rink_tables.tables(view.rules, 0).paths[view.seat]
            for pick in range(len(view.legal)):
                assert runner_twin._worth(view, pick) == counting.rink_counter(layout, paths, pick, rink_sight(view))


def test_a_scoring_is_told_what_the_referee_says() -> None:
    """A scoring knows the situation, the rank and the verdict; one that does is as good as greedy."""

    def score(situation: Situation, rank: Rank, verdict: Verdict) -> int:
        assert isinstance(situation, Situation)
        assert isinstance(rank, Rank)
        return {"goal": 3, "pass": 2, "interception": 2, "block": 1}.get(verdict.call, 0)

    mine, greedy = (simulate("shots", [player, "random"], 500, seed=5) for player in (Scoring(score), "greedy"))
    assert mine.score.tolist() == greedy.score.tolist()


def test_a_function_can_play_a_scoring() -> None:
    """A function that reads the rulings plays as the scoring that is told of the verdict."""

    def scorer(rulings: Any, card: int, sight: PileSight) -> int:
        return rulings[sight.situation | card >> 2] & GOAL  # type: ignore[no-any-return]  # an array of integers

    def score(situation: Situation, rank: Rank, verdict: Verdict) -> int:
        return int(verdict.call == "goal")

    one, other = (simulate("saves", [player, "random"], 300, seed=5) for player in (scorer, Scoring(score)))
    assert one.score.tolist() == other.score.tolist()


def test_better_players_win() -> None:
    """Greedy beats random, and counter beats greedy, by many standard errors."""
    for key in ("breakaway", "saves", "block-draw"):
        for better, worse in (("greedy", "random"), ("counter", "greedy")):
            summary = simulate(key, [better, worse], 1000, seed=1).summary
            assert summary.margin > 5 * summary.error


def _fail(rulings: Any, card: int, sight: PileSight) -> int:
    return len({"a": card}["b"])  # type: ignore[arg-type]  # numba is to stumble over it


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        (["random"], SeatError, "1 players for 2 seats"),
        ("random", SeatError, "6 players for 2 seats"),
        (["random", "nobody"], UnknownStrategy, "there is no player 'nobody': in batches there are random, greedy"),
        (["random", 5], StrategyError, "seat 1 is given a int"),
        (["random", _fail], StrategyError, "the function of seat 1 is no player: it cannot be compiled"),
    ],
)
def test_what_is_no_player_is_refused(players: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        simulate("breakaway", players, 10)


def test_sights_are_those_of_the_docstring() -> None:
    """A sight at the start of a game: the hand, nothing else seen, the sizes of the hands to come, all plays left."""
    batch = simulate("breakaway", ["random", "random"], 1)
    view: Any = batch.game(0).undo().view(None)
    view = variant("breakaway").rules.view(next(iter(batch.game(0).turns)).before, 1)
    sight = pile_sight(view)
    assert (sight.hand, sight.seats, sight.own, sight.other, sight.period, sight.left) == (
        sum(1 << card for card in view.hand),
        2,
        0,
        0,
        0,
        52,
    )
    assert sight.seen == sight.hand
    assert [5, 5, 4, 4, 3, 3, 2, 2, 1, 1] == [sight.sizes >> 6 * turn & 63 for turn in range(10)]
    assert (sight.situation >> 8, sight.situation >> 4 & 15) == (0, 1)
    assert np.count_nonzero(rulings_of(view.sheet.rulings) & GOAL) > 0
