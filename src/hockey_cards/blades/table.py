"""What lies open in a duel, and what a move does to it: the only file that knows turns, periods and the end.

A shot is a move, and so is its answer, the other seat's decision inside the turn. An answer is always asked for, even
of a hand that can give ``none`` only: were it left out, all would know that the hand holds no defence. For the same
reason what may be done now, stack or no stack, follows from what all can see; with which cards it is done, from the
hand. A defence too weak to block is a legal answer: it gets rid of cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from hockey_cards.blades.levels import BLOCK, GOAL, RED, judge, level
from hockey_cards.blades.moves import MOST_CARDS, WITH_CARDS, Action, Verb
from hockey_cards.cards import Card
from hockey_cards.rules import Ending, Outcome, Played, Seat

if TYPE_CHECKING:
    from hockey_cards.blades.family import Blades

HAND: Final = 6
"""How many cards a player draws up to."""

STOCK: Final = 40
"""How many cards are left to be drawn after the deal."""

MOST_CARRIED: Final = len(RED) // 4
"""How many goals a side can bring into overtime: each took two red cards, and the other side has as many."""

_SHOT: Final = "shot"
_CALLS: Final = {Verb.STACK: "stack", Verb.SHOOT: _SHOT, Verb.CHANGE: "change"}

Cards = tuple[Card, ...]
T = TypeVar("T")

Spending = tuple[Played[Action], Cards]
"""A move, and the cards that its player discarded by it."""


def changed(pair: tuple[T, T], seat: Seat, own: T) -> tuple[T, T]:
    """Return what each seat has after a change of what one of them has."""
    return (own, pair[1]) if seat == 0 else (pair[0], own)


def suits(verb: Verb, cards: Cards) -> bool:
    """Tell whether different cards are such as a move needs, and as many (``blades.3.2``)."""
    if verb is Verb.STACK:
        return 0 < len(cards) <= MOST_CARDS and RED.isdisjoint(cards)
    if verb in WITH_CARDS:
        formed = level(cards)
        return formed is not None and formed.red is (verb is Verb.SHOOT)
    return not cards


def spending(verb: Verb, *, hand: T, stack: T, cards: T) -> T | None:
    """Return what a player discards by a move (``blades.3.2``): one of the three given, or None for nothing.

    Args:
        verb: What is done.
        hand: The hand before the move, or what is asked of it, as its size.
        stack: The same of the stack before the move.
        cards: The same of the cards of the move.
    """
    return {Verb.STACK: stack, Verb.USE: stack, Verb.CHANGE: hand, Verb.HAND: cards}.get(verb)


def _goals(plays: tuple[Played[Action], ...]) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Return for each side the sets of cards that it scored with, in order."""
    made = [(shot.seat, shot.move.cards) for shot, answer in pairwise(plays) if answer.call == GOAL]
    return tuple(cards for side, cards in made if side == 0), tuple(cards for side, cards in made if side == 1)


@attrs.frozen(repr=False)
class BladesTable:
    """What is open to all, and what all have seen in this period: no hidden card, and no way to one.

    Args:
        rules: The rules.
        dealer: Who dealt the period.
        turn: Whose turn it is; the answer to a shot belongs to the turn of the one who shot.
        period: The period, from 0.
        carried: The goals of each side in the periods before; both have as many, or there were no other period.
        closing: The last move of the period before, as all have just seen it; None if there was none, and where it is
            not known.
        counts: How many cards each hand holds.
        stacks: How many cards each stack holds.
        stock: How many cards are still to be drawn.
        plays: The moves of the period in order, with their calls; the cards of a stack are hidden.
        spent: For each of them the cards that its player discarded by it, face up: the earlier stack, the whole hand,
            or the defence.
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
        """The shot that is to be answered; () if there is none."""
        return self.plays[-1].move.cards if self.plays and self.plays[-1].call == _SHOT else ()

    @property
    def seat(self) -> Seat:
        """Whose decision is due."""
        return 1 - self.turn if self.shot else self.turn

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """What may be done now, as far as all can see; () after the end."""
        if self.over:
            return ()
        if not self.shot:
            return tuple(_CALLS)
        return (Verb.USE, Verb.HAND, Verb.NONE) if self.stacks[self.seat] else (Verb.HAND, Verb.NONE)

    @property
    def goals(self) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
        """For each side the sets of cards that it scored with in this period, in order."""
        return _goals(self.plays)

    @property
    def discards(self) -> Cards:
        """The discarded cards of the period in order: a blocked shot, then what its defender used."""
        blocked = [shot.move.cards if play.call == BLOCK else () for shot, play in pairwise(self.plays)]
        groups = zip(((), *blocked), self.spent, strict=False)  # nothing at all before the first play
        return tuple(card for shot, spent in groups for card in (*shot, *spent))

    @property
    def score(self) -> tuple[int, int]:
        """The board: the goals of each side in all periods."""
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
        """Return the call of a move: an answer is judged by the cards that it spends."""
        return _CALLS.get(move.verb) or judge(self.shot, spent)

    def after(self, move: Action, spent: Cards) -> BladesTable:
        """Return the table after a legal move.

        Args:
            move: The move; the cards of a stack may be hidden.
            spent: The cards that its player discards by it.
        """
        seat, call = self.seat, self.call(move, spent)
        shown = move.concealed if move.verb is Verb.STACK else move
        plays = (*self.plays, Played(seat, seat, shown, call))
        counts, stacks = self._left(move)
        if call == _SHOT:
            return self._on(self.turn, counts, stacks, plays, spent)
        # A goal ends overtime, the first there is: before it there was none.
        if self.stock and not (self.period and call == GOAL):
            return self._on(1 - self.turn, counts, stacks, plays, spent)
        own, other = map(len, _goals(plays))
        if own != other or self.period == self.rules.max_overtimes:
            return self._on(self.turn, counts, stacks, plays, spent, over=True)
        closing = plays[-1], spent
        return BladesTable(self.rules, 1 - self.dealer, self.dealer, self.period + 1, self.carried + own, closing)

    def _left(self, move: Action) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return how many cards a move leaves in the hands and in the stacks."""
        seat, size = self.seat, len(move.cards) + move.hidden
        left = 0 if move.verb is Verb.CHANGE else self.counts[seat] - size
        stack = {Verb.STACK: size, Verb.USE: 0}.get(move.verb, self.stacks[seat])
        return changed(self.counts, seat, left), changed(self.stacks, seat, stack)

    def _on(  # built at once, and not by steps, for every move of every game builds one
        self,
        turn: Seat,
        counts: tuple[int, int],
        stacks: tuple[int, int],
        plays: tuple[Played[Action], ...],
        spent: Cards,
        *,
        over: bool = False,
    ) -> BladesTable:
        """Return the table as the period goes on, or at the end of the game: who begins a turn draws up to six."""
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
        due = "over" if self.over else f"seat {self.seat} to {'answer' if self.shot else 'move'}"
        return f"period {self.period}, play {len(self.plays)}, {due}, score {self.score[0]}-{self.score[1]}"

    def __repr__(self) -> str:
        return f"<BladesTable {self}>"
