"""What installed distributions add by entry points: loaded on first look-up, and whatever fails breaks nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

OWN = "hockey-cards"
"""The distribution that brings what is built in."""


@attrs.frozen
class Plugged:
    """What a group of entry points holds.

    Args:
        found: The sound ones by name: the object and the distribution that brings it.
        failures: The others by name and distribution, each with the cause.
    """

    found: Mapping[str, tuple[Any, str]]
    failures: Mapping[str, str]


def load(group: str, taken: Mapping[str, Any], check: Callable[[str, Any], object]) -> Plugged:
    """Load the entry points of a group.

    Args:
        group: The name of the group.
        taken: The built-in names, which nobody else may use.
        check: Called with the name and the loaded object; raises if that is not what the group is for.
    """
    from importlib.metadata import entry_points  # slow to import, and most programs never get here

    found: dict[str, tuple[Any, str]] = {}
    failures: dict[str, str] = {}
    for point in entry_points(group=group):
        origin = point.dist.name if point.dist is not None else "an unknown distribution"
        holder = OWN if point.name in taken else found[point.name][1] if point.name in found else None
        if holder is not None:
            failures[f"{point.name} ({origin})"] = f"the name is taken by {holder}"
            continue
        try:
            loaded = point.load()
            check(point.name, loaded)
        except Exception as error:  # noqa: BLE001  # whatever a plug-in does wrong must break nothing else
            failures[f"{point.name} ({origin})"] = f"{type(error).__name__}: {error}"
        else:
            found[point.name] = (loaded, origin)
    return Plugged(found, failures)
