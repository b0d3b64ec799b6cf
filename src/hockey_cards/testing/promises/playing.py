"""What a family promises of play: each check looks at one position, and raises ``Broken`` if it finds fault."""

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
from hockey_cards.testing.failure import answer, refused, require
from hockey_cards.testing.walk import fields, same

_NO_MOVES: Final = ("", " ", "?", "no such move", "\N{SNOWMAN}", "0" * 100)


def deal(at: Position) -> None:
    """Check that what cannot be dealt is refused."""
    rules, pack = at.rules, at.case.shoe.pack(0)
    for wrong, cards in (("short", pack[1:]), ("long", (*pack, pack[0])), ("doubled", (*pack[1:], pack[1]))):
        error = refused(ShoeError, rules.start, Stacked([cards]))
        require(isinstance(error, ShoeError), f"a pack that is too {wrong} leads to {error!r}, and to no ShoeError")
    for seat in (-1, rules.seats):
        error = refused(SeatError, partial(rules.start, at.case.shoe, dealer=seat))
        require(isinstance(error, SeatError), f"dealer {seat} leads to {error!r}, and to no SeatError")
        error = refused(SeatError, rules.view, at.state, seat)
        require(isinstance(error, SeatError), f"a view of seat {seat} leads to {error!r}, and to no SeatError")


def purity(at: Position) -> None:
    """Check that all questions can be asked again, and leave the state as it was."""
    state, twin = at.fresh(), at.fresh()
    require(same(at.state, twin), "the state is not what the same moves lead to again: it changed, or there was chance")
    for name, ask in _questions(at):
        first, second = answer(ask, state), answer(ask, state)
        require(same(first, second), f"{name} answers differently when asked again")
        require(same(state, twin), f"{name} changes the state that it is given")
    for viewer in at.viewers:
        view = answer(at.rules.view, state, viewer)
        answer(at.rules.imagine, view, at.chance("purity"))
        require(same(view, answer(at.rules.view, twin, viewer)), "imagine changes the view that it is given")


