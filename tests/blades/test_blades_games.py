"""Properties of all states of random blades games."""

from __future__ import annotations

import gc
import pickle
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import attrs
from hypothesis import given
from hypothesis import strategies as st

from _duels import VIEWERS, views
from hockey_cards import Game, read_view
from hockey_cards.blades import VARIANTS, Action, Blades, BladesState, BladesTable, BladesView, Discarded, Laid, Verb
from hockey_cards.cards import Card, deck
from hockey_cards.events import Dealt, Scored
from hockey_cards.rules import Drawn, Event, GameEnded, PeriodEnded, Played
from hockey_cards.shoe import Seeded, Stacked


@attrs.frozen
class Sample:
    """A whole game at random: its rules, its states in order and the moves between them."""

    rules: Blades
    states: tuple[BladesState, ...] = attrs.field(repr=False)
    moves: tuple[Action, ...] = attrs.field(repr=False)
    seed: int
    dealer: int

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show Hypothesis the repr alone: it would print every field."""
        printer.text(repr(self))

    @property
    def packs(self) -> list[tuple[Card, ...]]:
        return [Seeded(self.seed).pack(period) for period in range(self.states[-1].period + 1)]


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    rules, seed = Blades(draw(st.sampled_from([0, 1, 2, 10]))), draw(st.integers(0, 2**32))
    dealer, weights = draw(st.sampled_from([0, 1])), [draw(st.floats(0.01, 1)) for _ in Verb]
    # Some players lay stack after stack, some never shoot and go on for periods, some defend themselves well.
    rng = Random(seed)
    states, moves = [rules.start(Seeded(seed), dealer=dealer)], list[Action]()
    while legal := rules.legal(states[-1]):
        verbs = sorted({move.verb for move in legal})
        verb = rng.choices(verbs, [weights[verb] for verb in verbs])[0]
        moves.append(rng.choice([move for move in legal if move.verb is verb]))
        states.append(rules.apply(states[-1], moves[-1]))
    return Sample(rules, tuple(states), tuple(moves), seed, dealer)


def steps(game: Sample, upto: int | None = None) -> list[Event]:
    made = list(zip(game.states, game.moves, strict=False))[:upto]
    return [event for state, move in made for event in game.rules.step(state, move).events]


@given(samples())
def test_course_of_a_game(game: Sample) -> None:
    """Every game ends within its limit; before the end there are legal moves, sorted and without duplicates."""
    assert len(game.moves) <= game.rules.max_moves
    for state in game.states[:-1]:
        legal = game.rules.legal(state)
        assert 0 < len(legal) <= 42
        assert sorted(set(legal)) == list(legal)
        assert game.rules.outcome(state) is None
        assert all(move == Action.parse(move.code) for move in legal)
    assert () == game.rules.legal(game.states[-1])
    outcome = game.rules.outcome(game.states[-1])
    assert outcome is not None
    assert game.states[-1].score == outcome.score
    assert game.states[-1].period <= game.rules.max_overtimes


@given(samples())
def test_length_of_a_period(game: Sample) -> None:
    """blades.3.5: no period has more than 45 moves; it ends when its stock has run out, or by a goal in overtime."""
    for period in range(game.states[-1].period + 1):
        states = [state for state in game.states if state.period == period]
        assert len(states) <= 45
        assert max(len(state.table.plays) for state in states) <= 45
        assert not states[-1].stock or (period and any(states[-1].table.goals))


@given(samples())
def test_cards_are_conserved(game: Sample) -> None:
    """In every state each of the 52 cards is in one place, and the public counts are right."""
    for state in game.states:
        table = state.table
        markers = [card for side in table.goals for cards in side for card in cards]
        laid = (*state.hands[0], *state.hands[1], *state.stacks[0], *state.stacks[1], *state.stock)
        assert deck() == tuple(sorted((*laid, *markers, *table.shot, *table.discards)))
        assert (table.counts, table.stacks, table.stock) == (
            tuple(map(len, state.hands)),
            tuple(map(len, state.stacks)),
            len(state.stock),
        )
        assert not [card for stack in state.stacks for card in stack if card.suit.red]
        assert all(list(cards) == sorted(cards) for cards in (*state.hands, *state.stacks))
        assert table.score == tuple(table.carried + len(side) for side in table.goals)


@given(samples())
def test_turns(game: Sample) -> None:
    """blades.3.2: an answer is within the turn of the shot; a turn begins with a hand of up to six."""
    for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        seat, table = game.rules.seat(state), state.table
        assert seat == (1 - table.turn if table.shot else table.turn)
        if move.verb is Verb.SHOOT:
            assert (table.turn, 1 - seat) == (after.table.turn, game.rules.seat(after))
        elif after.period == state.period and not after.table.over:
            assert after.table.turn == 1 - table.turn
            assert len(after.hands[after.table.turn]) == 6 or not after.stock
        elif not after.table.over:
            assert (1 - table.dealer, table.dealer) == (after.table.dealer, after.table.turn)


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


def _twin(game: Sample, upto: int, seat: int | None, rng: Random) -> Sample:
    """Return the game with the unseen cards of a seat permuted, and the moves changed accordingly."""
    state = game.states[upto]
    hidden = set(game.rules.view(state, seat).unseen)
    stacks = {card for own, stack in enumerate(state.stacks) if own != seat for card in stack}
    black = [card for card in hidden if not card.suit.red]
    # Black cards keep the places of the hidden stacks; all others go anywhere.
    swapped = dict(zip(sorted(stacks), rng.sample(sorted(black), len(stacks)), strict=True))
    left = sorted(hidden - set(swapped.values()))
    rng.shuffle(left)
    swapped |= dict(zip(sorted(hidden - stacks), left, strict=True))
    packs = [*game.packs[: state.period], [swapped.get(card, card) for card in game.packs[state.period]]]
    shoe = Stacked([*packs, *([deck()] * 11)])
    twin, states, moves = game.rules.start(shoe, dealer=game.dealer), list[BladesState](), list[Action]()
    for before, move in zip(game.states[:upto], game.moves, strict=False):
        renamed = swapped if before.period == state.period else {}
        moves.append(attrs.evolve(move, cards=[renamed.get(card, card) for card in move.cards]))
        states.append(twin)
        twin = game.rules.apply(twin, moves[-1])
    return Sample(game.rules, (*states, twin), tuple(moves), game.seed, game.dealer)


@given(samples(), st.randoms(use_true_random=False), st.floats(0, 1))
def test_non_interference(game: Sample, rng: Random, point: float) -> None:
    """Games that differ only in unseen cards have the same views and events."""
    upto = round(point * len(game.moves))
    for seat in VIEWERS:
        twin = _twin(game, upto, seat, rng)
        seen, alike = (game.rules.view(state, seat) for state in (game.states[upto], twin.states[upto]))
        assert (seen, hash(seen), repr(seen)) == (alike, hash(alike), repr(alike))
        assert (seen.to_json(), seen.legal) == (alike.to_json(), alike.legal)
        told, retold = ([event.seen_by(seat) for event in steps(one, upto)] for one in (game, twin))
        assert (told, repr(told)) == (retold, repr(retold))


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
    """A view or a redacted event has no reference to a state, a shoe or an unseen card."""
    for state, move in zip(game.states[::5], game.moves[::5], strict=False):
        for seen in views(state):
            reached = _reached(seen)
            assert not [value for value in reached if isinstance(value, BladesState | Seeded | Stacked)]
            # The cards that closed the period before are of another pack.
            hidden = set(seen.unseen) - set(seen.table.closing[1] if seen.table.closing else ())
            assert not {value for value in reached if isinstance(value, Card)} & hidden
            after = game.rules.step(state, move)
            told = _reached([event.seen_by(seen.seat) for event in after.events])
            laid = move.verb is Verb.STACK and seen.seat != game.rules.seat(state)
            spent = [card for event in after.events if isinstance(event, Discarded) for card in event.cards]
            known = {*seen.seen, *(() if laid else move.cards), *spent}
            known.update(game.rules.view(after.state, seen.seat).seen)
            assert {value for value in told if isinstance(value, Card)} <= known


@given(samples(), st.randoms(use_true_random=False))
def test_imagine(game: Sample, rng: Random) -> None:
    """An imagined state has the same view as the true one, and the game can continue from it to its end."""
    for state in (*game.states[::5], game.states[-1]):
        for seen in views(state):
            imagined = game.rules.imagine(seen, rng)
            assert seen == game.rules.view(imagined, seen.seat)
            markers = [card for side in state.table.goals for cards in side for card in cards]
            laid = (*imagined.hands, *imagined.stacks, imagined.stock, markers, state.table.shot, state.table.discards)
            assert deck() == tuple(sorted(card for cards in laid for card in cards))
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
            for event in game.rules.step(state, move).events:
                follower.hear(event.seen_by(seat))
            follower.compare(game.rules.view(after, seat))


class Follower:
    """The knowledge of a client that has the first view, and receives the events after it."""

    def __init__(self, view: BladesView) -> None:
        self.seat = view.seat
        self.over = False
        self.score = [0, 0]
        self.begin(0, view.table.dealer, view.hand)

    def begin(self, period: int, dealer: int, hand: Any) -> None:
        self.period, self.dealer = period, dealer
        self.hand, self.stack = sorted(hand), list[Card]()
        self.counts, self.stacks, self.stock = [6, 6], [0, 0], 40
        self.discards, self.plays = list[Card](), list[Played[Action]]()
        self.markers: tuple[list[tuple[Card, ...]], ...] = ([], [])

    def hear(self, event: Event) -> None:
        match event:
            case Played():
                self.play(event)
            case Scored():
                self.markers[event.side].append(event.cards)
                self.score[event.side] += 1
            case Discarded():
                self.discards += event.cards
            case Drawn():
                self.counts[event.seat] += 1
                self.stock -= 1
                self.hand = sorted([*self.hand, *([] if event.card is None else [event.card])])
            case PeriodEnded():
                assert event.score == tuple(self.score)
            case Dealt():
                self.begin(event.period, event.dealer, () if self.seat is None else event.hands[self.seat])
            case GameEnded():
                self.over = True
            case _:
                raise AssertionError(event)

    def play(self, event: Played[Any]) -> None:
        move: Action = event.move
        self.counts[event.seat] -= len(move.cards) + move.hidden
        self.hand = [card for card in self.hand if card not in move.cards]
        if move.verb is Verb.STACK:
            self.stacks[event.seat] = len(move.cards) + move.hidden
            self.stack = list(move.cards) if event.seat == self.seat else self.stack
        if move.verb is Verb.USE:
            self.stacks[event.seat] = 0
            self.stack = [] if event.seat == self.seat else self.stack
        if move.verb is Verb.CHANGE:
            self.counts[event.seat] = 0
            self.hand = [] if event.seat == self.seat else self.hand
        assert isinstance(event, Laid) is (move.verb is Verb.STACK)
        hidden = Played(event.seat, event.side, move.concealed, event.call)
        self.plays.append(hidden if isinstance(event, Laid) else event)

    def compare(self, view: BladesView) -> None:
        table: BladesTable = view.table
        assert (self.hand, self.stack) == (list(view.hand), list(view.stack))
        assert (tuple(self.counts), tuple(self.stacks), self.stock) == (table.counts, table.stacks, table.stock)
        assert (tuple(self.discards), tuple(self.plays)) == (table.discards, table.plays)
        assert tuple(tuple(side) for side in self.markers) == table.goals
        assert (self.period, self.dealer, tuple(self.score)) == (view.period, table.dealer, view.score)
        assert self.over is (view.mover is None)


@given(samples())
def test_records(game: Sample) -> None:
    """Games are played, recorded and read back like any others."""
    (variant,) = VARIANTS
    played = Game.start(variant.house(max_overtimes=game.rules.max_overtimes), seed=game.seed, dealer=game.dealer)
    for move in game.moves:
        played = played.play(move.code)
    again = Game.from_record(played.record(), variants={variant.key: variant})
    assert (game.states[-1].score, game.moves) == (again.score, again.moves)
    assert game.rules.outcome(game.states[-1]) == again.outcome
