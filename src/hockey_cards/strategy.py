"""What a player is: a function from a view to a move, or a factory that makes one for each game and seat."""

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
    """A player: called with the view of the seat that is to move, it returns a legal move. A lambda is one."""

    def __call__(self, view: V_contra, /) -> M_co:
        """Return a legal move."""
        ...


class AsyncStrategy(Protocol[V_contra, M_co]):
    """A player that may take its time: like a strategy, but a coroutine function."""

    def __call__(self, view: V_contra, /) -> Awaitable[M_co]:
        """Return a legal move, in time."""
        ...


class StrategyFactory(Protocol):
    """A maker of players that have a memory or need chance; it is asked anew for each game and seat."""

    def make(
        self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random
    ) -> Strategy[Any, Move] | AsyncStrategy[Any, Move]:
        """Return a player for one game: for ``aplay`` it may be a coroutine function.

        Args:
            variant: What is played.
            seat: The seat that it plays.
            rng: Chance of its own, the same for the same seed and seat.
        """
        ...


Player = Callable[[Any], Move] | StrategyFactory
"""Whatever can play: a strategy for any kind of view, or a factory."""

AsyncPlayer = Callable[[Any], Move | Awaitable[Move]] | StrategyFactory
"""Whatever can play where the game waits for it: a coroutine function too."""


P_co = TypeVar("P_co", bound=Callable[[Any], Any], default=Callable[[Any], Any], covariant=True)


@attrs.frozen
class FunctionFactory(Generic[P_co]):
    """A factory made of a function; see ``factory``."""

    function: Callable[[Variant[Any, Any, Any], Seat, Random], P_co]

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> P_co:
        """Return a player for one game: what the function returns."""
        return self.function(variant, seat, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        # The decorator takes the place of the function, which pickle would look for there by its name.
        named: Any = (getattr(self.function, "__module__", None), getattr(self.function, "__qualname__", None))
        try:
            return (_find, named) if _find(*named) is self else (FunctionFactory, (self.function,))
        except (AttributeError, ImportError, ValueError):
            return FunctionFactory, (self.function,)


def _find(module: str, name: str) -> Any:
    """Return what has a name in a module."""
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def factory(function: Callable[[Variant[Any, Any, Any], Seat, Random], P_co]) -> FunctionFactory[P_co]:
    """Make a factory of a function of variant, seat and rng that returns a strategy. A decorator."""
    return FunctionFactory(function)
