"""Checks of play: deals, moves, steps and outcomes. Each checks one position, and raises ``BrokenPromise``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove, ParseError, SeatError, ShoeError
from hockey_cards.events import side_of
from hockey_cards.rules import Ending, Event, GameEnded, Outcome, PeriodEnded, Played, Seat, Step
from hockey_cards.shoe import Stacked
from hockey_cards.testing.cases import Position
from hockey_cards.testing.errors import attempt, raised, require, require_error
from hockey_cards.testing.object_graph import fields, same

_NOT_CODES: Final = ("", " ", "?", "no such move", "\N{SNOWMAN}", "0" * 100)


def deal(position: Position) -> None:
    """Check that packs that are not the deck, and seats that do not exist, are refused."""
    rules, shoe = position.rules, position.case.shoe
    pack = shoe.pack(0)
    wrong = {"that lacks a card": pack[1:], "with a card too many": (*pack, pack[0])}
    wrong["with a card twice"] = (*pack[1:], pack[1])
    for what, cards in wrong.items():
        require_error(ShoeError, f"a pack {what}", rules.start, Stacked([cards]))
    for seat in (-1, rules.seats):
        require_error(SeatError, f"dealer {seat}", partial(rules.start, shoe, dealer=seat))
        require_error(SeatError, f"a view of seat {seat}", rules.view, position.state, seat)


def purity(position: Position) -> None:
    """Check that functions of the rules return the same when called again, and leave the state as it was."""
    state, twin = position.replay(), position.replay()
    require(same(position.state, twin), "the same moves lead to another state: it has changed, or is random")
    for name, function in _functions(position):
        first, second = attempt(function, state), attempt(function, state)
        require(same(first, second), f"{name} returns something else when called again")
        require(same(state, twin), f"{name} changes the state that it is given")
    for viewer in position.viewers:
        view = attempt(position.rules.view, state, viewer)
        attempt(position.rules.imagine, view, position.rng("purity"))
        require(same(view, attempt(position.rules.view, twin, viewer)), "imagine changes the view that it is given")


def _functions(position: Position) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Yield the functions of the rules as functions of a state; other checks see to what they raise."""
    rules, legal = position.rules, attempt(position.rules.legal, position.replay())
    for name in ("seat", "legal", "outcome"):
        yield name, getattr(rules, name)
    for viewer in position.viewers:
        yield "view", _with(rules.view, viewer)
        yield "imagine", partial(_imagine, position, viewer)
    for move in position.sample(cast("Iterable[Any]", legal) if isinstance(legal, tuple) else ()):
        yield "apply", _with(rules.apply, move)
        yield "step", _with(rules.step, move)


def _with(function: Callable[..., Any], argument: Any) -> Callable[[Any], Any]:
    """Return a function of two arguments as one of its first."""

    def of_state(state: Any) -> Any:
        return function(state, argument)

    return of_state


def _imagine(position: Position, viewer: Seat | None, state: Any) -> Any:
    return position.rules.imagine(position.rules.view(state, viewer), position.rng("purity"))


def totality(position: Position) -> None:
    """Check that every function of the rules returns a value of the right type."""
    rules, state = position.rules, position.state
    seat, score = rules.seat(state), state.score
    require(type(seat) is int and 0 <= seat < rules.seats, f"seat is {seat!r}, but there are {rules.seats} seats")
    require(isinstance(rules.legal(state), tuple), "legal does not return a tuple")
    require(type(state.period) is int and state.period >= 0, f"the period is {state.period!r}")
    require(isinstance(score, tuple) and list(map(type, score)) == [int, int], f"the score is {score!r}")  # pyright: ignore[reportUnknownArgumentType]  # it may be anything
    result = rules.outcome(state)
    require(result is None or isinstance(result, Outcome), f"the outcome is {result!r}")
    for viewer in position.viewers:
        rules.view(state, viewer)
    for move in position.sample(position.legal):
        for function in (rules.apply, rules.step):
            error = raised(function, state, move)
            require(error is None or isinstance(error, IllegalMove), f"{_code(move)} raises {error!r}", cause=error)


def _code(move: Any) -> str:
    """Return the code of a move; its repr if it has none."""
    code = attempt(lambda: move.code)
    return code if isinstance(code, str) else repr(move)


def soundness(position: Position) -> None:
    """Check that legal moves can be made."""
    for move in position.sample(position.legal):
        for function in (position.rules.apply, position.rules.step):
            error = raised(function, position.state, move)
            require(error is None, f"{_code(move)} is legal, but raises {error!r}", cause=error)


