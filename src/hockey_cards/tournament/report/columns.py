"""Results of a tournament as columns, for tables, exports and dataframe libraries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, cast, get_args

import attrs

from hockey_cards.errors import HockeyError, brief
from hockey_cards.rules import Variant
from hockey_cards.tournament.pairing.fixtures import games_of
from hockey_cards.tournament.playing.play_deal import DealResult
from hockey_cards.tournament.playing.settings import Settings
from hockey_cards.tournament.scoring.standings import Standings
from hockey_cards.tournament.store.reading import read_standings
from hockey_cards.tournament.store.store import Store

Value = str | bool | int | float | None
"""A value in a row; None if there is none."""

Row = dict[str, Value]
"""A row: its values by column."""

RowKind = Literal["entrants", "pairs", "ratings", "rounds", "faults", "games"]
"""The kind of the rows of a table."""

ROW_KINDS: Final[tuple[RowKind, ...]] = get_args(RowKind)
"""All kinds of rows."""

ColumnTypes = Mapping[str, type[str] | type[bool] | type[int] | type[float]]
"""The columns of a table in order, each with the type of its values other than None."""

Source = Standings | str | PathLike[str]
"""The source of results: standings, or the file of a store."""

_COUNTS: Final = ("games", "wins", "draws", "losses")
_GOALS: Final = ("goals_for", "goals_against")
_SHARE: Final = ("points", "share", "share_low", "share_high")
_DEAL: Final = (
    *("points_a_deal", "points_low", "points_high", "goals_a_deal", "goals_low", "goals_high"),
    *("superiority", "points_gain", "goals_gain"),
)
_RATING_NAMES: Final = {"error": ("elo_error",), "interval": ("elo_low", "elo_high")}
_RATING: Final = ("elo", "elo_error", "elo_low", "elo_high")

_TYPES: Final[Mapping[RowKind, ColumnTypes]] = {
    "entrants": {
        "place": int,
        "name": str,
        **dict.fromkeys(_COUNTS, int),
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
        **dict.fromkeys(_COUNTS, int),
        **dict.fromkeys(_SHARE, float),
        **dict.fromkeys(_GOALS, int),
        **dict.fromkeys(_DEAL, float),
        "verdict": str,
        "llr": float,
    },
    "ratings": {"name": str, **dict.fromkeys(_RATING, float), "group": int, "bounded": bool},
    "rounds": {"round": int, "name": str, "opponent": str},
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


def column_types(source: Source, rows: RowKind) -> ColumnTypes:
    """Return the columns of a table of results; pairs have one more for each outcome of a deal.

    Raises:
        HockeyError: If there is no such kind of rows.
    """
    if rows not in ROW_KINDS:
        raise HockeyError(f"there are no rows of {brief(rows, 80)}: the rows are {', '.join(ROW_KINDS)}")
    if rows != "pairs" or not isinstance(source, Standings):
        return _TYPES[rows]
    most = max((len(each.outcomes) for each in source.comparisons), default=0)
    return {**_TYPES[rows], **{f"halves_{number}": int for number in range(most)}}


def results(
    source: Source, rows: RowKind = "pairs", *, variant: Variant[Any, Any, Any] | None = None
) -> dict[str, list[Value]]:
    """Return results as columns by name, as ``pandas.DataFrame`` and ``polars.DataFrame`` take them.

    ``entrants`` and ``pairs`` have the numbers of ``Standings``, rounded to six digits; ``halves_0``, ``halves_1`` and
    so on count the deals in which the first entrant scored so many half points. ``ratings`` are the columns of
    ``entrants`` about the rating. ``rounds`` are the pairs of each round, in formats that have rounds; a bye has no
    opponent. ``faults`` are counted as in ``FaultCount``. ``games`` are those played and kept in a store, including
    those of incomplete deals, but not those forfeited after a disqualification; ``side_0`` and ``side_1`` are the
    entrants that played them. ``round`` counts from 0, and so does ``game`` among the games of a pair in a deal.

    Args:
        source: Standings, or the file of a store; games need a store.
        rows: The kind of rows.
        variant: The variant, if that of the store cannot be found by its name.

    Raises:
        HockeyError: If there is no such kind of rows, or games are asked of standings.
        StoreError: If the file is not a store.
    """
    found = with_standings(source, rows, variant)
    columns: dict[str, list[Value]] = {name: [] for name in column_types(found, rows)}
    for row in iter_rows(found, rows, variant=variant):
        for name, value in row.items():
            columns[name].append(value)
    return columns


def with_standings(source: Source, rows: RowKind, variant: Variant[Any, Any, Any] | None) -> Source:
    """Return the source of a table: the standings of a store, unless the rows are games."""
    return source if rows == "games" or isinstance(source, Standings) else read_standings(source, variant=variant)


def iter_rows(source: Source, rows: RowKind, *, variant: Variant[Any, Any, Any] | None = None) -> Iterator[Row]:
    """Yield results row by row, each with all columns; games as they are read, so that there may be any number.

    Args:
        source: As for ``results``.
        rows: As for ``results``.
        variant: As for ``results``.

    Raises:
        HockeyError: As ``results`` does.
    """
    found = with_standings(source, rows, variant)
    if rows == "games":
        if isinstance(found, Standings):
            raise HockeyError("standings have no games: give the file of a store")
        yield from _games(found, variant)
        return
    names = column_types(found, rows)
    listed = {"entrants": _entrants, "pairs": _pairs, "ratings": _ratings, "rounds": _rounds, "faults": _faults}[rows]
    for row in listed(cast("Standings", found)):
        yield {name: row.get(name) for name in names}


def _entrants(standings: Standings) -> Iterator[Row]:
    rated = {each.name: each.to_dict() for each in standings.ratings}
    scored = {each.name: each for each in standings.places}
    failed = Counter[str]()
    for fault in standings.faults:
        failed[fault.entrant] += fault.times
    for place, entrant in enumerate(standings.entrants, 1):
        name = entrant.name
        row: Row = {"place": place, **_renamed(entrant.to_dict(), {"interval": ("share_low", "share_high")})}
        row |= _renamed(rated.get(name, {}), _RATING_NAMES)
        if name in scored:
            row |= {"score": float(scored[name].score), "buchholz": scored[name].buchholz}
        yield {**row, "faults": failed[name], "disqualified": standings.disqualified.get(name)}


def _pairs(standings: Standings) -> Iterator[Row]:
    names: dict[str, tuple[str, ...]] = {"points": ("points_a_deal",), "goals": ("goals_a_deal",)}
    names |= {"points_interval": ("points_low", "points_high"), "goals_interval": ("goals_low", "goals_high")}
    for pair, comparison in zip(standings.pairs, standings.comparisons, strict=True):
        row = _renamed(comparison.to_dict(), {**names, "outcomes": _halves(comparison.outcomes)})
        row |= _renamed(pair.to_dict(), {"interval": ("share_low", "share_high")})
        verdict = standings.verdicts.get((pair.name, str(pair.opponent)))
        yield {**row, **({} if verdict is None else {"verdict": verdict.accepted, "llr": verdict.to_dict()["llr"]})}


def _halves(outcomes: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"halves_{number}" for number in range(len(outcomes)))


def _renamed(fields: Mapping[str, Any], names: Mapping[str, tuple[str, ...]]) -> Row:
    """Return fields with other names, and lists spread over several columns."""
    row: Row = {}
    for key, value in fields.items():
        values = cast("list[Value]", value if isinstance(value, list) else [value])
        row |= dict(zip(names.get(key, (key,)), values, strict=False))
    return row


def _ratings(standings: Standings) -> Iterator[Row]:
    for rating in standings.ratings:
        yield _renamed(rating.to_dict(), _RATING_NAMES)


def _rounds(standings: Standings) -> Iterator[Row]:
    for each in standings.rounds:
        for name, opponent in (*each.pairs, *((name, None) for name in each.byes)):
            yield {"round": each.number, "name": name, "opponent": opponent}


def _faults(standings: Standings) -> Iterator[Row]:
    for fault in standings.faults:
        yield fault.to_dict()


def _games(path: str | PathLike[str], variant: Variant[Any, Any, Any] | None) -> Iterator[Row]:
    with Store(path) as store:
        rows = _GameRows.of(store.manifest.settings_to_read(variant))
        for _, results in store.results(rows.deals):
            for result in results.values():
                yield from rows.of_result(result)


@attrs.frozen
class _GameRows:
    """The rows of the games of a store.

    Args:
        settings: The settings of the tournament; its entrants need not be able to play.
        deals: The numbers of all deals that there can be.
        deals_a_round: The number of deals in each round.
    """

    settings: Settings
    deals: range
    deals_a_round: int

    @classmethod
    def of(cls, settings: Settings) -> _GameRows:
        format_, start = settings.format, settings.deals.start
        deals_a_round = getattr(format_, "best_of", None) or len(settings.deals)
        rounds = format_.matches(len(settings.entrants)) if format_.has_rounds else 1
        return cls(settings, range(start, start + rounds * deals_a_round), deals_a_round)

    def of_result(self, result: DealResult) -> Iterator[Row]:
        """Yield a row for each game of a pair in a deal."""
        deal = result.deal
        failed = Counter((fault.game, fault.entrant) for fault in result.faults)
        games = games_of(result.pair, self.settings.entrants)
        for number, ((sides, _, game_number), game) in enumerate(zip(games, result.games, strict=True)):
            seen = game if sides == result.pair else game.reverse
            yield {
                "deal": deal,
                "round": (deal - self.deals.start) // self.deals_a_round,
                "game": number,
                "dealer": deal % self.settings.variant.rules.seats,
                "side_0": sides[0],
                "side_1": sides[1],
                "points_0": seen.halves / 2,
                "points_1": 1 - seen.halves / 2,
                "goals_0": seen.goals_for,
                "goals_1": seen.goals_against,
                "faults_0": failed[game_number, sides[0]],
                "faults_1": failed[game_number, sides[1]],
            }
