"""Players in processes of their own: programs in any language, and Python players that could do harm to others.

``Command`` is a program that speaks the protocol on its stdin and stdout, as a value that can sit wherever a player
can; ``python -m hockey_cards.process module:attribute`` lets a Python player speak it. A process that hangs, dies or
takes too much is ended, and only its own seat pays.
"""

from hockey_cards.process.command import Command
from hockey_cards.process.failure import FAULT_KINDS, FaultKind, PlayerFailure
from hockey_cards.process.limits import Limits
from hockey_cards.process.lookup import NamedPlayer, find_player
from hockey_cards.process.protocol import PROTOCOL, PlayerInfo

__all__ = [
    "FAULT_KINDS",
    "PROTOCOL",
    "Command",
    "FaultKind",
    "Limits",
    "NamedPlayer",
    "PlayerFailure",
    "PlayerInfo",
    "find_player",
]
