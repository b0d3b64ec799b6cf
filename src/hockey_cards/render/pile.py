"""How a table of the pile family is drawn: the only file that knows where its hands, its pile and its claim lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.pile import PileState, PileView
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing, counted, result, sight, spoken
from hockey_cards.render.furniture import (
    BOARD,
    INNER,
    Seated,
    empty_place,
    fan,
    hand,
    hand_height,
    heap,
    name_plate,
    notes,
    puck,
    row_count,
    rows_of,
    scoreboard,
    seat_mark,
    side_mark,
)
from hockey_cards.render.glyphs import HEIGHT, WIDTH, card, chip_rows, chips
from hockey_cards.render.markup import DIM, GOLD, LIGHT, group, tag, text
from hockey_cards.rules import Played, Seat

GROUND: Final = "#0f4d3a"
_PILE: Final = 7
_MIDDLE: Final = 142
_SMALL: Final = 24
_OPEN: Final = 34
_CHIPS: Final = 22

Hands = tuple[tuple[Card | None, ...], ...]


def picture(view: PileView, state: PileState | None) -> Drawing:
    """Draw a table of the pile.

    Args:
        view: What is to be seen.
        state: The state that all hands and the stock are shown of; None shows no more than the view.
    """
    hands = _hands(view) if state is None else state.hands
    below = view.seat or 0
    others = tuple((below + step) % len(hands) for step in range(1, len(hands)))
    parts = [group(*_head(view))]
    y = _closed(view, others, parts) if state is None else _opened(view, others, state.hands, parts)
    parts += _middle(view, y)
    y = _own(view, hands[below], y + _MIDDLE, below, parts)
    if state is not None and state.sheet.plan.stock[0]:
        y = _stock(state, y, parts)
    said = sight(view.seat, everything=state is not None)
    return Drawing(f"A table of the pile, {said}", _words(view, hands), y + 4, tuple(parts), GROUND)


def _hands(view: PileView) -> Hands:
    return tuple(view.hand if seat == view.seat else (None,) * count for seat, count in enumerate(view.counts))


def _largest(view: PileView, seat: Seat) -> int:
    """Return how many cards a seat holds in this period at the most, so that a hand keeps its room."""
    return max(counts[seat] for counts in view.sheet.plan.counts)


def _seated(view: PileView, seat: Seat) -> Seated:
    claiming = view.claim is not None and view.claim == side_of(seat)
    return Seated(seat, moving=seat == view.mover, dealing=seat == view.dealer, claiming=claiming)


def _period(view: PileView) -> str:
    schedule = view.rules.schedule
    if schedule.in_overtime(view.period):
        return f"overtime {view.period - schedule.periods + 1}"
    return f"period {view.period + 1} of {schedule.periods}"


def _head(view: PileView) -> Iterator[str]:
    schedule = view.rules.schedule
    labels = (str(place + 1) if place < schedule.periods else "OT" for place in range(view.period + 1))
    seats = [", ".join(map(str, range(side, schedule.seats, 2))) for side in (0, 1)]
    names = [f"side {side}" if schedule.seats > 6 else _seats(told) for side, told in enumerate(seats)]
    over = view.mover is None
    periods = tuple(zip(labels, view.periods, strict=True))
    yield from scoreboard((names[0], names[1]), periods, view.score, over=over)
    told = [_period(view)]
    if view.sheet.sudden and not over:
        told.append("first goal wins")
    if schedule.difference:
        told.append("by difference")
    yield from notes(told)


def _seats(numbers: str) -> str:
    return f"seats {numbers}" if "," in numbers else f"seat {numbers}"


def _closed(view: PileView, others: tuple[Seat, ...], parts: list[str]) -> float:
    """Draw the hands of the others face down, from the viewer's left round the table."""
    columns = len(others) if len(others) <= 3 else -(-len(others) // 2)
    room = INNER / columns
    for place, seat in enumerate(others):
        x, top = MARGIN + room * (place % columns), BOARD + 62 * (place // columns)
        count = view.counts[seat]
        parts.append(name_plate(_seated(view, seat), x, top + 9, counted(count) if room > 100 else str(count)))
        parts.append(fan((None,) * count, x, top + 22, room=min(room - 8, 200), size=_SMALL))
    return BOARD + 62.0 * -(-len(others) // columns)


def _opened(view: PileView, others: tuple[Seat, ...], hands: Hands, parts: list[str]) -> float:
    """Draw the hands of the others face up: two beside one another where they are small."""
    largest = max(_largest(view, seat) for seat in others)
    columns = 2 if largest <= 9 and len(others) > 1 else 1
    pitch = HEIGHT * _OPEN / WIDTH + 4
    high = 24 + row_count(largest) * pitch
    room = INNER / columns
    for place, seat in enumerate(others):
        x, top = MARGIN + room * (place % columns), BOARD + high * (place // columns)
        parts.append(name_plate(_seated(view, seat), x, top + 9, counted(len(hands[seat]))))
        for line, row in enumerate(rows_of(hands[seat])):
            parts.append(fan(row, x, top + 22 + line * pitch, room=room - 6, size=_OPEN))
    return BOARD + high * -(-len(others) // columns)


def _middle(view: PileView, y: float) -> Iterator[str]:
    if view.stock or view.sheet.plan.stock[0]:
        yield heap(view.stock, MARGIN + 4, y + 8, "stock")
    yield from _pile(view, y + 8)
    if view.rules.referee.goal_needs_pass:
        yield from _claim(view, y + 8)
    yield from _last(view, y + 124)


def _pile(view: PileView, y: float) -> Iterator[str]:
    """Draw the last cards of the pile, the top card on the right, each with who played it."""
    pile = view.pile
    if not pile:
        yield empty_place((UNITS - WIDTH) / 2, y)
        yield text("no pile", UNITS / 2, y + HEIGHT / 2 + 4, size=10, anchor="middle", fill=DIM)
        return
    shown = pile[-_PILE:]
    played = list(zip_longest(pile[::-1], view.plays[::-1][: len(pile)]))[: len(shown)][::-1]
    left = (UNITS - 28 * (len(shown) - 1) - WIDTH) / 2
    for place, (laid, play) in enumerate(played):
        yield card(laid, left + 28 * place, y)
        if play is not None:
            yield _by(play, left + 28 * place + 11, y + HEIGHT + 10)
    if len(pile) > len(shown):
        yield text(f"+{len(pile) - len(shown)}", left - 5, y + HEIGHT / 2 + 4, anchor="end", fill=LIGHT)


def _by(play: Played[Card], x: float, y: float) -> str:
    """Draw who played a card, and a goal lamp where it scored."""
    mark = seat_mark(play.seat, x, y, 13)
    return mark + tag("circle", cx=x + 13, cy=y, r=4.5, fill="#ff3b30", stroke=LIGHT) if play.call == "goal" else mark


def _claim(view: PileView, y: float) -> Iterator[str]:
    """Draw who may score next."""
    middle = UNITS - MARGIN - 24
    if view.claim is None:
        yield text("no claim", middle, y + HEIGHT / 2 + 4, anchor="middle", fill=DIM)
    else:
        yield puck(middle, y + 18, 34)
        yield text("claim", middle, y + 67, size=10, anchor="middle", fill=DIM)
        yield side_mark(view.claim, middle - 20, y + 47, 11)
        yield text(f"side {view.claim}", middle - 11, y + 51, fill=GOLD)


def _last(view: PileView, y: float) -> Iterator[str]:
    """Write the last move, or what must be done, or how the game ended; y is the line."""
    words = _last_words(view)
    plays = view.plays
    shown = plays[-1].move if plays else view.opening_card
    if shown is not None:
        yield chips([shown], MARGIN, y - 15, in_row=1)
    yield text(words, MARGIN + (23 if shown is not None else 0), y + 3)


def _last_words(view: PileView) -> str:
    if view.plays:
        last = view.plays[-1]
        aside = ", the pile is set aside" if not view.pile else ""
        return f"seat {last.seat}: {last.call}{aside}"
    return "must be led" if view.opening_card is not None else "no card has been played"


def _own(view: PileView, cards: tuple[Card | None, ...], y: float, seat: Seat, parts: list[str]) -> float:
    """Draw the hand at the bottom; when its owner may not play all of it, what is forbidden is dimmed."""
    moving = seat == view.mover
    note = f"{counted(len(cards))}{', to move' if moving else ''}"
    parts.append(name_plate(_seated(view, seat), MARGIN, y + 9, note))
    if view.mover is None:
        parts.append(text(_ending(view), UNITS - MARGIN, y + 13, anchor="end", fill=GOLD, bold=True))
    legal = view.legal if moving and view.legal else None
    parts.append(hand(cards, y + 22, legal=legal))
    return y + 22 + hand_height(_largest(view, seat))


def _ending(view: PileView) -> str:
    return result(view.score, overtime=view.rules.schedule.in_overtime(view.period))


def _stock(state: PileState, y: float, parts: list[str]) -> float:
    """Draw the cards that are still to come, the next first."""
    parts.append(text("stock, the next first", MARGIN, y + 10, fill=DIM))
    parts.append(chips(state.stock, MARGIN, y + 16, in_row=_CHIPS))
    return y + 16 + chip_rows(state.sheet.plan.stock[0], _CHIPS)


def _words(view: PileView, hands: Hands) -> str:
    """Tell the position in sentences."""
    said = [f"{_period(view).capitalize()}, dealt by seat {view.dealer}."]
    said.append(f"Score {view.score[0]} to {view.score[1]}.")
    if view.rules.referee.goal_needs_pass:
        said.append("Nobody holds the claim." if view.claim is None else f"Side {view.claim} holds the claim.")
    said.append(f"Top of the pile: {spoken(view.pile[:-4:-1])}; the pile has {counted(len(view.pile))}.")
    if view.plays:
        last = view.plays[-1]
        said.append(f"Last move: seat {last.seat}, {spoken([last.move])}, {last.call}.")
    if view.opening_card is not None:
        said.append(f"The {spoken([view.opening_card])} must be led.")
    said += (_held(seat, cards) for seat, cards in enumerate(hands))
    said.append(f"Stock: {counted(view.stock)}.")
    said.append(_ending(view) if view.mover is None else f"Seat {view.mover} is to move.")
    return " ".join(said)


def _held(seat: Seat, cards: tuple[Card | None, ...]) -> str:
    known = [card for card in cards if card is not None]
    return f"Seat {seat} holds {spoken(known) if known else counted(len(cards))}."
