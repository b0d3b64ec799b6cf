"""Games to draw, and the places of the shapes in a picture, read from its text without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import attrs

from hockey_cards import Game, Variant

SVG = "{http://www.w3.org/2000/svg}"
_MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_SCALED = re.compile(r"scale\(([-\d.]+)\)")
_SIZES = {"c": (16, 26), "r": (10, 14), "s": (10, 10)}
_LETTER = 0.62
"""The average width of a letter in a wide font, DejaVu Sans, as a fraction of the font size."""


@attrs.frozen
class Spot:
    """The place of a shape, in units of the picture."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Spot) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 2


def played(game: Variant | str, *, seed: int = 1) -> tuple[Game, ...]:
    """Play a game at random, and return it after every move."""
    games = [Game.start(game, seed=seed)]
    rng = Random(seed)
    while games[-1].outcome is None:
        games.append(games[-1].play(rng.choice(games[-1].legal)))
    return tuple(games)


def moments(game: Variant | str, *, seed: int = 1, step: int = 7) -> Iterator[Game]:
    """Yield some moments of a game, including the deal and the end."""
    games = played(game, seed=seed)
    yield from games[::step]
    yield games[-1]


def read(picture: str) -> Element:
    return ElementTree.fromstring(picture)


def shown(picture: str) -> list[str]:
    """Return the names of the shapes that a picture without shared parts shows: ``Qh``, ``cQh``, ``back``."""
    _, _, body = picture.rpartition("</defs>")
    return re.findall(r'href="#h\w+-([^"]+)"', body)


def cards_in(picture: str) -> set[str]:
    """Return the codes of the cards that a picture shows, as cards or as chips."""
    return {name[-2:] for name in shown(picture) if len(name) in (2, 3) and name[-1] in "cdhs" and name[0] != "s"}


def spots(picture: str) -> Iterator[Spot]:
    """Yield the places of the texts, cards, digits and boxes of a picture, without its definitions."""
    for child in read(picture):
        if child.tag != f"{SVG}defs":
            yield from _spots(child, 0, 0)


def _spots(element: Element, x: float, y: float) -> Iterator[Spot]:
    how = element.get("transform", "")
    moved, scaled = _MOVED.search(how), _SCALED.search(how)
    x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
    if element.tag == f"{SVG}use":
        name = element.attrib["href"].rpartition("-")[2]
        scale = float(scaled[1]) if scaled else 1
        wide, high = _SIZES[name[0]] if len(name) == 3 or name[0] in "rs" else (44, 62)
        yield Spot(name, x, y, x + wide * scale, y + high * scale)
    if element.tag == f"{SVG}rect":
        left, top = x + float(element.get("x", 0)), y + float(element.get("y", 0))
        yield Spot("rect", left, top, left + float(element.attrib["width"]), top + float(element.attrib["height"]))
    if element.tag == f"{SVG}text":
        yield _text(element, x, y)
    for child in element:
        yield from _spots(child, x, y)


def _text(element: Element, x: float, y: float) -> Spot:
    size = float(element.attrib["font-size"])
    words = element.text or ""
    wide = _LETTER * size * len(words)
    left = (
        x
        + float(element.attrib["x"])
        - {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
    )
    line = y + float(element.attrib["y"])
    return Spot(f"text {words}", left, line - 0.75 * size, left + wide, line + 0.2 * size)
