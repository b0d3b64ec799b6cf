"""The parts that all tables share: scoreboard, name plates, badges, pucks, hands and stacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.render.card_shapes import HEIGHT, WIDTH, card, number
from hockey_cards.render.drawing import MARGIN, UNITS
from hockey_cards.render.legend import Legend, fitted
from hockey_cards.render.markup import BLACK, DIM, GOLD, LIGHT, box, group, tag, text, use
from hockey_cards.rules import Seat, Side

INNER: Final = UNITS - 2 * MARGIN
"""The width between the margins."""

BOARD: Final = 68
"""The lower end of the scoreboard, where the table begins."""

_CARDS_IN_ROW: Final = 13
"""The number of cards of a hand that fit side by side."""

_SIDES: Final = ("#2468c8", "#b5500a")
_SHOWN_PERIODS: Final = 5
_NAMES: Final = 108

Periods = Sequence[tuple[str, tuple[int, ...]]]
"""The periods so far, the running one last: the label of each, and the goals of each side in it."""


@attrs.frozen
class Seated:
    """A seat with the marks on its name plate.

    Args:
        seat: The seat.
        moving: Whether the seat is to move.
        dealing: Whether the seat has dealt.
        claiming: Whether the side of the seat holds the claim.
    """

    seat: Seat
    moving: bool
    dealing: bool
    claiming: bool = False


def side_mark(side: Side, x: float, y: float, size: float) -> str:
    """Draw the badge of a side with its centre at x and y: a disc for side 0, a square for side 1."""
    colours = {"fill": _SIDES[side], "stroke": LIGHT}
    if side == 0:
        return tag("circle", cx=x, cy=y, r=size / 2, **colours)
    return box(x - size / 2, y - size / 2, size, size, rx=2.5, **colours)


def seat_mark(seat: Seat, x: float, y: float, size: float = 18) -> str:
    """Draw the badge of a seat with its centre at x and y: the badge of its side with the number of the seat."""
    digits = number(seat, x, y - size * 0.28, height=size * 0.56, anchor="middle")
    return group(side_mark(side_of(seat), x, y, size), digits)


def seat_label(label: str, seat: Seat, x: float, y: float) -> str:
    """Draw a label for cards, followed by the badge of the seat that owns them; y is the baseline."""
    return group(text(label, x, y, fill=DIM), seat_mark(seat, x + 52, y - 4, 14))


def puck(x: float, y: float, size: float = 16) -> str:
    """Draw a puck, the mark of a claim, with its centre at x and y."""
    half_width, half_height, rim_height = size / 2, size * 0.24, size * 0.22
    left, right, top, bottom = (
        f"{value:.1f}" for value in (x - half_width, x + half_width, y - rim_height, y + rim_height)
    )
    rim = f"M{left} {top}V{bottom}A{half_width} {half_height} 0 0 0 {right} {bottom}V{top}Z"
    face = tag("ellipse", cx=x, cy=y - rim_height, rx=half_width, ry=half_height)
    return group(tag("path", d=rim), face, fill="#0b0d10", stroke=GOLD, stroke_width=1.2)


def _dealer_mark(x: float, y: float) -> str:
    disc = tag("circle", cx=x, cy=y, r=7.5, fill=LIGHT)
    return group(disc, use("rD", x - 3.2, y - 4.5, scale=0.64, stroke=BLACK))


def _arrow(x: float, y: float) -> str:
    return tag("path", d=f"M{x:.1f} {y - 6:.1f}L{x + 9:.1f} {y:.1f}L{x:.1f} {y + 6:.1f}Z", fill=GOLD)


def name_plate(seated: Seated, x: float, y: float, note: str = "", *, room: float = INNER) -> str:
    """Draw the badge of a seat with its marks and a note, shortened to the room; y is the middle of the line."""
    parts = [_arrow(x, y)] if seated.moving else []
    place = x + (13 if seated.moving else 0)
    parts.append(seat_mark(seated.seat, place + 9, y))
    place += 22
    if seated.dealing:
        parts.append(_dealer_mark(place + 8, y))
        place += 19
    if seated.claiming:
        parts.append(puck(place + 9, y))
        place += 21
    if note:
        parts.append(text(fitted(note, room - place + x), place + 1, y + 4, fill=GOLD if seated.moving else LIGHT))
    return group(*parts)


def fan(
    cards: Sequence[Card | None], x: float, y: float, *, room: float, size: float = WIDTH, legend: Legend | None = None
) -> str:
    """Draw cards from left to right, overlapping where there is too little room; None is face down."""
    words = legend or Legend()
    step = _distance(len(cards), room, size)
    drawn = ((shown, card(shown, x + step * place, y, width=size)) for place, shown in enumerate(cards))
    return group(*(one if shown is None else words.choice(shown.code, one) for shown, one in drawn))


def _distance(cards: int, room: float, size: float) -> float:
    """Return the distance of the left sides of cards in a row: side by side, or less where there is too little room."""
    return min(size + 3.0, (room - size) / max(cards - 1, 1))


def hand(cards: Sequence[Card | None], y: float, legend: Legend, *, legal: Sequence[Card] | None = None) -> str:
    """Draw a hand in the middle of the picture, in rows.

    Args:
        cards: The cards; None is face down.
        y: The upper side of the first row.
        legend: The words, with the labels of the cards that can be chosen.
        legal: The cards that may be played, so that the others are dimmed; None to dim no card.
    """
    parts: list[str] = []
    for line, row in enumerate(rows_of(cards)):
        step = _distance(len(row), INNER, WIDTH)
        left = (UNITS - step * (len(row) - 1) - WIDTH) / 2
        for place, shown in enumerate(row):
            corner = left + step * place, y + (HEIGHT + 4) * line
            drawn = card(shown, *corner)
            parts.append(drawn if shown is None else legend.choice(shown.code, drawn))
            if legal is not None and shown not in legal:
                parts.append(box(*corner, WIDTH, HEIGHT, rx=5, fill=BLACK, fill_opacity=0.5))
    return group(*parts)


def rows_of(cards: Sequence[Card | None]) -> tuple[Sequence[Card | None], ...]:
    """Split cards into as few rows as possible, of nearly equal length."""
    size = -(-len(cards) // row_count(len(cards)))
    return tuple(cards[first : first + size] for first in range(0, len(cards), max(size, 1)))


def row_count(cards: int) -> int:
    """Return the number of rows of a hand; an empty hand keeps the room of one row."""
    return max(1, -(-cards // _CARDS_IN_ROW))


def hand_height(cards: int) -> float:
    """Return the height of a hand of a number of cards."""
    return (HEIGHT + 4) * row_count(cards)


def face_down_stack(cards: int, x: float, y: float, label: str, *, size: float = WIDTH) -> str:
    """Draw a stack of cards face down, or its empty place, with the number of cards and a label below."""
    height = HEIGHT * size / WIDTH
    parts = [card(None, x + 1.5 * place, y - 1.5 * place, width=size) for place in range(min(cards, 3))]
    if not cards:
        parts.append(empty_place(x, y, size))
    middle = x + size / 2
    return group(
        *parts,
        number(cards, middle, y + height + 6, anchor="middle"),
        text(label, middle, y + height + 28, size=10, anchor="middle", fill=DIM),
    )


def empty_place(x: float, y: float, size: float = WIDTH) -> str:
    """Draw a dashed outline where a card could lie."""
    return box(
        x, y, size, HEIGHT * size / WIDTH, rx=5, fill="none", stroke=DIM, stroke_dasharray="4 3", stroke_opacity=0.7
    )


def scoreboard(names: tuple[str, str], periods: Periods, score: tuple[int, ...], *, over: bool) -> Iterator[str]:
    """Draw the scoreboard at the top.

    Args:
        names: The name of each side.
        periods: The goals in each period; the last few are shown.
        score: The score of each side.
        over: Whether the game is over, so that no period is marked as running.
    """
    shown = periods[-_SHOWN_PERIODS:]
    total = MARGIN + _NAMES + 24 * len(shown) + 14
    yield box(MARGIN, 8, total + 22 - MARGIN, 54, rx=5, fill="#0c1116", stroke="#59666f", stroke_width=1)
    if shown and not over:
        yield box(total - 38, 11, 22, 48, rx=4, fill="#2c3a44")
    for side, name in enumerate(names):
        line = 27 + 17 * side
        yield side_mark(side, MARGIN + 12, line + 5, 11)
        yield text(name, MARGIN + 22, line + 9)
        yield number(score[side], total, line, anchor="middle", fill=GOLD)
    for column, (label, goals) in enumerate(shown):
        middle = MARGIN + _NAMES + 24 * column + 11
        yield text(label, middle, 21, size=9.5, anchor="middle", fill=DIM)
        yield from (number(own, middle, 27 + 17 * side, height=9, anchor="middle") for side, own in enumerate(goals))


def notes(lines: Sequence[str]) -> Iterator[str]:
    """Write lines about the period to the right of the scoreboard."""
    for place, line in enumerate(lines):
        yield text(line, UNITS - MARGIN, 21 + 15 * place, anchor="end", fill=DIM if place else LIGHT)
