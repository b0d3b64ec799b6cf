"""What happens at the table, as frozen facts, and what of it a seat may know."""

from __future__ import annotations

from hockey_cards.rules import Deed


class Claimed(Deed):
    """A play made a claim, and the other side held none (call ``pass``)."""

    __slots__ = ()


class Intercepted(Deed):
    """A play took the claim over from the other side (call ``interception``)."""

    __slots__ = ()


class Blocked(Deed):
    """A play destroyed the other side's claim (call ``block``)."""

    __slots__ = ()


class Missed(Deed):
    """A play let the own claim go unused (call ``missed``)."""

    __slots__ = ()


class Scored(Deed):
    """A play made a goal (call ``goal``)."""

    __slots__ = ()


class Checked(Deed):
    """A play was the third card of its rank in a row (pile.1.6)."""

    __slots__ = ()


class Rumbled(Deed):
    """A play was the fourth card of its rank in a row (pile.1.6)."""

    __slots__ = ()
