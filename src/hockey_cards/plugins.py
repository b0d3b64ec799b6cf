"""Registries of named values: the library's own, and those that installed distributions add by entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import attrs

from hockey_cards.errors import HockeyError

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

OWN: Final = "hockey-cards"
"""The name of this distribution."""

UNKNOWN: Final = "an unknown distribution"
"""Stands for a distribution without a name."""

T = TypeVar("T")


@attrs.frozen
class _Plugins(Generic[T]):
    """The values of installed plug-ins by name, the distribution of each, and the errors of those that failed."""

    values: Mapping[str, T]
    origins: Mapping[str, str]
    failures: Mapping[str, str]


class Registry(Generic[T]):
    """Values that can be found by name.

    Entry points are read at the first look-up of a name that is not built in. A plug-in that fails to load, or that
    claims a name already taken, is listed in ``failures`` and affects nothing else.

    Args:
        noun: What a value is, for messages: ``"variant"``.
        plural: The same in the plural.
        group: The entry-point group in which distributions name their values.
        built_in: The library's own values by name.
        check: Called with the name and the loaded object of an entry point: returns the value, or raises TypeError
            or ValueError if it is unsuitable.
        unknown: The error for an unknown name.
    """

    def __init__(
        self,
        noun: str,
        plural: str,
        *,
        group: str,
        built_in: Mapping[str, T],
        check: Callable[[str, Any], T],
        unknown: type[HockeyError],
    ) -> None:
        self.built_in = built_in
        self._noun = noun
        self._plural = plural
        self._group = group
        self._check = check
        self._unknown = unknown

    def entries(self) -> Mapping[str, T]:
        """Return all values by name, those of plug-ins last."""
        return MappingProxyType({**self.built_in, **self._plugins.values})

    def origins(self) -> Mapping[str, str]:
        """Return the distribution that provides each name."""
        return MappingProxyType({**dict.fromkeys(self.built_in, OWN), **self._plugins.origins})

    def failures(self) -> Mapping[str, str]:
        """Return the causes of failure of the plug-ins that could not be loaded, by name and distribution."""
        return self._plugins.failures

    def find(self, name: str) -> T:
        """Return the value of a name.

        Raises:
            HockeyError: If the name is unknown, as the type given to the constructor; the message lists all names.
        """
        if name in self.built_in:
            return self.built_in[name]
        known = self.entries()
        if name not in known:
            names = ", ".join(known)
            raise self._unknown(f"there is no {self._noun} {name!r:.80}: the {self._plural} are {names}")
        return known[name]

    @cached_property
    def _plugins(self) -> _Plugins[T]:
        values: dict[str, T] = {}
        origins: dict[str, str] = {}
        failures: dict[str, str] = {}
        # The library's own entry points come first, so that no distribution earlier on the path can take their names.
        for point, origin in sorted(_entry_points(self._group, failures), key=lambda found: found[1] != OWN):
            holder = OWN if point.name in self.built_in else origins.get(point.name)
            if holder is not None:
                failures[f"{point.name} ({origin})"] = f"the name is taken by {holder}"
                continue
            try:
                values[point.name] = self._check(point.name, point.load())
            except (Exception, SystemExit) as error:  # noqa: BLE001  # a plug-in may fail in any way
                failures[f"{point.name} ({origin})"] = f"{type(error).__name__}: {error}"
            else:
                origins[point.name] = origin
        return _Plugins(MappingProxyType(values), MappingProxyType(origins), MappingProxyType(failures))


def _entry_points(group: str, failures: dict[str, str]) -> Iterator[tuple[EntryPoint, str]]:
    """Yield the entry points of a group with the names of their distributions, each distribution once.

    ``importlib.metadata.entry_points`` is of no use here: it fails for all if it cannot read those of one.
    """
    from importlib.metadata import distributions  # slow to import, and most programs never get here

    seen: set[str] = set()
    for distribution in distributions():
        try:
            points = [point for point in distribution.entry_points if point.group == group]
        except Exception as error:  # noqa: BLE001  # a malformed file may fail in any way
            failures[f"all of its entry points ({_name(distribution)})"] = f"{type(error).__name__}: {error}"
            continue
        name = _name(distribution) if points else UNKNOWN
        if name == UNKNOWN or name not in seen:
            yield from ((point, name) for point in points)
        seen.add(name)


def _name(distribution: Distribution) -> str:
    """Return the name of a distribution; one that was removed in part has none."""
    try:
        return distribution.name or UNKNOWN
    except Exception:  # noqa: BLE001  # malformed metadata may fail in any way
        return UNKNOWN
