"""The history of a rink game: its moves and calls, encoded as one byte for each move."""

from __future__ import annotations

from collections.abc import Iterator

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.rink.moves import MOVES, Open
from hockey_cards.rink.referee import CALLS, GOAL, THROUGH, THROWN_OUT
from hockey_cards.rules import Played, Seat


def mark(move: Open, call: str) -> bytes:
    """Return the byte of a move and its call."""
    return bytes([move | CALLS.index(call) << 4])


def calls(history: bytes) -> tuple[str, ...]:
    """Return the calls of a history in order."""
    return tuple(CALLS[byte >> 4] for byte in history)


def last_call(history: bytes) -> str:
    """Return the call of the last move."""
    return CALLS[history[-1] >> 4]


def plays(history: bytes, dealer: Seat) -> tuple[Played[Open], ...]:
    """Return the moves of a history in order, with their calls and seats."""
    seat, played = 1 - dealer, list[Played[Open]]()
    for byte, call in zip(history, calls(history), strict=True):
        played.append(Played(seat, seat, MOVES[byte & 15], call))
        seat = seat if call == THROUGH else 1 - seat
    return tuple(played)


def _runs(spent: tuple[Card, ...], history: bytes) -> Iterator[tuple[Card, str]]:
    """Yield the card and the last call of each finished run."""
    return zip(spent, (call for call in calls(history) if call != THROUGH), strict=True)


def thrown_out(spent: tuple[Card, ...], history: bytes) -> tuple[Card, ...]:
    """Return the spent cards that were thrown out, in order."""
    return tuple(card for card, call in _runs(spent, history) if call == THROWN_OUT)


def goals(spent: tuple[Card, ...], history: bytes, dealer: Seat) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return for each side the spent cards that it scored with, in order."""
    scored: tuple[list[Card], list[Card]] = ([], [])
    for turn, (card, call) in enumerate(_runs(spent, history)):
        if call == GOAL:
            scored[side_of(dealer + 1 + turn)].append(card)
    return tuple(scored[0]), tuple(scored[1])
