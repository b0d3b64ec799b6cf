"""Pictures of tables: one self-contained SVG from a view, a state or a game."""

from __future__ import annotations

from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, Literal, cast

import attrs

from hockey_cards.errors import ParseError, SeatError, brief
from hockey_cards.game import Game
from hockey_cards.integers import plain_integer
from hockey_cards.registry import part_of
from hockey_cards.render import fallback
from hockey_cards.render.card_shapes import definitions
from hockey_cards.render.drawing import UNITS, Drawing
from hockey_cards.render.markup import box, escape, tag, with_prefix
from hockey_cards.rules import Seat, State, View

Perspective = Seat | Literal["all"] | None
"""Whose view of a game is shown: that of a seat, that of a spectator (None), or all cards (``"all"``)."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


class Picture(str):
    """An SVG as text, which notebooks display as a picture."""

    __slots__ = ()

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file.

        Raises:
            OSError: If the file cannot be written.
        """
        Path(path).write_text(self, "utf-8")

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture, SVG of {len(self)} characters>"


def svg(shown: View | State | Game, *, seat: Perspective = "all", width: int = UNITS) -> Picture:
    """Draw a table as SVG.

    The picture of a view is made of that view alone and shows nothing else. The picture of a state or a game shows all
    cards, and is for the side that runs the game, unless a ``seat`` is given.

    The same table gives the same text. The ids in a picture begin with a digest of it, so that different pictures can
    stand on one page. The arrangement of the shapes may change between versions.

    A family draws its own tables if it offers the part ``render``: a function that takes a view, and the state or None,
    and returns a ``render.Drawing``. Otherwise the picture lists the JSON of the view.

    Args:
        shown: What to draw.
        seat: Whose view of a state or game to draw: a seat's, a spectator's (None), or ``"all"`` cards.
        width: The width in CSS pixels; the height follows. The picture shrinks where there is less room.

    Raises:
        ParseError: If there is no picture of such a value, or the width is not allowed.
        SeatError: If there is no such seat, or the view is that of another seat.
    """
    drawing = draw(shown, seat)
    body = background(drawing.background, UNITS, drawing.height) + "".join(drawing.parts)
    return document(drawing.title, drawing.description, (UNITS, drawing.height), body, width=width)


def draw(shown: View | State | Game, seat: Perspective) -> Drawing:
    """Return the drawing that ``svg`` makes a picture of."""
    if isinstance(shown, View):
        if seat not in ("all", shown.seat) or isinstance(seat, bool):
            raise SeatError(f"the view is that of {_viewer(shown.seat)}: it cannot be drawn for {_viewer(seat)}")
        return _draw_view(shown, None)
    if isinstance(shown, State):
        return _draw_state(shown, seat)
    if isinstance(shown, Game):
        return _draw_game(shown, seat)
    kind = type(cast("object", shown)).__name__
    raise ParseError(f"there is no picture of a value of type {kind}: give a view, a state or a game")


def _viewer(seat: object) -> str:
    return "a spectator" if seat is None else f"seat {brief(seat)}"


def _draw_game(game: Game, seat: Perspective) -> Drawing:
    """Draw the current table of a game, with the name of the game."""
    view, state = (game.view(None), game.state) if seat == "all" else (game.view(seat), None)
    drawing = _draw_view(view, state)
    return attrs.evolve(drawing, title=f"{game.variant.name}: {drawing.title}")


def _draw_state(state: State, seat: Perspective) -> Drawing:
    if seat == "all":
        return _draw_view(state.rules.view(state, None), state)
    return _draw_view(state.rules.view(state, seat), None)


def _draw_view(view: View, state: State | None) -> Drawing:
    """Draw a view as its family does, with all cards of a state if one is given."""
    picture: Any = part_of(view.rules, "render")
    drawing: object = fallback.picture(view) if picture is None else picture(view, state)
    if not isinstance(drawing, Drawing):
        kind, family = type(drawing).__name__, type(view.rules).__name__
        raise ParseError(f"the picture of {family} is a value of type {kind}: it must be a render.Drawing")
    return drawing


def background(colour: str, width: float, height: float) -> str:
    """Draw the surface of a table, with a light edge that separates it from any page."""
    return box(1, 1, width - 2, height - 2, rx=10, fill=colour, stroke="#7f9a90", stroke_width=1.5)


def document(
    title: str, description: str, size: tuple[float, float], body: str, *, width: int, style: str = "", shared: str = ""
) -> Picture:
    """Return a whole SVG document.

    Args:
        title: The title.
        description: What the picture shows, in sentences.
        size: The width and the height of the body, in units.
        body: The shapes.
        width: The width of the picture, in CSS pixels.
        style: CSS rules; they refer to ids as the body does, with ``~``.
        shared: Definitions of shapes that the body refers to, besides those of the cards.

    Raises:
        ParseError: If the width is not allowed.
    """
    width = plain_integer(width)
    if type(width) is not int or not 40 <= width <= 20_000:
        raise ParseError(f"the width of a picture cannot be {brief(width)}: give a whole number from 40 to 20000")
    shared += definitions(shared + body)
    heading = tag("title", escape(title), id="~title") + tag("desc", escape(description), id="~words")
    style = tag("style", style) if style else ""
    prefix = "h" + sha256("\0".join((heading, style, shared, body, str(width))).encode()).hexdigest()[:8]
    content = heading + tag("defs", style.replace("~", f"{prefix}-") + shared) + body
    return Picture(
        tag(
            "svg",
            with_prefix(content, prefix),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {escape(size[0])} {escape(size[1])}",
            width=width,
            height=round(width * size[1] / size[0]),
            role="img",
            aria_labelledby=f"{prefix}-title {prefix}-words",
            style="max-width:100%;height:auto",
            font_family=FONT,
        )
    )
