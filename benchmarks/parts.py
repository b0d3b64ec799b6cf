"""Time of the parts of a play, which limit its speed: ``python benchmarks/parts.py``.

Each part is timed on its own, as the least of many repeats minus the call of an empty function. Parts overlap, so they
do not add up. "Object" is the creation of the immutable objects that every play needs, with the fast construction that
the engine uses and with the frozen constructor.
"""

from __future__ import annotations

import argparse
import platform
import sys
import timeit
from collections.abc import Callable
from typing import Any

import hockey_cards
from hockey_cards import Game, Step, variant
from hockey_cards.fast_construction import unfrozen
from hockey_cards.pile import PileState, PileView


def parts(key: str) -> dict[str, Callable[[], object]]:
    """Return the parts that are measured of a game, by name."""
    game: Game[Any, Any, Any] = Game.start(variant(key), seed=1)
    for _ in range(6):
        game = game.play(game.legal[0])
    rules, state, move = game.variant.rules, game.state, game.legal[0]
    seat = rules.seat(state)
    taken = rules.step(state, move)
    found: dict[str, Callable[[], object]] = {
        "seat": lambda: rules.seat(state),
        "legal": lambda: rules.legal(state),
        "apply": lambda: rules.apply(state, move),
        "view": lambda: rules.view(state, seat),
        "step: apply and events": lambda: rules.step(state, move),
        "object of a step, by its frozen constructor": lambda: Step(taken.state, taken.events),
    }
    if isinstance(state, PileState):
        found |= objects(state, rules.view(state, seat))
    return found


def objects(state: PileState, view: PileView) -> dict[str, Callable[[], object]]:
    """Return the construction of a state and of a view in both ways."""
    values = (state.setup, state.deal, state.hands, state.ply, state.situation, state.chain, state.goals)
    seen = (view.setup, view.seat, view.hand, view.ply, view.situation, view.chain, view.goals, view.ending)
    open_twin: Any = unfrozen(PileState)

    def opened() -> object:
        new = open_twin()
        new.setup, new.deal, new.hands, new.ply, new.situation, new.chain, new.goals = values
        new.__class__ = PileState
        return new

    return {
        "object of a state, as the engine makes it": opened,
        "object of a state, by its frozen constructor": lambda: PileState(*values),
        "object of a view, by its frozen constructor": lambda: PileView(*seen),
    }


def nanoseconds(part: Callable[[], object], repeats: int) -> float:
    """Return the least time that a part takes."""
    return min(timeit.repeat(part, number=5_000, repeat=repeats)) / 5_000 * 1e9


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=60)
    asked = parser.parse_args()
    empty = nanoseconds(lambda: None, asked.repeats)
    print(f"hockey_cards {hockey_cards.__version__}, Python {platform.python_version()}, {sys.platform}")
    print(f"{'':60} {'ns':>6}")
    for key in ("breakaway", "rink"):
        for name, part in parts(key).items():
            print(f"{key + ': ' + name:60} {nanoseconds(part, asked.repeats) - empty:6.0f}")


if __name__ == "__main__":
    main()
