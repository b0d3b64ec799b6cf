"""Cards, moves and scores as text, red suits in red."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.rules import Move, View

_LATEST: Final = 12
"""The number of cards shown of a row that grows during the game."""


def card_text(card: Card) -> Text:
    """Return a card, in red if its suit is red."""
    return Text(str(card), style="red" if card.suit.red else "")


def cards_text(cards: Iterable[Card | None]) -> Text:
    """Return cards side by side; None is a hidden card."""
    return Text(" ").join(Text("??") if card is None else card_text(card) for card in cards) or Text("none")


def latest_cards_text(cards: Sequence[Card]) -> Text:
    """Return the last cards of a row, after dots if there are more."""
    dots = [Text("...")] if len(cards) > _LATEST else []
    return Text(" ").join([*dots, *map(card_text, cards[-_LATEST:])]) or Text("none")


def move_text(move: Move) -> Text:
    """Return a move: a card in its colour, any other move as it is written."""
    return card_text(move) if isinstance(move, Card) else Text(str(move))


def score_text(view: View) -> str:
    """Return the score with the viewer's side first; a spectator looks from side 0."""
    side = side_of(view.seat or 0)
    return f"{view.score[side]} to {view.score[1 - side]}"
