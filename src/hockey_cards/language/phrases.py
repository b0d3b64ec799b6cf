"""Short phrases shared by descriptions, pictures and messages: cards, counts, viewers and results."""

from __future__ import annotations

from collections.abc import Iterable

from hockey_cards.cards import Card
from hockey_cards.rules import Ending, Outcome, Seat


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


def result_lines(outcome: Outcome) -> tuple[str, str]:
    """Return the result of a finished game in two short lines: who won, and the score."""
    own, other = outcome.score
    winner = "a draw" if outcome.winner is None else f"side {outcome.winner} wins"
    if outcome.how is Ending.FORFEIT:
        return f"Forfeited: {winner}", f"{own} to {other}"
    overtime = " in overtime" if outcome.how is Ending.OVERTIME else ""
    return f"Over: {winner}", f"{max(own, other)} to {min(own, other)}{overtime}"


def result_sentence(outcome: Outcome) -> str:
    """Return the result of a finished game as one sentence."""
    winner, board = result_lines(outcome)
    if outcome.how is Ending.FORFEIT:
        return f"{winner}."
    return f"{winner}{',' if outcome.winner is None else ''} {board}."
