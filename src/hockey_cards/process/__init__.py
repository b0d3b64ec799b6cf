"""Players in processes of their own: programs in any language, and isolated Python players.

``Command`` is a program that speaks the protocol on its stdin and stdout; it is accepted wherever a player is.
``python -m hockey_cards.process module:attribute`` serves a Python player in the same way. A process that hangs, dies
or exceeds a limit is ended, and only its own seat suffers.
"""

from hockey_cards.process.command import Command
from hockey_cards.process.failure import FAULT_KINDS, FaultKind, PlayerFailure
from hockey_cards.process.limits import Limits
from hockey_cards.process.protocol import PROTOCOL, PlayerInfo

__all__ = [
    "FAULT_KINDS",
    "PROTOCOL",
    "Command",
    "FaultKind",
    "Limits",
    "PlayerFailure",
    "PlayerInfo",
]
