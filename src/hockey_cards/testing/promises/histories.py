"""Checks of events in JSON and of histories. Each checks one position, and raises ``BrokenPromise``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove, ParseError
from hockey_cards.event_json import read_event
from hockey_cards.events import EVENT_FORMAT
from hockey_cards.history import HISTORY_FORMAT, History, read_history
from hockey_cards.rules import Dealt, Ending, Event, GameEnded, Outcome, PeriodEnded, Played, Seat
from hockey_cards.shoe import Shoe
from hockey_cards.testing.cases import Position
from hockey_cards.testing.errors import attempt, require, require_error
from hockey_cards.testing.promises.hidden_information import SwappedShoe

_TRIED: Final = 3
_SWAPPED: Final = 2
_NOT_EVENTS: Final = ("", "no JSON", "[]", "{}", "null", json.dumps({"format": EVENT_FORMAT, "event": "no-event"}))
_NOT_HISTORIES: Final = ("", "no JSON", "[]", "{}", "null", json.dumps({"format": HISTORY_FORMAT}))


@attrs.frozen
class _Turn:
    """A state of a game, the events that led to it, and what each viewer saw of it."""

    state: Any
    events: tuple[Event, ...]

    @property
    def mover(self) -> Seat:
        """The seat that makes the next move."""
        seat: Seat = self.state.rules.seat(self.state)
        return seat

    @property
    def is_last_of_period(self) -> bool:
        """Whether a period ended with the events."""
        return any(isinstance(event, PeriodEnded) for event in self.events)

    def seen(self, viewer: Seat | None) -> tuple[Any, ...]:
        """Return what a viewer has seen: the play, which the view may no longer show, and the view."""
        play = self.events[0].seen_by(viewer) if isinstance(self.events[0], Played) else None
        return play, self.state.rules.view(self.state, viewer)

    def shown(self, viewer: Seat | None) -> list[str]:
        """Return the JSON of the events that a viewer is given."""
        return [event.seen_by(viewer).to_json() for event in self.events]


def _course(position: Position, shoe: Shoe, swapped: tuple[Card, Card] | None = None) -> Iterator[_Turn]:
    """Play the moves of the game, as far as they can be made.

    Args:
        position: The position that the moves lead to.
        shoe: The shoe.
        swapped: Two cards: a move that is not legal is made with the one in place of the other.
    """
    rules: Any = position.rules
    state = rules.start(shoe, dealer=position.case.dealer)
    yield _Turn(state, rules.dealt(state))
    for move in position.moves:
        legal = rules.legal(state)
        played = move if move in legal or swapped is None else _exchanged(move, legal, swapped)
        if played is None:
            return
        step = rules.step(state, played)
        state = step.state
        yield _Turn(state, step.events)


def _exchanged(move: Any, legal: Iterable[Any], swapped: tuple[Card, Card]) -> Any:
    """Return the legal move whose code has one card in place of the other; None if there is none."""
    one, other = (card.code for card in swapped)
    for old, new in ((one, other), (other, one)):
        for each in legal:
            if sorted(each.code) == sorted(move.code.replace(old, new)):
                return each
    return None


def dealt(position: Position) -> None:
    """Check the events of the first deal."""
    rules: Any = position.rules
    state = position.case.states[0] if position.case.states else position.state
    events: tuple[Any, ...] = rules.dealt(state)
    require(
        isinstance(events, tuple) and all(isinstance(event, Event) for event in events), f"dealt returns {events!r}"
    )
    first: Any = events[0] if events else None
    require(isinstance(first, Dealt), f"the first event of a game is {first!r}, not a Dealt")
    expected = (state.period, position.case.dealer, rules.seats)
    found = (first.period, first.dealer, len(first.hands))
    require(found == expected, f"period, dealer and number of hands are {expected}, but {found} in the first event")
    for viewer in position.viewers:
        seen = tuple(event.seen_by(viewer) for event in events)
        again = tuple(event.seen_by(viewer) for event in seen)
        require(again == seen, "redacting the events of the deal twice differs from redacting them once")


def history(position: Position) -> None:
    """Check that histories grow at the end only, and are those of what a seat has seen."""
    game = position.game
    forfeited = None if position.is_over else game.forfeit(position.ply % 2)
    before = game.undo() if position.moves else None
    for viewer in position.viewers:
        own = game.history(viewer)
        require(own == tuple(event.seen_by(viewer) for event in game.events), "a history is not that of the events")
        for since in (1, len(own) + 1):
            require(game.history(viewer, since=since) == own[since:], f"since={since} does not give the rest")
        if before is not None:
            earlier = before.history(viewer)
            require(earlier == own[: len(earlier)], "a move changes the history before it")
        if forfeited is not None:
            end = GameEnded(Outcome(1 - position.ply % 2, Ending.FORFEIT, game.score))
            require(forfeited.history(viewer) == (*own, end), "a history does not end with the forfeit")
    _compare_histories(position)


def _compare_histories(position: Position) -> None:
    """Check that events first differ for a viewer with the first difference in what the viewer sees."""
    rng, deck = position.rng("swap"), position.rules.deck
    own = list(_course(position, position.case.shoe))
    for _ in range(_SWAPPED):
        places = rng.sample(range(len(deck)), 2)
        period = rng.randrange(position.state.period + 1)
        shoe = SwappedShoe(position.case.shoe, period, (places[0], places[1]))
        pack = shoe.pack(period)
        others: list[_Turn] = []
        with suppress(IllegalMove):
            others.extend(_course(position, shoe, (pack[places[0]], pack[places[1]])))
        for viewer in position.viewers:
            _compare(viewer, own, others)


def _compare(viewer: Seat | None, turns: list[_Turn], others: list[_Turn]) -> None:
    for ply, (turn, other) in enumerate(zip(turns, others, strict=False)):
        is_same = turn.seen(viewer) == other.seen(viewer)
        texts = turn.shown(viewer), other.shown(viewer)
        if is_same and ply and turn.is_last_of_period and viewer == turns[ply - 1].mover:
            return  # the mover may have drawn a card that the view no longer shows
        why = "depends on hidden cards" if is_same else "is the same, but not what was seen"
        require((texts[0] == texts[1]) == is_same, f"the history of viewer {viewer} {why}: {texts}", ply=ply)
        if not is_same:
            return


def event_json(position: Position) -> None:
    """Check that events and histories survive being written as JSON and read, and that other texts are refused."""
    case, family = position.case, position.case.family
    read = partial(read_event, rules=position.rules, family=family)
    for event in _events(position):
        text = event.to_json()
        again: Any = attempt(read, text)
        is_same = type(again) is type(event) and again == event and hash(again) == hash(event)
        require(is_same, f"{event!r} is {again!r} after being written and read")
        require(again.to_json() == text, f"{event!r} is written differently after being read")
    for text in _NOT_EVENTS:
        require_error(ParseError, f"reading {text!r} as an event", read, text)
    read_all = partial(read_history, variants={case.base.key: case.base}, family=family)
    game = position.game
    for viewer in position.viewers:
        for since in (0, position.ply):
            text = game.history_json(viewer, since=since)
            found: Any = attempt(read_all, text)
            expected = (case.variant, viewer, game.history(viewer, since=since), since)
            is_same = attempt(_contents, found) == expected and found.to_json() == text
            require(is_same, f"the history of viewer {viewer} is {found!r} after being written and read")
    for text in _NOT_HISTORIES:
        require_error(ParseError, f"reading {text!r} as a history", read_all, text)


def _contents(history: History) -> tuple[Any, ...]:
    return history.variant, history.seat, history.events, history.since


def _events(position: Position) -> Iterator[Event]:
    """Yield the events of the deal and of some moves, unredacted and as each viewer is given them."""
    rules: Any = position.rules
    made = [] if position.ply else list(rules.dealt(position.state))
    for move in position.sample(position.legal, _TRIED):
        made.extend(rules.step(position.state, move).events)
    for event in made:
        yield event
        for viewer in position.viewers:
            yield event.seen_by(viewer)
