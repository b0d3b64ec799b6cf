"""Views of a rink game, which hide the cards that a seat may not know."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from hockey_cards.cards import Card, codes
from hockey_cards.errors import SeatError, brief
from hockey_cards.fast_construction import unfrozen
from hockey_cards.integers import index_below
from hockey_cards.rink import history
from hockey_cards.rink.moves import Open
from hockey_cards.rink.referee import Stage, place
from hockey_cards.rink.state import PLACES, RinkState, result
from hockey_cards.rules import VIEW_FORMAT, Outcome, Played, Seat, View, outcome_fields, play_fields

if TYPE_CHECKING:
    from hockey_cards.rink.family import Rink


@attrs.frozen(repr=False)
class RinkView(View):
    """What a seat, or a spectator, may know of a rink game.

    Args:
        rules: The rules.
        seat: The seat whose view it is; None for a spectator.
        dealer: The dealer.
        mover: The seat to move; None after the end.
        legal: The legal moves of the viewer in canonical order; () if the viewer is not to move.
        layout: The sixteen places on the table in deal order, each with its card if open, None if closed: the cells
            a1 b1 c1 d1 a2 .. d3, seat 0's goalkeepers, seat 1's. After the end all are open.
        running: The running card; None if the viewer may not know it, and after the end.
        spent: The cards of the finished runs, in order.
        stage: The stage of the current run.
        score: The goals of each side.
        history: The moves so far and their calls, encoded; ``plays`` decodes them.
        ending: The outcome of a game that ended although its rules let it go on, as by a forfeit; otherwise None.
    """

    rules: Rink  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    seat: Seat | None  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    dealer: Seat
    mover: Seat | None  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    legal: tuple[Open, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    layout: tuple[Card | None, ...]
    running: Card | None
    spent: tuple[Card, ...]
    stage: Stage
    score: tuple[int, int]  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    history: bytes
    ending: Outcome | None = None

    @property
    def period(self) -> int:
        """The current period, always 0."""
        return 0

    @property
    def outcome(self) -> Outcome | None:
        """The result, a forfeit included; None while the game goes on."""
        return result(self.score) if self._turn == self._runs else self.ending

    @property
    def last(self) -> Played[Open] | None:
        """The last move; None before the first."""
        plays = self.plays
        return plays[-1] if plays else None

    def ended(self, outcome: Outcome) -> RinkView:
        """Return the view of a game that ended here although its rules let it go on."""
        return attrs.evolve(self, mover=None, legal=(), ending=outcome)

    @property
    def _turn(self) -> int:
        """The number of runs that are over."""
        return len(self.spent)

    @property
    def _runs(self) -> int:
        """The number of runs of a whole game."""
        return len(self.rules.deck) - PLACES

    def to_json(self) -> str:
        """Write the view as one JSON object; cards are codes, ``null`` stands for None."""
        return json.dumps(_fields(self), separators=(",", ":"))

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """The cells a1 b1 c1 d1 a2 .. d3: the card if open, None if closed."""
        return self.layout[:12]

    @property
    def goalkeepers(self) -> tuple[tuple[Card | None, ...], tuple[Card | None, ...]]:
        """The goalkeepers g1 and g2 of each seat: the card if open, None if closed."""
        return self.layout[12:14], self.layout[14:]

    @property
    def choices(self) -> tuple[tuple[Open, Card | None], ...]:
        """The legal moves of the viewer, each with its card if open, None if closed."""
        if self.seat is None:
            return ()
        return tuple((move, self.layout[place(move, self.seat)]) for move in self.legal)

    @property
    def row(self) -> int | None:
        """The row to pass next, 1 to 3 from the side of seat 0; None at the goalkeepers and after the end."""
        if self.mover is None or self.stage >= Stage.GOALKEEPERS:
            return None
        return self.stage + 1 if self.mover == 0 else 3 - self.stage

    @property
    def stacks(self) -> tuple[int, int]:
        """The number of cards in the stack of each seat, without the running card."""
        left = max(self._runs - self._turn - 1, 0)
        own = left // 2  # the other seat draws next, so it has as many cards as the seat whose run it is, or one more
        return (own, left - own) if (self.dealer + 1 + self._turn) % 2 == 0 else (left - own, own)

    @property
    def thrown_out(self) -> tuple[Card, ...]:
        """The cards thrown out, in order."""
        return history.thrown_out(self.spent, self.history)

    @property
    def goals(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that each side scored with, in order."""
        return history.goals(self.spent, self.history, self.dealer)

    @property
    def plays(self) -> tuple[Played[Open], ...]:
        """The moves so far in order, with their calls."""
        return history.plays(self.history, self.dealer)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the viewer has not seen, in canonical order."""
        seen = {*self.layout, *self.spent, self.running}
        return tuple(card for card in self.rules.deck if card not in seen)

    def __repr__(self) -> str:
        viewer = "spectator" if self.seat is None else f"seat {self.seat}"
        run = "over" if self.mover is None else f"run {self._turn + 1} of {self._runs}, seat {self.mover} to move"
        return f"<RinkView of {viewer}, {run}, score {self.score[0]}-{self.score[1]}>"


_UnfrozenView = unfrozen(RinkView)


def view(state: RinkState, seat: Seat | None) -> RinkView:
    """Return what a seat, or a spectator (None), may know.

    Raises:
        SeatError: If the seat does not exist.
    """
    if seat is not None and (type(seat) is not int or seat not in (0, 1)):
        number = index_below(seat, 2)
        if number is None:
            raise SeatError(f"there is no seat {brief(seat)}: give 0 or 1, or None for a spectator")
        seat = number
    game, turn, stage = state.deal, state.turn, state.stage
    mover, moves, _, _ = game.run_tables[turn]
    moving = seat == mover and seat is not None
    known = moving or stage is not Stage.NEAR_ROW  # rink.2.5: the first choice shows the running card
    new = _UnfrozenView()
    new.rules = game.rules
    new.seat = seat
    new.dealer = game.dealer
    new.mover = mover
    new.legal = moves[stage] if moving else ()
    new.layout = state.layout
    new.running = game.pack[PLACES + turn] if known else None
    new.spent = game.pack[PLACES : PLACES + turn]
    new.stage = stage
    new.score = state.score
    new.history = state.history
    new.ending = None
    new.__class__ = RinkView
    made: RinkView = new
    return made


def _fields(view: RinkView) -> dict[str, Any]:
    """Return the JSON fields; the score and the legal moves follow from the others, but serve simple clients."""
    return {
        "format": VIEW_FORMAT,
        "family": "rink",
        "rules": view.rules.to_dict(),
        "seat": view.seat,
        "mover": view.mover,
        "outcome": outcome_fields(view.outcome),
        "last": play_fields(view.last),
        "period": view.period,
        "dealer": view.dealer,
        "layout": [card and card.code for card in view.layout],
        "running": view.running and view.running.code,
        "legal": [move.code for move in view.legal],
        "stage": str(view.stage),
        "spent": codes(view.spent),
        "thrown_out": codes(view.thrown_out),
        "goals": [codes(cards) for cards in view.goals],
        "plays": [play_fields(play) for play in view.plays],
        "stacks": view.stacks,
        "score": view.score,
    }
