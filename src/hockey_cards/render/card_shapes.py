"""The shapes of cards, ranks, suits and digits, drawn as paths so that no font is needed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from hockey_cards.cards import Card, Suit, deck
from hockey_cards.render.markup import BLACK, BLUE, LIGHT, RED, Anchor, group, names_in, tag, use

WIDTH: Final = 44
"""The width of a card, in units; a picture is 400 units wide."""

HEIGHT: Final = 62
"""The height of a card."""

CHIP: Final = 17
"""The width of a chip, the smallest form of a card: its rank above its suit."""

CHIP_HEIGHT: Final = 26
"""The height of a chip."""

_COURT: Final = "JQKA"
"""The codes of the ranks with letters of their own in each country."""

_FACE: Final = {"fill": "#fff", "stroke": "#20262e"}

# Lines in a box of 10 by 14 units; the ten is 12 units wide.
_LINES: Final = {
    "0": "M5 1C-.2 1-.2 13.2 5 13.2S10.2 1 5 1Z",
    "1": "M2 4L5.5 1V13.2",
    "2": "M1.2 4.4C1.2-.2 8.8-.2 8.8 4.2C8.8 7 2.5 10.2 1.2 13.2H9.2",
    "3": "M1.2 1H8.6L4.6 5.8C11 5.6 10.6 13.2 4.8 13.2C3.1 13.2 1.7 12.5 .9 11.2",
    "4": "M7 13.2V1L.9 9.4H9.6",
    "5": "M8.4 1H2.2L1.7 6.4C4.4 4.8 9.2 5.6 9.2 9.3C9.2 13.4 3.4 14.3 1 11.6",
    "6": "M7.6 1C3.6 2.2 1 5.6 1 9.2C1 14.5 9.2 14.5 9.2 9.2C9.2 4.8 2.6 4.8 1.2 8.6",
    "7": "M.9 1H9.1C6.5 5 4.6 9 4 13.2",
    "8": "M5 6.6C.8 6.6.8 1 5 1S9.2 6.6 5 6.6C-.4 6.6-.4 13.2 5 13.2S10.4 6.6 5 6.6Z",
    "9": "M2.4 13.2C6.4 12 9 8.6 9 5C9-.3.8-.3.8 5C.8 9.4 7.4 9.4 8.8 5.6",
    "T": "M1 3.4L3.2 1V13.2M8.4 1C5.2 1 5.2 13.2 8.4 13.2S11.6 1 8.4 1Z",
    "J": "M7.6 1V9.6C7.6 14.4 1 14.4 1 10",
    "Q": "M5 1C-.4 1-.4 13.2 5 13.2S10.4 1 5 1ZM5.8 9.6L9.4 13.8",
    "K": "M1.4 1V13.2M8.8 1L1.4 8.4M4 6.2L9.2 13.2",
    "A": "M.8 13.2L5 1L9.2 13.2M2.4 9.2H7.6",
    "D": "M1.4 1V13.2H3.6C11.2 13.2 11.2 1 3.6 1Z",
}

# The letters of court cards in other countries, in boxes of the same size.
_LETTERS: Final = {
    "V": "M.8 1L5 13.2L9.2 1",
    "R": "M1.4 13.2V1H5.4C10 1 10 7.4 5.4 7.4H1.4M5.2 7.4L9.2 13.2",
    "D": "M1.4 1V13.2H3.6C11.2 13.2 11.2 1 3.6 1Z",
    "B": "M1.4 6.6H5.2C9.6 6.6 9.6 13.2 5.2 13.2H1.4V1H5C8.8 1 8.8 6.6 5 6.6",
    "H": "M1.4 1V13.2M8.6 1V13.2M1.4 7H8.6",
    "\u0412": "M1.4 6.6H5.2C9.6 6.6 9.6 13.2 5.2 13.2H1.4V1H5C8.8 1 8.8 6.6 5 6.6",
    "\u0414": "M2.4 11.4C3.6 8.4 3.8 5 3.8 1H8V11.4M.6 13.6V11.4H9.6V13.6",
    "\u041a": "M1.4 1V13.2M8.8 1L1.4 8.4M4 6.2L9.2 13.2",
    "\u0422": "M.8 1H9.2M5 1V13.2",
}

# Filled areas in a box of 10 by 10 units.
_AREAS: Final = {
    Suit.CLUBS: "M5 0A2.35 2.35 0 0 1 7 3.6A2.35 2.35 0 1 1 5.6 7.4C5.7 8.6 6 9.4 6.9 10H3.1C4 9.4 4.3 8.6 4.4 7.4"
    "A2.35 2.35 0 1 1 3 3.6A2.35 2.35 0 0 1 5 0Z",
    Suit.DIAMONDS: "M5 0L8.8 5L5 10L1.2 5Z",
    Suit.HEARTS: "M5 9.8C1.4 6.8 0 5 0 3A2.6 2.6 0 0 1 5 2A2.6 2.6 0 0 1 10 3C10 5 8.6 6.8 5 9.8Z",
    Suit.SPADES: "M5 0C6.4 2.5 9.8 4.4 9.8 6.7A2.3 2.3 0 0 1 5.6 7.8C5.7 8.8 6 9.4 6.9 10H3.1C4 9.4 4.3 8.8 4.4 7.8"
    "A2.3 2.3 0 0 1 .2 6.7C.2 4.4 3.6 2.5 5 0Z",
}

_LATTICE: Final = "M4 14L14 4M4 27L27 4M4 40L40 4M4 53L40 17M12 58L40 30M25 58L40 43"
_MIRRORED: Final = "M40 14L30 4M40 27L17 4M40 40L4 4M40 53L4 17M32 58L4 30M19 58L4 43"


_NAMES: Final = frozenset(
    chain(
        ["back"],
        (f"r{code}" for code in _LINES),
        (f"s{suit.code}" for suit in Suit),
        *((shown.code, f"c{shown.code}") for shown in deck()),
    )
)


def _rank(code: str, court: str) -> str:
    letter = court[_COURT.index(code)] if code in _COURT else code
    lines = _LINES[code] if letter == code else _LETTERS.get(letter, _LINES[code])
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("path", id=f"~r{code}", d=lines, fill="none", stroke_width=2.2, **ends)


def _suit(suit: Suit) -> str:
    return tag("path", id=f"~s{suit.code}", d=_AREAS[suit])


def _named(card: Card, name: str) -> dict[str, str]:
    """Return the id of a shape, and its suit as a class, so that a page can give each suit a colour of its own."""
    return {"id": f"~{name}", "class": f"suit-{card.suit.code}"}


def _face(card: Card) -> str:
    colour = RED if card.suit.red else BLACK
    return group(
        tag("rect", width=WIDTH, height=HEIGHT, rx=5, **_FACE),
        use(f"r{card.rank.code}", 4, 5, stroke=colour),
        use(f"s{card.suit.code}", 4, 22, fill=colour),
        use(f"s{card.suit.code}", 17, 34, scale=2.2, fill=colour),
        **_named(card, card.code),
    )


def _chip(card: Card) -> str:
    colour = RED if card.suit.red else BLACK
    left = 2.7 if card.rank.code == "T" else 3.5
    return group(
        tag("rect", width=CHIP - 1, height=CHIP_HEIGHT, rx=3, **_FACE, stroke_width=0.6),
        use(f"r{card.rank.code}", left, 2, scale=0.88, stroke=colour),
        use(f"s{card.suit.code}", 3.7, 15.5, scale=0.88, fill=colour),
        **_named(card, f"c{card.code}"),
    )


def _back() -> str:
    return group(
        tag("rect", width=WIDTH, height=HEIGHT, rx=5, **_FACE),
        tag("rect", x=3, y=3, width=WIDTH - 6, height=HEIGHT - 6, rx=3, fill=BLUE),
        tag("path", d=_LATTICE + _MIRRORED, stroke="#9dbde6", stroke_width=1, fill="none"),
        id="~back",
    )


def _shape(name: str, court: str) -> str:
    """Define a shape by its name: ``back``, a card ``Qh``, its chip ``cQh``, a rank or digit ``rQ``, a suit ``sh``."""
    if name == "back":
        return _back()
    if len(name) == 3:
        return _chip(Card(name[1:]))
    if name[0] == "r":
        return _rank(name[1], court)
    return _suit(Suit.parse(name[1])) if name[0] == "s" else _face(Card(name))


def definitions(markup: str, court: str = _COURT) -> str:
    """Return the definitions of all shapes that markup uses, and before them of those that they use in turn.

    Args:
        markup: The markup.
        court: The letters on the Jack, the Queen, the King and the Ace.
    """
    found: dict[str, str] = {}
    _collect(names_in(markup), found, court)
    return "".join(found.values())


def _collect(names: Iterable[str], found: dict[str, str], court: str) -> None:
    for name in names:
        if name in _NAMES and name not in found:
            shape = _shape(name, court)
            _collect(names_in(shape), found, court)
            found[name] = shape


def card(shown: Card | None, x: float, y: float, *, width: float = WIDTH) -> str:
    """Draw a card face up, or face down for None.

    Args:
        shown: The card.
        x: Its left side, in units; a picture is 400 units wide.
        y: Its upper side.
        width: Its width; the height is 62/44 of that.
    """
    return use("back" if shown is None else shown.code, x, y, scale=width / WIDTH)


def chips(cards: Iterable[Card], x: float, y: float, *, in_row: int) -> str:
    """Draw cards as chips, row by row from the left."""
    step = CHIP_HEIGHT + 2
    places = ((shown, *divmod(place, in_row)) for place, shown in enumerate(cards))
    return group(*(use(f"c{shown.code}", x + CHIP * column, y + step * row) for shown, row, column in places))


def chip_rows(cards: int, in_row: int) -> int:
    """Return the height of all rows of a number of chips."""
    return (CHIP_HEIGHT + 2) * -(-cards // in_row)


def number(value: int, x: float, y: float, *, height: float = 10, anchor: Anchor = "start", fill: str = LIGHT) -> str:
    """Draw a number from 0 upwards; y is its upper side."""
    scale = height / 14
    digits = str(value)
    width = (12 * len(digits) - 2) * scale
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    shapes = (use(f"r{digit}", left + 12 * scale * place, y, scale=scale) for place, digit in enumerate(digits))
    return group(*shapes, stroke=fill)