def completeness(position: Position) -> None:
    """Check that no other moves can be made."""
    for move in position.illegal_moves():
        for function in (position.rules.apply, position.rules.step):
            error = raised(function, position.state, move)
            require(error is not None, f"{_code(move)} is not among the legal moves, but can be made")


def illegal_move(position: Position) -> None:
    """Check the errors that illegal moves raise."""
    twin = position.replay()
    for move in position.illegal_moves():
        for function in (position.rules.apply, position.rules.step):
            error = require_error(IllegalMove, f"{_code(move)}, which is not legal,", function, twin, move)
            _check_error(position, move, error)
            require(twin == position.state, f"the state changed when {_code(move)} was refused")


def _check_error(position: Position, move: Any, error: IllegalMove) -> None:
    where = f"of the error for {_code(move)}"
    for name in ("code", "rule"):
        word: object = getattr(error, name)
        valid = isinstance(word, str) and word and word == word.strip()
        require(valid, f"the {name} {where} is {word!r}, not a word")
    require(error.move == move, f"the move {where} is {error.move!r}")
    require(error.legal == position.legal, f"the legal moves {where} are {error.legal!r}")
    require(str(error).strip(), f"the message {where} is empty")


def liveness(position: Position) -> None:
    """Check that there are legal moves exactly as long as the game has no outcome."""
    require(position.is_over or position.legal, "there is no legal move, but the game has no outcome")
    require(not position.is_over or not position.legal, "the game has an outcome, but there are legal moves")


def game_over(position: Position) -> None:
    """Check that no move can be made after the end."""
    if not position.is_over:
        return
    for move in position.illegal_moves():
        for function in (position.rules.apply, position.rules.step):
            error = raised(function, position.state, move)
            code = getattr(error, "code", None)
            require(code == "game-over", f"after the end a move raises {error!r} with the code {code!r}")


def order(position: Position) -> None:
    """Check that legal moves are in order and without duplicates."""
    legal = position.legal
    codes = [_code(move) for move in legal]
    require(len(set(legal)) == len(legal), f"there are duplicates among the legal moves {codes}")
    require(sorted(legal) == list(legal), f"the legal moves are not in order: {codes}")


def codes(position: Position) -> None:
    """Check that moves can be parsed from their codes."""
    legal = position.legal
    for move in (*legal, *position.sample(position.rules.moves)):
        require(isinstance(move.code, str) and move.code, f"the code of {move!r} is {move.code!r}, not a text")
        read = attempt(position.rules.parse, move.code)
        is_same = read == move and type(read) is type(move) and hash(read) == hash(move)
        require(is_same, f"the code {move.code!r} of {move!r} is parsed as {read!r}")
    require(len({move.code for move in legal}) == len(legal), "two legal moves have the same code")
    for text in _NOT_CODES:
        require_error(ParseError, f"parsing {text!r} as a move", position.rules.parse, text)


def moves(position: Position) -> None:
    """Check the list of all moves, and their numbers."""
    rules = position.rules
    found: tuple[Any, ...] = rules.moves
    require(isinstance(found, tuple) and found, f"moves is a {type(found).__name__}, not a tuple of moves")
    require(len(set(found)) == len(found), "there are duplicates among the moves")
    require(sorted(found) == list(found), "the moves are not in order")
    for number, move in enumerate(found):
        given = attempt(rules.number, move)
        require(given == number and type(given) is int, f"the number of {_code(move)} is {given!r}, not {number}")
    for value in (None, object(), found[0].code, -1):
        require_error(ParseError, f"the number of {value!r}", rules.number, value)


def numbers(position: Position) -> None:
    """Check that legal moves have numbers, and redacted ones do not."""
    rules, known = position.rules, set(position.rules.moves)
    for move in position.legal:
        require(move in known, f"{_code(move)} is legal, but not among the moves")
    for move in position.sample(position.legal):
        played: Any = rules.step(position.state, move).events[0]
        for seen in {played.seen_by(viewer).move for viewer in position.viewers} - {move}:
            require_error(ParseError, f"the number of the redacted move {_code(seen)}", rules.number, seen)


def length(position: Position) -> None:
    """Check that the game is not too long."""
    rules, period = position.rules, position.state.period
    require(position.ply <= rules.max_moves, f"the game has more than {rules.max_moves} moves")
    require(period < rules.max_periods, f"the game has more than {rules.max_periods} periods")


