"""The command line (extra ``cli``): arguments, output and error messages."""

from hockey_cards.cli.app import main

__all__ = ["main"]
