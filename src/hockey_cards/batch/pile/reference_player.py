"""Players of a batch as strategies of the engine that make the choices of the pile's kernel."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hockey_cards.batch.compiled.jit import value_of
from hockey_cards.batch.pile.counting import pile_counter
from hockey_cards.batch.pile.input import pile_input
from hockey_cards.batch.pile.tables import rulings_of
from hockey_cards.batch.players import PlayerFunction, Scoring
from hockey_cards.batch.rng import BatchShoe, Stream, pick_rows
from hockey_cards.cards import Card
from hockey_cards.pile import PileView, Situation, judge
from hockey_cards.pile.referee import TABLE, case_of, situations


@attrs.frozen
class PileReferencePlayer:
    """A player seated in one game of a batch.

    Args:
        player: The player.
        shoe: The shoe of the game.
    """

    player: Scoring | PlayerFunction
    shoe: BatchShoe

    def __call__(self, view: PileView) -> Card:
        """Return the card that the player plays in the batch."""
        stream = Stream(self.shoe.seed, self.shoe.game)
        held = _held(view, self.shoe.pack(view.period))
        first = held[_picks(stream, view)[-1]]
        worth = {card: self.worth(view, card) for card in view.legal}
        good = [card for card in held if worth.get(card) == max(worth.values())]
        return stream.pick(view.period, view.ply, first, good)

    def worth(self, view: PileView, card: Card) -> int:
        """Return what a legal card is worth to the player."""
        if not isinstance(self.player, Scoring):
            arguments = rulings_of(view.setup.rulings), int(card), pile_input(view)
            return value_of(self.player, arguments, keep=self.player is pile_counter)
        situation = _situation(view, card)
        return self.player.score(situation, card.rank, judge(view.rules.referee, situation, card.rank))


def _picks(stream: Stream, view: PileView) -> Sequence[int]:
    """Return the first picks of the period up to that of the next play."""
    plan = view.setup.timetable
    sizes = [plan.counts[ply][plan.movers[ply]] for ply in range(plan.plays)]
    return [pick for pick, _ in zip(stream.dice(view.period, 1, pick_rows(sizes)), range(view.ply + 1), strict=False)]


def _held(view: PileView, pack: Sequence[Card]) -> list[Card]:
    """Return the hand in the kernel's order: as dealt, with the drawn or the last card in the place of each played."""
    plan, plays = view.setup.timetable, view.plays
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
    """Return the situation that a scoring is given."""
    ranks = tuple(table.rank for table in view.table_cards)
    code = case_of(view.situation)
    if code % 16 != TABLE:
        return list(situations())[code]
    return Situation(tops=(card.rank, ranks[-1]) if card.rank in ranks else ranks[-1:])
