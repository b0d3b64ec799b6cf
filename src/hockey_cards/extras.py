"""Optional dependencies: imported when they are used, with one error for those that are not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hockey_cards.errors import MissingExtra


def load(module: str, *, extra: str, purpose: str) -> Any:
    """Import a module that an extra provides.

    Args:
        module: The full name of the module.
        extra: The extra that installs it.
        purpose: What it is needed for, as the subject of a sentence: ``"an HTML report"``.

    Raises:
        MissingExtra: If it cannot be imported; the message says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise missing(error, extra=extra, purpose=purpose) from error


def missing(error: ImportError, *, extra: str, purpose: str) -> MissingExtra:
    """Return the error for a failed import of something that an extra provides."""
    return MissingExtra(f'{purpose} needs the extra `{extra}` ({error}): pip install "hockey-cards[{extra}]"')
