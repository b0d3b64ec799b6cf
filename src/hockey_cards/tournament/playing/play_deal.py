"""Playing deals: the games of each pair in a deal, and what is counted when an entrant forfeits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import groupby

import attrs

from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.rules import Outcome
from hockey_cards.shoe import Seeded
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.pairing.fixtures import Fixture, fixtures
from hockey_cards.tournament.playing.faults import Fault
from hockey_cards.tournament.playing.player_pool import PlayedGame, PlayerPool
from hockey_cards.tournament.playing.settings import Settings
from hockey_cards.tournament.tally import GameResult


@attrs.frozen
class Task:
    """A unit of work: some deals, each played by the same pairs.

    Args:
        deals: The numbers of the deals.
        pairs: The pairs that meet in each of them.
    """

    deals: range
    pairs: tuple[Pair, ...]


@attrs.frozen
class DealResult:
    """The games of a pair in a deal.

    Args:
        deal: The number of the deal.
        pair: The two entrants, in the order of entry.
        games: The results from the first entrant's point of view, in the order of ``fixtures``.
        faults: The faults in these games.
        records: The record of each game that was played, if records are kept.
    """

    deal: int
    pair: Pair
    games: tuple[GameResult, ...]
    faults: tuple[Fault, ...] = ()
    records: tuple[str, ...] = ()


class _CachedShoe:
    """A seeded shoe that shuffles each pack once for all games of a deal."""

    def __init__(self, seed: bytes, deck: tuple[Card, ...]) -> None:
        self.pack = cache(Seeded(seed, deck).pack)


def play_task(settings: Settings, pool: PlayerPool, task: Task) -> tuple[DealResult, ...]:
    """Play some deals of a tournament.

    An entrant that is disqualified plays no later deal of the task; its fault tells whoever counts the results.

    Raises:
        StrategyError: If a player fails and the policy is to stop; the message names its entrant and the deal.
    """
    return tuple(_deal_results(settings, pool, task))


def _deal_results(settings: Settings, pool: PlayerPool, task: Task) -> Iterator[DealResult]:
    out: set[str] = set()
    for deal in task.deals:
        pairs = [pair for pair in task.pairs if out.isdisjoint(pair)]
        games = fixtures(settings.variant, settings.entrants, (deal,), settings.seed, pairs=pairs)
        shoe: _CachedShoe | None = None
        for pair, of_pair in groupby(games, key=partial(_pair_of, settings.entry_order)):
            fixed = list(of_pair)
            shoe = shoe or _CachedShoe(fixed[0].seed, settings.variant.rules.deck)
            result = _play_pair(settings, pool, pair, fixed, shoe)
            out |= disqualified(result)
            yield result


def _pair_of(entry_order: Mapping[str, int], fixture: Fixture) -> Pair:
    """Return the two entrants of a game, in the order of entry."""
    first, second = fixture.sides
    return (first, second) if entry_order[first] < entry_order[second] else (second, first)


def disqualified(result: DealResult) -> set[str]:
    """Return the entrants that are disqualified because of what happened in a deal."""
    return {fault.entrant for fault in result.faults if fault.remedy == "disqualify"}


def _play_pair(settings: Settings, pool: PlayerPool, pair: Pair, games: list[Fixture], shoe: _CachedShoe) -> DealResult:
    """Play the games of a pair in a deal, until one of the two forfeits the rest."""
    results: list[GameResult] = []
    faults: list[Fault] = []
    records: list[str] = []
    for fixture in games:
        played = pool.play(fixture, shoe)
        result = _game_result(played.outcome)
        results.append(result if fixture.sides == pair else result.reverse)
        faults += played.faults
        if settings.records:
            records.append(_record(settings, fixture, played))
        loser = next((fault.entrant for fault in played.faults if fault.remedy == "forfeit-match"), None)
        if loser is not None:
            results = forfeited(pair, loser, len(games), results)
            break
    return DealResult(games[0].deal, pair, tuple(results), tuple(faults), tuple(records))


def forfeited(pair: Pair, loser: str, games: int, played: list[GameResult] | None = None) -> list[GameResult]:
    """Return the results of a deal that an entrant forfeits: it loses all games, whatever their scores.

    Args:
        pair: The two entrants.
        loser: The entrant that loses.
        games: The number of games in the deal.
        played: The games that were played, whose scores stand; the others end 0:0.
    """
    halves = 0 if loser == pair[0] else 2
    scores = played or []
    unplayed = [GameResult(halves, 0, 0)] * (games - len(scores))
    return [GameResult(halves, game.goals_for, game.goals_against) for game in scores] + unplayed


def _game_result(outcome: Outcome) -> GameResult:
    halves = 1 if outcome.winner is None else 2 - 2 * outcome.winner
    return GameResult(halves, outcome.score[0], outcome.score[1])


def _record(settings: Settings, fixture: Fixture, played: PlayedGame) -> str:
    rules = settings.variant.rules
    game = attrs.evolve(played.game, shoe=Seeded(fixture.seed, rules.deck))  # so that the record holds the seed
    return game.record(seats=[fixture.sides[side_of(seat)] for seat in range(rules.seats)])
