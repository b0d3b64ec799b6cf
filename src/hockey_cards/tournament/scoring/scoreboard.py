"""The scoreboard of a tournament, which counts deals in order and knows which pairs still play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import attrs

from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.pairing.formats import Match, Round
from hockey_cards.tournament.playing.faults import Fault
from hockey_cards.tournament.playing.play_deal import DealResult, disqualified, forfeited
from hockey_cards.tournament.playing.settings import Settings
from hockey_cards.tournament.statistics.sprt import Sprt, SprtVerdict, is_checkpoint
from hockey_cards.tournament.tally import GameResult, Products, RunningTally, Tally


@attrs.frozen
class FaultCount:
    """The number of faults of an entrant of one kind and with one remedy, and the first of them.

    Args:
        entrant: The entrant to blame.
        kind: The kind of fault.
        remedy: The remedy applied.
        times: The number of such faults.
        deal: The number of the deal of the first one.
        message: The message of the first one.
    """

    entrant: str
    kind: str
    remedy: str
    times: int
    deal: int
    message: str

    def to_dict(self) -> dict[str, Any]:
        """Return the count as JSON-serialisable values."""
        return attrs.asdict(self)


StoredRound = Callable[[int, int], Round | None]
"""Returns a round that was paired before, given its number and the number of deals in a match; otherwise None."""


class Scoreboard:
    """The running sums of a tournament; their size does not depend on the number of deals.

    Deals are counted strictly in order. So everything that depends on earlier deals (disqualifications, the verdicts of
    tests, the pairs of the next round) is the same wherever the deals were played.

    Args:
        settings: The settings of the tournament.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.names: tuple[str, ...] = tuple(settings.entrants)
        self.entrants: dict[str, RunningTally] = {name: RunningTally() for name in self.names}
        self.pairs: dict[Pair, RunningTally] = {}
        self.products: Products | None = Products()
        self.verdicts: dict[Pair, SprtVerdict] = {}
        self.faults: dict[tuple[str, str, str], FaultCount] = {}
        self.disqualified: dict[str, int] = {}
        self.rounds: list[tuple[Round, tuple[Match, ...]]] = []
        self.deals: int = 0
        self.games: int = 0
        self._round: Round | None = None
        self._matches: dict[Pair, RunningTally] = {}
        self._open: dict[Pair, int] = {}
        self._test: Sprt | None = None
        self._deals_left = 0
        self._most_games_a_deal = 0

    def begin_round(self, stored: StoredRound | None = None) -> range:
        """Begin the next round and return the numbers of its deals; an empty range after the last round.

        Args:
            stored: Returns a round that was paired before, given its number and the number of deals in a match. It is
                used as it is, and only a round for which it returns None is paired by the results.
        """
        format_, number = self.settings.format, len(self.rounds)
        deals = getattr(format_, "best_of", None) or len(self.settings.deals)
        self._round = None if stored is None else stored(number, deals)
        self._round = self._round or format_.next_round(self.names, self.rounds)
        if self._round is None:
            return range(0)
        self._matches = {pair: RunningTally() for pair in self._round.pairs}
        if not self.rounds:  # the tallies of a single round are those of its pairs, and counted once
            self.pairs = dict(self._matches)
        self._open = {pair: self.settings.games_a_deal(pair) for pair in self._round.pairs if not self._is_void(pair)}
        self._test = None if self.settings.sprt is None else self.settings.sprt.among(len(self._round.pairs))
        if not self.deals_are_independent:
            self.products = None
        count = self._deals_left = self._deals_a_match
        self._most_games_a_deal = max(self._open.values(), default=0)
        first = self.settings.deals.start + self._round.number * count
        return range(first, first + count)

    def end_round(self) -> None:
        """End the round, so that the next one is paired by its results."""
        assert self._round is not None
        matches = [Match(pair, found.tally, self._disqualified_of(pair)) for pair, found in self._matches.items()]
        self.rounds.append((self._round, tuple(matches)))
        self._open = {}

    @property
    def round(self) -> Round | None:
        """The round that was begun last; None before the first and after the last."""
        return self._round

    @property
    def deals_are_independent(self) -> bool:
        """Whether every pair of the tournament plays every deal, whatever the results."""
        return self.settings.sprt is None and not self.settings.format.has_rounds

    @property
    def round_has_fixed_length(self) -> bool:
        """Whether every pair of the round plays all its deals: neither a test nor a decided match ends them early."""
        return self._test is None and not (self._round is not None and self._round.until_decided)

    @property
    def pending(self) -> tuple[Pair, ...]:
        """The pairs that are to play the next deal of the round."""
        return tuple(pair for pair in self._open if not self._is_forfeit(pair))

    @property
    def round_is_open(self) -> bool:
        """Whether the round needs another deal, even if all its games would be forfeited."""
        return bool(self._open)

    @property
    def games_a_deal(self) -> int:
        """The number of games in the next deal of the round."""
        return sum(self._open.values())

    @property
    def max_games(self) -> int:
        """The greatest number of games that the tournament can have, including those already counted."""
        begun = len(self._matches) + sum(len(matches) for _, matches in self.rounds)
        later = max(0, self.settings.format.matches(len(self.names)) - begun)
        this_round = self._deals_left * self.games_a_deal
        return self.games + this_round + later * self._deals_a_match * self._most_games_a_deal

    @property
    def _deals_a_match(self) -> int:
        """The greatest number of deals in a match."""
        return len(self.settings.deals) if self._round is None or self._round.deals is None else self._round.deals

    def count(self, deal: int, played: Mapping[Pair, DealResult]) -> tuple[DealResult, ...]:
        """Count the next deal of the round, and return all results that count, forfeits included.

        Args:
            deal: The number of the deal.
            played: The results of the deal; those of all pending pairs at least.
        """
        counted = tuple(self._result(deal, pair, played) for pair in self._open)
        for result in counted:
            self.pairs.setdefault(result.pair, RunningTally()).add(result.games)
            if self._matches[result.pair] is not self.pairs[result.pair]:
                self._matches[result.pair].add(result.games)
            for fault in result.faults:
                self._count_fault(fault)
        self._add_to_entrants(counted)
        self.deals += 1
        self._deals_left -= 1
        self.games += self.games_a_deal
        for name in sorted({name for result in counted for name in disqualified(result)}):
            self.disqualified.setdefault(name, deal)
        self._close_pairs()
        return counted

    def count_all(
        self, deals: int, pairs: Mapping[Pair, Tally], entrants: Mapping[str, Tally], products: Products
    ) -> None:
        """Count the next deals of a round of fixed length all at once; nobody may have failed in them.

        Args:
            deals: The number of deals.
            pairs: The tally of each pending pair.
            entrants: The tally of each entrant against all others.
            products: The products of the entrants' points.
        """
        for pair, tally in pairs.items():
            self.pairs.setdefault(pair, RunningTally()).add_tally(tally)
            if self._matches[pair] is not self.pairs[pair]:
                self._matches[pair].add_tally(tally)
        for name, tally in entrants.items():
            self.entrants[name].add_tally(tally)
        if self.products is not None:
            self.products += products
        self.deals += deals
        self._deals_left -= deals
        self.games += deals * self.games_a_deal

    def _disqualified_of(self, pair: Pair) -> tuple[str, ...]:
        return tuple(name for name in pair if name in self.disqualified)

    def _is_forfeit(self, pair: Pair) -> bool:
        return bool(self._disqualified_of(pair))

    def _is_void(self, pair: Pair) -> bool:
        """Return whether neither of a pair can score."""
        return len(self._disqualified_of(pair)) == 2

    def _result(self, deal: int, pair: Pair, played: Mapping[Pair, DealResult]) -> DealResult:
        if not self._is_forfeit(pair):
            return played[pair]
        (loser,) = self._disqualified_of(pair)
        return DealResult(deal, pair, tuple(forfeited(pair, loser, self._open[pair])))

    def _add_to_entrants(self, counted: Sequence[DealResult]) -> None:
        """Add a deal to the tallies of each entrant against all others."""
        games: dict[str, list[GameResult]] = {}
        for result in counted:
            first, second = result.pair
            games.setdefault(first, []).extend(result.games)
            games.setdefault(second, []).extend(game.reverse for game in result.games)
        for name, of_name in games.items():
            self.entrants[name].add(of_name)
        if self.products is not None:
            self.products += Products.of([sum(game.halves for game in games[name]) for name in self.names])

    def _count_fault(self, fault: Fault) -> None:
        key = fault.entrant, fault.kind, fault.remedy
        known = self.faults.get(key)
        if known is None:
            self.faults[key] = FaultCount(*key, 1, fault.deal, fault.message)
        else:
            self.faults[key] = attrs.evolve(known, times=known.times + 1)

    def _close_pairs(self) -> None:
        """Close the pairs that need no further deal."""
        for pair in tuple(self._open):
            match = self._matches[pair]
            if self._is_void(pair):
                del self._open[pair]
                self.products = None  # from now on not every pair plays every deal
            elif self._test is not None and is_checkpoint(match.deals):
                verdict = self._test.verdict(match.tally)
                if verdict is not None:
                    self.verdicts[pair] = verdict
                    del self._open[pair]
            elif self._is_decided(match, self._open[pair]):
                del self._open[pair]

    def _is_decided(self, match: RunningTally, games_a_deal: int) -> bool:
        """Return whether a match ends early because the points left cannot change its winner."""
        if self._round is None or not self._round.until_decided:
            return False
        return abs(match.lead) > games_a_deal * self._deals_left

    def tallies(self) -> dict[Pair, Tally]:
        """Return the tallies of the pairs that have met, in the order of entry."""
        met = (pair for pair in combinations(self.names, 2) if pair in self.pairs and self.pairs[pair].deals)
        return {pair: self.pairs[pair].tally for pair in met}
