"""What can go wrong with a player, and what is to be done about it: data only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, cast, get_args

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.process.failure import FAULT_KINDS, FaultKind
from hockey_cards.process.limits import Limits, check_keys

__all__ = ["REMEDIES", "Fault", "FaultKind", "Limits", "Policy", "Remedy"]

Remedy = Literal["stop", "random", "forfeit-game", "forfeit-match", "disqualify"]
"""What follows: the tournament stops with the error; a random legal move is made for it, and after the third in a game
all its moves, as for one that does not start; it loses the game; it loses all games of that deal against that opponent;
it loses the game and all games of later deals."""

REMEDIES: Final[tuple[Remedy, ...]] = get_args(Remedy)
"""All remedies."""


def _remedies(given: object) -> Mapping[FaultKind, Remedy]:
    """Copy what is given, so that nobody changes it later, in the order of the kinds."""
    if not isinstance(given, Mapping):
        raise HockeyError(f"the remedies cannot be a value of type {type(given).__name__}: give them by kind of fault")
    found = cast("Mapping[object, Any]", given)
    for kind, remedy in found.items():
        _check_kind(kind)
        _check_remedy(remedy)
    return {kind: found[kind] for kind in FAULT_KINDS if kind in found}


def _check_kind(kind: object) -> None:
    if kind not in FAULT_KINDS:
        raise HockeyError(f"there is no kind of fault {kind!r:.80}: the kinds are {', '.join(FAULT_KINDS)}")


def _check_remedy(remedy: object) -> None:
    if remedy not in REMEDIES:
        raise HockeyError(f"there is no remedy {remedy!r:.80}: the remedies are {', '.join(REMEDIES)}")


def _remedy(_policy: object, _field: attrs.Attribute[Any], value: object) -> None:
    _check_remedy(value)


def _count(_policy: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int or not 0 <= value <= 100:
        raise HockeyError(f"{field.name} cannot be {value!r:.80}: give a number from 0 to 100")


def _truth(_policy: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not bool:
        raise HockeyError(f"{field.name} cannot be {value!r:.80}: give True or False")


def _limits(_policy: object, _field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, Limits):
        raise HockeyError(f"the limits cannot be a value of type {type(value).__name__}: give Limits")


@attrs.frozen
class Policy:
    """What is done about each kind of fault.

    A player in the process of the game can be blamed for what it raises and returns. That it hangs, takes all memory or
    ends the process is met only if it plays in a process of its own. Programs always do, and the library's own players
    never.

    Args:
        remedy: What is done about faults that ``remedies`` does not name.
        remedies: What is done about some kinds of fault.
        retries: How often a player is asked again, for the same move, before the remedy is taken.
        limits: What a player in a process of its own may take.
        isolate: Whether players in Python that are not the library's own play in processes of their own; they do too
            if limits other than those by default are set.
        fresh: Whether a process plays one game only; otherwise it plays one after another, with its player made anew
            for each.

    Raises:
        HockeyError: If there is no such remedy or kind of fault, or another value makes no sense.
    """

    remedy: Remedy = attrs.field(default="stop", validator=_remedy)
    remedies: Mapping[FaultKind, Remedy] = attrs.field(factory=dict[FaultKind, Remedy], converter=_remedies, hash=False)
    retries: int = attrs.field(default=0, validator=_count)
    limits: Limits = attrs.field(default=Limits(), validator=_limits)
    isolate: bool = attrs.field(default=False, validator=_truth)
    fresh: bool = attrs.field(default=False, validator=_truth)

    def remedy_for(self, kind: FaultKind) -> Remedy:
        """Return what is done about a kind of fault."""
        return self.remedies.get(kind, self.remedy)

    @property
    def isolates(self) -> bool:
        """Whether players in Python that are not the library's own play in processes of their own."""
        return self.isolate or self.limits != Limits()

    @property
    def only_stops(self) -> bool:
        """Whether any fault is the end of the tournament."""
        return self.retries == 0 and {self.remedy, *self.remedies.values()} == {"stop"}

    def to_dict(self) -> dict[str, Any]:
        """Return the policy as what JSON can say."""
        return {**attrs.asdict(self, recurse=False), "remedies": dict(self.remedies), "limits": self.limits.to_dict()}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Policy:
        """Read a policy from what ``to_dict`` wrote; what is left out is as by default.

        Raises:
            HockeyError: If there is an unknown key, or a value makes no sense.
        """
        check_keys("the policy", fields, cls)
        given = dict(fields)
        if "limits" in given:
            given["limits"] = Limits.from_dict(given["limits"])
        return cls(**given)


@attrs.frozen
class Fault:
    """Something that went wrong, and who is to blame.

    Args:
        entrant: The entrant.
        opponent: Whom it played.
        kind: What went wrong.
        remedy: What was done about it: ``retry`` if the player was asked again.
        deal: The number of the deal.
        game: The number of the game in the deal, from 0.
        seat: The seat.
        move: The number of the move that was due, from 0; None before the first view.
        message: What happened, in words that show no card.
        traceback: Where, as far as it is known; it may show the player's hand.
        view: What the player saw, as JSON says it: never the state. None before the first view.
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
        """Return the fault as what JSON can say."""
        return attrs.asdict(self, recurse=False)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Fault:
        """Read a fault from what ``to_dict`` wrote.

        Raises:
            HockeyError: If a key is unknown or missing, or there is no such kind of fault or remedy.
        """
        check_keys("a fault", fields, cls)
        missing = [field.name for field in attrs.fields(cls) if field.name not in fields]
        if missing:
            raise HockeyError(f"a fault without {', '.join(missing)} tells nothing: give all of its keys")
        if fields["kind"] not in FAULT_KINDS:
            raise HockeyError(
                f"there is no kind of fault {fields['kind']!r:.80}: the kinds are {', '.join(FAULT_KINDS)}"
            )
        if fields["remedy"] != "retry":
            _check_remedy(fields["remedy"])
        return cls(**fields)
