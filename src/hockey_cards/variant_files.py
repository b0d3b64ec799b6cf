"""Variant files: TOML files that name a base variant, its house rules, and the name of the new game."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards import registry
from hockey_cards.errors import UnknownVariant, VariantError, brief
from hockey_cards.options import as_json
from hockey_cards.rules import Variant

_TEXTS: Final = ("base", "key", "name", "summary", "source")
_KEYS: Final = (*_TEXTS, "house")
_KEY: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_MAX_LENGTH: Final = 2**14


def read_variant(text: str) -> Variant:
    """Read a variant from the text of a TOML file.

    The keys are ``base``, ``key``, ``name``, ``summary``, ``source`` and the table ``house``. Without ``key`` the
    result is the base with house rules.

    Raises:
        VariantError: If the file is invalid; lists all problems, each with its place.
    """
    if len(text) > _MAX_LENGTH:
        raise VariantError([f"the file has {len(text)} characters: give at most {_MAX_LENGTH}"])
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise VariantError([f"the file is not TOML: {error!s:.80}"]) from None
    return from_dict(fields)


def from_dict(fields: Mapping[str, Any]) -> Variant:
    """Build a variant from the fields of its file.

    Raises:
        VariantError: If they are invalid; lists all problems, each with its place.
    """
    wrong = list(_problems(fields))
    base = _base(fields.get("base"), wrong)
    changes: Any = fields.get("house", {})
    made = base
    if base is not None and isinstance(changes, dict):
        try:
            made = attrs.evolve(base, rules=base.rules.house(cast("dict[str, Any]", changes)))
        except VariantError as error:
            wrong.extend(f"house: {problem}" for problem in error.problems)
    if wrong or base is None or made is None:
        raise VariantError(wrong)
    if "key" not in fields:
        return made
    texts = {name: fields[name] for name in _TEXTS[1:] if name in fields}
    return attrs.evolve(made, base=base.key, **texts)


def to_dict(variant: Variant) -> dict[str, Any]:
    """Return the fields of the file of a variant; ``from_dict`` builds an equal variant from them.

    Raises:
        VariantError: If the variant neither can be found by name nor was made from one that can.
    """
    if variant.base is None and variant.key not in registry.variants():
        raise VariantError([f"{variant.key!r:.60} cannot be written: neither it nor its base is a registered variant"])
    house = as_json(variant.changes)
    texts = {"key": variant.key, "name": variant.name, "summary": variant.summary, "source": variant.source}
    return {"base": variant.base or variant.key, **(texts if variant.base is not None else {}), "house": house}


def reference(variant: Variant) -> dict[str, Any]:
    """Return the fields by which records and histories name a variant: its key, then ``house`` or ``rules`` if needed.

    Raises:
        VariantError: If the variant was made from one that has no name.
    """
    if variant.base is not None:
        return {"variant": variant.key, "rules": to_dict(variant)}
    return {"variant": variant.key, **({"house": as_json(variant.changes)} if variant.changes else {})}


def referenced(
    key: str, *, house: Mapping[str, Any], rules: Mapping[str, Any] | None, variants: Mapping[str, Variant]
) -> Variant:
    """Return the variant that the fields of ``reference`` name.

    Args:
        key: The key of the variant.
        house: The house rules on top of it.
        rules: The whole rules of a variant that has no name.
        variants: Variants by key that are not registered.

    Raises:
        UnknownVariant: If there is no variant of that name.
        VariantError: If the rules are invalid, or those of another variant.
    """
    if rules is None:
        base = variants[key] if key in variants else registry.variant(key)
    else:
        base = from_dict(rules)
        if base.key != key:
            raise VariantError([f"'rules' are those of {base.key!r}, and not of {key!r:.80}"])
    return attrs.evolve(base, rules=base.rules.house(house))


def write_variant(variant: Variant) -> str:
    """Write a variant as the TOML text that ``read_variant`` reads.

    Raises:
        VariantError: If the variant neither can be found by name nor was made from one that can.
    """
    fields = to_dict(variant)
    house = fields.pop("house")
    lines = [f"{name} = {_value(value)}" for name, value in fields.items()]
    table = ["", "[house]", *(f"{name} = {_value(value)}" for name, value in house.items())] if house else []
    return "\n".join([*lines, *table]) + "\n"


def _problems(fields: Mapping[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        if name not in _KEYS:
            yield f"{name:.80}: unknown key: the keys are {', '.join(_KEYS)}"
        elif name == "house" and not isinstance(value, dict):
            yield "house: must be a table of options"
        elif name in _TEXTS and not isinstance(value, str):
            yield f"{name}: must be a text"
    key = fields.get("key")
    if isinstance(key, str) and not _KEY.fullmatch(key):
        yield f"key: {brief(key, 80)} is not a key: give lower-case letters, digits and single dashes between them"
    if key is None and any(name in fields for name in ("name", "summary", "source")):
        yield "key: is missing: a variant with its own name, summary or source needs one"
    if isinstance(key, str) and key in registry.VARIANTS.built_in:
        yield f"key: {key!r} is the key of a built-in variant: choose another"


def _base(name: object, wrong: list[str]) -> Variant | None:
    if name is None:
        wrong.append("base: is missing: name the variant that this one is based on")
    if not isinstance(name, str):
        return None
    try:
        return registry.variant(name)
    except UnknownVariant as error:
        wrong.append(f"base: {error}")
        return None


def _value(value: Any) -> str:
    """Return a string, boolean, number or list of numbers in TOML; strings are as in JSON, except for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
