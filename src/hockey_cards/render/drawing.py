"""A drawn table before it becomes a picture: what a family of games gives to be shown."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hockey_cards.cards import Card

UNITS = 400
"""How many units every drawing is wide."""

MARGIN = 10
"""How far the shapes keep from its sides, in units."""


@attrs.frozen
class Drawing:
    """A table as shapes and in words; what stands in it is all that it depends on.

    Args:
        title: What the picture shows, in a few words.
        words: The position in sentences, for those who cannot see it.
        height: How high the drawing is, in units of which it is 400 wide.
        parts: The shapes from back to front, each an element written as SVG; cards are drawn by ``render.card``.
        ground: What the table is painted with, such as ``#0f4d3a``.
    """

    title: str
    words: str
    height: float
    parts: tuple[str, ...]
    ground: str = "#2b2f36"

    def with_line(self, line: str, parts: Iterable[str]) -> Drawing:
        """Return the drawing with one more sentence, and the shapes that show it in 22 more units below the others."""
        return attrs.evolve(self, words=f"{self.words} {line}", height=self.height + 22, parts=(*self.parts, *parts))


def spoken(cards: Iterable[Card]) -> str:
    """Name cards as they are said: ``queen of hearts, ten of clubs``."""
    return ", ".join(f"{card.rank.name.lower()} of {card.suit.name.lower()}" for card in cards) or "none"


def counted(number: int, noun: str = "card") -> str:
    """Say a number of things: ``1 card``, ``5 cards``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def sight(seat: int | None, *, everything: bool) -> str:
    """Say through whose eyes a table is seen."""
    if everything:
        return "all cards open"
    return "a spectator's view" if seat is None else f"seat {seat}'s view"


def ending(score: tuple[int, ...], *, overtime: bool) -> tuple[str, str]:
    """Say in two short lines how a game that has ended has ended: who has won, and with what score."""
    own, other = score
    late = " in overtime" if overtime else ""
    won = "a draw" if own == other else f"side {int(own < other)} wins"
    return f"Over: {won}", f"{max(own, other)} to {min(own, other)}{late}"


def result(score: tuple[int, ...], *, overtime: bool) -> str:
    """Say in a sentence how a game that has ended has ended."""
    won, board = ending(score, overtime=overtime)
    return f"{won}{',' if score[0] == score[1] else ''} {board}."
