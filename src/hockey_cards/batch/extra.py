"""What is said when the extra that this package needs is not installed."""

from __future__ import annotations

from hockey_cards.errors import MissingExtra


def missing(error: ImportError) -> MissingExtra:
    """Return the error for a failed import."""
    need = f"playing many games at once needs the extra `fast`, and {error}"
    return MissingExtra(f'{need}: pip install "hockey-cards[fast]"')
