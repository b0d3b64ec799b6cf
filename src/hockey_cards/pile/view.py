"""Views of a pile game, which hide the cards that a seat may not know."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from hockey_cards.cards import Card, Rank, codes
from hockey_cards.errors import IllegalMove, SeatError, brief
from hockey_cards.fast_construction import unfrozen
from hockey_cards.integers import index_below
from hockey_cards.pile.period import ENDED, Chain, PeriodSetup, card_at, cards_of, places_of
from hockey_cards.pile.referee import Referee, Ruling, tabulate
from hockey_cards.pile.state import PileState
from hockey_cards.rules import VIEW_FORMAT, Outcome, Played, Seat, Side, View, outcome_fields, play_fields

if TYPE_CHECKING:
    from hockey_cards.pile.family import Pile


@attrs.frozen(repr=False)
class PileView(View):
    """What a seat, or a spectator, may know of a pile game.

    Args:
        setup: The public setup of the period.
        seat: The seat whose view it is; None for a spectator.
        hand: The viewer's hand, in deck order; () for a spectator.
        ply: The number of plays in the period.
        situation: The code of the current situation; ``ENDED`` after the end of the game.
        chain: The plays of the period, coded; ``plays`` decodes them.
        goals: The goals of each side in the period.
        ending: How the game ended although its rules let it go on, as by a forfeit; None if it did not.
    """

    setup: PeriodSetup
    seat: Seat | None  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field is as read-only
    hand: tuple[Card, ...]
    ply: int
    situation: int
    chain: Chain
    goals: tuple[int, ...]
    ending: Outcome | None = None

    @property
    def rules(self) -> Pile:
        """The rules of the game, as ``rules.schedule`` and ``rules.referee``."""
        return self.setup.rules

    @property
    def period(self) -> int:
        """The current period, from 0; overtimes are counted too."""
        return self.setup.period

    @property
    def mover(self) -> Seat | None:
        """The seat to move; None after the end."""
        return None if self.situation == ENDED or self.ending is not None else self.setup.movers[self.ply]

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the viewer may play now, in deck order; () if the viewer is not to move."""
        if self.seat is None or self.seat != self.mover:
            return ()
        return self.setup.playable(self.hand, self.ply, self.situation)

    @property
    def periods(self) -> tuple[tuple[int, ...], ...]:
        """The goals of each side in each period, including the current one."""
        return (*self.setup.past, self.goals)

    @property
    def score(self) -> tuple[int, ...]:
        """The current score of each side."""
        return self.setup.score(self.goals)

    @property
    def outcome(self) -> Outcome | None:
        """The result, a forfeit included; None while the game goes on."""
        return self.setup.outcome(self.goals) if self.situation == ENDED else self.ending

    @property
    def last(self) -> Played[Card] | None:
        """The last play, even if it ended the period before; None before the first play of the game."""
        return self.setup.last(self.ply, self.chain)

    def ended(self, outcome: Outcome) -> PileView:
        """Return the view of a game that ended here although its rules let it go on."""
        return attrs.evolve(self, ending=outcome)

    def to_json(self) -> str:
        """Write the view as one JSON object; cards are codes, ``null`` stands for None."""
        before, after = _fields(self)
        return f'{_encode(before)[:-1]},"plays":[{_plays(self)}],{_encode(after)[1:]}'

    @property
    def dealer(self) -> Seat:
        """The dealer of the period."""
        return self.setup.dealer

    @property
    def opening_card(self) -> Card | None:
        """The card that must be led now, if one must; the seat to move holds it."""
        return None if self.ply or self.ending is not None else self.setup.lead

    @property
    def claim(self) -> Side | None:
        """The side that holds the claim."""
        return self.setup.claim(self.ply, self.situation)

    @property
    def pile(self) -> tuple[Card, ...]:
        """The pile, the top card last."""
        return self.setup.pile(self.chain)

    @property
    def top(self) -> Card | None:
        """The top card of the pile."""
        pile = self.pile
        return pile[-1] if pile else None

    @property
    def table_cards(self) -> tuple[Card, ...]:
        """The cards laid as the first pile of the period, the top card last."""
        return self.setup.table_cards

    @property
    def plays(self) -> tuple[Played[Card], ...]:
        """The plays of the period in order, with their calls."""
        return self.setup.plays(self.chain)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the period that the viewer has not seen, in deck order: the hands of others, and the stock."""
        seen = {*self.hand, *self.table_cards, *cards_of(self.chain)}
        return tuple(card for card in self.rules.deck if card not in seen)

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""
        return self.setup.counts(self.ply, self.situation)

    @property
    def stock(self) -> int:
        """The number of undealt cards of the period."""
        return self.setup.stock(self.ply, self.situation)

    def ruling(self, card: Card) -> Ruling:
        """Return what a card would do if the mover played it now.

        Raises:
            IllegalMove: If the game is over.
        """
        if self.mover is None:
            raise IllegalMove("the game is over", code="game-over", rule="pile.1.4", move=card)
        return self.setup.rulings[self.situation + card]

    def __repr__(self) -> str:
        viewer = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<PileView of {viewer}, period {self.period}, play {self.ply}, score {self.score}>"


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_UnfrozenView = unfrozen(PileView)


def view(state: PileState, seat: Seat | None) -> PileView:
    """Return what a seat, or a spectator (None), may know.

    Raises:
        SeatError: If the seat does not exist.
    """
    hands = state.hands
    if seat is not None and (seat.__class__ is not int or not 0 <= seat < len(hands)):
        number = index_below(seat, len(hands))
        if number is None:
            raise SeatError(f"there is no seat {brief(seat)}: give 0 to {len(hands) - 1}, or None for a spectator")
        seat = number
    new = _UnfrozenView()
    new.setup = state.setup
    new.seat = seat
    new.hand = () if seat is None else hands[seat]
    new.ply = state.ply
    new.situation = state.situation
    new.chain = state.chain
    new.goals = state.goals
    new.ending = None
    new.__class__ = PileView
    made: PileView = new
    return made


@lru_cache(64)
def _rules_fields(rules: Pile) -> dict[str, Any]:
    """Return the rules as the JSON of views has them; listing their options takes as long as all other fields."""
    return rules.to_dict()


@lru_cache(64)
def _play_texts(referee: Referee, table_ranks: tuple[Rank, ...]) -> tuple[str, ...]:
    """Return the end of the JSON of each play by the place of its ruling."""
    rulings = tabulate(referee, table_ranks)
    return tuple(f',"move":"{card_at(place).code}","call":"{each.call}"}}' for place, each in enumerate(rulings))


def _plays(view: PileView) -> str:
    """Return the JSON of the plays, as ``play_fields`` makes it, in a tenth of the time."""
    setup = view.setup
    texts = _play_texts(setup.rules.referee, setup.table_ranks)
    seated = zip(setup.movers, places_of(view.chain), strict=False)
    return ",".join([f'{{"seat":{seat}{texts[place]}' for seat, place in seated])


def _fields(view: PileView) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields before and after the plays."""
    setup = view.setup
    before = {
        "format": VIEW_FORMAT,
        "family": "pile",
        "rules": _rules_fields(setup.rules),
        "seat": view.seat,
        "mover": view.mover,
        "outcome": outcome_fields(view.outcome),
        "last": play_fields(view.last),
        "period": setup.period,
        "dealer": setup.dealer,
        "opener": setup.opener,
        "lead": None if setup.lead is None else setup.lead.code,
        "opening_card": None if view.opening_card is None else view.opening_card.code,
        "table_cards": codes(setup.table_cards),
        "hand": [card.code for card in view.hand],
        "legal": [card.code for card in view.legal],
        "pile": codes(view.pile),
        "claim": view.claim,
        "closing": play_fields(setup.closing),
    }
    after = {
        "counts": list(view.counts),
        "stock": view.stock,
        "periods": [list(goals) for goals in view.periods],
        "score": list(view.score),
    }
    return before, after
