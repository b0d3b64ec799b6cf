"""The standings of a tournament: points, goals, shares, ratings and verdicts, as values and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from typing import Any, Final

import attrs

from hockey_cards.shoe import Seeded
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.pairing.formats import Round, format_to_dict
from hockey_cards.tournament.pairing.swiss import Place
from hockey_cards.tournament.scoring.scoreboard import FaultCount, Scoreboard
from hockey_cards.tournament.scoring.text_tables import as_html, as_text, entrants_table, notes, size_and_seed
from hockey_cards.tournament.statistics.intervals import DIGITS, Comparison, compare, quantile, share_interval
from hockey_cards.tournament.statistics.ratings import Rating, ratings
from hockey_cards.tournament.statistics.sprt import Sprt, SprtVerdict
from hockey_cards.tournament.tally import Tally

FORMAT: Final = "hockey-cards-tournament/1"


@attrs.frozen
class Standing:
    """The results of an entrant, against all opponents or against one.

    Args:
        name: The entrant.
        opponent: The opponent; None for all opponents together.
        wins: The number of games won.
        draws: The number of games drawn.
        losses: The number of games lost.
        points: A point for each win, half a point for each draw.
        goals_for: The entrant's own scores, summed over all games.
        goals_against: The opponents' scores, summed over all games.
        share: The points as a fraction of the games, rounded to six digits; 0 for no games.
        interval: The 95% interval of the share, with deals rather than games as independent observations.
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
        """The number of games played."""
        return self.wins + self.draws + self.losses

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as JSON-serialisable values."""
        named = {"name": self.name} if self.opponent is None else {"name": self.name, "opponent": self.opponent}
        numbers = attrs.asdict(self, filter=attrs.filters.exclude("name", "opponent"))
        return {**named, "games": self.games, **numbers, "interval": list(self.interval)}


@attrs.frozen
class Standings:
    """The standings of a tournament.

    They depend on the arguments of the tournament alone, not on the machine, the number of processes or the time.
    ``print`` writes the table of the entrants, and notebooks show it.

    Args:
        variant: The key of the variant.
        house: The house rules.
        seed: The seed as text; bytes in hex.
        deals: The number of deals played.
        entrants: The results of each entrant against all opponents, the best entrant first, and those that were
            disqualified last.
        pairs: The results of each pair that has met, from the point of view of the one that entered first.
        format: The format, as JSON-serialisable values.
        comparisons: For each of ``pairs``, in the same order, a comparison of the two.
        ratings: The rating of each entrant that has played, in the order of ``entrants``.
        rounds: The rounds, if the format has more than one.
        places: The table of matches, the best entrant first, if the format has rounds.
        sprt: The test that stopped the games of pairs, if any.
        verdicts: The verdicts of the test by pair; a pair without one played all its deals.
        faults: The numbers of faults by entrant, kind and remedy.
        disqualified: For each disqualified entrant the number of the deal; it loses all games of later deals.
        seed32: The 32 bytes of the seed, in hex.
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
    verdicts: Mapping[Pair, SprtVerdict] = attrs.field(factory=dict[Pair, SprtVerdict])
    faults: tuple[FaultCount, ...] = ()
    disqualified: Mapping[str, int] = attrs.field(factory=dict[str, int])
    seed32: str = ""

    @property
    def commitment(self) -> str:
        """The commitment to the seed, as published before the first deal; empty without ``seed32``."""
        return Seeded(bytes.fromhex(self.seed32)).commitment if self.seed32 else ""

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(pair.games for pair in self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return the standings as JSON-serialisable values."""
        return {
            "format": FORMAT,
            "variant": self.variant,
            "house": dict(self.house),
            "seed": self.seed,
            "seed32": self.seed32,
            "commitment": self.commitment,
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

    def __str__(self) -> str:
        return "\n".join([as_text(entrants_table(self)), "", *notes(self), *size_and_seed(self)])

    def _repr_html_(self) -> str:
        """Return the same as HTML, which notebooks show."""
        lines = "".join(f"<p>{escape(line)}</p>" for line in (*notes(self), *size_and_seed(self)))
        return f"{as_html(entrants_table(self))}{lines}"

    def to_json(self) -> str:
        """Return the standings as JSON text ending in a newline; equal standings give equal text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"


def standings_of(scoreboard: Scoreboard) -> Standings:
    """Return the standings so far."""
    settings = scoreboard.settings
    pairs = scoreboard.tallies()
    places = settings.format.places(scoreboard.names, scoreboard.rounds)
    places = tuple(sorted(places, key=lambda place: place.name in scoreboard.disqualified))
    entrants = _ranked(scoreboard, places)
    rated = (
        {each.name: each for each in ratings(scoreboard.names, pairs, products=scoreboard.products)} if pairs else {}
    )
    return Standings(
        variant=settings.variant.key,
        house=settings.variant.changes,
        seed=settings.seed_text,
        deals=scoreboard.deals,
        entrants=entrants,
        pairs=tuple(_standing(*pair, tally) for pair, tally in pairs.items()),
        format=format_to_dict(settings.format),
        comparisons=tuple(map(compare, pairs.values())),
        ratings=tuple(rated[each.name] for each in entrants if each.name in rated),
        rounds=tuple(round_ for round_, _ in scoreboard.rounds) if places else (),
        places=places,
        sprt=settings.sprt,
        verdicts={pair: scoreboard.verdicts[pair] for pair in pairs if pair in scoreboard.verdicts},
        faults=tuple(scoreboard.faults[key] for key in sorted(scoreboard.faults)),
        disqualified=dict(scoreboard.disqualified),
        seed32=settings.seed.hex(),
    )


_cached_quantile = cache(quantile)


def _standing(name: str, opponent: str | None, tally: Tally) -> Standing:
    low, high = share_interval(tally, _cached_quantile(tally.deals)) if tally.games else (0.0, 1.0)
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


def _ranked(scoreboard: Scoreboard, places: Sequence[Place]) -> tuple[Standing, ...]:
    """Return the entrants by the table of matches, if there is one, or else by shares of points, goals and entry.

    Those that were disqualified come last.
    """
    found = {name: _standing(name, None, total.tally) for name, total in scoreboard.entrants.items()}
    if places and scoreboard.rounds:
        return tuple(found[place.name] for place in places)
    ranked = sorted(found.values(), key=_merit, reverse=True)
    return tuple(sorted(ranked, key=lambda entrant: entrant.name in scoreboard.disqualified))


def _merit(entrant: Standing) -> tuple[Fraction, Fraction, Fraction]:
    """Return what ranks the entrants: points, goal difference and goals, all per game."""
    games = entrant.games or 1
    goals = entrant.goals_for - entrant.goals_against
    return Fraction(int(2 * entrant.points), games), Fraction(goals, games), Fraction(entrant.goals_for, games)
