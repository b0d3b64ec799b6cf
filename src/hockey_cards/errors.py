"""The errors that the library raises: what went wrong, what was given, and what would have been right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

__all__ = [
    "HockeyError",
    "IllegalMove",
    "MissingExtra",
    "ParseError",
    "RecordError",
    "SeatError",
    "ShoeError",
    "StrategyError",
    "UnknownStrategy",
    "UnknownVariant",
    "VariantError",
]


class HockeyError(Exception):
    """Every error that this library raises on purpose."""


class IllegalMove(HockeyError, ValueError):
    """A move that the rules do not allow; the state it was tried on is as it was.

    The message is safe to show to everybody. ``legal`` holds the mover's choices, and so may hold the
    mover's hand: show it to that seat only.

    Args:
        message: What was wrong, in a sentence that names no hidden card.
        code: A stable word for programs, such as ``"not-in-hand"`` or ``"game-over"``.
        rule: The id of the paragraph of the rules, such as ``"pile.1.5"``.
        move: What was tried.
        legal: What would have been legal, in canonical order.
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
    """A text or value that is no card, move, seed or option."""


class RecordError(HockeyError, ValueError):
    """A record that cannot be written, or does not say what it ought to.

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
        """Return the same error with its place in a file."""
        return RecordError(self.message, line=line, game=game, move=self.move)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(RecordError, line=self.line, game=self.game, move=self.move), (self.message,)


class VariantError(HockeyError, ValueError):
    """House rules that make no sense; all problems are listed at once.

    Args:
        problems: One sentence for each problem.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__("; ".join(self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        return VariantError, (self.problems,)


class ShoeError(HockeyError, ValueError):
    """A shoe that cannot give the pack that the game needs."""


class SeatError(HockeyError, ValueError):
    """A seat that is not at the table."""


class StrategyError(HockeyError, RuntimeError):
    """A strategy that raised, or returned what is not a legal move; the cause is chained.

    Args:
        message: What the strategy did.
        seat: Whose strategy it was.
    """

    def __init__(self, message: str, seat: int) -> None:
        self.seat = seat
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        return StrategyError, (str(self), self.seat)


class UnknownVariant(HockeyError, LookupError):
    """A name that no variant has; the message lists the known ones."""


class UnknownStrategy(HockeyError, LookupError):
    """A name that no strategy has; the message lists the known ones."""


class MissingExtra(HockeyError, ImportError):
    """Something optional is needed and not installed; the message says how to get it."""


def brief(value: object, most: int = 40) -> str:
    """Show in a message what somebody gave, in not many more characters than so many."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "so great a number"
    return text if len(text) <= most else f"{text[:most]}..."


def printable(text: str) -> str:
    """Return text on one line with its control characters escaped, so that no name can control a terminal."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
