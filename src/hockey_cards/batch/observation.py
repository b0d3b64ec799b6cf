"""What a learner sees of a game: where each thing stands in an observation, and how one is made of a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, cast

import attrs
import numpy as np

from hockey_cards.batch.arrays import MOST, PLACES, Array
from hockey_cards.errors import ParseError, SeatError
from hockey_cards.events import side_of
from hockey_cards.pile import Pile, PileView
from hockey_cards.pile.referee import case_of
from hockey_cards.pile.schedule import PACK
from hockey_cards.rink import Rink, RinkView, Stage
from hockey_cards.rink.moves import MOVES
from hockey_cards.rink.passage import PASSABLE, place
from hockey_cards.rules import Seat

SUITS: Final = 4
RANKS: Final = 13
TOPS: Final = 16
CLAIMS: Final = 3


@attrs.frozen
class Block:
    """A part of an observation that tells one thing.

    Args:
        name: Its name.
        start: The column that it begins at.
        size: The number of its columns.
        most: No number in it is greater, and none is less than 0.
        tells: What it tells.
    """

    name: str
    start: int
    size: int
    most: int
    tells: str

    @property
    def columns(self) -> slice:
        """Where it stands in a row."""
        return slice(self.start, self.start + self.size)


@attrs.frozen
class Layout:
    """Where each thing stands in the observations of a variant; ``layout["hand"]`` are the columns of a block.

    Args:
        blocks: The blocks in the order of their columns; no column is left between them.
    """

    blocks: tuple[Block, ...]

    @property
    def width(self) -> int:
        """The number of columns."""
        last = self.blocks[-1]
        return last.start + last.size

    @property
    def most(self) -> Array:
        """For each column the greatest number that may stand there, at least 1: to divide observations by."""
        return np.repeat([max(block.most, 1) for block in self.blocks], [block.size for block in self.blocks])

    def __getitem__(self, name: str) -> slice:
        found = next((block for block in self.blocks if block.name == name), None)
        if found is None:
            names = ", ".join(block.name for block in self.blocks)
            raise ParseError(f"there is no block {name!r} in the observation: there are {names}")
        return found.columns

    def __str__(self) -> str:
        last = (block.start + block.size - 1 for block in self.blocks)
        rows = zip(self.blocks, last, strict=True)
        return "\n".join(
            f"{block.start:4}-{end:<4} {block.name:14} 0-{block.most:<6} {block.tells}" for block, end in rows
        )


_Said = tuple[str, int, int, str]
"""A block without its place: name, size, most, what it tells."""

_PILE: Final[tuple[_Said, ...]] = (
    ("hand", PACK, 1, "for each card of the deck: 1 if the mover holds it"),
    ("table", PACK, 1, "for each card: 1 if it was laid as the first pile of the period"),
    (
        "played",
        PACK,
        PACK,
        "for each card: how many plays ago it was played, 1 the last play; 0 if not this period",
    ),
    ("top", TOPS, 1, "one of: no pile, none before the first card, 2 to A on top, several cards to match"),
    ("claim", CLAIMS, 1, "one of: nobody holds the claim, the own side, the other side"),
    ("score", 2, MOST, "the board: of the own side, of the other"),
    ("goals", 2, PACK // 2, "the goals of the period: of the own side, of the other"),
    ("period", 1, MOST, "the period, from 0, overtimes included"),
    ("opening", 1, 1, "1 if the opening card must be led now"),
)
_RINK: Final[tuple[_Said, ...]] = (
    ("open", PLACES, 1, "for each cell, the goalkeepers that the mover tries, its own two: 1 if the card is open"),
    ("suit", PLACES * SUITS, 1, "for each of these, one of c, d, h, s; none if the card is closed"),
    ("rank", PLACES * RANKS, 1, "for each of these, one of 2 to A; none if the card is closed"),
    ("passable", PLACES, 1, "for each of these: 1 if the card is open and the running card passes it"),
    ("running-suit", SUITS, 1, "the suit of the running card, one of c, d, h, s"),
    ("running-rank", RANKS, 1, "its rank, one of 2 to A"),
    ("spent", PACK, 1, "for each card of the deck of 52: 1 if its run is over"),
    ("stage", len(Stage), 1, "one of: near row, middle row, far row, either goalkeeper due, the first, the second"),
    ("score", 2, PACK - PLACES, "the goals: of the own side, of the other"),
    ("left", 1, PACK - PLACES, "how many runs are left, this one included"),
    ("seat", 1, 1, "the mover's seat: rows are counted from seat 0's side"),
)


def _facts(rules: Pile) -> tuple[_Said, ...]:
    """Return the blocks that the schedule alone decides, by the kind of period and the play."""
    seats = rules.seats
    return (
        ("overtime", 1, 1, "1 in overtime"),
        ("left", 1, PACK, "how many plays are left in the period, this one included, if no goal ends it"),
        ("stock", 1, PACK, "how many cards have not been dealt"),
        ("dealer", 1, seats - 1, "how many turns after the mover's the dealer's is"),
        ("sizes", seats, PACK, "the sizes of the hands, the mover's first, then as their turns come"),
    )


def _placed(said: Sequence[_Said]) -> tuple[Block, ...]:
    starts = accumulate((size for _, size, _, _ in said), initial=0)
    return tuple(
        Block(name, start, size, most, tells) for start, (name, size, most, tells) in zip(starts, said, strict=False)
    )


def _starts(said: Sequence[_Said]) -> list[int]:
    return [block.start for block in _placed(said)]


# Where the kernels write.
HAND, TABLE, PLAYED, TOP, CLAIM, SCORE, GOALS, PERIOD, OPENING = _starts(_PILE)
FACTS: Final = sum(size for _, size, _, _ in _PILE)
OPEN, SUIT, RANK, PASSABLES, RUNNING_SUIT, RUNNING_RANK, SPENT, STAGE, RINK_SCORE, LEFT, SEAT = _starts(_RINK)


@lru_cache(maxsize=64)
def layout_of(rules: Pile | Rink) -> Layout:
    """Return where each thing stands in the observations of a game."""
    if not isinstance(rules, Pile):
        return Layout(_placed(_RINK))
    periods = rules.schedule.periods + rules.schedule.max_overtimes
    most = {"score": min(PACK // 2 * periods, MOST), "period": periods - 1}  # the sides alternate
    said = [(name, size, most.get(name, usual), tells) for name, size, usual, tells in _PILE]
    return Layout(_placed([*said, *_facts(rules)]))


def observe(view: PileView | RinkView) -> Array:
    """Return the observation that a ``Table`` gives of a view, made from the view alone.

    Args:
        view: The view of the seat that is to move.

    Returns:
        One row of integers of 16 bits, laid out as ``Table.layout`` of the same variant tells.

    Raises:
        SeatError: If the viewer is not to move.
        ParseError: If it is no view of the pile or of a rink.
    """
    if not isinstance(cast("object", view), PileView | RinkView):
        kind = f"{type(view).__module__}.{type(view).__qualname__}"
        raise ParseError(f"there is no observation of a {kind}: give a view of the pile or of a rink")
    if view.seat is None or view.seat != view.mover:
        raise SeatError("only the seat that is to move has an observation: give its view")
    said = _pile(view, view.seat) if isinstance(view, PileView) else _rink(view, view.seat)
    row = [number for block in layout_of(view.rules).blocks for number in said[block.name]]
    return np.minimum(row, MOST).astype(np.int16)


def _one(which: int | None, of: int) -> list[int]:
    return [int(each == which) for each in range(of)]


def _set(cards: Iterable[int]) -> list[int]:
    found = set(cards)
    return [int(card in found) for card in range(PACK)]


def _pair(both: Sequence[int], side: int) -> tuple[int, int]:
    return both[side], both[1 - side]


def _pile(view: PileView, seat: Seat) -> Mapping[str, Iterable[int]]:
    """Say what each block tells of a game of the pile."""
    schedule, side = view.rules.schedule, side_of(seat)
    direction = schedule.direction(view.period)
    order = [(seat + direction * turn) % schedule.seats for turn in range(schedule.seats)]
    ages = {play.move: age for age, play in enumerate(reversed(view.plays), 1)}
    return {
        "hand": _set(view.hand),
        "table": _set(view.table_cards),
        "played": [ages.get(card, 0) for card in view.rules.deck],
        "top": _one(case_of(view.situation) % TOPS, TOPS),
        "claim": _one(0 if view.claim is None else 1 if view.claim == side else 2, CLAIMS),
        "score": _pair(view.score, side),
        "goals": _pair(view.periods[-1], side),
        "period": [view.period],
        "opening": [view.opening_card is not None],
        "overtime": [schedule.in_overtime(view.period)],
        "left": [view.sheet.plan.plays - view.ply],
        "stock": [view.stock],
        "dealer": [order.index(view.dealer)],
        "sizes": [view.counts[other] for other in order],
    }


def places(seat: Seat) -> tuple[int, ...]:
    """Return the places of a rink in the order in which an observation of a seat tells them."""
    tried = [place(move, seat) for move in MOVES]
    return (*tried, *(own for own in range(PLACES) if own not in tried))


def _rink(view: RinkView, seat: Seat) -> Mapping[str, Iterable[int]]:
    """Say what each block tells of a rink."""
    running = view.running
    assert running is not None
    cards = [view.layout[at] for at in places(seat)]
    suits = [_one(None if card is None else card % SUITS, SUITS) for card in cards]
    ranks = [_one(None if card is None else card // SUITS, RANKS) for card in cards]
    return {
        "open": [card is not None for card in cards],
        "suit": chain(*suits),
        "rank": chain(*ranks),
        "passable": [card is not None and PASSABLE[running][card] for card in cards],
        "running-suit": _one(running % SUITS, SUITS),
        "running-rank": _one(running // SUITS, RANKS),
        "spent": _set(view.spent),
        "stage": _one(view.stage, len(Stage)),
        "score": _pair(view.score, seat),
        "left": [sum(view.stacks) + 1],
        "seat": [seat],
    }
