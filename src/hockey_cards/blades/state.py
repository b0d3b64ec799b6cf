"""The state of a blades game, and its transitions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING

import attrs

from hockey_cards.blades.levels import RED
from hockey_cards.blades.moves import MAX_CARDS, WITH_CARDS, Action, Verb
from hockey_cards.blades.table import HAND, BladesTable, Cards, changed, spending, suits
from hockey_cards.cards import Card, deck
from hockey_cards.errors import IllegalMove, ParseError, ShoeError
from hockey_cards.rules import Outcome, State
from hockey_cards.shoe import Shoe

if TYPE_CHECKING:
    from hockey_cards.blades.family import Blades


@attrs.frozen(repr=False)
class BladesState(State):
    """The complete state of a blades game, for the engine only.

    Args:
        table: The public information.
        hands: The hand of each seat, in deck order.
        stacks: The face-down defence stack of each seat; () for none.
        stock: The cards still to be drawn, the next one first.
        shoe: The source of the packs of later periods.
    """

    table: BladesTable
    hands: tuple[Cards, Cards]
    stacks: tuple[Cards, Cards]
    stock: Cards
    shoe: Shoe

    @property
    def rules(self) -> Blades:
        """The rules of the game."""
        return self.table.rules

    @property
    def period(self) -> int:
        """The current period, from 0; overtimes are counted too."""
        return self.table.period

    @property
    def score(self) -> tuple[int, int]:
        """The goals of each side in all periods."""
        return self.table.score

    def __repr__(self) -> str:
        return f"<BladesState {self.table}>"


def deal(table: BladesTable, shoe: Shoe) -> BladesState:
    """Deal the period of an empty table, one card at a time from the seat after the dealer.

    Raises:
        ShoeError: If the pack is not exactly the deck of 52.
    """
    pack = tuple(shoe.pack(table.period))
    if not all(isinstance(card, Card) for card in pack) or tuple(sorted(pack)) != deck():
        raise ShoeError(f"the pack of period {table.period} is not the deck of 52 cards, each once")
    first, second = (tuple(sorted(pack[place : 2 * HAND : 2])) for place in (0, 1))
    hands = (first, second) if table.turn == 0 else (second, first)
    return BladesState(table, hands, ((), ()), pack[2 * HAND :], shoe)


def legal(state: BladesState) -> tuple[Action, ...]:
    """Return the legal moves in canonical order: the actions of a turn, or the answers to a shot; () after the end."""
    return choices(state.table, state.hands[state.table.seat])


def choices(table: BladesTable, hand: Cards) -> tuple[Action, ...]:
    """Return the legal moves of the seat to move, given its hand, in canonical order."""
    return tuple(chain.from_iterable(_actions(verb, hand) for verb in table.verbs))


@lru_cache(1024)  # the moves of a hand are needed several times: for the legal moves, the view and the check
def _actions(verb: Verb, hand: Cards) -> tuple[Action, ...]:
    sizes = range(1, MAX_CARDS + 1) if verb in WITH_CARDS else (0,)
    cards = [card for card in hand if (card in RED) is (verb is Verb.SHOOT)]
    sets = sorted(chain.from_iterable(combinations(cards, size) for size in sizes))
    return tuple(action for each in sets if (action := _action(verb, each)) is not None)


@cache
def _action(verb: Verb, cards: Cards) -> Action | None:
    return Action(verb, cards) if suits(verb, cards) else None


@cache
def every_move() -> tuple[Action, ...]:
    """Return every move of the family in canonical order: those of a hand that holds the whole deck."""
    return tuple(chain.from_iterable(_actions(verb, deck()) for verb in Verb))


@cache
def _numbers() -> Mapping[Action, int]:
    return {move: number for number, move in enumerate(every_move())}


def number(move: Action) -> int:
    """Return the place of a move in ``every_move``.

    Raises:
        ParseError: If it is not one of them; a move with hidden cards is none.
    """
    if not isinstance(move, Action):
        raise ParseError(f"a value of type {type(move).__name__} is not a move of blades")
    found = _numbers().get(move)
    if found is None:
        why = "some of its cards are hidden" if move.hidden else "its cards are not such as it needs"
        raise ParseError(f"{move.code!r} has no number: {why}")
    return found


def apply(state: BladesState, move: Action) -> BladesState:
    """Return the state after a move.

    Raises:
        IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
    """
    action = legal_action(state, move)
    return after_action(state, action, discarded(state, action))


def after_action(state: BladesState, action: Action, spent: Cards) -> BladesState:
    """Return the state after a legal move.

    Args:
        state: The state.
        action: The move, from ``legal_action``.
        spent: The cards that it discards, from ``discarded``.
    """
    before, seat = state.table, state.table.seat
    table = before.after(action, spent)
    if table.period != before.period:
        return deal(table, state.shoe)
    gone = spent if action.verb is Verb.CHANGE else action.cards
    stack = {Verb.STACK: action.cards, Verb.USE: ()}.get(action.verb, state.stacks[seat])
    hands = changed(state.hands, seat, tuple(card for card in state.hands[seat] if card not in gone))
    drawn = state.stock[: before.stock - table.stock]
    hands = changed(hands, table.turn, tuple(sorted(hands[table.turn] + drawn)))
    return BladesState(table, hands, changed(state.stacks, seat, stack), state.stock[len(drawn) :], state.shoe)


def legal_action(state: BladesState, move: Action) -> Action:
    """Return the legal move that equals a move, so that the types within a given move do not matter.

    Raises:
        IllegalMove: If there is none.
    """
    moves = legal(state)
    if isinstance(move, Action):
        with suppress(ValueError):
            return moves[moves.index(move)]
    code, rule, problem = _reason(state.table, move)
    raise IllegalMove(problem, code=code, rule=rule, move=move, legal=moves)


def discarded(state: BladesState, move: Action) -> Cards:
    """Return the cards that a legal move discards: the earlier stack, the hand, or the defence."""
    seat = state.table.seat
    hand, stack = state.hands[seat], state.stacks[seat]
    return spending(move.verb, hand=hand, stack=stack, cards=move.cards) or ()


def outcome(state: BladesState) -> Outcome | None:
    """Return the result: the side with more goals wins; None while the game goes on."""
    return state.table.outcome


def _reason(table: BladesTable, move: object) -> tuple[str, str, str]:
    """Return the code, the rule paragraph and the message for an illegal move; the message names no card."""
    who, verbs = f"seat {table.seat}", " or ".join(map(str, table.verbs))
    if table.over:
        return "game-over", "blades.3.5", "the game is over: no move can be made"
    if not isinstance(move, Action) or move.hidden:
        return "not-a-move", "blades.3.2", f"{who} must give an action with all its cards"
    if move.verb not in table.verbs:
        code = ("no-stack" if move.verb is Verb.USE else "answer-due") if table.shot else "no-shot"
        return code, "blades.3.2", f"{who} cannot {move.verb} now: give {verbs}"
    if not suits(move.verb, move.cards):
        return "no-level", "blades.3.3", f"these cards cannot be used to {move.verb}"
    return "not-in-hand", "blades.3.2", f"{who} may not {move.verb} these cards: give one of that seat's legal moves"