def outcome(position: Position) -> None:
    """Check that the outcome agrees with the score, and with itself."""
    result = position.rules.outcome(position.state)
    if result is None:
        return
    score = position.state.score
    require(result.score == score, f"the score of the state is {score}, that of the outcome {result.score}")
    allowed = (Ending.REGULATION, Ending.OVERTIME, Ending.DRAW)
    require(result.how in allowed, f"rules cannot end a game by {result.how!r}")
    require((result.winner is None) == (result.how is Ending.DRAW), f"the outcome contradicts itself: {result!r}")
    won = result.winner is None or (result.winner in (0, 1) and result.score[result.winner] == max(result.score))
    require(won, f"the winner does not have the most goals: {result!r}")


def events(position: Position) -> None:
    """Check that the events of a step report the play and what ended."""
    rules, state = position.rules, position.state
    for move in position.sample(position.legal):
        step = rules.step(state, move)
        require(isinstance(step, Step), f"step returns a {type(step).__name__}")
        require(step.state == rules.apply(state, move), f"step and apply lead to different states for {_code(move)}")
        found: tuple[Any, ...] = step.events
        require(all(isinstance(event, Event) for event in found), f"not all of {found!r} are events")
        _check_played(rules.seat(state), move, found)
        _check_ended(state, step.state, rules.outcome(step.state), found)


def _check_played(seat: int, move: Any, events: tuple[Any, ...]) -> None:
    first: Any = events[0] if events else None
    require(isinstance(first, Played), f"the first event is {first!r}, not a Played")
    is_same = (first.seat, first.move) == (seat, move)
    require(is_same, f"seat {seat} made the move {_code(move)}, but the first event is {first!r}")
    require(isinstance(first.call, str) and first.call, f"the call is {first.call!r}, not a word")
    for event in events:
        held = fields(event)
        agree = "seat" not in held or "side" not in held or held["side"] == side_of(held["seat"])
        require(agree, f"the side of an event must be side_of(seat), but there is {event!r}")


def _check_ended(before: Any, after: Any, result: Any, events: tuple[Any, ...]) -> None:
    outcomes = [event.outcome for event in events if isinstance(event, GameEnded)]
    expected = [] if result is None else [result]
    require(outcomes == expected, f"the outcome is {result!r}, but those in the events are {outcomes!r}")
    periods = [event.period for event in events if isinstance(event, PeriodEnded)]
    reported = after.period == before.period or before.period in periods
    require(reported, f"period {before.period} ended, but the periods that end in the events are {periods!r}")


def conservation(position: Position) -> None:
    """Check that no card appears from nowhere or is lost, as far as can be seen."""
    deck = position.rules.deck
    for move in position.sample(position.legal):
        for event in position.rules.step(position.state, move).events:
            strange = [card for card in _cards(event) if card not in deck]
            require(not strange, f"{event!r} shows {strange!r}, which is not in the deck")
    if position.case.settings.cards is not None:
        held = sorted(position.case.settings.cards(position.state))
        require(held == sorted(deck), f"the state holds {len(held)} cards, which are not the deck")


def _cards(value: object) -> Iterator[Card]:
    """Yield the cards in an event."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:  # pyright: ignore[reportUnknownVariableType]  # an event may hold anything
            yield from _cards(part)  # pyright: ignore[reportUnknownArgumentType]  # the same
    elif attrs.has(type(value)):
        yield from _cards(tuple(fields(value).values()))


def rotation(position: Position) -> None:
    """Check that the same game follows, with the seats renamed, when another seat deals."""
    if not position.case.settings.rotates:
        return
    rules, case = position.rules, position.case
    for turn in range(1, rules.seats):
        state, turned = (rules.start(case.shoe, dealer=(case.dealer + by) % rules.seats) for by in (0, turn))
        for ply, move in enumerate((*position.moves, None)):
            is_same = _renamed(rules, state, turn) == _renamed(rules, turned, 0)
            dealer = (case.dealer + turn) % rules.seats
            require(is_same, f"with dealer {dealer} the game is not the same with the seats renamed", ply=ply)
            if move is not None:
                state, turned = rules.apply(state, move), rules.apply(turned, move)


def _renamed(rules: Any, state: Any, turn: int) -> tuple[Any, ...]:
    """Return the mover, the legal moves and the score, with each seat renamed to the one so many places on."""
    score: Iterable[int] = state.score[::-1] if turn % 2 else state.score
    return (rules.seat(state) + turn) % rules.seats, rules.legal(state), tuple(score)
