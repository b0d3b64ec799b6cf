"""Observations of blades: their layout, and the numbers that a view gives."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from hockey_cards.batch.compiled.arrays import MAX_OBSERVED
from hockey_cards.batch.families import BatchFamily
from hockey_cards.batch.layout import Layout, blank
from hockey_cards.blades.moves import Verb
from hockey_cards.blades.table import HAND, MAX_CARRIED, STOCK

if TYPE_CHECKING:
    from hockey_cards.blades.family import Blades
    from hockey_cards.blades.view import BladesView

VERSION: Final = 1
_DECK: Final = 52
_RANKS: Final = 13
_MOVES: Final = 45
"""The greatest number of moves of a period."""

_LAYOUT: Final = Layout.of(
    (
        ("hand", _DECK, 1, "for each of 52 cards: 1 if the viewer holds it"),
        ("stack", _DECK, 1, "for each card: 1 if it lies in the viewer's own stack"),
        ("shot", _DECK, 1, "for each card: 1 if it belongs to the shot that must be answered"),
        (
            "played",
            _DECK,
            _MOVES,
            "for each card: 45 if the last move showed it, 44 if the one before, ..; or 0",
        ),
        ("seen", _DECK, 1, "for each card: 1 if a move of this period showed it"),
        ("unseen", 2 * _RANKS, 2, "for each rank, of black cards, then of red: how many the viewer has not seen"),
        ("last", len(Verb), 1, "the last move of the period, one of: stack, shoot, change, use, hand, none"),
        ("score", 2, MAX_CARRIED + _DECK // 2, "the score: of the own side, of the other"),
        ("goals", 2, _DECK // 2, "the goals of the period: of the own side, of the other"),
        ("period", 1, MAX_OBSERVED, "the period, from 0, overtimes included"),
        ("stock", 1, STOCK, "the number of cards still to be drawn"),
        ("sizes", 2, HAND, "the number of cards in the hands: the own, the other's"),
        ("stacks", 2, HAND, "the number of cards in the stacks: the own, the other's"),
        ("turn", 2, 1, "whose turn it is, to which the answer to a shot belongs: the viewer's, the other's"),
        ("mover", 2, 1, "one of: the viewer is to move, the other seat; none after the end"),
    ),
    version=VERSION,
)
(
    _HAND_AT,
    _STACK,
    _SHOT,
    _PLAYED,
    _SEEN,
    _UNSEEN,
    _LAST,
    _SCORE,
    _GOALS,
    _PERIOD,
    _STOCK_AT,
    _SIZES,
    _STACKS,
    _TURN,
    _MOVER,
) = (block.start for block in _LAYOUT.blocks)


def layout(rules: Blades) -> Layout:
    """Return the layout of the observations of a game, the same for all house rules."""
    return _LAYOUT


_EMPTY: Final = blank(_LAYOUT.width)
_EMPTY[_UNSEEN : _UNSEEN + 2 * _RANKS] = array("h", [2] * (2 * _RANKS))


def _kind(card: int) -> int:
    """Return the column of the counts of unseen cards for a card: diamonds and hearts are red."""
    return _UNSEEN + card // 4 + (_RANKS if card % 4 in (1, 2) else 0)


def numbers(view: BladesView) -> array[int]:
    """Return the numbers of an observation; a spectator's are counted from seat 0's side."""
    table, seat = view.table, view.seat or 0
    row = _EMPTY[:]
    for block, cards in ((_HAND_AT, view.hand), (_STACK, view.stack)):
        for card in cards:
            row[block + card] = 1
            row[_kind(card)] -= 1
    for age, (play, spent) in enumerate(zip(reversed(table.plays), reversed(table.spent), strict=True)):
        for card in (*play.move.cards, *spent):
            if not row[_SEEN + card]:
                row[_PLAYED + card] = _MOVES - age
                row[_SEEN + card] = 1
                row[_kind(card)] -= 1
    for card in table.shot:
        row[_SHOT + card] = 1
    if table.plays:
        row[_LAST + table.plays[-1].move.verb] = 1
    both = (
        (_SCORE, table.score),
        (_GOALS, [len(cards) for cards in table.goals]),
        (_SIZES, table.counts),
        (_STACKS, table.stacks),
    )
    for block, pair in both:
        row[block], row[block + 1] = pair[seat], pair[1 - seat]
    row[_PERIOD], row[_STOCK_AT] = min(table.period, MAX_OBSERVED), table.stock
    row[_TURN + (table.turn != seat)] = 1
    if view.mover is not None:
        row[_MOVER + (view.mover != seat)] = 1
    return row


BATCH: Final = BatchFamily(None, layout=layout, numbers=numbers)
"""The batch part of the family, which has observations, but no compiled games."""
