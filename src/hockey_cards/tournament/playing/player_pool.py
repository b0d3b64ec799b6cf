"""Where a game of a tournament is played: who sits where, and what is done when a player fails."""

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
from hockey_cards.tournament.playing.seats import Chair, Here, chair_for
from hockey_cards.tournament.playing.supervisor import Forfeit, Guard

_KEPT: Final = 16
"""So many chairs are kept from game to game: each may be a process."""

_Place = tuple[str, int, int]
"""An entrant, the number of its member, and the place of the seat on its side."""


@attrs.frozen
class Bout:
    """A game that has been played.

    Args:
        game: The game; one that was forfeited has not come to its end.
        outcome: What it came to, a forfeit too.
        faults: What went wrong in it.
    """

    game: Game[Any, Any, Any]
    outcome: Outcome
    faults: tuple[Fault, ...] = ()


class Arena:
    """The players of a contest, ready to play its games; it ends their processes when it is closed.

    Every seat has a player of its own, which knows nothing of those at other seats, its partners' among them. A game
    depends on its fixture and shoe alone, and not on what was played before; a fault that comes of time, memory or
    a process's death is as reproducible as these.

    Args:
        variant: What is played.
        entrants: The entrants by name; a text stands for the player of that name.
        policy: What is done about a player that fails; by default that is the end.

    Raises:
        UnknownStrategy: If there is no player of a name.
        HockeyError: If a player cannot be sent to another process, and is to be.
    """

    def __init__(
        self, variant: Variant[Any, Any, Any], entrants: Mapping[str, Entrant], policy: Policy | None = None
    ) -> None:
        self._variant = variant
        self._policy = policy or Policy()
        self._makers: dict[str, list[Callable[[], Chair]]] = {
            name: [chair_for(name, player, variant, self._policy) for player in members(entrant)]
            for name, entrant in entrants.items()
        }
        self._chairs: OrderedDict[_Place, Chair] = OrderedDict()

    def play(self, fixture: Fixture, shoe: Shoe) -> Bout:
        """Play a game.

        Raises:
            StrategyError: If a player fails, and the policy is to stop then; the message names its entrant and deal.
        """
        chairs = [self._chair(fixture, seat) for seat in range(self._variant.rules.seats)]
        if self._policy.only_stops and (players := _here(chairs)) is not None:
            return self._plain(players, fixture, shoe)
        guard = Guard(self._variant, fixture, shoe, chairs, self._policy)
        try:
            game = self._played(guard, fixture, shoe)
        except Forfeit as forfeit:
            game = guard.game.forfeit(side_of(forfeit.seat))
        finally:
            guard.leave()
            self._tidy(kept=0 if self._policy.fresh else _KEPT)
        assert game.outcome is not None
        return Bout(game, game.outcome, tuple(guard.faults))

    def _plain(self, players: Sequence[Player], fixture: Fixture, shoe: Shoe) -> Bout:
        """Play a game that nothing has to be kept of but its end."""
        try:
            game = play(self._variant, players, shoe=shoe, seed=fixture.chance, dealer=fixture.dealer)
        except StrategyError as error:
            entrant = fixture.sides[side_of(error.seat)]
            message = f"{entrant}, in deal {fixture.deal}: {error}"
            raise StrategyError(message, error.seat) from (error.__cause__ or error)
        assert game.outcome is not None
        return Bout(game, game.outcome)

    def _played(self, guard: Guard, fixture: Fixture, shoe: Shoe) -> Game[Any, Any, Any]:
        """Play a game to its end.

        Raises:
            Forfeit: If a player's failure is the end of the game.
            StrategyError: If it is the end of the tournament.
        """
        guard.sit()
        try:
            return play(self._variant, guard.players, shoe=shoe, dealer=fixture.dealer)
        except StrategyError as error:
            # The loop takes what ends the game for an error of the player that it asked.
            ended = error.__cause__
            if not isinstance(ended, Forfeit | StrategyError):
                raise
        raise ended from ended.__cause__

    def _chair(self, fixture: Fixture, seat: Seat) -> Chair:
        """Return the chair of a seat, the one that was used longest ago last in line."""
        side, place = side_of(seat), seat // 2
        name = fixture.sides[side]
        makers = self._makers[name]
        member = (fixture.order[side] + place) % len(makers)
        key = (name, member, place)
        if key not in self._chairs:
            self._chairs[key] = makers[member]()
        self._chairs.move_to_end(key)
        return self._chairs[key]

    def _tidy(self, kept: int) -> None:
        """Close the chairs that were used longest ago."""
        while len(self._chairs) > kept:
            self._chairs.popitem(last=False)[1].close()

    def close(self) -> None:
        """End the players' processes: each has a moment to do so by itself."""
        for chair in self._chairs.values():
            chair.request_exit()
        self._tidy(kept=0)

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _here(chairs: Sequence[Chair]) -> list[Player] | None:
    """Return the players if all of them sit in this process."""
    here = [chair.player for chair in chairs if isinstance(chair, Here)]
    return here if len(here) == len(chairs) else None
