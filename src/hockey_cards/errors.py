"""The errors that the library raises, and how they show the values that were wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, Literal, cast, get_args

__all__ = [
    "FAULT_KINDS",
    "FaultKind",
    "HockeyError",
    "HostError",
    "IllegalMove",
    "MissingExtra",
    "ParseError",
    "RecordError",
    "SeatError",
    "SessionError",
    "ShoeError",
    "StrategyError",
    "UnknownLanguage",
    "UnknownStrategy",
    "UnknownVariant",
    "VariantError",
]


class HockeyError(Exception):
    """The base of all errors that the library raises on purpose."""


class IllegalMove(HockeyError, ValueError):
    """A move that the rules do not allow; the state is unchanged.

    The message is safe to show to everybody. ``legal`` may reveal the mover's hand: show it to that seat only.

    Args:
        message: A sentence that names no hidden card.
        code: A stable word for programs, such as ``"not-in-hand"`` or ``"game-over"``.
        rule: The id of a paragraph of the rules, such as ``"pile.1.5"``.
        move: The move that was tried.
        legal: The legal moves, in canonical order.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        rule: str,
        move: object = None,
        legal: tuple[Any, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.move = move
        self.legal = legal

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(IllegalMove, code=self.code, rule=self.rule, move=self.move, legal=self.legal)
        return made, (str(self),)


class ParseError(HockeyError, ValueError):
    """A text or value that is not a card, move, seed, option, view or other value that was expected."""


class RecordError(HockeyError, ValueError):
    """A record that cannot be written, or that is malformed or untrue.

    Args:
        message: What is wrong.
        line: The line of the file, from 1, where known.
        game: The game in the file, from 0, where known.
        move: The move in the game, from 1, where known.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        game: int | None = None,
        move: int | None = None,
    ) -> None:
        self.message = message
        self.line = line
        self.game = game
        self.move = move
        places = {"line": line, "game": game, "move": move}
        place = ", ".join(f"{name} {number}" for name, number in places.items() if number is not None)
        super().__init__(f"{place}: {message}" if place else message)

    def at(self, *, line: int, game: int) -> RecordError:
        """Return the same error with a place in a file."""
        return RecordError(self.message, line=line, game=game, move=self.move)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(RecordError, line=self.line, game=self.game, move=self.move), (self.message,)


class VariantError(HockeyError, ValueError):
    """House rules or a variant that is invalid; all problems are listed at once.

    Args:
        problems: One sentence for each problem.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__("; ".join(self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        return VariantError, (self.problems,)


class ShoeError(HockeyError, ValueError):
    """A shoe that does not provide the pack that a game needs."""


class SeatError(HockeyError, ValueError):
    """A seat that does not exist, or a wrong number of players for the seats."""


class SessionError(HockeyError, ValueError):
    """A request that a session refuses, such as a move out of turn; the session is unchanged.

    Args:
        message: A sentence that names no hidden card.
        code: A stable word for programs, such as ``"stale"`` or ``"not-your-turn"``.
    """

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(SessionError, code=self.code), (str(self),)


FaultKind = Literal["crash", "illegal", "nonsense", "slow-move", "slow-start", "memory", "dead", "tampering"]
"""The kind of a fault: the player raised an exception; it made an illegal move; its answer was not a move, or came
out of turn; it took too long over a move, or to start; it used too much memory; its process ended, or closed its
output; it changed what the game shares with its players."""

FAULT_KINDS: Final[tuple[FaultKind, ...]] = get_args(FaultKind)
"""All kinds of fault."""


class StrategyError(HockeyError, RuntimeError):
    """A strategy that raised, or that did not return a legal move; the cause is chained.

    Args:
        message: What the strategy did.
        seat: The seat that it played.
        kind: The kind of the fault.
    """

    def __init__(self, message: str, seat: int, kind: FaultKind = "crash") -> None:
        self.seat = seat
        self.kind: FaultKind = kind
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        return StrategyError, (str(self), self.seat, self.kind)


class UnknownVariant(HockeyError, LookupError):
    """A name that no variant has; the message lists the known names."""


class UnknownStrategy(HockeyError, LookupError):
    """A name that no strategy has; the message lists the known names."""


class UnknownLanguage(HockeyError, LookupError):
    """A language that there is no catalogue for; the message lists the codes of those there are."""


class MissingExtra(HockeyError, ImportError):
    """An optional dependency that is not installed; the message says how to install it."""


class HostError(HockeyError, RuntimeError):
    """A machine that has no more files, processes or memory to give, so that a player cannot be started."""


_MAX_LISTED: Final = 50
"""The number of names that a message lists, and a tenth of their length together."""

_BUILTINS = (str, bytes, int, float, tuple, list, dict, range, type(None))


def brief(value: object, max_length: int = 40) -> str:
    """Return a short text that shows a value in a message: its ``repr``, or the name of an unusual type.

    Args:
        value: The value.
        max_length: The length after which the text is cut off.
    """
    # A string may be long: it is cut off before it is written.
    shown: object = value[: max_length + 1] if isinstance(value, str | bytes) else value
    if isinstance(shown, type):
        return f"<class {shown.__name__}>"
    if not isinstance(shown, _BUILTINS):
        return f"<value of type {type(value).__name__}>"
    try:
        text = repr(cast("object", shown))
    except ValueError:  # Python refuses to write integers of thousands of digits
        return "<huge integer>"
    except RecursionError:
        return f"<deeply nested {type(value).__name__}>"
    return clipped(text, max_length)


def clipped(text: str, max_length: int = 80) -> str:
    """Return a text for a message, cut off after a maximum length."""
    return text if len(text) <= max_length else f"{text[:max_length]}..."


def listed(names: Iterable[str]) -> str:
    """Return names for a message, separated by commas; of many or long ones the first."""
    return clipped(", ".join(clipped(name) for name in islice(names, _MAX_LISTED)), 10 * _MAX_LISTED)


def printable(text: str) -> str:
    """Return text on one line with its control characters escaped, so that no name can control a terminal.

    The no-break space, which French texts have before a colon, stays as it is.
    """
    return "".join(sign if sign.isprintable() or sign == "\xa0" else ascii(sign)[1:-1] for sign in text)
