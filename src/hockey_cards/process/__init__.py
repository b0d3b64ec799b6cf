"""Players in processes of their own: programs in any language, and Python players that could do harm to others.

``Command`` is a program that speaks the protocol on its stdin and stdout, as a value that can sit wherever a player
can; ``python -m hockey_cards.process module:attribute`` lets a Python player speak it. A process that hangs, dies or
takes too much is ended, and only its own seat pays.
"""

from hockey_cards.process.command import Command
from hockey_cards.process.faults import KINDS, FaultKind, PlayerFailure
from hockey_cards.process.limits import Limits
from hockey_cards.process.named import Named, player_of
from hockey_cards.process.protocol import PROTOCOL, Ready

__all__ = [
    "KINDS",
    "PROTOCOL",
    "Command",
    "FaultKind",
    "Limits",
    "Named",
    "PlayerFailure",
    "Ready",
    "player_of",
]
