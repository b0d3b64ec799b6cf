"""Fingerprints of functions: a hash over everything that numba compiles into their code."""

from __future__ import annotations

import builtins
import dis
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from inspect import get_annotations
from types import BuiltinFunctionType, CodeType, FunctionType, GenericAlias, ModuleType
from typing import Any

import numpy as np

_WORD = re.compile(r"[A-Za-z_]\w*")


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a hash that changes with the code of a function and with all that it refers to, at any depth.

    That is the code of the functions it calls, the values of the constants it reads, and the fields of the named tuples
    that it builds or takes.

    Args:
        function: A function that numba has not wrapped.

    Raises:
        NameError: If the function refers to a name that is not defined yet: compile it at the end of its module.
        TypeError: If it refers to a value whose content cannot be seen, such as a module of this package.
    """
    values: list[Any] = [function]
    places = {id(function): 0}
    parts: list[str] = []
    for value in values:  # grows in the loop
        references: list[int] = []
        for each in _references(value):
            reference = getattr(each, "py_func", each)
            if id(reference) not in places:
                places[id(reference)] = len(values)
                values.append(reference)
            references.append(places[id(reference)])
        parts.append(f"{_described(value)} {references}")
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _described(value: Any) -> str:
    """Return a text for a value on its own, without what it refers to."""
    given: Any = value  # to a type checker the type of the value is narrowed below, to partly unknown types
    if isinstance(value, FunctionType):
        return f"{value.__name__} {_code(value.__code__)}"
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] != __name__.partition(".")[0]:
        return value.__name__
    if isinstance(value, tuple):
        return f"tuple of {len(given)}"
    if value is None or isinstance(value, bool | int | float | str | np.generic | GenericAlias | BuiltinFunctionType):
        return repr(given)
    if type(value).__module__.partition(".")[0] in {"numba", "typing"}:  # an intrinsic or an annotation
        return repr(value)
    raise TypeError(f"compiled code refers to {value!r}, whose content cannot be seen: refer to numbers and functions")


def _references(value: Any) -> Iterator[Any]:
    """Yield the values that a value refers to."""
    if isinstance(value, FunctionType):
        yield from value.__defaults__ or ()
        yield from (cell.cell_contents for cell in value.__closure__ or ())
        yield from (_found(name, value.__globals__) for name in _names(value.__code__))
        yield from _annotated(value, value.__globals__)
    elif isinstance(value, type) and hasattr(value, "_fields"):
        yield from _annotated(value, vars(sys.modules[value.__module__]))
    elif isinstance(value, tuple):
        yield from value


@cache
def _code(code: CodeType) -> str:
    """Return the bytecode and the constants of a function, and of the functions inside it."""
    constants = (_code(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts)
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {' '.join(constants)}"


@cache
def _names(code: CodeType) -> tuple[str, ...]:
    """Return the global names that a function and the functions inside it read."""
    own = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return tuple(sorted(own.union(*inner)))


def _found(name: str, known: Mapping[str, Any]) -> Any:
    if name in known:
        return known[name]
    if hasattr(builtins, name):
        return name
    raise NameError(f"{name!r} is not defined yet: compile functions after everything that they refer to")


def _annotated(value: Any, known: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the classes that annotations name: named tuples are compiled by the order of their fields."""
    words = {word for text in get_annotations(value).values() for word in _WORD.findall(str(text))}
    found = (known[word] for word in sorted(words & known.keys()))
    yield from (each for each in found if isinstance(each, type) and hasattr(each, "_fields"))
