"""Names of variants and families: the built-in catalogues, and what installed plug-ins add on first look-up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from hockey_cards import pile, rink
from hockey_cards.errors import UnknownVariant
from hockey_cards.plugins import OWN, Plugged, load
from hockey_cards.rules import Family, Rules, Variant

GROUP: Final = "hockey_cards.variants"
"""The entry-point group in which a distribution names its variants."""

_CATALOGUES: Final[tuple[Variant, ...]] = (*pile.VARIANTS, *rink.VARIANTS)
BUILT_IN: Final = {each.key: each for each in _CATALOGUES}
"""The variants of the library itself, by key."""


def _check(name: str, value: Any) -> None:
    if not isinstance(value, Variant):
        raise TypeError(f"the entry point names a value of type {type(value).__name__}, and not a Variant")
    if value.key != name:
        raise ValueError(f"the entry point is named {name!r}, but its variant has the key {value.key!r}")


@cache
def _plugged() -> Plugged:
    return load(GROUP, BUILT_IN, _check)


def variants() -> Mapping[str, Variant]:
    """Return all variants that can be found by name, those of plug-ins last."""
    return MappingProxyType(BUILT_IN | {name: found for name, (found, _) in _plugged().found.items()})


def origins() -> Mapping[str, str]:
    """Return for each variant that can be found by name the distribution that brings it."""
    added = {name: origin for name, (_, origin) in _plugged().found.items()}
    return MappingProxyType(dict.fromkeys(BUILT_IN, OWN) | added)


def failures() -> Mapping[str, str]:
    """Return the plug-ins that could not be loaded, by name and distribution, each with the cause."""
    return _plugged().failures


def variant(name: str) -> Variant:
    """Return the variant of a name.

    Raises:
        UnknownVariant: If there is none; the message lists the known names.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    known = variants()
    if name not in known:
        raise UnknownVariant(f"there is no variant {name!r:.80}: the variants are {', '.join(known)}")
    return known[name]


def resolve(given: Variant[Any, Any, Any] | str) -> Variant[Any, Any, Any]:
    """Return a variant that was given as it is, or by its name.

    Raises:
        UnknownVariant: If there is no variant of that name; the message lists the known ones.
    """
    return variant(given) if isinstance(given, str) else given


FAMILY_GROUP: Final = "hockey_cards.families"
"""The entry-point group in which a distribution names its families."""

_OWN_FAMILIES: Final = {family.name: family for family in (pile.FAMILY, rink.FAMILY)}


def _check_family(name: str, value: Any) -> None:
    if not isinstance(value, Family):
        raise TypeError(f"the entry point names a value of type {type(value).__name__}, not a Family")
    if value.name != name:
        raise ValueError(f"the entry point is named {name!r}, but its family is named {value.name!r}")


@cache
def _plugged_families() -> Plugged:
    return load(FAMILY_GROUP, _OWN_FAMILIES, _check_family)


def families() -> Mapping[str, Family]:
    """Return all families by name, those of plug-ins last."""
    added = {name: found for name, (found, _) in _plugged_families().found.items()}
    return MappingProxyType(_OWN_FAMILIES | added)


def family_of(rules: Rules[Any, Any, Any]) -> Family | None:
    """Return the family that rules belong to; None if no family of their class is registered."""
    own = (family for family in _OWN_FAMILIES.values() if isinstance(rules, family.rules))
    return next(own, None) or next((family for family in families().values() if isinstance(rules, family.rules)), None)


def part_of(rules: Rules[Any, Any, Any], layer: str) -> Any:
    """Return what the family of some rules offers to a layer; None if it offers nothing."""
    family = family_of(rules)
    return None if family is None else family.part(layer)
