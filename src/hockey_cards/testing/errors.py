"""Errors of the conformance kit, and helpers that raise them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import attrs

from hockey_cards.rules import Seat

E = TypeVar("E", bound=Exception)


class BrokenPromise(Exception):
    """A promise that does not hold, as the check that found out reports it.

    Args:
        why: What was found.
        ply: The number of moves after which it was found, if that is not the position that was checked.
        seat: The seat whose player broke the promise, if it is a promise of players.
    """

    def __init__(self, why: str, *, ply: int | None = None, seat: Seat | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.ply = ply
        self.seat = seat


@attrs.frozen
class Example:
    """A position in which a promise is broken.

    Args:
        variant: The key of the variant.
        house: The house rules.
        seed: The seed of the shuffle; None if no game is needed.
        dealer: The dealer of the first period.
        moves: The codes of the moves made.
        seat: The seat of the player at fault, if a player is.
    """

    variant: str
    house: Mapping[str, object] = attrs.field(factory=dict[str, object])
    seed: int | None = None
    dealer: Seat = 0
    moves: tuple[str, ...] = ()
    seat: Seat | None = None

    @property
    def snippet(self) -> str:
        """Python code that recreates the example from ``variant``, the variant that was checked."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        changes = ", ".join(f"{name}={value!r}" for name, value in self.house.items())
        played = f"variant.house({changes})" if changes else "variant"
        if self.seed is None:
            yield f"rules = {played}.rules"
            return
        yield f"game = Game.start({played}, seed={self.seed}, dealer={self.dealer})"
        if self.moves:
            yield f"for move in {list(self.moves)!r}:"
            yield "    game = game.play(move)"
        if self.seat is not None:
            yield f"view = game.view({self.seat})"


class ConformanceError(AssertionError):
    """A promise that a variant or a player breaks.

    Args:
        promise: The name of the promise: a stable word, such as ``"purity"``.
        sentence: What is promised.
        why: What was found instead.
        example: The smallest example found.
    """

    def __init__(self, promise: str, sentence: str, why: str, example: Example) -> None:
        self.promise = promise
        self.sentence = sentence
        self.why = why
        self.example = example
        snippet = "\n".join(f"    {line}" for line in example.snippet.splitlines())
        super().__init__(
            f"{promise}: {why}\n  promise: {sentence}\n  smallest example found, of {example.variant}:\n{snippet}"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return ConformanceError, (self.promise, self.sentence, self.why, self.example)


def require(
    condition: object, why: str, *, ply: int | None = None, seat: Seat | None = None, cause: BaseException | None = None
) -> None:
    """Raise ``BrokenPromise`` unless a condition holds."""
    if not condition:
        raise BrokenPromise(why, ply=ply, seat=seat) from cause


def require_error(kind: type[E], what: str, function: Callable[..., Any], *args: Any) -> E:
    """Call a function, and return the exception it raises; raise ``BrokenPromise`` unless it is of the right type.

    Args:
        kind: The type of exception it has to raise.
        what: What is wrong with the arguments, for the message.
        function: The function.
        args: The arguments.
    """
    error = raised(function, *args)
    if not isinstance(error, kind):
        found = "nothing" if error is None else repr(error)
        raise BrokenPromise(f"{what} must raise {kind.__name__}, but raises {found}") from error
    return error


def describe(error: BaseException) -> str:
    """Return the type and the message of an exception, for a sentence."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def attempt(function: Callable[..., Any], *args: Any) -> Any:
    """Return the result of a call, or the type of the exception it raises."""
    try:
        return function(*args)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is the result
        return type(error)


def raised(function: Callable[..., Any], *args: Any) -> Exception | None:
    """Return the exception that a call raises; None if it raises nothing."""
    try:
        function(*args)
    except Exception as error:  # noqa: BLE001  # the caller says what is wrong with it
        return error
    return None
