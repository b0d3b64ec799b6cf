"""The compiler: the only file that knows numba and LLVM, which have no types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hockey_cards.batch.extra import missing

try:
    import numba
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic
except ImportError as error:
    raise missing(error) from error

F = TypeVar("F", bound=Callable[..., Any])

_WIDE: Any = ir.IntType(128)
_WORD: Any = ir.IntType(64)


def compiled(function: F) -> F:
    """Compile a function when it is first called, keep it on disk, and let other threads run beside it."""
    made: F = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
    return made


def part(function: F) -> F:
    """Compile a function that only compiled functions call."""
    made: F = numba.njit(error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return made


def _product(builder: Any, arguments: Any) -> tuple[Any, Any]:
    """Build the high and the low half of the product of two unsigned numbers."""
    wide = builder.mul(*(builder.zext(argument, _WIDE) for argument in arguments))
    return builder.trunc(builder.lshr(wide, _WIDE(64)), _WORD), builder.trunc(wide, _WORD)


@intrinsic
def times(context: Any, word: Any, bound: Any) -> Any:
    """Multiply a word by a bound: the high half of the product is a number below the bound, the low half the next word."""
    signature = types.Tuple((types.int64, types.uint64))(types.uint64, types.int64)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, signature.return_type, _product(builder, arguments))

    return signature, build


@intrinsic
def fold(context: Any, one: Any, other: Any) -> Any:
    """Multiply two words, and fold the halves of the product into one."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.xor(*_product(builder, arguments))

    return types.uint64(types.uint64, types.uint64), build
