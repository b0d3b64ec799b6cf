"""The types of players: strategies, which map views to moves, and factories of strategies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol

import attrs
from typing_extensions import TypeVar

from hockey_cards.rules import M_co, Move, Seat, Variant, View

if TYPE_CHECKING:
    from random import Random

V_contra = TypeVar("V_contra", bound=View, default=View, contravariant=True)


class Strategy(Protocol[V_contra, M_co]):
    """A function from the view of the seat to move to a legal move; a lambda is one."""

    def __call__(self, view: V_contra, /) -> M_co:
        """Return a legal move."""
        ...


class AsyncStrategy(Protocol[V_contra, M_co]):
    """A strategy that is a coroutine function."""

    def __call__(self, view: V_contra, /) -> Awaitable[M_co]:
        """Return a legal move."""
        ...


class StrategyFactory(Protocol):
    """An object that makes a new strategy for each game and seat, for players with a memory or with chance."""

    def make(
        self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random
    ) -> Strategy[Any, Move] | AsyncStrategy[Any, Move]:
        """Return a strategy for one game; for ``aplay`` it may be a coroutine function.

        Args:
            variant: The variant.
            seat: The seat that it plays.
            rng: A random generator of its own, seeded by the seed of the game and the seat.
        """
        ...


Player = Callable[[Any], Move] | StrategyFactory
"""A strategy for any kind of view, or a factory."""

AsyncPlayer = Callable[[Any], Move | Awaitable[Move]] | StrategyFactory
"""A strategy, which may be a coroutine function, or a factory."""


def seated(player: Any, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Any:
    """Return what plays a seat in one game: what a factory makes, or the player itself.

    Whether it can be called is not checked.
    """
    make = getattr(player, "make", None)
    return player if make is None else make(variant, seat, rng)


P_co = TypeVar("P_co", bound=Callable[[Any], Any], default=Callable[[Any], Any], covariant=True)


@attrs.frozen
class FunctionFactory(Generic[P_co]):
    """A factory that calls a function; see ``factory``."""

    function: Callable[[Variant[Any, Any, Any], Seat, Random], P_co]

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> P_co:
        """Return what the function returns."""
        return self.function(variant, seat, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        # Under the name of the function, where pickle would look for it, stands the decorated object.
        named: Any = (getattr(self.function, "__module__", None), getattr(self.function, "__qualname__", None))
        try:
            return (_find, named) if _find(*named) is self else (FunctionFactory, (self.function,))
        except (AttributeError, ImportError, ValueError):
            return FunctionFactory, (self.function,)


def _find(module: str, name: str) -> Any:
    """Return the object of a qualified name in a module."""
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def factory(function: Callable[[Variant[Any, Any, Any], Seat, Random], P_co]) -> FunctionFactory[P_co]:
    """Turn a function of variant, seat and rng that returns a strategy into a factory; a decorator."""
    return FunctionFactory(function)
