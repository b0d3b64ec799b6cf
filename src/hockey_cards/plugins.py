"""What installed distributions add by entry points: loaded on first look-up, and whatever fails breaks nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

OWN = "hockey-cards"
"""The distribution that brings what is built in."""

UNKNOWN = "an unknown distribution"
"""What stands for a distribution that does not say its name."""


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
    found: dict[str, tuple[Any, str]] = {}
    failures: dict[str, str] = {}
    # What the library itself names comes first: nobody who stands before it on the path may take its names.
    for point, origin in sorted(_points(group, failures), key=lambda found: found[1] != OWN):
        holder = OWN if point.name in taken else found[point.name][1] if point.name in found else None
        if holder is not None:
            failures[f"{point.name} ({origin})"] = f"the name is taken by {holder}"
            continue
        try:
            loaded = point.load()
            check(point.name, loaded)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a plug-in does wrong must break nothing else
            failures[f"{point.name} ({origin})"] = f"{type(error).__name__}: {error}"
        else:
            found[point.name] = (loaded, origin)
    return Plugged(MappingProxyType(found), MappingProxyType(failures))


def _points(group: str, failures: dict[str, str]) -> Iterator[tuple[EntryPoint, str]]:
    """Yield the entry points of a group with the names of their distributions, each distribution once.

    ``importlib.metadata.entry_points`` fails for all if it cannot read those of one.
    """
    from importlib.metadata import distributions  # slow to import, and most programs never get here

    seen: set[str] = set()
    for distribution in distributions():
        try:
            points = [point for point in distribution.entry_points if point.group == group]
        except Exception as error:  # noqa: BLE001  # a file that somebody else has written wrong may fail in any way
            failures[f"all of its entry points ({_name(distribution)})"] = f"{type(error).__name__}: {error}"
            continue
        name = _name(distribution) if points else UNKNOWN
        if name == UNKNOWN or name not in seen:
            yield from ((point, name) for point in points)
        seen.add(name)


def _name(distribution: Distribution) -> str:
    """Return the name of a distribution; a half-removed one has none."""
    try:
        return distribution.name or UNKNOWN
    except Exception:  # noqa: BLE001  # the same
        return UNKNOWN
