"""Observations of the rink: their layout, and the numbers that a view gives."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Final

from hockey_cards.batch.layout import Layout, Templates, blank
from hockey_cards.batch.rink.arrays import PLACES
from hockey_cards.rink import Rink, RinkView, Stage
from hockey_cards.rink.moves import MOVES
from hockey_cards.rink.referee import PASSABLE, place
from hockey_cards.rules import Seat

VERSION: Final = 1
SUITS: Final = 4
RANKS: Final = 13
_DECK: Final = SUITS * RANKS
_RUNS: Final = _DECK - PLACES

_LAYOUT: Final = Layout.of(
    (
        ("open", PLACES, 1, "for each cell, the goalkeepers that the viewer tries, its own two: 1 if the card is open"),
        ("suit", PLACES * SUITS, 1, "for each of these, one of c, d, h, s; none if the card is closed"),
        ("rank", PLACES * RANKS, 1, "for each of these, one of 2 to A; none if the card is closed"),
        ("passable", PLACES, 1, "for each of these: 1 if the card is open and the known running card passes it"),
        ("running-suit", SUITS, 1, "the suit of the running card, one of c, d, h, s; none if it is not known"),
        ("running-rank", RANKS, 1, "its rank, one of 2 to A; none if it is not known"),
        ("spent", _DECK, 1, "for each card of the deck of 52: 1 if its run is over"),
        ("unseen", RANKS, SUITS, "for each rank: how many of its cards the viewer has not seen"),
        ("stage", len(Stage), 1, "one of: near row, middle row, far row, either goalkeeper, the first, the second"),
        ("score", 2, _RUNS, "the goals: of the own side, of the other"),
        ("left", 1, _RUNS, "the number of runs left, this one included"),
        ("seat", 1, 1, "the viewer's seat: rows are counted from seat 0's side"),
        ("mover", 2, 1, "one of: the viewer is to move, the other seat; none after the end"),
    ),
    version=VERSION,
)

OPEN, SUIT, RANK, PASSABLES, RUNNING_SUIT, RUNNING_RANK, SPENT, UNSEEN, STAGE, SCORE, LEFT, SEAT, MOVER = (
    block.start for block in _LAYOUT.blocks
)
"""The first column of each block."""


def layout(rules: Rink) -> Layout:
    """Return the layout of the observations of a game, the same for all rinks."""
    return _LAYOUT


@cache
def places(seat: Seat) -> tuple[int, ...]:
    """Return the places of a rink in the order in which the observations of a seat show them."""
    tried = [place(move, seat) for move in MOVES]
    return (*tried, *(own for own in range(PLACES) if own not in tried))


def _template(rules: Rink, seat: Seat) -> array[int]:
    """Return an observation of a seat before any card was seen."""
    row = blank(_LAYOUT.width)
    for card in rules.deck:
        row[UNSEEN + card // SUITS] += 1
    row[SEAT] = seat
    return row


_TEMPLATES: Final = Templates(_template)


def numbers(view: RinkView) -> array[int]:
    """Return the numbers of an observation; a spectator's are counted from seat 0's side."""
    seat, running = view.seat or 0, view.running
    row = _TEMPLATES.copy(view.rules, seat)
    layout, passable = view.layout, None if running is None else PASSABLE[running]
    for each, at in enumerate(places(seat)):
        card = layout[at]
        if card is not None:
            row[OPEN + each] = 1
            row[SUIT + SUITS * each + card % SUITS] = 1
            row[RANK + RANKS * each + card // SUITS] = 1
            row[UNSEEN + card // SUITS] -= 1
            row[PASSABLES + each] = passable is not None and passable[card]
    if running is not None:
        row[RUNNING_SUIT + running % SUITS] = row[RUNNING_RANK + running // SUITS] = 1
        row[UNSEEN + running // SUITS] -= 1
    for card in view.spent:
        row[SPENT + card] = 1
        row[UNSEEN + card // SUITS] -= 1
    row[SCORE], row[SCORE + 1] = view.score[seat], view.score[1 - seat]
    row[LEFT] = len(view.rules.deck) - PLACES - len(view.spent)
    if row[LEFT]:
        row[STAGE + view.stage] = 1
    if view.mover is not None:
        row[MOVER + (view.mover != seat)] = 1
    return row
