"""Short phrases shared by descriptions, pictures and messages: cards, counts, viewers and results."""

from __future__ import annotations

from collections.abc import Iterable

from hockey_cards.cards import Card
from hockey_cards.rules import Seat


def counted(number: int, noun: str = "card") -> str:
    """Return a number with its noun: ``1 card``, ``5 cards``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def card_names(cards: Iterable[Card]) -> str:
    """Return the names of cards as they are spoken: ``queen of hearts, ten of clubs``."""
    return ", ".join(f"{card.rank.name.lower()} of {card.suit.name.lower()}" for card in cards) or "none"


def viewer(seat: Seat | None, *, all_cards: bool) -> str:
    """Return whose view of the table is shown.

    Args:
        seat: The seat; None for a spectator.
        all_cards: Whether all cards are open.
    """
    if all_cards:
        return "all cards open"
    return "a spectator's view" if seat is None else f"seat {seat}'s view"


def result_lines(score: tuple[int, ...], *, overtime: bool) -> tuple[str, str]:
    """Return the result of a finished game in two short lines: who won, and the score.

    Args:
        score: The final score of each side.
        overtime: Whether the game ended in overtime.
    """
    own, other = score
    winner = "a draw" if own == other else f"side {int(own < other)} wins"
    return f"Over: {winner}", f"{max(own, other)} to {min(own, other)}{' in overtime' if overtime else ''}"


def result_sentence(score: tuple[int, ...], *, overtime: bool) -> str:
    """Return the result of a finished game as one sentence; the arguments are those of ``result_lines``."""
    winner, board = result_lines(score, overtime=overtime)
    return f"{winner}{',' if score[0] == score[1] else ''} {board}."
