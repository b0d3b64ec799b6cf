"""Players in their seats: in this process or in one of their own, behind one interface."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol

from hockey_cards.interrupts import is_interrupt
from hockey_cards.match import type_name
from hockey_cards.process.command import Command
from hockey_cards.process.failure import PlayerFailure, check_move, crash_failure
from hockey_cards.process.program import named_program, pickled_program
from hockey_cards.process.remote_player import RemotePlayer
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.strategies import LibraryPlayer, strategy
from hockey_cards.strategies.names import is_code
from hockey_cards.strategy import Player, seated
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.playing.tampering import Guard

TAMPERED: Final = "changed values that belong to the game"
"""The message for a player that tampers with the game."""


class SeatedPlayer(Protocol):
    """The player of one seat, for one game after another: a ``LocalPlayer`` or a ``RemotePlayer``."""

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> object:
        """Begin a game.

        Args:
            variant: The variant.
            seat: The seat.
            seed: The seed of the player's chance.

        Raises:
            PlayerFailure: If the player does not start.
        """
        ...

    def choose_move(self, view: View) -> Move:
        """Return the player's move.

        Raises:
            PlayerFailure: If the player does not make a legal move.
        """
        ...

    def end_game(self, view: View | None) -> None:
        """End the game.

        Args:
            view: The final view of the player's seat; None if the game has no end.
        """
        ...

    def release(self) -> None:
        """Release what lasts only for a game, after all players have been notified of its end."""
        ...

    def load(self) -> None:
        """Load the player in its process, if it has one of its own.

        Raises:
            PlayerFailure: If it cannot be loaded.
        """
        ...

    def request_exit(self) -> None:
        """Ask the player's process to end by itself, before it is closed."""
        ...

    def close(self) -> None:
        """Release everything that the player holds."""
        ...


class LocalPlayer:
    """A player in this process.

    Args:
        player: The player, or its factory.
        guard: What the players in this process can reach, if it is to be compared after each decision.
    """

    def __init__(self, player: Player, guard: Guard | None = None) -> None:
        self.player = player
        self._guard = guard
        self._choose: Callable[[Any], Any] | None = None

    @property
    def is_guarded(self) -> bool:
        """Whether what it can reach is compared after each decision."""
        return self._guard is not None

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> None:
        """Make the player for a game.

        Raises:
            PlayerFailure: If its factory raises, or does not return a player.
        """
        if self._guard is not None:
            self._guard.show(variant)
        try:
            made = seated(self.player, variant, seat, Random(int.from_bytes(seed, "big")))
        except BaseException as error:
            self._check_for_tampering()
            raise _failure(error) from error
        self._check_for_tampering()
        if not callable(made):
            raise PlayerFailure(f"is a value of type {type_name(made)}, which cannot be called", "nonsense")
        self._choose = made

    def choose_move(self, view: View) -> Move:
        """Return the player's move.

        Raises:
            PlayerFailure: If it raises, or does not return a legal move.
        """
        assert self._choose is not None
        legal = view.legal  # taken first, because the player may modify its view
        if self._guard is not None:
            self._guard.show(view, is_private=True)
        try:
            answer = self._choose(view)
        except BaseException as error:
            self._check_for_tampering()
            raise _failure(error) from error
        move = self._checked(answer, legal)
        self._check_for_tampering()
        return move

    def _checked(self, answer: object, legal: tuple[Any, ...]) -> Move:
        """Return a legal move; comparing it with others may run the player's code."""
        try:
            move: Move = check_move(answer, legal)
        except PlayerFailure:
            self._check_for_tampering()
            raise
        except BaseException as error:
            self._check_for_tampering()
            raise _failure(error) from error
        return move

    def _check_for_tampering(self) -> None:
        if self._guard is not None and self._guard.changed():
            raise PlayerFailure(TAMPERED, "tampering")

    def end_game(self, view: View | None) -> None:
        """Discard the player of the game."""
        self._choose = None

    def release(self) -> None:
        """Do nothing: there is no process."""

    def load(self) -> None:
        """Do nothing: it is loaded."""

    def request_exit(self) -> None:
        """Do nothing: there is no process to tell."""

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def may_tamper(player: SeatedPlayer) -> bool:
    """Return whether a player is code in this process that is not the library's own."""
    return isinstance(player, LocalPlayer) and player.is_guarded


def _failure(error: BaseException) -> PlayerFailure:
    """Return the failure of a player that raised an exception; raise an interrupt again, which is not its fault."""
    if is_interrupt(error):
        raise error
    return crash_failure(error)


def has_own_process(player: Player | str, policy: Policy) -> bool:
    """Return whether a player plays in a process of its own.

    Raises:
        UnknownStrategy: If the text names no player.
    """
    if isinstance(player, str) and is_code(player):
        return policy.isolates
    found = _found(player)
    return isinstance(found, Command) or (policy.isolates and not isinstance(found, LibraryPlayer))


def is_foreign_code(player: Player | str, policy: Policy) -> bool:
    """Return whether a player is code, other than the library's own, that plays in the process of the game."""
    return not has_own_process(player, policy) and not isinstance(_found(player), LibraryPlayer)


def _found(player: Player | str) -> Player:
    return strategy(player) if isinstance(player, str) else player


def seat_factory(
    name: str, player: Player | str, variant: Variant[Any, Any, Any], policy: Policy, guard: Guard | None = None
) -> Callable[[], SeatedPlayer]:
    """Return a function that seats a player.

    Args:
        name: The entrant.
        player: Its player, or a text that names it, as for ``play``.
        variant: The variant.
        policy: The policy, which decides whether the player has a process of its own.
        guard: What the players in this process can reach, if tampering is to be noticed.

    Raises:
        UnknownStrategy: If the text names no player.
        HockeyError: If the player cannot be sent to another process.
    """
    if isinstance(player, str) and is_code(player) and policy.isolates:
        isolated = named_program(player)  # not even its import may run in this process
        return lambda: RemotePlayer(isolated, policy.limits, fresh=policy.fresh)
    found = _found(player)
    if isinstance(found, Command):
        limits = policy.limits if policy.isolates else found.limits
        program = found.program
        return lambda: RemotePlayer(program, limits, keep=policy.keep_programs)
    if not has_own_process(found, policy):
        # The library's own players leave everything as it is.
        return lambda: LocalPlayer(found, None if isinstance(found, LibraryPlayer) else guard)
    pickled = pickled_program(name, found, variant)
    return lambda: RemotePlayer(pickled, policy.limits, fresh=policy.fresh)
