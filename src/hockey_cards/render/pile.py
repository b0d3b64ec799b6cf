"""The drawing of a table of the pile family."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.language.languages import translatable
from hockey_cards.language.phrases import card_names, counted, result_sentence, viewer
from hockey_cards.pile import PileState, PileView
from hockey_cards.render.card_shapes import HEIGHT, WIDTH, card, chip_rows, chips
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.legend import Legend, fitted
from hockey_cards.render.markup import DIM, GOLD, LIGHT, box, group, tag, text
from hockey_cards.render.table_parts import (
    BOARD,
    INNER,
    Seated,
    empty_place,
    face_down_stack,
    fan,
    hand,
    hand_height,
    name_plate,
    notes,
    puck,
    row_count,
    rows_of,
    scoreboard,
    seat_mark,
    side_mark,
)
from hockey_cards.rules import Played, Seat

_BACKGROUND: Final = "#0f4d3a"
_SHOWN_PILE: Final = 7
"""The number of cards shown of the pile."""
_MIDDLE: Final = 142
"""The height of the middle of the table."""
_FACE_DOWN: Final = 24
"""The width of the other players' cards face down."""
_FACE_UP: Final = 34
"""The width of the other players' cards face up."""
_CHIPS_IN_ROW: Final = 22

Hands = tuple[tuple[Card | None, ...], ...]
"""The hand of each seat; None is a hidden card."""


def picture(view: PileView, state: PileState | None, legend: Legend) -> Drawing:
    """Draw a table.

    Args:
        view: What to show.
        state: The state whose hands and stock are shown as well; None shows the view alone.
        legend: The words.
    """
    hands = _hands(view) if state is None else state.hands
    below = view.seat or 0
    others = tuple((below + step) % len(hands) for step in range(1, len(hands)))
    parts = [group(*_head(view, legend))]
    y = (
        _hidden_hands(view, others, legend, parts)
        if state is None
        else _open_hands(view, others, state.hands, legend, parts)
    )
    parts += _middle(view, y, legend)
    y = _own_hand(view, hands[below], y + _MIDDLE, legend, parts)
    if state is not None and state.setup.timetable.stock[0]:
        y = _stock(state, y, legend, parts)
    title = f"A table of the pile, {viewer(view.seat, all_cards=state is not None)}"
    return Drawing(title, _description(view, hands), y + 4, tuple(parts), _BACKGROUND)


def _hands(view: PileView) -> Hands:
    return tuple(view.hand if seat == view.seat else (None,) * count for seat, count in enumerate(view.counts))


def _largest_hand(view: PileView, seat: Seat) -> int:
    """Return the most cards that a seat holds in this period, so that a hand keeps its room as it shrinks."""
    return max(counts[seat] for counts in view.setup.timetable.counts)


def _seated(view: PileView, seat: Seat) -> Seated:
    claiming = view.claim is not None and view.claim == side_of(seat)
    return Seated(seat, moving=seat == view.mover, dealing=seat == view.dealer, claiming=claiming)


def _period(view: PileView, legend: Legend) -> str:
    schedule = view.rules.schedule
    if schedule.in_overtime(view.period):
        return legend.say("overtime {number}", number=view.period - schedule.periods + 1)
    return legend.say("period {number} of {periods}", number=view.period + 1, periods=schedule.periods)


def _head(view: PileView, legend: Legend) -> Iterator[str]:
    """Draw the scoreboard and the notes beside it."""
    schedule = view.rules.schedule
    labels = (str(place + 1) if place < schedule.periods else legend.say("OT") for place in range(view.period + 1))
    names = [_side_name(side, schedule.seats, legend) for side in (0, 1)]
    over = view.mover is None
    periods = tuple(zip(labels, view.periods, strict=True))
    yield from scoreboard((names[0], names[1]), periods, view.score, over=over)
    lines = [_period(view, legend)]
    if view.setup.sudden and not over:
        lines.append(legend.say("first goal wins"))
    if schedule.difference:
        lines.append(legend.say("by difference"))
    yield from notes(lines)


