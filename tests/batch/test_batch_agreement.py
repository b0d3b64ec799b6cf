"""Agreement of kernels and engine: for the same packs and choices every call, score and end is the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import golden
from _batch import NO_MOVE, again, compare, players, written
from _strategies import Sample, pile_games, pile_variants
from hockey_cards import Game, Stacked, Variant, variant
from hockey_cards.batch import Player, simulate
from hockey_cards.cards import deck
from hockey_cards.pile import VARIANTS as PILES
from hockey_cards.rink import Rink

RINKS = tuple(
    variant("rink").house(deck=size, goalkeeper_lanes=lanes) for size in (32, 36, 52) for lanes in (False, True)
)
GAMES = (*PILES, *RINKS)
IDS = [f"{each.key}{''.join(f'-{value}' for value in each.changes.values())}" for each in GAMES]
SEEDS = st.integers(0, 2**32)


@given(pile_games())
def test_kernels_replay_games_of_the_engine(game: Sample) -> None:
    """A kernel replays a game of the engine with any house rules."""
    shoe = game.states[0].deal.shoe
    packs = [shoe.pack(period) for period in range(game.states[-1].period + 1)]
    moves = [game.rules.number(move) for move in game.moves]
    tape = again(game.variant, packs, moves, dealer=game.dealer)
    assert moves == tape.moves.tolist()
    compare(game.variant, tape, dealer=game.dealer)


@given(pile_variants(), players(), players(), SEEDS, st.data())
def test_engine_replays_games_of_kernels(
    variant: Variant, first: Player, second: Player, seed: int, data: st.DataObject
) -> None:
    """The engine replays a game of a kernel with any house rules."""
    dealer = data.draw(st.integers(0, variant.rules.seats - 1))
    compare(variant, written(variant, [first, second], seed=seed, dealer=dealer), dealer=dealer)


@pytest.mark.parametrize("variant", GAMES, ids=IDS)
def test_engine_replays_games_of_named_variants(variant: Variant) -> None:
    """The same is true of each named variant and each rink, for all kinds of players and every dealer."""
    for number, opponent in enumerate(["random", "greedy", "counter"] * 10):
        dealer = number % variant.rules.seats
        compare(variant, written(variant, [opponent, "random"], seed=1, game=number, dealer=dealer), dealer=dealer)


@given(pile_variants() | st.sampled_from(RINKS), SEEDS, st.data())
def test_kernels_with_and_without_recording_play_the_same(variant: Variant, seed: int, data: st.DataObject) -> None:
    """The kernel for random players, which takes every short cut, plays the same games as the one that records."""
    dealer = data.draw(st.integers(0, variant.rules.seats - 1))
    batch = simulate(variant, ["random", "random"], 5, seed=seed, dealer=dealer)
    for game in batch.numbers:
        tape = written(variant, ["random", "random"], seed=seed, game=game, dealer=dealer)
        assert batch.score[game].tolist() == tape.boards[-1].tolist()
        assert (batch.plays[game], batch.periods[game]) == (len(tape.moves), len(tape.packs))


@pytest.mark.parametrize("key", [each.key for each in PILES] + ["rink"])
def test_golden_games(key: str) -> None:
    """Kernels replay the golden games with the same scores, move for move."""
    record, _, *rows = golden.path_of(key).read_text("utf-8").splitlines()
    game = Game.from_record(record)
    assert game.shoe is not None
    packs: list[Any] = [game.shoe.pack(period) for period in range(game.state.period + 1)]
    moves: Any = game.moves
    tape = again(game.variant, packs, moves, dealer=game.dealer)
    compare(game.variant, tape, dealer=game.dealer)
    assert [json.loads(row)["score"] for row in rows] == tape.boards.tolist()


SMALL = [
    ("breakaway", {"packets": [3], "periods": 1, "overtime": "none"}),
    ("breakaway", {"packets": [1, 2], "periods": 1, "overtime": "sudden-death", "overtime_packets": [2]}),
    ("shots", {"packets": [2, 1], "periods": 1, "overtime": "none", "table_cards": 2, "table_match": "any"}),
    ("passe", {"packets": [2], "periods": 1, "overtime": "none"}),
    ("block", {"packets": [2], "periods": 1, "stop_ranks": "23456789", "stop_may_lead": "never"}),
    ("block-draw", {"draw": 2, "table_cards": 42, "periods": 1, "play_out": True}),
    ("rumble", {"packets": [2, 1], "periods": 1, "reversed_periods": [1]}),
]


def _lines(rules: Any, state: Any, moves: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all games that can follow a state."""
    if not rules.legal(state):
        yield moves
    for move in rules.legal(state):
        yield from _lines(rules, rules.apply(state, move), (*moves, int(move)))


@pytest.mark.parametrize(("key", "house"), SMALL, ids=[f"{number}-{key}" for number, (key, _) in enumerate(SMALL)])
def test_all_games_of_small_deals(key: str, house: dict[str, object]) -> None:
    """A kernel replays every line of play of a small deal, with the same end."""
    small = variant(key).house(**house)
    rules: Any = small.rules
    rng = np.random.default_rng(7)
    packs: list[list[int]] = [rng.permutation(52).tolist() for _ in range(2)]
    start = rules.start(Stacked([[deck()[card] for card in pack] for pack in packs]))
    lines = list(_lines(rules, start, ()))
    assert len(lines) >= 4
    for line in lines:
        tape = again(small, packs, line)
        assert line == tuple(tape.moves.tolist())
        compare(small, tape)


@given(pile_games(), st.data())
def test_illegal_moves_are_illegal_in_the_kernel(game: Sample, data: st.DataObject) -> None:
    """A kernel plays a card of the mover's hand if and only if it is legal in the engine."""
    at = data.draw(st.integers(0, len(game.moves) - 1))
    state = game.states[at]
    shoe = state.deal.shoe
    packs = [shoe.pack(period) for period in range(game.states[-1].period + 1)]
    for card in state.hands[game.rules.seat(state)]:
        moves = [game.rules.number(move) for move in (*game.moves[:at], card)]
        played = again(game.variant, _enough(packs, shoe, game), moves, dealer=game.dealer).moves[at]
        assert (card in game.rules.legal(state)) == (moves[-1] == played)


def _enough(packs: list[Any], shoe: Any, game: Sample) -> list[Any]:
    """Return packs for as many periods as a game can have, because another move may make it longer."""
    schedule = game.rules.schedule
    return [shoe.pack(period) for period in range(schedule.periods + schedule.max_overtimes)]


def test_moves_of_other_stages_are_not_made_in_the_rink() -> None:
    rink = variant("rink")
    assert isinstance(rink.rules, Rink)
    pack = [int(card) for card in rink.rules.deck]
    for move in range(14):
        tape = again(rink, [pack], [move])
        assert (move in (8, 9, 10, 11)) == (move == tape.moves[0])  # seat 1 begins, in row 3
    assert again(rink, [pack], [NO_MOVE]).moves[0] in (8, 9, 10, 11)
