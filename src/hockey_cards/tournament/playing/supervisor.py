"""Supervision of a game whose players may fail: retries, remedies and the faults to report."""

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
from hockey_cards.rules import Move, Seat, Side, Variant, View
from hockey_cards.shoe import Shoe, derive
from hockey_cards.tournament.pairing.fixtures import Fixture
from hockey_cards.tournament.playing.faults import Fault, Policy, Remedy
from hockey_cards.tournament.playing.seats import TAMPERED, SeatedPlayer

T = TypeVar("T")

_MAX_RANDOM: Final = 3
"""The number of random moves made for a player in a game before it is no longer asked in that game."""


class Forfeit(Exception):
    """A game that ends because a player failed.

    Args:
        seat: The seat of that player.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} forfeits")
        self.seat = seat


class Supervisor:
    """The supervisor of one game, which stands between its players and the turn loop.

    Args:
        variant: The variant.
        fixture: The game.
        shoe: The shoe.
        seated: The player of each seat.
        policy: The policy for the faults of players.
        names: For each seat, what names the member of the team that plays it, in brackets; empty for a single player.
    """

    def __init__(  # the game, its players, and what to do about them
        self,
        variant: Variant[Any, Any, Any],
        fixture: Fixture,
        shoe: Shoe,
        seated: Sequence[SeatedPlayer],
        policy: Policy,
        names: Sequence[str],
    ) -> None:
        self._fixture = fixture
        self._seated = seated
        self._policy = policy
        self._names = names
        self._variant = variant
        self._shoe = shoe
        self._game: Game[Any, Any, Any] | None = None
        self._moves: list[Move] = []
        self._replayed = 0
        self._replaced: set[Seat] = set()
        self.faults: list[Fault] = []

    @property
    def players(self) -> list[Callable[[View], Move]]:
        """The player of each seat, as the turn loop asks it."""
        return [self._player(seat) for seat in range(len(self._seated))]

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game so far; moves are replayed only when it is needed, because faults are rare."""
        if self._game is None:
            self._game = Game.start(self._variant, shoe=self._shoe, dealer=self._fixture.dealer)
        for move in self._moves[self._replayed :]:
            self._game = self._game.play(move)
        self._replayed = len(self._moves)
        return self._game

    def start_players(self) -> None:
        """Seat all players; with the remedy ``random``, one that does not start is replaced by random moves.

        Raises:
            Forfeit: If a player forfeits before the first move.
            StrategyError: If the policy is to stop.
        """
        for seat in range(len(self._seated)):
            try:
                self._start(seat)
            except PlayerFailure as failure:
                if not self._handle(seat, None, failure, partial(self._start, seat)):
                    self._replaced.add(seat)

    def end_game(self, game: Game[Any, Any, Any] | None) -> None:
        """Tell all players that the game has ended.

        Args:
            game: The finished game, of which each player is shown the view of its seat; None if there is none.
        """
        for seat, player in enumerate(self._seated):
            player.end_game(None if game is None else game.view(seat))
        for player in self._seated:
            player.release()

    def blame_tampering(self, side: Side, *, is_proven: bool) -> None:
        """Blame a side for changing what belongs to the game, when that was noticed after the game.

        Args:
            side: The side.
            is_proven: Whether nobody else can have done it; otherwise no remedy goes beyond the game.

        Raises:
            StrategyError: If the policy is to stop.
        """
        remedy = self._policy.remedy_for("tampering")
        if remedy == "random" or (not is_proven and remedy != "stop"):
            remedy = "forfeit-game"
        failure = PlayerFailure(TAMPERED if is_proven else f"or its opponent {TAMPERED}", "tampering")
        self._blame(side, failure, remedy, None)
        if remedy == "stop":
            raise self._end(side, failure, remedy)

    def _start(self, seat: Seat) -> bool:
        self._seated[seat].start_game(self._variant, seat, derive(self._fixture.chance, "player", seat))
        return True

    def _player(self, seat: Seat) -> Callable[[View], Move]:
        choose, remember, replaced = self._seated[seat].choose_move, self._moves.append, self._replaced

        def player(view: View) -> Move:
            """Return the move of the seat, made by its player or for it."""
            try:
                move = self._random_move() if seat in replaced else choose(view)
            except PlayerFailure as failure:
                move = self._move_after(seat, failure)
            remember(move)
            return move

        return player

    def _move_after(self, seat: Seat, failure: PlayerFailure) -> Move:
        """Return the move of a seat whose player has failed; a retry gets a new view, as the old one may be changed."""
        move = self._handle(seat, len(self._moves), failure, partial(self._choose_again, seat))
        return self._random_move() if move is None else move

    def _choose_again(self, seat: Seat) -> Move:
        return self._seated[seat].choose_move(self.game.view(seat))

    def _random_move(self) -> Move:
        rng = Random(int.from_bytes(derive(self._fixture.chance, "remedy", len(self._moves)), "big"))
        move: Move = rng.choice(self.game.legal)
        return move

    def _handle(self, seat: Seat, number: int | None, failure: PlayerFailure, attempt: Callable[[], T]) -> T | None:
        """Retry as often as the policy allows; return None if a random move is to replace the player's own."""
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
        if [fault.seat for fault in self.faults if fault.remedy == "random"].count(seat) == _MAX_RANDOM:
            self._replaced.add(seat)
        return None

    def _end(self, seat: Seat, failure: PlayerFailure, remedy: Remedy) -> Exception:
        """Return the exception that ends the game."""
        if remedy != "stop":
            return Forfeit(seat)
        what = "factory" if self.faults[-1].move is None and failure.kind != "tampering" else "strategy"
        place = f"{self._fixture.sides[side_of(seat)]}{self._names[seat]}, in deal {self._fixture.deal}"
        return StrategyError(f"{place}: the {what} of seat {seat} {failure}", seat)

    def _blame(self, seat: Seat, failure: PlayerFailure, remedy: Remedy | Literal["retry"], number: int | None) -> None:
        side, sides = side_of(seat), self._fixture.sides
        fault = Fault(
            entrant=sides[side],
            opponent=sides[1 - side],
            kind=failure.kind,
            remedy=remedy,
            deal=self._fixture.deal,
            game=self._fixture.number,
            seat=seat,
            move=number,
            message=f"the player of seat {seat}{self._names[seat]} {failure}",
            traceback=failure.traceback,
            view=None if number is None else json.loads(self.game.view(seat).to_json()),
        )
        self.faults.append(fault)
