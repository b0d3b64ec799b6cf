"""What is said when something optional that shows or exports results is not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hockey_cards.errors import MissingExtra


def needed(module: str, extra: str, what: str) -> Any:
    """Import a module of an extra.

    Args:
        module: The module.
        extra: The extra that brings it.
        what: What it is needed for, as the beginning of a sentence.

    Raises:
        MissingExtra: If it cannot be imported; says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        need = f"{what} needs the extra `{extra}`, and {error}"
        raise MissingExtra(f'{need}: pip install "hockey-cards[{extra}]"') from error
