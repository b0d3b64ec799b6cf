"""The rules of the blades family, composed of its levels, table, state and views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from hockey_cards.blades import events
from hockey_cards.blades import imagine as imagining
from hockey_cards.blades import state as states
from hockey_cards.blades import view as views
from hockey_cards.blades.moves import Action
from hockey_cards.blades.state import BladesState
from hockey_cards.blades.table import BladesTable
from hockey_cards.blades.view import BladesView
from hockey_cards.cards import Card, deck
from hockey_cards.errors import ParseError, SeatError, VariantError, brief
from hockey_cards.immutable import Immutable
from hockey_cards.integers import index_below
from hockey_cards.options import Kind, Option, rules_fields
from hockey_cards.rules import Event, Outcome, Seat, SeenPeriod, Step
from hockey_cards.shoe import Shoe

if TYPE_CHECKING:
    from random import Random

_OPTION: Final = "max_overtimes"
_MAX_OVERTIMES: Final = 1000
"""The greatest value of the option ``max_overtimes``."""


@attrs.frozen
class Blades(Immutable):
    """The rules of a game of the blades family (``blades.3``).

    Args:
        max_overtimes: The maximum number of overtimes, 0 to 1000; they are played while the score is level.
        base: The value without house rules; ``max_overtimes`` if not given.

    Raises:
        VariantError: If a number is out of range.
    """

    max_overtimes: int = 10
    base: int = attrs.field(default=attrs.Factory(lambda self: self.max_overtimes, takes_self=True))

    def __attrs_post_init__(self) -> None:
        if not all(type(number) is int and 0 <= number <= _MAX_OVERTIMES for number in (self.max_overtimes, self.base)):
            raise VariantError([f"max_overtimes must be a number from 0 to {_MAX_OVERTIMES}"])

    @property
    def seats(self) -> int:
        """The number of seats, always 2."""
        return 2

    @property
    def deck(self) -> tuple[Card, ...]:
        """The deck of 52."""
        return deck()

    @property
    def max_moves(self) -> int:
        """An upper bound on the number of moves: 45 for each period.

        A turn costs its player at least as many cards as it has moves: a shot, which is answered, costs two. The cards
        used in all turns but the last three are replaced before the last turn, while the stock of 40 still holds a
        card: 39 moves. Each of the last three turns has at most two moves.
        """
        return 45 * (1 + self.max_overtimes)

    @property
    def max_periods(self) -> int:
        """The number of periods with all overtimes."""
        return 1 + self.max_overtimes

    @property
    def moves(self) -> tuple[Action, ...]:
        """Every move, 8,206 in all: by verb, then card by card. The list is made on first use."""
        return states.every_move()

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that ``house`` may change, with their defaults and current values."""
        return (Option(_OPTION, Kind.COUNT, self.base, self.max_overtimes, "blades.3.5", high=_MAX_OVERTIMES),)

    def house(self, changes: Mapping[str, object]) -> Blades:
        """Return the rules with options changed, in addition to earlier changes.

        Raises:
            VariantError: If an option is unknown or does not accept its value; lists all problems.
        """
        (option,) = self.options
        problems = [f"there is no option {name!r}: give {option.name}" for name in changes if name != option.name]
        value: Any = None
        try:
            value = option.check(changes.get(option.name, option.value))
        except ParseError as error:
            problems.append(str(error))
        if problems:
            raise VariantError(problems)
        return attrs.evolve(self, max_overtimes=value)

    def start(self, shoe: Shoe, *, dealer: Seat = 0) -> BladesState:
        """Deal the first period.

        Raises:
            ShoeError: If the pack is not exactly the deck of 52.
            SeatError: If the dealer is not a seat.
        """
        first = index_below(dealer, 2)
        if first is None:
            raise SeatError(f"there is no seat {brief(dealer)} to deal: give 0 or 1")
        return states.deal(BladesTable(self, first, 1 - first), shoe)

    def dealt(self, state: BladesState) -> tuple[Event, ...]:
        """Return the events of the first deal, unredacted."""
        return events.dealt(state)

    def seat(self, state: BladesState) -> Seat:
        """Return the seat to move: that of the turn, or the other if a shot must be answered."""
        return state.table.seat

    def legal(self, state: BladesState) -> tuple[Action, ...]:
        """Return the legal moves: the actions of a turn, or the answers to a shot; () after the end."""
        return states.legal(state)

    def apply(self, state: BladesState, move: Action) -> BladesState:
        """Return the state after a move.

        Raises:
            IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
        """
        return states.apply(state, move)

    def step(self, state: BladesState, move: Action) -> Step[BladesState]:
        """Return the state after a move, the same as from ``apply``, and the events.

        Raises:
            IllegalMove: If the move is not legal.
        """
        return events.step(state, move)

    def view(self, state: BladesState, seat: Seat | None) -> BladesView:
        """Return what a seat, or a spectator (None), may know.

        Raises:
            SeatError: If the seat does not exist.
        """
        return views.view(state, seat)

    def imagine(self, view: BladesView, rng: Random) -> BladesState:
        """Return a random state consistent with a view; see ``blades.imagine`` for its distribution."""
        return imagining.imagine(view, rng)

    def imagine_period(self, seen: SeenPeriod[BladesView], rng: Random) -> tuple[tuple[Card, ...], tuple[Action, ...]]:
        """Return a random pack and the moves of a period, consistent with what a seat has seen of it."""
        return imagining.imagine_period(seen, rng)

    def outcome(self, state: BladesState) -> Outcome | None:
        """Return the result: the side with more goals wins; None while the game goes on."""
        return states.outcome(state)

    def parse(self, text: str) -> Action:
        """Read a move from its code.

        Raises:
            ParseError: If the text is not a move of blades.
        """
        return Action.parse(text)

    def number(self, move: Action) -> int:
        """Return the place of a move in ``moves``, from 0.

        Raises:
            ParseError: If it is not one of the moves, or some of its cards are hidden.
        """
        return states.number(move)

    def to_dict(self) -> dict[str, Any]:
        """Return the rules in JSON-serialisable form, without what has its default; ``from_dict`` reads them back."""
        house = {} if self.max_overtimes == self.base else {_OPTION: self.max_overtimes}
        return rules_fields({_OPTION: self.base}, {_OPTION: Blades().base}, house)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Blades:
        """Read rules from what ``to_dict`` returns; what is missing has its default.

        Raises:
            VariantError: If they make no sense; lists all problems.
        """
        if unknown := fields.keys() - {"base", "house"}:
            raise VariantError([f"rules are a base and house rules, and not {min(unknown)!r:.60}"])
        base = cls().house(fields.get("base", {})).max_overtimes
        return cls(base).house(fields.get("house", {}))
