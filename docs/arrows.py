"""Which module needs which: the arrows between the modules as the code has them, drawn as layers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import Final

from drawing import box, down, figure

_PACKAGE: Final = "hockey_cards"
_CONTRACT: Final = Path(__file__).parent.parent / "pyproject.toml"
_BOX: Final = (104, 30)
_WAY: Final = 26
"""The room that an arrow takes when it passes by the boxes of a layer."""
_LAYER: Final = 64
_SWEEPS: Final = 12

Arrows = Mapping[str, frozenset[str]]


def arrows() -> Arrows:
    """Return for each module of the package, a package standing for its modules, those that it imports.

    What the contract lets pass, imports inside a function that come full circle, is left out.
    """
    import grimp  # only where the code is read: what is done with the arrows needs nothing

    graph = grimp.build_graph(_PACKAGE, exclude_type_checking_imports=True, cache_dir=None)
    for importer, imported in _excused():
        if importer in graph.modules and imported in graph.find_modules_directly_imported_by(importer):
            graph.remove_import(importer=importer, imported=imported)
    names = {name for name in graph.find_children(_PACKAGE) if not name.endswith("__main__")}
    for name in names:
        graph.squash_module(name)
    return {
        _short(name): frozenset(
            _short(need) for need in graph.find_modules_directly_imported_by(name) if need in names - {name}
        )
        for name in names
    }


def _excused() -> Iterable[tuple[str, str]]:
    """Return the imports that the contract about the modules of the package lets pass."""
    contracts = tomllib.loads(_CONTRACT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(each for each in contracts if each.get("containers") == [_PACKAGE])
    for line in layers.get("ignore_imports", []):
        importer, _, imported = line.partition(" -> ")
        yield importer, imported


def _short(name: str) -> str:
    return name.removeprefix(f"{_PACKAGE}.")


def fewest(found: Arrows) -> Arrows:
    """Return the arrows without those that others imply: from a to c, where there are ways from a to b and b to c."""
    reached: dict[str, frozenset[str]] = {}
    for name in TopologicalSorter(found).static_order():
        reached[name] = found[name].union(*(reached[need] for need in found[name]))
    return {
        name: frozenset(need for need in needs if not any(need in reached[other] for other in needs))
        for name, needs in found.items()
    }


def layers(found: Arrows) -> list[list[str]]:
    """Return the modules in layers, the lowest first: each stands above all that it needs.

    One that more need than it needs itself stands as high as it may, so that the arrows are short.
    """
    sequence = list(TopologicalSorter(found).static_order())
    heights: dict[str, int] = {}
    for name in sequence:
        heights[name] = 1 + max((heights[need] for need in found[name]), default=-1)
    for name in reversed(sequence):
        above = [heights[each] for each in found if name in found[each]]
        if len(above) > len(found[name]):
            heights[name] = min(above) - 1
    return [sorted(name for name in found if heights[name] == level) for level in range(max(heights.values()) + 1)]


class _Plan:
    """Places for modules and for the arrows that pass by a layer, so that few cross."""

    def __init__(self, found: Arrows) -> None:
        """Lay the layers out, the highest first."""
        self.rows = [list[str](row) for row in reversed(layers(found))]
        self.links: list[tuple[str, str]] = []
        self.chains: list[list[str]] = []
        depth = {name: level for level, row in enumerate(self.rows) for name in row}
        for name, needs in found.items():
            for need in sorted(needs):
                self._lay(name, need, depth)
        for sweep in range(_SWEEPS):
            self._sort(upwards=bool(sweep % 2))
        self.x = self._places()

    def _lay(self, name: str, need: str, depth: Mapping[str, int]) -> None:
        """Lead an arrow through all layers between its ends."""
        passed = [f"{name}>{need}>{level}" for level in range(depth[name] + 1, depth[need])]
        for way, level in zip(passed, range(depth[name] + 1, depth[need]), strict=True):
            self.rows[level].append(way)
        chain = [name, *passed, need]
        self.chains.append(chain)
        self.links += list(pairwise(chain))

    def _near(self, *, upwards: bool) -> Mapping[str, list[str]]:
        near: dict[str, list[str]] = {}
        for upper, lower in self.links:
            near.setdefault(upper if upwards else lower, []).append(lower if upwards else upper)
        return near

    def _sort(self, *, upwards: bool) -> None:
        """Order each layer by where the ends of its arrows lie in the layer before."""
        near = self._near(upwards=upwards)
        rows = self.rows[::-1] if upwards else self.rows
        for before, row in pairwise(rows):
            at = {name: (place + 0.5) / len(before) for place, name in enumerate(before)}
            own = {name: (place + 0.5) / len(row) for place, name in enumerate(row)}
            ends = {name: [at[each] for each in near.get(name, []) if each in at] or [own[name]] for name in row}
            row.sort(key=lambda name: sum(ends[name]) / len(ends[name]))

    def _places(self) -> Mapping[str, float]:
        """Move each place towards those that it is linked with, as far as its neighbours leave room."""
        x = {name: place for row in self.rows for name, place in zip(row, _packed(row), strict=True)}
        for _ in range(_SWEEPS):
            for row in [*self.rows, *self.rows[::-1]]:
                wanted = {name: self._pull(name, x) for name in row}
                x.update(_spread(row, wanted))
        least = min(place - _width(name) / 2 for name, place in x.items())
        return {name: place - least for name, place in x.items()}

    def _pull(self, name: str, x: Mapping[str, float]) -> float:
        ends = [x[b if a == name else a] for a, b in self.links if name in (a, b)]
        return sum(ends) / len(ends) if ends else x[name]


def _width(name: str) -> int:
    return _WAY if ">" in name else _BOX[0] + 14


def _packed(row: list[str]) -> Iterable[float]:
    left = -sum(map(_width, row)) / 2
    for name in row:
        yield left + _width(name) / 2
        left += _width(name)


def _spread(row: list[str], wanted: Mapping[str, float]) -> Mapping[str, float]:
    """Return places in order that are near those wanted and leave each its width: the mean of two greedy ways."""
    right: dict[str, float] = {}
    edge = float("-inf")
    for name in row:
        right[name] = max(wanted[name], edge + _width(name) / 2)
        edge = right[name] + _width(name) / 2
    left: dict[str, float] = {}
    edge = float("inf")
    for name in reversed(row):
        left[name] = min(wanted[name], edge - _width(name) / 2)
        edge = left[name] - _width(name) / 2
    return {name: (right[name] + left[name]) / 2 for name in row}


def draw() -> str:
    """Return the diagram of the modules as a block of a page."""
    found = fewest(arrows())
    plan = _Plan(found)
    y = {name: level * _LAYER for level, row in enumerate(plan.rows) for name in row}
    lines = [
        down(
            [
                (plan.x[name], y[name] + (_BOX[1] if not place else _BOX[1] / 2 if place < len(chain) - 1 else 0))
                for place, name in enumerate(chain)
            ]
        )
        for chain in plan.chains
    ]
    boxes = [box(plan.x[name] - _BOX[0] / 2, y[name], *_BOX, lines=[name], kind="module") for name in found]
    width = max(plan.x[name] + _width(name) / 2 for name in plan.x)
    said = "The modules of hockey_cards: each stands above all that it imports"
    return figure(width, max(y.values()) + _BOX[1] + 4, said=said, parts=[*lines, *boxes])
