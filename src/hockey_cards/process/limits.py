"""What a player in a process of its own may take."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards.errors import HockeyError

_MOST: Final = 2**40
"""So many mebibytes are no limit on any machine; of many more no system can be told."""


def _seconds(_limits: object, field: attrs.Attribute[Any], value: object) -> None:
    sound = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf
    if value is not None and not sound:
        raise HockeyError(f"the limit {field.name} cannot be {value!r:.80}: give seconds above 0, or None")


def _mebibytes(_limits: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is not None and (type(value) is not int or not 1 <= value <= _MOST):
        raise HockeyError(f"the limit {field.name} cannot be {value!r:.80}: give mebibytes from 1 to {_MOST}, or None")


@attrs.frozen
class Limits:
    """What a player in a process of its own may take; None: as much as it likes.

    Args:
        move: Seconds for a move, by the clock on the wall.
        start: Seconds to start its process and to greet.
        memory: Mebibytes of address space of each of its processes, where the system can limit that: more than what
            such a process has in use, by far for some languages.

    Raises:
        HockeyError: If a limit is no such number.
    """

    move: float | None = attrs.field(default=60.0, validator=_seconds)
    start: float | None = attrs.field(default=60.0, validator=_seconds)
    memory: int | None = attrs.field(default=None, validator=_mebibytes)

    def to_dict(self) -> dict[str, Any]:
        """Return the limits as what JSON can say."""
        return attrs.asdict(self)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Limits:
        """Read limits from what ``to_dict`` wrote.

        Raises:
            HockeyError: If there is an unknown limit, or one is no such number.
        """
        check_keys("limits", fields, cls)
        return cls(**fields)


def check_keys(what: str, fields: object, kind: type) -> None:
    """Refuse anything but a mapping whose keys are fields of a class of attrs.

    Raises:
        HockeyError: If it is none, or has an unknown key.
    """
    known = [field.name for field in attrs.fields(kind)]
    if not isinstance(fields, Mapping):
        raise HockeyError(f"{what} cannot be a value of type {type(fields).__name__}: give {', '.join(known)} by name")
    for key in cast("Mapping[object, object]", fields):
        if key not in known:
            raise HockeyError(f"{what}: unknown key {key!r:.80}: the keys are {', '.join(known)}")
