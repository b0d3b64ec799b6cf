"""What can go wrong with a player: the kinds of fault, and the error that tells of one."""

from __future__ import annotations

from functools import partial
from traceback import format_exception
from typing import Any, Final, Literal, get_args

from hockey_cards.errors import HockeyError
from hockey_cards.match import kind_of

FaultKind = Literal["crash", "illegal", "nonsense", "slow-move", "slow-start", "memory", "dead"]
"""What went wrong: it raised; it made an illegal move; it answered with what is no move, or out of turn; it took too
long over a move, or to start; it took too much memory; its process ended, or nothing more can be heard of it."""

FAULT_KINDS: Final[tuple[FaultKind, ...]] = get_args(FaultKind)
"""All kinds of fault."""

_MOST: Final = 8192
"""So much of a traceback is kept, in characters: its end, where the error stands."""


class PlayerFailure(HockeyError, RuntimeError):
    """A player that failed, in this process or in one of its own.

    Args:
        message: What the player did, as the end of a sentence that begins with the player. It shows no card.
        kind: What kind of fault that is.
        traceback: Where it happened, as far as it is known; it may show the player's hand. What of it is no text that
            can be written down is spelled out.
    """

    def __init__(self, message: str, kind: FaultKind, traceback: str = "") -> None:
        super().__init__(message)
        self.kind: FaultKind = kind
        self.traceback: str = traceback[-_MOST:].encode("utf-8", "backslashreplace").decode()

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(PlayerFailure, kind=self.kind, traceback=self.traceback), (str(self),)


def crash_failure(error: BaseException) -> PlayerFailure:
    """Return the failure of a player that raised: the message names the kind of the error only."""
    kind: FaultKind = "memory" if issubclass(type(error), MemoryError) else "crash"
    return PlayerFailure(f"raised {kind_of(error)}", kind, format_traceback(error))


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an error as text, whatever the error itself does when it is asked."""
    try:
        return "".join(format_exception(error))[-_MOST:]
    except BaseException as worse:  # noqa: BLE001  # an error may have a __str__ that raises anything
        return f"{kind_of(error)}, which cannot be shown: {kind_of(worse)}"


def check_move(move: Any, legal: tuple[Any, ...]) -> Any:
    """Return a player's move if it is one of the legal ones.

    Args:
        move: What the player returned.
        legal: The legal moves, as they were before the player was asked.

    Raises:
        PlayerFailure: If it is no move, or none that is legal.
    """
    for each in legal:  # which most players choose from: nothing is quicker, and nothing of the move's own is asked
        if each is move:
            return move
    if type(move) not in map(type, legal):
        raise PlayerFailure(f"returned a value of type {kind_of(move)}, and not a move", "nonsense")
    if move not in legal:
        raise PlayerFailure("returned a move that is not legal", "illegal", f"it returned {move!r:.200}")
    return move
