"""The contract: what every family of games gives, and what everybody else may count on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
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
    "legal",
    "redact",
    "step",
    "view",
]


VIEW_FORMAT: Final = "hockey-cards-view/1"
"""The ``format`` of a view in JSON."""


class State(ABC):
    """The whole truth of a game at one moment, hidden cards included: for the engine only.

    A state is frozen, hashable and equal by value. Of the past it keeps what players at the table could still
    know. Its ``repr`` is short and shows no card.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def rules(self) -> Rules[Any, Any, Any]:
        """The rules that the game is played by."""

    @property
    @abstractmethod
    def period(self) -> int:
        """The period being played, from 0, overtime included."""

    @property
    @abstractmethod
    def score(self) -> tuple[int, ...]:
        """The board: the score of each side as it is shown at this moment."""

    _repr_svg_ = repr_svg

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class View(ABC):
    """What one seat, or a spectator, may know of a state: a frozen value with no hidden card and no way to one."""

    __slots__ = ()

    @property
    @abstractmethod
    def rules(self) -> Rules[Any, Any, Any]:
        """The rules that the game is played by."""

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """Whose view it is; None for a spectator."""

    @property
    @abstractmethod
    def mover(self) -> Seat | None:
        """Whose decision is due; None after the end."""

    @property
    @abstractmethod
    def legal(self) -> tuple[Move, ...]:
        """The viewer's legal moves in canonical order; () when the viewer is not to move."""

    @property
    @abstractmethod
    def period(self) -> int:
        """The period being played, from 0, overtime included."""

    @property
    @abstractmethod
    def score(self) -> tuple[int, ...]:
        """The board: the score of each side as it is shown at this moment."""

    @abstractmethod
    def to_json(self) -> str:
        """Write the view as one JSON object, which ``hockey_cards.read_view`` reads back to an equal view.

        Its ``format`` is ``VIEW_FORMAT``, and its ``family`` the name of the family.
        """

    _repr_svg_ = repr_svg

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


S = TypeVar("S", bound=State, default=State)
V = TypeVar("V", bound=View, default=View)
S_co = TypeVar("S_co", bound=State, default=State, covariant=True)
V_co = TypeVar("V_co", bound=View, default=View, covariant=True)


@attrs.frozen
class Step(Generic[S_co]):
    """What a move led to: the new state, and the events in order, the first of them ``Played``.

    The events say what changed since the state before; they are unredacted.
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
    """One move of a game as the side that runs the game sees it.

    Args:
        number: The number of the move, from 1.
        seat: Who made it.
        move: The move.
        before: The state that it was made in.
        step: What it led to.
    """

    number: int
    seat: Seat
    move: M_co
    before: S_co
    step: Step[S_co]

    @property
    def legal(self) -> tuple[M_co, ...]:
        """The moves that the mover had to choose from."""
        moves: tuple[M_co, ...] = self.before.rules.legal(self.before)
        return moves


class Rules(Protocol[S, M, V]):
    """The rules of a family of games: pure functions of immutable values. One implementation a family.

    Every function is deterministic and leaves its arguments as they were.
    """

    @property
    def seats(self) -> int:
        """How many seats play, an even number; the sides alternate round the table."""
        ...

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the game in canonical order; every pack is a permutation of them."""
        ...

    @property
    def max_moves(self) -> int:
        """A number of moves that no game exceeds."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """What ``house`` may change, with defaults and the values in force."""
        ...

    def house(self, changes: Mapping[str, object]) -> Self:
        """Return the rules with options changed, on top of the changes made before.

        Raises:
            VariantError: If an option is unknown, or a value or combination makes no sense; lists all problems.
        """
        ...

    def start(self, shoe: Shoe, *, dealer: Seat = 0) -> S:
        """Deal the first period.

        Raises:
            ShoeError: If the pack is not exactly the game's deck.
            SeatError: If there is no such seat.
        """
        ...

    def seat(self, state: S) -> Seat:
        """Return whose decision is due; after the end, a seat all the same."""
        ...

    def legal(self, state: S) -> tuple[M, ...]:
        """Return the legal moves in canonical order: without doubles, never empty before the end, () after it."""
        ...

    def apply(self, state: S, move: M) -> S:
        """Return the state after a move.

        Raises:
            IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
        """
        ...

    def step(self, state: S, move: M) -> Step[S]:
        """Return the state after a move, the same as ``apply`` gives, and what happened.

        Raises:
            IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
        """
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat, or a spectator (None), may know.

        Raises:
            SeatError: If there is no such seat.
        """
        ...

    def imagine(self, view: V, rng: Random) -> S:
        """Return a random state that the view is a true view of: ``view(imagine(v, rng), v.seat) == v``."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the result; None while the game goes on."""
        ...

    def parse(self, text: str) -> M:
        """Read a move from its code.

        Raises:
            ParseError: If the text is no move of this family.
        """
        ...


@attrs.frozen
class Variant(Generic[S_co, M_co, V_co]):
    """A game that can be played: a name for rules.

    Args:
        key: The name in records and on the command line.
        name: The name for people.
        summary: The game in one sentence.
        source: Where the rules come from.
        rules: The rules.
        base: The key of the variant that this one was made from by a file; None where the key says it all.
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
            VariantError: If an option is unknown, or a value or combination makes no sense; lists all problems.
        """
        return attrs.evolve(self, rules=self.rules.house(changes))

    @property
    def changes(self) -> dict[str, Value]:
        """The house rules in force, by option: what differs from the rules that they were made from, as JSON values."""
        return {option.name: option.value for option in self.rules.options if option.value != option.default}


@attrs.frozen
class Family:
    """A family of games as the layers above the rules find it: one entry point of the group ``hockey_cards.families``.

    What a family offers to a layer is named by a reference such as ``"pond.picture:picture"`` and imported when
    that layer first asks for it. A layer that a family offers nothing to falls back on what every game has.

    Args:
        name: The name of the family, as its views write it in JSON.
        rules: The class of its rules.
        read_view: Builds a view from the fields of its JSON object. It raises ParseError, another HockeyError or an
            ordinary error such as KeyError if they are wrong; it need not check that they are as the view writes them.
        parts: For each layer (``"strategies"``, ``"language"``, ``"render"``, ``"terminal"``, ``"batch"``)
            the reference to what the family offers to it; each layer says in its documentation what it expects.
    """

    name: str
    rules: type[Any]
    read_view: Callable[[Mapping[str, Any]], View] = attrs.field(repr=False)
    parts: Mapping[str, str] = attrs.field(factory=dict[str, str], repr=False)

    def part(self, layer: str) -> Any:
        """Return what the family offers to a layer, imported at the first call; None if it offers nothing."""
        reference = self.parts.get(layer)
        return None if reference is None else resolve_name(reference)


def apply(state: S, move: Move) -> S:
    """Return the state after a move; see ``Rules.apply``.

    Raises:
        IllegalMove: If the move is not legal.
    """
    new: S = state.rules.apply(state, move)
    return new


def step(state: S, move: Move) -> Step[S]:
    """Return the state after a move and what happened; see ``Rules.step``.

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
        SeatError: If there is no such seat.
    """
    seen: View = state.rules.view(state, seat)
    return seen


def redact(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), may know it."""
    return event.seen_by(seat)


def imagine(view: View, rng: Random) -> State:
    """Return a random state that the view is a true view of; see ``Rules.imagine``."""
    state: State = view.rules.imagine(view, rng)
    return state
