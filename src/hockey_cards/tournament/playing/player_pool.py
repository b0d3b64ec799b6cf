"""The pool of a tournament's players, which keeps them from game to game and plays single games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final

import attrs

from hockey_cards.errors import StrategyError
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.match import play
from hockey_cards.rules import Outcome, Seat, Variant
from hockey_cards.shoe import Shoe
from hockey_cards.strategy import Player
from hockey_cards.tournament.entrants import Entrant, members
from hockey_cards.tournament.pairing.fixtures import Fixture
from hockey_cards.tournament.playing.faults import Fault, Policy
from hockey_cards.tournament.playing.seats import LocalPlayer, SeatedPlayer, seat_factory
from hockey_cards.tournament.playing.supervisor import Forfeit, Supervisor

_MAX_KEPT: Final = 16
"""The number of players kept from game to game, each of which may be a process."""

_Key = tuple[str, int, int]
"""An entrant, the number of its member, and the place of the seat on its side."""


@attrs.frozen
class PlayedGame:
    """A game that has been played.

    Args:
        game: The game; if it was forfeited it has not reached its end.
        outcome: Its outcome, which may be a forfeit.
        faults: The faults of its players.
    """

    game: Game[Any, Any, Any]
    outcome: Outcome
    faults: tuple[Fault, ...] = ()


class PlayerPool:
    """The players of a tournament, ready to play its games; closing the pool ends their processes.

    Every seat has a player of its own, which knows nothing of the players in other seats, not even of its partner. A
    game depends only on its fixture and shoe, not on the games before it. Faults that come of time, memory or the
    death of a process are only as reproducible as these are.

    Args:
        variant: The variant.
        entrants: The entrants by name; a text names its player, as for ``play``.
        policy: The policy for the faults of players; by default the first one raises an error.

    Raises:
        UnknownStrategy: If a text names no player.
        HockeyError: If a player must be sent to another process and cannot be.
    """

    def __init__(
        self, variant: Variant[Any, Any, Any], entrants: Mapping[str, Entrant], policy: Policy | None = None
    ) -> None:
        self._variant = variant
        self._policy = policy or Policy()
        self._factories: dict[str, list[Callable[[], SeatedPlayer]]] = {
            name: [seat_factory(name, player, variant, self._policy) for player in members(entrant)]
            for name, entrant in entrants.items()
        }
        self._seated: OrderedDict[_Key, SeatedPlayer] = OrderedDict()

    def play(self, fixture: Fixture, shoe: Shoe) -> PlayedGame:
        """Play a game.

        Raises:
            StrategyError: If a player fails and the policy is to stop; the message names its entrant and the deal.
        """
        seated = [self._seat(fixture, seat) for seat in range(self._variant.rules.seats)]
        if self._policy.always_stops and (players := _local_players(seated)) is not None:
            return self._play_unsupervised(players, fixture, shoe)
        supervisor = Supervisor(self._variant, fixture, shoe, seated, self._policy)
        game: Game[Any, Any, Any] | None = None
        try:
            game = self._play_supervised(supervisor, fixture, shoe)
        except Forfeit as forfeit:
            game = supervisor.game.forfeit(side_of(forfeit.seat))
        finally:
            supervisor.end_game(game)
            self._close_oldest(keep=0 if self._policy.fresh else _MAX_KEPT)
        assert game is not None
        assert game.outcome is not None
        return PlayedGame(game, game.outcome, tuple(supervisor.faults))

    def _play_unsupervised(self, players: Sequence[Player], fixture: Fixture, shoe: Shoe) -> PlayedGame:
        """Play a game whose first fault, if any, ends the tournament."""
        try:
            game = play(self._variant, players, shoe=shoe, seed=fixture.chance, dealer=fixture.dealer)
        except StrategyError as error:
            entrant = fixture.sides[side_of(error.seat)]
            message = f"{entrant}, in deal {fixture.deal}: {error}"
            raise StrategyError(message, error.seat) from (error.__cause__ or error)
        assert game is not None
        assert game.outcome is not None
        return PlayedGame(game, game.outcome)

    def _play_supervised(self, supervisor: Supervisor, fixture: Fixture, shoe: Shoe) -> Game[Any, Any, Any]:
        """Play a game to its end.

        Raises:
            Forfeit: If a player's fault ends the game.
            StrategyError: If it ends the tournament.
        """
        supervisor.start_players()
        try:
            return play(self._variant, supervisor.players, shoe=shoe, dealer=fixture.dealer)
        except StrategyError as error:
            # The turn loop takes the supervisor's exceptions for errors of the player.
            ended = error.__cause__
            if not isinstance(ended, Forfeit | StrategyError):
                raise
        raise ended from ended.__cause__

    def _seat(self, fixture: Fixture, seat: Seat) -> SeatedPlayer:
        """Return the player of a seat, and mark it as the most recently used."""
        side, place = side_of(seat), seat // 2
        name = fixture.sides[side]
        factories = self._factories[name]
        member = (fixture.order[side] + place) % len(factories)
        key = (name, member, place)
        if key not in self._seated:
            self._seated[key] = factories[member]()
        self._seated.move_to_end(key)
        return self._seated[key]

    def _close_oldest(self, keep: int) -> None:
        """Close the least recently used players."""
        while len(self._seated) > keep:
            self._seated.popitem(last=False)[1].close()

    def close(self) -> None:
        """End the players' processes; each has a moment to end by itself."""
        for player in self._seated.values():
            player.request_exit()
        self._close_oldest(keep=0)

    def __enter__(self) -> PlayerPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _local_players(seated: Sequence[SeatedPlayer]) -> list[Player] | None:
    """Return the players if all of them are in this process."""
    local = [each.player for each in seated if isinstance(each, LocalPlayer)]
    return local if len(local) == len(seated) else None
