"""The compiled ``counter`` of the pile family, twice: as a player function, and as the kernels call it.

``pile_counter`` is the calculation of the engine's player on numbers. ``counter_value`` computes the same from tables:
the unseen cards that answer a play by a goal or a claim are one bit set for each situation, so that a machine
instruction counts them, and the chance that a hand holds none of them is read off a table.
"""
# ruff: noqa: PLR0917  # compiled functions take no keywords

from __future__ import annotations

from math import floor
from typing import Final

from hockey_cards.batch.compiled.arrays import Array
from hockey_cards.batch.compiled.dealing import count_bits
from hockey_cards.batch.compiled.jit import count_ones, inlined, signed
from hockey_cards.batch.pile.arrays import ALL_CARDS, CALL_SHIFT, FORBIDDEN, GOAL, NEXT_SITUATION, CounterTables
from hockey_cards.batch.pile.input import PileInput
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
_EACH_RANK: Final = ALL_CARDS // 15
"""A card of each rank, as a bit set."""
PARTS: Final = 1e9
"""The number of parts of a goal in which values are compared."""


@inlined
def _is_pass(rulings: Array, rank: int) -> bool:
    """Return whether a rank claims on an empty pile: only pass ranks do."""
    return bool(rulings[rank] >> CALL_SHIFT == _PASS)


@inlined
def _is_goal(rulings: Array, rank: int) -> bool:
    """Return whether a rank scores on an empty pile: only goal ranks do."""
    return bool(rulings[rank] & GOAL)


@inlined
def _is_stop(rulings: Array, rank: int) -> bool:
    """Return whether a rank does not even score on itself with a claim, and is no pass rank."""
    on_itself = rulings[_OWN_CLAIM | (rank + 2) << 4 | rank]
    return not on_itself & GOAL and not _is_pass(rulings, rank)


@inlined
def _none_held(total: int, wanted: int, hand: int) -> float:
    """Return the chance that a hand of unseen cards holds none of the wanted ones."""
    chance = 1.0
    for each in range(hand):
        chance *= (total - wanted - each) / (total - each)
    return chance


@inlined
def _unseen(inputs: PileInput, rank: int) -> int:
    return 4 - count_bits(inputs.seen >> 4 * rank & 15)


@inlined
def _answer(rulings: Array, situation: int, inputs: PileInput) -> float:
    """Return what the next player is expected to gain by its best answer."""
    hand = inputs.sizes >> 6 & 63
    if not hand:
        return 0.0
    goals, claims, passes, sure_goals = 0, 0, 0, 0
    for rank in range(_RANKS):
        ruling = rulings[situation | rank]
        call = ruling >> CALL_SHIFT
        count = 0 if ruling & FORBIDDEN else _unseen(inputs, rank)
        if ruling & GOAL and _is_goal(rulings, rank):
            sure_goals += count
        elif ruling & GOAL:
            goals += count
        elif call in (_PASS, _INTERCEPTION) and _is_pass(rulings, rank):
            passes += count
        elif call in (_PASS, _INTERCEPTION):
            claims += count
    total = 52 - count_bits(inputs.seen)
    worths = ((1.0, goals), (_CLAIM, claims), (_CLAIM - _KEEP_PASS, passes), (1.0 - _KEEP_GOAL, sure_goals))
    expected, wanted, missing = 0.0, 0, 1.0
    for worth, count in worths:
        wanted += count
        still = _none_held(total, wanted, hand)
        expected += worth * (missing - still)
        missing = still
    return expected


@inlined
def _follow_up(rulings: Array, card: int, inputs: PileInput) -> float:
    """Return the chance that the own side, holding the claim, can match the next player's card."""
    hand = inputs.sizes >> 12 & 63
    if not hand:
        return 0.0
    total, others = 52 - count_bits(inputs.seen), inputs.hand & ~(1 << card)
    chance = 0.0
    for rank in range(_RANKS):
        if _is_pass(rulings, rank) or _is_stop(rulings, rank):
            continue
        count = _unseen(inputs, rank)
        if inputs.seats == 2:
            hold = 1.0 if others >> 4 * rank & 15 else 0.0
        else:
            hold = 1.0 - _none_held(total, max(count - 1, 0), hand)
        chance += count / max(total, 1) * hold
    return chance


def pile_counter(rulings: Array, card: int, inputs: PileInput) -> int:
    """Return what a card gains after the next player's best answer and the own side's next play."""
    rank = card >> 2
    ruling = int(rulings[inputs.situation | rank])
    after = ruling & NEXT_SITUATION
    value = 1.0 if ruling & GOAL else 0.0
    if after >> 8 == 2:
        value += _follow_up(rulings, card, inputs)
    if _is_pass(rulings, rank):
        value -= _KEEP_PASS
    elif _is_goal(rulings, rank):
        value -= _KEEP_GOAL
    elif _is_stop(rulings, rank):
        value -= _KEEP_STOP
    return floor((value - _answer(rulings, after, inputs)) * PARTS + 0.5)


@inlined
def _match_chance(tables: CounterTables, others: int, unseen: int, total: int, hand: int) -> float:
    """Return the chance that the own side, holding the claim, can match the next player's card."""
    if not hand:
        return 0.0
    if tables.seats == 2:
        held = others | others >> 1
        held = (held | held >> 2) & _EACH_RANK
        matching: float = count_ones(unseen & tables.ordinary & held * 15) / max(total, 1)
        return matching
    chance = 0.0
    for rank in range(_RANKS):
        count = count_ones(unseen & tables.ordinary & 15 << 4 * rank)
        chance += count / max(total, 1) * (1.0 - tables.missed[hand, total, max(count - 1, 0)])
    return chance


@inlined
def counter_value(
    tables: CounterTables, rulings: Array, situation: int, card: int, hand: int, unseen: int, total: int, sizes: int
) -> int:
    """Return what a card gains after the next player's best answer and the own side's next play, in parts of a goal."""
    ruling = signed(rulings[situation | card >> 2])
    after = ruling & NEXT_SITUATION
    value = 1.0 if ruling & GOAL else 0.0
    if after >> 8 == 2:
        value += _match_chance(tables, hand & ~(1 << card), unseen, total, sizes >> 12 & 63)
    value -= tables.keeps[card >> 2]
    size = sizes >> 6 & 63
    expected, wanted, missing = 0.0, 0, 1.0
    if size:
        for kind in range(4):
            wanted += count_ones(unseen & signed(tables.answers[after >> 4, kind]))
            still = tables.missed[size, total, wanted]
            expected += tables.worths[kind] * (missing - still)
            missing = still
    gain: int = floor((value - expected) * PARTS + 0.5)
    return gain
