"""What stands on every table beside the cards: score, seats, dealer, puck, hands and stock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.render.drawing import MARGIN, UNITS
from hockey_cards.render.glyphs import HEIGHT, WIDTH, card, number
from hockey_cards.render.markup import BLACK, DIM, GOLD, LIGHT, box, group, tag, text, use
from hockey_cards.rules import Seat, Side

INNER: Final = UNITS - 2 * MARGIN
"""How much room there is between the margins."""

IN_A_ROW: Final = 13
"""How many cards of a hand lie side by side at the most."""

_SIDES: Final = ("#2468c8", "#b5500a")
_SHOWN_PERIODS: Final = 5
_NAMES: Final = 108


@attrs.frozen
class Seated:
    """One who sits at the table.

    Args:
        seat: The seat.
        moving: Whether the decision is this seat's.
        dealing: Whether this seat has dealt.
        claiming: Whether this seat's side holds the claim.
    """

    seat: Seat
    moving: bool
    dealing: bool
    claiming: bool = False


def side_mark(side: Side, x: float, y: float, size: float) -> str:
    """Draw the badge of a side: a disc for side 0 and a square for side 1, x and y being its middle."""
    colours = {"fill": _SIDES[side], "stroke": LIGHT}
    if side == 0:
        return tag("circle", cx=x, cy=y, r=size / 2, **colours)
    return box(x - size / 2, y - size / 2, size, size, rx=2.5, **colours)


def seat_mark(seat: Seat, x: float, y: float, size: float = 18) -> str:
    """Draw the badge of a seat: that of its side with its number; x and y are its middle."""
    figure = number(seat, x, y - size * 0.28, height=size * 0.56, anchor="middle")
    return group(side_mark(side_of(seat), x, y, size), figure)


def owned(what: str, seat: Seat, x: float, y: float) -> str:
    """Write what some cards are, and the badge of the seat whose they are; y is the line."""
    return group(text(what, x, y, fill=DIM), seat_mark(seat, x + 52, y - 4, 14))


def puck(x: float, y: float, size: float = 16) -> str:
    """Draw a puck, the mark of a claim; x and y are its middle."""
    wide, high, thick = size / 2, size * 0.24, size * 0.22
    left, right, top, bottom = (f"{value:.1f}" for value in (x - wide, x + wide, y - thick, y + thick))
    rim = f"M{left} {top}V{bottom}A{wide} {high} 0 0 0 {right} {bottom}V{top}Z"
    top_face = tag("ellipse", cx=x, cy=y - thick, rx=wide, ry=high)
    return group(tag("path", d=rim), top_face, fill="#0b0d10", stroke=GOLD, stroke_width=1.2)


def _dealer_mark(x: float, y: float) -> str:
    disc = tag("circle", cx=x, cy=y, r=7.5, fill=LIGHT)
    return group(disc, use("rD", x - 3.2, y - 4.5, scale=0.64, stroke=BLACK))


def _arrow(x: float, y: float) -> str:
    return tag("path", d=f"M{x:.1f} {y - 6:.1f}L{x + 9:.1f} {y:.1f}L{x:.1f} {y + 6:.1f}Z", fill=GOLD)


def name_plate(seated: Seated, x: float, y: float, note: str = "") -> str:
    """Draw who sits somewhere: the badge, what is theirs, and a note; y is the middle of the line."""
    drawn = [_arrow(x, y)] if seated.moving else []
    place = x + (13 if seated.moving else 0)
    drawn.append(seat_mark(seated.seat, place + 9, y))
    place += 22
    if seated.dealing:
        drawn.append(_dealer_mark(place + 8, y))
        place += 19
    if seated.claiming:
        drawn.append(puck(place + 9, y))
        place += 21
    if note:
        drawn.append(text(note, place + 1, y + 4, fill=GOLD if seated.moving else LIGHT))
    return group(*drawn)


def pitch(cards: int, room: float, size: float) -> float:
    """Return how far apart cards of a size lie in a row: side by side, or closer where there is too little room."""
    return min(size + 3.0, (room - size) / max(cards - 1, 1))


def fan(cards: Sequence[Card | None], x: float, y: float, *, room: float, size: float = WIDTH) -> str:
    """Draw cards from left to right, one over the other where there is too little room; None is face down."""
    step = pitch(len(cards), room, size)
    return group(*(card(shown, x + step * place, y, width=size) for place, shown in enumerate(cards)))


def hand(cards: Sequence[Card | None], y: float, *, legal: Sequence[Card] | None = None) -> str:
    """Draw a hand in the middle of the picture, in rows; what may not be played is dimmed.

    Args:
        cards: The cards; None is face down.
        y: The upper side of the first row.
        legal: What may be played; None where nothing is asked.
    """
    drawn: list[str] = []
    for line, row in enumerate(rows_of(cards)):
        step = pitch(len(row), INNER, WIDTH)
        left = (UNITS - step * (len(row) - 1) - WIDTH) / 2
        for place, shown in enumerate(row):
            where = left + step * place, y + (HEIGHT + 4) * line
            drawn.append(card(shown, *where))
            if legal is not None and shown not in legal:
                drawn.append(box(*where, WIDTH, HEIGHT, rx=5, fill=BLACK, fill_opacity=0.5))
    return group(*drawn)


def rows_of(cards: Sequence[Card | None]) -> tuple[Sequence[Card | None], ...]:
    """Lay cards in as few rows as they need, as evenly as can be."""
    size = -(-len(cards) // row_count(len(cards)))
    return tuple(cards[first : first + size] for first in range(0, len(cards), max(size, 1)))


def row_count(cards: int) -> int:
    """Return in how many rows so many cards lie; one for none, so that a hand keeps its place."""
    return max(1, -(-cards // IN_A_ROW))


def hand_height(cards: int) -> float:
    """Return how high a hand of so many cards is drawn."""
    return (HEIGHT + 4) * row_count(cards)


def heap(cards: int, x: float, y: float, label: str, *, size: float = WIDTH) -> str:
    """Draw cards that lie face down on one another, their number and what they are; where there are none, the place."""
    high = HEIGHT * size / WIDTH
    drawn = [card(None, x + 1.5 * place, y - 1.5 * place, width=size) for place in range(min(cards, 3))]
    if not cards:
        drawn.append(empty_place(x, y, size))
    middle = x + size / 2
    return group(
        *drawn,
        number(cards, middle, y + high + 6, anchor="middle"),
        text(label, middle, y + high + 28, size=10, anchor="middle", fill=DIM),
    )


def empty_place(x: float, y: float, size: float = WIDTH) -> str:
    """Draw the place of a card where none lies."""
    return box(
        x, y, size, HEIGHT * size / WIDTH, rx=5, fill="none", stroke=DIM, stroke_dasharray="4 3", stroke_opacity=0.7
    )


Periods = Sequence[tuple[str, tuple[int, ...]]]
"""The goals of each side in each period, the running one last, with the names of the periods."""


def scoreboard(names: tuple[str, str], periods: Periods, score: tuple[int, ...], *, over: bool) -> Iterator[str]:
    """Draw the board at the top: a line a side, a column a period, the score last."""
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
    """Write what is to be known of the period at the right of the board."""
    for place, line in enumerate(lines):
        yield text(line, UNITS - MARGIN, 21 + 15 * place, anchor="end", fill=DIM if place else LIGHT)


BOARD: Final = 68
"""Where the table begins below the board."""
