"""What happens at the table, as frozen facts, and what of it a seat may know."""

from __future__ import annotations

import attrs

from hockey_cards.cards import Card
from hockey_cards.rules import Event, Seat, Side


@attrs.frozen
class Claimed(Event):
    """A play made a claim, and the other side held none (call ``pass``)."""

    seat: Seat
    side: Side


@attrs.frozen
class Intercepted(Event):
    """A play took the claim over from the other side (call ``interception``)."""

    seat: Seat
    side: Side


@attrs.frozen
class Blocked(Event):
    """A play destroyed the other side's claim (call ``block``)."""

    seat: Seat
    side: Side


@attrs.frozen
class Missed(Event):
    """A play let the own claim go unused (call ``missed``)."""

    seat: Seat
    side: Side


@attrs.frozen
class Scored(Event):
    """A play made a goal (call ``goal``)."""

    seat: Seat
    side: Side


@attrs.frozen
class Checked(Event):
    """A play was the third card of its rank in a row (pile.1.6)."""

    seat: Seat
    side: Side


@attrs.frozen
class Rumbled(Event):
    """A play was the fourth card of its rank in a row (pile.1.6)."""

    seat: Seat
    side: Side


@attrs.frozen
class Dealt(Event):
    """Hands were dealt: the first packet of a period after the first, or a later packet.

    Args:
        period: The period, from 0.
        dealer: Who dealt.
        hands: The hand of each seat, in deck order; None stands for a card that one may not see.
        table: The table cards laid with this packet, the last of them on top.
    """

    period: int
    dealer: Seat
    hands: tuple[tuple[Card | None, ...], ...]
    table: tuple[Card, ...] = ()

    def seen_by(self, seat: Seat | None) -> Dealt:
        """Return the event with the hands of the others hidden."""
        hands = tuple(hand if own == seat else (None,) * len(hand) for own, hand in enumerate(self.hands))
        return Dealt(self.period, self.dealer, hands, self.table)
