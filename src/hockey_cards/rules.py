"""The contract of a family of games: states, views, steps, rules, variants and families."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self

import attrs
from typing_extensions import TypeVar

from hockey_cards.cards import Card
from hockey_cards.events import (
    Dealt,
    Drawn,
    Ending,
    Event,
    GameEnded,
    M,
    M_co,
    Move,
    Outcome,
    PeriodEnded,
    Played,
    PlayerEvent,
    Scored,
    Seat,
    Side,
)
from hockey_cards.immutable import Immutable
from hockey_cards.json_values import encode_fields
from hockey_cards.notebook import repr_svg
from hockey_cards.options import Option, Value
from hockey_cards.shoe import Shoe

if TYPE_CHECKING:
    from random import Random

__all__ = [
    "VIEW_FORMAT",
    "Dealt",
    "Drawn",
    "Ending",
    "Event",
    "Family",
    "GameEnded",
    "M",
    "M_co",
    "Move",
    "Outcome",
    "PeriodEnded",
    "Played",
    "PlayerEvent",
    "Rules",
    "S",
    "S_co",
    "Scored",
    "Seat",
    "SeenPeriod",
    "Side",
    "State",
    "Step",
    "Turn",
    "V",
    "V_co",
    "Variant",
    "View",
    "apply",
    "imagine",
    "import_reference",
    "legal",
    "outcome_fields",
    "play_fields",
    "redact",
    "step",
    "view",
]


VIEW_FORMAT: Final = "hockey-cards-view/2"
"""The ``format`` of a view in JSON."""


class State(Immutable, ABC):
    """The complete state of a game, hidden cards included: for the engine only.

    A state is frozen, hashable and equal by value. Of the past it keeps what players at the table could still know.
    Its ``repr`` is short and shows no card.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def rules(self) -> Rules[Any, Any, Any]:
        """The rules of the game."""

    @property
    @abstractmethod
    def period(self) -> int:
        """The current period, from 0; overtimes are counted too."""

    @property
    @abstractmethod
    def score(self) -> tuple[int, ...]:
        """The current score of each side."""

    _repr_svg_ = repr_svg


class View(Immutable, ABC):
    """What a seat, or a spectator, may know of a state: a frozen value without hidden cards or references to any."""

    __slots__ = ()

    @property
    @abstractmethod
    def rules(self) -> Rules[Any, Any, Any]:
        """The rules of the game."""

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """The seat whose view it is; None for a spectator."""

    @property
    @abstractmethod
    def mover(self) -> Seat | None:
        """The seat to move; None after the end."""

    @property
    @abstractmethod
    def legal(self) -> tuple[Move, ...]:
        """The viewer's legal moves in canonical order; () when the viewer is not to move."""

    @property
    @abstractmethod
    def period(self) -> int:
        """The current period, from 0; overtimes are counted too."""

    @property
    @abstractmethod
    def score(self) -> tuple[int, ...]:
        """The current score of each side."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, a forfeit included; None while the game goes on."""

    @property
    @abstractmethod
    def last(self) -> Played[Any] | None:
        """The last play, as a spectator saw it, even if it ended a period and a new deal followed.

        None before the first play of the game. It is unknown, and so None, at the beginning of a later period in a view
        that was read from JSON of version 1.
        """

    @abstractmethod
    def ended(self, outcome: Outcome) -> Self:
        """Return the view of a game that ended here although its rules let it go on, as by a forfeit.

        The view has the outcome, no mover and no legal moves. All else in it stays the same, and ``Rules.imagine``
        ignores the outcome. ``Game.view`` returns such a view after a forfeit.

        Args:
            outcome: How the game ended.
        """

    @abstractmethod
    def to_json(self) -> str:
        """Write the view as one JSON object, which ``hockey_cards.read_view`` reads back to an equal view.

        These keys are the same in all families; what else there is, each family decides.

        - ``format`` is ``VIEW_FORMAT``, and ``family`` the name of the family.
        - ``outcome`` is null or an object of ``winner``, ``how`` and ``score``, as ``outcome_fields`` returns it.
        - ``last`` is null or an object of ``seat``, ``move`` and ``call``, as ``play_fields`` returns it.
        - ``hand``, in families with hands, and ``legal`` are lists of codes.
        - ``rules``, in families with options, leaves out the options that have their defaults.
        """

    _repr_svg_ = repr_svg


