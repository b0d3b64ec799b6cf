"""Random states and packs that are consistent with what a seat has seen, and inference from the plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from math import comb, inf
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards.cards import Card
from hockey_cards.errors import IllegalMove, ShoeError
from hockey_cards.packs import random_places
from hockey_cards.pile.period import ENDED, cards_of, places_of, total_score
from hockey_cards.pile.schedule import PACK
from hockey_cards.pile.state import PileDeal, PileState, apply, begin
from hockey_cards.pile.view import PileView
from hockey_cards.rules import Dealt, Drawn, Played, Seat, SeenPeriod
from hockey_cards.shoe import Seeded

if TYPE_CHECKING:
    from random import Random


_TRIES: Final = 50
"""Random orders to try where a seat was forced to play a card, before any order will do."""


@attrs.frozen(repr=False)
class ImaginedShoe:
    """The shoe of an imagined state: an imagined pack for its period, and random ones afterwards.

    Args:
        period: The period of the imagined pack.
        deal: The imagined pack, in deal order.
        later: The shoe of the periods after it.
    """

    period: int
    deal: tuple[Card, ...]
    later: Seeded

    def pack(self, period: int) -> tuple[Card, ...]:
        """Return the imagined pack or one of a later period.

        Raises:
            ShoeError: If the period lies before the imagined one.
        """
        if period < self.period:
            raise ShoeError(f"the state was imagined in period {self.period}: there is no pack for period {period}")
        return self.deal if period == self.period else self.later.pack(period)


@attrs.frozen
class _Forced:
    """A play of a forbidden card, which shows that the hand held allowed cards only.

    Args:
        ply: The number of plays before it.
        allowed: The cards that the hand can have held.
    """

    ply: int
    allowed: frozenset[Card]


def imagine(view: PileView, rng: Random) -> PileState:
    """Return a random state consistent with a view.

    The distribution is uniform over all arrangements of the unseen cards in the hidden hands and the undealt cards that
    some deal leads to through the plays seen: a player who must open with a card holds it until it is played, and a
    player who was forced to play a forbidden card held no other card then. No strategy is assumed. Packs of later
    periods come from a fresh seeded shoe.
    """
    while True:
        hands, rest = _hands(view, rng)
        pack = _pack(view, hands, rest)
        if pack is not None:
            shoe = ImaginedShoe(view.period, pack, Seeded(rng.randbytes(32), view.rules.deck))
            deal = PileDeal(shoe, pack)
            return PileState(view.setup, deal, tuple(hands), view.ply, view.situation, view.chain, view.goals)


def imagine_period(seen: SeenPeriod[PileView], rng: Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return a random pack and the plays of a period, consistent with what a seat has seen of it.

    The hidden hands at the end, and the undealt rest in its order, are drawn as in ``imagine``. What the viewer was
    dealt and drew keeps its place; the cards of other seats lie in a random order in which they came in time to be
    played. All orders are equally likely, unless a seat that drew cards was forced to play a forbidden one and an order
    that fits is hard to find.
    """
    plays, own = _plays_and_places(seen, rng)
    view = seen.last
    if view.ply < len(plays):  # the last play ended the period, and with it the view
        hand = tuple(sorted({*own.values()}.difference(plays)))
        chain = (view.chain, view.situation + plays[-1])
        view = attrs.evolve(view, hand=hand, ply=len(plays), situation=ENDED, chain=chain)
    while True:
        pack = _pack(view, *_hands(view, rng), own=own, rng=rng)
        if pack is not None:
            return pack, tuple(plays)


def _plays_and_places(seen: SeenPeriod[PileView], rng: Random) -> tuple[list[Card], dict[int, Card]]:
    """Return the plays, and the viewer's own cards by their places in the pack, those of a packet in random order."""
    timetable, seat = seen.first.setup.timetable, seen.first.seat
    plays: list[Card] = []
    places: dict[int, Card] = {}
    for event in seen.events:
        match event:
            case Played(move=Card() as card):
                plays.append(card)
            case Dealt() if seat is not None:
                hand = [card for card in event.hands[seat] if card is not None]
                places |= zip(timetable.deals[len(plays)][seat], rng.sample(hand, len(hand)), strict=True)
            case Drawn(card=Card() as card):
                places[timetable.draws[len(plays) - 1]] = card
            case _:
                pass
    return plays, places


