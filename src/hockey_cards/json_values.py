"""Frozen values as JSON values and back, by the annotations of their fields."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import attrs
import typing_extensions

from hockey_cards.errors import ParseError, brief

Parse = Callable[[str], Any]
"""Reads a move from its code."""

_TYPE_VARIABLES: Final = (TypeVar, typing_extensions.TypeVar)


def encode(value: Any) -> Any:
    """Return a value as JSON has it: cards and moves as codes, tuples as lists, attrs classes as objects.

    Raises:
        TypeError: If the value has no such form.
    """
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, tuple):
        return [encode(item) for item in cast("Iterable[object]", value)]
    if isinstance(value, str):
        return str(value)
    code = getattr(value, "code", None)
    if isinstance(code, str):
        return code
    kind: type[Any] = type(cast("object", value))
    if attrs.has(kind):
        return encode_fields(value)
    raise TypeError(f"a value of type {kind.__name__} has no form in JSON")


def encode_fields(value: Any) -> dict[str, Any]:
    """Return the fields of an attrs instance as a JSON object, in the order of the class."""
    kind: type[Any] = type(cast("object", value))
    return {field.name: encode(getattr(value, field.name)) for field in attrs.fields(kind)}


def decode_fields(kind: type[Any], fields: Mapping[str, Any], parse: Parse) -> Any:
    """Build an instance of an attrs class from a JSON object; a field that is missing takes its default.

    Args:
        kind: The class.
        fields: The object.
        parse: Reads a move from its code, for fields whose type is a type variable.

    Raises:
        ParseError: If a key is unknown or missing, or a value does not have the type of its field.
    """
    known = attrs.fields_dict(kind)
    for name in fields:
        if name not in known:
            raise ParseError(f"unknown key {name!r:.40}: the keys of {kind.__name__} are {', '.join(known)}")
    for name, field in known.items():
        if name not in fields and field.default is attrs.NOTHING:
            raise ParseError(f"the key {name!r} of {kind.__name__} is missing")
    types = _types(cast("Hashable", kind))
    values = {str(known[name].alias): decode(types[name], value, parse) for name, value in fields.items()}
    return kind(**values)


@cache
def _types(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


def decode(kind: Any, value: Any, parse: Parse) -> Any:
    """Build a value of an annotated type from a JSON value.

    The type may be None, bool, int, str, an enumeration, an attrs class, a class with a ``parse`` method, a tuple or
    union of these, or a type variable, which stands for a move.

    Raises:
        ParseError: If the value does not have the type.
        TypeError: If the type is none of these.
    """
    if get_origin(kind) in (Union, UnionType):
        options = get_args(kind)
        if value is None and NoneType in options:
            return None
        (option,) = (option for option in options if option is not NoneType)
        return decode(option, value, parse)
    if get_origin(kind) is tuple:
        return _decode_tuple(get_args(kind), value, parse)
    if isinstance(kind, _TYPE_VARIABLES):
        return parse(_checked(value, str))
    if kind in (bool, int, str, NoneType):
        return _checked(value, kind)
    if issubclass(kind, Enum):
        return _decode_member(kind, value)
    parse_text: Callable[[str], Any] | None = getattr(kind, "parse", None)
    if parse_text is not None:
        return parse_text(_checked(value, str))
    if attrs.has(kind):
        return decode_fields(kind, _checked(value, dict), parse)
    raise TypeError(f"a value of type {kind.__name__} has no form in JSON")


def _decode_tuple(kinds: tuple[Any, ...], value: Any, parse: Parse) -> tuple[Any, ...]:
    items = _checked(value, list)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(decode(kinds[0], item, parse) for item in items)
    if len(items) != len(kinds):
        raise ParseError(f"{brief(value)} must have {len(kinds)} items")
    return tuple(decode(kind, item, parse) for kind, item in zip(kinds, items, strict=True))


def _decode_member(kind: type[Enum], value: Any) -> Enum:
    try:
        return kind(value)
    except ValueError:
        members = ", ".join(str(member.value) for member in kind)
        raise ParseError(f"{brief(value)} is not one of {members}") from None


def _checked(value: Any, kind: type[Any]) -> Any:
    if type(value) is not kind:
        raise ParseError(f"{brief(value)} must be {_NOUNS[kind]}")
    return value


_NOUNS: Final[dict[type[Any], str]] = {
    NoneType: "null",
    bool: "true or false",
    int: "an integer",
    str: "a string",
    list: "a list",
    dict: "an object",
}
