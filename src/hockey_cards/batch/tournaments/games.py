"""The deals of a tournament in a kernel: which games of which batches they are, and where they are played.

In a batch the same seat deals first in all games, so a tournament has one for each seat. With n seats, deal d is game
d // n of the batch of dealer d % n, whose seed is ``derive(seed, "fast", dealer)``. The random numbers of a game go by
its seed and number alone, and not by who plays: so all games of a deal have the packs of one shoe, and the numbers that
players choose by are the same ones too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, cast

import attrs
import numpy as np

from hockey_cards.batch.arrays import Array, Cast
from hockey_cards.batch.families import Tabled, tabled_of
from hockey_cards.batch.players import RANDOM, Player, Scoring, Value, cast_of, seated
from hockey_cards.batch.results import Batch
from hockey_cards.batch.rng import key_of
from hockey_cards.errors import HockeyError, StrategyError, UnknownStrategy
from hockey_cards.events import side_of
from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import derive
from hockey_cards.tournament.entrants import Team, members
from hockey_cards.tournament.pairing.fixtures import Pair, games_of
from hockey_cards.tournament.playing.play_deal import Contest

Entrant = Player | Team
"""Whoever can enter a fast tournament: a player of ``simulate``, or a team of two, on tables of four seats or more."""

Seating = tuple[Pair, tuple[int, int]]
"""The entrant of each side, and for each side which member of its team takes the first seat."""

_AHEAD: Final = 2
"""How many blocks are under way, so that games are played while others are counted."""


@attrs.frozen(eq=False)
class Stretch:
    """What came of some deals.

    Args:
        deals: Their numbers.
        boards: By pair the boards at the end as the first sees them, its own and the other's: whole numbers of 64 bits,
            (games of a deal in the order of ``fixtures``, deals, 2).
    """

    deals: range
    boards: Mapping[Pair, Array]


@attrs.frozen(eq=False)
class Court:
    """The compiled players of a tournament, ready to play its deals.

    Args:
        variant: What is played.
        seed: The seed of the tournament, as 32 bytes.
        players: For each entrant its members.
        tables: The variant, by the seat that deals first.
    """

    variant: Variant[Any, Any, Any]
    seed: bytes
    players: Mapping[str, tuple[Player, ...]]
    tables: tuple[Tabled, ...]
    _casts: dict[Seating, Cast | None] = attrs.field(factory=dict["Seating", "Cast | None"], init=False)

    @classmethod
    def of(cls, variant: Variant[Any, Any, Any], entrants: Mapping[str, Entrant], seed: bytes) -> Court:
        """Compile the players.

        Raises:
            VariantError: If the variant has no kernel.
            UnknownStrategy: If some entrants have no compiled form; names all of them.
        """
        tables = tuple(tabled_of(variant, dealer) for dealer in range(variant.rules.seats))
        players = {name: cast("tuple[Player, ...]", members(cast("Any", each))) for name, each in entrants.items()}
        _check(players, tables[0])
        return cls(variant, seed, players, tables)

    def contest(self) -> Contest:
        """Return the tournament as its ledger knows it, which asks of the entrants only how many games they play."""
        known = {name: Team(*map(str, _places(each))) if len(each) > 1 else "" for name, each in self.players.items()}
        return Contest(self.variant, known, self.seed)

    def blocks(
        self, contest: Contest, spans: Iterable[range], pairs: Iterable[tuple[Pair, ...]], pool: ThreadPoolExecutor
    ) -> Iterator[Stretch]:
        """Play blocks of deals on threads, and yield what came of them, in order.

        Args:
            contest: The tournament.
            spans: The numbers of the deals of each block.
            pairs: For each block who meets whom, asked for when it is about to be played.
            pool: The threads.
        """
        waiting: deque[_Pending] = deque()
        for deals, met in zip(spans, pairs, strict=False):
            waiting.append(self._begun(contest, deals, met, pool))
            if len(waiting) >= _AHEAD:
                yield waiting.popleft().block()
        while waiting:
            yield waiting.popleft().block()

    def _begun(self, contest: Contest, deals: range, pairs: Sequence[Pair], pool: ThreadPoolExecutor) -> _Pending:
        games = {pair: _seatings(contest, pair) for pair in pairs}
        seatings = [seating for each in games.values() for seating in each]
        for seating in seatings:
            self._cast(seating)
        return _Pending(
            deals,
            games,
            {
                (seating, dealer): pool.submit(self.batch, seating, dealer, self._numbers(deals, dealer))
                for seating in seatings
                for dealer in range(len(self.tables))
            },
        )

    def _numbers(self, deals: range, dealer: Seat) -> range:
        """Return which games of the batch of a dealer some deals are."""
        start, stop = (-(-(end - dealer) // len(self.tables)) for end in (deals.start, deals.stop))
        return range(start, stop)

    def batch(self, seating: Seating, dealer: Seat, numbers: range) -> Batch:
        """Play games of the batch of a dealer."""
        tabled, seed = self.tables[dealer], derive(self.seed, "fast", dealer)
        room = tabled.room(len(numbers))
        tabled.play(key_of(seed), self._cast(seating), None, numbers.start, room)
        return Batch(self.variant, self._seated(seating), self._known(seating), seed, dealer, numbers.start, room)

    def _cast(self, seating: Seating) -> Cast | None:
        if seating not in self._casts:
            known = self._known(seating)
            at_random = all(player == RANDOM for player in known)
            found = None if at_random else cast_of(known, self.tables[0])
            self.tables[0].play((0, 0), found, None, 0, self.tables[0].room(0))  # compiles, before every thread does
            self._casts[seating] = found
        return self._casts[seating]

    def _known(self, seating: Seating) -> tuple[Scoring | Value, ...]:
        return seated(self._seated(seating), self.tables[0])

    def _seated(self, seating: Seating) -> tuple[Player, ...]:
        """Return the player of each seat, as it entered."""
        sides, order = seating
        return tuple(
            _member(self.players[sides[side_of(seat)]], order[side_of(seat)] + seat // 2) for seat in range(self._seats)
        )

    @property
    def _seats(self) -> int:
        return len(self.tables)


@attrs.frozen(eq=False)
class _Pending:
    """A block under way: the batches that it is made of."""

    deals: range
    games: Mapping[Pair, Sequence[Seating]]
    batches: Mapping[tuple[Seating, Seat], Future[Batch]]

    def block(self) -> Stretch:
        """Wait for the end of it."""
        return Stretch(self.deals, {pair: self._boards(pair) for pair in self.games})

    def _boards(self, pair: Pair) -> Array:
        boards = np.empty((len(self.games[pair]), len(self.deals), 2), np.int64)
        seats = len(self.batches) // sum(map(len, self.games.values()))
        for game, seating in enumerate(self.games[pair]):
            swapped = seating[0] != pair
            for dealer in range(seats):
                score = self.batches[seating, dealer].result().score
                boards[game, (dealer - self.deals.start) % seats :: seats] = score[:, ::-1] if swapped else score
        return boards


def _seatings(contest: Contest, pair: Pair) -> tuple[Seating, ...]:
    return tuple((sides, order) for sides, order, _ in games_of(pair, contest.entrants))


def _member(team: Sequence[Player], place: int) -> Player:
    return team[place % len(team)]


def _places(team: Sequence[Player]) -> list[int]:
    """Return for each member the place of the first that is equal to it."""
    return [team.index(player) for player in team]


def _check(players: Mapping[str, Sequence[Player]], tabled: Tabled) -> None:
    """Refuse who has no compiled form, all of them at once.

    Raises:
        UnknownStrategy: If there are some.
    """
    refused: dict[str, HockeyError] = {}
    for name, team in players.items():
        for player in team:
            try:
                cast_of(seated([player] * 2, tabled), tabled)
            except (StrategyError, UnknownStrategy) as error:
                refused.setdefault(name, error)
    if refused:
        named = " and ".join(_told(name, error) for name, error in refused.items())
        there = f"{', '.join(tabled.named)}, scorings, and functions that numba can compile"
        raise UnknownStrategy(f"{named} cannot play in a kernel: the players there are {there}") from refused.popitem()[
            1
        ]


def _told(name: str, error: HockeyError) -> str:
    """Return a name, and if it is of a function what the compiler says of that, in a line."""
    reason = str(error.__cause__ or "").partition("\n")[0]
    return f"{name} ({reason})" if reason else name
