"""Positions of pile games as the kernels for playouts take them, made from views."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs
import numpy as np

from hockey_cards.batch.compiled.arrays import PACK_SIZE, Array, bit_set
from hockey_cards.batch.pile.arrays import GOAL
from hockey_cards.batch.pile.playout import PlayoutTables, SeenPlays
from hockey_cards.batch.pile.tables import plans_of, rulings_of, tables
from hockey_cards.cards import Card, deck
from hockey_cards.events import side_of
from hockey_cards.pile import Call, Pile, PileView
from hockey_cards.pile.imagine import known_holder
from hockey_cards.pile.period import PeriodSetup, cards_of, places_of
from hockey_cards.pile.referee import case_of
from hockey_cards.pile.schedule import PACK, Timetable
from hockey_cards.rules import Seat
from hockey_cards.strategies.pile import CALL_WORTH


@attrs.frozen(eq=False)
class Position:
    """A position that a seat is to move in, with everything it knows.

    Args:
        tables: The tables of the period.
        ply: The number of plays in the period.
        situation: The situation.
        seen: The cards that everybody has seen, and those that the deck lacks, as a bit set.
        template: The pack with the cards that the mover knows.
        places: The places of the other cards.
        unseen: These cards.
        hand: By card of the mover its place in the pack.
    """

    tables: PlayoutTables
    ply: int
    situation: int
    seen: int
    template: Array
    places: Array
    unseen: Array
    hand: dict[Card, int]

    @classmethod
    def of(cls, view: PileView) -> Position:
        """Return the position of a view whose seat is to move."""
        assert view.seat is not None
        turns, plan = _turns(view.setup), _plan(view.setup)
        dealt = max(start for start in plan.deals if start <= view.ply)
        held = {seat: plan.deals[dealt][turns[seat]][: view.counts[seat]] for seat in range(view.rules.seats)}
        template = np.zeros(PACK_SIZE, np.uint8)
        hand = dict(zip(view.hand, held[view.seat], strict=True))
        known = dict(hand)
        if (holder := known_holder(view)) is not None:
            opening, seat = holder
            known[opening] = held[seat][0]
        template[list(known.values())] = list(known)
        pack = len(view.rules.deck)
        hidden = [place for seat in held if seat != view.seat for place in held[seat]]
        free = [place for place in (*hidden, *range(pack - view.stock, pack)) if place not in known.values()]
        unseen = [card for card in view.unseen if card not in known]
        return cls(
            tables=playout_tables(view.setup),
            ply=view.ply,
            situation=case_of(view.situation) << 4,
            seen=_missing(view.rules) | bit_set((*view.table_cards, *cards_of(view.chain))),
            template=template,
            places=np.array(free, np.int64),
            unseen=np.array(unseen, np.uint8),
            hand=hand,
        )


def seen_plays(view: PileView) -> tuple[SeenPlays, SeenPlays]:
    """Return the plays of other seats in the packets before the present one, and those in the present one.

    What a seat could choose from is known of packets that are over. In a draw game nothing is known, and no play is
    returned; nor is an opening card that had to be led.
    """
    assert view.seat is not None
    setup, plan, turns = view.setup, _plan(view.setup), _turns(view.setup)
    chain = places_of(view.chain)
    if plan.draws:
        return _plays(()), _plays(())
    sizes = playout_tables(setup).sizes
    starts = sorted(start for start in plan.deals if start <= view.ply)
    public = _missing(view.rules) | bit_set(setup.table_cards)
    rows: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    for ply, place in enumerate(chain):
        card, seat = place % PACK, setup.movers[ply]
        if seat != view.seat and (ply or setup.lead is None):
            now = ply >= starts[-1]
            end = view.ply if now else next(start for start in starts if start > ply)
            partner = side_of(seat) == side_of(view.seat)
            later = bit_set(chain[each] % PACK for each in range(ply, end) if setup.movers[each] == seat)
            first, left = plan.deals[starts[-1]][turns[seat]][:1] or (0,), view.counts[seat] if now else 0
            rows[now].append(
                (card, case_of(place - card) << 4, public, later, first[0], left, int(sizes[ply]), partner)
            )
        public |= 1 << card
    return _plays(rows[0]), _plays(rows[1])


def _plays(rows: Sequence[tuple[int, ...]]) -> SeenPlays:
    columns = np.array(rows, np.int64).reshape(len(rows), len(SeenPlays._fields)).T
    return SeenPlays(*map(np.ascontiguousarray, columns))


@lru_cache(maxsize=64)
def playout_tables(setup: PeriodSetup) -> PlayoutTables:
    """Return the tables of a period."""
    known, kind = tables(setup.rules, 0), _kind(setup)
    return PlayoutTables(
        rulings=rulings_of(setup.rulings),
        plies=known.plies[kind],
        sizes=known.sizes[kind],
        plays=int(known.plays[kind]),
        sudden=GOAL * setup.sudden,
        seats=setup.rules.seats,
        counter=known.counter,
        calls=np.array([CALL_WORTH.get(call, 0) for call in Call]),
    )


def _turns(setup: PeriodSetup) -> dict[Seat, int]:
    """Return for each seat how many turns it comes after the seat after the dealer, in the direction of play."""
    schedule = setup.rules.schedule
    first, direction = schedule.after_dealer(setup.dealer, setup.period), schedule.direction(setup.period)
    return {(first + direction * turn) % schedule.seats: turn for turn in range(schedule.seats)}


def _kind(setup: PeriodSetup) -> int:
    """Return the number of a kind of period, as in ``PileTables``."""
    schedule = setup.rules.schedule
    return schedule.in_overtime(setup.period) * schedule.seats + _turns(setup)[setup.opener]


def _plan(setup: PeriodSetup) -> Timetable:
    return list(plans_of(setup.rules.schedule))[_kind(setup)]


@lru_cache(maxsize=64)
def _missing(rules: Pile) -> int:
    return bit_set(set(deck()) - set(rules.deck))
