"""The deal of a game card by card, for frameworks in which chance is a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import comb
from typing import Any

import attrs

from hockey_cards.cards import Card
from hockey_cards.events import Dealt, Event
from hockey_cards.game import Game


@attrs.frozen
class Packs:
    """A shoe with the packs that chance has dealt; the packs of later periods are not known yet.

    Args:
        known: The packs of the first periods.
        deck: The deck, which stands in for the packs that are not known.
    """

    known: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the pack of a period, or the deck if it is not known."""
        return self.known[period] if period < len(self.known) else self.deck


@attrs.frozen
class DealPlan:
    """The order in which chance chooses the cards of a pack.

    The cards of a hand are chosen in ascending order, because their order does not matter: every different deal is
    reached by one way, with its probability. Cards that are drawn or laid out one by one are chosen uniformly.

    Args:
        groups: The places of the pack in the order of the choices; those of a group are chosen in ascending order. If
            the last group has all cards that are left, nothing is chosen for it.
        deck: The deck.
    """

    groups: tuple[tuple[int, ...], ...]
    deck: tuple[Card, ...]
    _starts: tuple[tuple[int, int], ...] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        starts = [(start, len(group)) for group, start in zip(self.groups, self._sums(), strict=False) for _ in group]
        object.__setattr__(self, "_starts", tuple(starts))

    def _sums(self) -> Iterator[int]:
        total = 0
        for group in self.groups:
            yield total
            total += len(group)

    @property
    def choices(self) -> int:
        """The number of cards that are chosen."""
        return len(self.deck) - len(self.groups[-1])

    def outcomes(self, chosen: Sequence[int]) -> list[tuple[int, float]]:
        """Return the cards that may follow those chosen, each with its probability, as their places in the deck."""
        start, size = self._starts[len(chosen)]
        within = chosen[start:]
        least, needed = (within[-1] + 1 if within else 0), size - len(within)
        taken = set(chosen)
        left = [card for card in range(least, len(self.deck)) if card not in taken]
        if size == 1:
            return [(card, 1 / len(left)) for card in left]
        ways = comb(len(left), needed)
        after = range(len(left) - 1, needed - 2, -1)
        return [(card, comb(rest, needed - 1) / ways) for card, rest in zip(left, after, strict=False)]

    def pack(self, chosen: Sequence[int]) -> tuple[Card, ...]:
        """Return the pack of all chosen cards."""
        taken = set(chosen)
        rest = [card for card in range(len(self.deck)) if card not in taken]
        pack = dict(zip(chain.from_iterable(self.groups), [*chosen, *rest], strict=True))
        return tuple(self.deck[pack[place]] for place in range(len(self.deck)))

    def chosen(self, pack: Sequence[Card]) -> list[int]:
        """Return the choices that lead to a pack, apart from the order of each hand."""
        places = {card: place for place, card in enumerate(self.deck)}
        cards = chain.from_iterable(sorted(places[pack[place]] for place in group) for group in self.groups)
        return list(cards)[: self.choices]


def deal_plan(game: Game[Any, Any, Any], events: Sequence[Event]) -> DealPlan:
    """Return the order of the choices for the period that a game has just begun.

    Which places of the pack make up a hand is found by playing the period to its end with the first legal moves.

    Args:
        game: The game after the deal of the period, from a pack in the order of the deck.
        events: The events of that deal.
    """
    rules, period = game.variant.rules, game.state.period
    deck = rules.deck
    groups = list(_hands(events, deck))
    while game.outcome is None:
        game, made = game.step(game.legal[0])
        if game.state.period != period:
            break
        groups += _hands(made, deck)
    grouped = set(chain.from_iterable(groups))
    singles = ((place,) for place in range(len(deck)) if place not in grouped)
    return DealPlan(tuple(sorted((*groups, *singles))), deck)


def _hands(events: Sequence[Event], deck: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Yield the places of each hand that is dealt."""
    for event in events:
        if isinstance(event, Dealt):
            yield from (tuple(map(deck.index, hand)) for hand in event.hands if len(hand) > 1)
