"""The board of the rink family: the rink itself, and a list of what lies beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SQUARE
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hockey_cards.cards import Card
from hockey_cards.rink import RinkView
from hockey_cards.rules import Seat
from hockey_cards.terminal.console import field_list
from hockey_cards.terminal.text import card_text, cards_text, score_text


def board(view: RinkView, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield what a player sees; see ``hockey_cards.terminal.board``."""
    yield _rink(view)
    yield field_list(_fields(view, names))


def _rink(view: RinkView) -> Table:
    """Draw the rink from the viewer's side, with the viewer's goalkeepers at the bottom."""
    seat = view.seat or 0
    columns = "abcd" if seat == 0 else "dcba"
    rows = (3, 2, 1) if seat == 0 else (1, 2, 3)
    rink = Table(box=SQUARE, show_header=False)
    rink.add_row("theirs", *_goal(view, 1 - seat, columns), end_section=True)
    for row in rows:
        cells = (view.cells[4 * (row - 1) + "abcd".index(column)] for column in columns)
        rink.add_row(f"row {row}", *map(_cell, cells), end_section=row == rows[-1])
    rink.add_row("yours", *_goal(view, seat, columns), end_section=True)
    rink.add_row("", *columns)
    return rink


def _goal(view: RinkView, seat: Seat, columns: str) -> list[Text]:
    """Return the goalkeepers of a seat, each beside the columns that it guards."""
    first, second = map(_cell, view.goalkeepers[seat])
    ordered = [("g1", first), ("g2", second)]
    ordered = ordered if columns[0] == "a" else ordered[::-1]
    return [text for name, card in ordered for text in (Text(name), card)]


def _cell(card: Card | None) -> Text:
    return Text("--") if card is None else card_text(card)


def _fields(view: RinkView, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    yield "score", score_text(view)
    yield "stacks", ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(view.stacks))
    yield "thrown out", cards_text(view.thrown_out)
    if view.mover is not None:
        yield "to be passed", f"row {view.row}" if view.row is not None else "a goalkeeper"
    yield "running card", Text("hidden") if view.running is None else card_text(view.running)
