"""State diagram of a game: from left to right the state before a move, the move, and the state after it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Final

from drawing import Point, across, box, figure
from states import Edge, order

_ROW: Final = 50
"""The distance from one move to the next."""
_MOVE: Final = (172, 40)
_STATE: Final = (128, 46)
_GAP: Final = 44
_LETTERS: Final = 17
"""The maximum length of a line in the box of a state."""


def draw(edges: Sequence[Edge], *, label: str) -> str:
    """Return the diagram as a block of a page.

    Args:
        edges: The transitions, those with the same first state next to each other.
        label: A description for screen readers.
    """
    heights = [_ROW * number + _ROW / 2 for number in range(len(edges))]
    before = _centres(edges, heights, [edge.before for edge in edges])
    after = _centres(edges, heights, [edge.after for edge in edges])
    middle, right = _STATE[0] + _GAP, _STATE[0] + 2 * _GAP + _MOVE[0]
    lines: list[str] = []
    boxes: list[str] = []
    for edge, height in zip(edges, heights, strict=True):
        lines.append(across([(_STATE[0], before[edge.before]), (middle, height)], head=False))
        lines.append(across([(middle + _MOVE[0], height), (right, after[edge.after])]))
        kind = f"move {edge.call.partition(',')[0]}"
        boxes.append(_boxed((middle, height), _MOVE, [edge.call, edge.move], kind))
    for left, centres in ((0, before), (right, after)):
        boxes += [_boxed((left, y), _STATE, textwrap.wrap(name, _LETTERS), "state") for name, y in centres.items()]
    height = max(_ROW * len(edges), *(y + _STATE[1] / 2 for y in (*before.values(), *after.values())))
    return figure(right + _STATE[0] + 2, height + 2, label=label, parts=[*lines, *boxes])


def _boxed(left_middle: Point, size: tuple[int, int], lines: Sequence[str], kind: str) -> str:
    left, middle = left_middle
    width, height = size
    return box(left + 1, middle - height / 2 + 1, width, height, lines=lines, kind=kind)


def _centres(edges: Sequence[Edge], heights: Sequence[float], names: Sequence[str]) -> Mapping[str, float]:
    """Return the vertical centre of each state: close to its moves, without overlaps."""
    wanted: dict[str, list[float]] = {name: [] for name in order(edges) if name in names}
    for name, height in zip(names, heights, strict=True):
        wanted[name].append(height)
    mean = {name: sum(found) / len(found) for name, found in wanted.items()}
    centres: dict[str, float] = {}
    least = _STATE[1] / 2
    for name in sorted(mean, key=lambda name: mean[name]):
        centres[name] = max(least, mean[name])
        least = centres[name] + _STATE[1] + 12
    return centres
