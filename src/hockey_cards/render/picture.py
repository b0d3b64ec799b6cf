"""Pictures of games: from a view, a state or a game to one SVG that stands for itself."""

from __future__ import annotations

from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, Literal, cast

import attrs

from hockey_cards import blades, pile, rink
from hockey_cards.blades import picture as blades_picture
from hockey_cards.errors import ParseError, SeatError, brief
from hockey_cards.game import Game
from hockey_cards.render import other as other_picture
from hockey_cards.render import pile as pile_picture
from hockey_cards.render import rink as rink_picture
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.glyphs import shapes
from hockey_cards.render.markup import GOLD, box, named, plain, tag, text
from hockey_cards.rules import Ending, Seat, State, View

Sight = Seat | Literal["all"] | None
"""Through whose eyes a game is seen: a seat's, a spectator's (None), or those that see all cards."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


class Picture(str):
    """An SVG as text, which notebooks show as the picture that it is."""

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


def svg(shown: View | State | Game, *, seat: Sight = "all", width: int = UNITS) -> Picture:
    """Draw the table as a picture in the SVG format.

    A view is drawn as it is: the picture is a function of the view alone, and shows no more than it holds. Of a
    state or a game all cards are drawn open, which is for the side that runs the game, unless a ``seat`` is given.
    The same table gives the same text. Names inside begin with a digest of the picture, so that different pictures
    can stand on one page. Which shape lies where may change between versions.

    Rules of other families may have a method ``drawing`` that takes a view, and a state or None, and returns a
    ``render.Drawing``; without it the picture says what the view's JSON says.

    Args:
        shown: What is drawn.
        seat: Of a state or game: whose view is drawn, None for a spectator's; ``"all"`` shows all cards.
        width: How wide the picture is, in CSS pixels; the height follows. It shrinks where there is less room.

    Raises:
        ParseError: If there is no picture of such a value, or of such a width.
        SeatError: If there is no such seat, or the view is another's.
    """
    return finished(drawing(shown, seat), width)


def drawing(shown: View | State | Game, seat: Sight) -> Drawing:
    """Return what ``svg`` makes a picture of."""
    if isinstance(shown, View):
        if seat not in ("all", shown.seat) or isinstance(seat, bool):
            raise SeatError(f"the view is that of {_named(shown.seat)}: it cannot be drawn for {_named(seat)}")
        return _drawn(shown, None)
    if isinstance(shown, State):
        return _of_state(shown, seat)
    if isinstance(shown, Game):
        return _of_game(shown, seat)
    kind = type(cast("object", shown)).__name__
    raise ParseError(f"there is no picture of a value of type {kind}: give a view, a state or a game")


def _named(seat: object) -> str:
    return "a spectator" if seat is None else f"seat {brief(seat)}"


def _of_state(state: State, seat: Sight) -> Drawing:
    if seat == "all":
        return _drawn(state.rules.view(state, None), state)
    return _drawn(state.rules.view(state, seat), None)


def _of_game(game: Game, seat: Sight) -> Drawing:
    """Draw the state of a game under the game's name, and a forfeit, of which the state knows nothing."""
    drawn = _of_state(game.state, seat)
    drawn = attrs.evolve(drawn, title=f"{game.variant.name}: {drawn.title}")
    outcome = game.outcome
    if outcome is None or outcome.how is not Ending.FORFEIT:
        return drawn
    line = f"Forfeited: side {outcome.winner} wins."
    return drawn.with_line(line, [text(line, MARGIN, drawn.height + 11, fill=GOLD, bold=True)])


def _drawn(view: View, state: State | None) -> Drawing:
    if isinstance(view, pile.PileView):
        return pile_picture.picture(view, cast("pile.PileState | None", state))
    if isinstance(view, rink.RinkView):
        return rink_picture.picture(view, cast("rink.RinkState | None", state))
    if isinstance(view, blades.BladesView):
        return blades_picture.picture(view, cast("blades.BladesState | None", state))
    told: Any = getattr(view.rules, "drawing", None)
    made: object = other_picture.picture(view) if told is None else told(view, state)
    if not isinstance(made, Drawing):
        raise ParseError(f"the rules drew a value of type {type(made).__name__}: they must return a render.Drawing")
    return made


def ground(colour: str, width: float, height: float) -> str:
    """Draw the table that the cards lie on, a light edge round it, so that it stands out on any page."""
    return box(1, 1, width - 2, height - 2, rx=10, fill=colour, stroke="#7f9a90", stroke_width=1.5)


def finished(drawn: Drawing, width: int) -> Picture:
    """Make a picture of a drawing."""
    body = ground(drawn.ground, UNITS, drawn.height) + "".join(drawn.parts)
    return framed(drawn.title, drawn.words, (UNITS, drawn.height), body, width=width)


def framed(
    title: str, words: str, size: tuple[float, float], body: str, *, width: int, style: str = "", defined: str = ""
) -> Picture:
    """Put a body of shapes, and those that it refers to, into a picture with a title.

    Args:
        title: The title.
        words: What the picture shows, in sentences.
        size: The width and height of the body, in units.
        body: The shapes.
        width: The width of the picture, in CSS pixels.
        style: Rules of style; they refer to names as the body does, with ``~``.
        defined: Shapes that the body refers to, beside those of the cards.

    Raises:
        ParseError: If the width is none.
    """
    if type(width) is not int or not 40 <= width <= 20_000:
        raise ParseError(f"{brief(width)} is no width of a picture: give a whole number from 40 to 20000")
    defined += shapes(defined + body)
    heading = tag("title", plain(title), id="~title") + tag("desc", plain(words), id="~words")
    style = tag("style", style) if style else ""
    prefix = "h" + sha256("\0".join((heading, style, defined, body, str(width))).encode()).hexdigest()[:8]
    inside = named(heading + tag("defs", style.replace("~", f"{prefix}-") + defined) + body, prefix)
    return Picture(
        tag(
            "svg",
            inside,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {plain(size[0])} {plain(size[1])}",
            width=width,
            height=round(width * size[1] / size[0]),
            role="img",
            aria_labelledby=f"{prefix}-title {prefix}-words",
            style="max-width:100%;height:auto",
            font_family=FONT,
        )
    )
