"""Properties of all states of all games, of the named variants and of the pile family under house rules."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import weakref
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _strategies import NAMED, Sample, chance, pile_games, pile_variants, sample
from hockey_cards import Game, IllegalMove, Seeded, Stacked, rules, side_of, variant
from hockey_cards.cards import Card
from hockey_cards.events import Scored
from hockey_cards.pile import Blocked, Call, Claimed, Intercepted, Missed
from hockey_cards.rules import GameEnded, PeriodEnded, Played

ANY = pile_games(st.one_of(st.sampled_from(NAMED), pile_variants()))
EVERY = pytest.mark.parametrize("game", [sample(each, 21, 1) for each in NAMED], ids=[each.key for each in NAMED])


def some_states(game: Sample, step: int = 9) -> tuple[Any, ...]:
    return (*game.states[::step], game.states[-1])


# The course of a game.


def course(game: Sample) -> None:
    """Check a game against the contract: legal moves, outcomes and length."""
    assert len(game.moves) <= game.rules.max_moves
    for state in game.states[:-1]:
        legal = game.rules.legal(state)
        assert legal
        assert sorted(set(legal)) == list(legal)
        assert game.rules.outcome(state) is None
        assert game.rules.seat(state) in range(game.rules.seats)
    assert () == game.rules.legal(game.states[-1])
    outcome = game.rules.outcome(game.states[-1])
    assert game.states[-1].score == outcome.score
    own, other = outcome.score
    assert (None if own == other else int(other > own)) == outcome.winner
    assert game.rules.seat(game.states[-1]) in range(game.rules.seats)


@given(ANY)
def test_course(game: Sample) -> None:
    """Every game ends within ``max_moves``; legal moves are sorted, without duplicates, and () only after the end."""
    course(game)


@EVERY
def test_course_of_named_variants(game: Sample) -> None:
    """The same for a game of each named variant."""
    course(game)


@given(pile_games())
def test_cards_are_conserved(game: Sample) -> None:
    """pile.1.1: in every state of a pile game each card is in a hand, in the stock, on the table or played."""
    for state in game.states:
        played = [each.move for each in state.plays]
        dealt = [card for hand in state.hands for card in hand]
        assert game.rules.deck == tuple(sorted([*dealt, *state.stock, *state.setup.table_cards, *played]))
        assert all(tuple(sorted(hand)) == hand for hand in state.hands)
        assert set(state.pile) <= {*played, *state.setup.table_cards}


@given(pile_games())
def test_turns_and_periods(game: Sample) -> None:
    """pile.1.1: sides alternate, the deal rotates, periods are consecutive, and only the mover's hand changes."""
    for state, after in pairwise(game.states):
        mover = game.rules.seat(state)
        if after.period == state.period:
            assert (state.dealer, state.ply + 1) == (after.dealer, after.ply)
            assert side_of(mover) != side_of(game.rules.seat(after))
        else:
            assert (state.period + 1, 0) == (after.period, after.ply)
            assert (state.dealer + 1) % game.rules.seats == after.dealer


# States are values.


@given(ANY)
def test_purity(game: Sample) -> None:
    """No function changes a state, and the same call returns the same result."""
    for state, move in list(zip(game.states, game.moves, strict=False))[::7]:
        kept = pickle.dumps(state)
        asked = [game.rules.apply(state, move), game.rules.legal(state), game.rules.step(state, move)]
        seen = [game.rules.view(state, seat) for seat in (*range(game.rules.seats), None)]
        assert asked == [game.rules.apply(state, move), game.rules.legal(state), game.rules.step(state, move)]
        assert seen == [game.rules.view(state, seat) for seat in (*range(game.rules.seats), None)]
        assert kept == pickle.dumps(state)


@given(pile_games())
def test_equality_of_states(game: Sample) -> None:
    """A state equals that of the same game played again, and no other state of the game."""
    again = sample(pickle.loads(pickle.dumps(game.variant)), game.seed, game.dealer, game.keen)
    assert game.states == again.states
    assert [hash(state) for state in game.states] == [hash(state) for state in again.states]
    assert len(game.states) == len(set(game.states))


