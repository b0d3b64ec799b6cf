"""The rules of the rink family, composed of its referee, state, views and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import ParseError, SeatError, ShoeError, VariantError, brief
from hockey_cards.immutable import Immutable
from hockey_cards.integers import index_below
from hockey_cards.options import Option, rules_fields
from hockey_cards.rink import events, house
from hockey_cards.rink import imagine as imagining
from hockey_cards.rink import state as states
from hockey_cards.rink import view as views
from hockey_cards.rink.house import DECKS, RinkSettings
from hockey_cards.rink.moves import MOVES, Open
from hockey_cards.rink.state import PLACES, RinkState
from hockey_cards.rink.view import RinkView
from hockey_cards.rules import Event, Outcome, Seat, SeenPeriod, Step
from hockey_cards.shoe import Shoe

if TYPE_CHECKING:
    from random import Random


@attrs.frozen
class Rink(Immutable):
    """The rules of a game of the rink family (``rink.2``).

    Args:
        settings: The current settings.
        base: The settings without house rules; the current settings if not given.
    """

    settings: RinkSettings = attrs.field(factory=RinkSettings)
    base: RinkSettings = attrs.field(default=attrs.Factory(lambda self: self.settings, takes_self=True))

    @property
    def seats(self) -> int:
        """The number of seats, always 2."""
        return 2

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the game in canonical order."""
        return DECKS[self.settings.deck]

    @property
    def max_moves(self) -> int:
        """An upper bound on the number of moves: four for each run."""
        return 4 * (self.settings.deck - PLACES)

    @property
    def max_periods(self) -> int:
        """The number of periods: always 1."""
        return 1

    @property
    def moves(self) -> tuple[Open, ...]:
        """Every move: the cells a1 b1 c1 d1 a2 .. d3, then the goalkeepers g1 g2."""
        return MOVES

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that ``house`` may change, with their defaults and current values."""
        return house.options(self.settings, self.base)

    def house(self, changes: Mapping[str, object]) -> Rink:
        """Return the rules with options changed, in addition to earlier changes.

        Raises:
            VariantError: If an option is unknown or does not accept its value; lists all problems.
        """
        return Rink(house.changed(self.settings, self.base, changes), self.base)

    def start(self, shoe: Shoe, *, dealer: Seat = 0) -> RinkState:
        """Deal the table, then the stacks alternately from the seat after the dealer, which runs first.

        Raises:
            ShoeError: If the pack is not exactly the game's deck.
            SeatError: If the dealer is not a seat.
        """
        first = index_below(dealer, 2)
        if first is None:
            raise SeatError(f"there is no seat {brief(dealer)} to deal: give 0 or 1")
        return states.deal(self, first, _checked(shoe.pack(0), self.deck))

    if TYPE_CHECKING:

        def seat(self, state: RinkState) -> Seat:
            """Return the seat to move; after the end, some seat."""
            ...

        def dealt(self, state: RinkState) -> tuple[Event, ...]:
            """Return the events of the first deal, unredacted."""
            ...

        def legal(self, state: RinkState) -> tuple[Open, ...]:
            """Return the legal moves: columns a to d, g1 before g2; () after the end."""
            ...

        def apply(self, state: RinkState, move: Open) -> RinkState:
            """Return the state after a move, or raise IllegalMove."""
            ...

        def step(self, state: RinkState, move: Open) -> Step[RinkState]:
            """Return the state after a move and the events, or raise IllegalMove."""
            ...

        def view(self, state: RinkState, seat: Seat | None) -> RinkView:
            """Return what a seat, or a spectator (None), may know, or raise SeatError."""
            ...

        def outcome(self, state: RinkState) -> Outcome | None:
            """Return the result; None while the game goes on."""
            ...

        def imagine(self, view: RinkView, rng: Random) -> RinkState:
            """Return a random state consistent with a view."""
            ...

        def imagine_period(self, seen: SeenPeriod[RinkView], rng: Random) -> tuple[tuple[Card, ...], tuple[Open, ...]]:
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

    def parse(self, text: str) -> Open:
        """Read a move from its code.

        Raises:
            ParseError: If the text is not a move of the rink.
        """
        return Open.parse(text)

    def number(self, move: Open) -> int:
        """Return the place of a move in ``moves``, from 0.

        Raises:
            ParseError: If it is not a move of the rink.
        """
        if type(move) is not Open:
            raise ParseError(f"a value of type {type(move).__name__} is not a move of the rink")
        return int(move)

    def to_dict(self) -> dict[str, Any]:
        """Return the rules in JSON-serialisable form, without what has its default; ``from_dict`` reads them back."""
        base, now, defaults = map(attrs.asdict, (self.base, self.settings, RinkSettings()))
        return rules_fields(base, defaults, {name: value for name, value in now.items() if value != base[name]})

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Rink:
        """Read rules from what ``to_dict`` returns; what is missing has its default.

        Raises:
            VariantError: If they make no sense; lists all problems.
        """
        if unknown := fields.keys() - {"base", "house"}:
            raise VariantError([f"rules are a base and house rules, and not {min(unknown)!r:.60}"])
        default = RinkSettings()
        return cls(house.changed(default, default, fields.get("base", {}))).house(fields.get("house", {}))


def _checked(pack: Sequence[object], deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a pack as a tuple, if it is a permutation of the deck."""
    cards = tuple(card for card in pack if isinstance(card, Card))
    if len(cards) != len(pack) or tuple(sorted(cards)) != deck:
        wanted = f"{len(deck)} cards, {deck[0].rank} to A, each once"
        raise ShoeError(f"the pack of {len(pack)} cards is not the deck of the game: give {wanted}")
    return cards
