"""The rules of the pile family, composed of its schedule, referee and house rules."""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from hockey_cards.cards import Card, codes
from hockey_cards.errors import ParseError, VariantError
from hockey_cards.immutable import Immutable
from hockey_cards.options import Option, Value, rules_fields
from hockey_cards.pile import events, house
from hockey_cards.pile import imagine as imagining
from hockey_cards.pile import state as states
from hockey_cards.pile import view as views
from hockey_cards.pile.referee import Referee
from hockey_cards.pile.schedule import Schedule, make_timetable
from hockey_cards.pile.state import PileState
from hockey_cards.pile.view import PileView
from hockey_cards.rules import Event, Outcome, Seat, SeenPeriod, Step
from hockey_cards.shoe import Shoe

if TYPE_CHECKING:
    from random import Random

_SEATINGS: Final = (2,)
"""The default numbers of seats that the house may choose from."""


@attrs.frozen
class Pile(Immutable):
    """The rules of a game of the pile family, as data: a base and house rules.

    Args:
        base_schedule: The schedule without house rules.
        base_referee: The referee without house rules.
        seatings: The numbers of seats that the house may choose from.
        changes: The house rules, as the smallest set of option values.

    Raises:
        VariantError: If the settings are inconsistent; lists all problems.
    """

    base_schedule: Schedule = Schedule()
    base_referee: Referee = Referee()
    seatings: tuple[int, ...] = _SEATINGS
    changes: tuple[tuple[str, Value], ...] = ()

    schedule: Schedule = attrs.field(init=False, eq=False, repr=False)
    referee: Referee = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        schedule, referee = house.merge(self._base, dict(self.changes))
        if wrong := house.problems(schedule, referee):
            raise VariantError(wrong)
        object.__setattr__(self, "schedule", schedule)
        object.__setattr__(self, "referee", referee)

    @property
    def _base(self) -> house.PileSettings:
        return self.base_schedule, self.base_referee

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.schedule.seats

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the deck's ranks and suits."""
        return self.schedule.deck

    @property
    def max_moves(self) -> int:
        """The number of plays of all periods and overtimes if none ends early."""
        lengths = [
            make_timetable(self.schedule, overtime=overtime, direction=1, first=0, opener=0).plays
            for overtime in (False, True)
        ]
        return self.schedule.periods * lengths[0] + self.schedule.max_overtimes * lengths[1]

    @property
    def max_periods(self) -> int:
        """The number of periods with all overtimes."""
        return self.schedule.periods + self.schedule.max_overtimes

    @property
    def moves(self) -> tuple[Card, ...]:
        """Every move: the cards of the deck."""
        return self.schedule.deck

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that ``house`` may change (pile.1.7), with their defaults and current values."""
        return house.options(self._base, self.seatings, dict(self.changes))

    def house(self, changes: Mapping[str, object]) -> Self:
        """Return the rules with options changed, in addition to earlier changes.

        Raises:
            VariantError: If an option is unknown, or a value or combination is invalid; lists all problems.
        """
        values = house.change(self._base, self.seatings, dict(self.changes), changes)
        return attrs.evolve(self, changes=tuple(values.items()))

    def start(self, shoe: Shoe, *, dealer: Seat = 0) -> PileState:
        """Deal the first period.

        Raises:
            ShoeError: If the pack is not exactly the deck.
            SeatError: If the dealer is not a seat.
        """
        return states.start(self, shoe, dealer)

    if TYPE_CHECKING:

        def dealt(self, state: PileState) -> tuple[Event, ...]:
            """Return the events of the first deal, unredacted."""
            ...

        def seat(self, state: PileState) -> Seat:
            """Return the seat to move; after the end, some seat."""
            ...

        def legal(self, state: PileState) -> tuple[Card, ...]:
            """Return the cards that the mover may play, in deck order; () after the end."""
            ...

        def apply(self, state: PileState, move: Card) -> PileState:
            """Return the state after a move, or raise IllegalMove."""
            ...

        def step(self, state: PileState, move: Card) -> Step[PileState]:
            """Return the state after a move and the events, or raise IllegalMove."""
            ...

        def view(self, state: PileState, seat: Seat | None) -> PileView:
            """Return what a seat, or a spectator (None), may know, or raise SeatError."""
            ...

        def outcome(self, state: PileState) -> Outcome | None:
            """Return the result; None while the game goes on."""
            ...

        def imagine(self, view: PileView, rng: Random) -> PileState:
            """Return a random state consistent with a view."""
            ...

        def imagine_period(self, seen: SeenPeriod[PileView], rng: Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
            """Return a random pack and the moves of a period, consistent with what a seat has seen of it."""
            ...

    else:  # the functions themselves: a method that only forwards its arguments would cost as much as the rule
        dealt = staticmethod(events.dealt)
        seat = staticmethod(states.seat)
        legal = staticmethod(states.legal)
        apply = staticmethod(states.apply)
        step = staticmethod(events.step)
        view = staticmethod(views.view)
        outcome = staticmethod(states.outcome)
        imagine = staticmethod(imagining.imagine)
        imagine_period = staticmethod(imagining.imagine_period)

    def parse(self, text: str) -> Card:
        """Read a move from its code.

        Raises:
            ParseError: If the text is not a card.
        """
        return Card.parse(text)

    def number(self, move: Card) -> int:
        """Return the place of a card in the deck, from 0.

        Raises:
            ParseError: If it is not a card of the deck.
        """
        if type(move) is not Card:
            raise ParseError(f"a value of type {type(move).__name__} is not a card")
        place = bisect_left(self.deck, move)
        if self.deck[place : place + 1] != (move,):
            raise ParseError(f"{move.code} is not in the deck: give one of {codes(self.deck)}")
        return place

    def to_dict(self) -> dict[str, Any]:
        """Return the rules in JSON-serialisable form, without what has its default; ``from_dict`` reads them back."""
        fields = rules_fields(house.values_of(self._base), house.DEFAULTS, dict(self.changes))
        return fields if self.seatings == _SEATINGS else fields | {"seatings": list(self.seatings)}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Pile:
        """Read rules from what ``to_dict`` returns; what is missing has its default.

        Raises:
            VariantError: If they are invalid; lists all problems.
        """
        try:
            seatings = tuple(operator.index(seats) for seats in fields.get("seatings", _SEATINGS))
            base, changes = dict(fields.get("base", {})), dict(fields.get("house", {}))
        except (AttributeError, TypeError, ValueError) as error:
            raise VariantError([f"rules are a base, seatings and house rules: {error!s:.60}"]) from None
        if unknown := fields.keys() - {"base", "seatings", "house"}:
            raise VariantError([f"rules are a base, seatings and house rules, and not {min(unknown)!r:.60}"])
        return cls(*house.build(base, seatings), seatings).house(changes)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pile, (self.base_schedule, self.base_referee, self.seatings, self.changes)
