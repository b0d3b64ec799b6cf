"""The public information of a blades game, and how a move changes it: turns, periods and the end of the game.

A shot is a move, and so is its answer, which the other seat gives within the turn. An answer is always required, even
of a hand that can only give ``none``: otherwise everybody would know that the hand holds no defence. For the same
reason the available verbs follow from public information alone, and only the cards from the hand. A defence too weak to
block is a legal answer, because it discards cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from hockey_cards.blades.levels import BLOCK, GOAL, RED, judge, level
from hockey_cards.blades.moves import MAX_CARDS, WITH_CARDS, Action, Verb
from hockey_cards.cards import Card
from hockey_cards.rules import Ending, Outcome, Played, Seat

if TYPE_CHECKING:
    from hockey_cards.blades.family import Blades

HAND: Final = 6
"""The size of a hand at the beginning of a turn."""

STOCK: Final = 40
"""The number of cards left to draw after the deal."""

MAX_CARRIED: Final = len(RED) // 4
"""The maximum number of goals of a side before overtime: each took two red cards, and both sides have as many."""

_SHOT: Final = "shot"
_CALLS: Final = {Verb.STACK: "stack", Verb.SHOOT: _SHOT, Verb.CHANGE: "change"}

Cards = tuple[Card, ...]
T = TypeVar("T")

Spending = tuple[Played[Action], Cards]
"""A move, and the cards that its player discarded by it."""


def changed(pair: tuple[T, T], seat: Seat, own: T) -> tuple[T, T]:
    """Return a pair of values, one for each seat, with that of a seat replaced."""
    return (own, pair[1]) if seat == 0 else (pair[0], own)


def suits(verb: Verb, cards: Cards) -> bool:
    """Return whether a set of different cards is suitable for a verb (``blades.3.2``)."""
    if verb is Verb.STACK:
        return 0 < len(cards) <= MAX_CARDS and RED.isdisjoint(cards)
    if verb in WITH_CARDS:
        formed = level(cards)
        return formed is not None and formed.red is (verb is Verb.SHOOT)
    return not cards


def spending(verb: Verb, *, hand: T, stack: T, cards: T) -> T | None:
    """Return what a move discards (``blades.3.2``): one of the three given values, or None for nothing.

    Args:
        verb: The kind of move.
        hand: The hand before the move, or its size.
        stack: The stack before the move, or its size.
        cards: The cards of the move, or their number.
    """
    return {Verb.STACK: stack, Verb.USE: stack, Verb.CHANGE: hand, Verb.HAND: cards}.get(verb)


def _goals(plays: tuple[Played[Action], ...]) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Return for each side the sets of cards that it scored with, in order."""
    made = [(shot.seat, shot.move.cards) for shot, answer in pairwise(plays) if answer.call == GOAL]
    return tuple(cards for side, cards in made if side == 0), tuple(cards for side, cards in made if side == 1)


