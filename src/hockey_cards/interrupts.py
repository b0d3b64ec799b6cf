"""Interrupts: whether an exception reached a player from outside, such as Ctrl-C, or was raised by the player."""

from __future__ import annotations

import sys
from types import CodeType, TracebackType
from typing import Any


def is_interrupt(error: BaseException, *, awaited: bool = False) -> bool:
    """Return whether an exception that leaves a player's code is no fault of the player.

    Python raises ``KeyboardInterrupt`` in the middle of whatever runs, or in the handler of a signal, and
    ``GeneratorExit`` where a coroutine is suspended: if it comes from a ``raise`` statement elsewhere, it is the
    player's. A cancellation comes from outside exactly if the task knows of a request to cancel it.

    Args:
        error: The exception.
        awaited: Whether the player was awaited. Other event loops than asyncio cancel by exceptions of their own.
    """
    if isinstance(error, Exception | SystemExit):
        return False
    if _is_from_handler(error.__traceback__):
        return True
    if isinstance(error, KeyboardInterrupt | GeneratorExit):
        return not _is_raised(error.__traceback__)
    task = _current_task()
    if type(error).__name__ == "CancelledError" and task is not None:
        return bool(task.cancelling())
    return awaited and task is None


def _current_task() -> Any:
    """Return the task of asyncio that is running; None if there is none."""
    asyncio: Any = sys.modules.get("asyncio")  # slow to import, and not needed where nobody has
    try:
        return None if asyncio is None else asyncio.current_task()
    except RuntimeError:  # no event loop is running
        return None


def _is_raised(trace: TracebackType | None) -> bool:
    """Return whether an exception comes from a ``raise`` statement."""
    from opcode import opmap  # needed only here, and seldom

    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_code[trace.tb_lasti] == opmap["RAISE_VARARGS"]


def _is_from_handler(trace: TracebackType | None) -> bool:
    """Return whether an exception has passed through the handler of a signal."""
    handlers: set[CodeType] | None = None
    while trace is not None:
        handlers = _handlers() if handlers is None else handlers
        if trace.tb_frame.f_code in handlers:
            return True
        trace = trace.tb_next
    return False


def _handlers() -> set[CodeType]:
    """Return the code of all handlers of signals that are written in Python."""
    import signal  # needed only here, and seldom

    found: set[CodeType] = set()
    for number in signal.valid_signals():
        handler: Any = signal.getsignal(number)
        for name in ("func", "__func__"):  # of a partial function, and of a bound method
            handler = getattr(handler, name, handler)
        code = getattr(handler, "__code__", None)
        if isinstance(code, CodeType):
            found.add(code)
    return found
