"""The board of the duel family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from hockey_cards.blades.view import BladesView
from hockey_cards.terminal.console import field_list
from hockey_cards.terminal.text import cards_text, latest_cards_text, score_text


def board(view: BladesView, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield what a player sees; see ``hockey_cards.terminal.board``."""
    yield field_list(_fields(view, names))


def _fields(view: BladesView, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    table = view.table
    yield "period", f"{view.period + 1}{', overtime' if view.period else ''}, dealt by {names[table.dealer]}"
    yield "score", score_text(view)
    yield "discards", latest_cards_text(table.discards)
    others = (seat for seat in (0, 1) if seat != view.seat)
    hands = (f"{names[seat]} {table.counts[seat]}, stack {table.stacks[seat]}" for seat in others)
    yield "cards left", ", ".join([*hands, f"stock {table.stock}"])
    if table.shot and view.mover is not None:
        yield "to be blocked", cards_text(table.shot)
    yield "your stack", cards_text(view.stack)
    yield "your hand", cards_text(view.hand)
