"""Playing the deals of a tournament: what two made of a deal, game by game, as it was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import groupby
from typing import Any

import attrs

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.rules import Outcome, Variant
from hockey_cards.shoe import Seeded
from hockey_cards.tournament.entrants import Entrant
from hockey_cards.tournament.pairing.fixtures import Fixture, Pair, fixtures, games_of
from hockey_cards.tournament.playing.faults import Fault, Policy
from hockey_cards.tournament.playing.player_pool import Arena, Bout
from hockey_cards.tournament.tally import Result


@attrs.frozen
class Contest:
    """What is played: all that another process needs to play any part of it.

    Args:
        variant: The variant.
        entrants: The entrants by the names that they enter under; a text stands for the player of that name.
        seed: The seed of the tournament.
        policy: What is done about a player that fails.
        records: Whether the record of each game is kept.
    """

    variant: Variant[Any, Any, Any]
    entrants: Mapping[str, Entrant]
    seed: bytes
    policy: Policy = attrs.field(factory=Policy)
    records: bool = False

    @property
    def places(self) -> dict[str, int]:
        """The place of each entrant in the order of entry, from 0."""
        return {name: place for place, name in enumerate(self.entrants)}

    def games(self, pair: Pair) -> int:
        """Return how many games two play a deal in."""
        return len(games_of(pair, self.entrants))

    def arena(self) -> Arena:
        """Return the place where its games are played; to be closed."""
        return Arena(self.variant, self.entrants, self.policy)


@attrs.frozen
class Part:
    """What one task plays.

    Args:
        deals: The numbers of the deals.
        pairs: Who meets whom in each of them.
    """

    deals: range
    pairs: tuple[Pair, ...]


@attrs.frozen
class Meeting:
    """What two made of one deal, as it was played.

    Args:
        deal: The number of the deal.
        pair: Who they are, in the order of entry.
        results: The games as the first sees them, in the order of ``fixtures``.
        faults: What went wrong in them.
        records: The record of each game that was played, if records are kept.
    """

    deal: int
    pair: Pair
    results: tuple[Result, ...]
    faults: tuple[Fault, ...] = ()
    records: tuple[str, ...] = ()


class _Shuffled:
    """A seeded shoe that shuffles each pack once, for all games of a deal."""

    def __init__(self, seed: bytes, deck: tuple[Card, ...]) -> None:
        self.pack = cache(Seeded(seed, deck).pack)


def play_part(contest: Contest, arena: Arena, part: Part) -> tuple[Meeting, ...]:
    """Play some deals of a contest.

    Who is disqualified on the way plays no later deal of the part: whoever counts the results knows from the fault.

    Raises:
        StrategyError: If a player fails, and the policy is to stop then; the message names its entrant and the deal.
    """
    return tuple(_meetings(contest, arena, part))


def _meetings(contest: Contest, arena: Arena, part: Part) -> Iterator[Meeting]:
    out: set[str] = set()
    for deal in part.deals:
        pairs = [pair for pair in part.pairs if out.isdisjoint(pair)]
        games = fixtures(contest.variant, contest.entrants, (deal,), contest.seed, pairs=pairs)
        shoe: _Shuffled | None = None
        for pair, of_pair in groupby(games, key=partial(_pair, contest.places)):
            fixed = list(of_pair)
            shoe = shoe or _Shuffled(fixed[0].seed, contest.variant.rules.deck)
            meeting = _meet(contest, arena, pair, fixed, shoe)
            out |= disqualified(meeting)
            yield meeting


def _pair(places: Mapping[str, int], fixture: Fixture) -> Pair:
    """Return who play a game, in the order of entry."""
    first, second = fixture.sides
    return (first, second) if places[first] < places[second] else (second, first)


def disqualified(meeting: Meeting) -> set[str]:
    """Return who is to play no more because of what happened in a deal."""
    return {fault.entrant for fault in meeting.faults if fault.remedy == "disqualify"}


def _meet(contest: Contest, arena: Arena, pair: Pair, games: list[Fixture], shoe: _Shuffled) -> Meeting:
    """Play the games of two in a deal, as far as nobody forfeits the rest."""
    results: list[Result] = []
    faults: list[Fault] = []
    records: list[str] = []
    for fixture in games:
        bout = arena.play(fixture, shoe)
        result = _result(bout.outcome)
        results.append(result if fixture.sides == pair else result.reverse)
        faults += bout.faults
        if contest.records:
            records.append(_record(contest, fixture, bout))
        loser = next((fault.entrant for fault in bout.faults if fault.remedy == "forfeit-match"), None)
        if loser is not None:
            results = forfeited(pair, loser, len(games), results)
            break
    return Meeting(games[0].deal, pair, tuple(results), tuple(faults), tuple(records))


def forfeited(pair: Pair, loser: str | None, games: int, played: list[Result] | None = None) -> list[Result]:
    """Return the results of a deal that an entrant forfeits: it has lost all games, whatever the boards say.

    Args:
        pair: Who plays it.
        loser: Who has lost; None for both: then all games are drawn.
        games: How many games there are.
        played: The games that were played, whose boards stay; the others end 0:0.
    """
    halves = 1 if loser is None else 0 if loser == pair[0] else 2
    boards = played or []
    empty = [Result(halves, 0, 0)] * (games - len(boards))
    return [Result(halves, result.goals_for, result.goals_against) for result in boards] + empty


def _result(outcome: Outcome) -> Result:
    halves = 1 if outcome.winner is None else 2 - 2 * outcome.winner
    return Result(halves, outcome.score[0], outcome.score[1])


def _record(contest: Contest, fixture: Fixture, bout: Bout) -> str:
    rules = contest.variant.rules
    game = attrs.evolve(bout.game, shoe=Seeded(fixture.seed, rules.deck))  # a record tells the seed of such a shoe
    return game.record(seats=[fixture.sides[side_of(seat)] for seat in range(rules.seats)])
