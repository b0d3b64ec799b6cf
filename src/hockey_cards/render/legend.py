"""The legend of a picture: its language, the names of the seats, and the labels of what can be chosen in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import attrs

from hockey_cards.language.events import result
from hockey_cards.language.languages import Language
from hockey_cards.language.phrases import counted, result_sentence
from hockey_cards.render.markup import escape
from hockey_cards.rules import Move, Outcome, Seat, Side

_LETTER: Final = 0.62
"""The average width of a letter, as a fraction of the font size."""


@attrs.frozen
class Legend:
    """The words of a picture.

    Args:
        language: The language.
        names: The name of each seat; none if the picture calls the seats and sides by their numbers.
        labels: The label of each card or place that can be chosen, by its code.
    """

    language: Language = attrs.field(factory=Language)
    names: tuple[str, ...] = ()
    labels: Mapping[str, str] = attrs.field(factory=dict[str, str])

    def say(self, text: str, /, **places: object) -> str:
        """Return a message in the language, with its places filled."""
        return self.language.say(text, **places)

    def cards(self, number: int) -> str:
        """Return a number of cards: ``5 cards``."""
        return self.language.count("{number} card", "{number} cards", number) if self.names else counted(number)

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat, or its number."""
        return self.names[seat] if self.names else f"seat {seat}"

    def side(self, side: Side, *, room: float) -> str:
        """Return the names of the seats of a side, as far as there is room for them, or their numbers."""
        return fitted(" + ".join(self.names[side::2]), room) if self.names else f"side {side}"

    def plate(self, seat: Seat, note: str) -> str:
        """Return the text of a name plate: the name of the seat, if it has one, and a note."""
        return ", ".join(filter(None, (fitted(self.names[seat], 100) if self.names else "", note)))

    def result(self, outcome: Outcome, seat: Seat | None) -> str:
        """Return the result as a sentence for the viewer."""
        if not self.names:
            return result_sentence(outcome)
        return result(outcome, self.names, seat=seat, language=self.language)

    def choice(self, code: str, drawn: str) -> str:
        """Mark what is drawn as a card or place that can be chosen, if it can; otherwise return it unchanged."""
        if code not in self.labels:
            return drawn
        return f'<g data-card="{escape(code)}" role="img" aria-label="{escape(self.labels[code])}">{drawn}</g>'


def fitted(words: str, room: float, size: float = 11) -> str:
    """Shorten words so that they need no more than some units of room."""
    most = max(2, int(room / (size * _LETTER)))
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}\u2026"


def choices(move: Move) -> tuple[str, ...]:
    """Return the codes of what a player chooses in a picture for a move: its cards if it has some, or its own code."""
    cards: Sequence[Any] | None = getattr(move, "cards", None)
    if cards is None:
        return (move.code,)
    return tuple(cast("str", card.code) for card in cards)
