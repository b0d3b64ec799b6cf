"""What can go wrong with a player, and what is to be done about it: data only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

FaultKind = Literal["crash", "illegal", "nonsense", "slow-move", "slow-start", "memory", "dead"]
"""What went wrong: it raised; it made an illegal move; it answered with what is no move, or out of turn; it took too long
over a move, or to start; it took too much memory; its process ended."""

Remedy = Literal["stop", "random", "forfeit-game", "forfeit-match", "disqualify"]
"""What follows: the tournament stops with the error; a random legal move is made for it; it loses the game; it loses all
games of that deal against that opponent; it loses all games from that deal on."""


@attrs.frozen
class Limits:
    """What a player may take; None: as much as it likes. Limits can be set only for players in processes of their own.

    Args:
        move: Seconds for a move.
        start: Seconds to start and to greet.
        memory: Mebibytes of memory of its process, where the system can limit it.
    """

    move: float | None = None
    start: float | None = None
    memory: int | None = None


@attrs.frozen
class Policy:
    """What is done about each kind of fault.

    Args:
        remedy: What is done about faults that ``remedies`` does not name.
        remedies: What is done about some kinds of fault.
        retries: How often a player is asked again, for the same move, before the remedy is taken.
        limits: What a player may take.
        isolate: Whether players that are not the library's own play in processes of their own.
    """

    remedy: Remedy = "stop"
    remedies: Mapping[FaultKind, Remedy] = attrs.field(factory=dict[FaultKind, Remedy])
    retries: int = 0
    limits: Limits = Limits()
    isolate: bool = False


@attrs.frozen
class Fault:
    """Something that went wrong, and who is to blame.

    Args:
        entrant: The entrant.
        opponent: Whom it played.
        kind: What went wrong.
        remedy: What was done about it.
        deal: The number of the deal.
        game: The number of the game in the deal, from 0.
        seat: The seat.
        move: The number of the move that was due, from 0; None before the first view.
        message: What happened, in words that show no card.
        traceback: Where, as far as it is known; it may show the player's hand.
        view: What the player saw, as JSON says it: never the state.
    """

    entrant: str
    opponent: str
    kind: FaultKind
    remedy: Remedy
    deal: int
    game: int
    seat: int
    move: int | None
    message: str
    traceback: str
    view: Any
