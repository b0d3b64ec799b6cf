"""Whole games as pictures: a strip of small tables, and one that moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from typing import Final, cast

import attrs

from hockey_cards.errors import ParseError, brief
from hockey_cards.game import Game
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.markup import DIM, LIGHT, group, tag, text, use
from hockey_cards.render.picture import Picture, Sight, drawing, framed, ground
from hockey_cards.rules import Played, State, Turn

_CAPTION: Final = 26
_GAP: Final = 16
_SHORT: Final = 60
_HOLD: Final = 3
"""For how many moves an animated game rests at its end."""


@attrs.frozen
class _Frame:
    """A table at one moment of a game, and what led to it."""

    caption: str
    drawn: Drawing


def strip(
    game: Game, *, seat: Sight = "all", first: int = 0, last: int | None = None, columns: int = 3, width: int = 1000
) -> Picture:
    """Draw a game as small pictures in rows, one for each moment, with the move that led to it.

    Args:
        game: The game.
        seat: Whose view is drawn; None is a spectator's, ``"all"`` shows all cards.
        first: How many moves had been made at the first moment; 0 is the deal.
        last: How many at the last; None is the end.
        columns: How many pictures stand in a row, at most.
        width: How wide the whole is, in CSS pixels.

    Raises:
        ParseError: If it is no game, or there are no such moments, or no such number of columns or width.
        SeatError: If there is no such seat.
    """
    if type(columns) is not int or not 1 <= columns <= 100:
        raise ParseError(f"{brief(columns)} is no number of columns: give a whole number from 1 to 100")
    frames = _frames(game, seat, first, last)
    high = max(frame.drawn.height for frame in frames)
    across = min(columns, len(frames))
    wide, below = UNITS + _GAP, high + _CAPTION + _GAP
    size = across * wide + _GAP, -(-len(frames) // across) * below + _GAP
    shared = _Shared(frames)
    body = tag("rect", width=size[0], height=size[1], rx=10, fill="#20252b")
    for place, frame in enumerate(frames):
        x, y = _GAP + wide * (place % across), _GAP + below * (place // across)
        words = text(frame.caption, 4, 16, size=15, fill=LIGHT if frame.caption else DIM)
        table = group(
            ground(frame.drawn.ground, UNITS, high), shared.parts(frame), transform=f"translate(0 {_CAPTION})"
        )
        body += group(words, table, transform=f"translate({x} {y:.0f})")
    return framed(*_told(frames), size, body, width=width, defined=shared.defined)


def animated(
    game: Game,
    *,
    seat: Sight = "all",
    first: int = 0,
    last: int | None = None,
    seconds: float = 1.0,
    width: int = UNITS,
) -> Picture:
    """Draw a game as one picture that moves, over and over again.

    It rests at the end, stops while a mouse is over it, and stands still at the end of the game for readers whose
    system asks for little motion, and in programs that cannot move pictures.

    Args:
        game: The game.
        seat: Whose view is drawn; None is a spectator's, ``"all"`` shows all cards.
        first: How many moves had been made at the first moment; 0 is the deal.
        last: How many at the last; None is the end.
        seconds: How long each moment is shown, 0.1 to 60.
        width: How wide the picture is, in CSS pixels.

    Raises:
        ParseError: If it is no game, or there are no such moments, or no such time or width.
        SeatError: If there is no such seat.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.1 <= seconds <= 60:
        raise ParseError(f"{brief(seconds)} is no time to show a table for: give 0.1 to 60 seconds")
    frames = _frames(game, seat, first, last)
    high = max(frame.drawn.height for frame in frames) + _CAPTION
    shared = _Shared(frames)
    shown = (
        group(
            shared.parts(frame),
            text(frame.caption, MARGIN, high - 10, fill=DIM),
            transform=f"translate(0 {place * high:.0f})",
        )
        for place, frame in enumerate(frames)
    )
    end = round((len(frames) - 1) * high)
    film = group(*shown, id="~film", transform=f"translate(0 -{end})")
    body = ground(frames[0].drawn.ground, UNITS, high) + tag("svg", film, width=UNITS, height=high)
    style = _motion(len(frames), end, seconds)
    return framed(*_told(frames), (UNITS, high), body, width=width, style=style, defined=shared.defined)


def _motion(frames: int, end: int, seconds: float) -> str:
    """Write the rules by which a film of frames below one another moves past its window."""
    if frames == 1:
        return ""
    beats = frames - 1 + _HOLD
    stop = f"transform:translateY(-{end}px)"
    return (
        f"@keyframes ~play{{0%{{transform:translateY(0);animation-timing-function:steps({frames - 1})}}"
        f"{100 * (frames - 1) / beats:.4f}%{{{stop}}}100%{{{stop}}}}}"
        f"#~film{{animation:~play {beats * seconds:.2f}s infinite}}"
        "svg:hover>#~film{animation-play-state:paused}"
        "@media (prefers-reduced-motion:reduce){#~film{animation:none}}"
    )


class _Shared:
    """The shapes that stand in more than one frame, each written once."""

    def __init__(self, frames: Sequence[_Frame]) -> None:
        counts = Counter(chain.from_iterable(set(frame.drawn.parts) for frame in frames))
        often = [part for part, count in counts.items() if count > 1 and len(part) > _SHORT]
        self._names = {part: f"part-{number}" for number, part in enumerate(sorted(often))}

    @property
    def defined(self) -> str:
        """The definitions of the shapes."""
        return "".join(group(part, id=f"~{name}") for part, name in self._names.items())

    def parts(self, frame: _Frame) -> str:
        """Return the shapes of a frame, by name where they are shared."""
        return "".join(use(self._names[part]) if part in self._names else part for part in frame.drawn.parts)


def _told(frames: Sequence[_Frame]) -> tuple[str, str]:
    """Return a title, and what happened in words."""
    end = frames[-1].drawn
    moves = "; ".join(frame.caption for frame in frames if frame.caption)
    return end.title, f"{len(frames)} moments of a game: {moves}. At the last of them: {end.words}"


def _frames(game: Game, seat: Sight, first: int, last: int | None) -> tuple[_Frame, ...]:
    """Draw the moments of a game from one number of moves to another."""
    if not isinstance(cast("object", game), Game):
        raise ParseError(f"there are no moments of a value of type {type(game).__name__}: give a game")
    moves = len(game.moves)
    end = moves if last is None else last
    if not all(type(number) is int for number in (first, end)) or not 0 <= first <= end <= moves:
        raise ParseError(f"there are no moments {brief(first)} to {brief(end)}: the game has 0 to {moves}")
    frames = [_Frame("the deal", drawing(_begun(game), seat))] if first == 0 else []
    turns = islice(game.turns, max(first - 1, 0), end)
    frames += (_Frame(caption(turn, seat), drawing(turn.step.state, seat)) for turn in turns)
    if end == moves:
        frames[-1] = attrs.evolve(frames[-1], drawn=drawing(game, seat))
    return tuple(frames)


def _begun(game: Game) -> State:
    """Return the state of a game before its first move."""
    first = next(iter(game.turns), None)
    return game.state if first is None else first.before


def caption(turn: Turn, seat: Sight = "all") -> str:
    """Tell a move in a few words: ``3. seat 0: Qh, goal``.

    Args:
        turn: The move.
        seat: Whose knowledge of it is told; None is a spectator's, ``"all"`` tells all.
    """
    played = turn.step.events[0]
    told = cast("Played", played if seat == "all" else played.seen_by(seat))  # the first event of every step is one
    return f"{turn.number}. seat {told.seat}: {told.move.code}, {told.call}"
