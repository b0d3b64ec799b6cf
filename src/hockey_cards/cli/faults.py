"""What is told about failures beyond their messages: where somebody's own code went wrong, and which name was meant."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import Final

from hockey_cards.errors import StrategyError
from hockey_cards.process import PlayerFailure

_OWN: Final = Path(__file__).parents[1]
_PYTHON: Final = [Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib")]
_INSTALLED: Final = [Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")]


def blamed(error: StrategyError) -> str:
    """Tell a strategy's failure with what its message leaves out: the text of the cause, and the line that failed.

    That is for the terminal of whoever runs the strategy, and nobody else: the text may show a hand.
    """
    cause: BaseException = error
    while isinstance(cause, StrategyError) and cause.__cause__ is not None:
        cause = cause.__cause__
    message = str(error)
    if isinstance(cause, PlayerFailure):
        return _failed(message, cause)
    kind, text, place = type(cause).__name__, str(cause), _place(cause)
    raised = cause.__traceback__ is not None  # and not made up by us to say what was wrong
    if not raised or (text and message.endswith(text)):
        return message
    named = message if message.endswith(kind) else f"{message}: {kind}"
    said = f"{named}: {text}{_hint(text)}" if text else named
    return f"{said}, at {place}" if place else said


def _hint(text: str) -> str:
    """Return what may have been meant, where a call of the player itself went wrong."""
    if "missing" in text and "'rng'" in text:
        return "; a function that makes players needs @factory above it"
    if text.endswith("() takes no arguments"):
        return "; give an instance, and not the class"
    return ""


def _failed(message: str, failure: PlayerFailure) -> str:
    """Tell what a player in another process did, and the last line that it left behind."""
    head = message.removesuffix(" raised PlayerFailure").replace("the factory of seat", "the player of seat")
    said = head if head.endswith(str(failure)) else f"{head} {failure}"
    last = failure.traceback.strip().splitlines()[-1:]
    between = ": " if failure.kind in ("crash", "illegal") else "; the last that is known: "
    return f"{said}{between}{last[0]}" if last else said


def guess(name: str, known: Iterable[str]) -> str:
    """Return what asks whether another name was meant, to be put behind a message; nothing if none is like it."""
    close = get_close_matches(name[:80].lower(), list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _place(error: BaseException) -> str:
    """Return file and line of the innermost call in somebody's own code, or in what they have installed, if any."""
    frames = [frame for frame in extract_tb(error.__traceback__) if _is_foreign(frame)]
    chosen = [frame for frame in frames if not _within(frame, _INSTALLED)] or frames
    if not chosen:
        return ""
    path = Path(chosen[-1].filename)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}:{chosen[-1].lineno}"


def _is_foreign(frame: FrameSummary) -> bool:
    """Return whether a call is of neither this library nor Python's own."""
    if frame.filename.startswith("<") or _within(frame, [_OWN]):
        return False
    return _within(frame, _INSTALLED) or not _within(frame, _PYTHON)


def _within(frame: FrameSummary, folders: Iterable[Path]) -> bool:
    path = Path(frame.filename).resolve()
    return any(path.is_relative_to(folder) for folder in folders)
