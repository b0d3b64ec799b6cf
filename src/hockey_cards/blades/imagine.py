"""Random states and packs that are consistent with what a seat has seen."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, cast

import attrs

from hockey_cards.blades.events import Discarded
from hockey_cards.blades.levels import RED
from hockey_cards.blades.moves import Action, Verb
from hockey_cards.blades.state import BladesState
from hockey_cards.blades.table import HAND, Cards
from hockey_cards.blades.view import BladesView
from hockey_cards.cards import Card, deck
from hockey_cards.packs import Slot, random_places
from hockey_cards.rules import Drawn, Event, Played, Seat, SeenPeriod
from hockey_cards.shoe import Seeded

if TYPE_CHECKING:
    from random import Random


def imagine(view: BladesView, rng: Random) -> BladesState:
    """Return a random state consistent with a view.

    All arrangements of the unseen cards are equally likely: black cards in the hidden stacks, and the others in the
    hidden hands and, in any order, in the stock. Each arrangement comes about by equally many deals, and the plays
    reveal nothing else: earlier stacks, changed hands and defences are open by now, and the answer ``none`` is legal
    with any hand. No strategy is assumed. Packs of later periods come from a fresh seeded shoe.
    """
    black = [card for card in view.unseen if card not in RED]
    rng.shuffle(black)
    stacks = _dealt(black, view.table.stacks, view.seat, view.stack)
    stock = [card for card in view.unseen if not any(card in stack for stack in stacks)]
    rng.shuffle(stock)
    hands = _dealt(stock, view.table.counts, view.seat, view.hand)
    return BladesState(view.table, hands, stacks, tuple(stock), Seeded(rng.randbytes(32)))


def _dealt(cards: list[Card], counts: tuple[int, int], viewer: Seat | None, own: Cards) -> tuple[Cards, Cards]:
    """Return the cards of each seat: those of the viewer, and cards removed from the given ones for the other."""

    def taken(seat: Seat) -> Cards:
        return own if seat == viewer else tuple(sorted(cards.pop() for _ in range(counts[seat])))

    return taken(0), taken(1)


@attrs.define
class _Revealed:
    """The cards of a period that the events seen by a seat reveal.

    Args:
        slots: For each seat the cards that it was dealt or drew, as places in the pack.
        own: The viewer's own ones, by the number of moves made before.
        plays: The moves, in which the cards of stacks may be hidden.
        spent: By the numbers of the moves, the cards that the players discarded by them.
        laid: For each seat the number of the move by which its present stack was laid, if it has one.
    """

    slots: tuple[list[Slot], list[Slot]]
    own: dict[int, Cards]
    plays: list[Played[Action]] = attrs.field(factory=list[Played[Action]])
    spent: dict[int, Cards] = attrs.field(factory=dict[int, Cards])
    laid: dict[Seat, int] = attrs.field(factory=dict[Seat, int])

    def add(self, event: Event) -> None:
        """Take an event into account."""
        match event:
            case Played(move=Action() as move):
                self.plays.append(cast("Played[Action]", event))
                if move.verb is Verb.STACK and event.seat not in self.laid:
                    self.laid[event.seat] = len(self.plays) - 1
            case Discarded() if event.seat == self.plays[-1].seat:
                self._discard(event.seat, event.cards)
            case Drawn():
                self.slots[event.seat].append((len(self.plays), sum(map(len, self.slots))))
                if event.card is not None:
                    self.own[len(self.plays)] = (*self.own.get(len(self.plays), ()), event.card)
            case _:
                pass

    def _discard(self, seat: Seat, cards: Cards) -> None:
        """Take it into account that the last move discarded cards: an earlier stack is shown by it."""
        number, last = len(self.plays) - 1, self.plays[-1]
        self.spent[number] = cards
        if last.move.verb in (Verb.STACK, Verb.USE):
            shown = self.laid.pop(seat)
            self.plays[shown] = attrs.evolve(self.plays[shown], move=Action(Verb.STACK, cards))
        if last.move.verb is Verb.STACK:
            self.laid[seat] = number


def imagine_period(seen: SeenPeriod[BladesView], rng: Random) -> tuple[tuple[Card, ...], tuple[Action, ...]]:
    """Return a random pack and the moves of a period, consistent with what a seat has seen of it.

    Earlier stacks of the other seat were shown when they were used or replaced; its present stack, its hand and the
    rest of the stock are drawn as in ``imagine``. The viewer's own cards lie where they were dealt and drawn; those of
    other seats lie in a random order in which they came in time to be used, all orders equally likely.
    """
    revealed = _revealed(seen)
    moves, unseen = _moves(revealed, rng)
    pack: dict[int, Card] = {}
    for seat, slots in enumerate(revealed.slots):
        if seat == seen.first.seat:
            for made, cards in revealed.own.items():
                places = [place for held, place in slots if held == made]
                pack |= zip(places, rng.sample(cards, len(cards)), strict=True)
        else:
            used = _used(revealed, moves, seat)
            held = [(inf, unseen.pop()) for _ in range(len(slots) - len(used))]
            pack |= random_places(slots, [*used, *held], rng)
    return tuple(pack[place] if place in pack else unseen.pop() for place in range(len(deck()))), tuple(moves)


def _revealed(seen: SeenPeriod[BladesView]) -> _Revealed:
    first = seen.first.table.turn
    slots = ([(0, place) for place in range(seat != first, 2 * HAND, 2)] for seat in (0, 1))
    revealed = _Revealed((next(slots), next(slots)), {0: seen.first.hand})
    for event in seen.events:
        revealed.add(event)
    return revealed


def _moves(revealed: _Revealed, rng: Random) -> tuple[list[Action], list[Card]]:
    """Return the moves, with imagined cards in hidden stacks, and the unseen cards that are left in random order."""
    moves = [play.move for play in revealed.plays]
    known = {card for cards in (*revealed.own.values(), *revealed.spent.values()) for card in cards}
    known |= {card for move in moves for card in move.cards}
    unseen = [card for card in deck() if card not in known]
    rng.shuffle(unseen)
    for number, move in enumerate(moves):
        if move.hidden:
            stack = [card for card in unseen if card not in RED][: move.hidden]
            moves[number] = Action(Verb.STACK, tuple(stack))
            unseen = [card for card in unseen if card not in stack]
    return moves, unseen


def _used(revealed: _Revealed, moves: list[Action], seat: Seat) -> list[tuple[float, Card]]:
    """Return the cards that a seat used from its hand, each with the number of the move."""
    return [
        (number, card)
        for number, (play, move) in enumerate(zip(revealed.plays, moves, strict=True))
        if play.seat == seat
        for card in (revealed.spent.get(number, ()) if move.verb is Verb.CHANGE else move.cards)
    ]
