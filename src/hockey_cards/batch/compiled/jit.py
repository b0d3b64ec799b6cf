"""The compiler: decorators, intrinsics and addresses of compiled functions, by way of numba and LLVM."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar, cast

import numpy as np

from hockey_cards.batch.compiled.arrays import Word
from hockey_cards.batch.compiled.fingerprint import fingerprint

# Only some versions of numba have type annotations: to a type checker all of it is Any.
numba: Any = import_module("numba")
ir: Any = import_module("llvmlite.ir")
types: Any = import_module("numba.core.types")
errors: Any = import_module("numba.core.errors")
intrinsic: Any = import_module("numba.extending").intrinsic

F = TypeVar("F", bound=Callable[..., Any])

_OWN_FINGERPRINT: Final = sha256(Path(__file__).read_bytes()).hexdigest()[:8]
"""A hash of the options and intrinsics of this module, which go into all compiled code."""

# Kernels allocate nothing: their callers own all arrays. Without numba's reference counting, which would count at every
# call, they are twice as fast.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
_WIDE: Any = ir.IntType(128)
_WORD: Any = ir.IntType(64)


def _cacheable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a copy of the function with a name that changes with the code compiled into it.

    Numba stores compiled code under the name of its function, and by itself notices only changes in the file of that
    function, not in what it calls.
    """
    parts = function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    named = FunctionType(*parts)
    named.__annotations__ = function.__annotations__
    named.__qualname__ = f"{function.__qualname__}_{fingerprint(function)}_{_OWN_FINGERPRINT}"
    return named


def compiled(function: F) -> F:
    """Compile a function at its first call for each kind of arguments, and cache the code on disk.

    It runs without the global interpreter lock. Everything that it refers to must be defined before it.
    """
    made: F = numba.njit(cache=True, nogil=True, **_OPTIONS)(_cacheable(function))
    return made


def inlined(function: F) -> F:
    """Compile a function into each compiled function that calls it, as if it were written there."""
    made: F = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **_OPTIONS)(function)
    return made


def address_of(function: Callable[..., Any], example: tuple[Any, ...], *, keep: bool) -> int:
    """Compile a function that returns an integer for the types of some example arguments; return the code's address.

    Args:
        function: The function, plain or compiled by numba.
        example: Arguments of the right types.
        keep: Whether to cache the code on disk for the next process.

    Raises:
        TypeError: If the function cannot be compiled.
    """
    kinds = _kinds(example)
    try:
        made = _integer_function(function, kinds, keep).overloads[kinds]
    except errors.NumbaError as error:
        raise TypeError(f"it cannot be compiled: {error}") from error
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name))


def value_of(function: Callable[..., Any], arguments: tuple[Any, ...], *, keep: bool) -> int:
    """Call a function from Python, compiled as for a kernel, so that numbers have the same width and rounding."""
    return int(_integer_function(function, _kinds(arguments), keep)(*arguments))


def _kinds(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(numba.typeof(argument) for argument in arguments)


@cache  # also keeps the code alive
def _integer_function(function: Callable[..., Any], kinds: tuple[Any, ...], keep: bool) -> Any:  # noqa: FBT001  # private
    plain = getattr(function, "py_func", function)
    signature = types.int64(*kinds)
    return numba.njit(signature, cache=keep, error_model="numpy")(_cacheable(plain) if keep else plain)


def _call(context: Any, address: Any, arguments: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in signature.args[1].types]
        code = builder.inttoptr(values[0], ir.FunctionType(_WORD, kinds).as_pointer())
        return builder.call(code, [builder.extract_value(values[1], place) for place in range(len(kinds))])

    return types.int64(types.int64, arguments), build


def _product(builder: Any, values: Any) -> tuple[Any, Any]:
    """Build the high and the low half of the product of two unsigned numbers."""
    wide = builder.mul(*(builder.zext(value, _WIDE) for value in values))
    return builder.trunc(builder.lshr(wide, _WIDE(64)), _WORD), builder.trunc(wide, _WORD)


def _times(context: Any, word: Any, bound: Any) -> Any:
    signature = types.Tuple((types.int64, types.uint64))(types.uint64, types.int64)

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.make_tuple(builder, signature.return_type, _product(builder, values))

    return signature, build


def _fold(context: Any, one: Any, other: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.xor(*_product(builder, values))

    return types.uint64(types.uint64, types.uint64), build


def _count_ones(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), build


# What compiled functions can do that has no expression in Python.
call: Callable[[int, tuple[Any, ...]], int] = intrinsic(_call)
"""Call the function whose code is at an address with a tuple of arguments."""
times: Callable[[Word, int], tuple[int, Word]] = intrinsic(_times)
"""Multiply a word by a bound: the high half is a number below the bound, the low half is the next word."""
fold: Callable[[Word, Word], Word] = intrinsic(_fold)
"""Multiply two words, and combine the halves of the product by exclusive or."""
count_ones: Callable[[int], int] = intrinsic(_count_ones)
"""Return the size of a bit set, by one instruction of the machine."""
signed: Callable[[Any], int] = cast("Any", np.int64)
"""Make a number signed: in compiled code a signed and an unsigned number of 64 bits together make a float."""
unsigned: Callable[[Any], Word] = cast("Any", np.uint64)
"""Make a number unsigned."""
