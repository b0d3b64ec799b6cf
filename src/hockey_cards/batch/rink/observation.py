"""Observations of the rink: their layout, and the numbers that a view gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

from hockey_cards.batch.layout import Layout, marked, one_hot, own_first
from hockey_cards.batch.rink.arrays import PLACES
from hockey_cards.rink import Rink, RinkView, Stage
from hockey_cards.rink.moves import MOVES
from hockey_cards.rink.referee import PASSABLE, place
from hockey_cards.rules import Seat

SUITS: Final = 4
RANKS: Final = 13
_DECK: Final = SUITS * RANKS
_RUNS: Final = _DECK - PLACES

_LAYOUT: Final = Layout.of(
    (
        ("open", PLACES, 1, "for each cell, the goalkeepers that the mover tries, its own two: 1 if the card is open"),
        ("suit", PLACES * SUITS, 1, "for each of these, one of c, d, h, s; none if the card is closed"),
        ("rank", PLACES * RANKS, 1, "for each of these, one of 2 to A; none if the card is closed"),
        ("passable", PLACES, 1, "for each of these: 1 if the card is open and the running card passes it"),
        ("running-suit", SUITS, 1, "the suit of the running card, one of c, d, h, s"),
        ("running-rank", RANKS, 1, "its rank, one of 2 to A"),
        ("spent", _DECK, 1, "for each card of the deck of 52: 1 if its run is over"),
        ("stage", len(Stage), 1, "one of: near row, middle row, far row, either goalkeeper, the first, the second"),
        ("score", 2, _RUNS, "the goals: of the own side, of the other"),
        ("left", 1, _RUNS, "the number of runs left, this one included"),
        ("seat", 1, 1, "the mover's seat: rows are counted from seat 0's side"),
    )
)

OPEN, SUIT, RANK, PASSABLES, RUNNING_SUIT, RUNNING_RANK, SPENT, STAGE, SCORE, LEFT, SEAT = (
    block.start for block in _LAYOUT.blocks
)
"""The first column of each block."""


def layout(rules: Rink) -> Layout:
    """Return the layout of the observations of a game, the same for all rinks."""
    return _LAYOUT


def places(seat: Seat) -> tuple[int, ...]:
    """Return the places of a rink in the order in which the observations of a seat show them."""
    tried = [place(move, seat) for move in MOVES]
    return (*tried, *(own for own in range(PLACES) if own not in tried))


def numbers(view: RinkView) -> Mapping[str, Iterable[int]]:
    """Return the numbers of each block for the view of the seat that is to move."""
    running, seat = view.running, view.seat
    assert running is not None
    assert seat is not None
    cards = [view.layout[at] for at in places(seat)]
    suits = [one_hot(None if card is None else card % SUITS, SUITS) for card in cards]
    ranks = [one_hot(None if card is None else card // SUITS, RANKS) for card in cards]
    return {
        "open": [card is not None for card in cards],
        "suit": chain(*suits),
        "rank": chain(*ranks),
        "passable": [card is not None and PASSABLE[running][card] for card in cards],
        "running-suit": one_hot(running % SUITS, SUITS),
        "running-rank": one_hot(running // SUITS, RANKS),
        "spent": marked(view.spent, _DECK),
        "stage": one_hot(view.stage, len(Stage)),
        "score": own_first(view.score, seat),
        "left": [sum(view.stacks) + 1],
        "seat": [seat],
    }
