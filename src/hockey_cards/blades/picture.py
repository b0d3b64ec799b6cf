"""The drawing of a table of the duel family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hockey_cards.blades.moves import Verb
from hockey_cards.blades.state import BladesState
from hockey_cards.blades.view import BladesView
from hockey_cards.cards import Card
from hockey_cards.language import translatable
from hockey_cards.language.phrases import card_names, counted, result_lines, result_sentence, viewer
from hockey_cards.render.card_shapes import CHIP, HEIGHT, WIDTH, chip_rows, chips
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.legend import Legend, fitted
from hockey_cards.render.markup import DIM, GOLD, LIGHT, group, text
from hockey_cards.render.table_parts import (
    BOARD,
    Periods,
    Seated,
    face_down_stack,
    fan,
    name_plate,
    notes,
    scoreboard,
    seat_label,
)
from hockey_cards.rules import Seat

_BACKGROUND: Final = "#3b2545"
_CHIPS_IN_ROW: Final = 22
_STACK: Final = 304
"""The left side of the stacks."""
_MIDDLE: Final = 112
"""The height of the middle of the table."""
_LABEL: Final = 80
"""The width of a label to the left of chips."""
_DISCARD_ROWS: Final = 2

Held = tuple[Sequence[Card | None], Sequence[Card | None]]
"""The hand and the stack of a seat; None is face down."""


def picture(view: BladesView, state: BladesState | None, legend: Legend) -> Drawing:
    """Draw a duel.

    Args:
        view: What to show.
        state: The state whose hands, stacks and stock are shown as well; None shows the view alone.
        legend: The words.
    """
    below = view.seat or 0
    above = 1 - below
    size = 24 if state is None else 38
    parts = [group(*_head(view, legend)), *_seat(view, above, _held(view, state, above), BOARD, legend, size=size)]
    y = BOARD + 30 + HEIGHT * size / WIDTH
    parts += _middle(view, y, legend)
    y += _MIDDLE
    parts += _seat(view, below, _held(view, state, below), y, legend, size=WIDTH)
    y = _open_piles(view, y + 30 + HEIGHT, legend, parts)
    if state is not None:
        y = _cards(legend.say("stock, the next first"), state.stock, 2, y, parts)
    title = f"A duel, {viewer(view.seat, all_cards=state is not None)}"
    return Drawing(title, _description(view, state), y + 4, tuple(parts), _BACKGROUND)


def _held(view: BladesView, state: BladesState | None, seat: Seat) -> Held:
    if state is not None:
        return state.hands[seat], state.stacks[seat]
    if seat == view.seat:
        return view.hand, view.stack
    return (None,) * view.table.counts[seat], (None,) * view.table.stacks[seat]


def _periods(view: BladesView, legend: Legend) -> Periods:
    carried = view.table.carried
    now = tuple(goals - carried for goals in view.score)
    if not view.period:
        return (("1", now),)
    return ((legend.say("past"), (carried, carried)), (legend.say("OT"), now))


def _head(view: BladesView, legend: Legend) -> Iterator[str]:
    """Draw the scoreboard and the notes beside it."""
    yield from scoreboard(
        (fitted(legend.seat(0), 84), fitted(legend.seat(1), 84)),
        _periods(view, legend),
        view.score,
        over=view.outcome is not None,
    )
    if view.outcome is not None:
        result = fitted(legend.result(view.outcome, view.seat), 190)
        yield from notes([result] if legend.names else result_lines(view.outcome))
    elif view.period:
        yield from notes([legend.say("overtime {number}", number=view.period), legend.say("first goal wins")])


def _seat(view: BladesView, seat: Seat, held: Held, y: float, legend: Legend, *, size: float) -> Iterator[str]:
    """Draw the hand of a seat on the left, and its stack on the right."""
    moving = seat == view.mover
    decision = legend.say("to answer") if view.table.shot else legend.say("to move")
    seated = Seated(seat, moving=moving, dealing=seat == view.table.dealer)
    hand, stack = held
    number = legend.cards(len(hand))
    yield name_plate(seated, MARGIN, y + 9, legend.plate(seat, f"{number}, {decision}" if moving else number), room=282)
    yield fan(hand, MARGIN, y + 22, room=282, size=size, legend=legend)
    said = legend.say("stack: {number}", number=len(stack)) if stack else legend.say("no stack")
    yield text(fitted(said, UNITS - MARGIN - _STACK), _STACK, y + 13, fill=LIGHT if stack else DIM)
    yield fan(stack, _STACK, y + 22, room=UNITS - MARGIN - _STACK, size=min(size, 34))


def _middle(view: BladesView, y: float, legend: Legend) -> Iterator[str]:
    """Draw the stock and the cards of the last move: a shot that must be answered, or its result."""
    yield face_down_stack(view.table.stock, MARGIN + 4, y + 6, legend.say("stock"))
    plays = view.table.plays
    if not plays:
        yield text(fitted(legend.say("no move has been made in this period"), UNITS - 78), 78, y + 40, fill=DIM)
        return
    yield fan(_last_cards(view), 78, y + 6, room=UNITS - MARGIN - 78)
    yield text(
        fitted(_last_move(view, legend), UNITS - MARGIN - 78), 78, y + 86, fill=GOLD if _is_answer_due(view) else LIGHT
    )


_CALLS: Final = {"goal": translatable("goal"), "block": translatable("block")}


def _last_move(view: BladesView, legend: Legend) -> str:
    """Return the last move and its result in words, without the cards, which are drawn above them."""
    last = view.table.plays[-1]
    name = legend.seat(last.seat)
    if _is_answer_due(view):
        return legend.say("{name} shoots; to be answered", name=name)
    match last.move.verb:
        case Verb.STACK:
            return legend.say("{name} lays a stack.", name=name)
        case Verb.CHANGE:
            return legend.say("{name} changes lines.", name=name)
        case _:
            return legend.say("{name}: {call}", name=name, call=legend.say(_CALLS.get(last.call, last.call)))


def _is_answer_due(view: BladesView) -> bool:
    return bool(view.table.shot) and view.outcome is None


def _last_action(view: BladesView) -> str:
    """Return the last move and its result in words."""
    last = view.table.plays[-1]
    if last.move.verb in (Verb.USE, Verb.HAND, Verb.NONE):
        answer = {Verb.USE: "answers with the stack", Verb.HAND: "answers", Verb.NONE: "does not answer"}
        return f"{answer[last.move.verb]}, {last.call}"
    return {Verb.STACK: "lays a stack", Verb.SHOOT: "shoots"}.get(last.move.verb, "changes lines")


def _last_cards(view: BladesView) -> Sequence[Card | None]:
    """Return the cards of the last move; if it is an answer, the cards of the shot come first."""
    last, spent = view.table.plays[-1], view.table.spent[-1]
    if last.move.verb is Verb.STACK:
        return (None,) * last.move.hidden
    if last.move.verb in (Verb.SHOOT, Verb.CHANGE):
        return last.move.cards or spent
    return (*view.table.plays[-2].move.cards, *spent)


def _open_piles(view: BladesView, y: float, legend: Legend, parts: list[str]) -> float:
    """Draw the sets of cards that scored, and the discards, and return where they end."""
    for seat, sets in enumerate(view.table.goals):
        parts.append(seat_label(legend.say("goals"), seat, MARGIN, y + 17))
        parts += _sets(sets, y)
        y += chip_rows(1, _CHIPS_IN_ROW)
    rows = max(_DISCARD_ROWS, -(-len(view.table.discards) // _CHIPS_IN_ROW))
    return _cards(legend.say("discards, the latest last"), view.table.discards, rows, y, parts)


def _sets(sets: Sequence[tuple[Card, ...]], y: float) -> Iterator[str]:
    """Draw as many of the latest sets as there is room for, with gaps between them."""
    x = float(MARGIN + _LABEL)
    room = UNITS - MARGIN - x - 22
    first = len(sets)
    while first and sum(5 + CHIP * len(cards) for cards in sets[first - 1 :]) <= room:
        first -= 1
    if first:
        yield text(f"+{first}", x, y + 17)
        x += 22
    for cards in sets[first:]:
        yield chips(cards, x, y, in_row=_CHIPS_IN_ROW)
        x += 5 + CHIP * len(cards)


def _cards(label: str, cards: Sequence[Card], rows: int, y: float, parts: list[str]) -> float:
    """Draw cards as chips below a label, and return where the rows that are reserved for them end."""
    parts.append(text(label, MARGIN, y + 11, fill=DIM))
    parts.append(chips(cards, MARGIN, y + 17, in_row=_CHIPS_IN_ROW))
    return y + 19 + chip_rows(rows * _CHIPS_IN_ROW, _CHIPS_IN_ROW)


def _description(view: BladesView, state: BladesState | None) -> str:
    """Return the position in sentences."""
    table = view.table
    sentences = [f"Period {view.period + 1}, dealt by seat {table.dealer}."]
    sentences.append(f"Score {view.score[0]} to {view.score[1]}.")
    for seat in (0, 1):
        hand, stack = _held(view, state, seat)
        sentences.append(f"Seat {seat} holds {_known_or_counted(hand)}; stack: {_known_or_counted(stack)}.")
    if _is_answer_due(view):
        sentences.append(f"A shot is to be answered: {card_names(table.shot)}.")
    elif table.plays:
        sentences.append(f"Last move: seat {table.plays[-1].seat} {_last_action(view)}.")
    for seat, sets in enumerate(table.goals):
        sentences.append(f"Seat {seat} has scored with {'; with '.join(map(card_names, sets)) or 'nothing'}.")
    sentences.append(f"Discards: {counted(len(table.discards))}. Stock: {counted(table.stock)}.")
    outcome = view.outcome
    sentences.append(f"Seat {view.mover} is to move." if outcome is None else result_sentence(outcome))
    return " ".join(sentences)


def _known_or_counted(cards: Sequence[Card | None]) -> str:
    known = [card for card in cards if card is not None]
    return card_names(known) if known or not cards else counted(len(cards))
