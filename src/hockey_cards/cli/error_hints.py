"""Details added to error messages: the failed line of a player's code, and suggestions for misspelt names."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import Final

from hockey_cards.errors import StrategyError
from hockey_cards.process import PlayerFailure

_LIBRARY: Final = Path(__file__).parents[1]
_PYTHON: Final = [Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib")]
_INSTALLED: Final = [Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a suggestion to append to a message about an unknown name; ``""`` if no known name is similar."""
    close = get_close_matches(name[:80].lower(), list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def describe_failure(error: StrategyError) -> str:
    """Return the message of a failed strategy with the text of the cause and the line that failed.

    The text may reveal a hand, so it is only for the person who runs the strategy.
    """
    cause: BaseException = error
    while isinstance(cause, StrategyError) and cause.__cause__ is not None:
        cause = cause.__cause__
    message = str(error)
    if isinstance(cause, PlayerFailure):
        return _describe_process(message, cause)
    kind, text, place = type(cause).__name__, str(cause), _place(cause)
    if cause.__traceback__ is None or (text and message.endswith(text)):
        return message  # the library itself has made the cause, and the message says it all
    named = message if message.endswith(kind) else f"{message}: {kind}"
    described = f"{named}: {text}{_hint(text)}" if text else named
    return f"{described}, at {place}" if place else described


def _hint(text: str) -> str:
    """Return advice on a player that could not be called."""
    if "missing" in text and "'rng'" in text:
        return "; a function that makes players needs @factory above it"
    if text.endswith("() takes no arguments"):
        return "; give an instance, not the class"
    return ""


def _describe_process(message: str, failure: PlayerFailure) -> str:
    """Return the message of a player that failed in its own process, with the last line of its traceback."""
    head = message.removesuffix(" raised PlayerFailure").replace("the factory of seat", "the player of seat")
    described = head if head.endswith(str(failure)) else f"{head} {failure}"
    last = failure.traceback.strip().splitlines()[-1:]
    separator = ": " if failure.kind in ("crash", "illegal") else "; its last output was: "
    return f"{described}{separator}{last[0]}" if last else described


def _place(error: BaseException) -> str:
    """Return the file and line of the innermost call in the user's own code, or else in installed code."""
    frames = [frame for frame in extract_tb(error.__traceback__) if _is_foreign(frame)]
    chosen = [frame for frame in frames if not _is_within(frame, _INSTALLED)] or frames
    if not chosen:
        return ""
    path = Path(chosen[-1].filename)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}:{chosen[-1].lineno}"


def _is_foreign(frame: FrameSummary) -> bool:
    """Return whether a call belongs neither to this library nor to the standard library."""
    if frame.filename.startswith("<") or _is_within(frame, [_LIBRARY]):
        return False
    return _is_within(frame, _INSTALLED) or not _is_within(frame, _PYTHON)


def _is_within(frame: FrameSummary, folders: Iterable[Path]) -> bool:
    path = Path(frame.filename).resolve()
    return any(path.is_relative_to(folder) for folder in folders)
