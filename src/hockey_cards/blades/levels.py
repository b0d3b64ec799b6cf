"""The play rule of the blades family: the levels of sets of cards, and which defences stop a shot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

import attrs

from hockey_cards.cards import Card, Rank, deck

RED: Final = frozenset(card for card in deck() if card.suit.red)
"""The cards of offence; black cards are those of defence."""

GOAL: Final = "goal"
BLOCK: Final = "block"


@attrs.frozen
class Level:
    """A level of offence or defence, as the condition that a set of cards must satisfy.

    Args:
        number: The number of the level; offence and defence are comparable.
        red: True for a level of offence, of red cards only; False for one of defence, of black cards only.
        size: The number of cards.
        one_suit: Whether all cards must have the same suit.
        one_rank: Whether all cards must have the same rank.
        high: The rank that the highest card must have; None for any.
    """

    number: int
    red: bool
    size: int
    one_suit: bool = False
    one_rank: bool = False
    high: Rank | None = None

    def fits(self, cards: tuple[Card, ...]) -> bool:
        """Return whether a set of different cards satisfies the condition, perhaps also that of a higher level."""
        return (
            len(cards) == self.size
            and all((card in RED) is self.red for card in cards)
            and not (self.one_suit and len({card.suit for card in cards}) > 1)
            and not (self.one_rank and len({card.rank for card in cards}) > 1)
            and self.high in (None, max(card.rank for card in cards))
        )

    def __str__(self) -> str:
        alike = " of one suit" * self.one_suit + " of one rank" * self.one_rank
        high = "" if self.high is None else f", {self.high} high"
        return f"{self.size} {'red' if self.red else 'black'}{alike}{high}"


LEVELS: Final = (
    Level(1, red=True, size=3),
    Level(2, red=True, size=3, one_suit=True),
    Level(3, red=True, size=2, one_rank=True),
    Level(4, red=True, size=2, one_suit=True, high=Rank.ACE),
    Level(5, red=True, size=2, one_rank=True, high=Rank.NINE),
    Level(1, red=False, size=3),
    Level(2, red=False, size=3, one_suit=True),
    Level(3, red=False, size=2, one_rank=True),
    Level(4, red=False, size=1, high=Rank.ACE),
)
"""The levels of offence and of defence, from low to high (``blades.3.3``)."""


@cache
def level(cards: tuple[Card, ...]) -> Level | None:
    """Return the highest level that a set of different cards forms; None if it forms none."""
    return max((each for each in LEVELS if each.fits(cards)), key=lambda each: each.number, default=None)


@cache
def strength(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the strength of a set of cards: the number of its level, then its ranks in descending order.

    It is () if the cards form no level. A greater tuple is stronger, among offences and among defences.
    """
    found = level(cards)
    return () if found is None else (found.number, *sorted((card.rank for card in cards), reverse=True))


def stops(defence: tuple[int, ...], shot: tuple[int, ...]) -> bool:
    """Return whether a defence stops a shot, by their strengths.

    The higher level wins. On the same level ranks are compared, the highest first, as far as both have cards; a shot
    that is equal so far is stopped (``blades.3.3``). A defence that forms no level stops nothing (``blades.3.4``).
    """
    return bool(defence) and defence >= shot[: len(defence)]


def judge(shot: tuple[Card, ...], defence: tuple[Card, ...]) -> str:
    """Return the call on a shot, ``goal`` or ``block``: the complete play rule, as a pure function on a finite domain.

    Args:
        shot: Two or three red cards that form a level.
        defence: The cards of the answer; () for none.
    """
    return BLOCK if stops(strength(defence), strength(shot)) else GOAL


def table() -> tuple[tuple[str, ...], ...]:
    """Return the rule as rows of text, the heading first: for each level of offence the effect of each defence.

    The cells are the calls on the strongest shot against the weakest defence of the two levels, and vice versa.
    """
    shots, defences = ([each for each in LEVELS if each.red is red] for red in (True, False))
    heading = ("shot", *map(str, defences), "no level")
    return heading, *((str(shot), *(_cell(shot, defence) for defence in defences), judge((), ())) for shot in shots)


def _cell(shot: Level, defence: Level) -> str:
    shots, defences = (sorted(_sets(each), key=strength) for each in (shot, defence))
    calls = {judge(shots[-1], defences[0]), judge(shots[0], defences[-1])}
    return calls.pop() if len(calls) == 1 else f"{BLOCK} unless its ranks are lower"


def _sets(wanted: Level) -> Iterator[tuple[Card, ...]]:
    """Yield all sets of cards that form a level."""
    cards = [card for card in deck() if (card in RED) is wanted.red]
    return (each for each in combinations(cards, wanted.size) if level(each) is wanted)
