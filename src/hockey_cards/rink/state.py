"""The state of a rink game, and its transitions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove
from hockey_cards.fast_construction import unfrozen
from hockey_cards.rink import history
from hockey_cards.rink.moves import MOVES, Open
from hockey_cards.rink.referee import GOAL, PASSABLE, Stage, choices, judge, place
from hockey_cards.rules import Ending, Outcome, Played, Seat, Side, State

if TYPE_CHECKING:
    from hockey_cards.rink.family import Rink

PLACES: Final = 16
"""The number of cards on the table: twelve cells and four goalkeepers."""

CLOSED: Final[tuple[Card | None, ...]] = (None,) * PLACES
"""The table before the first choice: all cards closed."""

_Effect = tuple[Stage, int, bool, bytes]
"""The result of a choice: the next stage, 1 if the run is over and 0 if not, whether it scored, its history byte."""

_Choice = tuple[int, _Effect, _Effect]
"""The place of the chosen card, the effect if the card is passable, and the effect if it is not."""

_SeatTable = tuple[Seat | None, tuple[tuple[Open, ...], ...], tuple[tuple[_Choice | None, ...], ...]]
"""A seat, and by stage of its runs the legal moves, and the choices by move, None for illegal ones."""


def _effect(stage: Stage, move: Open, *, matches: bool, lanes: bool) -> _Effect:
    ruled = judge(stage, move, matches=matches, lanes=lanes)
    return ruled.stage, int(ruled.over), ruled.call == GOAL, history.mark(move, ruled.call)


def _choice(stage: Stage, move: Open, seat: Seat, *, lanes: bool) -> _Choice | None:
    if move not in choices(stage, seat):
        return None
    passed, missed = (_effect(stage, move, matches=matches, lanes=lanes) for matches in (True, False))
    return place(move, seat), passed, missed


def _seat_table(seat: Seat, *, lanes: bool) -> _SeatTable:
    """Tabulate the play rule for the runs of a seat."""
    moves = tuple(choices(stage, seat) for stage in Stage)
    results = tuple(tuple(_choice(stage, move, seat, lanes=lanes) for move in MOVES) for stage in Stage)
    return seat, moves, results


_SEAT_TABLES: Final = tuple(tuple(_seat_table(seat, lanes=lanes) for seat in (0, 1)) for lanes in (False, True))
_AFTER_THE_END: Final[_SeatTable] = (None, ((),) * len(Stage), ((None,) * len(MOVES),) * len(Stage))


@attrs.frozen(repr=False)
class RinkDeal:
    """What is fixed by the deal of a game, hidden cards included: the rules, the dealer and the pack.

    Args:
        rules: The rules.
        dealer: The dealer.
        pack: The cards in deal order: those on the table, then the running cards of all runs.
        run_tables: For each run, and for the end, the table of its seat and the cards that its running card passes; it
            follows from the other fields.
    """

    rules: Rink
    dealer: Seat
    pack: tuple[Card, ...]
    run_tables: tuple[tuple[*_SeatTable, tuple[bool, ...]], ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        tables = _SEAT_TABLES[self.rules.settings.goalkeeper_lanes]
        turns = enumerate(self.pack[PLACES:], self.dealer + 1)
        run_tables = (*((*tables[turn % 2], PASSABLE[card]) for turn, card in turns), (*_AFTER_THE_END, ()))
        object.__setattr__(self, "run_tables", run_tables)

    @property
    def runs(self) -> int:
        """The number of runs of the game."""
        return len(self.pack) - PLACES

    def seat(self, turn: int) -> Seat:
        """Return the seat of a run, by the number of runs before it."""
        return (self.dealer + 1 + turn) % 2

    def __repr__(self) -> str:
        return f"<RinkDeal of {len(self.pack)} cards by seat {self.dealer}>"

    def __reduce__(self) -> tuple[type[RinkDeal], tuple[Rink, Seat, tuple[Card, ...]]]:
        return RinkDeal, (self.rules, self.dealer, self.pack)


@attrs.frozen(repr=False)
class RinkState(State):
    """The complete state of a rink game, for the engine only.

    Args:
        deal: What is fixed by the deal.
        layout: The sixteen places on the table in deal order, each with its card if open, None if closed: the cells
            a1 b1 c1 d1 a2 .. d3, seat 0's goalkeepers, seat 1's. After the end all are open.
        turn: The number of finished runs.
        stage: The stage of the current run.
        score: The goals of each side.
        history: The moves so far and their calls, encoded; ``plays`` decodes them.
    """

    deal: RinkDeal
    layout: tuple[Card | None, ...]
    turn: int
    stage: Stage
    score: tuple[int, int]  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    history: bytes

    @property
    def rules(self) -> Rink:
        """The rules of the game."""
        return self.deal.rules

    @property
    def period(self) -> int:
        """The current period, always 0."""
        return 0

    @property
    def dealer(self) -> Seat:
        """The dealer."""
        return self.deal.dealer

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == self.deal.runs

    @property
    def seat(self) -> Seat:
        """The seat to move; after the end, some seat."""
        return self.deal.seat(self.turn)

    @property
    def running(self) -> Card | None:
        """The running card; None after the end."""
        return None if self.over else self.deal.pack[PLACES + self.turn]

    @property
    def spent(self) -> tuple[Card, ...]:
        """The cards of the finished runs, in order."""
        return self.deal.pack[PLACES : PLACES + self.turn]

    @property
    def stacks(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The stack of each seat, the top card first, without the running card."""
        left = self.deal.pack[PLACES + self.turn + 1 :]
        following, own = left[::2], left[1::2]
        return (following, own) if self.seat == 1 else (own, following)

    @property
    def thrown_out(self) -> tuple[Card, ...]:
        """The cards thrown out, in order."""
        return history.thrown_out(self.spent, self.history)

    @property
    def goals(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that each side scored with, in order."""
        return history.goals(self.spent, self.history, self.deal.dealer)

    @property
    def plays(self) -> tuple[Played[Open], ...]:
        """The moves so far in order, with their calls."""
        return history.plays(self.history, self.deal.dealer)

    def __repr__(self) -> str:
        run = "over" if self.over else f"run {self.turn + 1} of {self.deal.runs}, seat {self.seat} to move"
        return f"<RinkState {run}, score {self.score[0]}-{self.score[1]}>"


_UnfrozenState = unfrozen(RinkState)


def deal(rules: Rink, dealer: Seat, pack: tuple[Card, ...]) -> RinkState:
    """Return the state after the deal of a pack."""
    return RinkState(RinkDeal(rules, dealer, pack), CLOSED, 0, Stage.NEAR_ROW, (0, 0), b"")


def completed(known: Iterable[Card | None], unseen: Iterable[Card]) -> tuple[Card, ...]:
    """Return a pack that begins with the known cards; unseen cards fill the gaps and the rest."""
    left = list(unseen)
    return (*[left.pop() if card is None else card for card in known], *left)


def seat(state: RinkState) -> Seat:
    """Return the seat to move; after the end, some seat."""
    return state.deal.seat(state.turn)


def legal(state: RinkState) -> tuple[Open, ...]:
    """Return the legal moves in canonical order: columns a to d, g1 before g2; () after the end."""
    return state.deal.run_tables[state.turn][1][state.stage]


def apply(state: RinkState, move: Open) -> RinkState:
    """Return the state after a move.

    Raises:
        IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
    """
    game = state.deal
    turn = state.turn
    mover, _, results, passes = game.run_tables[turn]
    if type(move) is not Open or (choice := results[state.stage][move]) is None:
        raise _illegal(state, move)
    chosen, passed, missed = choice
    card = game.pack[chosen]
    stage, over, scored, mark = passed if passes[card] else missed
    layout = state.layout
    if layout[chosen] is None:
        layout = (*layout[:chosen], card, *layout[chosen + 1 :])
    if over and game.run_tables[turn + 1][0] is None:
        layout = game.pack[:PLACES]  # rink.2.6: the closed cards are shown
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
    """Return the result: the side with more goals wins; None while the game goes on."""
    return result(state.score) if state.over else None


def result(score: tuple[int, int]) -> Outcome:
    """Return the result of a game that has ended with a score."""
    home, away = score
    if home == away:
        return Outcome(None, Ending.DRAW, score)
    return Outcome(0 if home > away else 1, Ending.REGULATION, score)


def _illegal(state: RinkState, move: object) -> IllegalMove:
    """Return the error for an illegal move."""
    if state.over:
        code, rule, problem = "game-over", "rink.2.6", "the game is over: no card can be chosen"
    elif type(move) is not Open:
        code, rule, problem = "not-a-move", "rink.2.3", f"a value of type {type(move).__name__} is not a move"
    else:
        code, rule, problem = _reason(state, move)
    moves = legal(state)
    advice = f": choose {' or '.join(each.code for each in moves)}" if moves else ""
    return IllegalMove(problem + advice, code=code, rule=rule, move=move, legal=moves)


def _reason(state: RinkState, move: Open) -> tuple[str, str, str]:
    """Return the code, the rule paragraph and the message for a move at the wrong stage."""
    at_rows = state.stage < Stage.GOALKEEPERS
    if at_rows and move.row is None:
        return "row-due", "rink.2.3", f"{move} is a goalkeeper, but the {state.stage} must be passed first"
    if at_rows:
        return "wrong-row", "rink.2.3", f"{move} is not in the {state.stage}, which must be passed next"
    if move.row is not None:
        return "goalkeeper-due", "rink.2.3", f"{move} is a cell, but the run has passed all rows"
    return "wrong-lane", "rink.2.7", f"{move} is not the goalkeeper opposite the last column of the run"
