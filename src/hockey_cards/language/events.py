"""Events and results as sentences for a viewer, and the default names of seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

import attrs

from hockey_cards.events import (
    Dealt,
    Drawn,
    Ending,
    Event,
    GameEnded,
    Outcome,
    PeriodEnded,
    Played,
    Scored,
    Seat,
    side_of,
)
from hockey_cards.language.languages import Language, translatable
from hockey_cards.language.words import Message, Moment, Score, score_text, words_of
from hockey_cards.rules import Rules

_DEALS: Final[Message] = translatable("Period {number}: you deal."), translatable("Period {number}: {name} deals.")
_OVERTIME_DEALS: Final[Message] = translatable("Overtime: you deal."), translatable("Overtime: {name} deals.")
_LEADS: Final[Message] = translatable("You begin."), translatable("{name} begins.")
_DRAWS: Final[Message] = translatable("You draw {card}."), translatable("{name} draws a card.")
_PLAYS: Final[Message] = translatable("You: {move}."), translatable("{name}: {move}.")


def sentences(
    rules: Rules[Any, Any, Any],
    events: Sequence[Event],
    names: Sequence[str],
    *,
    seat: Seat | None = None,
    since: int = 0,
    language: Language | str = "en",
) -> Iterator[str]:
    """Yield a sentence or a few for each event that adds something to those before it: the cause, then the effect.

    Args:
        rules: The rules of the game, whose family may have words of its own.
        events: The events of the game from its beginning, as the viewer may know them.
        names: The name of each seat.
        seat: The seat of the viewer, who is addressed as "you"; None for a spectator.
        since: The number of events to leave out, because the viewer has read about them.
        language: The language, or its code.
    """
    words, spoken = words_of(rules, language)
    for place, score in enumerate(_scores(rules, events)):
        if place >= since:
            moment = Moment(rules, events, place, score, names, seat, spoken)
            line = words.sentence(moment)
            line = _sentence(moment) if line is None else line
            if line:
                yield line


def _scores(rules: Rules[Any, Any, Any], events: Sequence[Event]) -> Iterator[Score]:
    """Yield for each event the score after the move that it belongs to."""
    board = words_of(rules, "en")[0].board
    before: Score = (0, 0)
    goals = [0, 0]
    for place, event in enumerate(events):
        if place == 0 or isinstance(event, Played):
            for own in _until_next_move(events, place):
                if isinstance(own, Scored):
                    goals[own.side] += 1
        if isinstance(event, PeriodEnded):
            before, goals = event.score, [0, 0]
        yield board(rules, before, tuple(goals))


def _until_next_move(events: Sequence[Event], first: int) -> Iterator[Event]:
    yield events[first]
    for event in events[first + 1 :]:
        if isinstance(event, Played):
            return
        yield event


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
    score = score_text(outcome.score, (winner or 0) if seat is None else seat)
    if winner is None:
        return spoken.say("The game ends in a draw, {score}.", score=score)
    if seat is not None:
        return spoken.say(_RESULTS[outcome.how][side_of(seat) != winner], score=score)
    winners = names[winner::2]
    places = {"names": ", ".join(winners), "score": score}
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
            return _fields(event, moment.names)


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
