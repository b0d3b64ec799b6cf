"""Observations of the pile family: their layout, and the numbers that a view gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from hockey_cards.batch.compiled.arrays import MAX_OBSERVED
from hockey_cards.batch.layout import Layout, marked, one_hot, own_first
from hockey_cards.cards import deck
from hockey_cards.events import side_of
from hockey_cards.pile import Pile, PileView
from hockey_cards.pile.referee import case_of
from hockey_cards.pile.schedule import PACK

_TOPS: Final = 16
_CLAIMS: Final = 3

_POSITION: Final = (
    ("hand", PACK, 1, "for each of 52 cards: 1 if the mover holds it"),
    ("table", PACK, 1, "for each card: 1 if it was laid as the first pile of the period"),
    ("played", PACK, PACK, "for each card: how many plays ago it was played, 1 the last play; 0 if not this period"),
    ("top", _TOPS, 1, "one of: no pile, none before the first card, 2 to A on top, several cards to match"),
    ("claim", _CLAIMS, 1, "one of: nobody holds the claim, the own side, the other side"),
    ("score", 2, MAX_OBSERVED, "the score: of the own side, of the other"),
    ("goals", 2, PACK // 2, "the goals of the period: of the own side, of the other"),
    ("period", 1, MAX_OBSERVED, "the period, from 0, overtimes included"),
    ("opening", 1, 1, "1 if the opening card must be led now"),
)
"""The blocks that depend on the position: name, size, maximum, description."""

HAND, TABLE, PLAYED, TOP, CLAIM, SCORE, GOALS, PERIOD, OPENING = (block.start for block in Layout.of(_POSITION).blocks)
"""The first column of each of these blocks."""
SCHEDULE: Final = Layout.of(_POSITION).width
"""The first column of the blocks that depend on the schedule alone."""


@lru_cache(maxsize=64)
def layout(rules: Pile) -> Layout:
    """Return the layout of the observations of a game."""
    periods = rules.schedule.periods + rules.schedule.max_overtimes
    maxima = {"score": min(PACK // 2 * periods, MAX_OBSERVED), "period": periods - 1}  # the sides alternate
    position = ((name, size, maxima.get(name, usual), text) for name, size, usual, text in _POSITION)
    return Layout.of([*position, *_schedule(rules.seats)])


def _schedule(seats: int) -> tuple[tuple[str, int, int, str], ...]:
    """Return the blocks that depend on the kind of period and the number of the play alone."""
    return (
        ("overtime", 1, 1, "1 in overtime"),
        ("left", 1, PACK, "the number of plays left in the period, this one included, if no goal ends it"),
        ("stock", 1, PACK, "the number of cards that have not been dealt"),
        ("dealer", 1, seats - 1, "how many turns after the mover's the dealer's is"),
        ("sizes", seats, PACK, "the sizes of the hands, the mover's first, then in the order of turns"),
    )


def numbers(view: PileView) -> Mapping[str, Iterable[int]]:
    """Return the numbers of each block for the view of the seat that is to move."""
    assert view.seat is not None
    schedule, side = view.rules.schedule, side_of(view.seat)
    direction = schedule.direction(view.period)
    order = [(view.seat + direction * turn) % schedule.seats for turn in range(schedule.seats)]
    ages = {play.move: age for age, play in enumerate(reversed(view.plays), 1)}
    return {
        "hand": marked(view.hand, PACK),
        "table": marked(view.table_cards, PACK),
        "played": [ages.get(card, 0) for card in deck()],
        "top": one_hot(case_of(view.situation) % _TOPS, _TOPS),
        "claim": one_hot(0 if view.claim is None else 1 if view.claim == side else 2, _CLAIMS),
        "score": own_first(view.score, side),
        "goals": own_first(view.periods[-1], side),
        "period": [view.period],
        "opening": [view.opening_card is not None],
        "overtime": [schedule.in_overtime(view.period)],
        "left": [view.setup.timetable.plays - view.ply],
        "stock": [view.stock],
        "dealer": [order.index(view.dealer)],
        "sizes": [view.counts[other] for other in order],
    }
