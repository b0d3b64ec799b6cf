"""What counts in a tournament: the one place that adds up deals, in their order, and knows who still plays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, zip_longest
from typing import Any

import attrs

from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.pairing.formats import Format, Match, Round
from hockey_cards.tournament.playing.faults import Fault
from hockey_cards.tournament.playing.play_deal import Contest, Meeting, disqualified, forfeited
from hockey_cards.tournament.statistics.sprt import Sprt, Verdict
from hockey_cards.tournament.tally import Products, Result, Tally


@attrs.frozen
class Plan:
    """What is played beside the contest, and how far.

    Args:
        format: Who meets whom.
        deals: The numbers of the deals of a round; those of a later round follow.
        sprt: The test that ends the games of a pair; none if None.
        seed: The seed as it is told: as text, bytes in hex.
    """

    format: Format
    deals: range
    sprt: Sprt | None = None
    seed: str = ""


@attrs.frozen
class FaultCount:
    """How often an entrant failed in one way, and the first time that it did.

    Args:
        entrant: Who is to blame.
        kind: What went wrong.
        remedy: What was done about it.
        times: How often.
        deal: The number of the deal in which it happened first.
        message: What happened then.
    """

    entrant: str
    kind: str
    remedy: str
    times: int
    deal: int
    message: str

    def to_dict(self) -> dict[str, Any]:
        """Return the count as what JSON can say."""
        return attrs.asdict(self)


class Sum:
    """A tally in the making: whole numbers that are added to, which costs less than a new tally a deal."""

    __slots__ = ("_games", "_goals", "_outcomes")

    def __init__(self) -> None:
        self._games = [0, 0, 0]
        self._goals = [0, 0, 0, 0]
        self._outcomes: list[int] = [0]

    def add(self, results: Sequence[Result]) -> None:
        """Add the results of a deal."""
        halves = squares = mine = theirs = 0
        for result in results:
            self._games[result.halves] += 1
            halves += result.halves
            mine += result.goals_for
            theirs += result.goals_against
            squares += (result.goals_for - result.goals_against) ** 2
        difference = mine - theirs
        for place, number in enumerate((mine, theirs, difference**2, squares)):
            self._goals[place] += number
        missing = 2 * len(results) + 1 - len(self._outcomes)
        if missing > 0:
            self._outcomes += [0] * missing
        self._outcomes[halves] += 1

    def plus(self, tally: Tally) -> None:
        """Add the tally of many deals."""
        for place, number in enumerate((tally.losses, tally.draws, tally.wins)):
            self._games[place] += number
        sums = tally.goals_for, tally.goals_against, tally.goal_squares, tally.game_goal_squares
        for place, number in enumerate(sums):
            self._goals[place] += number
        self._outcomes = [sum(both) for both in zip_longest(self._outcomes, tally.outcomes, fillvalue=0)]

    @property
    def lead(self) -> int:
        """How many more games were won than lost."""
        return self._games[2] - self._games[0]

    @property
    def deals(self) -> int:
        """How many deals were added."""
        return sum(self._outcomes)

    @property
    def tally(self) -> Tally:
        """The sum as a value: what ``tally`` of each deal adds up to."""
        losses, draws, wins = self._games
        mine, theirs, goal_squares, game_goal_squares = self._goals
        outcomes = () if not self.deals else tuple(self._outcomes)
        return Tally(wins, draws, losses, mine, theirs, goal_squares, game_goal_squares, outcomes)


class Ledger:
    """The sums of a tournament while it is played; as large for a million deals as for one.

    Deals are counted strictly in their order: so whatever depends on earlier deals, such as who has been disqualified,
    when a test has found its verdict and who meets whom in the next round, is the same however they were played.
    """

    def __init__(self, contest: Contest, plan: Plan) -> None:
        self.contest = contest
        self.plan = plan
        self.names: tuple[str, ...] = tuple(contest.entrants)
        self.entrants: dict[str, Sum] = {name: Sum() for name in self.names}
        self.pairs: dict[Pair, Sum] = {}
        self.products: Products | None = Products()
        self.verdicts: dict[Pair, Verdict] = {}
        self.faults: dict[tuple[str, str, str], FaultCount] = {}
        self.out: dict[str, int] = {}
        self.played: list[tuple[Round, tuple[Match, ...]]] = []
        self.deals: int = 0
        self.games: int = 0
        self._round: Round | None = None
        self._matches: dict[Pair, Sum] = {}
        self._open: dict[Pair, int] = {}
        self._test: Sprt | None = None
        self._left = 0
        self._most = 0

    def begin(self) -> range:
        """Begin the next round, and return the numbers of its deals: none after the last round."""
        self._round = self.plan.format.next_round(self.names, self.played)
        if self._round is None:
            return range(0)
        self._matches = {pair: Sum() for pair in self._round.pairs}
        if not self.played:  # where there is one round alone, nothing is added up twice
            self.pairs = dict(self._matches)
        self._open = {pair: self.contest.games(pair) for pair in self._round.pairs}
        self._test = None if self.plan.sprt is None else self.plan.sprt.among(len(self._round.pairs))
        if not self.is_plain:
            self.products = None
        count = self._left = self._of_match
        self._most = max(self._open.values(), default=0)
        first = self.plan.deals.start + self._round.number * count
        return range(first, first + count)

    def end(self) -> None:
        """End the round, so that its results count for the next one."""
        assert self._round is not None
        self.played.append((self._round, tuple(Match(pair, found.tally) for pair, found in self._matches.items())))
        self._open = {}

    @property
    def is_plain(self) -> bool:
        """Whether everybody who meets plays all deals, come what may."""
        return self.plan.sprt is None and not self.plan.format.has_rounds

    @property
    def is_whole(self) -> bool:
        """Whether the round is played to its last deal by all: neither a test nor a lead ends it for a pair."""
        return self._test is None and not (self._round is not None and self._round.until_decided)

    @property
    def due(self) -> tuple[Pair, ...]:
        """Who plays the next deal of the round."""
        return tuple(pair for pair in self._open if not self._is_out(pair))

    @property
    def is_open(self) -> bool:
        """Whether the round needs another deal, if only to be forfeited."""
        return bool(self._open)

    @property
    def games_a_deal(self) -> int:
        """How many games the next deal of the round comes to."""
        return sum(self._open.values())

    @property
    def total(self) -> int:
        """How many games there are at most, those counted among them."""
        begun = len(self._matches) + sum(len(matches) for _, matches in self.played)
        later = max(0, self.plan.format.matches(len(self.names)) - begun)
        return self.games + self._left * self.games_a_deal + later * self._of_match * self._most

    @property
    def _of_match(self) -> int:
        """How many deals a match has at most."""
        return len(self.plan.deals) if self._round is None or self._round.deals is None else self._round.deals

    def count(self, deal: int, found: Mapping[Pair, Meeting]) -> tuple[Meeting, ...]:
        """Count the next deal of the round, and return all that counts of it: forfeits too.

        Args:
            deal: The number of the deal.
            found: What was played of it, all that is ``due`` at least.
        """
        counted = tuple(self._counted(deal, pair, found) for pair in self._open)
        for meeting in counted:
            self.pairs.setdefault(meeting.pair, Sum()).add(meeting.results)
            if self._matches[meeting.pair] is not self.pairs[meeting.pair]:
                self._matches[meeting.pair].add(meeting.results)
            for fault in meeting.faults:
                self._blame(fault)
        self._add(counted)
        self.deals += 1
        self._left -= 1
        self.games += self.games_a_deal
        for name in sorted({name for meeting in counted for name in disqualified(meeting)}):
            self.out.setdefault(name, deal)
        self._close(deal)
        return counted

    def count_all(
        self, deals: int, pairs: Mapping[Pair, Tally], entrants: Mapping[str, Tally], products: Products
    ) -> None:
        """Count the next deals of a round that is whole, in which nobody has failed, all at once.

        Args:
            deals: How many deals.
            pairs: What each pair that is ``due`` made of them.
            entrants: The same for each entrant against all others.
            products: The products of their points.
        """
        for pair, tally in pairs.items():
            self.pairs.setdefault(pair, Sum()).plus(tally)
            if self._matches[pair] is not self.pairs[pair]:
                self._matches[pair].plus(tally)
        for name, tally in entrants.items():
            self.entrants[name].plus(tally)
        if self.products is not None:
            self.products += products
        self.deals += deals
        self._left -= deals
        self.games += deals * self.games_a_deal

    def _is_out(self, pair: Pair) -> bool:
        return not self.out.keys().isdisjoint(pair)

    def _counted(self, deal: int, pair: Pair, found: Mapping[Pair, Meeting]) -> Meeting:
        if not self._is_out(pair):
            return found[pair]
        losers = [name for name in pair if name in self.out]
        results = forfeited(pair, losers[0] if len(losers) == 1 else None, self._open[pair])
        return Meeting(deal, pair, tuple(results))

    def _add(self, counted: Sequence[Meeting]) -> None:
        """Add a deal to the sums of each entrant against all others."""
        made: dict[str, list[Result]] = {}
        for meeting in counted:
            first, second = meeting.pair
            made.setdefault(first, []).extend(meeting.results)
            made.setdefault(second, []).extend(result.reverse for result in meeting.results)
        for name, results in made.items():
            self.entrants[name].add(results)
        if self.products is not None:
            halves = [sum(result.halves for result in made[name]) for name in self.names]
            self.products += Products.of(halves)

    def _blame(self, fault: Fault) -> None:
        key = fault.entrant, fault.kind, fault.remedy
        known = self.faults.get(key)
        if known is None:
            self.faults[key] = FaultCount(*key, 1, fault.deal, fault.message)
        else:
            self.faults[key] = attrs.evolve(known, times=known.times + 1)

    def _close(self, deal: int) -> None:
        """Take out the pairs that need no further deal."""
        for pair in tuple(self._open):
            found = self._matches[pair]
            if self._test is not None and is_looked_at(found.deals):
                verdict = self._test.verdict(found.tally)
                if verdict is not None:
                    self.verdicts[pair] = verdict
                    del self._open[pair]
            elif self._is_decided(found, self._open[pair]):
                del self._open[pair]

    def _is_decided(self, found: Sum, games: int) -> bool:
        """Tell whether a match ends early, because the points that are left cannot catch up."""
        if self._round is None or not self._round.until_decided:
            return False
        return abs(found.lead) > games * self._left

    def met(self) -> dict[Pair, Tally]:
        """Return the tallies of the pairs that have met, in the order of entry."""
        met = (pair for pair in combinations(self.names, 2) if pair in self.pairs and self.pairs[pair].deals)
        return {pair: self.pairs[pair].tally for pair in met}


def is_looked_at(deals: int) -> bool:
    """Tell whether a test is looked at after so many deals of a pair: a look takes about as long as a short game."""
    return deals <= 100 or deals % 10 == 0
