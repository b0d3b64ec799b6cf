"""The drawing of a table of the rink family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hockey_cards.cards import Card
from hockey_cards.language.languages import translatable
from hockey_cards.language.phrases import card_names, counted, result_sentence, viewer
from hockey_cards.render.card_shapes import HEIGHT, WIDTH, card, chip_rows, chips
from hockey_cards.render.drawing import MARGIN, UNITS, Drawing
from hockey_cards.render.legend import Legend, fitted
from hockey_cards.render.markup import BLUE, DIM, GOLD, LIGHT, RED, box, group, tag, text
from hockey_cards.render.table_parts import (
    BOARD,
    Seated,
    face_down_stack,
    name_plate,
    notes,
    scoreboard,
    seat_label,
)
from hockey_cards.rink import Open, RinkState, RinkView, Stage
from hockey_cards.rink.referee import GOAL, THROUGH, THROWN_OUT, place
from hockey_cards.rink.state import PLACES
from hockey_cards.rules import Played, Seat

_BACKGROUND: Final = "#14324a"
_CARD: Final = 38
"""The width of a card on the ice."""
_CARD_HEIGHT: Final = HEIGHT * _CARD / WIDTH
_ICE: Final = 86
"""The left side of the ice."""
_ICE_WIDTH: Final = UNITS - 2 * _ICE
_COLUMN: Final = 49
_ROW: Final = 58
_GOAL: Final = 14
"""The extra room between a goal line and the goalkeepers behind it."""
_CHIPS_IN_ROW: Final = 18
_ICE_HEIGHT: Final = 5 * _ROW + 2 * _GOAL + 10
_LABEL: Final = 80
"""The width of a label to the left of chips."""
_LAST_MOVE: Final = 210
"""The left side of the last move in words."""
_LOST: Final = "#ff5a4d"
_INK: Final = "#1c4f73"
_CALLS: Final = {THROUGH: translatable("through"), THROWN_OUT: translatable("thrown out"), GOAL: translatable("goal")}


def picture(view: RinkView, state: RinkState | None, legend: Legend) -> Drawing:
    """Draw a rink.

    Args:
        view: What to show.
        state: The state whose closed cards and stacks are shown as well; None shows the view alone.
        legend: The words.
    """
    below = view.seat or 0
    top = BOARD + 22
    bottom = top + _ICE_HEIGHT + 6
    parts = [group(*_head(view, legend)), _name_plate(view, 1 - below, BOARD + 9, legend)]
    parts.append(group(*_ice(below, top)))
    parts.append(group(*_cards(view, state, below, top, legend)))
    parts += _rings(view, below, top)
    parts += _beside_the_ice(view, state, below, top, legend)
    parts.append(_name_plate(view, below, bottom + 13, legend))
    parts.append(group(*_last_move(view, bottom + 17, legend)))
    y = _open_piles(view, bottom + 32, legend, parts)
    if state is not None:
        y = _stacks(state, y, legend, parts)
    title = f"A rink, {viewer(view.seat, all_cards=state is not None)}"
    return Drawing(title, _description(view, state), y + 4, tuple(parts), _BACKGROUND)


def _name_plate(view: RinkView, seat: Seat, y: float, legend: Legend) -> str:
    moving = seat == view.mover
    seated = Seated(seat, moving=moving, dealing=seat == view.dealer)
    note = legend.plate(seat, legend.say("to move") if moving else "")
    return name_plate(seated, MARGIN, y, note, room=_LAST_MOVE - MARGIN - 28)


def _head(view: RinkView, legend: Legend) -> Iterator[str]:
    """Draw the scoreboard and the notes beside it."""
    yield from scoreboard(
        (fitted(legend.seat(0), 84), fitted(legend.seat(1), 84)), (), view.score, over=view.outcome is not None
    )
    runs = len(view.rules.deck) - PLACES
    run = legend.say("run {number} of {runs}", number=min(len(view.spent) + 1, runs), runs=runs)
    lines = [run if view.outcome is None else fitted(legend.result(view.outcome, view.seat), 215)]
    if view.rules.settings.goalkeeper_lanes:
        lines.append(fitted(legend.say("goalkeepers keep to their lanes"), 215))
    yield from notes(lines)


def _corner(spot: int, below: Seat, top: float) -> tuple[float, float]:
    """Return the upper left corner of a place of the layout, in a picture with the seat ``below`` at the bottom."""
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
    yield box(_ICE, top, _ICE_WIDTH, _ICE_HEIGHT, rx=26, fill="#d3e6f1", stroke=LIGHT, stroke_width=3)
    for y in (top + 7 + _ROW + _GOAL / 2 - 4, top + 7 + 4 * _ROW + 1.5 * _GOAL + 1):
        yield tag("path", d=f"M{_ICE + 2} {y:.1f}H{UNITS - _ICE - 2}", stroke=RED, stroke_width=1.2)
    middle = top + _ICE_HEIGHT / 2
    yield tag("path", d=f"M{_ICE + 18} {middle:.1f}H{UNITS - _ICE - 2}", stroke=RED, stroke_width=3, opacity=0.5)
    for row in range(3):
        _, y = _corner(4 * row, below, top)
        yield text(str(row + 1), _ICE + 6, y + _CARD_HEIGHT / 2 + 4, size=10.5, fill=_INK)
    for column in range(4):
        x, y = _corner(column if below == 0 else column + 8, below, top)
        yield text("abcd"[column], x + _CARD / 2, y + _CARD_HEIGHT + 10, size=10, anchor="middle", fill=_INK)
    for name, spot in (("g1", 12), ("g2", 13), ("g1", 14), ("g2", 15)):
        x, y = _corner(spot, below, top)
        yield text(name, x + _CARD + 3, y + _CARD_HEIGHT / 2 + 4, size=9, fill=_INK)


def _cards(view: RinkView, state: RinkState | None, below: Seat, top: float, legend: Legend) -> Iterator[str]:
    """Draw the cards on the ice; closed ones that are shown because the state is known have a blue veil."""
    moves = {place(move, view.seat): move.code for move in view.legal} if view.seat is not None else {}
    for spot, known in enumerate(view.layout):
        corner = _corner(spot, below, top)
        shown = known if state is None else state.deal.pack[spot]
        drawn = card(shown, *corner, width=_CARD)
        yield legend.choice(moves[spot], drawn) if spot in moves else drawn
        if known is None and shown is not None:
            yield box(*corner, _CARD, _CARD_HEIGHT, rx=4, fill=BLUE, fill_opacity=0.4)


def _current_run(view: RinkView) -> tuple[Played[Open], ...]:
    """Return the moves of the current run, or, before its first move, the last move of the run before."""
    plays = view.plays
    first = len(plays)
    while first and plays[first - 1].call == THROUGH:
        first -= 1
    return plays[first:] or plays[-1:]


def _rings(view: RinkView, below: Seat, top: float) -> Iterator[str]:
    """Draw a ring round each card that the run has tried, and a dashed ring round each card to choose from."""
    for play in _current_run(view):
        x, y = _corner(place(play.move, play.seat), below, top)
        colour = _LOST if play.call == THROWN_OUT else GOLD
        yield _ring(x, y, colour, stroke_width=3.5)
    for spot in _choices(view):
        x, y = _corner(spot, below, top)
        yield _ring(x, y, _INK, stroke_width=2, stroke_dasharray="5 3")


def _ring(x: float, y: float, colour: str, **stroke: float | str) -> str:
    return box(x - 2, y - 2, _CARD + 4, _CARD_HEIGHT + 4, rx=6, fill="none", stroke=colour, **stroke)


def _choices(view: RinkView) -> Sequence[int]:
    """Return the places that the mover chooses from, which everybody can see."""
    if view.mover is None:
        return ()
    if view.row is not None:
        return range(4 * (view.row - 1), 4 * view.row)
    first = 14 if view.mover == 0 else 12
    return {Stage.GOALKEEPER_1: (first,), Stage.GOALKEEPER_2: (first + 1,)}.get(view.stage, (first, first + 1))


def _beside_the_ice(view: RinkView, state: RinkState | None, below: Seat, top: float, legend: Legend) -> Iterator[str]:
    """Draw the stacks on the left, each on the side of its owner, and the running card on the right."""
    for seat, y in ((1 - below, top + 14), (below, top + _ICE_HEIGHT - 92)):
        yield face_down_stack(view.stacks[seat], MARGIN + 17, y, legend.say("stack"), size=_CARD)
    if view.mover is None:
        return
    middle = UNITS - _ICE / 2 + 1
    y = top + _ICE_HEIGHT / 2 - HEIGHT / 2
    running = view.running if state is None else state.running
    yield card(running, middle - WIDTH / 2, y)
    yield box(middle - WIDTH / 2 - 3, y - 3, WIDTH + 6, HEIGHT + 6, rx=7, fill="none", stroke=GOLD, stroke_width=2)
    yield text(legend.say("running"), middle, y + HEIGHT + 17, anchor="middle", fill=GOLD)
    shown_by = legend.say("by {name}", name=legend.seat(view.mover))
    note = fitted(legend.say("not yet shown") if view.running is None else shown_by, _ICE - 2, size=10)
    yield text(note, middle, y + HEIGHT + 31, size=10, anchor="middle", fill=DIM)


def _last_move(view: RinkView, y: float, legend: Legend) -> Iterator[str]:
    """Draw the last move in words, with its running card; y is the baseline."""
    plays = view.plays
    if not plays:
        yield text(legend.say("no card has been chosen"), _LAST_MOVE, y)
        return
    last = plays[-1]
    running = view.running if last.call == THROUGH else view.spent[-1]
    yield chips([] if running is None else [running], _LAST_MOVE - 24, y - 17, in_row=1)
    places = {"name": legend.seat(last.seat), "place": last.move.code, "call": legend.say(_CALLS[last.call])}
    yield text(fitted(legend.say("{name} at {place}: {call}", **places), UNITS - _LAST_MOVE), _LAST_MOVE, y)


def _open_piles(view: RinkView, y: float, legend: Legend, parts: list[str]) -> float:
    """Draw the cards that scored and those thrown out, and return where they end."""
    for seat in (0, 1):
        parts.append(seat_label(legend.say("goals"), seat, MARGIN, y + 17))
        y = _chips(view.goals[seat], 1, y, parts)
    parts.append(text(legend.say("thrown out"), MARGIN, y + 17, fill=DIM))
    return _chips(view.thrown_out, -(-(len(view.rules.deck) - PLACES) // _CHIPS_IN_ROW), y, parts)


def _stacks(state: RinkState, y: float, legend: Legend, parts: list[str]) -> float:
    """Draw the cards of the stacks, the next first, and return where they end."""
    for seat in (0, 1):
        parts.append(seat_label(legend.say("stack"), seat, MARGIN, y + 17))
        y = _chips(state.stacks[seat], 1, y, parts)
    return y


def _chips(cards: Sequence[Card], rows: int, y: float, parts: list[str]) -> float:
    """Draw cards as chips, and return where the rows that are reserved for them end."""
    parts.append(chips(cards, _LABEL + 8, y, in_row=_CHIPS_IN_ROW))
    return y + chip_rows(rows * _CHIPS_IN_ROW, _CHIPS_IN_ROW)


def _description(view: RinkView, state: RinkState | None) -> str:
    """Return the position in sentences."""
    sentences = [f"Dealt by seat {view.dealer}.", f"Score {view.score[0]} to {view.score[1]}."]
    layout = view.layout if state is None else state.deal.pack[:PLACES]
    names = [*(f"{column}{row}" for row in "123" for column in "abcd")]
    names += (f"goalkeeper {number} of seat {seat}" for seat in (0, 1) for number in (1, 2))
    sentences += (f"{name}: {_card_name(shown)}." for name, shown in zip(names, layout, strict=True))
    running = view.running if state is None else state.running
    if view.outcome is not None:
        sentences.append(result_sentence(view.outcome))
    else:
        sentences.append(f"Seat {view.mover} is to move; running card: {_card_name(running)}.")
    if view.plays:
        last = view.plays[-1]
        sentences.append(f"Last move: seat {last.seat}, {last.move.code}, {last.call}.")
    sentences += (f"Goals of seat {seat}: {card_names(view.goals[seat])}." for seat in (0, 1))
    sentences.append(f"Thrown out: {card_names(view.thrown_out)}.")
    sentences += (f"Stack of seat {seat}: {counted(view.stacks[seat])}." for seat in (0, 1))
    return " ".join(sentences)


def _card_name(shown: Card | None) -> str:
    return "closed" if shown is None else card_names([shown])
