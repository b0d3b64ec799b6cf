"""Elo ratings of all entrants of a tournament, with standard errors and confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from hockey_cards.errors import HockeyError, clipped, listed
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.statistics.intervals import NORMAL_QUANTILE, library, rounded, unseen_fraction
from hockey_cards.tournament.tally import Products, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_SCALE: Final = 400 / math.log(10)
"""Elo points per natural logarithm of the odds: 400 points more make the odds ten to one."""

_NORMAL: Final = 1e9
"""Degrees of freedom at which Student's distribution equals the normal one."""


@attrs.frozen
class Rating:
    """The strength of an entrant, estimated from all deals of its group.

    Args:
        name: The entrant.
        elo: The rating in Elo points (Elo 1978); the ratings of a group have the mean 0.
        error: The standard error relative to the mean of the group; None if the entrant has not played.
        interval: The 95% interval; None if the entrant has not played.
        group: The number of the entrant's group. Entrants that have met, directly or through others, form a group;
            ratings of different groups cannot be compared.
        bounded: Whether the best-fitting rating is finite. It is not where an entrant, or several together, scored all
            points or none against the rest of the group. Then one more drawn deal is added to each pair of the group,
            and only the order of the ratings and the inner ends of the intervals are meaningful.
    """

    name: str
    elo: float
    error: float | None
    interval: tuple[float, float] | None
    group: int
    bounded: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as JSON-serialisable values, rounded to six digits."""
        return {key: rounded(value) for key, value in attrs.asdict(self, recurse=False).items()}


@attrs.frozen
class _PairTally:
    """The tally of a pair, and the places of its two entrants in their group."""

    first: int
    second: int
    tally: Tally


def share_of(elo: float) -> float:
    """Return the expected share of the points for an advantage in Elo points."""
    return 0.5 + 0.5 * math.tanh(elo / _SCALE / 2)


def ratings(
    entrants: Sequence[str], pairs: Mapping[Pair, Tally], *, products: Products | None = None
) -> tuple[Rating, ...]:
    """Return the ratings of all entrants, in their order.

    The model is that of Bradley and Terry (1952) with a draw as half a win: the difference of two ratings gives the
    expected share of the points and leaves the number of draws open. The ratings are the maximum-likelihood estimates,
    computed by the library choix (Maystre and Grossglauser 2015); they are finite if and only if the entrants cannot
    be split into two sets of which one took no point from the other (Ford 1957).

    The standard errors do not rely on the model: they follow from the spread of the deals (the sandwich estimator of
    Huber 1967 and White 1982), which accounts for draws and for games that share their cards. A pair that scored all
    points or none, or played a single deal, shows no spread; its deals count as won or lost as a whole, with the
    probability that the ratings imply. To the spread of any other pair the error adds what few deals cannot show, as
    the interval of a share does. Intervals are Student's, with the degrees of freedom of Welch (1947) and Satterthwaite
    (1946).

    Args:
        entrants: The names of the entrants.
        pairs: The tally of each pair that has met, from its first entrant's point of view.
        products: The products of the entrants' points, if every pair that met played every deal, as in a round robin
            or gauntlet. With them the errors account for the cards that pairs share; without them pairs are taken to
            be independent.

    Raises:
        HockeyError: If a pair names somebody who is not an entrant, or the products do not match the pairs.
        MissingExtra: If choix or scipy is not installed.
    """
    _check(entrants, pairs, products)
    met = {pair: tally for pair, tally in pairs.items() if tally.games}
    found: dict[str, Rating] = {}
    for number, group in enumerate(_groups(entrants, list(met))):
        places = {name: place for place, name in enumerate(group)}
        tallies = [_PairTally(places[a], places[b], tally) for (a, b), tally in met.items() if a in places]
        members = [entrants.index(name) for name in group]
        found |= {rating.name: rating for rating in _rate(number, group, tallies, _submatrix(products, members))}
    return tuple(found[name] for name in entrants)


def _check(entrants: Sequence[str], pairs: Mapping[Pair, Tally], products: Products | None) -> None:
    if unknown := [name for pair in pairs for name in pair if name not in entrants]:
        known = listed(entrants)
        raise HockeyError(f"{clipped(unknown[0])} has a tally but is not an entrant: the entrants are {known}")
    if products is None or not products.rows:
        return
    scored = dict.fromkeys(entrants, 0)
    for (first, second), tally in pairs.items():
        scored[first] += tally.halves
        scored[second] += tally.reverse.halves
    deals = {tally.deals for tally in pairs.values() if tally.games}
    # All entrants together score the same in every deal, so the sum of a row is that total times the row's own points.
    sums = [sum(row) * max(deals, default=0) for row in products.rows]
    if len(deals) != 1 or sums != [halves * sum(scored.values()) for halves in scored.values()]:
        raise HockeyError("the products do not match the tallies of the pairs: leave them out if a pair missed a deal")


def _submatrix(products: Products | None, members: Sequence[int]) -> list[list[int]] | None:
    """Return the products of some of the entrants."""
    if products is None or not products.rows:
        return None
    return [[products.rows[one][other] for other in members] for one in members]


def _groups(entrants: Sequence[str], met: Sequence[Pair]) -> list[list[str]]:
    """Return the groups of entrants that have met, directly or through others, in the order of entry."""
    group = {name: {name} for name in entrants}
    for first, second in met:
        joined = group[first] | group[second]
        group.update(dict.fromkeys(joined, joined))
    return list({id(names): [name for name in entrants if name in names] for names in group.values()}.values())


def _rate(
    number: int, group: Sequence[str], tallies: Sequence[_PairTally], products: list[list[int]] | None
) -> list[Rating]:
    if not tallies:
        return [Rating(group[0], 0.0, None, None, number, bounded=True)]
    points = _points(len(group), tallies)
    if not (bounded := _is_connected(points)):
        for each in tallies:
            drawn = each.tally.games / each.tally.deals / 2
            points[each.first, each.second] += drawn
            points[each.second, each.first] += drawn
    logits = _fit(points)
    errors, half_widths = _errors(points, logits, tallies, products)
    return [
        Rating(name, elo, error, (elo - half_width, elo + half_width), number, bounded=bounded)
        for name, elo, error, half_width in zip(
            group, *((_SCALE * each).tolist() for each in (logits, errors, half_widths)), strict=True
        )
    ]


def _points(entrants: int, tallies: Sequence[_PairTally]) -> Floats:
    """Return the matrix of the points that each entrant scored against each other."""
    points: Floats = library("numpy").zeros((entrants, entrants))
    for each in tallies:
        points[each.first, each.second] += each.tally.halves / 2
        points[each.second, each.first] += each.tally.games - each.tally.halves / 2
    return points


def _is_connected(points: Floats) -> bool:
    """Return whether every entrant took points from every other, directly or through others."""
    components = library("scipy.sparse.csgraph").connected_components(points > 0, connection="strong")
    return int(components[0]) == 1


def _fit(points: Floats) -> Floats:
    logits = library("choix").ilsr_pairwise_dense(points, max_iter=1000, tol=1e-10)  # well below the rounding in JSON
    centred: Floats = logits - logits.mean()
    return centred


def _errors(
    points: Floats, logits: Floats, tallies: Sequence[_PairTally], products: list[list[int]] | None
) -> tuple[Floats, Floats]:
    """Return the standard errors of the logits, and the half-widths of their intervals."""
    import numpy as np

    special = library("scipy.special")
    first, second = [each.first for each in tallies], [each.second for each in tallies]
    shares = special.expit(logits[:, None] - logits)
    bread = _bread((points + points.T) * shares * (1 - shares))
    weights = (bread[:, first] - bread[:, second]) ** 2
    observed = np.array([_observed_variance(each.tally) for each in tallies])
    unseen = weights @ [_unseen_variance(each.tally, shares[each.first, each.second]) for each in tallies]
    freedom = np.array([max(1, each.tally.deals - 1) for each in tallies])
    variances, doubts = weights @ observed, weights**2 @ (observed**2 / freedom)
    if products is not None and freedom[0] > 1:
        variances = np.maximum(np.diag(bread @ _covariance(products, tallies) @ bread), 0)
        doubts = variances**2 / freedom[0]
    degrees = np.divide(variances**2, doubts, out=np.full_like(variances, _NORMAL), where=doubts > 0)
    quantiles: Floats = np.asarray(special.stdtrit(np.minimum(degrees, _NORMAL), 0.975), dtype=np.float64)
    half_widths: Floats = np.sqrt(quantiles**2 * variances + NORMAL_QUANTILE**2 * unseen)
    return np.sqrt(variances + unseen), half_widths


def _bread(weights: Floats) -> Floats:
    """Invert the information matrix of the ratings, which is regular only because the sum of the ratings is fixed."""
    import numpy as np

    information = np.diag(weights.sum(axis=1)) - weights
    level = np.full_like(information, np.trace(information) / len(information) ** 2)
    inverse: Floats = np.linalg.inv(information + level) - 1 / (np.sum(level))
    return inverse


def _observed_variance(tally: Tally) -> float:
    """Return the variance of a pair's points, as the spread of its deals shows it."""
    deals = tally.deals
    return (deals * tally.squares - tally.halves**2) / (deals - 1) / 4 if deals > 1 else 0.0


