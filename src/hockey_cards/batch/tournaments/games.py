"""The games of a fast tournament: which games of which batches a deal consists of, and blocks of deals on threads.

In a batch the same seat deals first in all games, so a tournament has one batch for each seat. With n seats, deal d is
game d // n of the batch of dealer d % n, whose seed is ``derive(seed, "fast", dealer)``. The random numbers of a game
depend on its seed and number alone, not on the players: so all games of a deal have the same packs, and their players
choose by the same random numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import Any, Final, cast

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array, Lineup
from hockey_cards.batch.kernels import Kernel, kernel_of
from hockey_cards.batch.players import Player, PlayerFunction, Scoring
from hockey_cards.batch.results import Batch
from hockey_cards.batch.rng import key_of
from hockey_cards.errors import HockeyError, StrategyError, UnknownStrategy
from hockey_cards.events import side_of
from hockey_cards.rules import Seat, Variant
from hockey_cards.shoe import derive
from hockey_cards.tournament.entrants import Entrant, Pair, Team, members
from hockey_cards.tournament.pairing.fixtures import games_of

CompiledEntrant = Player | Team
"""An entrant of a fast tournament: a player of ``simulate``, or, on tables of four seats or more, a team of two."""

Seating = tuple[Pair, tuple[int, int]]
"""The entrant of each side, and for each side the member of its team that takes the first seat."""

_AHEAD: Final = 2
"""The number of blocks in progress, so that games are played while others are counted."""


@attrs.frozen(eq=False)
class DealBlock:
    """The results of consecutive deals.

    Args:
        deals: The numbers of the deals.
        boards: By pair the final scores, with that of the first of the two first: 64-bit integers, (games of a deal in
            the order of ``fixtures``, deals, 2).
    """

    deals: range
    boards: Mapping[Pair, Array]


@attrs.frozen(eq=False)
class DealPlayer:
    """The kernels and compiled players of a tournament, which play its deals.

    Args:
        variant: The variant.
        seed: The seed of the tournament, as 32 bytes.
        players: By entrant its members.
        kernels: The kernel of the variant by the seat that deals first.
    """

    variant: Variant[Any, Any, Any]
    seed: bytes
    players: Mapping[str, tuple[Player, ...]]
    kernels: tuple[Kernel, ...]
    _lineups: dict[Seating, Lineup | None] = attrs.field(factory=dict["Seating", "Lineup | None"], init=False)

    @classmethod
    def of(cls, variant: Variant[Any, Any, Any], entrants: Mapping[str, CompiledEntrant], seed: bytes) -> DealPlayer:
        """Compile the players of a tournament.

        Raises:
            VariantError: If the variant has no kernel.
            UnknownStrategy: If some entrants have no compiled form; the message names all of them.
        """
        kernels = tuple(kernel_of(variant, dealer) for dealer in range(variant.rules.seats))
        players = {name: cast("tuple[Player, ...]", members(cast("Any", each))) for name, each in entrants.items()}
        _check(players, kernels[0])
        return cls(variant, seed, players, kernels)

    def placeholders(self) -> dict[str, Entrant]:
        """Return placeholders for the entrants, which have as many games in a deal as these."""
        return {name: Team(*map(str, _places(each))) if len(each) > 1 else "" for name, each in self.players.items()}

    def blocks(self, spans: Iterable[range], pairs: Iterable[tuple[Pair, ...]], pool: Executor) -> Iterator[DealBlock]:
        """Play blocks of deals on threads, and yield their results in order.

        Args:
            spans: The numbers of the deals of each block.
            pairs: The pairs that play each block, read when it is about to be played.
            pool: The threads.
        """
        waiting: deque[_PendingBlock] = deque()
        for deals, met in zip(spans, pairs, strict=False):
            waiting.append(self._begin(deals, met, pool))
            if len(waiting) >= _AHEAD:
                yield waiting.popleft().block()
        while waiting:
            yield waiting.popleft().block()

    def _begin(self, deals: range, pairs: Sequence[Pair], pool: Executor) -> _PendingBlock:
        entrants = self.placeholders()
        games = {pair: _seatings(entrants, pair) for pair in pairs}
        seatings = [seating for each in games.values() for seating in each]
        for seating in seatings:
            self._lineup(seating)
        return _PendingBlock(
            deals,
            games,
            {
                (seating, dealer): pool.submit(self.batch, seating, dealer, self._numbers(deals, dealer))
                for seating in seatings
                for dealer in range(self._seats)
            },
        )

    def _numbers(self, deals: range, dealer: Seat) -> range:
        """Return the numbers that some deals have in the batch of a dealer."""
        start, stop = (-(-(end - dealer) // self._seats) for end in (deals.start, deals.stop))
        return range(start, stop)

    def batch(self, seating: Seating, dealer: Seat, numbers: range) -> Batch:
        """Play games of the batch of a dealer."""
        kernel, seed = self.kernels[dealer], derive(self.seed, "fast", dealer)
        results = kernel.results(len(numbers))
        kernel.play(key_of(seed), self._lineup(seating), None, numbers.start, results)
        return Batch(self.variant, self._entered(seating), self._seated(seating), seed, dealer, numbers.start, results)

    def _lineup(self, seating: Seating) -> Lineup | None:
        if seating not in self._lineups:
            kernel = self.kernels[0]
            found = kernel.lineup(self._seated(seating))
            kernel.play((0, 0), found, None, 0, kernel.results(0))  # compiles once, before the threads start
            self._lineups[seating] = found
        return self._lineups[seating]

    def _seated(self, seating: Seating) -> tuple[Scoring | PlayerFunction, ...]:
        return self.kernels[0].seat_players(self._entered(seating))

    def _entered(self, seating: Seating) -> tuple[Player, ...]:
        """Return the player of each seat in the form in which it entered."""
        sides, order = seating
        return tuple(
            _member(self.players[sides[side_of(seat)]], order[side_of(seat)] + seat // 2) for seat in range(self._seats)
        )

    @property
    def _seats(self) -> int:
        return len(self.kernels)


@attrs.frozen(eq=False)
class _PendingBlock:
    """A block in progress: the batches that it consists of."""

    deals: range
    games: Mapping[Pair, Sequence[Seating]]
    batches: Mapping[tuple[Seating, Seat], Future[Batch]]

    def block(self) -> DealBlock:
        """Wait for the batches, and return their results."""
        return DealBlock(self.deals, {pair: self._boards(pair) for pair in self.games})

    def _boards(self, pair: Pair) -> Array:
        boards = np.empty((len(self.games[pair]), len(self.deals), 2), np.int64)
        seats = len(self.batches) // sum(map(len, self.games.values()))
        for game, seating in enumerate(self.games[pair]):
            swapped = seating[0] != pair
            for dealer in range(seats):
                score = self.batches[seating, dealer].result().score
                boards[game, (dealer - self.deals.start) % seats :: seats] = score[:, ::-1] if swapped else score
        return boards


def _seatings(entrants: Mapping[str, Entrant], pair: Pair) -> tuple[Seating, ...]:
    return tuple((sides, order) for sides, order, _ in games_of(pair, entrants))


def _member(team: Sequence[Player], place: int) -> Player:
    return team[place % len(team)]


def _places(team: Sequence[Player]) -> list[int]:
    """Return for each member the place of the first member that is equal to it."""
    return [team.index(player) for player in team]


def _check(players: Mapping[str, Sequence[Player]], kernel: Kernel) -> None:
    """Check that all players have a compiled form.

    Raises:
        UnknownStrategy: If some have none; the message names all of them.
    """
    refused: dict[str, HockeyError] = {}
    for name, team in players.items():
        for player in team:
            try:
                kernel.full_lineup(kernel.seat_players([player] * 2))
            except (StrategyError, UnknownStrategy) as error:
                refused.setdefault(name, error)
    if refused:
        names = " and ".join(_with_reason(name, error) for name, error in refused.items())
        known = f"{', '.join(kernel.players)}, a Scoring, or a function that numba can compile"
        _, cause = refused.popitem()
        raise UnknownStrategy(f"{names} cannot be played in compiled code: give {known}") from cause


def _with_reason(name: str, error: HockeyError) -> str:
    """Return a name, and for a function the first line of the compiler's error."""
    reason = str(error.__cause__ or "").partition("\n")[0]
    return f"{name} ({reason})" if reason else name