def _questions(at: Position) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Yield all that the rules can be asked, whatever they raise; other checks see to that."""
    rules, legal = at.rules, answer(at.rules.legal, at.fresh())
    for name in ("seat", "legal", "outcome"):
        yield name, getattr(rules, name)
    for viewer in at.viewers:
        yield "view", _of(rules.view, viewer)
        yield "imagine", partial(_imagined, at, viewer)
    for move in at.some(cast("Iterable[Any]", legal) if isinstance(legal, tuple) else ()):
        yield "apply", _of(rules.apply, move)
        yield "step", _of(rules.step, move)


def _of(ask: Callable[..., Any], more: Any) -> Callable[[Any], Any]:
    """Return a function of two values as one of the first of them."""

    def asked(state: Any) -> Any:
        return ask(state, more)

    return asked


def _imagined(at: Position, viewer: Seat | None, state: Any) -> Any:
    return at.rules.imagine(at.rules.view(state, viewer), at.chance("purity"))


def totality(at: Position) -> None:
    """Check that every question has an answer of the right kind."""
    rules, state = at.rules, at.state
    seat, score = rules.seat(state), state.score
    require(type(seat) is int and 0 <= seat < rules.seats, f"seat is {seat!r}, with {rules.seats} seats at the table")
    require(isinstance(rules.legal(state), tuple), "legal returns no tuple")
    require(type(state.period) is int and state.period >= 0, f"the period is {state.period!r}")
    require(isinstance(score, tuple) and list(map(type, score)) == [int, int], f"the score is {score!r}")  # pyright: ignore[reportUnknownArgumentType]  # it may be anything
    result = rules.outcome(state)
    require(result is None or isinstance(result, Outcome), f"the outcome is {result!r}")
    for viewer in at.viewers:
        rules.view(state, viewer)
    for move in at.some(at.legal):
        for ask in (rules.apply, rules.step):
            error = refused(IllegalMove, ask, state, move)
            require(error is None or isinstance(error, IllegalMove), f"{_shown(move)} raises {error!r}", cause=error)


def _shown(move: Any) -> str:
    code = answer(lambda: move.code)
    return code if isinstance(code, str) else repr(move)


def soundness(at: Position) -> None:
    """Check that legal moves can be made."""
    for move in at.some(at.legal):
        for ask in (at.rules.apply, at.rules.step):
            error = refused(IllegalMove, ask, at.state, move)
            require(error is None, f"{_shown(move)} is legal, but making it raises {error!r}", cause=error)


def completeness(at: Position) -> None:
    """Check that no other moves can be made."""
    for move in at.others():
        for ask in (at.rules.apply, at.rules.step):
            made = isinstance(answer(ask, at.state, move), type)
            require(made, f"{_shown(move)} is not among the legal moves, but can be made")


def refusal(at: Position) -> None:
    """Check what is said of moves that are not legal."""
    twin = at.fresh()
    for move in at.others():
        for ask in (at.rules.apply, at.rules.step):
            error = refused(IllegalMove, ask, twin, move)
            illegal = isinstance(error, IllegalMove)
            require(illegal, f"{_shown(move)} is not legal, and raises {error!r}", cause=error)
            _check_error(at, move, error)
            require(twin == at.state, f"the state changed when {_shown(move)} was refused")


def _check_error(at: Position, move: Any, error: IllegalMove) -> None:
    for name in ("code", "rule"):
        word: object = getattr(error, name)
        sound = isinstance(word, str) and word and word == word.strip()
        require(sound, f"the {name} of the refusal of {_shown(move)} is {word!r}, and no word")
    require(error.move == move, f"the refusal of {_shown(move)} names the move {error.move!r}")
    require(error.legal == at.legal, f"the refusal of {_shown(move)} says that {error.legal!r} are legal")
    require(str(error).strip(), f"the refusal of {_shown(move)} says nothing")


def liveness(at: Position) -> None:
    """Check that there are legal moves exactly as long as the game goes on."""
    require(at.over or at.legal, "there is no legal move, but the game has no outcome")
    require(not at.over or not at.legal, "the game has an outcome, but there are legal moves")


def end(at: Position) -> None:
    """Check that nothing can be done after the end."""
    if not at.over:
        return
    for move in at.others():
        for ask in (at.rules.apply, at.rules.step):
            error = refused(IllegalMove, ask, at.state, move)
            code = getattr(error, "code", None)
            require(code == "game-over", f"after the end a move raises {error!r} with code {code!r}")


def order(at: Position) -> None:
    """Check that legal moves are in order."""
    legal = at.legal
    codes = [_shown(move) for move in legal]
    require(len(set(legal)) == len(legal), f"there is a double among the legal moves {codes}")
    require(sorted(legal) == list(legal), f"the legal moves are not in order: {codes}")


def codes(at: Position) -> None:
    """Check that moves can be written and read."""
    legal = at.legal
    for move in legal:
        require(isinstance(move.code, str) and move.code, f"the code of {move!r} is {move.code!r}, and no text")
        read = answer(at.rules.parse, move.code)
        true = read == move and type(read) is type(move) and hash(read) == hash(move)
        require(true, f"the code {move.code!r} of {move!r} is read as {read!r}")
    require(len({move.code for move in legal}) == len(legal), "two legal moves have one code")
    for text in _NO_MOVES:
        error = refused(ParseError, at.rules.parse, text)
        require(isinstance(error, ParseError), f"reading {text!r} as a move leads to {error!r}, and to no ParseError")


def bound(at: Position) -> None:
    """Check that the game is not too long."""
    require(at.ply <= at.rules.max_moves, f"the game has more than {at.rules.max_moves} moves")


def outcome(at: Position) -> None:
    """Check that the result says what the board shows."""
    result = at.rules.outcome(at.state)
    if result is None:
        return
    require(result.score == at.state.score, f"the board shows {at.state.score}, and the outcome {result.score}")
    require(result.how in (Ending.REGULATION, Ending.OVERTIME, Ending.DRAW), f"rules cannot end by {result.how!r}")
    require((result.winner is None) == (result.how is Ending.DRAW), f"the outcome contradicts itself: {result!r}")
    won = result.winner is None or (result.winner in (0, 1) and result.score[result.winner] == max(result.score))
    require(won, f"the winner has not the most goals: {result!r}")


def events(at: Position) -> None:
    """Check that a step tells what was done and what ended."""
    rules, state = at.rules, at.state
    for move in at.some(at.legal):
        step = rules.step(state, move)
        require(isinstance(step, Step), f"step returns a {type(step).__name__}")
        require(step.state == rules.apply(state, move), f"step and apply lead to different states by {_shown(move)}")
        told: tuple[Any, ...] = step.events
        require(all(isinstance(event, Event) for event in told), f"there are events that are none in {told!r}")
        _check_played(rules.seat(state), move, told)
        _check_ended(state, step.state, rules.outcome(step.state), told)


def _check_played(seat: int, move: Any, told: tuple[Any, ...]) -> None:
    first: Any = told[0] if told else None
    require(isinstance(first, Played), f"the first event is {first!r}, and not what was played")
    true = (first.seat, first.move) == (seat, move)
    require(true, f"seat {seat} made the move {_shown(move)}, but the first event is {first!r}")
    require(isinstance(first.call, str) and first.call, f"the call is {first.call!r}, and no word")
    for event in told:
        held = fields(event)
        sides = "seat" not in held or "side" not in held or held["side"] == side_of(held["seat"])
        require(sides, f"the side of a seat is side_of(seat), but there is the event {event!r}")


def _check_ended(before: Any, after: Any, result: Any, told: tuple[Any, ...]) -> None:
    ends = [event.outcome for event in told if isinstance(event, GameEnded)]
    require(ends == ([] if result is None else [result]), f"the outcome is {result!r}, but the events tell {ends!r}")
    periods = [event.period for event in told if isinstance(event, PeriodEnded)]
    over = after.period == before.period or before.period in periods
    require(over, f"period {before.period} ended, but the events tell of the ends of {periods!r}")


def conservation(at: Position) -> None:
    """Check that no card comes from nowhere or is lost, as far as can be seen."""
    deck = at.rules.deck
    for move in at.some(at.legal):
        for event in at.rules.step(at.state, move).events:
            strange = [card for card in _cards(event) if card not in deck]
            require(not strange, f"{event!r} shows {strange!r}, which is not of the deck")
    if at.case.claims.cards is not None:
        held = sorted(at.case.claims.cards(at.state))
        require(held == sorted(deck), f"the state holds {len(held)} cards, and these are not the deck")


def _cards(value: object) -> Iterator[Card]:
    """Yield the cards in an event."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:  # pyright: ignore[reportUnknownVariableType]  # an event may hold anything
            yield from _cards(part)  # pyright: ignore[reportUnknownArgumentType]  # the same
    elif attrs.has(type(value)):
        yield from _cards(tuple(fields(value).values()))


def rotation(at: Position) -> None:
    """Check that the same game is played, seats renamed, when another seat deals."""
    if not at.case.claims.rotates:
        return
    rules, seats = at.rules, at.rules.seats
    for turn in range(1, seats):
        state, turned = (rules.start(at.case.shoe, dealer=(at.case.dealer + by) % seats) for by in (0, turn))
        for ply, move in enumerate((*at.moves, None)):
            equal = _turned_face(rules, state, turn) == _turned_face(rules, turned, 0)
            require(equal, f"with dealer {(at.case.dealer + turn) % seats} the game is not the same, turned", ply=ply)
            if move is not None:
                state, turned = rules.apply(state, move), rules.apply(turned, move)


def _turned_face(rules: Any, state: Any, turn: int) -> tuple[Any, ...]:
    score: Iterable[int] = state.score[::-1] if turn % 2 else state.score
    return (rules.seat(state) + turn) % rules.seats, rules.legal(state), tuple(score)
