"""The compiled players that count cards: the reckoning of the engine's ``counter``, on numbers."""

from __future__ import annotations

from math import floor
from typing import Final

from hockey_cards.batch.arrays import AFTER, AFTER_SHIFT, CALL_SHIFT, FORBIDDEN, GOAL, NEXT, NOWHERE, PLACE, Array
from hockey_cards.batch.jit import shared
from hockey_cards.batch.sight import PileSight, RinkSight
from hockey_cards.pile import Call
from hockey_cards.strategies.pile import Weights

_WEIGHTS: Final = Weights()
_CLAIM: Final = _WEIGHTS.claim
_KEEP_PASS: Final = _WEIGHTS.keep_pass
_KEEP_STOP: Final = _WEIGHTS.keep_stop
_KEEP_GOAL: Final = _WEIGHTS.keep_goal
_PASS: Final = tuple(Call).index(Call.PASS)
_INTERCEPTION: Final = tuple(Call).index(Call.INTERCEPTION)
_RANKS: Final = 13
_OWN_CLAIM: Final = 1 << 8
_FINE: Final = 1e9
"""Values are compared to so many parts of a goal."""


@shared
def _bits(cards: int) -> int:
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


# The pile


@shared
def _is_pass(rulings: Array, rank: int) -> bool:
    """Say whether a rank claims on an empty pile: only pass ranks do."""
    return bool(rulings[rank] >> CALL_SHIFT == _PASS)


@shared
def _is_goal(rulings: Array, rank: int) -> bool:
    """Say whether a rank scores on an empty pile: only goal ranks do."""
    return bool(rulings[rank] & GOAL)


@shared
def _is_stop(rulings: Array, rank: int) -> bool:
    """Say whether a rank does not even score on itself with a claim, and is no pass rank."""
    on_itself = rulings[_OWN_CLAIM | (rank + 2) << 4 | rank]
    return not on_itself & GOAL and not _is_pass(rulings, rank)


@shared
def _missing(total: int, wanted: int, hand: int) -> float:
    """Return the chance that a hand of unseen cards holds none of the wanted ones."""
    chance = 1.0
    for each in range(hand):
        chance *= (total - wanted - each) / (total - each)
    return chance


@shared
def _unseen(sight: PileSight, rank: int) -> int:
    return 4 - _bits(sight.seen >> 4 * rank & 15)


@shared
def _answer(rulings: Array, situation: int, sight: PileSight) -> float:
    """Return what the next player is expected to gain by its best answer."""
    hand = sight.sizes >> 6 & 63
    if not hand:
        return 0.0
    goals, claims, passes, sure_goals = 0, 0, 0, 0
    for rank in range(_RANKS):
        ruling = rulings[situation | rank]
        call = ruling >> CALL_SHIFT
        count = 0 if ruling & FORBIDDEN else _unseen(sight, rank)
        if ruling & GOAL and _is_goal(rulings, rank):
            sure_goals += count
        elif ruling & GOAL:
            goals += count
        elif call in (_PASS, _INTERCEPTION) and _is_pass(rulings, rank):
            passes += count
        elif call in (_PASS, _INTERCEPTION):
            claims += count
    total = 52 - _bits(sight.seen)
    worths = ((1.0, goals), (_CLAIM, claims), (_CLAIM - _KEEP_PASS, passes), (1.0 - _KEEP_GOAL, sure_goals))
    expected, wanted, missing = 0.0, 0, 1.0
    for worth, count in worths:
        wanted += count
        still = _missing(total, wanted, hand)
        expected += worth * (missing - still)
        missing = still
    return expected


@shared
def _follow_up(rulings: Array, card: int, sight: PileSight) -> float:
    """Return the chance that the own side, holding the claim, can match the next player's card."""
    hand = sight.sizes >> 12 & 63
    if not hand:
        return 0.0
    total, others = 52 - _bits(sight.seen), sight.hand & ~(1 << card)
    chance = 0.0
    for rank in range(_RANKS):
        if _is_pass(rulings, rank) or _is_stop(rulings, rank):
            continue
        count = _unseen(sight, rank)
        if sight.seats == 2:
            hold = 1.0 if others >> 4 * rank & 15 else 0.0
        else:
            hold = 1.0 - _missing(total, max(count - 1, 0), hand)
        chance += count / max(total, 1) * hold
    return chance


def pile_counter(rulings: Array, card: int, sight: PileSight) -> int:
    """Say what a card gains after the next player's best answer and the own side's next."""
    rank = card >> 2
    ruling = int(rulings[sight.situation | rank])
    after = ruling & NEXT
    value = 1.0 if ruling & GOAL else 0.0
    if after >> 8 == 2:
        value += _follow_up(rulings, card, sight)
    if _is_pass(rulings, rank):
        value -= _KEEP_PASS
    elif _is_goal(rulings, rank):
        value -= _KEEP_GOAL
    elif _is_stop(rulings, rank):
        value -= _KEEP_STOP
    return floor((value - _answer(rulings, after, sight)) * _FINE + 0.5)


# The rink


@shared
def _row(layout: Array, paths: Array, sight: RinkSight, stage: int, far: tuple[float, float, float]) -> float:
    """Return the best chance at a stage, given those at the stages that may follow: the next, and the two lanes."""
    best = 0.0
    for pick in range(paths.shape[1]):
        if paths[stage, pick] != NOWHERE:
            best = max(best, _chance(layout, paths, sight, stage, pick, far))
    return best


@shared
def _chance(
    layout: Array, paths: Array, sight: RinkSight, stage: int, pick: int, far: tuple[float, float, float]
) -> float:
    path = paths[stage, pick]
    card, after = layout[path & PLACE], path >> AFTER_SHIFT & AFTER
    hope = _bits(sight.passes & ~sight.seen) / sight.unseen if card < 0 else float(sight.passes >> card & 1)
    return hope * (1.0 if not after else far[1] if after == 4 else far[2] if after == 5 else far[0])


def rink_counter(layout: Array, paths: Array, pick: int, sight: RinkSight) -> int:
    """Say how good the chance of a goal is by way of a choice; of equals the least telling is better."""
    nothing = (1.0, 1.0, 1.0)
    any_keeper = _row(layout, paths, sight, 3, nothing)
    far = (any_keeper, _row(layout, paths, sight, 4, nothing), _row(layout, paths, sight, 5, nothing))
    far_row = _row(layout, paths, sight, 2, far)
    middle_row = _row(layout, paths, sight, 1, (far_row, 0.0, 0.0))
    if sight.stage == 0:
        far = (middle_row, 0.0, 0.0)
    elif sight.stage == 1:
        far = (far_row, 0.0, 0.0)
    value = _chance(layout, paths, sight, sight.stage, pick, far)
    is_open = layout[paths[sight.stage, pick] & PLACE] >= 0
    return 2 * floor(value * _FINE + 0.5) + int(is_open)


OWN: Final = (pile_counter, rink_counter)
"""The functions that play: their code is kept on disk."""
