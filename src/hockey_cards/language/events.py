"""Events and results as sentences for a viewer, and the default names of seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, cast

import attrs

from hockey_cards.events import (
    SESSION_EVENTS,
    Dealt,
    Drawn,
    Ending,
    Event,
    Expired,
    Faulted,
    Forfeited,
    GameEnded,
    Outcome,
    PeriodEnded,
    Played,
    Scored,
    Seat,
    Seated,
    UndoAnswered,
    Undone,
    UndoRequested,
    side_of,
)
from hockey_cards.language.languages import Language, translatable
from hockey_cards.language.words import Highlight, Message, Moment, Score, score_text, words_of
from hockey_cards.rules import Rules

_DEALS: Final[Message] = translatable("Period {number}: you deal."), translatable("Period {number}: {name} deals.")
_OVERTIME_DEALS: Final[Message] = translatable("Overtime: you deal."), translatable("Overtime: {name} deals.")
_LEADS: Final[Message] = translatable("You begin."), translatable("{name} begins.")
_DRAWS: Final[Message] = translatable("You draw {card}."), translatable("{name} draws a card.")
_TAKES_SEAT: Final[Message] = translatable("You take your seat."), translatable("{name} takes a seat.")
_EXPIRED: Final[Message] = translatable("Your time has run out."), translatable("The time of {name} has run out.")
_FORFEITS: Final[Message] = translatable("You forfeit the game."), translatable("{name} forfeits the game.")
_ASKS: Final[Message] = (
    translatable("You ask to take back the last move."),
    translatable("{name} asks to take back the last move."),
)
_AGREES: Final[Message] = translatable("You agree to take it back."), translatable("{name} agrees to take it back.")
_REFUSES: Final[Message] = translatable("You refuse to take it back."), translatable("{name} refuses to take it back.")
_PLAYS: Final[Message] = translatable("You: {move}."), translatable("{name}: {move}.")


_HIGHLIGHTS: Final = {"interception": Highlight.STEAL, "block": Highlight.SAVE}
"""The calls of moves that are big moments in every game."""


@attrs.frozen
class Line:
    """A sentence or a few about an event.

    Args:
        text: The sentences.
        event: The event.
        highlight: The kind of big moment that they are about; None for any other.
    """

    text: str
    event: Event
    highlight: Highlight | None = None


def sentences(
    rules: Rules[Any, Any, Any],
    events: Sequence[Event],
    names: Sequence[str] = (),
    *,
    seat: Seat | None = None,
    since: int = 0,
    language: Language | str = "en",
) -> Iterator[str]:
    """Yield a sentence or a few for each event that adds something to those before it: the cause, then the effect.

    Args:
        rules: The rules of the game, whose family may have words of its own.
        events: All events from the first deal on, as the viewer may know them: those of ``Game.history`` or, with moves
            that were taken back, of ``Session.seen``.
        names: The name of each seat; a name that is missing or empty is that of ``seat_names``.
        seat: The seat of the viewer, who is addressed as "you"; None for a spectator.
        since: The number of events to leave out, because the viewer has read about them.
        language: The language, or its code.
    """
    return (line.text for line in lines(rules, events, names, seat=seat, since=since, language=language))


def lines(
    rules: Rules[Any, Any, Any],
    events: Sequence[Event],
    names: Sequence[str],
    *,
    seat: Seat | None = None,
    since: int = 0,
    language: Language | str = "en",
) -> Iterator[Line]:
    """Yield the ``sentences`` with the events that they are about, so that big moments can be shown as such.

    Args:
        rules: The rules of the game, whose family may have words of its own.
        events: The events of the game from its beginning, as the viewer may know them.
        names: The name of each seat.
        seat: The seat of the viewer, who is addressed as "you"; None for a spectator.
        since: The number of events to leave out, because the viewer has read about them.
        language: The language, or its code.
    """
    words, spoken = words_of(rules, language)
    called = [name or default for name, default in zip_longest(names, seat_names(rules.seats, spoken), fillvalue="")]
    standing: list[tuple[int, Event]] = []
    for place, event in enumerate(events):
        if isinstance(event, Undone):
            standing = [each for each in standing if each[0] < event.first]
        elif not isinstance(event, SESSION_EVENTS):
            standing.append((place, event))
        if place < since:
            continue
        known = [each for _, each in standing] + ([event] if isinstance(event, SESSION_EVENTS) else [])
        whole = (*known, *_rest_of_move(events, place))
        moment = Moment(rules, whole, len(known) - 1, _score(rules, words.board, whole), called, seat, spoken)
        text = words.sentence(moment)
        text = _sentence(moment) if text is None else text
        if text:
            yield Line(text, moment.event, _highlight(moment, words.saved))


def _highlight(moment: Moment, saved: Callable[[Moment], bool]) -> Highlight | None:
    """Return what makes the move of a moment a big one, if its line is about the move itself."""
    played: Any = moment.event
    if not isinstance(moment.event, Played):
        return None
    if any(isinstance(event, Scored) for event in moment.move_events):
        return Highlight.GOAL
    if saved(moment):
        return Highlight.SAVE
    return _HIGHLIGHTS.get(played.call)


def _rest_of_move(events: Sequence[Event], place: int) -> Iterator[Event]:
    for event in events[place + 1 :]:
        if isinstance(event, Played):
            return
        if not isinstance(event, SESSION_EVENTS):
            yield event


def _score(rules: Rules[Any, Any, Any], board: Callable[[Any, Score, Score], Score], events: Iterable[Event]) -> Score:
    """Return the score after some events."""
    before: Score = (0, 0)
    goals = [0, 0]
    for event in events:
        if isinstance(event, Scored):
            goals[event.side] += 1
        elif isinstance(event, PeriodEnded):
            before, goals = event.score, [0, 0]
    return board(rules, before, tuple(goals))


def seat_names(seats: int, language: Language | str = "en") -> tuple[str, ...]:
    """Return names for the seats of a table: the points of the compass for two or four seats, else numbers."""
    spoken = Language.of(language)
    if seats == 2:
        return spoken.say("South"), spoken.say("North")
    if seats == 4:
        return spoken.say("South"), spoken.say("West"), spoken.say("North"), spoken.say("East")
    return tuple(spoken.say("Player {number}", number=seat + 1) for seat in range(seats))


def result(outcome: Outcome, names: Sequence[str], *, seat: Seat | None = None, language: Language | str = "en") -> str:
    """Return the result of a finished game as a sentence, such as ``You win 3-1.``.

    Args:
        outcome: The result.
        names: The name of each seat.
        seat: The seat of the viewer, who is addressed as "you"; None for a spectator.
        language: The language, or its code.
    """
    spoken = Language.of(language)
    winner = outcome.winner
    score = score_text(outcome.score, (winner or 0) if seat is None else seat, spoken)
    if winner is None:
        return spoken.say("The game ends in a draw, {score}.", score=score)
    if seat is not None:
        return spoken.say(_RESULTS[outcome.how][side_of(seat) != winner], score=score)
    winners = names[winner::2]
    places = {"names": spoken.names(winners), "score": score}
    if outcome.how is Ending.FORFEIT:
        return spoken.count(
            "{names} wins by forfeit, {score}.", "{names} win by forfeit, {score}.", len(winners), **places
        )
    return spoken.count("{names} wins {score}.", "{names} win {score}.", len(winners), **places)


_RESULTS: Final[dict[Ending, Message]] = {
    Ending.REGULATION: (translatable("You win {score}."), translatable("You lose {score}.")),
    Ending.OVERTIME: (translatable("You win {score} in overtime."), translatable("You lose {score} in overtime.")),
    Ending.FORFEIT: (translatable("You win by forfeit, {score}."), translatable("You lose by forfeit, {score}.")),
}
"""The results of a game that was won: to the side that won it, and to the other."""


def dealt_sentences(moment: Moment, event: Dealt, *, overtime: bool, hand: bool = True) -> str:
    """Return a deal in sentences: who deals, the viewer's own hand, the table cards, and who begins."""
    spoken = moment.language
    said: list[str] = []
    if event.opener is None:
        said.append(spoken.say("The next hands are dealt."))
    else:
        said.append(moment.tell(_OVERTIME_DEALS if overtime else _DEALS, event.dealer, number=event.period + 1))
    own = () if moment.seat is None else event.hands[moment.seat]
    if own:
        said.append(spoken.say("Your hand: {cards}.", cards=spoken.cards(own)))
    if event.table:
        said.append(spoken.say("On the table: {cards}.", cards=spoken.cards(event.table)))
    if event.opener is not None:
        said.append(moment.tell(_LEADS, event.opener))
    return " ".join(said)


