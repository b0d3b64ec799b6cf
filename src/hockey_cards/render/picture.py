"""Pictures of tables: one self-contained SVG from a view, a state or a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from os import PathLike
from pathlib import Path
from re import fullmatch
from typing import Any, Literal, cast

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import ParseError, SeatError, brief
from hockey_cards.game import Game
from hockey_cards.integers import plain_integer
from hockey_cards.language.events import seat_names
from hockey_cards.language.languages import LETTERS, SOURCE, Language, Letters
from hockey_cards.language.words import effects, move_text, status
from hockey_cards.registry import part_of
from hockey_cards.render import fallback
from hockey_cards.render.card_shapes import definitions
from hockey_cards.render.drawing import UNITS, Drawing
from hockey_cards.render.legend import Legend, choices
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


def svg(
    shown: View | State | Game,
    *,
    seat: Perspective = "all",
    width: int = UNITS,
    moves: bool = False,
    names: Sequence[str] = (),
    language: Language | str | None = None,
    prefix: str | None = None,
) -> Picture:
    """Draw a table as SVG.

    The picture of a view is made of that view alone and shows nothing else. The picture of a state or a game shows all
    cards, and is for the side that runs the game, unless a ``seat`` is given.

    The same table gives the same text. The ids in a picture begin with a digest of it, so that different pictures can
    stand on one page. The arrangement of the shapes may change between versions.

    A family draws its own tables if it offers the part ``render``: a function that takes a view, the state or None, and
    a ``render.Legend``, and returns a ``render.Drawing``. Otherwise the picture lists the JSON of the view.

    With ``moves`` the picture is one to play on, inline in a page: each card or place that belongs to a legal move of
    the view is an element ``g`` with its code as ``data-card`` and a label, and the role of the picture is ``group``.

    A picture with ``moves`` or a ``prefix`` has no ``style`` attributes, which a strict content security policy blocks;
    its size is up to the page.

    Args:
        shown: What to draw.
        seat: Whose view of a state or game to draw: a seat's, a spectator's (None), or ``"all"`` cards.
        width: The width in CSS pixels; the height follows. The picture shrinks where there is less room.
        moves: Whether the legal moves of the view are marked.
        names: The name of each seat; by default seats are numbered, or named as in ``language.seat_names`` if a
            language is given.
        language: The language of the words in the picture, or its code.
        prefix: The beginning of the ids, a word of ASCII letters and digits: the same from picture to picture, so that
            one picture can take the place of another. By default it is a digest of the picture.

    Raises:
        ParseError: If there is no picture of such a value, or the width, a name or the prefix is not allowed.
        SeatError: If there is no such seat, or the view is that of another seat.
        UnknownLanguage: If there is no such language.
    """
    drawing = draw(shown, seat, moves=moves, names=names, language=language)
    body = background(drawing.background, UNITS, drawing.height) + "".join(drawing.parts)
    size = UNITS, drawing.height
    letters = Language.of(language or SOURCE).letters
    words = drawing.title, drawing.description
    return document(words, size, body, width=width, prefix=prefix, letters=letters)


def draw(
    shown: View | State | Game,
    seat: Perspective,
    *,
    moves: bool = False,
    names: Sequence[str] = (),
    language: Language | str | None = None,
) -> Drawing:
    """Return the drawing that ``svg`` makes a picture of."""
    words = _Words(moves, names, language)
    if isinstance(shown, View):
        if seat not in ("all", shown.seat) or isinstance(seat, bool):
            raise SeatError(f"the view is that of {_viewer(shown.seat)}: it cannot be drawn for {_viewer(seat)}")
        return _draw_view(shown, None, words)
    if isinstance(shown, State):
        return _draw_state(shown, seat, words)
    if isinstance(shown, Game):
        return _draw_game(shown, seat, words)
    kind = type(cast("object", shown)).__name__
    raise ParseError(f"there is no picture of a value of type {kind}: give a view, a state or a game")


def _viewer(seat: object) -> str:
    return "a spectator" if seat is None else f"seat {brief(seat)}"


def _draw_game(game: Game, seat: Perspective, words: _Words) -> Drawing:
    """Draw the current table of a game, with the name of the game."""
    view, state = (game.view(None), game.state) if seat == "all" else (game.view(seat), None)
    drawing = _draw_view(view, state, words)
    return attrs.evolve(drawing, title=f"{words.translated(game.variant.name)}: {drawing.title}")


def _draw_state(state: State, seat: Perspective, words: _Words) -> Drawing:
    if seat == "all":
        return _draw_view(state.rules.view(state, None), state, words)
    return _draw_view(state.rules.view(state, seat), None, words)


def _draw_view(view: View, state: State | None, words: _Words) -> Drawing:
    """Draw a view as its family does, with all cards of a state if one is given."""
    picture: Any = part_of(view.rules, "render")
    legend = words.legend(view)
    drawing: object = fallback.picture(view, legend) if picture is None else picture(view, state, legend)
    if not isinstance(drawing, Drawing):
        kind, family = type(drawing).__name__, type(view.rules).__name__
        raise ParseError(f"the picture of {family} is a value of type {kind}: it must be a render.Drawing")
    return words.described(drawing, view, legend)


@attrs.frozen
class _Words:
    """What a caller wants of the words in a picture."""

    moves: bool
    names: Sequence[str]
    language: Language | str | None

    def translated(self, text: str) -> str:
        return text if self.language is None else Language.of(self.language).translated(text)

    def legend(self, view: View) -> Legend:
        """Return the legend of the picture of a view."""
        spoken = Language.of(self.language or SOURCE)
        if not self.names and self.language is None:
            return Legend(spoken, labels=self._labels(view, spoken))
        defaults = seat_names(view.rules.seats, spoken)
        given = (*self.names, *defaults[len(self.names) :])
        if len(given) != len(defaults) or not all(isinstance(name, str) for name in cast("tuple[object, ...]", given)):
            raise ParseError(f"the names cannot be {brief(self.names)}: give up to {len(defaults)} texts")
        called = tuple(name or default for name, default in zip(given, defaults, strict=True))
        return Legend(spoken, called, self._labels(view, spoken))

    def _labels(self, view: View, language: Language) -> dict[str, str]:
        """Return what each card or place that can be chosen is called: what the move does, if it is the only one."""
        found: dict[str, str] = {}
        legal = effects(view, language) if self.moves else ()
        uses = Counter(code for move, _ in legal for code in choices(move))
        for move, effect in legal:
            chosen = choices(move)
            for code in chosen:
                if (len(chosen), uses[code]) == (1, 1):
                    found[code] = ": ".join(filter(None, (move_text(view.rules, move, language), effect)))
                else:
                    found[code] = language.card(Card(code))
        return found

    def described(self, drawing: Drawing, view: View, legend: Legend) -> Drawing:
        """Return a drawing with title and description in the language that was asked for."""
        if self.language is None:
            return drawing
        say, names = legend.say, legend.names
        title = say("the table") if view.seat is None else say("the table as {name} sees it", name=names[view.seat])
        said = [f"{label}: {words}." for label, words in status(view, names, legend.language)]
        if view.outcome is not None:
            said.append(legend.result(view.outcome, view.seat))
        elif view.mover is not None:
            said.append(say("{name} is to move.", name=names[view.mover]))
        return attrs.evolve(drawing, title=title, description=" ".join(said))


def background(colour: str, width: float, height: float) -> str:
    """Draw the surface of a table, with a light edge that separates it from any page."""
    return box(1, 1, width - 2, height - 2, rx=10, fill=colour, stroke="#7f9a90", stroke_width=1.5)


def document(
    words: tuple[str, str],
    size: tuple[float, float],
    body: str,
    *,
    width: int,
    style: str = "",
    shared: str = "",
    prefix: str | None = None,
    letters: Letters = LETTERS[SOURCE],
) -> Picture:
    """Return a whole SVG document.

    Args:
        words: The title, and what the picture shows, in sentences.
        size: The width and the height of the body, in units.
        body: The shapes.
        width: The width of the picture, in CSS pixels.
        style: CSS rules; they refer to ids as the body does, with ``~``.
        shared: Definitions of shapes that the body refers to, besides those of the cards.
        prefix: The beginning of the ids; None for a digest of the picture.
        letters: The letters of the cards.

    Raises:
        ParseError: If the width or the prefix is not allowed.
    """
    width = plain_integer(width)
    if type(width) is not int or not 40 <= width <= 20_000:
        raise ParseError(f"the width of a picture cannot be {brief(width)}: give a whole number from 40 to 20000")
    shared += definitions(shared + body, letters.court)
    heading = tag("title", escape(words[0]), id="~title") + tag("desc", escape(words[1]), id="~words")
    style = tag("style", style) if style else ""
    given = prefix is not None
    if prefix is None:
        prefix = "h" + sha256("\0".join((heading, style, shared, body, str(width))).encode()).hexdigest()[:8]
    elif not isinstance(cast("object", prefix), str) or not fullmatch("[A-Za-z][A-Za-z0-9]{0,39}", prefix):
        raise ParseError(
            f"the prefix cannot be {brief(prefix)}: give an ASCII letter, then letters and digits, 40 at most"
        )
    content = heading + tag("defs", style.replace("~", f"{prefix}-") + shared) + body
    playable = "data-card=" in body
    return Picture(
        tag(
            "svg",
            with_prefix(content, prefix),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {escape(size[0])} {escape(size[1])}",
            width=width,
            height=round(width * size[1] / size[0]),
            role="group" if playable else "img",
            aria_labelledby=f"{prefix}-title {prefix}-words",
            style=None if playable or given else "max-width:100%;height:auto",
            font_family=FONT,
        )
    )
