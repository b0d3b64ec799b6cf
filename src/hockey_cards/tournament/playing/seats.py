"""Players in their seats: in this process or in one of their own, behind one interface."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from hockey_cards.match import type_name
from hockey_cards.process.command import Command
from hockey_cards.process.failure import PlayerFailure, check_move, crash_failure
from hockey_cards.process.program import named_program, pickled_program
from hockey_cards.process.remote_player import RemotePlayer
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.strategies import BuiltIn, strategy
from hockey_cards.strategies.names import is_code
from hockey_cards.strategy import Player, seated
from hockey_cards.tournament.playing.faults import Policy


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
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._choose: Callable[[Any], Any] | None = None

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> None:
        """Make the player for a game.

        Raises:
            PlayerFailure: If its factory raises, or does not return a player.
        """
        try:
            made = seated(self.player, variant, seat, Random(int.from_bytes(seed, "big")))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the player is to blame, whatever it raises
            raise crash_failure(error) from error
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
        try:
            answer = self._choose(view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the player is to blame, whatever it raises
            raise crash_failure(error) from error
        move: Move = check_move(answer, legal)
        return move

    def end_game(self, view: View | None) -> None:
        """Discard the player of the game."""
        self._choose = None

    def request_exit(self) -> None:
        """Do nothing: there is no process to tell."""

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def has_own_process(player: Player | str, policy: Policy) -> bool:
    """Return whether a player plays in a process of its own.

    Raises:
        UnknownStrategy: If the text names no player.
    """
    if isinstance(player, str) and is_code(player):
        return policy.isolates
    found = _found(player)
    return isinstance(found, Command) or (policy.isolates and not isinstance(found, BuiltIn))


def _found(player: Player | str) -> Player:
    return strategy(player) if isinstance(player, str) else player


def seat_factory(
    name: str, player: Player | str, variant: Variant[Any, Any, Any], policy: Policy
) -> Callable[[], SeatedPlayer]:
    """Return a function that seats a player.

    Args:
        name: The entrant.
        player: Its player, or a text that names it, as for ``play``.
        variant: The variant.
        policy: The policy, which decides whether the player has a process of its own.

    Raises:
        UnknownStrategy: If the text names no player.
        HockeyError: If the player cannot be sent to another process.
    """
    if isinstance(player, str) and is_code(player) and policy.isolates:
        isolated = named_program(player)  # not even its import may run in this process
        return lambda: RemotePlayer(isolated, policy.limits)
    found = _found(player)
    if isinstance(found, Command):
        limits = policy.limits if policy.isolates else found.limits
        program = found.program
        return lambda: RemotePlayer(program, limits)
    if not has_own_process(found, policy):
        return lambda: LocalPlayer(found)
    pickled = pickled_program(name, found, variant)
    return lambda: RemotePlayer(pickled, policy.limits)
