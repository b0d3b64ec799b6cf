"""The boards of the rink family, at the prompt and on a full screen: the rink itself, and what lies beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
from rich.box import SQUARE
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hockey_cards.cards import Card
from hockey_cards.language import Language
from hockey_cards.rink import RinkState, RinkView
from hockey_cards.rules import Seat
from hockey_cards.terminal.display import status_list
from hockey_cards.terminal.tabletop import Lines, Tabletop, beside, card_picture, empty_place, notes
from hockey_cards.terminal.text import coloured


def board(view: RinkView, names: Sequence[str], language: Language) -> Iterator[RenderableType]:
    """Yield what a player sees; see ``hockey_cards.terminal.board``."""
    yield _rink(view, language)
    yield from status_list(view, names, language)


def screen(view: RinkView, names: Sequence[str], language: Language, state: RinkState | None) -> Tabletop:
    """Return the table as a player sees it; see ``hockey_cards.terminal.tabletop``."""
    if state is not None:
        mover = view.mover
        card = None if mover is None else state.rules.view(state, mover).running
        view = attrs.evolve(view, layout=state.deal.pack[: len(view.layout)], running=card)
    running = empty_place() if view.mover is None else card_picture(view.running, language)
    picture = beside(_drawn(view, language), ("", "", *running), gap="  ")
    return Tabletop(picture, notes(view, names, language, without=[language.say("score")]))


def _drawn(view: RinkView, language: Language) -> Lines:
    """Draw the rink from the viewer's side, without words; the row to be passed is marked."""
    seat = view.seat or 0
    edge = "─" * 22
    lines = [_drawn_goal(view, 1 - seat, language), f"  ╭{edge}╮"]
    for row in _rows(view):
        cells = "".join(_cell(card, language).rjust(5) for card in _cells(view, row))
        lines.append(f"{'▶' if row == view.row else ' '}{row}│{cells}  │")
    names = "".join(f"{column:>4} " for column in _columns(view))
    lines += [f"  ╰{edge}╯", _drawn_goal(view, seat, language), f"   {names}"]
    width = max(map(len, lines))
    return tuple(line.ljust(width) for line in lines)


def _drawn_goal(view: RinkView, seat: Seat, language: Language) -> str:
    goal = "".join(f"{name:>5}{_cell(card, language):>4} " for name, card in _goal(view, seat))
    return f"   {goal}"


def _rink(view: RinkView, language: Language) -> Table:
    """Draw the rink from the viewer's side, with the viewer's goalkeepers at the bottom."""
    seat, rows = view.seat or 0, _rows(view)
    rink = Table(box=SQUARE, show_header=False)
    rink.add_row(language.say("theirs"), *_named_goal(view, 1 - seat, language), end_section=True)
    for row in rows:
        shown = (coloured(_cell(card, language)) for card in _cells(view, row))
        rink.add_row(language.say("row {number}", number=row), *shown, end_section=row == rows[-1])
    rink.add_row(language.say("yours"), *_named_goal(view, seat, language), end_section=True)
    rink.add_row("", *_columns(view))
    return rink


def _columns(view: RinkView) -> str:
    """Return the columns from the viewer's left."""
    return "dcba" if view.seat == 1 else "abcd"


def _rows(view: RinkView) -> tuple[int, ...]:
    """Return the rows from the one farthest from the viewer."""
    return (1, 2, 3) if view.seat == 1 else (3, 2, 1)


def _cells(view: RinkView, row: int) -> Iterator[Card | None]:
    """Yield the cards of a row from the viewer's left."""
    return (view.cells[4 * (row - 1) + "abcd".index(column)] for column in _columns(view))


def _goal(view: RinkView, seat: Seat) -> tuple[tuple[str, Card | None], ...]:
    """Return the goalkeepers of a seat with their names, each beside the columns that it guards."""
    first, second = zip(("g1", "g2"), view.goalkeepers[seat], strict=True)
    return (second, first) if view.seat == 1 else (first, second)


def _named_goal(view: RinkView, seat: Seat, language: Language) -> list[Text]:
    return [text for name, card in _goal(view, seat) for text in (Text(name), coloured(_cell(card, language)))]


def _cell(card: Card | None, language: Language) -> str:
    return "--" if card is None else language.card(card)
