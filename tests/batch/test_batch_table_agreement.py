"""Agreement of tables and engine after every move, and independence of hidden cards."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _strategies import pile_variants
from hockey_cards import ParseError, Variant, variant
from hockey_cards.batch import BatchShoe, Table, TimeStep, observe
from hockey_cards.cards import Card
from hockey_cards.pile import VARIANTS as PILES

RINKS = tuple(
    variant("rink").house(deck=size, goalkeeper_lanes=lanes) for size in (32, 36, 52) for lanes in (False, True)
)
GAMES = (*PILES, *RINKS)
IDS = [f"{each.key}{''.join(f'-{value}' for value in each.changes.values())}" for each in GAMES]


@attrs.define
class Beside:
    """The games of a table, played in the engine at the same time.

    Args:
        table: The table.
        rng: The source of random moves.
        keen: How often a card of the top rank is played if the hand has one, so that more happens than at random.
        numbers: The numbers of the games.
        states: Their states.
    """

    table: Table
    rng: Random
    keen: float
    numbers: list[int] = attrs.field(init=False)
    states: list[Any] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.numbers = list(range(self.table.games))
        self.states = [self._start(number) for number in self.numbers]

    @property
    def rules(self) -> Any:
        return self.table.variant.rules

    def _start(self, number: int) -> Any:
        return self.rules.start(BatchShoe(self.table.seed, number, self.rules.deck), dealer=self.table.dealer)

    def moves(self) -> list[Any]:
        """Choose a move in each game."""
        return [self._move(state) for state in self.states]

    def _move(self, state: Any) -> Any:
        legal = self.rules.legal(state)
        if isinstance(legal[0], Card) and state.pile and self.rng.random() < self.keen:
            legal = [card for card in legal if card.rank is state.pile[-1].rank] or legal
        return self.rng.choice(legal)

    def check_position(self, shown: TimeStep) -> None:
        """Compare what the seats to move see."""
        most = self.table.layout.maxima
        for place, state in enumerate(self.states):
            seat = self.rules.seat(state)
            row = shown.observation[place]
            assert observe(self.rules.view(state, seat)).tolist() == row.tolist()
            assert self.rules.legal(state) == tuple(
                self.table.moves[move] for move in np.flatnonzero(shown.mask[place])
            )
            assert (seat, self.numbers[place]) == (shown.seat[place], shown.number[place])
            assert (row >= 0).all()
            assert (row <= most).all()

    def play(self, moves: list[Any], shown: TimeStep) -> None:
        """Make the moves in the engine too, and compare the results."""
        for place, move in enumerate(moves):
            before = self.states[place]
            after = self.rules.apply(before, move)
            outcome = self.rules.outcome(after)
            gained = [new - old for new, old in zip(after.score, before.score, strict=True)]
            assert (gained, list(after.score)) == (shown.reward[place].tolist(), shown.score[place].tolist())
            assert (outcome is not None) == shown.done[place]
            won = [0, 0] if outcome is None or outcome.winner is None else [-1, -1]
            if outcome is not None and outcome.winner is not None:
                won[outcome.winner] = 1
            assert won == shown.outcome[place].tolist()
            if outcome is not None:
                self.numbers[place] += self.table.games
                after = self._start(self.numbers[place])
            self.states[place] = after


def _check(variant: Variant, *, seed: int, dealer: int, keen: float, games: int = 2, steps: int = 220) -> None:
    """Play at a table and in the engine, and compare after every move."""
    table = Table(variant, games, seed=seed, dealer=dealer)
    beside = Beside(table, Random(seed), keen)
    shown = table.reset()
    beside.check_position(shown)
    for _ in range(steps):
        moves = beside.moves()
        shown = table.step([table.variant.rules.number(move) for move in moves])
        beside.play(moves, shown)
        beside.check_position(shown)
    assert beside.states == [table.game(place).state for place in range(games)]


@pytest.mark.slow
@given(pile_variants(), st.integers(0, 2**32), st.floats(0, 1), st.data())
def test_tables_agree_with_the_engine(variant: Variant, seed: int, keen: float, data: st.DataObject) -> None:
    """With any house rules, after every move: observation, mask, seat, reward, score, end and outcome."""
    _check(variant, seed=seed, dealer=data.draw(st.integers(0, variant.rules.seats - 1)), keen=keen)


@pytest.mark.parametrize("variant", GAMES, ids=IDS)
def test_tables_of_named_games_agree_with_the_engine(variant: Variant) -> None:
    """The same is true of each named variant and each rink, for more than a whole game."""
    for dealer in range(2):
        _check(variant, seed=dealer, dealer=dealer, keen=0.6, steps=min(variant.rules.max_moves + 20, 400))


@pytest.mark.long
@pytest.mark.parametrize("variant", GAMES, ids=IDS)
def test_many_rounds_agree_with_the_engine(variant: Variant) -> None:
    """The same is true of many games in the same places, with every seat dealing."""
    for dealer in range(variant.rules.seats):
        _check(variant, seed=7, dealer=dealer, keen=0.4, games=3, steps=2000)


def _hidden(state: Any, mover: int) -> list[int]:
    """Return the cards that the mover cannot know."""
    if hasattr(state, "hands"):
        others = [card for seat, hand in enumerate(state.hands) if seat != mover for card in hand]
        return [int(card) for card in (*others, *state.stock)]
    pack = state.deal.pack
    closed = [card for card, shown in zip(pack, state.layout, strict=False) if shown is None]
    return [int(card) for card in (*closed, *pack[17 + state.turn :])]


def _swap(table: Table, place: int, one: int, other: int) -> None:
    """Swap two cards of the pack of a game."""
    swapped = {one: other, other: one}
    games: Any = table._in_progress
    pack = games.pack[place]
    pack[:] = [swapped.get(card, card) for card in pack.tolist()]


@given(pile_variants() | st.sampled_from(RINKS), st.integers(0, 2**32), st.floats(0, 1), st.data())
def test_observations_do_not_depend_on_hidden_cards(
    variant: Variant, seed: int, keen: float, data: st.DataObject
) -> None:
    """Two games that differ only in cards hidden from the seat to move show it the same."""
    table = Table(variant, 1, seed=seed)
    beside = Beside(table, Random(seed), keen)
    checked = 0
    for _ in range(min(80, variant.rules.max_moves - 1)):
        moves = beside.moves()
        after = variant.rules.apply(beside.states[0], moves[0])
        other = copy.copy(table)
        hidden = [] if variant.rules.outcome(after) else _hidden(after, variant.rules.seat(after))
        if len(hidden) >= 2 and after.period == beside.states[0].period:
            _swap(other, 0, *beside.rng.sample(hidden, 2))
            checked += 1
        asked = [variant.rules.number(moves[0])]
        shown, same = table.step(asked), other.step(asked)
        assert shown.observation.tolist() == same.observation.tolist()
        assert shown.mask.tolist() == same.mask.tolist()
        beside.play(moves, shown)
    assert checked or variant.rules.max_moves < 40


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_layouts_have_no_gaps(game: Variant) -> None:
    """The blocks fill the width of an observation without gaps, and each has a name and a description."""
    layout = Table(game, 1).layout
    columns = [column for block in layout.blocks for column in range(block.start, block.start + block.size)]
    assert list(range(layout.width)) == columns
    assert layout.width == len(layout.maxima)
    assert len(layout.blocks) == len({block.name for block in layout.blocks}) == len(str(layout).splitlines())
    assert all(layout[block.name] == block.columns and block.description for block in layout.blocks)


def test_unknown_blocks_are_refused() -> None:
    with pytest.raises(ParseError, match=r"the observation has no block 'hands': the blocks are hand, table, played"):
        _ = Table("breakaway", 1).layout["hands"]