def _side_name(side: int, seats: int, legend: Legend) -> str:
    """Return a side by its seats, or by its number where the seats take too much room."""
    if seats > 6 or legend.names:
        return legend.side(side, room=84)
    numbers = [str(seat) for seat in range(side, seats, 2)]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _hidden_hands(view: PileView, others: tuple[Seat, ...], legend: Legend, parts: list[str]) -> float:
    """Draw the other hands face down, clockwise from the viewer's left, and return where they end."""
    columns = len(others) if len(others) <= 3 else -(-len(others) // 2)
    room = INNER / columns
    for place, seat in enumerate(others):
        x, top = MARGIN + room * (place % columns), BOARD + 62 * (place // columns)
        count = view.counts[seat]
        note = legend.plate(seat, legend.cards(count) if room > 100 and not legend.names else str(count))
        parts.append(name_plate(_seated(view, seat), x, top + 9, note, room=room - 4))
        parts.append(fan((None,) * count, x, top + 22, room=min(room - 8, 200), size=_FACE_DOWN))
    return BOARD + 62.0 * -(-len(others) // columns)


def _open_hands(view: PileView, others: tuple[Seat, ...], hands: Hands, legend: Legend, parts: list[str]) -> float:
    """Draw the other hands face up, two side by side where they are small, and return where they end."""
    largest = max(_largest_hand(view, seat) for seat in others)
    columns = 2 if largest <= 9 and len(others) > 1 else 1
    row_height = HEIGHT * _FACE_UP / WIDTH + 4
    height = 24 + row_count(largest) * row_height
    room = INNER / columns
    for place, seat in enumerate(others):
        x, top = MARGIN + room * (place % columns), BOARD + height * (place // columns)
        parts.append(
            name_plate(
                _seated(view, seat), x, top + 9, legend.plate(seat, legend.cards(len(hands[seat]))), room=room - 4
            )
        )
        for line, row in enumerate(rows_of(hands[seat])):
            parts.append(fan(row, x, top + 22 + line * row_height, room=room - 6, size=_FACE_UP))
    return BOARD + height * -(-len(others) // columns)


def _middle(view: PileView, y: float, legend: Legend) -> Iterator[str]:
    """Draw the stock, the pile, the claim and the last move."""
    if view.stock or view.setup.timetable.stock[0]:
        yield face_down_stack(view.stock, MARGIN + 4, y + 8, legend.say("stock"))
    yield from _pile(view, y + 8, legend)
    if view.rules.referee.goal_needs_pass:
        yield from _claim(view, y + 8, legend)
    yield from _last_move(view, y + 124, legend)


def _pile(view: PileView, y: float, legend: Legend) -> Iterator[str]:
    """Draw the last cards of the pile, the top card on the right, each above the badge of who played it."""
    pile = view.pile
    if not pile:
        yield empty_place((UNITS - WIDTH) / 2, y)
        yield text(legend.say("no pile"), UNITS / 2, y + HEIGHT / 2 + 4, size=10, anchor="middle", fill=DIM)
        return
    shown = pile[-_SHOWN_PILE:]
    played = list(zip_longest(pile[::-1], view.plays[::-1][: len(pile)]))[: len(shown)][::-1]
    left = (UNITS - 28 * (len(shown) - 1) - WIDTH) / 2
    for place, (pile_card, play) in enumerate(played):
        yield card(pile_card, left + 28 * place, y)
        if play is not None and place == len(shown) - 1:
            yield box(left + 28 * place, y, WIDTH, HEIGHT, rx=5, fill="none", stroke=GOLD, stroke_width=2)
        if play is not None:
            yield _played_by(play, left + 28 * place + 11, y + HEIGHT + 10)
    if len(pile) > len(shown):
        yield text(f"+{len(pile) - len(shown)}", left - 5, y + HEIGHT / 2 + 4, anchor="end", fill=LIGHT)


def _played_by(play: Played[Card], x: float, y: float) -> str:
    """Draw the badge of who played a card, and a red lamp if it scored."""
    mark = seat_mark(play.seat, x, y, 13)
    return mark + tag("circle", cx=x + 13, cy=y, r=4.5, fill="#ff3b30", stroke=LIGHT) if play.call == "goal" else mark


def _claim(view: PileView, y: float, legend: Legend) -> Iterator[str]:
    """Draw which side holds the claim."""
    middle = UNITS - MARGIN - 24
    if view.claim is None:
        yield text(fitted(legend.say("no claim"), 76), UNITS - MARGIN, y + HEIGHT / 2 + 4, anchor="end", fill=DIM)
    else:
        yield puck(middle, y + 18, 34)
        yield text(fitted(legend.say("claim"), 84, 10), UNITS - MARGIN, y + 67, size=10, anchor="end", fill=DIM)
        yield side_mark(view.claim, middle - 20, y + 47, 11)
        yield text(legend.side(view.claim, room=42), middle - 11, y + 51, fill=GOLD)


def _last_move(view: PileView, y: float, legend: Legend) -> Iterator[str]:
    """Draw the last move in words, or the card that must be led; y is the baseline."""
    words = legend.say("no card has been played")
    shown = view.opening_card
    if view.plays:
        last = view.plays[-1]
        places = {"name": legend.seat(last.seat), "call": legend.say(_CALLS.get(last.call, last.call))}
        aside = legend.say("{name}: {call}, the pile is set aside", **places)
        words = legend.say("{name}: {call}", **places) if view.pile else aside
        shown = last.move
    elif view.opening_card is not None:
        words = legend.say("must be led")
    if shown is not None:
        yield chips([shown], MARGIN, y - 15, in_row=1)
    left = MARGIN + (23 if shown is not None else 0)
    yield text(fitted(words, UNITS - MARGIN - left), left, y + 3)


_CALLS: Final = {
    "play": translatable("play"),
    "pass": translatable("pass"),
    "interception": translatable("interception"),
    "block": translatable("block"),
    "missed": translatable("missed"),
    "goal": translatable("goal"),
}
"""The calls, which are words of the language too."""


def _own_hand(view: PileView, cards: tuple[Card | None, ...], y: float, legend: Legend, parts: list[str]) -> float:
    """Draw the hand at the bottom, with the cards dimmed that its owner may not play, and return where it ends."""
    seat = view.seat or 0
    moving = seat == view.mover
    number = legend.cards(len(cards))
    note = legend.plate(seat, f"{number}, {legend.say('to move')}" if moving else number)
    if view.outcome is not None:
        words = fitted(legend.result(view.outcome, view.seat), 215)
        parts.append(text(words, UNITS - MARGIN, y + 13, anchor="end", fill=GOLD, bold=True))
    parts.append(name_plate(_seated(view, seat), MARGIN, y + 9, note, room=150 if view.outcome else INNER))
    legal = view.legal if moving and view.legal else None
    parts.append(hand(cards, y + 22, legend, legal=legal))
    return y + 22 + hand_height(_largest_hand(view, seat))


def _stock(state: PileState, y: float, legend: Legend, parts: list[str]) -> float:
    """Draw the cards of the stock, the next first, and return where they end."""
    parts.append(text(legend.say("stock, the next first"), MARGIN, y + 10, fill=DIM))
    parts.append(chips(state.stock, MARGIN, y + 16, in_row=_CHIPS_IN_ROW))
    return y + 16 + chip_rows(state.setup.timetable.stock[0], _CHIPS_IN_ROW)


def _description(view: PileView, hands: Hands) -> str:
    """Return the position in sentences."""
    sentences = [f"{_period(view, Legend()).capitalize()}, dealt by seat {view.dealer}."]
    sentences.append(f"Score {view.score[0]} to {view.score[1]}.")
    if view.rules.referee.goal_needs_pass:
        sentences.append("Nobody holds the claim." if view.claim is None else f"Side {view.claim} holds the claim.")
    sentences.append(f"Top of the pile: {card_names(view.pile[:-4:-1])}; the pile has {counted(len(view.pile))}.")
    if view.plays:
        last = view.plays[-1]
        sentences.append(f"Last move: seat {last.seat}, {card_names([last.move])}, {last.call}.")
    if view.opening_card is not None:
        sentences.append(f"The {card_names([view.opening_card])} must be led.")
    sentences += (_hand_sentence(seat, cards) for seat, cards in enumerate(hands))
    sentences.append(f"Stock: {counted(view.stock)}.")
    outcome = view.outcome
    sentences.append(f"Seat {view.mover} is to move." if outcome is None else result_sentence(outcome))
    return " ".join(sentences)


def _hand_sentence(seat: Seat, cards: tuple[Card | None, ...]) -> str:
    known = [card for card in cards if card is not None]
    return f"Seat {seat} holds {card_names(known) if known else counted(len(cards))}."
