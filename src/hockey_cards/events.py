"""Seats and sides, moves, outcomes, the events that all families share, and those of a session."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Final, Generic, Protocol, Self, cast

import attrs
from typing_extensions import TypeVar

from hockey_cards.cards import Card
from hockey_cards.json_values import decode_fields, encode_fields

EVENT_FORMAT: Final = "hockey-cards-event/1"
"""The ``format`` of an event in JSON."""

Seat = int
"""A place at the table, counted clockwise from 0."""

Side = int
"""A team, 0 or 1; a single player is a side as well."""


def side_of(seat: Seat) -> Side:
    """Return the side that a seat plays for: seats 0 and 2 are side 0, seats 1 and 3 are side 1."""
    return seat % 2


class Move(Protocol):
    """A move: a value with a code, hashable and ordered."""

    @property
    def code(self) -> str:
        """The move in interchange notation, as records have it."""
        ...

    def __hash__(self) -> int: ...

    def __lt__(self, other: Any, /) -> bool: ...


M = TypeVar("M", bound=Move, default=Move)
M_co = TypeVar("M_co", bound=Move, default=Move, covariant=True)


class Ending(StrEnum):
    """How a game ended."""

    REGULATION = "regulation"
    OVERTIME = "overtime"
    DRAW = "draw"
    FORFEIT = "forfeit"

    def __repr__(self) -> str:
        return f"Ending.{self.name}"


@attrs.frozen
class Outcome:
    """The result of a finished game.

    Args:
        winner: The winning side; None for a draw.
        how: How the game ended.
        score: The score of each side at the end.
    """

    winner: Side | None
    how: Ending
    score: tuple[int, ...]

    def __str__(self) -> str:
        winner = "nobody" if self.winner is None else f"side {self.winner}"
        return f"{self.how}, won by {winner}, {':'.join(map(str, self.score))}"


class Event:
    """Something that happened at the first deal or when a move was made: a frozen value.

    The classes of events are attrs classes. Their fields are written as JSON by their annotations: None, bool, int,
    str, enumerations, cards, moves, attrs classes, and tuples and unions of these; a class with other fields defines
    ``to_dict`` and ``from_dict`` itself.

    Attributes:
        reveals: Whether such an event shows somebody a card that was hidden, other than one that a player played: a
            card dealt, drawn or turned up. Several people can take back a move only if no event of it does. True unless
            a class says otherwise.
    """

    __slots__ = ()

    reveals: ClassVar[bool] = True

    def seen_by(self, seat: Seat | None) -> Event:
        """Return what a seat, or a spectator (None), may know of the event: by default everything."""
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return the event as a JSON object without a format: its name, then its fields in the order of the class.

        Cards and moves are codes, and hidden cards None.
        """
        return {"event": event_name(type(self)), **encode_fields(self)}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], parse: Callable[[str], Any]) -> Self:
        """Build an event of this class from the fields that ``to_dict`` returns, without the name.

        Args:
            fields: The fields; one that is missing takes its default.
            parse: Reads a move from its code.

        Raises:
            ParseError: If a field is unknown or missing, or its value has the wrong type.
        """
        return cast("Self", decode_fields(cls, fields, parse))

    def to_json(self) -> str:
        """Write the event as one JSON object, which ``hockey_cards.read_event`` reads back to an equal event."""
        fields = {"format": EVENT_FORMAT, **self.to_dict()}
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def event_name(kind: type[Event]) -> str:
    """Return the name of a class of events in JSON: ``"period-ended"`` for ``PeriodEnded``."""
    return _hyphenated(kind.__name__)


