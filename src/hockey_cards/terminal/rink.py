"""The board of the rink family: the rink itself, and a list of what lies beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SQUARE
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hockey_cards.cards import Card
from hockey_cards.language import Language
from hockey_cards.rink import RinkView
from hockey_cards.rules import Seat
from hockey_cards.terminal.display import status_list
from hockey_cards.terminal.text import coloured


def board(view: RinkView, names: Sequence[str], language: Language) -> Iterator[RenderableType]:
    """Yield what a player sees; see ``hockey_cards.terminal.board``."""
    yield _rink(view, language)
    yield from status_list(view, names, language)


def _rink(view: RinkView, language: Language) -> Table:
    """Draw the rink from the viewer's side, with the viewer's goalkeepers at the bottom."""
    seat = view.seat or 0
    columns = "abcd" if seat == 0 else "dcba"
    rows = (3, 2, 1) if seat == 0 else (1, 2, 3)
    rink = Table(box=SQUARE, show_header=False)
    rink.add_row(language.say("theirs"), *_goal(view, 1 - seat, columns, language), end_section=True)
    for row in rows:
        cells = (view.cells[4 * (row - 1) + "abcd".index(column)] for column in columns)
        shown = (_cell(card, language) for card in cells)
        rink.add_row(language.say("row {number}", number=row), *shown, end_section=row == rows[-1])
    rink.add_row(language.say("yours"), *_goal(view, seat, columns, language), end_section=True)
    rink.add_row("", *columns)
    return rink


def _goal(view: RinkView, seat: Seat, columns: str, language: Language) -> list[Text]:
    """Return the goalkeepers of a seat, each beside the columns that it guards."""
    first, second = (_cell(card, language) for card in view.goalkeepers[seat])
    ordered = [("g1", first), ("g2", second)]
    ordered = ordered if columns[0] == "a" else ordered[::-1]
    return [text for name, card in ordered for text in (Text(name), card)]


def _cell(card: Card | None, language: Language) -> Text:
    return Text("--") if card is None else coloured(language.card(card))
