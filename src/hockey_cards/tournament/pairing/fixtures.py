"""The fixtures of a deal: who plays which side, who deals, and the seeds of the cards and of the players' chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final

import attrs

from hockey_cards.errors import HockeyError, brief
from hockey_cards.integers import index_below
from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import Seed, derive, seed32
from hockey_cards.tournament.entrants import Entrant, Pair, seatings

MAX_DEALS: Final = 10**12
"""The greatest number of deals in a tournament, and of a deal."""


@attrs.frozen
class Fixture:
    """A game to be played.

    Args:
        deal: The number of the deal, from 0. The games of a deal are played with the same cards.
        sides: The entrant that plays each side, with all its seats.
        dealer: The dealer of the first period.
        seed: The seed of the shoe, the same for all games of a deal.
        chance: The seed of the players' chance, different for each game.
        number: The number of the game among those of its two entrants in the deal, from 0. It is even where the
            entrant whose name comes first in the alphabet plays side 0.
        order: For each side, the member of its entrant that takes the first seat of the side, where it is a team.
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
    """Yield the games of some deals, deal by deal and pair by pair, each pair twice with the sides swapped.

    The shoe determines the cards of each seat, so swapping the sides under the same dealer gives each entrant exactly
    the cards, the lead and the seats that the other one had; no other rotation is needed for fairness. No other
    rotation adds a game either: an entrant plays all seats of its side, and moving the dealer and the entrants on
    together only turns the table. Where the seats of a table differ, as in the rink, the dealer's seat matters, so it
    moves on from deal to deal.

    A team of two different players also plays each game with its members' seats swapped. Two such teams play a deal in
    eight games, in which each of the four players holds each hand.

    A game depends only on the seed, its deal and its two entrants, not on the other entrants or the order of entry.

    Args:
        variant: The variant.
        entrants: The names of the entrants, all different; with teams, a mapping from names to entrants.
        deals: The numbers of the deals.
        seed: The seed of the tournament.
        pairs: The pairs that meet, such as those of a round; every pair if None.

    Raises:
        ParseError: If the seed is not valid.
        HockeyError: If there is no such deal.
    """
    key = seed32(seed)
    known = entrants if isinstance(entrants, Mapping) else dict[str, Entrant]()
    met = [(pair, games_of(pair, known)) for pair in (combinations(entrants, 2) if pairs is None else pairs)]
    for given in deals:
        deal = index_below(given, MAX_DEALS)
        if deal is None:
            raise HockeyError(f"there is no deal {brief(given)}: give a number from 0 to {MAX_DEALS - 1}")
        cards = derive(key, "deal", deal)
        dealer = deal % variant.rules.seats
        for _, games in met:
            for sides, order, number in games:
                labels = (*sides, *order) if any(order) else sides
                yield Fixture(deal, sides, dealer, cards, derive(cards, "chance", *labels), number, order)


def games_of(pair: Pair, entrants: Mapping[str, Entrant]) -> list[tuple[Pair, tuple[int, int], int]]:
    """Return the games of a pair in a deal: its sides, its seating order and its number, as in ``Fixture``."""
    first, second = pair
    games: list[tuple[Pair, tuple[int, int], int]] = []
    for mine, theirs in product(seatings(entrants.get(first)), seatings(entrants.get(second))):
        for sides, order in (((first, second), (mine, theirs)), ((second, first), (theirs, mine))):
            low, high = order if sides[0] < sides[1] else order[::-1]
            games.append((sides, order, 4 * low + 2 * high + (sides[0] > sides[1])))
    return games
