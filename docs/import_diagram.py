"""Diagram of the imports between the modules of the package, in layers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import Final

from drawing import box, down, figure

_PACKAGE: Final = "hockey_cards"
_SETTINGS: Final = Path(__file__).parent.parent / "pyproject.toml"
_BOX: Final = (104, 30)
_LANE: Final = 26
"""The width that an arrow takes where it passes between the boxes of a layer."""
_LAYER: Final = 64
_SWEEPS: Final = 12

Imports = Mapping[str, frozenset[str]]


def imports() -> Imports:
    """Return the imports between the children of the package, a subpackage standing for its modules.

    The imports that the contract on cycles ignores are left out.
    """
    import grimp  # needed only to read the code, and not by the tests of the layout

    graph = grimp.build_graph(_PACKAGE, exclude_type_checking_imports=True, cache_dir=None)
    for importer, imported in _ignored():
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


def _ignored() -> Iterable[tuple[str, str]]:
    """Yield the imports that the contract on cycles ignores."""
    contracts = tomllib.loads(_SETTINGS.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    acyclic = next(each for each in contracts if each["type"] == "acyclic_siblings")
    for line in acyclic.get("ignore_imports", []):
        importer, _, imported = line.partition(" -> ")
        yield importer, imported


def _short(name: str) -> str:
    return name.removeprefix(f"{_PACKAGE}.")


def reduced(found: Imports) -> Imports:
    """Return the transitive reduction: without an import of c by a where a reaches c through another module."""
    reached: dict[str, frozenset[str]] = {}
    for name in TopologicalSorter(found).static_order():
        reached[name] = found[name].union(*(reached[need] for need in found[name]))
    return {
        name: frozenset(need for need in needs if not any(need in reached[other] for other in needs))
        for name, needs in found.items()
    }


def layers(found: Imports) -> list[list[str]]:
    """Return the modules in layers, the lowest first: each stands above all that it imports.

    A module with more importers than imports stands as high as possible, which keeps the arrows short.
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


class _Layout:
    """Positions of the modules, and of the arrows that pass through a layer, with few crossings."""

    def __init__(self, found: Imports) -> None:
        """Lay out the layers, the highest first."""
        self.rows = [list[str](row) for row in reversed(layers(found))]
        self.links: list[tuple[str, str]] = []
        self.chains: list[list[str]] = []
        depth = {name: level for level, row in enumerate(self.rows) for name in row}
        for name, needs in found.items():
            for need in sorted(needs):
                self._connect(name, need, depth)
        for sweep in range(_SWEEPS):
            self._sort(upwards=bool(sweep % 2))
        self.x = self._places()

    def _connect(self, name: str, need: str, depth: Mapping[str, int]) -> None:
        """Route an arrow through all layers between its ends."""
        passed = [f"{name}>{need}>{level}" for level in range(depth[name] + 1, depth[need])]
        for lane, level in zip(passed, range(depth[name] + 1, depth[need]), strict=True):
            self.rows[level].append(lane)
        chain = [name, *passed, need]
        self.chains.append(chain)
        self.links += list(pairwise(chain))

    def _neighbours(self, *, upwards: bool) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for upper, lower in self.links:
            found.setdefault(upper if upwards else lower, []).append(lower if upwards else upper)
        return found

    def _sort(self, *, upwards: bool) -> None:
        """Order each layer by the positions of its neighbours in the previous layer."""
        neighbours = self._neighbours(upwards=upwards)
        rows = self.rows[::-1] if upwards else self.rows
        for before, row in pairwise(rows):
            at = {name: (place + 0.5) / len(before) for place, name in enumerate(before)}
            own = {name: (place + 0.5) / len(row) for place, name in enumerate(row)}
            ends = {name: [at[each] for each in neighbours.get(name, []) if each in at] or [own[name]] for name in row}
            row.sort(key=lambda name: sum(ends[name]) / len(ends[name]))

    def _places(self) -> Mapping[str, float]:
        """Move each module towards those it is linked with, as far as the layer leaves room."""
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
    return _LANE if ">" in name else _BOX[0] + 14


def _packed(row: list[str]) -> Iterable[float]:
    left = -sum(map(_width, row)) / 2
    for name in row:
        yield left + _width(name) / 2
        left += _width(name)


def _spread(row: list[str], wanted: Mapping[str, float]) -> Mapping[str, float]:
    """Return positions close to the wanted ones that leave each module its width: the mean of two greedy passes."""
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
    found = reduced(imports())
    layout = _Layout(found)
    y = {name: level * _LAYER for level, row in enumerate(layout.rows) for name in row}
    lines = [
        down(
            [
                (layout.x[name], y[name] + (_BOX[1] if not place else _BOX[1] / 2 if place < len(chain) - 1 else 0))
                for place, name in enumerate(chain)
            ]
        )
        for chain in layout.chains
    ]
    boxes = [box(layout.x[name] - _BOX[0] / 2, y[name], *_BOX, lines=[name], kind="module") for name in found]
    width = max(layout.x[name] + _width(name) / 2 for name in layout.x)
    label = "The modules of hockey_cards: each stands above all that it imports"
    return figure(width, max(y.values()) + _BOX[1] + 4, label=label, parts=[*lines, *boxes])
