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
        missing = str(error.name).partition(".")[0]
        if missing not in ("rich", "typer"):
            raise
        return _say(f'the command needs {missing}: pip install "hockey-cards[cli]"', 2)
    except KeyboardInterrupt:
        return _say("interrupted", 130)
    return cli.main(argv)


def _say(message: str, code: int) -> int:
    sys.stderr.write(f"hockey-cards: {message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
