"""Kernels that go on from a position: worlds, their weights, and playouts that agree with the engine move for move."""

from __future__ import annotations

from collections import Counter
from math import exp, log
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from _strategies import Sample, pile_games
from hockey_cards import Seeded, Variant, apply, legal, side_of
from hockey_cards.batch.compiled.arrays import PACK_SIZE
from hockey_cards.batch.kernels import words_of_key
from hockey_cards.batch.pile.playout import COUNTER, GREEDY, RANDOM, Softness, lay_worlds, play_out, weigh_worlds
from hockey_cards.batch.pile.positions import Position, seen_plays
from hockey_cards.cards import Card, deck
from hockey_cards.pile import VARIANTS
from hockey_cards.pile.period import ENDED
from hockey_cards.pile.state import PileDeal, PileState
from hockey_cards.strategies.pile import CALL_WORTH, Weights, _value, odds

KEY = words_of_key((7, 8))
SOFT = Softness(0.1, np.array([0.0, 0.1, 0.2]))


def worlds_of(position: Position, number: int) -> Any:
    packs = np.empty((number, PACK_SIZE), np.uint8)
    lay_worlds(position.template, position.places, position.unseen, KEY, packs)
    return packs


def state_in(view: Any, pack: list[int]) -> PileState:
    """Return the state of the engine in a world."""
    setup = view.setup
    seats, plan = view.rules.seats, setup.timetable
    dealt = max(start for start in plan.deals if start <= view.ply)
    counts: list[int] = list(view.counts)
    held: list[list[int]] = [list(plan.deals[dealt][seat])[: counts[seat]] for seat in range(seats)]
    hands = tuple(tuple(sorted(deck()[pack[place]] for place in places)) for places in held)
    cards = tuple(deck()[card] for card in pack[: len(view.rules.deck)])
    deal = PileDeal(None, cards)  # type: ignore[arg-type]  # no later period is dealt
    return PileState(setup, deal, hands, view.ply, view.situation, view.chain, view.goals)


def worth(view: Any, player: int) -> dict[Card, float]:
    """Return what the legal cards are worth to a player of the engine."""
    if player == RANDOM:
        return dict.fromkeys(view.legal, 0.0)
    if player == GREEDY:
        return {card: float(CALL_WORTH.get(view.ruling(card).call, 0)) for card in view.legal}
    chances = odds(view)
    return {card: _value(view, chances, Weights(), card) for card in view.legal}


def check_playouts(view: Any, player: int) -> int:
    """Play worlds out in a kernel and in the engine, and compare every move; return the number of plays."""
    position = Position.of(view)
    packs, count, plays = worlds_of(position, 3), 0, position.tables.plays
    first = view.legal[0]
    moves, leads = np.full((3, plays), 255, np.uint8), np.zeros(3, np.int64)
    rows, players = np.arange(3), np.full(3, player)
    place = position.hand[first]
    at = position.ply, position.situation, position.seen, place
    play_out(
        position.tables, packs, rows, players, COUNTER, KEY, *at, np.zeros(PACK_SIZE, np.uint8), moves, leads, 0, 3
    )
    for pack, made, lead in zip(packs.tolist(), moves.tolist(), leads.tolist(), strict=True):
        state, total, last = state_in(view, pack), 0, False
        assert view == state.rules.view(state, view.seat)
        for turn, number in enumerate(made[: made.index(255) if 255 in made else None]):
            mover = state.rules.seat(state)
            card, own = deck()[number], side_of(mover) == side_of(view.seat)
            assert card in legal(state)
            now: Any = state.rules.view(state, mover)
            if turn:
                rated = worth(now, COUNTER if own else player)
                assert rated[card] > max(rated.values()) - 2e-9
            else:
                assert card is first
            goal = now.ruling(card).goal
            total += goal if own else -goal
            count += 1
            last = turn + position.ply + 1 == plays or (goal and view.setup.sudden)
            if last:
                break
            state = apply(state, card)
        assert last
        assert total == lead
    return count


def views_of(game: Sample, rng: Random, number: int) -> list[Any]:
    """Return the views of the seats to move in some positions."""
    states = [state for state in game.states if state.situation != ENDED]
    return [game.rules.view(state, game.rules.seat(state)) for state in rng.sample(states, min(number, len(states)))]


