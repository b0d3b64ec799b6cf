"""Time and memory limits for players in processes of their own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards.errors import HockeyError, brief
from hockey_cards.integers import plain_integer

_MAX_MEMORY: Final = 2**40
"""Mebibytes: more than any machine has, and few enough for the system call that sets the limit."""


def _check_seconds(_limits: object, field: attrs.Attribute[Any], value: object) -> None:
    valid = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf
    if value is not None and not valid:
        raise HockeyError(f"the limit {field.name} cannot be {brief(value, 80)}: give seconds above 0, or None")


def _check_mebibytes(_limits: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is not None and (type(value) is not int or not 1 <= value <= _MAX_MEMORY):
        limit = f"the limit {field.name} cannot be {brief(value, 80)}"
        raise HockeyError(f"{limit}: give mebibytes from 1 to {_MAX_MEMORY}, or None")


@attrs.frozen
class Limits:
    """Limits for a player in a process of its own; None means no limit.

    Args:
        move: Wall-clock seconds for a move.
        start: Wall-clock seconds to start the process and answer the first message.
        memory: Mebibytes of address space for each of its processes, where the operating system can limit that. Some
            languages reserve far more address space than they use.

    Raises:
        HockeyError: If a limit is not such a number.
    """

    move: float | None = attrs.field(default=60.0, validator=_check_seconds)
    start: float | None = attrs.field(default=60.0, validator=_check_seconds)
    memory: int | None = attrs.field(default=None, converter=plain_integer, validator=_check_mebibytes)

    def to_dict(self) -> dict[str, Any]:
        """Return the limits as JSON-serialisable values."""
        return attrs.asdict(self)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Limits:
        """Read limits that ``to_dict`` wrote.

        Raises:
            HockeyError: If a key is unknown, or a value is not a limit.
        """
        check_keys("limits", fields, cls)
        return cls(**fields)


def check_keys(what: str, fields: object, kind: type) -> None:
    """Refuse anything but a mapping whose keys are fields of an attrs class.

    Args:
        what: What the mapping describes, for the message.
        fields: The mapping.
        kind: The attrs class.

    Raises:
        HockeyError: If ``fields`` is not a mapping, or has an unknown key.
    """
    known = ", ".join(field.name for field in attrs.fields(kind))
    if not isinstance(fields, Mapping):
        raise HockeyError(f"{what}: expected a mapping with the keys {known}, not {type(fields).__name__}")
    for key in cast("Mapping[object, object]", fields):
        if key not in attrs.fields_dict(kind):
            raise HockeyError(f"{what}: unknown key {brief(key, 80)}: the keys are {known}")
