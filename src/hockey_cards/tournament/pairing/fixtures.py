"""Which games a deal consists of: who sits where, who deals, and the seeds of cards and chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import attrs

from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import Seed, derive, seed32
from hockey_cards.tournament.entrants import Entrant, orders

Pair = tuple[str, str]
"""The names of two that meet, in the order of entry."""


@attrs.frozen
class Fixture:
    """One game to be played.

    Args:
        deal: The number of the deal, from 0: the games of one deal are played with the same cards.
        sides: The entrant that plays each side, all seats of it.
        dealer: Who deals the first period.
        seed: The seed of the shoe: the same for all games of a deal.
        chance: The seed of the players' chance: another one for each game.
        number: The number of the game among those of its two entrants in the deal, from 0: even where the entrant whose
            name comes first in the alphabet plays side 0.
        order: For each side the member of its entrant that takes the first seat of the side, where entrants are teams.
    """

    deal: int
    sides: tuple[str, str]
    dealer: Seat
    seed: bytes
    chance: bytes
    number: int = 0
    order: tuple[int, int] = (0, 0)


def fixtures(
    variant: Variant[Any, Any, Any],
    entrants: Sequence[str] | Mapping[str, Entrant],
    deals: Iterable[int],
    seed: Seed,
    *,
    pairs: Iterable[Pair] | None = None,
) -> Iterator[Fixture]:
    """Yield the games of some deals: deal by deal, pair by pair, each pair twice with the sides swapped.

    The shoe fixes who is dealt what by seat, so swapping the sides under one dealer gives each entrant exactly
    the cards, the lead and the place that the other had: no other rotation is needed for fairness. Nor does any
    other add a game: an entrant plays all seats of its side, and to move the dealer and the entrants on together is
    to walk round the same table. What is left, the seat that the deal starts from, changes the place of the
    dealer on a table that has fixed places, as the rink has: so it goes round from deal to deal.

    A team of two different players also plays each of these games with its members' seats swapped: two teams
    play a deal in eight games, so that each of the four has had each hand.

    A game depends on the seed, its deal and its two entrants alone: not on who else has entered, nor in what order.

    Args:
        variant: What is played.
        entrants: The names of the entrants, all different; where there are teams, the entrants by their names.
        deals: The numbers of the deals.
        seed: The seed of the tournament.
        pairs: Who meets whom: such as a round of a format says; everybody everybody else if None.

    Raises:
        ParseError: If the seed is no seed.
    """
    key = seed32(seed)
    known = entrants if isinstance(entrants, Mapping) else dict[str, Entrant]()
    met = [(pair, games_of(pair, known)) for pair in (combinations(entrants, 2) if pairs is None else pairs)]
    for deal in deals:
        cards = derive(key, "deal", deal)
        dealer = deal % variant.rules.seats
        for _, games in met:
            for sides, order, number in games:
                labels = (*sides, *order) if any(order) else sides
                yield Fixture(deal, sides, dealer, cards, derive(cards, "chance", *labels), number, order)


def games_of(pair: Pair, entrants: Mapping[str, Entrant]) -> list[tuple[Pair, tuple[int, int], int]]:
    """Return the games of a pair in a deal: who plays which side, who of a team sits first, and the game's number."""
    first, second = pair
    found: list[tuple[Pair, tuple[int, int], int]] = []
    for mine, theirs in product(orders(entrants.get(first)), orders(entrants.get(second))):
        for sides, order in (((first, second), (mine, theirs)), ((second, first), (theirs, mine))):
            low, high = order if sides[0] < sides[1] else order[::-1]
            found.append((sides, order, 4 * low + 2 * high + (sides[0] > sides[1])))
    return found
