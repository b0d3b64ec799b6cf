"""The rules of face-off, and its states and views.

Two players hold the same number of cards. The seat after the dealer leads a card, and the other seat answers with any
card; the higher rank scores. Whoever answered leads next. The game ends when all cards are played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import attrs

from hockey_cards import (
    Card,
    Dealt,
    Ending,
    Event,
    GameEnded,
    IllegalMove,
    Option,
    Outcome,
    ParseError,
    PeriodEnded,
    Played,
    Seat,
    SeatError,
    SeenPeriod,
    Shoe,
    ShoeError,
    State,
    Step,
    VariantError,
    View,
    deck,
)
from hockey_cards.events import side_of
from hockey_cards.options import Kind
from hockey_cards.rules import VIEW_FORMAT, outcome_fields, play_fields

DECK = deck(36)
Plays = tuple[Played[Card], ...]


def count_goals(plays: Plays) -> tuple[int, int]:
    """Return the goals of each side: those of its answers, and those of its leads that were beaten."""
    scorers = [play.side if play.call == "goal" else 1 - play.side for play in plays if play.call in ("goal", "beaten")]
    return scorers.count(0), scorers.count(1)


def next_seat(dealer: Seat, plays: Plays) -> Seat:
    """Return the seat whose turn it is: the seats lead alternately, first the one after the dealer."""
    pairs, answering = divmod(len(plays), 2)
    return (dealer + 1 + pairs + answering) % 2


def add_play(dealer: Seat, plays: Plays, card: Card) -> Plays:
    """Return the plays after another one; its call says what it did. This function is the rule of play."""
    if len(plays) % 2 == 0:
        call = "lead"
    else:
        led = plays[-1].move.rank
        call = "goal" if card.rank > led else "block" if card.rank == led else "beaten"
    seat = next_seat(dealer, plays)
    return (*plays, Played(seat, side_of(seat), card, call))


@attrs.frozen(repr=False)
class FaceOffState(State):
    """The full state of a game.

    Args:
        rules: The rules.
        dealer: The seat that dealt.
        hands: The hand of each seat, in ascending order.
        plays: All plays so far.
    """

    rules: FaceOff
    dealer: Seat
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    plays: Plays = ()

    @property
    def period(self) -> int:
        """The only period, 0."""
        return 0

    @property
    def score(self) -> tuple[int, int]:
        """The goals of each side."""
        return count_goals(self.plays)

    def __repr__(self) -> str:
        return f"<FaceOffState after {len(self.plays)} plays>"


@attrs.frozen(repr=False)
class FaceOffView(View):
    """What a seat, or a spectator, may know: all plays and its own hand.

    Args:
        rules: The rules.
        seat: The seat; None for a spectator.
        dealer: The seat that dealt.
        hand: The hand of the seat; () for a spectator.
        plays: All plays so far.
        ending: How the game ended although its rules let it go on, as by a forfeit; None if it did not.
    """

    rules: FaceOff
    seat: Seat | None
    dealer: Seat
    hand: tuple[Card, ...]
    plays: Plays
    ending: Outcome | None = None

    @property
    def period(self) -> int:
        """The only period, 0."""
        return 0

    @property
    def score(self) -> tuple[int, int]:
        """The goals of each side."""
        return count_goals(self.plays)

    @property
    def mover(self) -> Seat | None:
        """The seat whose turn it is; None after the end."""
        return None if self.outcome is not None else next_seat(self.dealer, self.plays)

    @property
    def legal(self) -> tuple[Card, ...]:
        """The hand, if it is the turn of the seat."""
        return self.hand if self.seat == self.mover else ()

    @property
    def outcome(self) -> Outcome | None:
        """The result, a forfeit included; None while the game goes on."""
        return result(self.score) if len(self.plays) == 2 * self.rules.hand_size else self.ending

    @property
    def last(self) -> Played[Card] | None:
        """The last play; None before the first."""
        return self.plays[-1] if self.plays else None

    def ended(self, outcome: Outcome) -> FaceOffView:
        """Return the view of a game that ended here, as by a forfeit."""
        return attrs.evolve(self, ending=outcome)

    @property
    def led(self) -> Card | None:
        """The card to be answered, if one has been led."""
        return self.plays[-1].move if len(self.plays) % 2 else None

    def to_json(self) -> str:
        """Return the view as JSON; ``legal`` is for players in other languages."""
        fields = {
            "format": VIEW_FORMAT,
            "family": "face-off",
            "rules": {} if self.rules == FaceOff() else {"hand_size": self.rules.hand_size},
            "seat": self.seat,
            "outcome": outcome_fields(self.outcome),
            "last": play_fields(self.last),
            "dealer": self.dealer,
            "hand": [card.code for card in self.hand],
            "plays": [play.move.code for play in self.plays],
            "legal": [card.code for card in self.legal],
        }
        return json.dumps(fields)

    def __repr__(self) -> str:
        return f"<FaceOffView of seat {self.seat} after {len(self.plays)} plays>"


def read_view(fields: Mapping[str, Any]) -> FaceOffView:
    """Build a view from the fields of its JSON; the library checks that it would be written the same way."""
    hand = tuple(Card(code) for code in fields["hand"])
    plays: Plays = ()
    for code in fields["plays"]:
        plays = add_play(fields["dealer"], plays, Card(code))
    return FaceOffView(FaceOff().house(fields["rules"]), fields["seat"], fields["dealer"], hand, plays)


def result(score: tuple[int, int]) -> Outcome:
    """Return the result of a game that has ended with a score."""
    home, away = score
    if home == away:
        return Outcome(None, Ending.DRAW, score)
    return Outcome(int(away > home), Ending.REGULATION, score)


@attrs.frozen
class FaceOff:
    """The rules.

    Args:
        hand_size: The number of cards that each player is dealt.
    """

    hand_size: int = 6

    @property
    def seats(self) -> int:
        """The number of seats."""
        return 2

    @property
    def deck(self) -> tuple[Card, ...]:
        """The deck, in canonical order."""
        return DECK

    @property
    def max_moves(self) -> int:
        """The maximum number of moves."""
        return 2 * self.hand_size

    @property
    def max_periods(self) -> int:
        """The maximum number of periods."""
        return 1

    @property
    def moves(self) -> tuple[Card, ...]:
        """Every move, in canonical order: the cards."""
        return DECK

    @property
    def options(self) -> tuple[Option, ...]:
        """What house rules can change."""
        return (Option("hand_size", Kind.COUNT, 6, self.hand_size, "face-off.1", low=1, high=18),)

    def house(self, changes: Mapping[str, object]) -> FaceOff:
        """Return the rules with options changed."""
        options = {option.name: option for option in self.options}
        problems = [f"there is no option {name!r}: give hand_size" for name in changes if name not in options]
        values: dict[str, Any] = {}
        for name in options.keys() & changes:
            try:
                values[name] = options[name].check(changes[name])
            except ParseError as error:
                problems.append(str(error))
        if problems:
            raise VariantError(problems)
        return attrs.evolve(self, **values)

    def start(self, shoe: Shoe, *, dealer: Seat = 0) -> FaceOffState:
        """Deal the cards one at a time, the first to the seat after the dealer."""
        if dealer not in (0, 1):
            raise SeatError(f"there is no seat {dealer!r}: give 0 or 1")
        pack = shoe.pack(0)
        if tuple(sorted(pack)) != DECK:
            raise ShoeError(f"the pack has {len(pack)} cards: it must be the deck of 36 cards, each once")
        first, second = (tuple(sorted(pack[place : 2 * self.hand_size : 2])) for place in (0, 1))
        return FaceOffState(self, dealer, (first, second) if dealer == 1 else (second, first))

    def dealt(self, state: FaceOffState) -> tuple[Event, ...]:
        """Return the events of the first deal."""
        return (Dealt(0, state.dealer, state.hands, opener=next_seat(state.dealer, ())),)

    def seat(self, state: FaceOffState) -> Seat:
        """Return the seat whose turn it is."""
        return next_seat(state.dealer, state.plays)

    def legal(self, state: FaceOffState) -> tuple[Card, ...]:
        """Return the legal moves: any card of the hand."""
        return state.hands[self.seat(state)]

    def apply(self, state: FaceOffState, move: Card) -> FaceOffState:
        """Return the state after a move."""
        legal = self.legal(state)
        if not legal:
            raise IllegalMove("the game is over", code="game-over", rule="face-off.4", move=move)
        if move not in legal:
            message = f"{move!r:.40} is not in the hand of the player"
            raise IllegalMove(message, code="not-in-hand", rule="face-off.2", move=move, legal=legal)
        hand = tuple(card for card in legal if card != move)
        first, second = state.hands
        hands = (hand, second) if self.seat(state) == 0 else (first, hand)
        return attrs.evolve(state, hands=hands, plays=add_play(state.dealer, state.plays, move))

    def step(self, state: FaceOffState, move: Card) -> Step[FaceOffState]:
        """Return the state after a move, and its events."""
        after = self.apply(state, move)
        result = self.outcome(after)
        ended = () if result is None else (PeriodEnded(0, after.score, after.score), GameEnded(result))
        return Step(after, (after.plays[-1], *ended))

    def outcome(self, state: FaceOffState) -> Outcome | None:
        """Return the outcome; None before the end."""
        return None if any(state.hands) else result(state.score)

    def view(self, state: FaceOffState, seat: Seat | None) -> FaceOffView:
        """Return what a seat, or a spectator, may know."""
        if seat not in (0, 1, None):
            raise SeatError(f"there is no seat {seat!r}: give 0, 1 or None")
        hand = () if seat is None else state.hands[seat]
        return FaceOffView(self, seat, state.dealer, hand, state.plays)

    def imagine(self, view: FaceOffView, rng: Random) -> FaceOffState:
        """Return a random state with this view: the unseen cards are shuffled, and dealt to the hidden hands."""
        seen = {*view.hand, *(play.move for play in view.plays)}
        unseen = [card for card in DECK if card not in seen]
        rng.shuffle(unseen)
        hands: list[tuple[Card, ...]] = []
        for seat in (0, 1):
            size = self.hand_size - sum(play.seat == seat for play in view.plays)
            hands.append(view.hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(size))))
        return FaceOffState(self, view.dealer, (hands[0], hands[1]), view.plays)

    def imagine_period(self, seen: SeenPeriod[FaceOffView], rng: Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Return a random pack and the plays, consistent with what a seat has seen: what a hand held, in any order."""
        view = seen.last
        dealt = [list(hand) for hand in self.imagine(view, rng).hands]
        for play in view.plays:
            dealt[play.seat].append(play.move)
        for hand in dealt:
            rng.shuffle(hand)
        first, second = dealt if view.dealer == 1 else dealt[::-1]
        pack = [card for pair in zip(first, second, strict=True) for card in pair]
        rest = [card for card in DECK if card not in pack]
        rng.shuffle(rest)
        return (*pack, *rest), tuple(play.move for play in view.plays)

    def parse(self, text: str) -> Card:
        """Return the move of a code."""
        return Card.parse(text)

    def number(self, move: Card) -> int:
        """Return the place of a move in ``moves``."""
        if move not in DECK:
            raise ParseError(f"{move!r:.40} is not a card of the deck: give one from 6 to A")
        return DECK.index(move)
