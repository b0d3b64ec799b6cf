"""A second reading of the rules of the pile, as people at a table would play: lists, codes, no table and no plan.

It is written from the text of the rules alone and shares nothing with the library, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

__all__ = ["Table"]

ORDER = "23456789TJQKA"
SUITS = "cdhs"


def in_deck_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: (ORDER.index(card[0]), SUITS.index(card[1])))


@attrs.define
class Table:
    """A game of the pile at a table; ``options`` are those of pile.1.7 by their names, cards are codes."""

    options: Mapping[str, Any]
    shoe: Callable[[int], list[str]]
    dealer: int
    period: int = 1
    finished: list[list[int]] = attrs.field(factory=list[list[int]])
    hands: list[list[str]] = attrs.field(factory=list[list[str]])
    stock: list[str] = attrs.field(factory=list[str])
    packets: list[int] = attrs.field(factory=list[int])
    pile: list[str] = attrs.field(factory=list[str])
    plays: list[tuple[int, str, str]] = attrs.field(factory=list[tuple[int, str, str]])
    goals: list[int] = attrs.field(factory=list[int])
    claim: int | None = None
    mover: int = 0
    must_lead: str | None = None
    over: bool = False
    announced: str | None = None
    dealt: bool = False

    def __attrs_post_init__(self) -> None:
        self.begin()

    # The deal (pile.1.1, pile.1.3, pile.1.5)

    @property
    def seats(self) -> int:
        return int(self.options["seats"])

    @property
    def direction(self) -> int:
        return -1 if self.period in self.options["reversed_periods"] else 1

    @property
    def is_overtime(self) -> bool:
        return self.period > int(self.options["periods"])

    @property
    def draws(self) -> bool:
        return self.options["draw"] is not None

    def begin(self) -> None:
        """Take a whole new pack; nothing but the score carries over."""
        self.stock = list(self.shoe(self.period - 1))
        self.plays, self.goals, self.claim = [], [0, 0], None
        self.packets = self.sizes()
        self.deal_packet()
        self.pile = [self.stock.pop(0) for _ in range(self.options["table_cards"])]
        self.open()

    def sizes(self) -> list[int]:
        packets = self.options["overtime_packets" if self.is_overtime else "packets"]
        if self.draws:
            return [self.options["draw"]]
        return [52] if packets == "all" else list(packets)

    def deal_packet(self) -> None:
        """Deal one card at a time, from the player after the dealer on."""
        size = self.packets.pop(0)
        self.hands = [[] for _ in range(self.seats)]
        seat = self.dealer
        for _ in range(min(size * self.seats, len(self.stock))):
            seat = (seat + self.direction) % self.seats
            self.hands[seat].append(self.stock.pop(0))
        self.hands = [in_deck_order(hand) for hand in self.hands]
        self.dealt = True

    def open(self) -> None:
        own, other = self.board
        opener = self.options["opener"]
        self.must_lead = None
        self.mover = (self.dealer + self.direction) % self.seats
        if self.finished and self.options["later_opener"] == "trailing" and own != other:
            trailing = 0 if own < other else 1
            while self.mover % 2 != trailing:
                self.mover = (self.mover + self.direction) % self.seats
        elif opener != "after-dealer":
            self.mover = next(seat for seat in range(self.seats) if opener in self.hands[seat])
            self.must_lead = opener if self.options["opener_must"] else None

    # What may be played (pile.1.5)

    @property
    def legal(self) -> list[str]:
        hand = self.hands[self.mover]
        if self.over:
            return []
        if self.must_lead:
            return [self.must_lead]
        return [card for card in hand if not self.is_forbidden(card)] or list(hand)

    def matched(self, card: str) -> str | None:
        """Return the card on the pile that has the same rank and may be matched."""
        reachable = self.pile[-1:]
        if self.options["table_match"] == "any" and not self.plays:
            reachable = self.pile
        return next((below for below in reversed(reachable) if below[0] == card[0]), None)

    def is_forbidden(self, card: str) -> bool:
        stops = self.options["stop_ranks"]
        if card[0] not in stops:
            return False
        if self.pile:
            below = self.matched(card) or self.pile[-1]
            return below[0] in stops and not self.options["stop_on_stop"]
        if self.options["stop_may_lead"] == "not-first":
            return not self.plays
        return bool(self.options["stop_may_lead"] == "never")

    # What a play does (pile.1.2, pile.1.6)

    def play(self, card: str) -> str:
        """Play a card and return the call."""
        self.dealt = False
        side = self.mover % 2
        call = self.judge(card, side)
        self.announced = self.run(card)
        if call == "goal":
            self.goals[side] += 1
            self.claim = side if self.options["goal_keeps_claim"] else None
        elif call in ("pass", "interception"):
            self.claim = side
        elif call in ("block", "missed"):
            self.claim = None
        self.lay(card, call)
        self.go_on(call)
        return call

    def judge(self, card: str, side: int) -> str:
        if not self.is_forbidden(card):
            if card[0] in self.options["goal_ranks"]:
                return "goal"
            if card[0] in self.options["pass_ranks"]:
                return self.answer(side)
            if self.matched(card) and card[0] not in self.options["stop_ranks"]:
                scores = self.claim == side or not self.options["goal_needs_pass"]
                return "goal" if scores else self.answer(side)
        return "missed" if self.claim == side and self.options["claim_lasts"] == "turn" else "play"

    def answer(self, side: int) -> str:
        """Name what a card does that would make a claim."""
        if self.claim != 1 - side:
            return "pass"
        return "block" if self.options["reply"] == "block" else "interception"

    def run(self, card: str) -> str | None:
        length = 1
        for below in reversed(self.pile):
            if below[0] != card[0]:
                break
            length += 1
        if not self.options["runs"] or card[0] in self.options["pass_ranks"]:
            return None
        return {3: "check", 4: "rumble"}.get(length)

    def lay(self, card: str, call: str) -> None:
        self.hands[self.mover].remove(card)
        self.plays.append((self.mover, card, call))
        self.must_lead = None
        self.pile.append(card)
        if (call == "goal" and self.options["goal_clears_pile"]) or (
            call in ("pass", "interception") and self.options["pass_clears_pile"]
        ):
            self.pile = []

    # How it goes on (pile.1.3, pile.1.4)

    @property
    def board(self) -> list[int]:
        periods = [*self.finished, self.goals]
        if self.options["difference"]:
            periods = [[max(own - other, 0), max(other - own, 0)] for own, other in periods]
        return [sum(side) for side in zip(*periods, strict=True)]

    def go_on(self, call: str) -> None:
        emptied = False
        if self.draws and self.stock:
            self.hands[self.mover] = in_deck_order([*self.hands[self.mover], self.stock.pop(0)])
            emptied = not self.stock and not self.options["play_out"]
        if call == "goal" and self.is_overtime and self.options["overtime"] == "sudden-death":
            self.over = True
            return
        self.mover = (self.mover + self.direction) % self.seats
        if emptied or not (self.hands[self.mover] or self.packets):
            self.end_period()
        elif not any(self.hands):
            self.deal_packet()

    def end_period(self) -> None:
        own, other = self.board
        overtimes = self.options["max_overtimes"] if own == other else 0
        if self.period >= self.options["periods"] + overtimes:
            self.over = True
            return
        self.finished.append(self.goals)
        self.period += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.begin()

    @property
    def outcome(self) -> tuple[int | None, str] | None:
        if not self.over:
            return None
        own, other = self.board
        if own == other:
            return None, "draw"
        return (0 if own > other else 1), "overtime" if self.is_overtime else "regulation"
