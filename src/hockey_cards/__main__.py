"""The command ``hockey-cards``, which is also ``python -m hockey_cards``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hockey_cards import extras
from hockey_cards.errors import MissingExtra

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: The arguments; None for those of the process.

    Returns:
        The exit code.
    """
    try:
        cli = extras.load("hockey_cards.cli", extra="cli", purpose="the command line")
    except MissingExtra as error:
        return _fail(str(error), 2)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    code: int = cli.main(argv)
    return code


def _fail(message: str, code: int) -> int:
    sys.stderr.write(f"hockey-cards: {message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