@given(pile_games(), st.integers(0, 99), st.sampled_from([RANDOM, GREEDY, COUNTER]))
@settings(max_examples=60)
def test_playouts_agree_with_the_engine(game: Sample, seed: int, player: int) -> None:
    """In any world every move of a playout is a best move of its player in the engine, and the goals are the same."""
    assert all(check_playouts(view, player) for view in views_of(game, Random(seed), 3))


@given(pile_games(), st.integers(0, 99))
@settings(max_examples=60)
def test_worlds_agree_with_the_view(game: Sample, seed: int) -> None:
    """A world has all cards of the deck once, the mover's where they are, and the opening card where it must be."""
    for view in views_of(game, Random(seed), 4):
        for pack in worlds_of(Position.of(view), 4).tolist():
            state = state_in(view, pack)
            assert view == game.rules.view(state, view.seat)
            held = [*(card for hand in state.hands for card in hand), *(play.move for play in view.plays)]
            assert sorted((*held, *view.table_cards, *state.stock)) == list(view.rules.deck)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.key)
def test_worlds_are_uniform(variant: Variant) -> None:
    """Each unseen card lies at each hidden place as often as others."""
    state: Any = variant.rules.start(Seeded(3))
    view: Any = variant.rules.view(state, variant.rules.seat(state))
    position, number = Position.of(view), 4000
    packs = worlds_of(position, number)
    expected = number / len(position.unseen)
    for place in (position.places[0], position.places[-1]):
        column: list[int] = packs[:, place].tolist()
        found = Counter(column)
        assert set(found) == set(position.unseen.tolist())
        square = sum((count - expected) ** 2 / expected for count in found.values())
        assert square < len(found) + 6 * (2 * len(found)) ** 0.5


def softened(view: Any, played: Card, player: int) -> float:
    """Return the chance that a soft player plays a card, from the engine's values."""
    rated = worth(view, player)
    if played not in rated:
        return 0.0
    most, slip = max(rated.values()), SOFT.slips[player]
    if player == COUNTER:
        shares = {card: exp((value - most) / SOFT.temperature) for card, value in rated.items()}
    else:
        shares = {card: float(value == most) for card, value in rated.items()}
    found: float = (1 - slip) * shares[played] / sum(shares.values()) + slip / len(rated)
    return found


@given(pile_games(), st.integers(0, 99))
@settings(max_examples=40)
def test_weights_are_the_chances_of_the_plays_seen(game: Sample, seed: int) -> None:
    """The weight of a world is the product of the chances of the plays of this packet, as the engine gives them."""
    if game.rules.schedule.draw is not None:
        return
    for view in views_of(game, Random(seed), 2):
        position = Position.of(view)
        packs = worlds_of(position, 2)
        logs, scratch = np.empty((2, 3)), np.empty(16, np.int64)
        weigh_worlds(position.tables, packs, seen_plays(view)[1], SOFT, logs, scratch)
        for pack, found in zip(packs.tolist(), logs.tolist(), strict=True):
            expected = [0.0, 0.0, 0.0]
            for ply, before, state in earlier(game, view, pack):
                if before.seat != view.seat and (ply or view.setup.lead is None):
                    now: Any = state.rules.view(state, before.seat)
                    partner = side_of(before.seat) == side_of(view.seat)
                    for player in range(3):
                        chance = softened(now, before.move, COUNTER if partner else player)
                        expected[player] += log(chance) if chance else -1e9
            assert expected == pytest.approx(found, abs=1e-6)


def earlier(game: Sample, view: Any, pack: list[int]) -> Any:
    """Yield the plays of this packet with the state before each, in a world."""
    setup, plan = view.setup, view.setup.timetable
    dealt = max(start for start in plan.deals if start <= view.ply)
    held: list[set[Card]] = [set(hand) for hand in state_in(view, pack).hands]
    chain, ply = view.chain, view.ply
    found: list[tuple[int, Any, PileState]] = []
    goals = list(view.goals)
    while ply > dealt:
        ply -= 1
        chain, place = chain
        play = setup._play(setup.movers[ply], place)
        seat: int = play.seat
        held[seat].add(play.move)
        goals[side_of(play.seat)] -= setup.rulings[place].goal
        hands = tuple(tuple(sorted(hand)) for hand in held)
        deal = PileDeal(None, ())  # type: ignore[arg-type]  # no card is dealt
        found.append((ply, play, PileState(setup, deal, hands, ply, place - place % 52, chain, tuple(goals))))
    return found