@EVERY
def test_frozen(game: Sample) -> None:
    """No field of a state, view, step, event or outcome can be changed, also after unpickling."""
    state = game.states[len(game.states) // 2]
    step = game.rules.step(game.states[-2], game.moves[-1])
    values: list[Any] = [
        state,
        game.rules.view(state, 0),
        step,
        *step.events,
        game.rules.outcome(game.states[-1]),
        game.variant,
    ]
    for value in (*values, *pickle.loads(pickle.dumps(values))):
        for field in value.__attrs_attrs__:
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(value, field.name, None)
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                delattr(value, field.name)
        with pytest.raises(AttributeError):
            value.anything = 1


@EVERY
def test_copies(game: Sample) -> None:
    """States, views, steps and events can be pickled, copied and weakly referenced."""
    for state, move in list(zip(game.states, game.moves, strict=False))[::11]:
        step = game.rules.step(state, move)
        for value in (state, game.rules.view(state, 0), game.rules.view(state, None), step, *step.events, game.variant):
            for made in (
                copy.copy(value),
                copy.deepcopy(value),
                pickle.loads(pickle.dumps(value)),
                attrs.evolve(value),
            ):
                assert (value, hash(value), type(value)) == (made, hash(made), type(made))
        assert state is copy.copy(state) is copy.deepcopy(state) is weakref.ref(state)()


@given(ANY)
def test_unpickled_states_go_on(game: Sample) -> None:
    """A game continues from an unpickled state as from the state itself."""
    for state, move, after in list(zip(game.states, game.moves, game.states[1:], strict=False))[::17]:
        again = pickle.loads(pickle.dumps(state))
        assert game.rules.legal(state) == again.rules.legal(again)
        assert after == again.rules.apply(again, move)
        assert after == rules.apply(again, move)


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_deterministic(hash_seed: str) -> None:
    """Games are the same in another process, whatever its hash seed."""
    code = "import _strategies as s; print([[m.code for m in s.sample(v, 5, 0).moves] for v in s.NAMED])"
    moves = [[move.code for move in sample(each, 5, 0).moves] for each in NAMED]
    environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert str(moves) == run.stdout.strip()


# What a step tells.

WORDS = {
    Call.PLAY: None,
    Call.PASS: Claimed,
    Call.INTERCEPTION: Intercepted,
    Call.BLOCK: Blocked,
    Call.MISSED: Missed,
    Call.GOAL: Scored,
}


def compare_step(game: Sample, state: Any, move: Any, after: Any) -> None:
    """Check the events of a step against the changes of the state."""
    step = game.rules.step(state, move)
    assert (after, hash(after), type(after)) == (step.state, hash(step.state), type(step.state))
    first, *others = step.events
    seat, outcome = game.rules.seat(state), game.rules.outcome(after)
    told: Any = first
    assert (seat, side_of(seat), move, step.call) == (told.seat, told.side, told.move, told.call)
    assert not [event for event in others if isinstance(event, Played)]
    ended = [event for event in others if isinstance(event, PeriodEnded)]
    assert int(after.period != state.period or outcome is not None) == len(ended)
    assert [] == [event for event in ended if (event.period, event.score) != (state.period, after.score)]
    last = [event for event in others if isinstance(event, GameEnded)]
    assert ([] if outcome is None else [GameEnded(outcome)]) == last


@given(ANY)
def test_steps(game: Sample) -> None:
    """``step`` agrees with ``apply``; its events name the play, the mover, and what ended."""
    for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        compare_step(game, state, move, after)


@given(pile_games())
def test_events_and_calls(game: Sample) -> None:
    """pile.1.2: each call has its event, for the side that played; only goals count for that side."""
    for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        step, seat = game.rules.step(state, move), game.rules.seat(state)
        kind = WORDS[Call(step.call)]
        made = [event for event in step.events if type(event) in WORDS.values()]
        assert ([] if kind is None else [kind(seat, side_of(seat))]) == made
        goals = [new - old for new, old in zip(after.periods[state.period], state.goals, strict=True)]
        assert [int(step.call == "goal" and side == side_of(seat)) for side in (0, 1)] == goals
        assert len(after.periods) == after.period + 1


@given(pile_games())
def test_board(game: Sample) -> None:
    """pile.1.4: the board is the sum of the goals, or of the differences, of all periods; the winner is the same."""
    for state in game.states:
        periods = state.periods
        if game.rules.schedule.difference:
            periods = [(max(own - other, 0), max(other - own, 0)) for own, other in periods]
        assert tuple(map(sum, zip(*periods, strict=True))) == state.score
    own, other = map(sum, zip(*game.states[-1].periods, strict=True))
    assert (None if own == other else int(other > own)) == game.rules.outcome(game.states[-1]).winner


# Illegal moves.


@given(pile_games(), chance())
def test_illegal_cards(game: Sample, rng: Any) -> None:
    """Every card that is not legal is refused with a stable code, and the state is as it was."""
    for state in some_states(game, 13):
        kept, legal = pickle.dumps(state), game.rules.legal(state)
        for card in game.rules.deck:
            if card in legal:
                continue
            with pytest.raises(IllegalMove) as caught:
                rng.choice([game.rules.apply, game.rules.step])(state, card)
            error = caught.value
            assert (card, legal) == (error.move, error.legal)
            assert error.code in ("not-in-hand", "stop-card", "opening-card", "game-over")
            assert ("game-over" == error.code) is (legal == ())
        assert kept == pickle.dumps(state)


@EVERY
@pytest.mark.parametrize("move", [None, 0, "", "zz", (), 3.5, [Card("2c")], object])
def test_what_is_no_move(game: Sample, move: Any) -> None:
    """What is no move is refused as an illegal one, before the end and after it."""
    for state in (game.states[0], game.states[-1]):
        kept = pickle.dumps(state)
        for attempt in (game.rules.apply, game.rules.step, rules.apply, rules.step):
            with pytest.raises(IllegalMove) as caught:
                attempt(state, move)
            assert ("game-over" == caught.value.code) is (state is game.states[-1])
        assert kept == pickle.dumps(state)


# Shoes and seeds.


@given(ANY)
def test_stacked_packs_are_the_seeds(game: Sample) -> None:
    """With the packs of a seed stacked the game is the same, move for move."""
    shoe = Seeded(game.seed, game.rules.deck)
    packs = [shoe.pack(period) for period in range(game.states[-1].period + 1)]
    state: Any = game.rules.start(Stacked(packs), dealer=game.dealer)
    for before, move in zip(game.states, game.moves, strict=False):
        assert (before.score, game.rules.legal(before)) == (state.score, game.rules.legal(state))
        assert game.rules.view(before, 0) == game.rules.view(state, 0)
        state = game.rules.apply(state, move)
    assert game.rules.outcome(game.states[-1]) == game.rules.outcome(state)


def test_other_seeds_other_games() -> None:
    """Games of different seeds differ, and those of one seed written in two ways do not."""
    hands = {Game.start(variant("block"), seed=seed).view(0) for seed in range(50)}
    assert 50 == len(hands)
    assert Game.start("block", seed=7).state == Game.start("block", seed="7").state
