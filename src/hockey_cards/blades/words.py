"""The words of the duel family; its table is read off the levels themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from hockey_cards.blades.events import Discarded
from hockey_cards.blades.levels import table
from hockey_cards.blades.moves import Action, Verb
from hockey_cards.blades.table import HAND
from hockey_cards.events import Event, Played, Scored
from hockey_cards.language import Words
from hockey_cards.language.events import card_row
from hockey_cards.language.words import Facts, Rows

if TYPE_CHECKING:
    from hockey_cards.blades.family import Blades

_DOES: Final = {
    Verb.STACK: "lays the stack",
    Verb.SHOOT: "shoots",
    Verb.CHANGE: "changes lines",
    Verb.USE: "uses the stack",
    Verb.HAND: "defends with",
    Verb.NONE: "does not answer",
}


def _facts(rules: Blades) -> Facts:
    return (
        ("seats", str(rules.seats)),
        ("deck", f"{len(rules.deck)} cards, {rules.deck[0].rank} to A"),
        ("hands", f"{HAND} cards each, one at a time; the rest form the stock"),
        ("turn", f"draw up to {HAND}, then lay a stack, shoot, or change lines"),
        ("end", "after the turn in which the stock runs out; the most goals win"),
        ("overtime", f"at most {rules.max_overtimes} more periods while the score is level; the first goal wins"),
    )


def _table(_rules: Blades) -> Rows:
    return table()


def _sentence(event: Event, play: Played[Any] | None, names: Sequence[str]) -> str | None:
    match event:
        case Played(move=Action() as move):
            return f"{names[event.seat]}: {_action(move, event.call)}"
        case Scored():
            return f"{names[event.seat]}: scores with {card_row(event.cards)}"
        case Discarded():
            shown = play is not None and event.cards == play.move.cards  # a defence, in the line of the answer
            return "" if shown else f"{names[event.seat]}: discards {card_row(event.cards)}"
        case _:
            return None


def _action(move: Action, call: str) -> str:
    """Return what a player does in a turn, or an answer with its result."""
    answer = [f"({call})"] if move.verb in (Verb.USE, Verb.HAND, Verb.NONE) else []
    return " ".join([_DOES[move.verb], *map(str, move.cards), *["??"] * move.hidden, *answer])


WORDS: Final = Words(_facts, _table, _sentence)
"""The words of the family."""
