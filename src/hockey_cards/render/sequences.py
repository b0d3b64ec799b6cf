"""Whole games as pictures: a strip of small tables, and an animation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from typing import Final, cast

import attrs

from hockey_cards.errors import ParseError, brief
from hockey_cards.game import Game
from hockey_cards.integers import plain_integer
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.markup import DIM, LIGHT, group, tag, text, use
from hockey_cards.render.picture import Perspective, Picture, background, document, draw
from hockey_cards.rules import Played, State, Turn

_CAPTION: Final = 26
"""The height of a caption."""
_GAP: Final = 16
_MIN_SHARED: Final = 60
"""The length of markup from which a shape that occurs in several frames is defined once."""
_FINAL_MOVES: Final = 3
"""The number of moves for which an animation rests at its end."""


@attrs.frozen
class _Frame:
    """A table at one moment of a game.

    Args:
        caption: The move that led to it.
        drawing: The table.
    """

    caption: str
    drawing: Drawing


def strip(
    game: Game,
    *,
    seat: Perspective = "all",
    first: int = 0,
    last: int | None = None,
    columns: int = 3,
    width: int = 1000,
) -> Picture:
    """Draw a game as small tables in rows, one for each moment, with the move that led to it.

    Args:
        game: The game.
        seat: Whose view to draw: a seat's, a spectator's (None), or ``"all"`` cards.
        first: The number of moves before the first moment; 0 is the deal.
        last: The number of moves before the last moment; None is the end.
        columns: The number of tables in a row.
        width: The width of the picture, in CSS pixels.

    Raises:
        ParseError: If the value is not a game, or there are no such moments, columns or width.
        SeatError: If there is no such seat.
    """
    columns = plain_integer(columns)
    if type(columns) is not int or not 1 <= columns <= 100:
        raise ParseError(f"columns cannot be {brief(columns)}: give a whole number from 1 to 100")
    frames = _frames(game, seat, first, last)
    height = max(frame.drawing.height for frame in frames)
    in_row = min(columns, len(frames))
    column_width, row_height = UNITS + _GAP, height + _CAPTION + _GAP
    size = in_row * column_width + _GAP, -(-len(frames) // in_row) * row_height + _GAP
    shared = _SharedShapes(frames)
    body = tag("rect", width=size[0], height=size[1], rx=10, fill="#20252b")
    for place, frame in enumerate(frames):
        x, y = _GAP + column_width * (place % in_row), _GAP + row_height * (place // in_row)
        words = text(frame.caption, 4, 16, size=15, fill=LIGHT if frame.caption else DIM)
        surface = background(frame.drawing.background, UNITS, height)
        table = group(surface, shared.parts(frame), transform=f"translate(0 {_CAPTION})")
        body += group(words, table, transform=f"translate({x} {y:.0f})")
    return document(_title_and_description(frames), size, body, width=width, shared=shared.definitions)


def animation(
    game: Game,
    *,
    seat: Perspective = "all",
    first: int = 0,
    last: int | None = None,
    seconds: float = 1.0,
    width: int = UNITS,
) -> Picture:
    """Draw a game as one picture that plays the moves in a loop.

    The animation rests at its end and pauses while the mouse pointer is over it. Readers whose system asks for reduced
    motion, and programs that show no animations, see the last moment.

    Args:
        game: The game.
        seat: Whose view to draw: a seat's, a spectator's (None), or ``"all"`` cards.
        first: The number of moves before the first moment; 0 is the deal.
        last: The number of moves before the last moment; None is the end.
        seconds: The duration of each moment, 0.1 to 60.
        width: The width of the picture, in CSS pixels.

    Raises:
        ParseError: If the value is not a game, or there are no such moments, duration or width.
        SeatError: If there is no such seat.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.1 <= seconds <= 60:
        raise ParseError(f"seconds cannot be {brief(seconds)}: give a number from 0.1 to 60")
    frames = _frames(game, seat, first, last)
    height = max(frame.drawing.height for frame in frames) + _CAPTION
    shared = _SharedShapes(frames)
    tables = (
        group(
            shared.parts(frame),
            text(frame.caption, MARGIN, height - 10, fill=DIM),
            transform=f"translate(0 {place * height:.0f})",
        )
        for place, frame in enumerate(frames)
    )
    end = round((len(frames) - 1) * height)
    film = group(*tables, id="~film", transform=f"translate(0 -{end})")
    body = background(frames[0].drawing.background, UNITS, height) + tag("svg", film, width=UNITS, height=height)
    style = _motion(len(frames), end, seconds)
    return document(
        _title_and_description(frames), (UNITS, height), body, width=width, style=style, shared=shared.definitions
    )