def consistent_state(view: PileView) -> PileState | None:
    """Return a state that leads to the plays and the hand of a view; None if no deal does.

    The state is always the same. Other fields of the view may still be false: compare it with the view of the state.
    """
    laid = _any_hands(view) if _is_plausible(view) else None
    pack = None if laid is None else _pack(view, *laid)
    if pack is None:
        return None
    setup = view.setup
    shoe = ImaginedShoe(setup.period, pack, _later_packs(setup.rules.deck))
    state = begin(setup.rules, shoe, setup.period, setup.dealer, setup.past, setup.closing)
    try:
        for card in cards_of(view.chain):
            state = apply(state, card)
    except IllegalMove:
        return None
    return state


@lru_cache(64)
def _later_packs(deck: tuple[Card, ...]) -> Seeded:
    """Return the shoe of the periods after a view that is only checked."""
    return Seeded(bytes(32), deck)


def _is_plausible(view: PileView) -> bool:
    """Return whether the numbers in a view are possible."""
    setup, schedule = view.setup, view.rules.schedule
    known = [*view.hand, *setup.table_cards, *cards_of(view.chain)]
    places = [setup.dealer, setup.opener]
    places += [] if view.seat is None else [view.seat]
    places += [] if setup.closing is None else [setup.closing.seat]
    return (
        all(type(place) is int and 0 <= place < schedule.seats for place in places)
        and _is_reachable(view)
        and len(set(known)) == len(known)
        and set(known) <= set(view.rules.deck)
        and len(setup.table_cards) == schedule.table_cards
        and view.ply <= setup.timetable.plays
        and len(view.hand) == (0 if view.seat is None else view.counts[view.seat])
    )


def _is_reachable(view: PileView) -> bool:
    """Return whether a game can reach the period of a view with the goals of the periods before it."""
    past, schedule = view.setup.past, view.rules.schedule
    counts = [count for goals in past for count in goals]
    shares = (total_score((goals,), difference=schedule.difference) for goals in past if len(goals) == 2)
    leads = accumulate(own - other for own, other in shares)
    return (
        type(view.period) is int
        and view.period == len(past)
        and (view.setup.closing is None or view.period > 0)
        and all(len(goals) == 2 for goals in past)
        and all(type(count) is int and 0 <= count <= PACK for count in counts)
        and all(schedule.another(played, level=not lead) for played, lead in enumerate(leads, 1))
    )


def _any_hands(view: PileView) -> tuple[list[tuple[Card, ...]], list[Card]] | None:
    """Return hidden hands, filling those with forced plays first, and the cards left over; None if impossible."""
    hands, unseen = _hidden(view)
    plays = _forced(view)
    forced = [(seat, play) for seat in hands for play in plays[seat]]
    for seat, play in sorted(forced, key=lambda found: len(found[1].allowed)):
        fits = [card for card in unseen if card in play.allowed]
        held = sum(card in play.allowed for card in hands[seat])
        missing = max(view.counts[seat] - _slack(view, seat, play) - held, 0)
        if missing > len(fits) or len(hands[seat]) + missing > view.counts[seat]:
            return None
        hands[seat] += fits[:missing]
        unseen = [card for card in unseen if card not in fits[:missing]]
    return _filled(view, hands, unseen), unseen


def _forced(view: PileView) -> list[list[_Forced]]:
    """Return the forced plays of each seat since the hands were last dealt."""
    setup, rulings = view.setup, view.setup.rulings
    dealt = _last_deal(view)
    found: list[list[_Forced]] = [[] for _ in range(setup.rules.seats)]
    for ply, place in enumerate(places_of(view.chain)):
        if rulings[place].forbidden and ply >= dealt:
            situation = place - place % 52
            allowed = frozenset(card for card in setup.rules.deck if rulings[situation + card].forbidden)
            found[setup.movers[ply]].append(_Forced(ply, allowed))
    return found


