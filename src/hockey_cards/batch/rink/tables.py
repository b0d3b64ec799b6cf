"""A rink as arrays, read off the rule of passage and the deal: no rule is written here again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np

from hockey_cards.batch.arrays import (
    AFTER_SHIFT,
    EFFECT_BITS,
    EFFECT_CALL_SHIFT,
    EFFECT_SHIFT,
    NOWHERE,
    OVER,
    SCORED,
    Array,
    Rink,
)
from hockey_cards.batch.pile.tables import dice_of
from hockey_cards.batch.rng import shuffle_rows
from hockey_cards.rink import Open, Ruling, Stage
from hockey_cards.rink import Rink as Rules
from hockey_cards.rink.passage import CALLS, GOAL, PASSABLE, choices, place, ruling
from hockey_cards.rink.state import Deal
from hockey_cards.rules import Seat

_MOST_CHOICES: Final = 4
KNOWN: Final = (None, False, True)
"""What a player may know of a card on the table: nothing, or whether its running card passes it."""


def _effect(ruled: Ruling) -> int:
    """Return what a choice does as a number."""
    return OVER * ruled.over | SCORED * (ruled.call == GOAL) | CALLS.index(ruled.call) << EFFECT_CALL_SHIFT


def _path(rules: Rules, seat: Seat, stage: Stage, move: Open) -> int:
    """Return where a choice leads to, and what it does, as a number."""
    missed, passed = (
        ruling(stage, move, matches=matches, lanes=rules.knobs.goalkeeper_lanes) for matches in (False, True)
    )
    effects = _effect(missed) | _effect(passed) << EFFECT_BITS
    return place(move, seat) | passed.stage << AFTER_SHIFT | effects << EFFECT_SHIFT


@lru_cache(maxsize=16)
def tables(rules: Rules, dealer: Seat) -> Rink:
    """Return a rink as tables."""
    deal = Deal(rules, dealer, rules.deck)
    made = Rink(
        shuffle=dice_of([shuffle_rows(len(rules.deck))]),
        cards=len(rules.deck),
        lowest=int(rules.deck[0]),
        seats=np.array([deal.seat(run) for run in range(deal.runs)], np.uint8),
        choices=np.array([len(choices(stage, 0)) for stage in Stage], np.uint8),
        paths=np.full((2, len(Stage), _MOST_CHOICES), NOWHERE, np.int64),
        moves=np.zeros((2, len(Stage), _MOST_CHOICES), np.uint8),
        passes=np.array([sum(row[card] << card for card in rules.deck) for row in PASSABLE]),
    )
    for seat, stage in product((0, 1), Stage):
        for pick, move in enumerate(choices(stage, seat)):
            made.paths[seat, stage, pick] = _path(rules, seat, stage, move)
            made.moves[seat, stage, pick] = move
    return made


def scores_of(score: Callable[[Stage, bool | None], int]) -> Array:
    """Return what a player thinks of a card on the table at each stage, by what it knows of it."""
    return np.array([score(stage, known) for stage in Stage for known in KNOWN], np.int64)
