"""Views of a blades game, which hide hands, stacks and the stock."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from hockey_cards.blades.moves import Action
from hockey_cards.blades.state import BladesState, choices
from hockey_cards.blades.table import BladesTable, Cards
from hockey_cards.cards import codes
from hockey_cards.errors import SeatError, brief
from hockey_cards.integers import index_below
from hockey_cards.rules import VIEW_FORMAT, Outcome, Played, Seat, View, outcome_fields, play_fields

if TYPE_CHECKING:
    from hockey_cards.blades.family import Blades


@attrs.frozen(repr=False)
class BladesView(View):
    """What a seat, or a spectator, may know of a blades game.

    Args:
        table: The public information.
        seat: The seat whose view it is; None for a spectator.
        hand: The viewer's hand, in deck order; () for a spectator.
        stack: The viewer's stack, in deck order; () for a spectator.
        ending: How the game ended although its rules let it go on, as by a forfeit; None if it did not.
    """

    table: BladesTable
    seat: Seat | None  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field serves as the property
    hand: Cards
    stack: Cards
    ending: Outcome | None = None

    @property
    def rules(self) -> Blades:
        """The rules of the game."""
        return self.table.rules

    @property
    def mover(self) -> Seat | None:
        """The seat to move; None after the end."""
        return None if self.table.over or self.ending is not None else self.table.seat

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal moves of the viewer in canonical order; () if the viewer is not to move."""
        return choices(self.table, self.hand) if self.seat is not None and self.seat == self.mover else ()

    @property
    def period(self) -> int:
        """The current period, from 0; overtimes are counted too."""
        return self.table.period

    @property
    def score(self) -> tuple[int, int]:
        """The goals of each side in all periods."""
        return self.table.score

    @property
    def outcome(self) -> Outcome | None:
        """The result, a forfeit included; None while the game goes on."""
        return self.table.outcome if self.ending is None else self.ending

    @property
    def last(self) -> Played[Action] | None:
        """The last move, even if it ended the period before; None before the first move of the game."""
        return self.table.last

    def ended(self, outcome: Outcome) -> BladesView:
        """Return the view of a game that ended here although its rules let it go on."""
        return attrs.evolve(self, ending=outcome)

    @property
    def seen(self) -> Cards:
        """The cards that the viewer knows: the own hand and stack, and all cards that have been shown."""
        table = self.table
        scored = (card for side in table.goals for cards in side for card in cards)
        return (*self.hand, *self.stack, *table.shot, *table.discards, *scored)

    @property
    def unseen(self) -> Cards:
        """The cards that the viewer has not seen, in deck order: the hands and stacks of others, and the stock."""
        seen = set(self.seen)
        return tuple(card for card in self.rules.deck if card not in seen)

    def to_json(self) -> str:
        """Write the view as one JSON object; cards are codes, ``null`` stands for None."""
        return json.dumps(_fields(self), separators=(",", ":"))

    def __repr__(self) -> str:
        table = self.table if self.ending is None else attrs.evolve(self.table, over=True)
        return f"<BladesView of {'spectator' if self.seat is None else f'seat {self.seat}'}, {table}>"


def view(state: BladesState, seat: Seat | None) -> BladesView:
    """Return what a seat, or a spectator (None), may know.

    Raises:
        SeatError: If the seat does not exist.
    """
    if seat is None:
        return BladesView(state.table, None, (), ())
    if type(seat) is not int or seat not in (0, 1):
        number = index_below(seat, 2)
        if number is None:
            raise SeatError(f"there is no seat {brief(seat)}: give 0 or 1, or None for a spectator")
        seat = number
    return BladesView(state.table, seat, state.hands[seat], state.stacks[seat])


def _fields(view: BladesView) -> dict[str, Any]:
    """Return the JSON fields; the score and the legal moves follow from the others, but serve simple clients."""
    table = view.table
    return {
        "format": VIEW_FORMAT,
        "family": "blades",
        "rules": view.rules.to_dict(),
        "seat": view.seat,
        "mover": view.mover,
        "outcome": outcome_fields(view.outcome),
        "last": play_fields(view.last),
        "period": view.period,
        "carried": table.carried,
        "dealer": table.dealer,
        "hand": [card.code for card in view.hand],
        "stack": codes(view.stack),
        "legal": [move.code for move in view.legal],
        "counts": table.counts,
        "stacks": table.stacks,
        "stock": table.stock,
        "shot": codes(table.shot),
        "closing": None if table.closing is None else _spending_fields(*table.closing),
        "plays": list(map(_spending_fields, table.plays, table.spent)),
        "discards": codes(table.discards),
        "goals": [[codes(cards) for cards in side] for side in table.goals],
        "score": view.score,
    }


def _spending_fields(play: Played[Action], spent: Cards) -> dict[str, Any]:
    return {**(play_fields(play) or {}), "discards": codes(spent)}