def outcome_fields(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return an outcome as the JSON of views has it: an object of ``winner``, ``how`` and ``score``; null for None."""
    return None if outcome is None else encode_fields(outcome)


def play_fields(play: Played[Any] | None) -> dict[str, Any] | None:
    """Return a play as the JSON of views has it: an object of ``seat``, ``move`` and ``call``; null for None."""
    return None if play is None else {"seat": play.seat, "move": play.move.code, "call": str(play.call)}


S = TypeVar("S", bound=State, default=State)
V = TypeVar("V", bound=View, default=View)
S_co = TypeVar("S_co", bound=State, default=State, covariant=True)
V_co = TypeVar("V_co", bound=View, default=View, covariant=True)


@attrs.frozen
class Step(Generic[S_co]):
    """The result of a move.

    Args:
        state: The new state.
        events: The events in order, unredacted; the first is ``Played``.
    """

    state: S_co
    events: tuple[Event, ...]

    @property
    def call(self) -> str:
        """The call of the move."""
        played = self.events[0]
        assert isinstance(played, Played)
        return played.call


@attrs.frozen(repr=False)
class Turn(Generic[S_co, M_co]):
    """A move of a game, for the side that runs the game.

    Args:
        number: The number of the move, from 1.
        seat: The seat that made it.
        move: The move.
        before: The state before it.
        step: The state after it and the events.
    """

    number: int
    seat: Seat
    move: M_co
    before: S_co
    step: Step[S_co]

    @property
    def legal(self) -> tuple[M_co, ...]:
        """The legal moves before it."""
        moves: tuple[M_co, ...] = self.before.rules.legal(self.before)
        return moves


@attrs.frozen
class SeenPeriod(Generic[V_co]):
    """What a seat, or a spectator, has seen of one period of a game.

    Args:
        first: The view at the deal of the period.
        last: The latest view in the period: if the period is over, that before its last move; at the end of the game,
            that after it.
        events: The redacted events of the period, from its deal on.
    """

    first: V_co
    last: V_co
    events: tuple[Event, ...]


class Rules(Protocol[S, M, V]):
    """The rules of a game: pure functions of immutable values, with one implementation for each family.

    Every function is deterministic and leaves its arguments unchanged.
    """

    @property
    def seats(self) -> int:
        """The number of seats, which is even; the sides alternate round the table."""
        ...

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the game in canonical order; every pack is a permutation of them."""
        ...

    @property
    def max_moves(self) -> int:
        """An upper bound on the number of moves of a game."""
        ...

    @property
    def max_periods(self) -> int:
        """An upper bound on the number of periods of a game, overtimes included."""
        ...

    @property
    def moves(self) -> tuple[M, ...]:
        """Every move of the game in canonical order; the place of a move is its number."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that ``house`` may change, with their defaults and current values."""
        ...

    def house(self, changes: Mapping[str, object]) -> Self:
        """Return the rules with options changed, in addition to earlier changes.

        Raises:
            VariantError: If an option is unknown, or a value or combination is invalid; lists all problems.
        """
        ...

    def start(self, shoe: Shoe, *, dealer: Seat = 0) -> S:
        """Deal the first period.

        Raises:
            ShoeError: If the pack is not exactly the game's deck.
            SeatError: If the dealer is not a seat.
        """
        ...

    def dealt(self, state: S) -> tuple[Event, ...]:
        """Return the events of the first deal, unredacted: what happened before the first move, ``Dealt`` first.

        Args:
            state: A state as ``start`` returned it.
        """
        ...

    def seat(self, state: S) -> Seat:
        """Return the seat to move; after the end, some seat."""
        ...

    def legal(self, state: S) -> tuple[M, ...]:
        """Return the legal moves in canonical order, without duplicates: never empty before the end, () after it."""
        ...

    def apply(self, state: S, move: M) -> S:
        """Return the state after a move.

        Raises:
            IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
        """
        ...

    def step(self, state: S, move: M) -> Step[S]:
        """Return the state after a move, the same as from ``apply``, and the events.

        Raises:
            IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
        """
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat, or a spectator (None), may know.

        Raises:
            SeatError: If the seat does not exist.
        """
        ...

    def imagine(self, view: V, rng: Random) -> S:
        """Return a random state consistent with a view: ``view(imagine(v, rng), v.seat) == v``.

        A forfeit is not imagined: the state of an ``ended`` view has the view as it was before the end.
        """
        ...

    def imagine_period(self, seen: SeenPeriod[V], rng: Random) -> tuple[tuple[Card, ...], tuple[M, ...]]:
        """Return a random pack and the moves of a period, consistent with what a seat has seen of it.

        Dealt from this pack and played with these moves, the period looks to the seat as the true one did: the views
        and the redacted events are equal. ``Game.imagine`` calls it once for each period; ``packs.random_places``
        helps families in which players draw.

        Returns:
            The pack in deal order, and all moves of the period; of those that the seat has not seen, such as cards that
            others laid face down, an imagined one.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the result; None while the game goes on."""
        ...

    def parse(self, text: str) -> M:
        """Read a move from its code.

        Raises:
            ParseError: If the text is not a move of this family.
        """
        ...

    def number(self, move: M) -> int:
        """Return the place of a move in ``moves``, from 0. In ``legal`` the numbers ascend.

        Raises:
            ParseError: If it is not one of the moves; a redacted move, some of whose cards are hidden, is none.
        """
        ...


@attrs.frozen
class Variant(Immutable, Generic[S_co, M_co, V_co]):
    """A named game.

    Args:
        key: The name in records and on the command line.
        name: The name for people.
        summary: The game in one sentence.
        source: The source of the rules.
        rules: The rules.
        base: The key of the variant that a file derived this one from; None for all others.
    """

    key: str
    name: str
    summary: str
    source: str
    rules: Rules[S_co, M_co, V_co] = attrs.field(repr=False)
    base: str | None = None

    def house(self, **changes: object) -> Self:
        """Return the variant with house rules: ``variant.house(max_overtimes=3)``.

        Raises:
            VariantError: If an option is unknown, or a value or combination is invalid; lists all problems.
        """
        return attrs.evolve(self, rules=self.rules.house(changes))

    @property
    def changes(self) -> dict[str, Value]:
        """The house rules by option: the values that differ from the defaults."""
        return {option.name: option.value for option in self.rules.options if option.value != option.default}


@attrs.frozen
class Family:
    """A family of games as other layers find it, by the entry-point group ``hockey_cards.families``.

    What a family offers to a layer is named by a reference such as ``"pond.picture:picture"``, which is imported when
    it is first needed. A layer that a family offers nothing to falls back on what every game has.

    Args:
        name: The name of the family, as its views write it in JSON.
        rules: The class of its rules.
        read_view: Builds a view from the fields of its JSON object. It raises ParseError, another HockeyError or an
            ordinary error such as KeyError if they are wrong; it need not check that they are as the view writes them.
            Two things differ: in ``rules``, an option that is missing has its default, and one that is unknown is
            refused. A forfeit is none of its business.
        events: The classes of its events, besides those that all families share.
        parts: For each layer (``"strategies"``, ``"process"``, ``"language"``, ``"render"``, ``"terminal"``,
            ``"screen"``, ``"batch"``, ``"search"``) the reference to what the family offers to it. Each layer documents
            what it expects.
        upgrade_view: Turns the fields of a view in JSON of version 1 into those of the present version, apart from what
            version 1 did not have: ``outcome`` and ``last``. By default the other fields are the same.
    """

    name: str
    rules: type[Any]
    read_view: Callable[[Mapping[str, Any]], View] = attrs.field(repr=False)
    events: tuple[type[Event], ...] = attrs.field(default=(), repr=False, kw_only=True)
    parts: Mapping[str, str] = attrs.field(factory=dict[str, str], repr=False)
    upgrade_view: Callable[[Mapping[str, Any]], Mapping[str, Any]] = attrs.field(default=dict[str, Any], repr=False)

    def part(self, layer: str) -> Any:
        """Return what the family offers to a layer; None if it offers nothing."""
        reference = self.parts.get(layer)
        return None if reference is None else import_reference(reference)


@cache  # views are many, and each look-up of their family's parts would cost microseconds
def import_reference(reference: str) -> Any:
    """Return the object that a reference such as ``"pond.picture:picture"`` names, importing its module."""
    return resolve_name(reference)


def apply(state: S, move: Move) -> S:
    """Return the state after a move; see ``Rules.apply``.

    Raises:
        IllegalMove: If the move is not legal.
    """
    new: S = state.rules.apply(state, move)
    return new


def step(state: S, move: Move) -> Step[S]:
    """Return the state after a move and the events; see ``Rules.step``.

    Raises:
        IllegalMove: If the move is not legal.
    """
    taken: Step[S] = state.rules.step(state, move)
    return taken


def legal(state: State) -> tuple[Move, ...]:
    """Return the legal moves in canonical order; see ``Rules.legal``."""
    moves: tuple[Move, ...] = state.rules.legal(state)
    return moves


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat, or a spectator (None), may know; see ``Rules.view``.

    Raises:
        SeatError: If the seat does not exist.
    """
    seen: View = state.rules.view(state, seat)
    return seen


def redact(event: Event, seat: Seat | None) -> Event:
    """Return what a seat, or a spectator (None), may know of an event."""
    return event.seen_by(seat)


def imagine(view: View, rng: Random) -> State:
    """Return a random state consistent with a view; see ``Rules.imagine``."""
    state: State = view.rules.imagine(view, rng)
    return state
