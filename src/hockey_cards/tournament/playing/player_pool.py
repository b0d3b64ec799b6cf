"""The pool of a tournament's players, which keeps them from game to game and plays single games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final

import attrs

from hockey_cards.errors import HockeyError, StrategyError
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.match import play
from hockey_cards.process.failure import PlayerFailure
from hockey_cards.rules import Ending, Outcome, Seat, Variant
from hockey_cards.shoe import Seeded, Shoe
from hockey_cards.strategy import Player
from hockey_cards.tournament.entrants import Entrant, Team, member_name, members
from hockey_cards.tournament.pairing.fixtures import Fixture
from hockey_cards.tournament.playing.faults import Fault, Policy
from hockey_cards.tournament.playing.seats import LocalPlayer, SeatedPlayer, may_tamper, seat_factory
from hockey_cards.tournament.playing.supervisor import Forfeit, Supervisor
from hockey_cards.tournament.playing.tampering import Guard

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
        self._entrants = entrants
        self._guard = None if self._policy.always_stops else Guard()
        self._factories: dict[str, list[Callable[[], SeatedPlayer]]] = {
            name: [seat_factory(name, player, variant, self._policy, self._guard) for player in members(entrant)]
            for name, entrant in entrants.items()
        }
        self._seated: OrderedDict[_Key, SeatedPlayer] = OrderedDict()

    def load(self) -> None:
        """Load all players in their processes, so that what cannot be loaded is found before any game.

        A player that is named by a module or file is loaded by its first game, because a failure is its own fault.

        Raises:
            HockeyError: If a player that was sent to a process cannot be loaded there.
        """
        for name, factories in self._factories.items():
            for member, factory in enumerate(factories):
                player = self._seated[name, member, 0] = factory()
                try:
                    player.load()
                except PlayerFailure as failure:
                    last = failure.traceback.strip().splitlines()[-1:]
                    detail = f": {last[0]:.200}" if last else ""
                    raise HockeyError(
                        f"{name} cannot be loaded in a process of its own, where it {failure}{detail}; define it at "
                        'the top of a module, and start the games of a script under if __name__ == "__main__"'
                    ) from failure
                self._close_oldest(keep=_MAX_KEPT)

    def play(self, fixture: Fixture, shoe: Shoe) -> PlayedGame:
        """Play a game.

        Raises:
            StrategyError: If a player fails and the policy is to stop; the message names its entrant and the deal.
        """
        if self._policy.always_stops and (players := _local_players(self._seats(fixture))) is not None:
            return self._play_unsupervised(players, fixture, shoe)
        if self._guard is None:
            return self._play_supervised(fixture, shoe)
        try:
            return self._play_guarded(self._guard, fixture, shoe)
        finally:
            self._guard.end_game()

    def _play_guarded(self, guard: Guard, fixture: Fixture, shoe: Shoe) -> PlayedGame:
        """Play a game, and again under closer watch if something was changed in it that belongs to the game."""
        played = self._play_supervised(fixture, shoe)
        if not guard.changed_anywhere():
            return played
        guard.is_thorough = True
        try:
            again = self._play_supervised(fixture, shoe)
        finally:
            guard.is_thorough = False
        return again if any(fault.kind == "tampering" for fault in again.faults) else self._void(fixture, again)

    def _void(self, fixture: Fixture, played: PlayedGame) -> PlayedGame:
        """Return a game in which a player has changed what belongs to the game, but did not do it again when watched.

        If only one side can have done it, that side forfeits. Otherwise the game is void, and both sides are blamed.

        Raises:
            StrategyError: If the policy is to stop.
        """
        seats = [seat for seat, player in enumerate(self._seats(fixture)) if may_tamper(player)]
        supervisor = self._supervisor(fixture, Seeded(fixture.seed, self._variant.rules.deck))
        sides = sorted({side_of(seat) for seat in seats})
        for side in sides:
            supervisor.blame_tampering(side, is_proven=len(sides) == 1)
        outcome = Outcome(None, Ending.DRAW, (0, 0))
        if len(sides) == 1:
            outcome = Outcome(1 - sides[0], Ending.FORFEIT, played.game.score)
        return PlayedGame(played.game, outcome, (*played.faults, *supervisor.faults))

    def _supervisor(self, fixture: Fixture, shoe: Shoe) -> Supervisor:
        seats = range(self._variant.rules.seats)
        names = [self._member_name(fixture, seat) for seat in seats]
        return Supervisor(self._variant, fixture, shoe, self._seats(fixture), self._policy, names)

    def _play_supervised(self, fixture: Fixture, shoe: Shoe) -> PlayedGame:
        """Play a game whose players may fail."""
        supervisor = self._supervisor(fixture, shoe)
        game: Game[Any, Any, Any] | None = None
        try:
            game = self._play_to_the_end(supervisor, fixture, shoe)
        except Forfeit as forfeit:
            game = supervisor.game.forfeit(side_of(forfeit.seat))
        finally:
            supervisor.end_game(game)
            self._close_oldest(keep=_MAX_KEPT)
        assert game is not None
        assert game.outcome is not None
        return PlayedGame(game, game.outcome, tuple(supervisor.faults))

    def _play_unsupervised(self, players: Sequence[Player], fixture: Fixture, shoe: Shoe) -> PlayedGame:
        """Play a game whose first fault, if any, ends the tournament."""
        try:
            game = play(self._variant, players, shoe=shoe, seed=fixture.chance, dealer=fixture.dealer)
        except StrategyError as error:
            entrant = fixture.sides[side_of(error.seat)]
            member = self._member_name(fixture, error.seat)
            message = f"{entrant}{member}, in deal {fixture.deal}: {error}"
            raise StrategyError(message, error.seat) from (error.__cause__ or error)
        assert game is not None
        assert game.outcome is not None
        return PlayedGame(game, game.outcome)

    def _play_to_the_end(self, supervisor: Supervisor, fixture: Fixture, shoe: Shoe) -> Game[Any, Any, Any]:
        """Play a game with the players of its supervisor.

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

    def _seats(self, fixture: Fixture) -> list[SeatedPlayer]:
        return [self._seat(fixture, seat) for seat in range(self._variant.rules.seats)]

    def _member(self, fixture: Fixture, seat: Seat) -> tuple[str, int]:
        """Return the entrant that plays a seat, and the number of its member there."""
        side, place = side_of(seat), seat // 2
        name = fixture.sides[side]
        return name, (fixture.order[side] + place) % len(self._factories[name])

    def _member_name(self, fixture: Fixture, seat: Seat) -> str:
        """Return the name of the member of a team that plays a seat, in brackets; empty for a single player."""
        name, member = self._member(fixture, seat)
        entrant = self._entrants[name]
        return f" ({member_name(entrant, member)})" if isinstance(entrant, Team) else ""

    def _seat(self, fixture: Fixture, seat: Seat) -> SeatedPlayer:
        """Return the player of a seat, and mark it as the most recently used."""
        name, member = self._member(fixture, seat)
        factories = self._factories[name]
        key = (name, member, seat // 2)
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
