"""The whole truth of a rink, and how a move changes it: the only file that moves cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards import rules as contract
from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove
from hockey_cards.fast_construction import unfrozen
from hockey_cards.rink import history as past
from hockey_cards.rink.moves import MOVES, Open
from hockey_cards.rink.referee import GOAL, PASSABLE, Stage, choices, judge, place
from hockey_cards.rules import Ending, Outcome, Played, Seat, Side

if TYPE_CHECKING:
    from hockey_cards.rink.family import Rink

PLACES: Final = 16
"""How many cards lie on the table: twelve cells and four goalkeepers."""

CLOSED: Final[tuple[Card | None, ...]] = (None,) * PLACES
"""The table before the first choice."""

_Effect = tuple[Stage, int, bool, bytes]
"""What a choice leads to: the next stage, 1 if the run is over and 0 if not, whether it scored, its mark."""

_Judged = tuple[int, _Effect, _Effect]
"""Where the chosen card lies; the effect if the card is passable, and if it is not."""

_Sheet = tuple[Seat | None, tuple[tuple[Open, ...], ...], tuple[tuple[_Judged | None, ...], ...]]
"""A seat, and for its runs by stage: the legal moves; for every move what it does, None where it is illegal."""


def _effect(stage: Stage, move: Open, *, matches: bool, lanes: bool) -> _Effect:
    ruled = judge(stage, move, matches=matches, lanes=lanes)
    return ruled.stage, int(ruled.over), ruled.call == GOAL, past.mark(move, ruled.call)


def _judged(stage: Stage, move: Open, seat: Seat, *, lanes: bool) -> _Judged | None:
    if move not in choices(stage, seat):
        return None
    passed, missed = (_effect(stage, move, matches=matches, lanes=lanes) for matches in (True, False))
    return place(move, seat), passed, missed


def _sheet(seat: Seat, *, lanes: bool) -> _Sheet:
    """Tabulate the rule of play for the runs of a seat."""
    lawful = tuple(choices(stage, seat) for stage in Stage)
    judged = tuple(tuple(_judged(stage, move, seat, lanes=lanes) for move in MOVES) for stage in Stage)
    return seat, lawful, judged


_SHEETS: Final = tuple(tuple(_sheet(seat, lanes=lanes) for seat in (0, 1)) for lanes in (False, True))
_AFTER_THE_END: Final[_Sheet] = (None, ((),) * len(Stage), ((None,) * len(MOVES),) * len(Stage))


@attrs.frozen(repr=False)
class RinkDeal:
    """All that stays as it is in a game: who dealt which pack, by which rules.

    Args:
        rules: The rules.
        dealer: The dealer.
        pack: The cards in deal order: those on the table, then the running cards of all runs.
        script: For each run, and for the end, its sheet and what its running card may pass; it follows from the rest.
    """

    rules: Rink
    dealer: Seat
    pack: tuple[Card, ...]
    script: tuple[tuple[*_Sheet, tuple[bool, ...]], ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        sheets = _SHEETS[self.rules.settings.goalkeeper_lanes]
        turns = enumerate(self.pack[PLACES:], self.dealer + 1)
        script = (*((*sheets[turn % 2], PASSABLE[card]) for turn, card in turns), (*_AFTER_THE_END, ()))
        object.__setattr__(self, "script", script)

    @property
    def runs(self) -> int:
        """How many runs the game has."""
        return len(self.pack) - PLACES

    def seat(self, turn: int) -> Seat:
        """Return whose run it is, by the number of runs before it."""
        return (self.dealer + 1 + turn) % 2

    def __repr__(self) -> str:
        return f"<RinkDeal of {len(self.pack)} cards by seat {self.dealer}>"

    def __reduce__(self) -> tuple[type[RinkDeal], tuple[Rink, Seat, tuple[Card, ...]]]:
        return RinkDeal, (self.rules, self.dealer, self.pack)


@attrs.frozen(repr=False)
class RinkState(contract.State):
    """The whole truth of a rink at one moment, hidden cards included: for the engine only.

    Args:
        deal: All that stays as it is in the game.
        layout: The sixteen places on the table in deal order, each with its card if open, None if closed: the cells
            a1 b1 c1 d1 a2 .. d3, seat 0's goalkeepers, seat 1's. After the end all are open.
        turn: How many runs are over.
        stage: How far the present run has come.
        score: The goals of each side.
        history: The moves so far and their calls; ``plays`` tells them.
    """

    deal: RinkDeal
    layout: tuple[Card | None, ...]
    turn: int
    stage: Stage
    score: tuple[int, int]  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    history: bytes

    @property
    def rules(self) -> Rink:
        """The rules that the game is played by."""
        return self.deal.rules

    @property
    def period(self) -> int:
        """The period being played: always 0."""
        return 0

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.deal.dealer

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == self.deal.runs

    @property
    def seat(self) -> Seat:
        """Whose run it is; after the end, a seat all the same."""
        return self.deal.seat(self.turn)

    @property
    def running(self) -> Card | None:
        """The running card; None after the end."""
        return None if self.over else self.deal.pack[PLACES + self.turn]

    @property
    def spent(self) -> tuple[Card, ...]:
        """The cards of the runs that are over, in order."""
        return self.deal.pack[PLACES : PLACES + self.turn]

    @property
    def stacks(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The stack of each seat, from the top; the running card is no longer in it."""
        left = self.deal.pack[PLACES + self.turn + 1 :]
        following, own = left[::2], left[1::2]
        return (following, own) if self.seat == 1 else (own, following)

    @property
    def thrown_out(self) -> tuple[Card, ...]:
        """The cards thrown out, in order."""
        return past.thrown_out(self.spent, self.history)

    @property
    def goals(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that each side scored with, in order."""
        return past.goals(self.spent, self.history, self.deal.dealer)

    @property
    def plays(self) -> tuple[Played[Open], ...]:
        """The moves so far in order, with their calls."""
        return past.plays(self.history, self.deal.dealer)

    def __repr__(self) -> str:
        run = "over" if self.over else f"run {self.turn + 1} of {self.deal.runs}, seat {self.seat} to move"
        return f"<RinkState {run}, score {self.score[0]}-{self.score[1]}>"


_UnfrozenState = unfrozen(RinkState)


def deal(rules: Rink, dealer: Seat, pack: tuple[Card, ...]) -> RinkState:
    """Return the state after the deal of a pack."""
    return RinkState(RinkDeal(rules, dealer, pack), CLOSED, 0, Stage.NEAR_ROW, (0, 0), b"")


def completed(known: Iterable[Card | None], unseen: Iterable[Card]) -> tuple[Card, ...]:
    """Return a pack that begins with the known cards; the unseen ones fill its gaps, and the rest of it."""
    left = list(unseen)
    return (*[left.pop() if card is None else card for card in known], *left)


def seat(state: RinkState) -> Seat:
    """Return whose run it is; after the end, a seat all the same."""
    return state.deal.seat(state.turn)


def legal(state: RinkState) -> tuple[Open, ...]:
    """Return the legal moves in canonical order: columns a to d, g1 before g2; () after the end."""
    return state.deal.script[state.turn][1][state.stage]


def apply(state: RinkState, move: Open) -> RinkState:
    """Return the state after a move.

    Raises:
        IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
    """
    game = state.deal
    turn = state.turn
    mover, _, sheet, passes = game.script[turn]
    if type(move) is not Open or (judged := sheet[state.stage][move]) is None:
        raise _illegal(state, move)
    chosen, passed, missed = judged
    card = game.pack[chosen]
    stage, over, scored, mark = passed if passes[card] else missed
    layout = state.layout
    if layout[chosen] is None:
        layout = (*layout[:chosen], card, *layout[chosen + 1 :])
    if over and game.script[turn + 1][0] is None:
        layout = game.pack[:PLACES]  # 2.6: the closed cards are shown
    new = _UnfrozenState()
    new.deal = game
    new.layout = layout
    new.turn = turn + over
    new.stage = stage
    new.score = _with_goal(state.score, mover) if scored else state.score
    new.history = state.history + mark
    new.__class__ = RinkState
    made: RinkState = new
    return made


def _with_goal(score: tuple[int, int], side: Side | None) -> tuple[int, int]:
    return (score[0] + 1, score[1]) if side == 0 else (score[0], score[1] + 1)


def outcome(state: RinkState) -> Outcome | None:
    """Return the result: most goals wins, equal is a draw; None while the game goes on."""
    return result(state.score) if state.over else None


def result(score: tuple[int, int]) -> Outcome:
    """Return the result of a game that has ended with a score."""
    home, away = score
    if home == away:
        return Outcome(None, Ending.DRAW, score)
    return Outcome(0 if home > away else 1, Ending.REGULATION, score)


def _illegal(state: RinkState, move: object) -> IllegalMove:
    """Return the error that says why a move is not legal."""
    if state.over:
        code, rule, problem = "game-over", "rink.2.6", "the game is over: there is nothing more to choose"
    elif type(move) is not Open:
        code, rule, problem = "not-a-move", "rink.2.3", f"a value of type {type(move).__name__} is no move of the rink"
    else:
        code, rule, problem = _reason(state, move)
    lawful = legal(state)
    advice = f": choose {' or '.join(choice.code for choice in lawful)}" if lawful else ""
    return IllegalMove(problem + advice, code=code, rule=rule, move=move, legal=lawful)


def _reason(state: RinkState, move: Open) -> tuple[str, str, str]:
    """Return the code, the paragraph and the sentence for a move of the rink at the wrong time."""
    at_rows = state.stage < Stage.GOALKEEPERS
    if at_rows and move.row is None:
        return "row-due", "rink.2.3", f"{move} is a goalkeeper, and the {state.stage} is to be passed first"
    if at_rows:
        return "wrong-row", "rink.2.3", f"{move} does not lie in the {state.stage}, which is to be passed next"
    if move.row is not None:
        return "goalkeeper-due", "rink.2.3", f"{move} is a cell, and the run has passed all rows"
    return "wrong-lane", "rink.2.7", f"{move} is not the goalkeeper opposite the column that the run came through"
