"""One number for each entrant of a table, on Elo's scale, with its error."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.statistics.intervals import rounded, wanted
from hockey_cards.tournament.tally import Products, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Pair = tuple[str, str]
"""Two entrants; their tally is as the first sees it."""

_SCALE: Final = 400 / math.log(10)
"""Elo points in a natural logarithm of odds: at 400 points more, ten points are made for one."""

_NORMAL: Final = 1e9
"""Degrees of freedom at which Student's distribution is the normal one."""


@attrs.frozen
class Rating:
    """The strength of an entrant, as all deals of its group together tell it.

    Args:
        name: The entrant.
        elo: Its rating in Elo points (Elo 1978); those of a group have the mean 0.
        error: Its standard error, against the mean of the group; None if it has played nobody.
        interval: The 95% interval; None if it has played nobody.
        group: Who has met whom, if only by way of others, has the same number here; ratings of different groups have
            nothing to do with each other.
        bounded: Whether a finite rating fits best. If not, somebody of the group, or some together, made all points or
            none against the rest: then one more deal, drawn, is added to each pair of the group, and only the
            order of the ratings and the inner ends of the intervals say much.
    """

    name: str
    elo: float
    error: float | None
    interval: tuple[float, float] | None
    group: int
    bounded: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as what JSON can say, rounded to six digits."""
        return {key: rounded(value) for key, value in attrs.asdict(self, recurse=False).items()}


@attrs.frozen
class _Meeting:
    """A pair of a group: the places of the two in it, and their tally."""

    first: int
    second: int
    tally: Tally


def share_of(elo: float) -> float:
    """Return the share of the points that is made with so many Elo points more than the other."""
    return 0.5 + 0.5 * math.tanh(elo / _SCALE / 2)


def ratings(
    entrants: Sequence[str], pairs: Mapping[Pair, Tally], *, products: Products | None = None
) -> tuple[Rating, ...]:
    """Return the ratings of all entrants, in their order.

    The model is that of Bradley and Terry (1952) with a draw as half a win: a difference of ratings tells the share of
    the points, and how many of them come by draws is left open, so draws are as frequent as they like. The ratings are
    those of maximum likelihood, found by the library choix (Maystre and Grossglauser 2015); they are finite if, and
    only if, nobody is cut off from being beaten (Ford 1957). The errors do not trust the model: they are made from
    the spread of the deals (the sandwich of Huber 1967 and White 1982), in which draws, and games that share their
    cards, count for what they are worth. A pair that made all points or none, or met on one deal only, shows no
    spread; its deals count as won or lost as a whole, with the chance that the ratings give. Intervals are Student's,
    with the degrees of freedom of Welch (1947) and Satterthwaite (1946).

    Args:
        entrants: Their names.
        pairs: The tallies of those who have met, as the first of the two sees it.
        products: What the entrants made on the same deals, if every pair that met has played every deal, as in a round
            robin or gauntlet. With it errors count that pairs share the cards too; without it pairs are taken
            to be independent.

    Raises:
        HockeyError: If a pair names somebody who has not entered, or the products are not those of the pairs.
        ModuleNotFoundError: If choix or scipy is not installed; says how to install it.
    """
    _check(entrants, pairs, products)
    met = {pair: tally for pair, tally in pairs.items() if tally.games}
    found: dict[str, Rating] = {}
    for number, group in enumerate(_groups(entrants, list(met))):
        places = {name: place for place, name in enumerate(group)}
        meetings = [_Meeting(places[a], places[b], tally) for (a, b), tally in met.items() if a in places]
        chosen = [entrants.index(name) for name in group]
        found |= {rating.name: rating for rating in _rate(number, group, meetings, _part(products, chosen))}
    return tuple(found[name] for name in entrants)


def _check(entrants: Sequence[str], pairs: Mapping[Pair, Tally], products: Products | None) -> None:
    if strange := [name for pair in pairs for name in pair if name not in entrants]:
        raise HockeyError(f"{strange[0]} has a tally and has not entered: give all entrants")
    if products is None or not products.rows:
        return
    made = dict.fromkeys(entrants, 0)
    for (first, second), tally in pairs.items():
        made[first] += tally.halves
        made[second] += tally.reverse.halves
    deals = {tally.deals for tally in pairs.values() if tally.games}
    # All halves of a deal are as many in each: so a row, added up, is what its entrant made, times that number.
    sums = [sum(row) * max(deals, default=0) for row in products.rows]
    if len(deals) != 1 or sums != [halves * sum(made.values()) for halves in made.values()]:
        raise HockeyError("the products are of other deals than the pairs, or a pair missed a deal: leave them out")


def _part(products: Products | None, chosen: Sequence[int]) -> list[list[int]] | None:
    """Return the products of some entrants."""
    if products is None or not products.rows:
        return None
    return [[products.rows[one][other] for other in chosen] for one in chosen]


def _groups(entrants: Sequence[str], met: Sequence[Pair]) -> list[list[str]]:
    """Return who has met whom, if only by way of others; the groups in the order of entry."""
    group = {name: {name} for name in entrants}
    for first, second in met:
        joined = group[first] | group[second]
        group.update(dict.fromkeys(joined, joined))
    return list({id(names): [name for name in entrants if name in names] for names in group.values()}.values())


def _rate(
    number: int, group: Sequence[str], meetings: Sequence[_Meeting], products: list[list[int]] | None
) -> list[Rating]:
    if not meetings:
        return [Rating(group[0], 0.0, None, None, number, bounded=True)]
    points = _points(len(group), meetings)
    if not (bounded := _mutual(points)):
        for each in meetings:
            drawn = each.tally.games / each.tally.deals / 2
            points[each.first, each.second] += drawn
            points[each.second, each.first] += drawn
    logits = _fit(points)
    errors, reaches = _errors(points, logits, meetings, products)
    return [
        Rating(name, elo, error, (elo - reach * error, elo + reach * error), number, bounded=bounded)
        for name, elo, error, reach in zip(
            group, (_SCALE * logits).tolist(), (_SCALE * errors).tolist(), reaches.tolist(), strict=True
        )
    ]


def _points(entrants: int, meetings: Sequence[_Meeting]) -> Floats:
    """Return the points that each made against each."""
    with wanted():
        import numpy as np
    points = np.zeros((entrants, entrants))
    for each in meetings:
        points[each.first, each.second] += each.tally.halves / 2
        points[each.second, each.first] += each.tally.games - each.tally.halves / 2
    return points


def _mutual(points: Floats) -> bool:
    """Tell whether everybody took points from everybody, if only by way of others."""
    with wanted():
        from scipy.sparse.csgraph import connected_components
    return int(connected_components(points > 0, connection="strong")[0]) == 1


def _fit(points: Floats) -> Floats:
    with wanted():
        from choix import ilsr_pairwise_dense
    logits = ilsr_pairwise_dense(points, max_iter=1000, tol=1e-10)  # for the ratings far below what JSON rounds to
    centred: Floats = logits - logits.mean()
    return centred


def _errors(
    points: Floats, logits: Floats, meetings: Sequence[_Meeting], products: list[list[int]] | None
) -> tuple[Floats, Floats]:
    """Return the standard errors of the logits, and how many of them an interval reaches."""
    import numpy as np

    with wanted():
        from scipy.special import expit, stdtrit

    first, second = [each.first for each in meetings], [each.second for each in meetings]
    shares = expit(logits[:, None] - logits)
    bread = _bread((points + points.T) * shares * (1 - shares))
    weights = (bread[:, first] - bread[:, second]) ** 2
    seen = np.array([_seen(each.tally) for each in meetings])
    told = weights @ np.array([_told(each.tally, shares[each.first, each.second]) for each in meetings])
    freedom = np.array([max(1, each.tally.deals - 1) for each in meetings])
    variances, doubts = weights @ seen, weights**2 @ (seen**2 / freedom)
    if products is not None and freedom[0] > 1:
        variances = np.maximum(np.diag(bread @ _covariance(products, meetings) @ bread), 0)
        doubts = variances**2 / freedom[0]
    variances = variances + told
    # Where the deals show no spread at all, it does not matter how many of no error are reached.
    degrees = np.divide(variances**2, doubts, out=np.full_like(variances, _NORMAL), where=doubts > 0)
    reaches: Floats = np.asarray(stdtrit(np.minimum(degrees, _NORMAL), 0.975), dtype=np.float64)
    return np.sqrt(variances), reaches


def _bread(weights: Floats) -> Floats:
    """Invert the information of the ratings, whose sum is fixed: without that it has no inverse."""
    import numpy as np

    information = np.diag(weights.sum(axis=1)) - weights
    level = np.full_like(information, np.trace(information) / len(information) ** 2)
    return np.linalg.inv(information + level) - 1 / (np.sum(level))


def _seen(tally: Tally) -> float:
    """Return the variance of the points of a pair, as its deals show it."""
    deals = tally.deals
    return (deals * tally.squares - tally.halves**2) / (deals - 1) / 4 if deals > 1 else 0.0


def _told(tally: Tally, share: float) -> float:
    """Return the variance of the points of a pair whose deals show none, as its ratings tell it."""
    if tally.deals > 1 and 0 < tally.halves < 2 * tally.games:
        return 0.0
    return tally.games**2 / tally.deals * share * (1 - share)


def _covariance(products: list[list[int]], meetings: Sequence[_Meeting]) -> Floats:
    """Return the covariance of the points that the entrants made against all, as their deals show it."""
    import numpy as np

    deals, made = meetings[0].tally.deals, [0] * len(products)
    for each in meetings:
        made[each.first] += each.tally.halves
        made[each.second] += each.tally.reverse.halves
    rows = [
        [deals * product - one * other for product, other in zip(row, made, strict=True)]
        for row, one in zip(products, made, strict=True)
    ]
    return np.array(rows, dtype=float) / (deals - 1) / 4
