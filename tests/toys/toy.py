"""A small game, written against the public contract alone.

Two players hold some of twelve cards; each in turn plays one and draws the next of the stock. A card of the same rank
as the card below it is a goal. Every part of the rules is a field, so that a fault is one field replaced.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import inf
from random import Random
from typing import Any, Self

import attrs

from hockey_cards import (
    Card,
    Dealt,
    Drawn,
    Ending,
    Event,
    Family,
    GameEnded,
    IllegalMove,
    Option,
    Outcome,
    ParseError,
    PeriodEnded,
    Played,
    SeatError,
    Shoe,
    ShoeError,
    Step,
    Variant,
    VariantError,
    deck,
)
from hockey_cards import State as BaseState
from hockey_cards import View as BaseView
from hockey_cards.options import Kind
from hockey_cards.packs import random_places
from hockey_cards.rules import VIEW_FORMAT, SeenPeriod, outcome_fields, play_fields

DECK = deck()[-12:]
Plays = tuple[Played[Card], ...]


@attrs.frozen(repr=False)
class State(BaseState):
    """The full state."""

    rules: Toy  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    plays: Plays = ()
    score: tuple[int, ...] = (0, 0)  # pyright: ignore[reportIncompatibleMethodOverride]  # the same

    @property
    def period(self) -> int:
        return 0

    @property
    def mover(self) -> int:
        return (self.dealer + 1 + len(self.plays)) % 2

    def __repr__(self) -> str:
        return f"<toy.State after {len(self.plays)} plays>"


@attrs.frozen(repr=False)
class View(BaseView):
    """What a seat or a spectator may know."""

    rules: Toy  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    seat: int | None  # pyright: ignore[reportIncompatibleMethodOverride]  # the same
    dealer: int
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    plays: Plays
    score: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # the same
    ending: Outcome | None = None

    @property
    def period(self) -> int:
        return 0

    @property
    def mover(self) -> int | None:
        return (self.dealer + 1 + len(self.plays)) % 2 if self.outcome is None else None

    @property
    def legal(self) -> tuple[Card, ...]:
        return self.hand if self.seat == self.mover else ()

    @property
    def outcome(self) -> Outcome | None:
        return self.ending if len(self.plays) < len(DECK) else result(self.score)

    @property
    def last(self) -> Played[Card] | None:
        return self.plays[-1] if self.plays else None

    def ended(self, outcome: Outcome) -> Self:
        return attrs.evolve(self, ending=outcome)

    def to_json(self) -> str:
        plays = [(play.seat, play.move.code, play.call) for play in self.plays]
        house = {"size": self.rules.size, "aces": self.rules.aces}
        shown = attrs.asdict(self, filter=attrs.filters.include("seat", "dealer", "counts", "score"))
        shown |= {"outcome": outcome_fields(self.outcome), "last": play_fields(self.last)}
        hand = [card.code for card in self.hand]
        head = {"format": VIEW_FORMAT, "family": "toy", "toy": self.rules.name}
        return json.dumps({**head, "house": house, "hand": hand, "plays": plays} | shown)

    def __repr__(self) -> str:
        return f"<toy.View of {self.seat} after {len(self.plays)} plays>"


def read_view(fields: Mapping[str, Any]) -> View:
    plays = tuple(Played(seat, seat, Card(code), call) for seat, code, call in fields["plays"])
    hand = tuple(Card(code) for code in fields["hand"])
    rules = TOYS[fields["toy"]].house(fields["house"])
    seen: View = rules.view_of(
        rules, fields["seat"], fields["dealer"], hand, tuple(fields["counts"]), plays, tuple(fields["score"])
    )
    return seen


def deal(rules: Toy, shoe: Shoe, dealer: int) -> State:
    pack = shoe.pack(0)
    if tuple(sorted(pack)) != DECK:
        raise ShoeError("the pack is not the deck of the toy")
    if dealer not in (0, 1):
        raise SeatError(f"there is no seat {dealer!r}")
    hands = [tuple(sorted(pack[place : 2 * rules.size : 2])) for place in (0, 1)]
    state: State = rules.state(rules, dealer, tuple(hands if dealer else hands[::-1]), pack[2 * rules.size :])
    return state


def dealt(state: State) -> tuple[Event, ...]:
    return (Dealt(0, state.dealer, state.hands, (), state.mover),)


def seat(state: State) -> int:
    return state.mover


def legal(state: State) -> tuple[Card, ...]:
    return state.hands[state.mover]


def call(state: State, move: Card) -> str:
    follows = state.plays and state.plays[-1].move.rank == move.rank
    return "goal" if follows or (state.rules.aces and move.rank == 14) else "play"


def refuse(state: State, move: Card) -> IllegalMove:
    if outcome(state) is not None:
        return IllegalMove("the game is over", code="game-over", rule="toy.3", move=move)
    moves = state.rules.legal(state)
    return IllegalMove("that card cannot be played", code="not-in-hand", rule="toy.1", move=move, legal=moves)


def apply(state: State, move: Card) -> State:
    mover = state.mover
    if move not in state.hands[mover]:
        raise state.rules.refuse(state, move)
    called = state.rules.call(state, move)
    hand = tuple(card for card in state.hands[mover] if card != move)
    hands = list(state.hands)
    hands[mover] = tuple(sorted((*hand, *state.stock[:1])))
    score = tuple(goals + (called == "goal" and side == mover) for side, goals in enumerate(state.score))
    plays = (*state.plays, Played(mover, mover, move, called))
    return attrs.evolve(state, hands=tuple(hands), stock=state.stock[1:], plays=plays, score=score)


def step(state: State, move: Card) -> Step[State]:
    after = state.rules.apply(state, move)
    result = outcome(after)
    drawn = (Drawn(state.mover, state.mover, state.stock[0]),) if state.stock else ()
    ended = () if result is None else (PeriodEnded(0, after.score, after.score), GameEnded(result))
    return Step(after, (after.plays[-1], *drawn, *ended))


def outcome(state: State) -> Outcome | None:
    if any(state.hands):
        return None
    return result(state.score)


def result(score: tuple[int, ...]) -> Outcome:
    home, away = score
    if home == away:
        return Outcome(None, Ending.DRAW, score)
    return Outcome(int(away > home), Ending.REGULATION, score)


def view(state: State, seat: int | None) -> View:
    if seat not in (0, 1, None):
        raise SeatError(f"there is no seat {seat!r}")
    hand = () if seat is None else state.hands[seat]
    counts = tuple(map(len, state.hands))
    seen: View = state.rules.view_of(state.rules, seat, state.dealer, hand, counts, state.plays, state.score)
    return seen


def imagine(view: View, rng: Random) -> State:
    """Return a state with the unseen cards shuffled."""
    seen = {*view.hand, *(play.move for play in view.plays)}
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    hands = [view.hand if seat == view.seat else [unseen.pop() for _ in range(view.counts[seat])] for seat in (0, 1)]
    laid = tuple(tuple(sorted(hand)) for hand in hands)
    state: State = view.rules.state(view.rules, view.dealer, laid, tuple(unseen), view.plays, view.score)
    return state


def imagine_period(seen: SeenPeriod[View], rng: Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return a pack with the unseen cards shuffled, and the plays."""
    view, size = seen.last, seen.last.rules.size
    state = imagine(view, rng)
    slots = [[(0, place) for place in range(seat == view.dealer, 2 * size, 2)] for seat in (0, 1)]
    pack: dict[int, Card] = dict(enumerate(state.stock, len(DECK) - len(state.stock)))
    plays, own = 0, list(seen.first.hand)
    for event in seen.events:
        plays += isinstance(event, Played)
        if isinstance(event, Drawn):
            slots[event.seat].append((plays, 2 * size + plays - 1))
            own += [] if event.card is None else [event.card]
    for seat in (0, 1):
        used = [(number, play.move) for number, play in enumerate(view.plays) if play.seat == seat]
        held = [(inf, card) for card in state.hands[seat]]
        is_own = seat == view.seat
        places = [place for _, place in slots[seat]]
        pack |= zip(places, own, strict=True) if is_own else random_places(slots[seat], [*used, *held], rng)
    return tuple(card for _, card in sorted(pack.items())), tuple(play.move for play in view.plays)


