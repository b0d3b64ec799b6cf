"""How a rink is drawn: the only file that knows where its cells, goalkeepers and stacks lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hockey_cards.cards import Card
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing, counted, result, sight, spoken
from hockey_cards.render.furniture import BOARD, Seated, heap, name_plate, notes, owned, scoreboard
from hockey_cards.render.glyphs import HEIGHT, WIDTH, card, chip_rows, chips
from hockey_cards.render.markup import BLUE, DIM, GOLD, LIGHT, RED, box, group, tag, text
from hockey_cards.rink import Open, RinkState, RinkView, Stage
from hockey_cards.rink.passage import THROUGH, THROWN_OUT, place
from hockey_cards.rink.state import PLACES
from hockey_cards.rules import Played, Seat

GROUND: Final = "#14324a"
_CARD: Final = 38
_CARD_HEIGHT: Final = HEIGHT * _CARD / WIDTH
_ICE: Final = 86
_ICE_WIDTH: Final = UNITS - 2 * _ICE
_COLUMN: Final = 49
_ROW: Final = 58
_GOAL: Final = 14
"""How much more room there is between a goal line and the goalkeepers behind it."""
_CHIPS: Final = 18
_LONG: Final = 5 * _ROW + 2 * _GOAL + 10
_LABEL: Final = 80
_LAST: Final = 210
_LOST: Final = "#ff5a4d"
_INK: Final = "#1c4f73"


def picture(view: RinkView, state: RinkState | None) -> Drawing:
    """Draw a rink.

    Args:
        view: What is to be seen.
        state: The state that all cards are shown of; None shows no more than the view.
    """
    below = view.seat or 0
    top = BOARD + 22
    bottom = top + _LONG + 6
    parts = [group(*_head(view)), name_plate(_seated(view, 1 - below), MARGIN, BOARD + 9, _note(view, 1 - below))]
    parts.append(group(*_ice(below, top)))
    parts.append(group(*_cards(view, state, below, top)))
    parts += _marks(view, below, top)
    parts += _beside(view, state, below, top)
    parts.append(name_plate(_seated(view, below), MARGIN, bottom + 13, _note(view, below)))
    parts.append(group(*_last(view, bottom + 17)))
    y = _taken(view, bottom + 32, parts)
    if state is not None:
        y = _stacks(state, y, parts)
    said = sight(view.seat, everything=state is not None)
    return Drawing(f"A rink, {said}", _words(view, state), y + 4, tuple(parts), GROUND)


def _seated(view: RinkView, seat: Seat) -> Seated:
    return Seated(seat, moving=seat == view.mover, dealing=seat == view.dealer)


def _note(view: RinkView, seat: Seat) -> str:
    return "to move" if seat == view.mover else ""


def _head(view: RinkView) -> Iterator[str]:
    over = view.mover is None
    yield from scoreboard(("seat 0", "seat 1"), (), view.score, over=over)
    runs = len(view.rules.deck) - PLACES
    told = [result(view.score, overtime=False)] if over else [f"run {len(view.spent) + 1} of {runs}"]
    if view.rules.knobs.goalkeeper_lanes:
        told.append("goalkeepers keep to their lanes")
    yield from notes(told)


def _where(spot: int, below: Seat, top: float) -> tuple[float, float]:
    """Return where a place of the layout is drawn; the picture is turned so that the viewer sits below."""
    if spot < 12:
        column, line = float(spot % 4), 3.0 - spot // 4
    else:
        column, line = 2 * (spot % 2) + 0.5, 4.0 if spot < 14 else 0.0
    if below:
        column, line = 3 - column, 4 - line
    beyond = _GOAL * ((line > 0) + (line > 3))
    return UNITS / 2 + (column - 1.5) * _COLUMN - _CARD / 2, top + 7 + line * _ROW + beyond


def _ice(below: Seat, top: float) -> Iterator[str]:
    """Draw the ice: boards, goal lines, the red line in the middle, and the names of columns and rows."""
    yield box(_ICE, top, _ICE_WIDTH, _LONG, rx=26, fill="#d3e6f1", stroke=LIGHT, stroke_width=3)
    for y in (top + 7 + _ROW + _GOAL / 2 - 4, top + 7 + 4 * _ROW + 1.5 * _GOAL + 1):
        yield tag("path", d=f"M{_ICE + 2} {y:.1f}H{UNITS - _ICE - 2}", stroke=RED, stroke_width=1.2)
    middle = top + _LONG / 2
    yield tag("path", d=f"M{_ICE + 18} {middle:.1f}H{UNITS - _ICE - 2}", stroke=RED, stroke_width=3, opacity=0.5)
    for row in range(3):
        _, y = _where(4 * row, below, top)
        yield text(str(row + 1), _ICE + 6, y + _CARD_HEIGHT / 2 + 4, size=10.5, fill=_INK)
    for column in range(4):
        x, y = _where(column if below == 0 else column + 8, below, top)
        yield text("abcd"[column], x + _CARD / 2, y + _CARD_HEIGHT + 10, size=10, anchor="middle", fill=_INK)
    for name, spot in (("g1", 12), ("g2", 13), ("g1", 14), ("g2", 15)):
        x, y = _where(spot, below, top)
        yield text(name, x + _CARD + 3, y + _CARD_HEIGHT / 2 + 4, size=9, fill=_INK)


def _cards(view: RinkView, state: RinkState | None, below: Seat, top: float) -> Iterator[str]:
    """Draw the cards on the ice; those that only the picture of a state shows have a blue veil."""
    for spot, known in enumerate(view.layout):
        where = _where(spot, below, top)
        shown = known if state is None else state.deal.pack[spot]
        yield card(shown, *where, width=_CARD)
        if known is None and shown is not None:
            yield box(*where, _CARD, _CARD_HEIGHT, rx=4, fill=BLUE, fill_opacity=0.4)


def _run(view: RinkView) -> tuple[Played[Open], ...]:
    """Return the moves of the run that goes on, or, before its first, the last move of the one before."""
    plays = view.plays
    first = len(plays)
    while first and plays[first - 1].call == THROUGH:
        first -= 1
    return plays[first:] or plays[-1:]


def _marks(view: RinkView, below: Seat, top: float) -> Iterator[str]:
    """Draw a ring round the cards that the run has come over, and a dashed one round those to choose from."""
    for play in _run(view):
        x, y = _where(place(play.move, play.seat), below, top)
        colour = _LOST if play.call == THROWN_OUT else GOLD
        yield _ring(x, y, colour, stroke_width=3.5)
    for spot in _due(view):
        x, y = _where(spot, below, top)
        yield _ring(x, y, _INK, stroke_width=2, stroke_dasharray="5 3")


def _ring(x: float, y: float, colour: str, **how: float | str) -> str:
    return box(x - 2, y - 2, _CARD + 4, _CARD_HEIGHT + 4, rx=6, fill="none", stroke=colour, **how)


def _due(view: RinkView) -> Sequence[int]:
    """Return the places that the mover chooses from now, as everybody can see."""
    if view.mover is None:
        return ()
    if view.row is not None:
        return range(4 * (view.row - 1), 4 * view.row)
    first = 14 if view.mover == 0 else 12
    return {Stage.GOALKEEPER_1: (first,), Stage.GOALKEEPER_2: (first + 1,)}.get(view.stage, (first, first + 1))


def _beside(view: RinkView, state: RinkState | None, below: Seat, top: float) -> Iterator[str]:
    """Draw the stacks at the left, each at the side of its owner, and the running card at the right."""
    for seat, y in ((1 - below, top + 14), (below, top + _LONG - 92)):
        yield heap(view.stacks[seat], MARGIN + 17, y, "stack", size=_CARD)
    if view.mover is None:
        return
    middle = UNITS - _ICE / 2 + 1
    y = top + _LONG / 2 - HEIGHT / 2
    running = view.running if state is None else state.running
    yield card(running, middle - WIDTH / 2, y)
    yield box(middle - WIDTH / 2 - 3, y - 3, WIDTH + 6, HEIGHT + 6, rx=7, fill="none", stroke=GOLD, stroke_width=2)
    yield text("running", middle, y + HEIGHT + 17, anchor="middle", fill=GOLD)
    hidden = "not yet shown" if view.running is None else f"by seat {view.mover}"
    yield text(hidden, middle, y + HEIGHT + 31, size=10, anchor="middle", fill=DIM)


def _last(view: RinkView, y: float) -> Iterator[str]:
    """Write the last move with the card that ran in it; y is the line."""
    plays = view.plays
    if not plays:
        yield text("no card has been chosen", _LAST, y)
        return
    last = plays[-1]
    ran = view.running if last.call == THROUGH else view.spent[-1]
    yield chips([] if ran is None else [ran], _LAST - 24, y - 17, in_row=1)
    yield text(f"seat {last.seat} at {last.move.code}: {last.call.replace('-', ' ')}", _LAST, y)


def _taken(view: RinkView, y: float, parts: list[str]) -> float:
    """Draw the cards that goals were scored with, and those thrown out."""
    for seat in (0, 1):
        parts.append(owned("goals", seat, MARGIN, y + 17))
        y = _row(view.goals[seat], 1, y, parts)
    parts.append(text("thrown out", MARGIN, y + 17, fill=DIM))
    return _row(view.thrown_out, -(-(len(view.rules.deck) - PLACES) // _CHIPS), y, parts)


def _stacks(state: RinkState, y: float, parts: list[str]) -> float:
    """Draw the cards of the stacks, the next first."""
    for seat in (0, 1):
        parts.append(owned("stack", seat, MARGIN, y + 17))
        y = _row(state.stacks[seat], 1, y, parts)
    return y


def _row(cards: Sequence[Card], rows: int, y: float, parts: list[str]) -> float:
    """Draw cards as chips, and return where the rows that are kept for them end."""
    parts.append(chips(cards, _LABEL + 8, y, in_row=_CHIPS))
    return y + chip_rows(rows * _CHIPS, _CHIPS)


def _words(view: RinkView, state: RinkState | None) -> str:
    """Tell the position in sentences."""
    said = [f"Dealt by seat {view.dealer}.", f"Score {view.score[0]} to {view.score[1]}."]
    layout = view.layout if state is None else state.deal.pack[:PLACES]
    names = [*(f"{column}{row}" for row in "123" for column in "abcd")]
    names += (f"goalkeeper {number} of seat {seat}" for seat in (0, 1) for number in (1, 2))
    said += (f"{name}: {_face(shown)}." for name, shown in zip(names, layout, strict=True))
    running = view.running if state is None else state.running
    if view.mover is None:
        said.append(result(view.score, overtime=False))
    else:
        said.append(f"Seat {view.mover} is to move; running card: {_face(running)}.")
    if view.plays:
        last = view.plays[-1]
        said.append(f"Last move: seat {last.seat}, {last.move.code}, {last.call}.")
    said += (f"Goals of seat {seat}: {spoken(view.goals[seat])}." for seat in (0, 1))
    said.append(f"Thrown out: {spoken(view.thrown_out)}.")
    said += (f"Stack of seat {seat}: {counted(view.stacks[seat])}." for seat in (0, 1))
    return " ".join(said)


def _face(shown: Card | None) -> str:
    return "closed" if shown is None else spoken([shown])
