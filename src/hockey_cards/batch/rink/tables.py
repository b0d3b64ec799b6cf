"""Tables of a rink for the kernels, read off the rule of passage and the deal without restating a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np

from hockey_cards.batch.compiled.arrays import Array, dice_of
from hockey_cards.batch.rink.arrays import (
    EFFECT_BITS,
    EFFECT_CALL_SHIFT,
    EFFECT_SHIFT,
    NEXT_STAGE_SHIFT,
    NO_CHOICE,
    OVER,
    SCORED,
    RinkTables,
)
from hockey_cards.batch.rng import shuffle_rows
from hockey_cards.rink import Open, Rink, RinkRuling, Stage
from hockey_cards.rink.referee import CALLS, GOAL, PASSABLE, choices, judge, place
from hockey_cards.rink.state import RinkDeal
from hockey_cards.rules import Seat

_MOST_CHOICES: Final = 4
_PASSES: Final = (None, False, True)
"""What a player may know of a card on the table: nothing, or whether its running card passes it."""


def _effect(ruled: RinkRuling) -> int:
    """Return the effect of a choice as a number."""
    return OVER * ruled.over | SCORED * (ruled.call == GOAL) | CALLS.index(ruled.call) << EFFECT_CALL_SHIFT


def _path(rules: Rink, seat: Seat, stage: Stage, move: Open) -> int:
    """Return the place that a choice leads to and its effects as a number."""
    missed, passed = (
        judge(stage, move, matches=matches, lanes=rules.settings.goalkeeper_lanes) for matches in (False, True)
    )
    effects = _effect(missed) | _effect(passed) << EFFECT_BITS
    return place(move, seat) | passed.stage << NEXT_STAGE_SHIFT | effects << EFFECT_SHIFT


@lru_cache(maxsize=16)
def tables(rules: Rink, dealer: Seat) -> RinkTables:
    """Return the tables of a rink."""
    deal = RinkDeal(rules, dealer, rules.deck)
    made = RinkTables(
        shuffle=dice_of([shuffle_rows(len(rules.deck))]),
        cards=len(rules.deck),
        lowest=int(rules.deck[0]),
        seats=np.array([deal.seat(run) for run in range(deal.runs)], np.uint8),
        choices=np.array([len(choices(stage, 0)) for stage in Stage], np.uint8),
        paths=np.full((2, len(Stage), _MOST_CHOICES), NO_CHOICE, np.int64),
        moves=np.zeros((2, len(Stage), _MOST_CHOICES), np.uint8),
        passes=np.array([sum(row[card] << card for card in rules.deck) for row in PASSABLE]),
    )
    for seat, stage in product((0, 1), Stage):
        for pick, move in enumerate(choices(stage, seat)):
            made.paths[seat, stage, pick] = _path(rules, seat, stage, move)
            made.moves[seat, stage, pick] = move
    return made


def scores_of(score: Callable[[Stage, bool | None], int]) -> Array:
    """Return the values of a scoring: three for each stage, for a closed card and ones that are not passed and are."""
    return np.array([score(stage, passes) for stage in Stage for passes in _PASSES], np.int64)
