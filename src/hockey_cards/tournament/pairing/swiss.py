"""The Swiss system: its table, and the pairing of the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Final, cast

import attrs

from hockey_cards.extras import load
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.tally import Tally

Played = Sequence[tuple[Pair, str | None, Tally]]
"""The matches of all rounds: the pair, the winner, and the tally from the first entrant's point of view."""


_NEAREST: Final = 24
"""The number of places below one in the table that it is paired with at first."""


@attrs.frozen
class Place:
    """An entrant's place in a table of matches.

    Args:
        name: The entrant.
        score: A point for each match won, half a point for each match drawn; a bye counts as a match won.
        buchholz: The sum of its opponents' scores; None where the format does not use it.
    """

    name: str
    score: float
    buchholz: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the place as JSON-serialisable values."""
        return attrs.asdict(self)


def swiss_table(entrants: Sequence[str], played: Played, byes: Iterable[str]) -> tuple[Place, ...]:
    """Return the table of a Swiss, the best entrant first, in the order that ``Swiss`` documents."""
    free = Counter(byes)
    halves = {name: 2 * free[name] for name in entrants}
    for pair, winner, _ in played:
        for name in pair:
            halves[name] += 1 if winner is None else 2 * (name == winner)
    against = {name: free[name] * halves[name] for name in entrants}
    for (first, second), _, _ in played:
        against[first] += halves[second]
        against[second] += halves[first]
    merits = {name: (halves[name], against[name], *_share_and_goals(name, played)) for name in entrants}
    order = sorted(entrants, key=lambda name: merits[name], reverse=True)
    return tuple(Place(name, halves[name] / 2, against[name] / 2) for name in order)


def _share_and_goals(name: str, played: Played) -> tuple[Fraction, int]:
    """Return an entrant's share of the points of all its games, and its goal difference."""
    halves = games = goals = 0
    for pair, _, tally in played:
        if name in pair:
            is_first = name == pair[0]
            games += tally.games
            halves += tally.halves if is_first else 2 * tally.games - tally.halves
            goals += (1 if is_first else -1) * (tally.goals_for - tally.goals_against)
    return Fraction(halves, 2 * games) if games else Fraction(1, 2), goals


def swiss_pairing(
    entrants: Sequence[str], played: Played, byes: Sequence[str], out: Sequence[str] = ()
) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """Return the pairs of the next round, the highest in the table first, and the entrant that has a bye.

    It is the perfect matching of least cost (Edmonds 1965), however many rounds were played.

    Args:
        entrants: The names of the entrants, in the order of entry.
        played: The matches played so far.
        byes: The entrants that have had a bye, once for each.
        out: The entrants that are not paired any more.

    Raises:
        MissingExtra: If networkx is not installed.
    """
    networkx = load("networkx", extra="tournament", purpose="a Swiss tournament")
    table = [place for place in swiss_table(entrants, played, byes) if place.name not in out]
    order = [place.name for place in table]
    if played and order:
        costs = _Costs.of(order, {place.name: place.score for place in table}, played, byes)
        places = costs.cheapest(networkx)
    else:
        upper, half = range(len(order) // 2), len(order) // 2
        places = [(one, one + half) for one in upper] + [(len(order) - 1, len(order))] * (len(order) % 2)
    entry = {name: number for number, name in enumerate(entrants)}
    pairs = [(order[one], order[two]) for one, two in places if two < len(order)]
    free = tuple(order[one] for one, two in places if two == len(order))
    return tuple((one, two) if entry[one] < entry[two] else (two, one) for one, two in pairs), free


@attrs.frozen
class _Costs:
    """The costs of the matches between the places of a table, from 0; with an odd number, the last place is the bye.

    A cost counts, from the most to the least important: rematches, second byes, places below the entrant with the bye,
    squared differences of score, squared differences of place. Each unit outweighs whatever the later ones can add up
    to in all pairs.

    Args:
        met: For each place the places that it has met, with the number of matches.
        free: For each place the number of byes that it has had.
        halves: For each place its score in half points.
    """

    met: Sequence[Counter[int]]
    free: Sequence[int]
    halves: Sequence[int]

    @classmethod
    def of(cls, order: Sequence[str], scores: Mapping[str, float], played: Played, byes: Sequence[str]) -> _Costs:
        """Return the costs for a table."""
        places, free = {name: place for place, name in enumerate(order)}, Counter(byes)
        met = [Counter[int]() for _ in order]
        for (first, second), _, _ in played:
            if first in places and second in places:
                one, two = places[first], places[second]
                met[one][two] += 1
                met[two][one] += 1
        return cls(met, [free[name] for name in order], [round(2 * scores[name]) for name in order])

    def cheapest(self, networkx: Any) -> list[tuple[int, int]]:
        """Return the pairs of places of the cheapest matching, in order.

        To save time, a place is first given only the nearest places that it has not met. It is given more only if these
        leave no matching without a rematch, or none without a needless second bye.
        """
        size, nearest = len(self.met), _NEAREST
        while True:
            graph = networkx.Graph()
            graph.add_nodes_from(range(size + size % 2))
            graph.add_weighted_edges_from(self._edges(nearest))
            matching = cast("set[tuple[int, int]]", networkx.min_weight_matching(graph))
            found = sorted((min(pair), max(pair)) for pair in matching)
            byes = {self.free[one] for one, two in found if two == size}
            if nearest >= size or (len(found) == (size + 1) // 2 and byes <= {min(self.free)}):
                return found
            nearest *= 4

    def _edges(self, nearest: int) -> Iterator[tuple[int, int, int]]:
        """Yield two places and their cost; with at least as many nearest places as there are, rematches too."""
        size = len(self.met)
        of_score = size**3 + 1
        of_bye = of_score * (size * (max(self.halves) - min(self.halves)) ** 2 + 1)
        of_rematch = of_bye * (size * (max(self.free) + 1) + 1)
        for one in range(size):
            later = range(one + 1, size)
            fresh = later if nearest >= size else (two for two in later if two not in self.met[one])
            for two in islice(fresh, nearest):
                apart = of_score * (self.halves[one] - self.halves[two]) ** 2 + (one - two) ** 2
                yield one, two, of_rematch * self.met[one][two] + apart
            if size % 2:
                yield one, size, of_bye * (size * self.free[one] + size - 1 - one)
