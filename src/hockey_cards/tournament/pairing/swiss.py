"""The table and the pairing of a Swiss: who stands where, and who meets whom next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.tally import Tally

Played = Sequence[tuple[Pair, str | None, Tally]]
"""The matches of all rounds: who met, who won, and the tally as the first saw it."""

_TRIALS: Final = 20_000
"""How many meetings are tried for a pairing with so many rematches, before one more is put up with."""


@attrs.frozen
class Place:
    """Where an entrant stands in a table of matches.

    Args:
        name: The entrant.
        score: Its matches won, and half of those drawn; a bye counts as a match won.
        buchholz: The sum of its opponents' scores, where that counts.
    """

    name: str
    score: float
    buchholz: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the place as what JSON can say."""
        return attrs.asdict(self)


def table(entrants: Sequence[str], played: Played, byes: Iterable[str]) -> tuple[Place, ...]:
    """Return the table of a Swiss, the best first; the order is that which ``Swiss`` tells."""
    free = Counter(byes)
    halves = {name: 2 * free[name] for name in entrants}
    for pair, winner, _ in played:
        for name in pair:
            halves[name] += 1 if winner is None else 2 * (name == winner)
    against = {name: free[name] * halves[name] for name in entrants}
    for (first, second), _, _ in played:
        against[first] += halves[second]
        against[second] += halves[first]
    merits = {name: (halves[name], against[name], *_games(name, played)) for name in entrants}
    order = sorted(entrants, key=lambda name: merits[name], reverse=True)
    return tuple(Place(name, halves[name] / 2, against[name] / 2) for name in order)


def _games(name: str, played: Played) -> tuple[Fraction, int]:
    """Return the share of the points of all games, and the difference of goals."""
    halves = games = goals = 0
    for pair, _, tally in played:
        if name in pair:
            mine = name == pair[0]
            games += tally.games
            halves += tally.halves if mine else 2 * tally.games - tally.halves
            goals += (1 if mine else -1) * (tally.goals_for - tally.goals_against)
    return Fraction(halves, 2 * games) if games else Fraction(1, 2), goals


def paired(entrants: Sequence[str], played: Played, byes: Sequence[str]) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """Return who meets whom in the next round, the highest in the table first, and who has the bye."""
    met = Counter(frozenset(pair) for pair, _, _ in played)
    place = {name: number for number, name in enumerate(entrants)}
    order = [place.name for place in table(entrants, played, byes)]
    if not played:
        half = len(order) // 2
        order = [name for two in zip(order, order[half:], strict=False) for name in two][: 2 * half] + order[2 * half :]
    free = Counter(byes)
    last = {name: (free[name], -number) for number, name in enumerate(order)}
    rests = sorted(order, key=lambda name: last[name]) if len(order) % 2 else [None]
    again = 0
    while True:
        for bye in rests:
            found = _without([name for name in order if name != bye], met, again)
            if found is not None:
                pairs = tuple((one, two) if place[one] < place[two] else (two, one) for one, two in found)
                return pairs, () if bye is None else (bye,)
        again += 1


def _without(order: list[str], met: Counter[frozenset[str]], again: int) -> list[Pair] | None:
    """Pair from the top down with so many meetings again at most; None if no such pairing was found."""
    left, spare, begin, trials = order, again, 1, 0
    chosen: list[tuple[list[str], int, int]] = []  # who was left, whom the first of them meets, what was spare
    while left:
        for place in range(begin, len(left)):
            trials += 1
            cost = met[frozenset((left[0], left[place]))]
            if trials > _TRIALS:
                return None
            if cost <= spare:
                chosen.append((left, place, spare))
                left, spare, begin = left[1:place] + left[place + 1 :], spare - cost, 1
                break
        else:
            if not chosen:
                return None
            left, place, spare = chosen.pop()
            begin = place + 1
    return [(left[0], left[place]) for left, place, _ in chosen]
