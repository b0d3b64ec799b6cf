"""The command line (extra ``cli``): what it takes and prints; the work is done elsewhere."""

from hockey_cards.cli.app import main

__all__ = ["main"]
