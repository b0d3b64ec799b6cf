"""Which games a tournament consists of: who sits where, who deals, and the seeds of cards and chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import attrs

from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import Seed, derive, seed32


@attrs.frozen
class Fixture:
    """One game to be played.

    Args:
        deal: The number of the deal, from 0: the games of one deal are played with the same cards.
        sides: The entrant that plays each side, all seats of it.
        dealer: Who deals the first period.
        seed: The seed of the shoe: the same for all games of a deal.
        chance: The seed of the players' chance: another one for each game.
        number: The number of the game in its deal, from 0.
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
    variant: Variant[Any, Any, Any], entrants: Sequence[str], deals: Iterable[int], seed: Seed
) -> Iterator[Fixture]:
    """Yield the games of a round robin: deal by deal, all pairs, each pair twice with the sides swapped.

    The shoe fixes who is dealt what by seat, so swapping the sides under one dealer gives each entrant exactly
    the cards, the lead and the place that the other had: no other rotation is needed for fairness. Nor does any
    other add a game: an entrant plays all seats of its side, and to move the dealer and the entrants on together is
    to walk round the same table. What is left, the seat that the deal starts from, changes the place of the
    dealer on a table that has fixed places, as the rink has: so it goes round from deal to deal.

    A game depends on the seed, its deal and its two entrants alone: not on who else has entered, nor in what order.

    Args:
        variant: What is played.
        entrants: The names of the entrants, all different.
        deals: The numbers of the deals.
        seed: The seed of the tournament.

    Raises:
        ParseError: If the seed is no seed.
    """
    key = seed32(seed)
    sides = [pair for first, second in combinations(entrants, 2) for pair in ((first, second), (second, first))]
    for deal in deals:
        cards = derive(key, "deal", deal)
        dealer = deal % variant.rules.seats
        for pair in sides:
            yield Fixture(deal, pair, dealer, cards, derive(cards, "chance", *pair))
