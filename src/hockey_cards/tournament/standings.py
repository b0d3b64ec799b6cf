"""What a tournament came to: points, goals and shares, as values and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import attrs

from hockey_cards.tournament.statistics import Tally, interval

FORMAT: Final = "hockey-cards-tournament/1"
_DIGITS: Final = 6
"""Shares are rounded to so many digits, well above what differs between machines."""


@attrs.frozen
class Standing:
    """What an entrant achieved, against all others or against one.

    Args:
        name: The entrant.
        opponent: The other entrant; None for all others together.
        wins: How many games it won.
        draws: How many games it drew.
        losses: How many games it lost.
        points: A point for a win, half a point for a draw.
        goals_for: Its own scores on the board, added up.
        goals_against: The scores of the other side.
        share: The points as a share of the games, rounded to six digits.
        interval: The 95% interval of the share, in which the deals, and not the games, are counted as independent.
    """

    name: str
    opponent: str | None
    wins: int
    draws: int
    losses: int
    points: float
    goals_for: int
    goals_against: int
    share: float
    interval: tuple[float, float]

    @property
    def games(self) -> int:
        """How many games it played."""
        return self.wins + self.draws + self.losses

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as what JSON can say."""
        named = {"name": self.name} if self.opponent is None else {"name": self.name, "opponent": self.opponent}
        numbers = attrs.asdict(self, filter=attrs.filters.exclude("name", "opponent"))
        return {**named, "games": self.games, **numbers, "interval": list(self.interval)}


@attrs.frozen
class Standings:
    """The result of a tournament; the same for the same arguments, whatever machine it was played on and how fast.

    Args:
        variant: The key of the variant.
        house: The house rules.
        seed: The seed as text; bytes in hex.
        deals: How many deals were played.
        entrants: What each entrant achieved against all others, the best first.
        pairs: What each entrant achieved against each that entered after it.
    """

    variant: str
    house: Mapping[str, Any]
    seed: str
    deals: int
    entrants: tuple[Standing, ...]
    pairs: tuple[Standing, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(pair.games for pair in self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return the standings as what JSON can say, without anything of time, machine or jobs."""
        return {
            "format": FORMAT,
            "variant": self.variant,
            "house": dict(self.house),
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
            "entrants": [entrant.to_dict() for entrant in self.entrants],
            "pairs": [pair.to_dict() for pair in self.pairs],
        }

    def to_json(self) -> str:
        """Write the standings as JSON, the same to the byte for the same arguments, with the end of its last line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"


def standing(name: str, opponent: str | None, tally: Tally, reach: float) -> Standing:
    """Return what a tally comes to; ``reach`` is what ``statistics.quantile`` gives for its deals."""
    low, high = interval(tally, reach)
    return Standing(
        name=name,
        opponent=opponent,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        points=tally.halves / 2,
        goals_for=tally.goals_for,
        goals_against=tally.goals_against,
        share=round(tally.share, _DIGITS),
        interval=(round(low, _DIGITS), round(high, _DIGITS)),
    )


def ranked(entrants: list[Standing]) -> tuple[Standing, ...]:
    """Put the best first: by points, then the difference of goals, then goals, then the order of entry."""

    def merit(entrant: Standing) -> tuple[float, int, int]:
        return entrant.points, entrant.goals_for - entrant.goals_against, entrant.goals_for

    return tuple(sorted(entrants, key=merit, reverse=True))
