"""The drawing of a table of the pile family."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.language.phrases import card_names, counted, result_sentence, viewer
from hockey_cards.pile import PileState, PileView
from hockey_cards.render.card_shapes import HEIGHT, WIDTH, card, chip_rows, chips
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.markup import DIM, GOLD, LIGHT, group, tag, text
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


def picture(view: PileView, state: PileState | None) -> Drawing:
    """Draw a table.

    Args:
        view: What to show.
        state: The state whose hands and stock are shown as well; None shows the view alone.
    """
    hands = _hands(view) if state is None else state.hands
    below = view.seat or 0
    others = tuple((below + step) % len(hands) for step in range(1, len(hands)))
    parts = [group(*_head(view))]
    y = _hidden_hands(view, others, parts) if state is None else _open_hands(view, others, state.hands, parts)
    parts += _middle(view, y)
    y = _own_hand(view, hands[below], y + _MIDDLE, below, parts)
    if state is not None and state.setup.timetable.stock[0]:
        y = _stock(state, y, parts)
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


def _period(view: PileView) -> str:
    schedule = view.rules.schedule
    if schedule.in_overtime(view.period):
        return f"overtime {view.period - schedule.periods + 1}"
    return f"period {view.period + 1} of {schedule.periods}"


def _head(view: PileView) -> Iterator[str]:
    """Draw the scoreboard and the notes beside it."""
    schedule = view.rules.schedule
    labels = (str(place + 1) if place < schedule.periods else "OT" for place in range(view.period + 1))
    names = [_side_name(side, schedule.seats) for side in (0, 1)]
    over = view.mover is None
    periods = tuple(zip(labels, view.periods, strict=True))
    yield from scoreboard((names[0], names[1]), periods, view.score, over=over)
    lines = [_period(view)]
    if view.setup.sudden and not over:
        lines.append("first goal wins")
    if schedule.difference:
        lines.append("by difference")
    yield from notes(lines)


def _side_name(side: int, seats: int) -> str:
    """Return a side by its seats, or by its number where the seats take too much room."""
    if seats > 6:
        return f"side {side}"
    numbers = [str(seat) for seat in range(side, seats, 2)]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _hidden_hands(view: PileView, others: tuple[Seat, ...], parts: list[str]) -> float:
    """Draw the other hands face down, clockwise from the viewer's left, and return where they end."""
    columns = len(others) if len(others) <= 3 else -(-len(others) // 2)
    room = INNER / columns
    for place, seat in enumerate(others):
        x, top = MARGIN + room * (place % columns), BOARD + 62 * (place // columns)
        count = view.counts[seat]
        parts.append(name_plate(_seated(view, seat), x, top + 9, counted(count) if room > 100 else str(count)))
        parts.append(fan((None,) * count, x, top + 22, room=min(room - 8, 200), size=_FACE_DOWN))
    return BOARD + 62.0 * -(-len(others) // columns)


def _open_hands(view: PileView, others: tuple[Seat, ...], hands: Hands, parts: list[str]) -> float:
    """Draw the other hands face up, two side by side where they are small, and return where they end."""
    largest = max(_largest_hand(view, seat) for seat in others)
    columns = 2 if largest <= 9 and len(others) > 1 else 1
    row_height = HEIGHT * _FACE_UP / WIDTH + 4
    height = 24 + row_count(largest) * row_height
    room = INNER / columns
    for place, seat in enumerate(others):
        x, top = MARGIN + room * (place % columns), BOARD + height * (place // columns)
        parts.append(name_plate(_seated(view, seat), x, top + 9, counted(len(hands[seat]))))
        for line, row in enumerate(rows_of(hands[seat])):
            parts.append(fan(row, x, top + 22 + line * row_height, room=room - 6, size=_FACE_UP))
    return BOARD + height * -(-len(others) // columns)


def _middle(view: PileView, y: float) -> Iterator[str]:
    """Draw the stock, the pile, the claim and the last move."""
    if view.stock or view.setup.timetable.stock[0]:
        yield face_down_stack(view.stock, MARGIN + 4, y + 8, "stock")
    yield from _pile(view, y + 8)
    if view.rules.referee.goal_needs_pass:
        yield from _claim(view, y + 8)
    yield from _last_move(view, y + 124)


def _pile(view: PileView, y: float) -> Iterator[str]:
    """Draw the last cards of the pile, the top card on the right, each above the badge of who played it."""
    pile = view.pile
    if not pile:
        yield empty_place((UNITS - WIDTH) / 2, y)
        yield text("no pile", UNITS / 2, y + HEIGHT / 2 + 4, size=10, anchor="middle", fill=DIM)
        return
    shown = pile[-_SHOWN_PILE:]
    played = list(zip_longest(pile[::-1], view.plays[::-1][: len(pile)]))[: len(shown)][::-1]
    left = (UNITS - 28 * (len(shown) - 1) - WIDTH) / 2
    for place, (pile_card, play) in enumerate(played):
        yield card(pile_card, left + 28 * place, y)
        if play is not None:
            yield _played_by(play, left + 28 * place + 11, y + HEIGHT + 10)
    if len(pile) > len(shown):
        yield text(f"+{len(pile) - len(shown)}", left - 5, y + HEIGHT / 2 + 4, anchor="end", fill=LIGHT)


def _played_by(play: Played[Card], x: float, y: float) -> str:
    """Draw the badge of who played a card, and a red lamp if it scored."""
    mark = seat_mark(play.seat, x, y, 13)
    return mark + tag("circle", cx=x + 13, cy=y, r=4.5, fill="#ff3b30", stroke=LIGHT) if play.call == "goal" else mark


def _claim(view: PileView, y: float) -> Iterator[str]:
    """Draw which side holds the claim."""
    middle = UNITS - MARGIN - 24
    if view.claim is None:
        yield text("no claim", middle, y + HEIGHT / 2 + 4, anchor="middle", fill=DIM)
    else:
        yield puck(middle, y + 18, 34)
        yield text("claim", middle, y + 67, size=10, anchor="middle", fill=DIM)
        yield side_mark(view.claim, middle - 20, y + 47, 11)
        yield text(f"side {view.claim}", middle - 11, y + 51, fill=GOLD)


def _last_move(view: PileView, y: float) -> Iterator[str]:
    """Draw the last move in words, or the card that must be led; y is the baseline."""
    words = "no card has been played"
    shown = view.opening_card
    if view.plays:
        last = view.plays[-1]
        words = f"seat {last.seat}: {last.call}{'' if view.pile else ', the pile is set aside'}"
        shown = last.move
    elif view.opening_card is not None:
        words = "must be led"
    if shown is not None:
        yield chips([shown], MARGIN, y - 15, in_row=1)
    yield text(words, MARGIN + (23 if shown is not None else 0), y + 3)


def _own_hand(view: PileView, cards: tuple[Card | None, ...], y: float, seat: Seat, parts: list[str]) -> float:
    """Draw the hand at the bottom, with the cards dimmed that its owner may not play, and return where it ends."""
    moving = seat == view.mover
    note = f"{counted(len(cards))}{', to move' if moving else ''}"
    parts.append(name_plate(_seated(view, seat), MARGIN, y + 9, note))
    if view.outcome is not None:
        parts.append(text(result_sentence(view.outcome), UNITS - MARGIN, y + 13, anchor="end", fill=GOLD, bold=True))
    legal = view.legal if moving and view.legal else None
    parts.append(hand(cards, y + 22, legal=legal))
    return y + 22 + hand_height(_largest_hand(view, seat))


def _stock(state: PileState, y: float, parts: list[str]) -> float:
    """Draw the cards of the stock, the next first, and return where they end."""
    parts.append(text("stock, the next first", MARGIN, y + 10, fill=DIM))
    parts.append(chips(state.stock, MARGIN, y + 16, in_row=_CHIPS_IN_ROW))
    return y + 16 + chip_rows(state.setup.timetable.stock[0], _CHIPS_IN_ROW)


def _description(view: PileView, hands: Hands) -> str:
    """Return the position in sentences."""
    sentences = [f"{_period(view).capitalize()}, dealt by seat {view.dealer}."]
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
