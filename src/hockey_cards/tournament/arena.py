"""Where a game of a tournament is played: who sits where, and what is done when a player fails."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

import attrs

from hockey_cards.errors import StrategyError
from hockey_cards.game import Game
from hockey_cards.match import play
from hockey_cards.rules import Outcome, Variant
from hockey_cards.shoe import Shoe
from hockey_cards.strategies import strategy
from hockey_cards.strategy import Player
from hockey_cards.tournament.fixtures import Fixture
from hockey_cards.tournament.policy import Fault, Policy


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
    """The players of a contest, ready to play its games; it ends their processes when it is closed."""

    def __init__(
        self, variant: Variant[Any, Any, Any], entrants: Mapping[str, Player | str], policy: Policy | None = None
    ) -> None:
        self._variant = variant
        self._policy = policy or Policy()
        self._players = {name: strategy(each) if isinstance(each, str) else each for name, each in entrants.items()}

    def play(self, fixture: Fixture, shoe: Shoe) -> Bout:
        """Play a game.

        Raises:
            StrategyError: If a player fails, and the policy is to stop then; the message names its entrant and the deal.
        """
        players = [self._players[name] for name in fixture.sides]
        try:
            game = play(self._variant, players, shoe=shoe, seed=fixture.chance, dealer=fixture.dealer)
        except StrategyError as error:
            entrant = fixture.sides[error.seat % 2]
            raise StrategyError(f"{entrant}, in deal {fixture.deal}: {error}", error.seat) from error
        assert game.outcome is not None
        return Bout(game, game.outcome)

    def close(self) -> None:
        """End the players' processes."""

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
