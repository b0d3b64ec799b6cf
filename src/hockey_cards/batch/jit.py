"""The compiler: the only file that knows numba and LLVM."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar, cast

import numpy as np

from hockey_cards.batch.arrays import Word

# Some versions of numba have types and some have none: to a type checker all of it is Any.
numba: Any = import_module("numba")
ir: Any = import_module("llvmlite.ir")
types: Any = import_module("numba.core.types")
errors: Any = import_module("numba.core.errors")
intrinsic: Any = import_module("numba.extending").intrinsic

F = TypeVar("F", bound=Callable[..., Any])

_FOLDER: Final = Path(__file__).parent
_FILES: Final = (*sorted(_FOLDER.rglob("*.py")), _FOLDER.with_name("strategies") / "pile.py")
"""What compiled code is made of, beside the file of its function."""

# The kernels own no memory: all arrays are their caller's. Without the counting of references, which numba would do
# at every call, they are twice as fast.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
_WIDE: Any = ir.IntType(128)
_WORD: Any = ir.IntType(64)


@cache
def _digest() -> str:
    return sha256(b"".join(file.read_bytes() for file in _FILES)).hexdigest()[:16]


def _kept(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function under a name that tells the state of the code.

    Numba keeps compiled code by the name of its function, and notices a change only in the file of that.
    """
    parts = function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    named = FunctionType(*parts)
    named.__qualname__ = f"{function.__qualname__}_{_digest()}"
    return named


def compiled(function: F) -> F:
    """Compile a function at its first call for each kind of arguments, and keep it on disk; it holds no lock."""
    made: F = numba.njit(cache=True, nogil=True, **_OPTIONS)(_kept(function))
    return made


def part(function: F) -> F:
    """Compile a function into the compiled functions that call it, as if it were written there."""
    made: F = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **_OPTIONS)(function)
    return made


def shared(function: F) -> F:
    """Compile a function that compiled functions may call, and Python too."""
    made: F = numba.njit(error_model="numpy")(function)
    return made


def address_of(function: Callable[..., Any], example: tuple[Any, ...], *, keep: bool) -> int:
    """Compile a function of the types of an example to an integer, and return where its code is.

    Args:
        function: The function, or what numba has made of it.
        example: Arguments of the right types.
        keep: Whether to keep the code on disk, for the next process.

    Raises:
        TypeError: If it cannot be compiled.
    """
    kinds = _kinds(example)
    try:
        made = _value(function, kinds, keep).overloads[kinds]
    except errors.NumbaError as error:
        raise TypeError(f"it cannot be compiled: {error}") from error
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name))


def value_of(function: Callable[..., Any], arguments: tuple[Any, ...], *, keep: bool) -> int:
    """Call a function from Python, compiled as for a kernel: numbers are then as wide, and round as much."""
    return int(_value(function, _kinds(arguments), keep)(*arguments))


def _kinds(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(numba.typeof(argument) for argument in arguments)


@cache  # also keeps the code alive
def _value(function: Callable[..., Any], kinds: tuple[Any, ...], keep: bool) -> Any:  # noqa: FBT001  # called here only
    plain = getattr(function, "py_func", function)
    return numba.njit(types.int64(*kinds), cache=keep, error_model="numpy")(_kept(plain) if keep else plain)


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


# What compiled functions can do that Python cannot say.
call: Callable[[int, tuple[Any, ...]], int] = intrinsic(_call)
"""Call the function whose code is at an address with a tuple of arguments."""
times: Callable[[Word, int], tuple[int, Word]] = intrinsic(_times)
"""Multiply a word by a bound: the high half is a number below the bound, the low half the word that is left."""
fold: Callable[[Word, Word], Word] = intrinsic(_fold)
"""Multiply two words, and fold the halves of the product into one."""
signed: Callable[[Any], int] = cast("Any", np.int64)
"""Make a number signed: in compiled code an unsigned and a signed one of 64 bits make a float."""
unsigned: Callable[[Any], Word] = cast("Any", np.uint64)
"""Make a number unsigned."""
