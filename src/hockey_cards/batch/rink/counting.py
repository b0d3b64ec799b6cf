"""The compiled ``counter`` of the rink: the calculation of the engine's player, on numbers."""

from __future__ import annotations

from math import floor
from typing import Final

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.compiled.dealing import count_bits
from hockey_cards.batch.compiled.jit import inlined
from hockey_cards.batch.rink.arrays import NEXT_STAGE, NEXT_STAGE_SHIFT, NO_CHOICE, PLACE
from hockey_cards.batch.rink.input import RinkInput

_PARTS: Final = 1e9
"""The number of parts of a goal in which chances are compared."""

Far = tuple[float, float, float]
"""The best chances at the stages that may follow: the next row or either goalkeeper, and each goalkeeper alone."""


@inlined
def _best(layout: Array, paths: Array, inputs: RinkInput, stage: int, far: Far) -> float:
    """Return the best chance of a goal at a stage, given those at the stages that may follow."""
    best = 0.0
    for choice in range(paths.shape[1]):
        if paths[stage, choice] != NO_CHOICE:
            best = max(best, _chance(layout, paths, inputs, stage, choice, far))
    return best


@inlined
def _chance(layout: Array, paths: Array, inputs: RinkInput, stage: int, choice: int, far: Far) -> float:
    """Return the chance of a goal by way of a choice."""
    path = paths[stage, choice]
    card, after = layout[path & PLACE], path >> NEXT_STAGE_SHIFT & NEXT_STAGE
    hope = count_bits(inputs.passes & ~inputs.seen) / inputs.unseen if card < 0 else float(inputs.passes >> card & 1)
    return hope * (1.0 if not after else far[1] if after == 4 else far[2] if after == 5 else far[0])


def rink_counter(layout: Array, paths: Array, choice: int, inputs: RinkInput) -> int:
    """Return how good the chance of a goal by way of a choice is; of equals an open card is better."""
    nothing = (1.0, 1.0, 1.0)
    any_keeper = _best(layout, paths, inputs, 3, nothing)
    far = (any_keeper, _best(layout, paths, inputs, 4, nothing), _best(layout, paths, inputs, 5, nothing))
    far_row = _best(layout, paths, inputs, 2, far)
    middle_row = _best(layout, paths, inputs, 1, (far_row, 0.0, 0.0))
    if inputs.stage == 0:
        far = (middle_row, 0.0, 0.0)
    elif inputs.stage == 1:
        far = (far_row, 0.0, 0.0)
    value = _chance(layout, paths, inputs, inputs.stage, choice, far)
    is_open = layout[paths[inputs.stage, choice] & PLACE] >= 0
    return 2 * floor(value * _PARTS + 0.5) + int(is_open)
