"""The Swiss system: its table, and the pairing of the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.tally import Tally

Played = Sequence[tuple[Pair, str | None, Tally]]
"""The matches of all rounds: the pair, the winner, and the tally from the first entrant's point of view."""

_MAX_TRIALS: Final = 20_000
"""The number of pairs tried before a pairing with one more rematch is accepted."""


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

    Args:
        entrants: The names of the entrants, in the order of entry.
        played: The matches played so far.
        byes: The entrants that have had a bye, once for each.
        out: The entrants that are not paired any more.
    """
    met = Counter(frozenset(pair) for pair, _, _ in played)
    entry = {name: number for number, name in enumerate(entrants)}
    order = [place.name for place in swiss_table(entrants, played, byes) if place.name not in out]
    if not played:
        half = len(order) // 2
        order = [name for two in zip(order, order[half:], strict=False) for name in two][: 2 * half] + order[2 * half :]
    free = Counter(byes)
    bye_rank = {name: (free[name], -number) for number, name in enumerate(order)}
    candidates = sorted(order, key=lambda name: bye_rank[name]) if len(order) % 2 else [None]
    rematches = 0
    while True:
        for bye in candidates:
            found = _pair_up([name for name in order if name != bye], met, rematches)
            if found is not None:
                pairs = tuple((one, two) if entry[one] < entry[two] else (two, one) for one, two in found)
                return pairs, () if bye is None else (bye,)
        rematches += 1


def _pair_up(order: list[str], met: Counter[frozenset[str]], rematches: int) -> list[Pair] | None:
    """Pair from the top down with at most a given number of rematches; None if no such pairing was found."""
    left, spare, begin, trials = order, rematches, 1, 0
    chosen: list[tuple[list[str], int, int]] = []  # the unpaired, the opponent of the first of them, spare rematches
    while left:
        for place in range(begin, len(left)):
            trials += 1
            cost = met[frozenset((left[0], left[place]))]
            if trials > _MAX_TRIALS:
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
