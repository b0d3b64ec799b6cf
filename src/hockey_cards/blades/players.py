"""Built-in players of the duel family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards.blades.levels import BLOCK, RED, judge, stops, strength
from hockey_cards.blades.moves import Action, Verb
from hockey_cards.blades.state import BladesState
from hockey_cards.blades.table import HAND
from hockey_cards.blades.view import BladesView
from hockey_cards.cards import Card

if TYPE_CHECKING:
    from random import Random

Cards = tuple[Card, ...]
Strength = tuple[int, ...]

_WORLDS: Final = 16
"""How many ways to lay the unseen cards ``counter`` thinks of."""

_NEXT: Final = 0.4
"""What the chance of a goal next turn is worth to it, in chances of a goal now; found by trial."""


def greedy(view: BladesView, rng: Random) -> Action:
    """Block as cheaply as it can; else shoot as high as it can, else lay a better stack, else change lines."""
    if view.table.shot:
        return _cheapest_block(view) or Action(Verb.NONE)
    choices = _strongest(view, Verb.SHOOT) or _strongest(view, Verb.STACK)
    return choices[0] if choices else Action(Verb.CHANGE)


def counter(view: BladesView, rng: Random) -> Action:
    """Weigh the chances of the own shot, the other's next and the own next, as the unseen cards give them.

    A shot that it cannot block lets it get rid of three black cards, the best kept: some drawn for them will be red.
    """
    if view.table.shot:
        threes = (move for move in view.legal if move.verb is Verb.HAND and len(move.cards) == 3)
        away = max(threes, key=lambda move: _best(_left(view, move), red=False), default=Action(Verb.NONE))
        return _cheapest_block(view) or away
    worlds = [_world(view.rules.imagine(view, rng), 1 - view.table.turn) for _ in range(_WORLDS)]
    moves = (*_strongest(view, Verb.SHOOT), *_strongest(view, Verb.STACK), Action(Verb.CHANGE))
    return max(moves, key=lambda move: _value(view, worlds, move))


def _strongest(view: BladesView, verb: Verb) -> list[Action]:
    """Return the moves of a verb, the strongest first; of stacks only those that are better than the present one."""
    least = strength(view.stack) if verb is Verb.STACK else ()
    moves = [move for move in view.legal if move.verb is verb and strength(move.cards) > least]
    return sorted(moves, key=lambda move: strength(move.cards), reverse=True)


def _left(view: BladesView, move: Action) -> Cards:
    """Return what a move leaves in the hand."""
    return () if move.verb is Verb.CHANGE else tuple(card for card in view.hand if card not in move.cards)


def _cheapest_block(view: BladesView) -> Action | None:
    """Return the weakest defence that stops the shot; None if there is none."""
    defences = {move: view.stack if move.verb is Verb.USE else move.cards for move in view.legal}
    blocks = [move for move, cards in defences.items() if judge(view.table.shot, cards) == BLOCK]
    return min(blocks, key=lambda move: strength(defences[move]), default=None)


@attrs.frozen
class World:
    """One way to lay the unseen cards, as far as ``counter`` asks.

    Args:
        guard: The other seat's best defence now.
        shot: Its best shot in its next turn.
        next_guard: Its best defence then.
        draws: The cards that the own seat draws from after it.
    """

    guard: Strength
    shot: Strength
    next_guard: Strength
    draws: Cards


def _world(state: BladesState, other: int) -> World:
    hand, stack = state.hands[other], strength(state.stacks[other])
    drawn = HAND - len(hand)
    later = (*hand, *state.stock[:drawn])
    now, then = (max(stack, _best(cards, red=False)) for cards in (hand, later))
    return World(now, _best(later, red=True), then, state.stock[drawn : drawn + HAND])


def _best(cards: Iterable[Card], *, red: bool) -> Strength:
    """Return the strength of the best level in some cards."""
    own = sorted(card for card in cards if (card in RED) is red)
    sets = (strength(each) for size in (1, 2, 3) for each in combinations(own, size))
    return max(sets, default=())


def _value(view: BladesView, worlds: Sequence[World], move: Action) -> float:
    """Return what a move is worth in goals: made now, made by the other next, made after that."""
    left = _left(view, move)
    stack = move.cards if move.verb is Verb.STACK else view.stack
    shot = strength(move.cards) if move.verb is Verb.SHOOT else ()
    guard = max(_best(left, red=False), strength(stack))
    value = 0.0
    for world in worlds:
        later = _best((*left, *world.draws[: HAND - len(left)]), red=True)
        value += _scores(shot, world.guard) - _scores(world.shot, guard) + _NEXT * _scores(later, world.next_guard)
    return value


def _scores(shot: Strength, guard: Strength) -> bool:
    return bool(shot) and not stops(guard, shot)


PLAYERS: Final = {"greedy": greedy, "counter": counter, "exact": counter}
"""The policies of the built-in players in this family, by name; nothing in it is solved exactly."""
