"""What a tournament came to: points, goals and shares, as values and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

import attrs

from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.pairing.formats import Place, Round, to_dict
from hockey_cards.tournament.scoring.scoreboard import FaultCount, Ledger
from hockey_cards.tournament.statistics.intervals import DIGITS, Comparison, compare, interval, quantile
from hockey_cards.tournament.statistics.ratings import Rating, ratings
from hockey_cards.tournament.statistics.sprt import Sprt, Verdict
from hockey_cards.tournament.tally import Tally

FORMAT: Final = "hockey-cards-tournament/1"


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
        share: The points as a share of the games, rounded to six digits; 0 for no games.
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
        pairs: What each entrant achieved against each that it met and that entered after it.
        format: Who met whom.
        comparisons: For each of ``pairs``, in that order, how the first stands to the second.
        ratings: One number for each entrant, in the order of ``entrants``.
        rounds: The rounds, where the format has more than one.
        places: The table of the matches, the best first, where the format has rounds.
        sprt: The test that ended the games of pairs, if there was one.
        verdicts: What it found, by pair; a pair without played all its deals, and nothing is known.
        faults: What went wrong, how often, by entrant, kind and remedy.
        disqualified: Who was disqualified, and in which deal: every later game counts as lost.
    """

    variant: str
    house: Mapping[str, Any]
    seed: str
    deals: int
    entrants: tuple[Standing, ...]
    pairs: tuple[Standing, ...]
    format: Mapping[str, Any] = attrs.field(factory=dict[str, Any])
    comparisons: tuple[Comparison, ...] = ()
    ratings: tuple[Rating, ...] = ()
    rounds: tuple[Round, ...] = ()
    places: tuple[Place, ...] = ()
    sprt: Sprt | None = None
    verdicts: Mapping[Pair, Verdict] = attrs.field(factory=dict[Pair, Verdict])
    faults: tuple[FaultCount, ...] = ()
    disqualified: Mapping[str, int] = attrs.field(factory=dict[str, int])

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
            "schedule": dict(self.format),
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "ratings": [rating.to_dict() for rating in self.ratings],
            "rounds": [{"pairs": [list(pair) for pair in each.pairs], "byes": list(each.byes)} for each in self.rounds],
            "places": [place.to_dict() for place in self.places],
            "sprt": None if self.sprt is None else attrs.asdict(self.sprt),
            "verdicts": [{"pair": list(pair), **verdict.to_dict()} for pair, verdict in self.verdicts.items()],
            "faults": [fault.to_dict() for fault in self.faults],
            "disqualified": [{"name": name, "deal": deal} for name, deal in self.disqualified.items()],
        }

    def to_json(self) -> str:
        """Write the standings as JSON, the same to the byte for the same arguments, with the end of its last line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"


def standings_of(ledger: Ledger) -> Standings:
    """Return what has been counted so far."""
    contest, plan = ledger.contest, ledger.plan
    pairs = ledger.met()
    entrants = _ranked(ledger)
    rated = {each.name: each for each in ratings(ledger.names, pairs, products=ledger.products)} if pairs else {}
    places = plan.format.places(ledger.names, ledger.played)
    return Standings(
        variant=contest.variant.key,
        house=contest.variant.changes,
        seed=plan.seed,
        deals=ledger.deals,
        entrants=entrants,
        pairs=tuple(_standing(*pair, tally) for pair, tally in pairs.items()),
        format=to_dict(plan.format),
        comparisons=tuple(map(compare, pairs.values())),
        ratings=tuple(rated[each.name] for each in entrants if each.name in rated),
        rounds=tuple(round_ for round_, _ in ledger.played) if places else (),
        places=places,
        sprt=plan.sprt,
        verdicts={pair: ledger.verdicts[pair] for pair in pairs if pair in ledger.verdicts},
        faults=tuple(ledger.faults[key] for key in sorted(ledger.faults)),
        disqualified=dict(ledger.out),
    )


_reach = cache(quantile)


def _standing(name: str, opponent: str | None, tally: Tally) -> Standing:
    low, high = interval(tally, _reach(tally.deals)) if tally.games else (0.0, 1.0)
    return Standing(
        name=name,
        opponent=opponent,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        points=tally.halves / 2,
        goals_for=tally.goals_for,
        goals_against=tally.goals_against,
        share=round(tally.share, DIGITS) if tally.games else 0.0,
        interval=(round(low, DIGITS), round(high, DIGITS)),
    )


def _ranked(ledger: Ledger) -> tuple[Standing, ...]:
    """Put the best first: as the table of the matches does, else by shares of points, goals and entry."""
    found = {name: _standing(name, None, total.tally) for name, total in ledger.entrants.items()}
    places = ledger.plan.format.places(ledger.names, ledger.played)
    if places and ledger.played:
        return tuple(found[place.name] for place in places)
    return tuple(sorted(found.values(), key=_merit, reverse=True))


def _merit(entrant: Standing) -> tuple[Fraction, Fraction, Fraction]:
    """Return what decides between two: the points, the difference of goals, the goals, all of them a game."""
    games = entrant.games or 1
    goals = entrant.goals_for - entrant.goals_against
    return Fraction(int(2 * entrant.points), games), Fraction(goals, games), Fraction(entrant.goals_for, games)
