"""Packs stacked so that the players hold what a test has them play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hockey_cards import Variant, variant
from hockey_cards.cards import Card, deck
from hockey_cards.pile import Pile
from hockey_cards.shoe import Stacked

__all__ = ["cards", "fill", "house", "pile", "play", "stack", "start", "words"]


def cards(text: str) -> list[Card]:
    return [Card(code) for code in text.split()]


def fill(known: dict[int, Card]) -> list[Card]:
    """Return a pack with cards at known places and the others, as they come, at the rest."""
    rest = iter([card for card in deck() if card not in known.values()])
    return [known[place] if place in known else next(rest) for place in range(52)]


def stack(text: str, *, at: int = 0, table: str = "", table_at: int = 0) -> list[Card]:
    """Return a pack with the cards of a text in deal order from a place on, and table cards from another."""
    known = {at + place: card for place, card in enumerate(cards(text))}
    return fill(known | {table_at + place: card for place, card in enumerate(cards(table))})


def pile(game: Variant) -> Pile:
    """Return the rules of a variant of the pile as such."""
    rules: Any = game.rules
    assert isinstance(rules, Pile)
    return rules


def house(key: str, changes: dict[str, object] | None = None) -> Variant:
    """Return a variant with house rules, if any."""
    return variant(key).house(**changes) if changes else variant(key)


def start(game: Variant, *packs: Sequence[Card], dealer: int = 0) -> Any:
    """Return the first state; the last pack stands for all periods after it too."""
    return game.rules.start(Stacked([*packs, *[packs[-1]] * 40]), dealer=dealer)


def play(state: Any, moves: str | Iterable[Card]) -> Any:
    """Play cards, given as codes or as such."""
    for card in cards(moves) if isinstance(moves, str) else moves:
        state = state.rules.apply(state, card)
    return state


def words(state: Any) -> list[str]:
    """Return the calls of the period's plays."""
    return [str(played.call) for played in state.plays]