def _last_deal(view: PileView) -> int:
    """Return the number of plays before the last deal."""
    last = view.ply - (view.situation == ENDED)
    return max(start for start in view.setup.timetable.deals if start <= last)


def _hands(view: PileView, rng: Random) -> tuple[list[tuple[Card, ...]], list[Card]]:
    """Draw the hidden hands, and return them with the cards left over, in random order."""
    hands, unseen = _hidden(view)
    rng.shuffle(unseen)
    _fill_forced(view, hands, unseen, rng)
    return _filled(view, hands, unseen), unseen


def _hidden(view: PileView) -> tuple[dict[Seat, list[Card]], list[Card]]:
    """Return the hidden hands, empty except for an opening card that a seat must hold, and the other unseen cards."""
    unseen = list(view.unseen)
    hands: dict[Seat, list[Card]] = {seat: [] for seat in range(len(view.counts)) if seat != view.seat}
    if (known := known_holder(view)) is not None:
        opening, holder = known
        unseen.remove(opening)
        hands[holder].append(opening)
    return hands, unseen


def known_holder(view: PileView) -> tuple[Card, Seat] | None:
    """Return the opening card and the other seat that must hold it; None if no seat must, or it has been seen."""
    opening, holder = view.rules.schedule.opener, view.setup.opener
    hidden = opening is not None and holder != view.seat and opening in view.unseen and _opened_by_card(view)
    return (opening, holder) if opening is not None and hidden else None


def _filled(view: PileView, hands: dict[Seat, list[Card]], unseen: list[Card]) -> list[tuple[Card, ...]]:
    """Fill the hidden hands from the unseen cards, and return all hands."""
    for seat, hand in hands.items():
        for _ in range(view.counts[seat] - len(hand)):
            hand.append(unseen.pop())
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    return [tuple(sorted(hands[seat])) for seat in sorted(hands)]


def _opened_by_card(view: PileView) -> bool:
    """Return whether the holder of the opening card opens the period, rather than the trailing side."""
    schedule = view.rules.schedule
    return schedule.trailing_side(total_score(view.setup.past, difference=schedule.difference)) is None


def _fill_forced(view: PileView, hands: dict[Seat, list[Card]], unseen: list[Card], rng: Random) -> None:
    """Fill the hands of the seats with forced plays, so that all arrangements are equally likely."""
    plays = _forced(view)
    forced = {seat: plays[seat][-1] for seat in hands if plays[seat]}
    if not forced:
        return
    allowed = frozenset[Card]().union(*(play.allowed for play in forced.values()))
    inside = [card for card in unseen if card in allowed]
    outside = [card for card in unseen if card not in allowed]
    needs = [(view.counts[seat] - len(hands[seat]), _slack(view, seat, play)) for seat, play in forced.items()]
    for (size, _), number, hand in zip(
        needs,
        _draw_outside(needs, len(inside), len(outside), rng),
        (hands[seat] for seat in forced),
        strict=True,
    ):
        hand.extend([outside.pop() for _ in range(number)] + [inside.pop() for _ in range(size - number)])
    unseen[:] = inside + outside
    rng.shuffle(unseen)


def _slack(view: PileView, seat: Seat, forced: _Forced) -> int:
    """Return how many other cards the hand may hold now: those drawn since the forced play and not played."""
    since = [ply for ply in range(forced.ply, view.ply) if view.setup.movers[ply] == seat]
    drawn = sum(ply in view.setup.timetable.draws for ply in since)
    plays = cards_of(view.chain)
    played = sum(plays[ply] not in forced.allowed for ply in since)
    return drawn - played


def _draw_outside(needs: list[tuple[int, int]], inside: int, outside: int, rng: Random) -> Iterable[int]:
    """Draw how many cards of each hand are not allowed ones, as in a uniform deal.

    Args:
        needs: For each hand its size and the maximum of such cards.
        inside: The number of allowed cards.
        outside: The number of other cards.
        rng: The random generator.
    """

    @cache
    def ways(hand: int, inside: int, outside: int) -> int:
        if hand == len(needs):
            return 1
        return sum(weights(hand, inside, outside))

    def weights(hand: int, inside: int, outside: int) -> list[int]:
        size, most = needs[hand]
        return [
            comb(outside, number)
            * comb(inside, size - number)
            * (ways(hand + 1, inside - size + number, outside - number) if size - number <= inside else 0)
            for number in range(min(size, most, outside) + 1)
        ]

    for hand, (size, _) in enumerate(needs):
        chances = weights(hand, inside, outside)
        number = rng.choices(range(len(chances)), chances)[0]
        yield number
        inside, outside = inside - size + number, outside - number


