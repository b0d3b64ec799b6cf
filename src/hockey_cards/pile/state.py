"""The state of a pile game, and its transitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove, SeatError, ShoeError, brief
from hockey_cards.events import side_of
from hockey_cards.fast_construction import unfrozen
from hockey_cards.integers import index_below
from hockey_cards.pile.period import ENDED, Chain, PeriodSetup, total_score
from hockey_cards.pile.schedule import END, PACK, timetable_of
from hockey_cards.rules import Outcome, Played, Seat, Side, State
from hockey_cards.shoe import Shoe

if TYPE_CHECKING:
    from hockey_cards.pile.family import Pile


@attrs.frozen(repr=False)
class PileDeal:
    """Hidden information: the shoe, and the pack of the period in deal order."""

    shoe: Shoe
    pack: tuple[Card, ...]


@attrs.frozen(repr=False)
class PileState(State):
    """The complete state of a pile game, for the engine only.

    Args:
        setup: The public setup of the period.
        deal: The shoe, and the pack of the period.
        hands: The hand of each seat, in deck order.
        ply: The number of plays in the period.
        situation: The code of the current situation; ``ENDED`` after the end of the game.
        chain: The plays of the period, coded; ``plays`` decodes them.
        goals: The goals of each side in the period.
    """

    setup: PeriodSetup
    deal: PileDeal
    hands: tuple[tuple[Card, ...], ...]
    ply: int
    situation: int
    chain: Chain
    goals: tuple[int, ...]

    @property
    def rules(self) -> Pile:
        """The rules of the game."""
        return self.setup.rules

    @property
    def period(self) -> int:
        """The current period, from 0; overtimes are counted too."""
        return self.setup.period

    @property
    def periods(self) -> tuple[tuple[int, ...], ...]:
        """The goals of each side in each period, including the current one."""
        return (*self.setup.past, self.goals)

    @property
    def score(self) -> tuple[int, ...]:
        """The current score of each side."""
        return self.setup.score(self.goals)

    @property
    def dealer(self) -> Seat:
        """The dealer of the period."""
        return self.setup.dealer

    @property
    def claim(self) -> Side | None:
        """The side that holds the claim."""
        return self.setup.claim(self.ply, self.situation)

    @property
    def pile(self) -> tuple[Card, ...]:
        """The pile, the top card last."""
        return self.setup.pile(self.chain)

    @property
    def plays(self) -> tuple[Played[Card], ...]:
        """The plays of the period in order, with their calls."""
        return self.setup.plays(self.chain)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The undealt cards of the period, in deal order."""
        return self.deal.pack[len(self.deal.pack) - self.setup.stock(self.ply, self.situation) :]

    def __repr__(self) -> str:
        return f"<PileState period {self.period}, play {self.ply}, score {self.score}>"


_UnfrozenState = unfrozen(PileState)


def start(rules: Pile, shoe: Shoe, dealer: Seat) -> PileState:
    """Deal the first period."""
    first = index_below(dealer, rules.schedule.seats)
    if first is None:
        raise SeatError(f"there is no seat {brief(dealer)} to deal: give 0 to {rules.schedule.seats - 1}")
    return begin(rules, shoe, 0, first, ())


def seat(state: PileState) -> Seat:
    """Return the seat to move; after the end, some seat."""
    return state.setup.movers[state.ply]


def legal(state: PileState) -> tuple[Card, ...]:
    """Return the cards that the mover may play, in deck order; () after the end."""
    setup = state.setup
    hand = state.hands[setup.movers[state.ply]]
    if state.situation not in setup.restricted:
        return hand
    return setup.playable(hand, state.ply, state.situation)


def apply(state: PileState, move: Card) -> PileState:
    """Return the state after a card is played, including the deal, draw or end of the period that follows.

    Raises:
        IllegalMove: If the move is not legal; its code is ``"game-over"`` after the end.
    """
    setup = state.setup
    ply = state.ply
    situation = state.situation
    mover = setup.movers[ply]
    hands = state.hands
    hand = hands[mover]
    if type(move) is not Card or (situation in setup.restricted and move not in setup.playable(hand, ply, situation)):
        raise _illegal(state, move)
    try:
        held = hand.index(move)
    except ValueError:
        raise _illegal(state, move) from None
    place = situation + move
    ruling = setup.rulings[place]
    hands = hands[:mover] + (hand[:held] + hand[held + 1 :],) + hands[mover + 1 :]  # noqa: RUF005  # half the time
    goals = state.goals
    if ruling.goal:
        goals = (goals[0] + 1, goals[1]) if side_of(mover) == 0 else (goals[0], goals[1] + 1)
    pause = setup.pauses[ply]
    over = pause == END or (ruling.goal and setup.sudden)
    new = _UnfrozenState()
    new.setup = setup
    new.deal = state.deal
    new.hands = _refilled(state, hands, over=over) if pause else hands
    new.ply = ply + 1
    new.situation = ruling.next
    new.chain = (state.chain, place)
    new.goals = goals
    new.__class__ = PileState
    made: PileState = new
    return _end_period(made) if over else made


