"""Properties of all states of random rink games."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

from hockey_cards import read_view
from hockey_cards.cards import Card
from hockey_cards.events import Scored
from hockey_cards.rink import Open, Opened, Revealed, Rink, RinkSettings, RinkState, RinkView, Shown, ThrownOut
from hockey_cards.rink.referee import place
from hockey_cards.rules import Drawn, Event, Played
from hockey_cards.shoe import Seeded, Stacked

VIEWERS = (0, 1, None)


@attrs.frozen
class Sample:
    """A whole game at random: its rules, its states in order and the moves between them."""

    rules: Rink
    states: tuple[RinkState, ...] = attrs.field(repr=False)
    moves: tuple[Open, ...]
    seed: int
    dealer: int


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    settings = RinkSettings(draw(st.sampled_from([32, 36, 52])), draw(st.booleans()))
    rules, seed, dealer = Rink(settings), draw(st.integers(0, 2**32)), draw(st.sampled_from([0, 1]))
    # Players who prefer cards that pass, of those they see, get far; the others stay in the nearest row.
    rng, keen = Random(seed), draw(st.floats(0, 1))
    states, moves = [rules.start(Seeded(seed, rules.deck), dealer=dealer)], list[Open]()
    while legal := rules.legal(states[-1]):
        state = states[-1]
        good = [move for move in legal if _passes(state, move)] if rng.random() < keen else []
        moves.append(rng.choice(good or legal))
        states.append(rules.apply(state, moves[-1]))
    return Sample(rules, tuple(states), tuple(moves), seed, dealer)


def _passes(state: RinkState, move: Open) -> bool:
    """Return whether a move lets the run continue."""
    card, running = state.deal.pack[place(move, state.seat)], state.running
    return running is not None and (card.suit is running.suit or card.rank is running.rank)


def views(state: RinkState) -> Iterator[RinkView]:
    return (state.rules.view(state, seat) for seat in VIEWERS)


@given(samples())
def test_course_of_a_game(game: Sample) -> None:
    """Every game ends within its limit; before the end there are legal moves, sorted and without duplicates."""
    assert len(game.moves) <= game.rules.max_moves
    for state in game.states[:-1]:
        legal = game.rules.legal(state)
        assert legal
        assert sorted(set(legal)) == list(legal)
        assert game.rules.outcome(state) is None
    assert () == game.rules.legal(game.states[-1])
    outcome = game.rules.outcome(game.states[-1])
    assert outcome is not None
    assert game.states[-1].score == outcome.score


@given(samples())
def test_cards_are_conserved(game: Sample) -> None:
    """In every state each card is in one place: on the table, in a stack, running, thrown out, or a goal."""
    for state in game.states:
        running = () if state.running is None else (state.running,)
        table = state.deal.pack[:16]
        placed = (*table, *running, *state.thrown_out, *state.stacks[0], *state.stacks[1], *state.goals[0])
        assert game.rules.deck == tuple(sorted((*placed, *state.goals[1])))
        assert all(card in (None, true) for card, true in zip(state.layout, table, strict=True))
        assert state.score == tuple(len(cards) for cards in state.goals)


@given(samples())
def test_turns_alternate(game: Sample) -> None:
    """rink.2.6: the seat after the dealer runs first, and runs alternate; only a continuing run keeps the turn."""
    seat = 1 - game.dealer
    for state, play in zip(game.states, game.states[-1].plays, strict=False):
        assert (seat, seat) == (state.seat, play.seat)
        seat = seat if play.call == "through" else 1 - seat
    assert game.moves == tuple(play.move for play in game.states[-1].plays)


@given(samples())
def test_purity(game: Sample) -> None:
    """No function changes a state, the same call returns the same result, and step agrees with apply."""
    for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        kept = pickle.dumps(state)
        step = game.rules.step(state, move)
        list(views(state))
        assert after == step.state == game.rules.apply(state, move)
        assert hash(after) == hash(step.state)
        assert kept == pickle.dumps(state)
        assert state == pickle.loads(kept)


def _opened_by(game: Sample, upto: int) -> set[int]:
    chosen = zip(game.moves[:upto], game.states, strict=False)
    return {place(move, state.seat) for move, state in chosen}


@given(samples(), st.randoms(use_true_random=False), st.floats(0, 1))
def test_non_interference(game: Sample, rng: Random, point: float) -> None:
    """Games that differ only in unseen cards have the same views and events."""
    upto = round(point * len(game.moves))
    state, pack = game.states[upto], game.states[0].deal.pack
    for seat in VIEWERS:
        seen = game.rules.view(state, seat)
        known = {*_opened_by(game, upto), *range(16, 16 + state.turn)}
        if seat == state.seat or not {play.call for play in state.plays[-1:]} <= {"thrown-out", "goal"}:
            known.add(16 + state.turn)
        free = [] if state.over else [spot for spot in range(len(pack)) if spot not in known]
        assert {pack[spot] for spot in free} == set(seen.unseen)
        other = list(pack)
        for spot, source in zip(free, rng.sample(free, len(free)), strict=True):
            other[spot] = pack[source]
        twin, told = game.rules.start(Stacked([other]), dealer=game.dealer), list[Event]()
        for move in game.moves[:upto]:
            step = game.rules.step(twin, move)
            twin, told = step.state, [*told, *(event.seen_by(seat) for event in step.events)]
        alike = game.rules.view(twin, seat)
        assert (seen, hash(seen), repr(seen)) == (alike, hash(alike), repr(alike))
        assert seen.to_json() == alike.to_json()
        assert told == [event.seen_by(seat) for event in _events(game, upto)]


def _events(game: Sample, upto: int) -> list[Event]:
    steps = zip(game.states[:upto], game.moves, strict=False)
    return [event for state, move in steps for event in game.rules.step(state, move).events]


def _reached(root: object) -> list[Any]:
    """Return all objects reachable from one, except classes and functions."""
    found: dict[int, Any] = {}
    todo = [root]
    while todo:
        value = todo.pop()
        if id(value) in found or isinstance(value, type | ModuleType | FunctionType):
            continue
        found[id(value)] = value
        todo.extend(gc.get_referents(value))
    return list(found.values())


@given(samples())
def test_no_way_to_hidden_cards(game: Sample) -> None:
    """A view has no reference to a state, a shoe or an unseen card."""
    for state in game.states[::7]:
        for seen in views(state):
            reached = _reached(seen)
            assert not [value for value in reached if isinstance(value, RinkState | Seeded | Stacked)]
            assert not {value for value in reached if isinstance(value, Card)} & set(seen.unseen)


@given(samples(), st.randoms(use_true_random=False))
def test_imagine(game: Sample, rng: Random) -> None:
    """An imagined state has the same view as the true one, and the game can continue from it to its end."""
    for state in (*game.states[::5], game.states[-1]):
        for seen in views(state):
            imagined = game.rules.imagine(seen, rng)
            assert seen == game.rules.view(imagined, seen.seat)
            assert game.rules.deck == tuple(sorted(imagined.deal.pack))
            while legal := game.rules.legal(imagined):
                imagined = game.rules.apply(imagined, rng.choice(legal))


@given(samples())
def test_views_as_text(game: Sample) -> None:
    """A view is read back from JSON, and from a pickle."""
    for state in (*game.states[::5], game.states[-1]):
        for seen in views(state):
            assert seen == read_view(seen.to_json()) == pickle.loads(pickle.dumps(seen))


@given(samples())
def test_events_are_all_that_changes(game: Sample) -> None:
    """The first view and the redacted events of a seat are enough to follow its views to the end."""
    for seat in VIEWERS:
        follower = Follower(game.rules.view(game.states[0], seat))
        for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
            step = game.rules.step(state, move)
            assert isinstance(step.events[0], Played)
            for event in step.events:
                follower.hear(event.seen_by(seat))
            follower.compare(game.rules.view(after, seat))


class Follower:
    """The knowledge of a client that has the first view, and receives the events after it."""

    def __init__(self, view: RinkView) -> None:
        self.layout = list(view.layout)
        self.running = view.running
        self.thrown_out: list[Card] = []
        self.goals: tuple[list[Card], list[Card]] = ([], [])
        self.stacks = list(view.stacks)
        self.plays: list[Event] = []

    def hear(self, event: Event) -> None:
        match event:
            case Played():
                self.plays.append(event)
            case Shown():
                self.running = event.card
            case Opened():
                self.layout[place(event.place, event.seat)] = event.card
            case Scored():
                self.goals[event.side].extend(event.cards)
                self.running = None
            case ThrownOut():
                self.thrown_out.append(event.card)
                self.running = None
            case Drawn():
                self.stacks[event.seat] -= 1
                self.running = event.card
            case Revealed():
                self.layout = list(event.layout)
            case _:
                pass

    def compare(self, view: RinkView) -> None:
        assert tuple(self.layout) == view.layout
        assert self.running == view.running
        assert tuple(self.thrown_out) == view.thrown_out
        assert tuple(tuple(cards) for cards in self.goals) == view.goals
        assert tuple(self.stacks) == view.stacks
        assert tuple(self.plays) == view.plays