def _motion(frames: int, end: int, seconds: float) -> str:
    """Return the CSS that moves a column of frames past the window that shows one of them."""
    if frames == 1:
        return ""
    moves = frames - 1 + _FINAL_MOVES
    stop = f"transform:translateY(-{end}px)"
    return (
        f"@keyframes ~play{{0%{{transform:translateY(0);animation-timing-function:steps({frames - 1})}}"
        f"{100 * (frames - 1) / moves:.4f}%{{{stop}}}100%{{{stop}}}}}"
        f"#~film{{animation:~play {moves * seconds:.2f}s infinite}}"
        "svg:hover>#~film{animation-play-state:paused}"
        "@media (prefers-reduced-motion:reduce){#~film{animation:none}}"
    )


class _SharedShapes:
    """The shapes that occur in more than one frame, each defined once."""

    def __init__(self, frames: Sequence[_Frame]) -> None:
        counts = Counter(chain.from_iterable(set(frame.drawing.parts) for frame in frames))
        repeated = [part for part, count in counts.items() if count > 1 and len(part) > _MIN_SHARED]
        self._names = {part: f"part-{number}" for number, part in enumerate(sorted(repeated))}

    @property
    def definitions(self) -> str:
        """The definitions of the shapes."""
        return "".join(group(part, id=f"~{name}") for part, name in self._names.items())

    def parts(self, frame: _Frame) -> str:
        """Return the shapes of a frame, by name if they are shared."""
        return "".join(use(self._names[part]) if part in self._names else part for part in frame.drawing.parts)


def _title_and_description(frames: Sequence[_Frame]) -> tuple[str, str]:
    end = frames[-1].drawing
    moves = "; ".join(frame.caption for frame in frames if frame.caption)
    return end.title, f"{len(frames)} moments of a game: {moves}. At the last of them: {end.description}"


def _frames(game: Game, seat: Perspective, first: int, last: int | None) -> tuple[_Frame, ...]:
    """Draw the moments of a game from one number of moves to another."""
    if not isinstance(cast("object", game), Game):
        raise ParseError(f"there are no moments of a value of type {type(game).__name__}: give a game")
    moves = len(game.moves)
    first, end = plain_integer(first), moves if last is None else plain_integer(last)
    if not all(type(number) is int for number in (first, end)) or not 0 <= first <= end <= moves:
        raise ParseError(f"there are no moments {brief(first)} to {brief(end)}: the game has 0 to {moves}")
    frames = [_Frame("the deal", draw(_first_state(game), seat))] if first == 0 else []
    turns = islice(game.turns, max(first - 1, 0), end)
    frames += (_Frame(caption(turn, seat), draw(turn.step.state, seat)) for turn in turns)
    if end == moves:
        frames[-1] = attrs.evolve(frames[-1], drawing=draw(game, seat))
    return tuple(frames)


def _first_state(game: Game) -> State:
    """Return the state of a game before its first move."""
    first = next(iter(game.turns), None)
    return game.state if first is None else first.before


def caption(turn: Turn, seat: Perspective = "all") -> str:
    """Return a move in a few words: ``3. seat 0: Qh, goal``.

    Args:
        turn: The move.
        seat: Who reads it, and so what it may say: a seat, a spectator (None), or ``"all"``, who knows everything.
    """
    played = turn.step.events[0]
    shown = cast("Played", played if seat == "all" else played.seen_by(seat))  # the first event of a step is the play
    return f"{turn.number}. seat {shown.seat}: {shown.move.code}, {shown.call}"
