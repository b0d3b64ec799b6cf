"""Where a player of a tournament sits: here, or in a process of its own; both are asked alike."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from hockey_cards.match import type_name
from hockey_cards.process.command import Command
from hockey_cards.process.failure import PlayerFailure, check_move, crash_failure
from hockey_cards.process.lookup import NamedPlayer, find_player
from hockey_cards.process.program import named_program, pickled_program
from hockey_cards.process.remote_player import RemotePlayer
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.strategies import BuiltIn, strategy
from hockey_cards.strategy import Player
from hockey_cards.tournament.playing.faults import Policy


class Chair(Protocol):
    """A place for the player of one seat, for one game after another: ``Here``, or a ``Sitter`` elsewhere."""

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> object:
        """Begin a game; ``seed`` is that of the player's chance.

        Raises:
            PlayerFailure: If the player does not begin.
        """
        ...

    def choose_move(self, view: View) -> Move:
        """Return the player's move.

        Raises:
            PlayerFailure: If it does not make a legal one.
        """
        ...

    def end_game(self) -> None:
        """End the game."""
        ...

    def request_exit(self) -> None:
        """Announce the end."""
        ...

    def close(self) -> None:
        """End whatever was started."""
        ...


class Here:
    """A place in this process.

    Args:
        player: The player, or its factory.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._ask: Callable[[Any], Any] | None = None

    def start_game(self, variant: Variant[Any, Any, Any], seat: Seat, seed: bytes) -> None:
        """Make the player of a game.

        Raises:
            PlayerFailure: If its factory raises, or makes no player.
        """
        made: Any = self.player
        try:
            make = getattr(made, "make", None)
            if make is not None:
                made = make(variant, seat, Random(int.from_bytes(seed, "big")))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, it is the player's
            raise crash_failure(error) from error
        if not callable(made):
            raise PlayerFailure(f"is a value of type {type_name(made)}, which cannot be called", "nonsense")
        self._ask = made

    def choose_move(self, view: View) -> Move:
        """Return the player's move.

        Raises:
            PlayerFailure: If it raises, or returns what is not a legal move.
        """
        assert self._ask is not None
        legal = view.legal  # the player may change its view, to no avail
        try:
            answer = self._ask(view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, it is the player's
            raise crash_failure(error) from error
        move: Move = check_move(answer, legal)
        return move

    def end_game(self) -> None:
        """Give the player up."""
        self._ask = None

    def request_exit(self) -> None:
        """Do nothing: there is nobody to be told."""

    def close(self) -> None:
        """Do nothing: nothing was started."""


def chair_for(name: str, player: Player | str, variant: Variant[Any, Any, Any], policy: Policy) -> Callable[[], Chair]:
    """Return what makes places for a player.

    Args:
        name: The entrant.
        player: Its player; a text stands for the player of that name.
        variant: What is played.
        policy: What decides where it sits.

    Raises:
        UnknownStrategy: If there is no player of the name.
        HockeyError: If it cannot be sent to another process.
    """
    if isinstance(player, NamedPlayer) and player.is_code and policy.isolates:
        named_there = named_program(player.text)  # not even its import shall happen here
        return lambda: RemotePlayer(named_there, policy.limits)
    found = find_player(player.text) if isinstance(player, NamedPlayer) else player
    found = strategy(found) if isinstance(found, str) else found
    if isinstance(found, Command):
        limits = policy.limits if policy.isolates else found.limits
        program = found.program
        return lambda: RemotePlayer(program, limits)
    if isinstance(found, BuiltIn) or not policy.isolates:
        return lambda: Here(found)
    there = pickled_program(name, found, variant)
    return lambda: RemotePlayer(there, policy.limits)
