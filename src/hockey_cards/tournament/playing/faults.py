"""Faults of players, and policies of remedies for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, cast, get_args

import attrs

from hockey_cards.errors import HockeyError, brief
from hockey_cards.integers import plain_integer
from hockey_cards.process.failure import FAULT_KINDS, FaultKind
from hockey_cards.process.limits import Limits, check_keys

__all__ = ["REMEDIES", "Fault", "FaultKind", "Limits", "Policy", "Remedy"]

Remedy = Literal["stop", "random", "forfeit-game", "forfeit-match", "disqualify"]
"""A remedy for a fault.

``stop`` ends the tournament with the error; ``random`` makes a random legal move for the player, and all its moves in
that game after the third fault or if it does not start; ``forfeit-game`` loses it the game; ``forfeit-match`` loses it
all games of that deal against that opponent; ``disqualify`` loses it the game and all games of later deals.
"""

REMEDIES: Final[tuple[Remedy, ...]] = get_args(Remedy)
"""All remedies."""


def _remedies(given: object) -> Mapping[FaultKind, Remedy]:
    """Copy the mapping, in the order of the kinds, so that later changes to it have no effect."""
    if not isinstance(given, Mapping):
        raise HockeyError(
            f"the remedies cannot be a value of type {type(given).__name__}: give a mapping from kinds of fault"
        )
    found = cast("Mapping[object, Any]", given)
    for kind, remedy in found.items():
        _check_kind(kind)
        _check_remedy(remedy)
    return {kind: found[kind] for kind in FAULT_KINDS if kind in found}


def _check_kind(kind: object) -> None:
    if kind not in FAULT_KINDS:
        raise HockeyError(f"there is no kind of fault {brief(kind, 80)}: the kinds are {', '.join(FAULT_KINDS)}")


def _check_remedy(remedy: object) -> None:
    if remedy not in REMEDIES:
        raise HockeyError(f"there is no remedy {brief(remedy, 80)}: the remedies are {', '.join(REMEDIES)}")


def _is_remedy(_policy: object, _field: attrs.Attribute[Any], value: object) -> None:
    _check_remedy(value)


def _is_count(_policy: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int or not 0 <= value <= 100:
        raise HockeyError(f"{field.name} cannot be {brief(value, 80)}: give a number from 0 to 100")


def _is_bool(_policy: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not bool:
        raise HockeyError(f"{field.name} cannot be {brief(value, 80)}: give True or False")


def _is_limits(_policy: object, _field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, Limits):
        raise HockeyError(f"the limits cannot be a value of type {type(value).__name__}: give Limits")


@attrs.frozen
class Policy:
    """A policy for the faults of players: remedies, retries, limits and isolation.

    A player in the process of the game is trusted code. It is blamed for what it raises and returns, and for changing
    the values that its views lead to; but it can read and change everything else in that process. A player that hangs,
    exhausts the memory or ends its process is caught only in a process of its own. Programs always have one; the
    library's own players never do.

    Args:
        remedy: The remedy for kinds of fault that ``remedies`` does not name.
        remedies: The remedies for particular kinds of fault.
        retries: The number of times that a player is asked again for the same move before the remedy is applied.
        limits: The limits of a player in a process of its own.
        isolate: Whether Python players, other than the library's own, play in processes of their own. They also do if
            the limits differ from the default.
        fresh: Whether a Python player in a process of its own starts in a new process for each game. Otherwise, where
            the system can fork, each game is played by a fork of a process that has loaded the player and played
            nothing, which is faster. Only code that does not survive a fork needs a new process.
        keep_programs: Whether the process of a program plays one game after another, and may remember them. Otherwise
            each game starts a process of its own.

    Raises:
        HockeyError: If a value is not valid.
    """

    remedy: Remedy = attrs.field(default="stop", validator=_is_remedy)
    remedies: Mapping[FaultKind, Remedy] = attrs.field(factory=dict[FaultKind, Remedy], converter=_remedies, hash=False)
    retries: int = attrs.field(default=0, converter=plain_integer, validator=_is_count)
    limits: Limits = attrs.field(default=Limits(), validator=_is_limits)
    isolate: bool = attrs.field(default=False, validator=_is_bool)
    fresh: bool = attrs.field(default=False, validator=_is_bool)
    keep_programs: bool = attrs.field(default=False, validator=_is_bool)

    def remedy_for(self, kind: FaultKind) -> Remedy:
        """Return the remedy for a kind of fault."""
        return self.remedies.get(kind, self.remedy)

    @property
    def isolates(self) -> bool:
        """Whether Python players, other than the library's own, play in processes of their own."""
        return self.isolate or self.limits != Limits()

    @property
    def always_stops(self) -> bool:
        """Whether any fault ends the tournament."""
        return self.retries == 0 and {self.remedy, *self.remedies.values()} == {"stop"}

    def to_dict(self) -> dict[str, Any]:
        """Return the policy as JSON-serialisable values."""
        return {**attrs.asdict(self, recurse=False), "remedies": dict(self.remedies), "limits": self.limits.to_dict()}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Policy:
        """Read a policy from what ``to_dict`` returned; missing keys have their default.

        Raises:
            HockeyError: If a key is unknown or a value is not valid.
        """
        check_keys("the policy", fields, cls)
        given = dict(fields)
        if "limits" in given:
            given["limits"] = Limits.from_dict(given["limits"])
        return cls(**given)


@attrs.frozen
class Fault:
    """A fault of a player in a game.

    Args:
        entrant: The entrant to blame.
        opponent: Its opponent.
        kind: The kind of fault.
        remedy: The remedy applied: ``retry`` if the player was asked again.
        deal: The number of the deal.
        game: The number of the game in the deal, from 0.
        seat: The seat of the player.
        move: The number of the move to be made, from 0; None before the first view.
        message: What happened, as a sentence that shows no card.
        traceback: The traceback, as far as it is known; it may show the player's hand.
        view: The view that the player was given, as JSON values; None before the first view.
    """

    entrant: str
    opponent: str
    kind: FaultKind
    remedy: Remedy | Literal["retry"]
    deal: int
    game: int
    seat: int
    move: int | None
    message: str
    traceback: str = attrs.field(repr=False)
    view: Any = attrs.field(repr=False, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the fault as JSON-serialisable values."""
        return attrs.asdict(self, recurse=False)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Fault:
        """Read a fault from what ``to_dict`` returned.

        Raises:
            HockeyError: If a key is unknown or missing, or there is no such kind of fault or remedy.
        """
        check_keys("a fault", fields, cls)
        missing = [field.name for field in attrs.fields(cls) if field.name not in fields]
        if missing:
            raise HockeyError(f"a fault needs all of its keys: {', '.join(missing)} are missing")
        _check_kind(fields["kind"])
        if fields["remedy"] != "retry":
            _check_remedy(fields["remedy"])
        return cls(**fields)