def _sentence(moment: Moment) -> str:
    """Return the line of an event that the family has no words for."""
    spoken, event = moment.language, moment.event
    match event:
        case Played():
            move = words_of(moment.rules, spoken)[0].move(event.move, spoken)
            return moment.tell(_PLAYS, event.seat, move=f"{move} ({event.call})")
        case Scored():
            return spoken.say("Goal! {score}.", score=moment.shown_score)
        case Dealt():
            return dealt_sentences(moment, event, overtime=False)
        case Drawn():
            return moment.tell(_DRAWS, event.seat, card=spoken.card(event.card))
        case PeriodEnded():
            return spoken.say("Period {number} is over: {score}.", number=event.period + 1, score=moment.shown_score)
        case GameEnded():
            return result(event.outcome, moment.names, seat=moment.seat, language=spoken)
        case _:
            line = _session_sentence(moment)
            return _fields(event, moment.names) if line is None else line


def _session_sentence(moment: Moment) -> str | None:
    """Return the line of an event of a session; None for any other event."""
    spoken, event = moment.language, moment.event
    match event:
        case Seated(player=None):
            return moment.tell(_TAKES_SEAT, event.seat)
        case Seated():
            return spoken.say(
                "The bot {bot} takes over the seat of {name}.", bot=event.name, name=moment.names[event.seat]
            )
        case Faulted():
            return spoken.say("The bot in the seat of {name} has failed.", name=moment.names[event.seat])
        case Expired():
            return moment.tell(_EXPIRED, event.seat)
        case Forfeited():
            return moment.tell(_FORFEITS, event.seat)
        case UndoRequested():
            return moment.tell(_ASKS, event.seat)
        case UndoAnswered():
            return moment.tell(_AGREES if event.agreed else _REFUSES, event.seat)
        case Undone():
            return spoken.count("{number} move is taken back.", "{number} moves are taken back.", event.moves)
        case _:
            return None


def _fields(event: Event, names: Sequence[str]) -> str:
    """Return the name of an unknown event and its fields: ``B: thrown, what a b``."""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    fields: Any = attrs.fields_dict(cast("Any", type(event))) if attrs.has(type(event)) else ()
    values = [f"{name} {_value(getattr(event, name))}" for name in fields if name not in ("seat", "side")]
    seat = getattr(event, "seat", None)
    return (f"{names[seat]}: " if isinstance(seat, int) else "") + ", ".join([kind, *values])


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_value, cast("tuple[object, ...]", value)))
    return "hidden" if value is None else str(value)