@cache
def _hyphenated(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


@attrs.frozen
class Played(Event, Generic[M_co]):
    """A move was made: the first event of every step.

    Args:
        seat: The seat that made it.
        side: The side of that seat.
        move: The move. If others may not know all of it, the family has a subclass whose ``seen_by`` hides the rest.
        call: What the move did, as a word of the rules; records have the same word.
    """

    reveals: ClassVar[bool] = False

    seat: Seat
    side: Side
    move: M_co
    call: str


@attrs.frozen
class PlayerEvent(Event):
    """An event of a seat: the base of those without other fields."""

    reveals: ClassVar[bool] = False

    seat: Seat
    side: Side


@attrs.frozen
class Scored(Event):
    """A goal was scored.

    Args:
        seat: The seat that scored.
        side: The side of that seat.
        cards: The cards laid aside as the marker of the goal, in the families that do so.
    """

    reveals: ClassVar[bool] = False

    seat: Seat
    side: Side
    cards: tuple[Card, ...] = ()


@attrs.frozen
class Drawn(Event):
    """A player drew the next card of the stock or of a stack; the card is None for those who may not see it."""

    seat: Seat
    side: Side
    card: Card | None

    def seen_by(self, seat: Seat | None) -> Drawn:
        """Return the event; only the player who drew the card sees it."""
        return self if seat == self.seat else Drawn(self.seat, self.side, None)


@attrs.frozen
class PeriodEnded(Event):
    """A period ended.

    Args:
        period: The period, from 0.
        goals: The goals of each side in it.
        score: The score of each side after it.
    """

    reveals: ClassVar[bool] = False

    period: int
    goals: tuple[int, ...]
    score: tuple[int, ...]


@attrs.frozen
class GameEnded(Event):
    """The game ended."""

    reveals: ClassVar[bool] = False

    outcome: Outcome


@attrs.frozen
class Dealt(Event):
    """Hands were dealt: the first packet of a period, or a later packet.

    Args:
        period: The period, from 0.
        dealer: The dealer.
        hands: The hand of each seat, in deck order; None stands for a hidden card.
        table: The table cards laid with this packet, the top card last.
        opener: The seat that plays first in the period; None for a later packet.
    """

    period: int
    dealer: Seat
    hands: tuple[tuple[Card | None, ...], ...]
    table: tuple[Card, ...] = ()
    opener: Seat | None = None

    def seen_by(self, seat: Seat | None) -> Dealt:
        """Return the event; a seat sees its own hand only."""
        hands = tuple(hand if own == seat else (None,) * len(hand) for own, hand in enumerate(self.hands))
        return Dealt(self.period, self.dealer, hands, self.table, self.opener)


SHARED_EVENTS: Final[tuple[type[Event], ...]] = (Dealt, Played, Scored, Drawn, PeriodEnded, GameEnded)
"""The classes of events that every family may use."""


@attrs.frozen
class Seated(PlayerEvent):
    """A player took a seat in a session: a bot took over, or a person came back.

    Args:
        seat: The seat.
        side: The side of that seat.
        player: The name of the bot, ``""`` if it has none; None for a person.
        name: The name of the seat from now on.
    """

    player: str | None
    name: str


@attrs.frozen
class Faulted(PlayerEvent):
    """A bot failed in a session: it raised an exception, made no legal move or was too late.

    Args:
        seat: The seat of the bot.
        side: The side of that seat.
        kind: The kind of fault, such as ``"crash"``: one of ``hockey_cards.process.FAULT_KINDS``.
        message: What happened, as a sentence, which may name the card that the bot tried to play; ``""`` for those who
            may not see it.
    """

    kind: str
    message: str = ""

    def seen_by(self, seat: Seat | None) -> Faulted:
        """Return the event; only the seat that failed sees the message."""
        return self if seat == self.seat else Faulted(self.seat, self.side, self.kind)


class Expired(PlayerEvent):
    """The time of a person ran out in a session: a bot makes this move, or the side forfeits the game."""

    __slots__ = ()


class Forfeited(PlayerEvent):
    """A seat forfeited the game for its side in a session; the ``GameEnded`` that follows has the outcome."""

    __slots__ = ()


class UndoRequested(PlayerEvent):
    """A person asked the other people of a session to agree that the last move is taken back."""

    __slots__ = ()


@attrs.frozen
class UndoAnswered(PlayerEvent):
    """A person agreed that the last move of a session is taken back, or refused.

    Args:
        seat: The seat that answered.
        side: The side of that seat.
        agreed: Whether it agreed. One refusal ends the request.
    """

    agreed: bool


@attrs.frozen
class Undone(PlayerEvent):
    """Moves were taken back in a session.

    Args:
        seat: The seat that moves again.
        side: The side of that seat.
        moves: The number of moves taken back.
        first: The number of the first event taken back, counted from 0 at the first deal. It and all later events of
            the game do not count any more; those of the session, such as ``Seated``, still do.
    """

    moves: int
    first: int


SESSION_EVENTS: Final[tuple[type[PlayerEvent], ...]] = (
    Seated,
    Faulted,
    Expired,
    Forfeited,
    UndoRequested,
    UndoAnswered,
    Undone,
)
"""The classes of events that only a session has."""