def outcome(state: PileState) -> Outcome | None:
    """Return the result; None while the game goes on."""
    return None if state.situation != ENDED else state.setup.outcome(state.goals)


def _refilled(state: PileState, hands: tuple[tuple[Card, ...], ...], *, over: bool) -> tuple[tuple[Card, ...], ...]:
    """Return the hands after the draw or deal that follows a play; nothing is dealt when the period is over."""
    timetable = state.setup.timetable
    pack = state.deal.pack
    if state.ply in timetable.draws:
        mover = state.setup.movers[state.ply]
        drawn = tuple(sorted((*hands[mover], pack[timetable.draws[state.ply]])))
        return (*hands[:mover], drawn, *hands[mover + 1 :])
    if state.ply + 1 in timetable.deals and not over:
        return _hands(timetable.deals[state.ply + 1], pack)
    return hands


def _end_period(state: PileState) -> PileState:
    """Begin the next period, or end the game."""
    setup = state.setup
    schedule = setup.rules.schedule
    score = state.score
    if not schedule.another(setup.period + 1, level=score[0] == score[1]):
        return attrs.evolve(state, situation=ENDED)
    dealer = (setup.dealer + 1) % schedule.seats
    closing = setup.last(state.ply, state.chain)
    return begin(setup.rules, state.deal.shoe, setup.period + 1, dealer, state.periods, closing)


def begin(
    rules: Pile,
    shoe: Shoe,
    period: int,
    dealer: Seat,
    past: tuple[tuple[int, ...], ...],
    closing: Played[Card] | None = None,
) -> PileState:
    """Deal a period and find out who opens it."""
    pack = tuple(shoe.pack(period))
    deck = rules.schedule.deck
    if tuple(sorted(pack)) != deck or any(type(card) is not Card for card in pack):
        raise ShoeError(f"the pack of period {period} is not the deck of {len(deck)} cards, each of them once")
    opener, lead = _opening(rules, period, dealer, past, pack)
    timetable = timetable_of(rules.schedule, period, dealer, opener)
    table = tuple(pack[place] for place in timetable.table)
    setup = PeriodSetup(rules, period, dealer, past, opener, lead, table, closing)
    hands = _hands(timetable.deals[0], pack)
    return PileState(setup, PileDeal(shoe, pack), hands, 0, setup.first_situation, None, (0, 0))


def _opening(
    rules: Pile, period: int, dealer: Seat, past: tuple[tuple[int, ...], ...], pack: tuple[Card, ...]
) -> tuple[Seat, Card | None]:
    """Return who plays first, and the card that must then be led (pile.1.5)."""
    schedule = rules.schedule
    side = schedule.trailing_side(total_score(past, difference=schedule.difference))
    if side is not None:
        return schedule.trailing(dealer, period, side), None
    first = schedule.after_dealer(dealer, period)
    if schedule.opener is None:
        return first, None
    places = timetable_of(schedule, period, dealer, first).deals[0]
    holder = next(seat for seat, hand in enumerate(_hands(places, pack)) if schedule.opener in hand)
    return holder, schedule.opener if schedule.opener_must else None


def _hands(places: tuple[tuple[int, ...], ...], pack: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple([tuple(sorted([pack[place] for place in hand])) for hand in places])


def _illegal(state: PileState, card: object) -> IllegalMove:
    """Return the error for an illegal card; the message shows nothing of the hand."""
    code, rule, why = _reason(state, card)
    return IllegalMove(why, code=code, rule=rule, move=card, legal=legal(state))


def _reason(state: PileState, card: Any) -> tuple[str, str, str]:
    if state.situation == ENDED:
        return "game-over", "pile.1.4", "the game is over: no card can be played"
    mover = seat(state)
    if type(card) is not Card or not 0 <= card < PACK:
        kind = type(card).__name__
        return "not-a-move", "pile.1.1", f"seat {mover} must play a card, not a value of type {kind}"
    if state.setup.lead is not None and not state.ply:
        return "opening-card", "pile.1.5", f"seat {mover} must lead {state.setup.lead.code}, not {card.code}"
    held = card in state.hands[mover]
    code, rule = ("stop-card", "pile.1.5") if held else ("not-in-hand", "pile.1.1")
    # The same words for both, for the others must not learn whether the card is held.
    return code, rule, f"seat {mover} may not play {card.code} now: give one of that seat's legal moves"
