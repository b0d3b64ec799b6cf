"""The registries of variants and of families, and the look-up of what a family offers to a layer above it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hockey_cards import pile, rink
from hockey_cards.errors import ParseError, UnknownVariant
from hockey_cards.plugins import Registry
from hockey_cards.rules import Family, Rules, Variant


def _check_variant(name: str, value: Any) -> Variant:
    found: Variant = value
    if not isinstance(value, Variant):
        raise TypeError(f"the entry point names a value of type {type(value).__name__}, not a Variant")
    if found.key != name:
        raise ValueError(f"the entry point is named {name!r}, but its variant has the key {found.key!r}")
    return found


_BUILT_IN: Final[tuple[Variant, ...]] = (*pile.VARIANTS, *rink.VARIANTS)

VARIANTS: Final = Registry[Variant](
    "variant",
    "variants",
    group="hockey_cards.variants",
    built_in={variant.key: variant for variant in _BUILT_IN},
    check=_check_variant,
    unknown=UnknownVariant,
)
"""The variants by key."""


def _check_family(name: str, value: Any) -> Family:
    if not isinstance(value, Family):
        raise TypeError(f"the entry point names a value of type {type(value).__name__}, not a Family")
    if value.name != name:
        raise ValueError(f"the entry point is named {name!r}, but its family is named {value.name!r}")
    return value


FAMILIES: Final = Registry[Family](
    "family",
    "families",
    group="hockey_cards.families",
    built_in={family.name: family for family in (pile.FAMILY, rink.FAMILY)},
    check=_check_family,
    unknown=ParseError,
)
"""The families by name."""


def variants() -> Mapping[str, Variant]:
    """Return all variants by key, those of plug-ins last."""
    return VARIANTS.entries()


def variant(name: str) -> Variant:
    """Return the variant of a name.

    Raises:
        UnknownVariant: If there is none; the message lists the known names.
    """
    return VARIANTS.find(name)


def resolve(given: Variant[Any, Any, Any] | str) -> Variant[Any, Any, Any]:
    """Return the variant of a name; a variant is returned unchanged.

    Raises:
        UnknownVariant: If there is no variant of that name; the message lists the known ones.
    """
    return variant(given) if isinstance(given, str) else given


def families() -> Mapping[str, Family]:
    """Return all families by name, those of plug-ins last."""
    return FAMILIES.entries()


def family_of(rules: Rules[Any, Any, Any]) -> Family | None:
    """Return the family that rules belong to; None if no family of their class is registered."""
    own = (family for family in FAMILIES.built_in.values() if isinstance(rules, family.rules))
    return next(own, None) or next((family for family in families().values() if isinstance(rules, family.rules)), None)


def part_of(rules: Rules[Any, Any, Any], layer: str) -> Any:
    """Return what the family of some rules offers to a layer; None if it offers nothing."""
    family = family_of(rules)
    return None if family is None else family.part(layer)