@attrs.frozen(repr=False)
class BladesTable:
    """The public information of a period.

    Args:
        rules: The rules.
        dealer: The dealer of the period.
        turn: The seat whose turn it is; the answer to a shot belongs to the turn of the shot.
        period: The period, from 0.
        carried: The goals of each side in earlier periods, which are equal.
        closing: The last move of the previous period and the cards that it discarded; None if there was none, or if
            it is not known.
        counts: The number of cards in each hand.
        stacks: The number of cards in each stack.
        stock: The number of cards still to be drawn.
        plays: The moves of the period in order, with their calls; the cards of a stack are hidden.
        spent: For each move the cards that it discarded, face up: the earlier stack, the whole hand, or the defence.
        over: Whether the game has ended.
    """

    rules: Blades
    dealer: Seat
    turn: Seat
    period: int = 0
    carried: int = 0
    closing: Spending | None = None
    counts: tuple[int, int] = (HAND, HAND)
    stacks: tuple[int, int] = (0, 0)
    stock: int = STOCK
    plays: tuple[Played[Action], ...] = ()
    spent: tuple[Cards, ...] = ()
    over: bool = False

    @property
    def shot(self) -> Cards:
        """The shot that must be answered; () if there is none."""
        return self.plays[-1].move.cards if self.plays and self.plays[-1].call == _SHOT else ()

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        return 1 - self.turn if self.shot else self.turn

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """The available verbs, which are public; () after the end."""
        if self.over:
            return ()
        if not self.shot:
            return tuple(_CALLS)
        return (Verb.USE, Verb.HAND, Verb.NONE) if self.stacks[self.seat] else (Verb.HAND, Verb.NONE)

    @property
    def goals(self) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
        """For each side the sets of cards that it scored with in the period, in order."""
        return _goals(self.plays)

    @property
    def discards(self) -> Cards:
        """The discarded cards of the period in order: a blocked shot before its defence."""
        blocked = [shot.move.cards if play.call == BLOCK else () for shot, play in pairwise(self.plays)]
        groups = zip(((), *blocked), self.spent, strict=False)  # there is nothing before the first play
        return tuple(card for shot, spent in groups for card in (*shot, *spent))

    @property
    def score(self) -> tuple[int, int]:
        """The goals of each side in all periods."""
        own, other = self.goals
        return self.carried + len(own), self.carried + len(other)

    @property
    def outcome(self) -> Outcome | None:
        """The result: most goals wins; None while the game goes on."""
        if not self.over:
            return None
        own, other = score = self.score
        if own == other:
            return Outcome(None, Ending.DRAW, score)
        return Outcome(int(other > own), Ending.OVERTIME if self.period else Ending.REGULATION, score)

    @property
    def last(self) -> Played[Action] | None:
        """The last move, even if it ended the period before; None before the first move of the game."""
        if self.plays:
            return self.plays[-1]
        return None if self.closing is None else self.closing[0]

    def call(self, move: Action, spent: Cards) -> str:
        """Return the call of a move; that of an answer depends on the cards that it discards."""
        return _CALLS.get(move.verb) or judge(self.shot, spent)

    def after(self, move: Action, spent: Cards) -> BladesTable:
        """Return the table after a legal move.

        Args:
            move: The move; the cards of a stack may be hidden.
            spent: The cards that it discards.
        """
        seat, call = self.seat, self.call(move, spent)
        shown = move.concealed if move.verb is Verb.STACK else move
        plays = (*self.plays, Played(seat, seat, shown, call))
        counts, stacks = self._left(move)
        if call == _SHOT:
            return self._continued(self.turn, counts, stacks, plays, spent)
        # The first goal of an overtime ends it.
        if self.stock and not (self.period and call == GOAL):
            return self._continued(1 - self.turn, counts, stacks, plays, spent)
        own, other = map(len, _goals(plays))
        if own != other or self.period == self.rules.max_overtimes:
            return self._continued(self.turn, counts, stacks, plays, spent, over=True)
        closing = plays[-1], spent
        return BladesTable(self.rules, 1 - self.dealer, self.dealer, self.period + 1, self.carried + own, closing)

    def _left(self, move: Action) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the numbers of cards in the hands and in the stacks after a move."""
        seat, size = self.seat, len(move.cards) + move.hidden
        left = 0 if move.verb is Verb.CHANGE else self.counts[seat] - size
        stack = {Verb.STACK: size, Verb.USE: 0}.get(move.verb, self.stacks[seat])
        return changed(self.counts, seat, left), changed(self.stacks, seat, stack)

    def _continued(  # one constructor call, because every move of every game needs one
        self,
        turn: Seat,
        counts: tuple[int, int],
        stacks: tuple[int, int],
        plays: tuple[Played[Action], ...],
        spent: Cards,
        *,
        over: bool = False,
    ) -> BladesTable:
        """Return the table within the same period, or at the end of the game; a new turn begins with a draw."""
        drawn = 0 if turn == self.turn else min(HAND - counts[turn], self.stock)
        return BladesTable(
            self.rules,
            self.dealer,
            turn,
            self.period,
            self.carried,
            self.closing,
            changed(counts, turn, counts[turn] + drawn) if drawn else counts,
            stacks,
            self.stock - drawn,
            plays,
            (*self.spent, spent),
            over,
        )

    def __str__(self) -> str:
        status = "over" if self.over else f"seat {self.seat} to {'answer' if self.shot else 'move'}"
        return f"period {self.period}, play {len(self.plays)}, {status}, score {self.score[0]}-{self.score[1]}"

    def __repr__(self) -> str:
        return f"<BladesTable {self}>"