def _unseen_variance(tally: Tally, share: float) -> float:
    """Return the variance of a pair's points that its deals do not show.

    Where they cannot show any (all points or none were scored, or a single deal was played) it is the one that the
    ratings imply. Elsewhere it is that of the unseen deals in the interval of the share, on the odds scale of the
    ratings and on the side of the entrant with fewer points, where they matter more.
    """
    if tally.deals == 1 or not 0 < tally.halves < 2 * tally.games:
        return tally.games**2 / tally.deals * share * (1 - share)
    most = max(tally.share, 1 - tally.share)
    least = most * (1 - unseen_fraction(tally.deals))
    reach = math.log(most / (1 - most)) - math.log(least / (1 - least))
    return (tally.games * most * (1 - most) * reach / NORMAL_QUANTILE) ** 2


def _covariance(products: list[list[int]], tallies: Sequence[_PairTally]) -> Floats:
    """Return the covariance of the points that the entrants scored against all opponents, as the deals show it."""
    import numpy as np

    deals, scored = tallies[0].tally.deals, [0] * len(products)
    for each in tallies:
        scored[each.first] += each.tally.halves
        scored[each.second] += each.tally.reverse.halves
    rows = [
        [deals * product - one * other for product, other in zip(row, scored, strict=True)]
        for row, one in zip(products, scored, strict=True)
    ]
    covariance: Floats = np.array(rows, dtype=float) / (deals - 1) / 4
    return covariance
