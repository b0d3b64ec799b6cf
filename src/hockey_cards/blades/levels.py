"""What a set of cards is worth: the only file that knows the levels, and when a defence stops a shot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

import attrs

from hockey_cards.cards import Card, Rank, deck

RED: Final = frozenset(card for card in deck() if card.suit.red)
"""The cards of offence; the others are those of defence."""

GOAL: Final = "goal"
BLOCK: Final = "block"


@attrs.frozen
class Level:
    """A level of offence or defence: which sets of cards form it.

    Args:
        number: How high it is; offence and defence are counted alike.
        red: Whether it is one of offence, of red cards only; those of defence are of black ones.
        size: How many cards it has.
        one_suit: Whether all are of one suit.
        one_rank: Whether all are of one rank.
        high: The rank that the highest must have; None if it may be any.
    """

    number: int
    red: bool
    size: int
    one_suit: bool = False
    one_rank: bool = False
    high: Rank | None = None

    def fits(self, cards: tuple[Card, ...]) -> bool:
        """Tell whether different cards are as the level asks; they may fit a higher one too."""
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
    """Return the level that a set of different cards forms, the highest it fits; None if it forms none."""
    return max((each for each in LEVELS if each.fits(cards)), key=lambda each: each.number, default=None)


@cache
def strength(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the number of the level of a set of cards, then its ranks from the highest; () if it forms none.

    Greater tuples are stronger, among offences and among defences.
    """
    found = level(cards)
    return () if found is None else (found.number, *sorted((card.rank for card in cards), reverse=True))


def stops(guard: tuple[int, ...], shot: tuple[int, ...]) -> bool:
    """Tell whether a defence of one strength stops a shot of another.

    The higher level wins; on the same level ranks are compared, the highest first, as far as both have cards; what
    is equal so far is stopped (``blades.3.3``). A defence that forms no level stops nothing (``blades.3.4``).
    """
    return bool(guard) and guard >= shot[: len(guard)]


def judge(shot: tuple[Card, ...], defence: tuple[Card, ...]) -> str:
    """Judge a shot, ``goal`` or ``block``: the whole rule of play, a pure function on a finite domain.

    Args:
        shot: Two or three red cards that form a level.
        defence: The cards of the answer; () if there are none.
    """
    return BLOCK if stops(strength(defence), strength(shot)) else GOAL


def table() -> tuple[tuple[str, ...], ...]:
    """Return the rule as rows of text, the heading first: for each level of offence what each defence does.

    The cells are the verdicts on the strongest shot and weakest defence of the two levels, and the other way round.
    """
    shots, guards = ([each for each in LEVELS if each.red is red] for red in (True, False))
    heading = ("shot", *map(str, guards), "no level")
    return heading, *((str(shot), *(_cell(shot, guard) for guard in guards), judge((), ())) for shot in shots)


def _cell(shot: Level, guard: Level) -> str:
    shots, guards = (sorted(_sets(each), key=strength) for each in (shot, guard))
    calls = {judge(shots[-1], guards[0]), judge(shots[0], guards[-1])}
    return calls.pop() if len(calls) == 1 else f"{BLOCK} unless its ranks are lower"


def _sets(wanted: Level) -> Iterator[tuple[Card, ...]]:
    """Yield all sets of cards that form a level."""
    cards = [card for card in deck() if (card in RED) is wanted.red]
    return (each for each in combinations(cards, wanted.size) if level(each) is wanted)
