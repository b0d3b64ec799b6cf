"""The command ``hockey-cards``, also as ``python -m hockey_cards``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command, or say what must be installed for it.

    Args:
        argv: The arguments; those of the process if None.

    Returns:
        The exit code.
    """
    try:
        from hockey_cards import cli
    except ModuleNotFoundError as error:
        if error.name not in ("rich", "typer"):
            raise
        sys.stderr.write(f'hockey-cards: the command needs {error.name}: pip install "hockey-cards[cli]"\n')
        return 2
    return cli.main(argv)


if __name__ == "__main__":
    sys.exit(main())
