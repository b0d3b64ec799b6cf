"""Games in the terminal (extra ``cli``): boards, cards and tables as text."""

from hockey_cards.terminal.display import board

__all__ = ["board"]
