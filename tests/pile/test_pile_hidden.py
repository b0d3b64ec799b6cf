"""Hidden information of the pile family: games that differ only in unseen cards have equal views and events."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import attrs
import pytest
from hypothesis import given

from _stacked import cards, play, stack, start
from _strategies import Sample, chance, pile_games, sample
from hockey_cards import IllegalMove, Seeded, Stacked, redact, variant
from hockey_cards.cards import Card
from hockey_cards.events import Dealt
from hockey_cards.pile import PileState
from hockey_cards.pile.imagine import ImaginedShoe
from hockey_cards.pile.state import PileDeal, begin


def viewers(game: Sample) -> list[int | None]:
    return [*range(game.rules.seats), None]


# Twins: games whose packs differ in what a seat cannot have seen by a given moment.


@attrs.frozen
class Moment:
    """A game up to one of its moves, from the point of view of a seat."""

    game: Sample
    upto: int
    seat: int | None

    @property
    def state(self) -> Any:
        return self.game.states[self.upto]

    @property
    def states(self) -> Iterator[Any]:
        """The states of the period up to the moment."""
        return (state for state in self.game.states[: self.upto + 1] if state.period == self.state.period)

    @property
    def known(self) -> set[Card]:
        """The cards of the period that the seat has seen."""
        own = {card for state in self.states for card in (() if self.seat is None else state.hands[self.seat])}
        return own | {*self.state.setup.table_cards} | {each.move for each in self.state.plays}

    @property
    def known_after(self) -> set[Card]:
        """The cards seen when the next move has ended the period: also those played and drawn by it."""
        drawn = (
            self.state.stock[:1]
            if self.game.rules.schedule.draw and self.seat == self.state.rules.seat(self.state)
            else ()
        )
        return self.known | {self.game.moves[self.upto], *drawn}


def shuffled(moment: Moment, known: set[Card], rng: Random, *, alike: bool) -> tuple[Card, ...]:
    """Shuffle the cards of the period's pack that the seat has not seen.

    Args:
        moment: The moment.
        known: The cards that the seat has seen.
        rng: Chance.
        alike: Whether a stop stays a stop, so that the same plays are legal.
    """
    pack, rules = list(moment.state.deal.pack), moment.game.rules
    opener = rules.schedule.opener  # all see who opens, and so holds it
    free = [place for place in range(len(pack)) if pack[place] not in known and pack[place] != opener]
    stops = [place for place in free if alike and pack[place].rank in rules.referee.stop_ranks]
    for group in (stops, [place for place in free if place not in stops]):
        mixed = rng.sample(group, len(group))
        for place, card in zip(mixed, [pack[place] for place in group], strict=True):
            pack[place] = card
    return tuple(pack)


def told(moment: Moment, state: Any, moves: Sequence[Card]) -> Iterator[tuple[Any, ...]]:
    """Yield the views and events of a seat in a game that continues from a state."""
    rules, seat = moment.game.rules, moment.seat
    events: tuple[Any, ...] = ()
    for left, move in zip(range(len(moves), -1, -1), (*moves, None), strict=True):
        seen = rules.view(state, seat)
        written = seen.to_json() if left % 8 == 0 else ""
        yield seen, hash(seen), repr(seen), str(seen), written, seen.legal, events, repr(events)
        if move is not None:
            step = rules.step(state, move)
            state, events = step.state, tuple(redact(event, seat) for event in step.events)


def period_of(moment: Moment, pack: tuple[Card, ...], seed: int) -> Iterator[tuple[Any, ...]]:
    """Return the period up to the moment with another pack, and other packs after it."""
    setup, plays = moment.state.setup, moment.state.plays
    shoe = ImaginedShoe(setup.period, pack, Seeded(seed))
    state = begin(setup.rules, shoe, setup.period, setup.dealer, setup.past, setup.closing)
    return told(moment, state, [each.move for each in plays])


def game_of(moment: Moment, packs: list[tuple[Card, ...]], seed: int) -> Iterator[tuple[Any, ...]]:
    """Return the game up to the moment with other packs."""
    shoe = Stacked([*packs, Seeded(seed).pack(0)])
    state = moment.game.rules.start(shoe, dealer=moment.game.dealer)
    return told(moment, state, moment.game.moves[: moment.upto])


def same(one: Iterator[tuple[Any, ...]], other: Iterator[tuple[Any, ...]], *, alike: bool) -> bool:
    """Compare the views and events of the seat; return whether the same plays were legal in both games."""
    for seen in one:
        try:
            assert seen == next(other)
        except IllegalMove:
            assert not alike
            return False
    return True


def compare(moment: Moment, rng: Random, *, alike: bool) -> bool:
    """Compare a period with one that differs in unseen cards."""
    pack = shuffled(moment, moment.known, rng, alike=alike)
    return same(period_of(moment, moment.state.deal.pack, 1), period_of(moment, pack, 2), alike=alike)


def compare_games(moment: Moment, rng: Random) -> None:
    """Compare a game with one that differs in cards that the seat never saw, also in earlier periods."""
    shoe, period = moment.state.deal.shoe, moment.state.period
    ends = {state.period: place for place, state in enumerate(moment.game.states[: moment.upto])}
    before = [attrs.evolve(moment, upto=ends[number]) for number in range(period)]
    other = [shuffled(each, each.known_after, rng, alike=True) for each in before]
    other.append(shuffled(moment, moment.known, rng, alike=True))
    true = [shoe.pack(number) for number in range(period + 1)]
    assert same(game_of(moment, true, 1), game_of(moment, other, 2), alike=True)


@given(pile_games(), chance())
def test_non_interference(game: Sample, rng: Random) -> None:
    """Games that differ only in unseen cards have the same views and events at every ply."""
    upto = rng.randrange(len(game.states))
    for seat in viewers(game):
        moment = Moment(game, upto, seat)
        assert compare(moment, rng, alike=True)
        compare(moment, rng, alike=False)


@given(pile_games(), chance())
def test_non_interference_of_earlier_periods(game: Sample, rng: Random) -> None:
    """Unseen cards of earlier periods are never revealed."""
    compare_games(Moment(game, rng.randrange(len(game.states)), rng.choice(viewers(game))), rng)


@pytest.mark.parametrize("key", ["breakaway", "passe", "saves", "block-draw", "block-reverse"])
def test_twins_are_common(key: str) -> None:
    """The compared games do differ: in their hands, and the plays are mostly legal in both."""
    rng = Random(6)
    moment = Moment(sample(variant(key), 6, 0), 25, 0)
    assert moment.state.deal.pack != shuffled(moment, moment.known, rng, alike=True)
    assert 5 <= sum(compare(moment, rng, alike=False) for _ in range(20))


@pytest.mark.long
@pytest.mark.parametrize("key", ["breakaway", "passe", "saves", "block-draw", "block-extra", "rumble"])
def test_non_interference_in_whole_games(key: str) -> None:
    """The same at every ply of whole games."""
    rng = Random(8)
    game = sample(variant(key), 9, 0)
    for upto in range(len(game.states)):
        for seat in viewers(game):
            assert compare(Moment(game, upto, seat), rng, alike=True)
        compare_games(Moment(game, upto, rng.choice(viewers(game))), rng)


# Ways to what is hidden.


def reached(root: object) -> list[Any]:
    """Return all objects reachable from one, except classes, modules and functions."""
    found: dict[int, Any] = {}
    todo = [root]
    while todo:
        value = todo.pop()
        if id(value) in found or isinstance(value, type | ModuleType | FunctionType):
            continue
        found[id(value)] = value
        todo.extend(gc.get_referents(value))
    return list(found.values())


HIDDEN = PileState | PileDeal | Seeded | Stacked | ImaginedShoe


def cards_in(values: list[Any]) -> set[Card]:
    return {value for value in values if isinstance(value, Card)}


@given(pile_games())
def test_no_way_to_hidden_cards(game: Sample) -> None:
    """A view has no reference to a state, deal, shoe, pack or unseen card."""
    allowed = cards_in(reached(game.rules))  # an opening card is part of the rules
    for place in (*range(0, len(game.states), 61), len(game.states) - 1):
        for seat in viewers(game):
            moment = Moment(game, place, seat)
            values = reached(game.rules.view(moment.state, seat))
            assert not [value for value in values if isinstance(value, HIDDEN)]
            closing = moment.state.setup.closing  # the last play of the period before was seen by all
            seen_before: set[Card] = set[Card]() if closing is None else {closing.move}
            assert cards_in(values) <= moment.known | allowed | seen_before


@given(pile_games(), chance())
def test_no_way_from_events(game: Sample, rng: Random) -> None:
    """A redacted event has no reference to a hidden card, for deals and draws, and for any viewer."""
    steps = [game.rules.step(state, move) for state, move in zip(game.states, game.moves, strict=False)]
    dealt = [place for place, step in enumerate(steps) if len(step.events) > 2]
    for place in rng.sample(dealt, min(8, len(dealt))):
        for event, seat in product(steps[place].events, viewers(game)):
            values = reached(redact(event, seat))
            assert not [value for value in values if isinstance(value, HIDDEN)]
            known = Moment(game, place, seat).known_after | Moment(game, place + 1, seat).known
            assert cards_in(values) <= known


def test_illegal_moves_tell_nothing() -> None:
    """The message of an illegal move is the same whatever the mover holds."""
    one = play(start(variant("block"), stack("5c Jc Jd 9c 9h")), "5c Jc")
    two = play(start(variant("block"), stack("5c Jc 9h 9c Jd")), "5c Jc")
    for move in cards("Jd Ks"):
        messages: set[str] = set()
        for state in (one, two):
            with pytest.raises(IllegalMove) as caught:
                state.rules.apply(state, move)
            messages.add(str(caught.value))
        assert {f"seat 3 may not play {move.code} now: give one of that seat's legal moves"} == messages


def test_dealt_hands() -> None:
    """A deal shows a seat its own hand and the table cards, and spectators only the table cards."""
    hands = (tuple(cards("2c 3c")), tuple(cards("4c 5c")))
    event = Dealt(1, 0, hands, tuple(cards("9c")))
    assert ((None, None), hands[1]) == event.seen_by(1).hands
    assert ((None, None), (None, None)) == redact(event, None).hands  # type: ignore[attr-defined]  # it is the same kind
    assert tuple(cards("9c")) == event.seen_by(None).table
