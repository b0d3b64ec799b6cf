"""Tables drawn for a full screen: a picture without words, and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final

import attrs
from rich.console import Group, RenderableType
from rich.table import Table

from hockey_cards.cards import Card
from hockey_cards.language import Language, status
from hockey_cards.registry import part_of
from hockey_cards.rules import State, View
from hockey_cards.terminal.display import board
from hockey_cards.terminal.text import coloured

SMALL: Final = 3
LARGE: Final = 5
"""The heights of a drawn card."""

_WIDTHS: Final = {SMALL: 3, LARGE: 5}
"""The width inside the frame of a card, by its height."""

_CARD: Final = "╭─╮", "│ │", "╰─╯"
_EMPTY: Final = "┌┄┐", "┆ ┆", "└┄┘"
"""The top, a line and the bottom of a frame."""

Lines = tuple[str, ...]
"""A picture in characters: lines of equal width."""


@attrs.frozen
class Tabletop:
    """The table as a player sees it on a full screen.

    Args:
        picture: Lines of characters that have the same width in every terminal: cards, digits and frames. Words stand
            in the notes, because those of some languages have no reliable width.
        notes: Pairs of a label and a text, which stand to the right of the picture.
    """

    picture: Lines
    notes: Sequence[tuple[str, str]]


def tabletop(
    view: View, names: Sequence[str], language: Language, *, state: State | None = None, four: bool = False
) -> RenderableType:
    """Return the table as a player sees it, for a full screen.

    A family draws its own table if it offers the part ``screen``: a function of the view, the names, the language, and
    the state or None, that returns a ``Tabletop``. Otherwise its board at the prompt is shown.

    Args:
        view: The view of the player.
        names: The name of each seat.
        language: The language.
        state: The state whose hidden cards are shown as well; None shows the view alone.
        four: Whether each suit has a colour of its own.
    """
    draw: Any = part_of(view.rules, "screen")
    if draw is None:
        return Group(*board(view, names, language))
    drawn: Tabletop = draw(view, names, language, state)
    laid_out = Table.grid(padding=(0, 2))
    laid_out.add_column(no_wrap=True)
    laid_out.add_column()
    noted = Table.grid(padding=(0, 2))
    noted.add_column(no_wrap=True, style="bold")
    noted.add_column()
    for label, text in drawn.notes:
        noted.add_row(label, coloured(text, four=four))
    laid_out.add_row(coloured("\n".join(drawn.picture), four=four), noted)
    return laid_out


def notes(
    view: View, names: Sequence[str], language: Language, *, without: Iterable[str]
) -> tuple[tuple[str, str], ...]:
    """Return the words of a family for what lies on the table, without those of some labels."""
    left_out = set(without)
    return tuple(pair for pair in status(view, names, language) if pair[0] not in left_out)


def card_picture(card: Card | None, language: Language, *, height: int = LARGE) -> Lines:
    """Draw a card; None is a card face down."""
    inside = _WIDTHS[height]
    if card is None:
        rows = ["░" * inside] * (height - 2)
    else:
        text = language.card(card)
        rows = [text.ljust(inside), *[" " * inside] * (height - 4), text.rjust(inside)][: height - 2]
    return _framed(rows, _CARD)


def empty_place(*, height: int = LARGE) -> Lines:
    """Draw a place where no card lies."""
    return _framed([" " * _WIDTHS[height]] * (height - 2), _EMPTY)


def _framed(rows: Sequence[str], frame: tuple[str, str, str]) -> Lines:
    top, side, bottom = (f"{edge[0]}{edge[1] * len(rows[0])}{edge[-1]}" for edge in frame)
    return (top, *(f"{side[0]}{row}{side[-1]}" for row in rows), bottom)


def fanned(cards: Sequence[Card], language: Language, *, most: int) -> Lines:
    """Draw the last cards of a row, each covering most of the one before; the last lies on top.

    Args:
        cards: The cards.
        language: The language.
        most: The number of cards shown. The picture is always as wide as these need.
    """
    *under, top = [card_picture(card, language) for card in cards[-most:]] or [empty_place()]
    covered = [(picture[0][:4], picture[1][:4], *["│   "] * (LARGE - 3), picture[-1][:4]) for picture in under]
    width = 4 * (most - 1) + _WIDTHS[LARGE] + 2
    return tuple(line.ljust(width) for line in beside(*covered, top, gap=""))


def beside(*pictures: Lines, gap: str = " ") -> Lines:
    """Put pictures side by side; shorter ones are filled at the bottom."""
    widths = [max(map(len, picture)) for picture in pictures]
    rows = zip_longest(*pictures, fillvalue="")
    return tuple(gap.join(line.ljust(width) for line, width in zip(row, widths, strict=True)) for row in rows)
