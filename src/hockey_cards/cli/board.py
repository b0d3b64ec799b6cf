"""How the table looks to a player: the drawing of views, each family in its own way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import SQUARE
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hockey_cards import blades, pile, rink
from hockey_cards.cards import Card
from hockey_cards.cli.output import card_text, cards, pairs
from hockey_cards.events import side_of
from hockey_cards.rules import Move, View

_SHOWN = 12
"""How many cards of a pile are shown, from the top, and how many of the discards, the latest."""


def draw(view: View, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield what a player sees, to be printed one below the other.

    Args:
        view: The view of the player.
        names: What each seat is called.
    """
    if isinstance(view, pile.PileView):
        yield pairs(_pile(view, names))
    elif isinstance(view, rink.RinkView):
        yield _field(view)
        yield pairs(_rink(view, names))
    elif isinstance(view, blades.BladesView):
        yield pairs(_duel(view, names))
    else:
        yield pairs(_other(view))


def move_text(move: Move) -> Text:
    """Show a move: a card in its colour, others as they are."""
    return card_text(move) if isinstance(move, Card) else Text(str(move))


def _score(view: View) -> str:
    side = side_of(view.seat or 0)
    return f"{view.score[side]} to {view.score[1 - side]}"


def _pile(view: pile.PileView, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    schedule = view.rules.schedule
    overtime = ", overtime" if schedule.in_overtime(view.period) else f" of {schedule.periods}"
    yield "period", f"{view.period + 1}{overtime}, dealt by {names[view.dealer]}"
    yield "score", _score(view)
    if view.rules.referee.goal_needs_pass:
        own = view.claim == side_of(view.seat or 0)
        yield "claim", "nobody" if view.claim is None else "your side" if own else "the other side"
    yield "pile", _top(view.pile)
    hands = (f"{names[seat]} {count}" for seat, count in enumerate(view.counts) if seat != view.seat)
    yield "cards left", ", ".join([*hands, f"stock {view.stock}"])
    if view.opening_card is not None:
        yield "to be led", cards([view.opening_card])
    yield "your hand", cards(view.hand)


def _top(shown: tuple[Card, ...]) -> Text:
    """Show the top of a pile, its top card last and in bold."""
    if not shown:
        return Text("empty")
    drawn = _latest(shown)
    drawn.stylize("bold", len(drawn) - len(str(shown[-1])))
    return drawn


def _latest(shown: tuple[Card, ...]) -> Text:
    """Show the last cards of some that lie in order, and whether there are more."""
    dots = [Text("...")] if len(shown) > _SHOWN else []
    return Text(" ").join([*dots, *map(card_text, shown[-_SHOWN:])]) or Text("none")


def _rink(view: rink.RinkView, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    yield "score", _score(view)
    stacks = (f"{names[seat]} {count}" for seat, count in enumerate(view.stacks))
    yield "stacks", ", ".join(stacks)
    yield "thrown out", cards(view.thrown_out)
    where = f"row {view.row}" if view.row is not None else "a goalkeeper"
    yield "to be passed", where
    yield "running card", Text("hidden") if view.running is None else card_text(view.running)


def _field(view: rink.RinkView) -> Table:
    """Draw the rink from the viewer's side: the own goalkeepers at the bottom."""
    seat = view.seat or 0
    columns = "abcd" if seat == 0 else "dcba"
    rows = (3, 2, 1) if seat == 0 else (1, 2, 3)
    drawn = Table(box=SQUARE, show_header=False)
    drawn.add_row("theirs", *_goal(view, 1 - seat, columns), end_section=True)
    for row in rows:
        cells = (view.cells[4 * (row - 1) + "abcd".index(column)] for column in columns)
        drawn.add_row(f"row {row}", *map(_closed_or_card, cells), end_section=row == rows[-1])
    drawn.add_row("yours", *_goal(view, seat, columns), end_section=True)
    drawn.add_row("", *columns)
    return drawn


def _goal(view: rink.RinkView, seat: int, columns: str) -> list[Text]:
    """Draw the goalkeepers of a seat, each beside the columns that it guards."""
    first, second = map(_closed_or_card, view.goalkeepers[seat])
    ordered = [("g1", first), ("g2", second)]
    ordered = ordered if columns[0] == "a" else ordered[::-1]
    return [text for name, card in ordered for text in (Text(name), card)]


def _closed_or_card(card: Card | None) -> Text:
    return Text("--") if card is None else card_text(card)


def _duel(view: blades.BladesView, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    table = view.table
    yield "period", f"{view.period + 1}{', overtime' if view.period else ''}, dealt by {names[table.dealer]}"
    yield "score", _score(view)
    yield "discards", _latest(table.discards)
    others = [seat for seat in (0, 1) if seat != view.seat]
    hands = (f"{names[seat]} {table.counts[seat]}, stack {table.stacks[seat]}" for seat in others)
    yield "cards left", ", ".join([*hands, f"stock {table.stock}"])
    if table.shot:
        yield "to be blocked", cards(table.shot)
    yield "your stack", cards(view.stack)
    yield "your hand", cards(view.hand)


def _other(view: View) -> Iterator[tuple[str, object]]:
    """Show what a view of an unknown family says of itself."""
    told: dict[str, Any] = json.loads(view.to_json())
    for name, value in told.items():
        if name not in ("format", "rules"):
            yield name, json.dumps(value, ensure_ascii=False)
