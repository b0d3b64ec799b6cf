"""A game in which players may fail: who is asked again, what is done for whom, and who is blamed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final, Literal, TypeVar

from hockey_cards.errors import StrategyError
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.process.failure import PlayerFailure
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.shoe import Shoe, derive
from hockey_cards.tournament.pairing.fixtures import Fixture
from hockey_cards.tournament.playing.faults import Fault, Policy, Remedy
from hockey_cards.tournament.playing.seats import Chair

T = TypeVar("T")

_PATIENCE: Final = 3
"""After so many moves that chance has made for a player in a game, it is not asked again in that game."""


class Forfeit(Exception):
    """A game that ends because a player failed.

    Args:
        seat: The seat of that player.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} forfeits")
        self.seat = seat


class Guard:
    """One game of a tournament, between its players and the turn loop.

    Args:
        variant: What is played.
        fixture: The game.
        shoe: Where the packs come from.
        chairs: Where the player of each seat sits.
        policy: What is done about a player that fails.
    """

    def __init__(
        self,
        variant: Variant[Any, Any, Any],
        fixture: Fixture,
        shoe: Shoe,
        chairs: Sequence[Chair],
        policy: Policy,
    ) -> None:
        self._fixture = fixture
        self._chairs = chairs
        self._policy = policy
        self._variant = variant
        self._shoe = shoe
        self._game: Game[Any, Any, Any] | None = None
        self._moves: list[Move] = []
        self._replayed = 0
        self._missing: set[Seat] = set()
        self.faults: list[Fault] = []

    @property
    def players(self) -> list[Callable[[View], Move]]:
        """The player of each seat, as the turn loop asks it."""
        return [self._player(seat) for seat in range(len(self._chairs))]

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game so far, played again as far as it has gone on since it was last needed: there are few faults."""
        if self._game is None:
            self._game = Game.start(self._variant, shoe=self._shoe, dealer=self._fixture.dealer)
        for move in self._moves[self._replayed :]:
            self._game = self._game.play(move)
        self._replayed = len(self._moves)
        return self._game

    def sit(self) -> None:
        """Seat all players; chance plays for one that does not begin, if that is the remedy.

        Raises:
            Forfeit: If the game is over before it began.
            StrategyError: If the policy is to stop.
        """
        for seat in range(len(self._chairs)):
            try:
                self._seat(seat)
            except PlayerFailure as failure:
                if not self._judge(seat, None, failure, partial(self._seat, seat)):
                    self._missing.add(seat)

    def leave(self) -> None:
        """Tell all players that the game has ended."""
        for chair in self._chairs:
            chair.end_game()

    def _seat(self, seat: Seat) -> bool:
        self._chairs[seat].start_game(self._variant, seat, derive(self._fixture.chance, "player", seat))
        return True

    def _player(self, seat: Seat) -> Callable[[View], Move]:
        ask, made, missing = self._chairs[seat].choose_move, self._moves.append, self._missing

        def player(view: View) -> Move:
            """Return the move of the seat, made by its player or for it."""
            try:
                move = self._any() if seat in missing else ask(view)
            except PlayerFailure as failure:
                move = self._after(seat, failure)
            made(move)
            return move

        return player

    def _after(self, seat: Seat, failure: PlayerFailure) -> Move:
        """Return the move of a seat whose player has failed: it may have changed its view, and gets another."""
        move = self._judge(seat, len(self._moves), failure, partial(self._again, seat))
        return self._any() if move is None else move

    def _again(self, seat: Seat) -> Move:
        return self._chairs[seat].choose_move(self.game.view(seat))

    def _any(self) -> Move:
        chance = Random(int.from_bytes(derive(self._fixture.chance, "remedy", len(self._moves)), "big"))
        move: Move = chance.choice(self.game.legal)
        return move

    def _judge(self, seat: Seat, number: int | None, failure: PlayerFailure, attempt: Callable[[], T]) -> T | None:
        """Let a player that failed try again as often as the policy says; return None if it is to be done for it."""
        for _ in range(self._policy.retries):
            self._blame(seat, failure, "retry", number)
            try:
                return attempt()
            except PlayerFailure as again:
                failure = again
        remedy = self._policy.remedy_for(failure.kind)
        self._blame(seat, failure, remedy, number)
        if remedy != "random":
            raise self._end(seat, failure, remedy) from (failure.__cause__ or failure)
        if [fault.seat for fault in self.faults if fault.remedy == "random"].count(seat) == _PATIENCE:
            self._missing.add(seat)
        return None

    def _end(self, seat: Seat, failure: PlayerFailure, remedy: Remedy) -> Exception:
        """Return what ends the game."""
        if remedy != "stop":
            return Forfeit(seat)
        what = "factory" if self.faults[-1].move is None else "strategy"
        place = f"{self._fixture.sides[side_of(seat)]}, in deal {self._fixture.deal}"
        return StrategyError(f"{place}: the {what} of seat {seat} {failure}", seat)

    def _blame(self, seat: Seat, failure: PlayerFailure, remedy: Remedy | Literal["retry"], number: int | None) -> None:
        sides = self._fixture.sides
        fault = Fault(
            entrant=sides[side_of(seat)],
            opponent=sides[1 - side_of(seat)],
            kind=failure.kind,
            remedy=remedy,
            deal=self._fixture.deal,
            game=self._fixture.number,
            seat=seat,
            move=number,
            message=f"the player of seat {seat} {failure}",
            traceback=failure.traceback,
            view=None if number is None else json.loads(self.game.view(seat).to_json()),
        )
        self.faults.append(fault)