def number(move: Card) -> int:
    if move not in DECK:
        raise ParseError(f"{move!r} is not a move")
    return DECK.index(move)


def offer(rules: Toy) -> tuple[Option, ...]:
    return (
        Option("size", Kind.COUNT, 2, rules.size, "toy.1", low=1, high=3),
        Option("aces", Kind.FLAG, default=False, value=rules.aces, rule="toy.2"),
    )


def change(rules: Any, **values: Any) -> Any:
    """Return rules with other values; ``attrs.evolve`` itself cannot be pickled on every Python."""
    return attrs.evolve(rules, **values)


@attrs.frozen
class Toy:
    """The rules; every field from ``seats`` on can be replaced by a faulty one."""

    name: str = "sound"
    size: int = 2
    aces: bool = False
    seats: int = 2
    deck: tuple[Card, ...] = DECK
    max_moves: int = 12
    dealt: Callable[..., Any] = dealt
    max_periods: int = 1
    moves: tuple[Card, ...] = DECK
    seat: Callable[..., Any] = seat
    legal: Callable[..., Any] = legal
    apply: Callable[..., Any] = apply
    step: Callable[..., Any] = step
    view: Callable[..., Any] = view
    imagine: Callable[..., Any] = imagine
    imagine_period: Callable[..., Any] = imagine_period
    outcome: Callable[..., Any] = outcome
    parse: Callable[..., Any] = Card.parse
    number: Callable[..., Any] = number
    deal: Callable[..., Any] = deal
    call: Callable[..., Any] = call
    refuse: Callable[..., Any] = refuse
    offer: Callable[..., Any] = offer
    build: Callable[..., Any] = change
    state: Callable[..., Any] = State
    view_of: Callable[..., Any] = View
    read_view: Callable[..., Any] = read_view

    @property
    def options(self) -> tuple[Option, ...]:
        found: tuple[Option, ...] = self.offer(self)
        return found

    def house(self, changes: Mapping[str, object]) -> Toy:
        options = {option.name: option for option in offer(self)}
        wrong = [f"there is no option {name!r}" for name in changes if name not in options]
        values: dict[str, Any] = {}
        for name, value in changes.items():
            try:
                values |= {name: options[name].check(value)} if name in options else {}
            except ParseError as error:
                wrong.append(str(error))
        if wrong:
            raise VariantError(wrong)
        made: Toy = self.build(self, **values)
        return made

    def start(self, shoe: Shoe, *, dealer: int = 0) -> Any:
        return self.deal(self, shoe, dealer)


TOY = Toy()
TOYS = {TOY.name: TOY}
"""The toys by name, by which a view that is read finds its rules."""


def toy_with(name: str, **parts: Any) -> Toy:
    """Return the toy with some parts replaced, and register it by its name."""
    TOYS[name] = attrs.evolve(TOY, name=name, **parts)
    return TOYS[name]


FAMILY = Family("toy", rules=Toy, read_view=lambda fields: TOYS[fields["toy"]].read_view(fields))


def cards(state: State) -> list[Card]:
    """Return all cards of a state."""
    return [*state.hands[0], *state.hands[1], *state.stock, *(play.move for play in state.plays)]


def toy_variant(rules: Toy) -> Variant[Any, Any, Any]:
    return Variant("toy", "Toy", "Play cards of a rank.", "the tests", rules)
