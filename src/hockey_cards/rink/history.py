"""The moves of a game and their calls, a byte a move: the only file that knows how they are kept."""

from __future__ import annotations

from collections.abc import Iterator

from hockey_cards.cards import Card
from hockey_cards.rink.moves import MOVES, Open
from hockey_cards.rink.referee import CALLS, GOAL, THROUGH, THROWN_OUT
from hockey_cards.rules import Played, Seat


def mark(move: Open, call: str) -> bytes:
    """Return the byte that stands for a move and its call."""
    return bytes([move | CALLS.index(call) << 4])


def calls(history: bytes) -> tuple[str, ...]:
    """Return the calls of the moves in order."""
    return tuple(CALLS[byte >> 4] for byte in history)


def last_call(history: bytes) -> str:
    """Return the call of the last move."""
    return CALLS[history[-1] >> 4]


def plays(history: bytes, dealer: Seat) -> tuple[Played[Open], ...]:
    """Return the moves in order with their calls, and whose they were: the seat after the dealer ran first."""
    seat, played = 1 - dealer, list[Played[Open]]()
    for byte, call in zip(history, calls(history), strict=True):
        played.append(Played(seat, seat, MOVES[byte & 15], call))
        seat = seat if call == THROUGH else 1 - seat
    return tuple(played)


def _runs(spent: tuple[Card, ...], history: bytes) -> Iterator[tuple[Card, str]]:
    """Yield for each run that is over its card and its last call."""
    return zip(spent, (call for call in calls(history) if call != THROUGH), strict=True)


def thrown_out(spent: tuple[Card, ...], history: bytes) -> tuple[Card, ...]:
    """Return those of the spent cards that were thrown out, in order."""
    return tuple(card for card, call in _runs(spent, history) if call == THROWN_OUT)


def goals(spent: tuple[Card, ...], history: bytes, dealer: Seat) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return for each side those of the spent cards that it scored with, in order."""
    scored: tuple[list[Card], list[Card]] = ([], [])
    for turn, (card, call) in enumerate(_runs(spent, history)):
        if call == GOAL:
            scored[(dealer + 1 + turn) % 2].append(card)
    return tuple(scored[0]), tuple(scored[1])