def _pack(
    view: PileView,
    hands: list[tuple[Card, ...]],
    rest: list[Card],
    *,
    own: Mapping[int, Card] | None = None,
    rng: Random | None = None,
) -> tuple[Card, ...] | None:
    """Return a pack that leads through the plays seen to the hands; None if there is none.

    Args:
        view: The view.
        hands: The hands of all seats.
        rest: The cards that are left, in deal order.
        own: The viewer's cards by their places, if they are known.
        rng: The source of chance for the order of the cards of a seat; none if any order will do.
    """
    timetable = view.setup.timetable
    plays = cards_of(view.chain)
    all_forced, last_deal = _forced(view), _last_deal(view)
    pack: dict[int, Card] = dict(zip(timetable.table, view.table_cards, strict=True)) | dict(own or {})
    starts = [start for start in timetable.deals if start <= last_deal]
    for seat, hand in enumerate(hands):
        if own is not None and seat == view.seat:
            continue
        for start, end in zip(starts, [*starts[1:], view.ply], strict=True):
            slots = [(start, place) for place in timetable.deals[start][seat]]
            plies = [ply for ply in range(start, end) if timetable.movers[ply] == seat]
            slots += [(ply + 1, timetable.draws[ply]) for ply in plies if ply in timetable.draws]
            cards: list[tuple[float, Card]] = [(ply, plays[ply]) for ply in plies]
            cards += [(inf, card) for card in hand if start == starts[-1]]
            forced = all_forced[seat]
            laid = _lay(slots, cards, forced)
            if laid is None:
                return None
            if rng is not None:
                laid = _lay_randomly(slots, cards, forced, rng) or laid
            pack |= laid
    left = iter(rest)
    return tuple(pack[place] if place in pack else next(left) for place in range(len(view.rules.deck)))


def _lay(
    slots: list[tuple[int, int]], cards: list[tuple[float, Card]], forced: list[_Forced]
) -> dict[int, Card] | None:
    """Assign to each place a card of the hand, those played first to the places dealt first; None if impossible.

    Args:
        slots: For each place in the pack the ply from which its card is held, and the place.
        cards: The cards, each with the ply at which it is played.
        forced: The forced plays of the hand.
    """
    laid: dict[int, Card] = {}
    left = sorted(cards)
    if not forced:  # as almost always, and then any card of the hand fits
        fits_in_time = all(held <= card[0] for (held, _), card in zip(slots, left, strict=False))
        laid = {place: card[1] for (_, place), card in zip(slots, left, strict=False)}
        return laid if fits_in_time and len(laid) == len(slots) else None
    for held, place in slots:
        fits = (card for card in left if held > _not_before(card, forced))
        chosen = next(fits, None)
        if chosen is None or held > chosen[0]:
            return None
        left.remove(chosen)
        laid[place] = chosen[1]
    return laid


def _lay_randomly(
    slots: list[tuple[int, int]], cards: list[tuple[float, Card]], forced: list[_Forced], rng: Random
) -> dict[int, Card] | None:
    """Do as ``_lay`` does, at random: each way to do so is equally likely. None if none was found in a few tries."""
    earliest = {card[1]: _not_before(card, forced) for card in cards}
    for _ in range(_TRIES):
        laid = random_places(slots, cards, rng)
        if all(held > earliest[laid[place]] for held, place in slots):
            return laid
    return None


def _not_before(card: tuple[float, Card], forced: list[_Forced]) -> float:
    """Return the last forced play at which a card that is played later cannot have been in the hand."""
    return max((play.ply for play in forced if play.ply <= card[0] and card[1] not in play.allowed), default=-inf)
