"""The board of the pile family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.pile import PileView
from hockey_cards.terminal.console import field_list
from hockey_cards.terminal.text import cards_text, latest_cards_text, score_text


def board(view: PileView, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield what a player sees; see ``hockey_cards.terminal.board``."""
    yield field_list(_fields(view, names))


def _fields(view: PileView, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    schedule = view.rules.schedule
    overtime = ", overtime" if schedule.in_overtime(view.period) else f" of {schedule.periods}"
    yield "period", f"{view.period + 1}{overtime}, dealt by {names[view.dealer]}"
    yield "score", score_text(view)
    if view.rules.referee.goal_needs_pass:
        own = view.claim == side_of(view.seat or 0)
        yield "claim", "nobody" if view.claim is None else "your side" if own else "the other side"
    yield "pile", _pile(view.pile)
    hands = (f"{names[seat]} {count}" for seat, count in enumerate(view.counts) if seat != view.seat)
    yield "cards left", ", ".join([*hands, f"stock {view.stock}"])
    if view.opening_card is not None:
        yield "to be led", cards_text([view.opening_card])
    yield "your hand", cards_text(view.hand)


def _pile(cards: tuple[Card, ...]) -> Text:
    """Return the upper cards of the pile, the top card last and in bold."""
    if not cards:
        return Text("empty")
    text = latest_cards_text(cards)
    text.stylize("bold", len(text) - len(str(cards[-1])))
    return text
