"""Kernels: variants as compiled code plays them, and the players that they are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import Array, Lineup, Recording, ResultArrays, TableGames, TimeStep, Word
from hockey_cards.batch.compiled.jit import address_of
from hockey_cards.batch.families import batch_family_names, batch_family_of
from hockey_cards.batch.players import RANDOM, Player, PlayerFunction, Scoring
from hockey_cards.batch.rng import BatchShoe
from hockey_cards.errors import SeatError, StrategyError, UnknownStrategy, VariantError, brief
from hockey_cards.rules import Move, Seat, Variant, import_reference

Key = tuple[int, int]
"""The key of a batch."""
Play = Callable[[Key, Lineup | None, Recording | None, int, ResultArrays], None]
"""Play games from a number on, as many as the results have rows; without a lineup all players play at random."""
Step = Callable[[Key, Any, Array | None, Lineup | None, TimeStep, tuple[int, int]], None]
"""Make a move in each of the games at a table from one row up to another, and then those of the compiled players.

A move is legal, or -1 to forfeit the game. Without moves, these games are dealt. Without a lineup, learners have all
seats.
"""


@attrs.frozen
class Kernel:
    """A variant with a given first dealer, as compiled code plays it.

    Args:
        seats: The number of seats.
        regular_periods: The number of periods without overtimes.
        max_periods: The number of periods with all overtimes.
        is_opener_fixed: Whether the same seat moves first in every game, whatever cards are dealt.
        moves: The moves of the engine in the order of their numbers.
        players: The players that have a name.
        example: Arguments of the types that player functions are called with.
        tabulate: Returns the values of a scoring as an array.
        play: Plays games.
        games: Returns empty arrays for a number of games at a table.
        step: Plays one move in games at a table.
        inlined: The player functions that are compiled into the kernel, with the numbers that it knows them by.
        reference_player: Seats a player in one game of a batch, as a strategy of the engine that makes the same moves.
    """

    seats: int
    regular_periods: int
    max_periods: int
    is_opener_fixed: bool
    moves: tuple[Move, ...]
    players: Mapping[str, Scoring | PlayerFunction]
    example: tuple[Any, ...]
    tabulate: Callable[[Scoring], Array]
    play: Play
    games: Callable[[int], TableGames]
    step: Step
    reference_player: Callable[[Scoring | PlayerFunction, BatchShoe], Callable[[Any], Any]]
    inlined: Mapping[PlayerFunction, int] = attrs.field(factory=dict[PlayerFunction, int])

    def results(self, games: int) -> ResultArrays:
        """Return empty arrays for the results of a number of games."""
        return ResultArrays.empty(games, min(self.regular_periods + 1, self.max_periods))

    def seat_players(self, players: Sequence[Player]) -> tuple[Scoring | PlayerFunction, ...]:
        """Return the player of each seat, given one per side or one per seat; names are looked up.

        Raises:
            SeatError: If there is neither one player per side nor one per seat.
            UnknownStrategy: If no player has a given name.
            StrategyError: If a value is not a player.
        """
        if isinstance(players, str) or len(players) not in (2, self.seats):
            raise SeatError(f"{len(players)} players for {self.seats} seats: give one per side or one per seat")
        return tuple(self._known(players[seat % len(players)], seat) for seat in range(self.seats))

    def open_lineup(self, players: Sequence[Player | None]) -> Lineup | None:
        """Return the players of the seats at a table, None for learners; None if learners have all seats.

        Raises:
            SeatError: If there is neither one player per side nor one per seat, or no learner.
            UnknownStrategy: If no player has a given name.
            StrategyError: If a value is not a player, or a function cannot be compiled.
        """
        seated = self.seat_players([RANDOM if player is None else player for player in players])
        is_open = [players[seat % len(players)] is None for seat in range(self.seats)]
        if not any(is_open):
            raise SeatError("a table needs a learner: give None for its side or seat, or use simulate")
        if all(is_open):
            return None
        lineup = self.full_lineup(seated)
        lineup.seats[is_open] = -1
        return lineup

    def lineup(self, players: Sequence[Scoring | PlayerFunction]) -> Lineup | None:
        """Return the players of the seats as a kernel takes them; None if all of them play at random.

        Raises:
            StrategyError: If a function cannot be compiled.
        """
        return None if all(player == RANDOM for player in players) else self.full_lineup(players)

    def full_lineup(self, players: Sequence[Scoring | PlayerFunction]) -> Lineup:
        """Return the players of the seats as a kernel that records games takes them.

        Raises:
            StrategyError: If a function cannot be compiled.
        """
        different = list(dict.fromkeys(players))
        return Lineup(
            scores=np.array([self.tabulate(each if isinstance(each, Scoring) else RANDOM) for each in different]),
            functions=np.array([self._address(each, players.index(each)) for each in different]),
            seats=np.array([different.index(player) for player in players]),
        )

    def _known(self, player: Player, seat: int) -> Scoring | PlayerFunction:
        if isinstance(player, str):
            if player not in self.players:
                names = ", ".join(self.players)
                raise UnknownStrategy(f"there is no player {player!r}: the compiled players are {names}")
            return self.players[player]
        if not isinstance(player, Scoring) and not callable(player):
            kind = type(player).__name__
            raise StrategyError(f"the player of seat {seat} is a {kind}: give a name, a Scoring or a function", seat)
        return player

    def _address(self, player: Scoring | PlayerFunction, seat: int) -> int:
        if isinstance(player, Scoring):
            return 0
        if player in self.inlined:
            return self.inlined[player]
        try:
            return address_of(player, self.example, keep=player in self.players.values())
        except TypeError as error:
            raise StrategyError(f"the function of seat {seat} is not a player: {error}", seat) from error


def kernel_of(variant: Variant[Any, Any, Any], dealer: Seat) -> Kernel:
    """Return the kernel of a variant.

    Raises:
        VariantError: If the family of the variant has no kernels.
        SeatError: If there is no such dealer.
    """
    rules = variant.rules
    if type(dealer) is not int or not 0 <= dealer < rules.seats:
        raise SeatError(f"there is no seat {brief(dealer)} to deal: give 0 to {rules.seats - 1}")
    family = batch_family_of(rules)
    if family is None or family.kernel is None:
        names = batch_family_names(compiled=True)
        raise VariantError([f"{variant.key} cannot be played in batches: only games of {names} can"])
    made: Kernel = import_reference(family.kernel)(rules, dealer)
    return made


def words_of_key(key: Key) -> tuple[Word, Word]:
    """Return the key of a batch as a kernel takes it."""
    return np.uint64(key[0]), np.uint64(key[1])
