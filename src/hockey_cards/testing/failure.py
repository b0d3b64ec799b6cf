"""What a broken promise looks like: which one, on which smallest example, and how to see it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from hockey_cards.rules import Seat


class Broken(Exception):
    """A promise that does not hold, raised by the check that found out.

    Args:
        why: What was found.
        ply: After how many moves it was found, where that is not the position that was looked at.
        seat: Whose player broke it, where it is a promise of players.
    """

    def __init__(self, why: str, *, ply: int | None = None, seat: Seat | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.ply = ply
        self.seat = seat


@attrs.frozen
class Example:
    """Where a promise is broken: a game, and the moves made in it so far.

    Args:
        variant: The key of the variant.
        house: The house rules.
        seed: The seed of the shuffle; None where no game is needed.
        dealer: Who deals.
        moves: The codes of the moves made.
        seat: Whose player it is, where a player is at fault.
    """

    variant: str
    house: Mapping[str, object] = attrs.field(factory=dict[str, object])
    seed: int | None = None
    dealer: Seat = 0
    moves: tuple[str, ...] = ()
    seat: Seat | None = None

    @property
    def snippet(self) -> str:
        """Python that leads to the example again, from ``variant``, the variant that was checked."""
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
    """A promise of the contract that a variant or a player breaks.

    Args:
        promise: The name of the promise: a stable word, such as ``"purity"``.
        sentence: What is promised.
        why: What was found instead.
        example: The smallest example that was found.
    """

    def __init__(self, promise: str, sentence: str, why: str, example: Example) -> None:
        self.promise = promise
        self.sentence = sentence
        self.why = why
        self.example = example
        snippet = "\n".join(f"    {line}" for line in example.snippet.splitlines())
        super().__init__(
            f"{promise}: {why}\n  promised: {sentence}\n  smallest example found, of {example.variant}:\n{snippet}"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return ConformanceError, (self.promise, self.sentence, self.why, self.example)


def require(
    kept: object, why: str, *, ply: int | None = None, seat: Seat | None = None, cause: BaseException | None = None
) -> None:
    """Raise ``Broken`` unless something holds."""
    if not kept:
        raise Broken(why, ply=ply, seat=seat) from cause


def named(error: BaseException) -> str:
    """Name an exception in a sentence."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def answer(ask: Callable[..., Any], *questions: Any) -> Any:
    """Return what a function answers, or the type of what it raises."""
    try:
        return ask(*questions)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is the answer
        return type(error)


def refused(kind: type[BaseException], ask: Callable[..., Any], *questions: Any) -> Any:
    """Return the exception of a kind that a function raises; None if it answers, or the other exception."""
    try:
        ask(*questions)
    except kind as error:
        return error
    except Exception as error:  # noqa: BLE001  # the caller says what is wrong with it
        return error
    return None
