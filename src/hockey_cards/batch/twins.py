"""The players of a batch as strategies of the engine: they make the choices that the kernel makes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TypeVar

import attrs
import numpy as np

from hockey_cards.batch import counting
from hockey_cards.batch.jit import value_of
from hockey_cards.batch.pile.tables import SIZE_BITS, SIZES, rulings_of
from hockey_cards.batch.players import Scoring, Value
from hockey_cards.batch.rink.tables import tables
from hockey_cards.batch.rng import BatchShoe, Stream, pick_rows
from hockey_cards.batch.sight import PileSight, RinkSight
from hockey_cards.cards import Card
from hockey_cards.events import side_of
from hockey_cards.pile import PileView, Situation, judge
from hockey_cards.pile.referee import TABLE, case_of, situations
from hockey_cards.rink import Open, RinkView, Stage
from hockey_cards.rink.passage import PASSABLE, THROUGH, choices, passable

Choice = TypeVar("Choice")


def _set(cards: Sequence[Card]) -> int:
    return sum(1 << card for card in cards)


def _picked(stream: Stream, period: int, number: int, first: Choice, good: Sequence[Choice]) -> Choice:
    """Return the first pick if it is good, else a second one among the good ones."""
    return first if first in good else good[stream.die(period, number, len(good))]


@attrs.frozen
class PileTwin:
    """A player of a game of the pile, seated in one game of a batch.

    Args:
        player: The player.
        shoe: The shoe of the game.
    """

    player: Scoring | Value
    shoe: BatchShoe

    def __call__(self, view: PileView) -> Card:
        """Return the card that the player plays in the batch."""
        stream = Stream(self.shoe.seed, self.shoe.game)
        held = _held(view, self.shoe.pack(view.period))
        first = held[list(_picks(stream, view))[-1]]
        worth = {card: self._worth(view, card) for card in view.legal}
        good = [card for card in held if worth.get(card) == max(worth.values())]
        return _picked(stream, view.period, view.ply, first, good)

    def _worth(self, view: PileView, card: Card) -> int:
        if not isinstance(self.player, Scoring):
            known = rulings_of(view.sheet.rulings), int(card), pile_sight(view)
            return value_of(self.player, known, keep=self.player in counting.OWN)
        situation = _situation(view, card)
        return self.player.score(situation, card.rank, judge(view.rules.referee, situation, card.rank))


def _picks(stream: Stream, view: PileView) -> Sequence[int]:
    """Return the first picks of the period up to the one that is due."""
    plan = view.sheet.plan
    sizes = [plan.counts[ply][plan.movers[ply]] for ply in range(plan.plays)]
    return [pick for pick, _ in zip(stream.dice(view.period, 1, pick_rows(sizes)), range(view.ply + 1), strict=False)]


def _held(view: PileView, pack: Sequence[Card]) -> list[Card]:
    """Return the hand as the kernel holds it: as dealt, the last or drawn card in the place of each one played."""
    plan, plays = view.sheet.plan, view.plays
    assert view.seat is not None
    dealt = max(ply for ply in plan.deals if ply <= view.ply)
    held = [pack[at] for at in plan.deals[dealt][view.seat]]
    for ply in range(dealt, view.ply):
        if plan.movers[ply] != view.seat:
            continue
        at = held.index(plays[ply].move)
        held[at] = pack[plan.draws[ply]] if ply in plan.draws else held[-1]
        held = held if ply in plan.draws else held[:-1]
    return held


def _situation(view: PileView, card: Card) -> Situation:
    """Return the situation as a scoring is told of it."""
    ranks = tuple(table.rank for table in view.table_cards)
    code = case_of(view.situation)
    if code % 16 != TABLE:
        return list(situations())[code]
    return Situation(tops=(card.rank, ranks[-1]) if card.rank in ranks else ranks[-1:])


def pile_sight(view: PileView) -> PileSight:
    """Return what the mover sees as numbers."""
    plan = view.sheet.plan
    assert view.seat is not None
    plies = range(view.ply, min(view.ply + SIZES, plan.plays))
    sizes = [plan.counts[ply][plan.movers[ply]] for ply in plies]
    return PileSight(
        situation=case_of(view.situation) << 4,
        hand=_set(view.hand),
        seen=_set((*view.hand, *view.table_cards, *(play.move for play in view.plays))),
        sizes=sum(size << SIZE_BITS * turn for turn, size in enumerate(sizes)),
        seats=view.rules.seats,
        own=view.score[side_of(view.seat)],
        other=view.score[1 - side_of(view.seat)],
        period=view.period,
        left=plan.plays - view.ply,
    )


@attrs.frozen
class RinkTwin:
    """A player of a rink, seated in one game of a batch.

    Args:
        player: The player.
        shoe: The shoe of the game.
    """

    player: Scoring | Value
    shoe: BatchShoe

    def __call__(self, view: RinkView) -> Open:
        """Return the choice that the player makes in the batch."""
        stream = Stream(self.shoe.seed, self.shoe.game)
        run = len(view.spent)
        steps = len(list(takewhile(lambda play: play.call == THROUGH, reversed(view.plays))))
        bounds = [*(len(choices(Stage(step), 0)) for step in range(steps)), len(view.legal)]
        picks = list(stream.read(0, 1, run, bounds))
        worth = [self._worth(view, pick) for pick in range(len(view.legal))]
        good = [move for move, each in zip(view.legal, worth, strict=True) if each == max(worth)]
        return _picked(stream, 0, 8 * run + steps, view.legal[picks[-1]], good)

    def _worth(self, view: RinkView, pick: int) -> int:
        card = view.choices[pick][1]
        if isinstance(self.player, Scoring):
            assert view.running is not None
            return self.player.score(view.stage, None if card is None else passable(view.running, card))
        layout = np.array([-1 if each is None else each for each in view.layout], np.int8)
        paths = tables(view.rules, view.dealer).paths[view.seat]
        return value_of(self.player, (layout, paths, pick, rink_sight(view)), keep=self.player in counting.OWN)


def rink_sight(view: RinkView) -> RinkSight:
    """Return what the mover sees as numbers."""
    assert view.running is not None
    assert view.seat is not None
    return RinkSight(
        stage=int(view.stage),
        running=int(view.running),
        passes=_set([card for card in view.rules.deck if PASSABLE[view.running][card]]),
        seen=_set([*(card for card in view.layout if card is not None), *view.spent, view.running]),
        unseen=len(view.unseen),
        own=view.score[view.seat],
        other=view.score[1 - view.seat],
        left=sum(view.stacks) + 1,
    )
