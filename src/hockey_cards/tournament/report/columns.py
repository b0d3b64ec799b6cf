"""The results of a tournament as columns: what tables, exports and libraries for tables take as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from os import PathLike
from typing import Any, Final, Literal, cast, get_args

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.rules import Variant
from hockey_cards.tournament.api import report
from hockey_cards.tournament.entrants import Entrant, Team
from hockey_cards.tournament.pairing.fixtures import Pair, games_of
from hockey_cards.tournament.playing.play_deal import Contest, Meeting
from hockey_cards.tournament.scoring.standings import Standings
from hockey_cards.tournament.store.manifest import Header
from hockey_cards.tournament.store.store import Store

Value = str | bool | int | float | None
"""What stands in a row; None where there is nothing to tell."""

Row = dict[str, Value]
"""A row, by the names of the columns."""

Rows = Literal["entrants", "pairs", "faults", "games"]
"""What there is a row for."""

ROWS: Final[tuple[Rows, ...]] = get_args(Rows)
"""All that there can be a row for."""

Columns = Mapping[str, type[str] | type[bool] | type[int] | type[float]]
"""The names of columns, in order, and of which type their values are where they are not None."""

Source = Standings | str | PathLike[str]
"""Where results come from: standings, or the file of a store."""

_WHOLE: Final = ("games", "wins", "draws", "losses")
_GOALS: Final = ("goals_for", "goals_against")
_SHARE: Final = ("points", "share", "share_low", "share_high")
_DEAL: Final = (
    *("points_a_deal", "points_low", "points_high", "goals_a_deal", "goals_low", "goals_high"),
    *("superiority", "points_gain", "goals_gain"),
)
_RATING: Final = ("elo", "elo_error", "elo_low", "elo_high")
_CHUNK: Final = 256
"""How many deals are read from a store at a time."""

_FIXED: Final[Mapping[Rows, Columns]] = {
    "entrants": {
        "place": int,
        "name": str,
        **dict.fromkeys(_WHOLE, int),
        **dict.fromkeys(_SHARE, float),
        **dict.fromkeys(_GOALS, int),
        **dict.fromkeys(_RATING, float),
        "group": int,
        "bounded": bool,
        "score": float,
        "buchholz": float,
        "faults": int,
        "disqualified": int,
    },
    "pairs": {
        "name": str,
        "opponent": str,
        "deals": int,
        **dict.fromkeys(_WHOLE, int),
        **dict.fromkeys(_SHARE, float),
        **dict.fromkeys(_GOALS, int),
        **dict.fromkeys(_DEAL, float),
        "verdict": str,
        "llr": float,
    },
    "faults": {"entrant": str, "kind": str, "remedy": str, "times": int, "deal": int, "message": str},
    "games": {
        "deal": int,
        "round": int,
        "game": int,
        "dealer": int,
        "side_0": str,
        "side_1": str,
        "points_0": float,
        "points_1": float,
        "goals_0": int,
        "goals_1": int,
        "faults_0": int,
        "faults_1": int,
    },
}


def columns(source: Source, rows: Rows) -> Columns:
    """Return the columns of a table of results; pairs have one more for each outcome of a deal.

    Raises:
        HockeyError: If there are no such rows.
    """
    if rows not in ROWS:
        raise HockeyError(f"there are no rows of {rows!r:.80}: the rows are {', '.join(ROWS)}")
    if rows != "pairs" or not isinstance(source, Standings):
        return _FIXED[rows]
    most = max((len(each.outcomes) for each in source.comparisons), default=0)
    return {**_FIXED[rows], **{f"halves_{number}": int for number in range(most)}}


def results(
    source: Source, rows: Rows = "pairs", *, variant: Variant[Any, Any, Any] | None = None
) -> dict[str, list[Value]]:
    """Return results as columns by name: what ``pandas.DataFrame`` and ``polars.DataFrame`` take as it is.

    ``entrants`` and ``pairs`` have what ``Standings`` has of them, the numbers rounded to six digits; ``halves_0``,
    ``halves_1`` .. count the deals that gave the first so many points, in halves. ``faults`` are as often as
    ``FaultCount`` tells. ``games`` are those that were played and kept in a store, whether their deals were whole or
    not, and without what was forfeited after a disqualification; ``round`` counts from 0, and so does ``game``, in the
    deal of its two; ``side_0`` and ``side_1`` are who played them.

    Args:
        source: Standings, or the file of a store; for games it has to be a store.
        rows: What there is to be a row for.
        variant: The variant, if the store's cannot be found by its name.

    Raises:
        HockeyError: If there are no such rows, or standings are asked for games.
        StoreError: If the file is no store.
    """
    found = source if rows == "games" or isinstance(source, Standings) else report(source, variant=variant)
    names = columns(found, rows)
    listed: dict[str, list[Value]] = {name: [] for name in names}
    for row in rows_of(found, rows, variant=variant):
        for name, value in row.items():
            listed[name].append(value)
    return listed


def rows_of(source: Source, rows: Rows, *, variant: Variant[Any, Any, Any] | None = None) -> Iterator[Row]:
    """Yield results row by row, each with all columns: games as they are read, so that there may be any number of them.

    Args:
        source: As for ``results``.
        rows: The same.
        variant: The same.

    Raises:
        HockeyError: As ``results`` does.
    """
    if rows == "games":
        if isinstance(source, Standings):
            raise HockeyError("standings have no games: give the file of a store")
        yield from _games(source, variant)
        return
    standings = source if isinstance(source, Standings) else report(source, variant=variant)
    names = columns(standings, rows)
    for row in {"entrants": _entrants, "pairs": _pairs, "faults": _faults}[rows](standings):
        yield {name: row.get(name) for name in names}


def _entrants(standings: Standings) -> Iterator[Row]:
    rated = {each.name: each.to_dict() for each in standings.ratings}
    scored = {each.name: each for each in standings.places}
    failed = Counter[str]()
    for fault in standings.faults:
        failed[fault.entrant] += fault.times
    for place, entrant in enumerate(standings.entrants, 1):
        name = entrant.name
        row: Row = {"place": place, **_spread(entrant.to_dict(), {"interval": ("share_low", "share_high")})}
        row |= _spread(rated.get(name, {}), {"error": ("elo_error",), "interval": ("elo_low", "elo_high")})
        if name in scored:
            row |= {"score": float(scored[name].score), "buchholz": scored[name].buchholz}
        yield {**row, "faults": failed[name], "disqualified": standings.disqualified.get(name)}


def _pairs(standings: Standings) -> Iterator[Row]:
    told: dict[str, tuple[str, ...]] = {"points": ("points_a_deal",), "goals": ("goals_a_deal",)}
    told |= {"points_interval": ("points_low", "points_high"), "goals_interval": ("goals_low", "goals_high")}
    for pair, comparison in zip(standings.pairs, standings.comparisons, strict=True):
        row = _spread(comparison.to_dict(), {**told, "outcomes": _halves(comparison.outcomes)})
        row |= _spread(pair.to_dict(), {"interval": ("share_low", "share_high")})
        verdict = standings.verdicts.get((pair.name, str(pair.opponent)))
        yield {**row, **({} if verdict is None else {"verdict": verdict.accepted, "llr": verdict.to_dict()["llr"]})}


def _halves(outcomes: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"halves_{number}" for number in range(len(outcomes)))


def _spread(fields: Mapping[str, Any], names: Mapping[str, tuple[str, ...]]) -> Row:
    """Return a row of what JSON can say, with other names, and a column for each value of a list."""
    row: Row = {}
    for key, value in fields.items():
        values = cast("list[Value]", value if isinstance(value, list) else [value])
        row |= dict(zip(names.get(key, (key,)), values, strict=False))
    return row


def _faults(standings: Standings) -> Iterator[Row]:
    for fault in standings.faults:
        yield fault.to_dict()


def contest_of(header: Header, variant: Variant[Any, Any, Any] | None) -> Contest:
    """Return the tournament of a store with entrants that are told apart and do not play.

    Raises:
        StoreError: If the variant cannot be found by its name, and is not given.
    """
    return header.contest(variant, {each["name"]: _absent(each) for each in header.fields["entrants"]})


def _absent(said: Mapping[str, Any]) -> Entrant:
    """Return an entrant that plays as many games a deal as the one that a store tells of."""
    members: list[str | None] = said["player"]
    if len(members) < 2:
        return "nobody"
    # Members without names are told apart by their versions, which stand there with a sign of three letters between.
    version: str = said["version"]
    half = (len(version) - 3) // 2
    return _SAME if members[0] == members[1] and version[:half] == version[half + 3 :] else _OTHER


@attrs.frozen
class _Court:
    """What has to be known to tell of a game that a store keeps."""

    contest: Contest
    start: int
    of_round: int | None

    @classmethod
    def of(cls, header: Header, variant: Variant[Any, Any, Any] | None) -> _Court:
        """Return what a store says; its rounds follow one another, and each has the same number of deals."""
        plan = header.plan
        in_rounds = plan.format.has_rounds
        of_round = getattr(plan.format, "best_of", None) or len(plan.deals)
        return cls(contest_of(header, variant), plan.deals.start, of_round if in_rounds else None)

    def rows(self, meeting: Meeting) -> Iterator[Row]:
        """Yield a row for each game of two in a deal."""
        deal = meeting.deal
        failed = Counter((fault.game, fault.entrant) for fault in meeting.faults)
        round_ = 0 if self.of_round is None else (deal - self.start) // self.of_round
        dealer = deal % self.contest.variant.rules.seats
        games = _order(meeting.pair, self.contest.entrants, len(meeting.results))
        for game, ((sides, number), result) in enumerate(zip(games, meeting.results, strict=True)):
            seen = result if sides == meeting.pair else result.reverse
            yield {
                "deal": deal,
                "round": round_,
                "game": game,
                "dealer": dealer,
                "side_0": sides[0],
                "side_1": sides[1],
                "points_0": seen.halves / 2,
                "points_1": 1 - seen.halves / 2,
                "goals_0": seen.goals_for,
                "goals_1": seen.goals_against,
                "faults_0": failed[number, sides[0]],
                "faults_1": failed[number, sides[1]],
            }


def _order(pair: Pair, entrants: Mapping[str, Entrant], games: int) -> list[tuple[Pair, int]]:
    """Return who plays which side in the games of a deal, and the numbers of the games."""
    guesses = [[entrants[name], *([_SAME, _OTHER] if isinstance(entrants[name], Team) else [])] for name in pair]
    for first, second in product(*guesses):
        found = games_of(pair, {pair[0]: first, pair[1]: second})
        if len(found) == games:
            return [(sides, number) for sides, _, number in found]
    raise HockeyError(f"{pair[0]} and {pair[1]} cannot have played {games} games of a deal: the store is damaged")


_SAME: Final = Team("nobody", "nobody")
_OTHER: Final = Team("nobody", "nobody else")


def _games(path: str | PathLike[str], variant: Variant[Any, Any, Any] | None) -> Iterator[Row]:
    with Store(path) as store:
        court = _Court.of(store.header, variant)
        for deals in _spans(court, store.header):
            for _, met in sorted(store.meetings(deals).items()):
                for meeting in met.values():
                    yield from court.rows(meeting)


def _spans(court: _Court, header: Header) -> Iterator[range]:
    """Yield the numbers of all deals that there may be, some at a time."""
    entered = len(header.names)
    rounds = 1 if court.of_round is None else header.plan.format.matches(entered)
    last = court.start + rounds * (court.of_round or len(header.deals))
    for first in range(court.start, last, _CHUNK):
        yield range(first, min(first + _CHUNK, last))
