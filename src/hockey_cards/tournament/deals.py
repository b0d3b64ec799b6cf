"""Playing the deals of a tournament: seeds come in, sums go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, groupby
from typing import Any

import attrs

from hockey_cards.cards import Card
from hockey_cards.rules import Outcome, Variant
from hockey_cards.shoe import Seeded
from hockey_cards.strategy import Player
from hockey_cards.tournament.arena import Arena
from hockey_cards.tournament.fixtures import Fixture, fixtures
from hockey_cards.tournament.statistics import Result, Tally, tally


@attrs.frozen
class Contest:
    """A tournament to be played: all that another process needs to play any part of it.

    Args:
        variant: What is played.
        entrants: The players by the names that they enter under; a text stands for the player of that name.
        seed: The seed of the tournament.
    """

    variant: Variant[Any, Any, Any]
    entrants: Mapping[str, Player | str]
    seed: bytes

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Who meets whom."""
        return tuple(combinations(self.entrants, 2))

    @property
    def games(self) -> int:
        """How many games a deal is played in."""
        return 2 * len(self.pairs)


@attrs.frozen
class Sums:
    """The sums of some deals, in the order of the contest.

    Args:
        entrants: For each entrant, against all others.
        pairs: For each pair, as its first sees it.
    """

    entrants: tuple[Tally, ...]
    pairs: tuple[Tally, ...]

    @classmethod
    def nothing(cls, contest: Contest) -> Sums:
        """Return the sums of no deals."""
        return cls((Tally(),) * len(contest.entrants), (Tally(),) * len(contest.pairs))

    @property
    def deals(self) -> int:
        """How many deals have been added up."""
        return self.pairs[0].deals

    def __add__(self, other: Sums) -> Sums:
        entrants = (mine + more for mine, more in zip(self.entrants, other.entrants, strict=True))
        pairs = (mine + more for mine, more in zip(self.pairs, other.pairs, strict=True))
        return Sums(tuple(entrants), tuple(pairs))


class _Shuffled:
    """A seeded shoe that shuffles each pack once, for all games of a deal."""

    def __init__(self, seed: bytes, deck: tuple[Card, ...]) -> None:
        self.pack = cache(Seeded(seed, deck).pack)


def play_deals(contest: Contest, deals: range) -> Sums:
    """Play some deals of a contest, and add up their results.

    Raises:
        StrategyError: If a strategy fails; the message names its entrant and the deal.
        UnknownStrategy: If there is no player of a name.
    """
    games = fixtures(contest.variant, tuple(contest.entrants), deals, contest.seed)
    total = Sums.nothing(contest)
    with Arena(contest.variant, contest.entrants) as arena:
        for _, deal in groupby(games, key=lambda fixture: fixture.deal):
            total += _sums(contest, _play_deal(contest.variant, arena, list(deal)))
    return total


def _play_deal(
    variant: Variant[Any, Any, Any], arena: Arena, deal: list[Fixture]
) -> Iterator[tuple[tuple[str, str], Result]]:
    """Play the games of a deal: yield who sat where, and the result as side 0 sees it."""
    shoe = _Shuffled(deal[0].seed, variant.rules.deck)
    for fixture in deal:
        yield fixture.sides, _result(arena.play(fixture, shoe).outcome)


def _result(outcome: Outcome) -> Result:
    halves = 1 if outcome.winner is None else 2 - 2 * outcome.winner
    return Result(halves, outcome.score[0], outcome.score[1])


def _sums(contest: Contest, games: Iterator[tuple[tuple[str, str], Result]]) -> Sums:
    """Add up the results of one deal."""
    of_entrant: dict[str, list[Result]] = {name: [] for name in contest.entrants}
    of_pair: dict[tuple[str, str], list[Result]] = {pair: [] for pair in contest.pairs}
    for (first, second), result in games:
        of_entrant[first].append(result)
        of_entrant[second].append(result.reverse)
        if (first, second) in of_pair:
            of_pair[first, second].append(result)
        else:
            of_pair[second, first].append(result.reverse)
    return Sums(tuple(map(tally, of_entrant.values())), tuple(map(tally, of_pair.values())))
