"""The error that reports a fault of a player."""

from __future__ import annotations

from functools import partial
from traceback import format_exception
from typing import Any, Final

from hockey_cards.errors import FAULT_KINDS, FaultKind, HockeyError
from hockey_cards.match import has_type_of_move, type_name

__all__ = ["FAULT_KINDS", "FaultKind", "PlayerFailure", "check_move", "crash_failure", "format_traceback"]

_MAX_TRACEBACK: Final = 8192
"""Characters kept of a traceback: its end, where the error is."""


class PlayerFailure(HockeyError, RuntimeError):
    """A failure of a player, in this process or in its own.

    Args:
        message: What the player did, as the predicate of a sentence whose subject is the player. It shows no card.
        kind: The kind of the fault.
        traceback: Where it happened, as far as it is known; it may show the player's hand. Characters that UTF-8
            cannot encode are escaped.
    """

    def __init__(self, message: str, kind: FaultKind, traceback: str = "") -> None:
        super().__init__(message)
        self.kind: FaultKind = kind
        self.traceback: str = traceback[-_MAX_TRACEBACK:].encode("utf-8", "backslashreplace").decode()

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(PlayerFailure, kind=self.kind, traceback=self.traceback), (str(self),)


def crash_failure(error: BaseException) -> PlayerFailure:
    """Return the failure of a player that raised an exception; the message names only the type of the exception."""
    kind: FaultKind = "memory" if issubclass(type(error), MemoryError) else "crash"
    return PlayerFailure(f"raised {type_name(error)}", kind, format_traceback(error))


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an exception as text, even if the exception's own methods raise."""
    try:
        return "".join(format_exception(error))[-_MAX_TRACEBACK:]
    except BaseException as worse:  # noqa: BLE001  # the __str__ of a player's exception may raise anything
        return f"{type_name(error)}, which cannot be formatted: {type_name(worse)}"


def check_move(move: Any, legal: tuple[Any, ...]) -> Any:
    """Return a player's move if it is legal.

    Args:
        move: What the player returned.
        legal: The legal moves, as they were before the player was asked.

    Raises:
        PlayerFailure: If it is not a move, or not a legal one.
    """
    for each in legal:  # most players return an element of it; identity runs none of the player's own code
        if each is move:
            return move
    if not has_type_of_move(move, legal):
        raise PlayerFailure(f"returned a value of type {type_name(move)}, not a move", "nonsense")
    for each in legal:
        if each == move:
            return each  # not the player's own object, which may be more than it seems
    raise PlayerFailure("returned an illegal move", "illegal", f"it returned {move!r:.200}")
