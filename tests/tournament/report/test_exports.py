"""Results as columns, and in files for other programs."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pytest

import _players
from _standings import HOSTILE, made
from _tournaments import FOUR, SHORT, THREE
from hockey_cards import HockeyError, MissingExtra
from hockey_cards.tournament import (
    Entrant,
    Policy,
    Standings,
    StoreError,
    Swiss,
    Team,
    fixtures,
    read_standings,
    tournament,
)
from hockey_cards.tournament.report.columns import ROW_KINDS, column_types, results
from hockey_cards.tournament.report.export import export, export_all


@pytest.fixture(name="store", scope="module")
def fixture_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of ten deals of four players, one of whom fails at times."""
    path = tmp_path_factory.mktemp("stores") / "three.db"
    entrants: dict[str, Entrant] = {**THREE, "wrong": _fails}
    tournament(SHORT, entrants, deals=10, seed="x", store=path, policy=Policy("random"), versions={"wrong": "1"})
    return path


def _fails(view: Any) -> Any:
    if len(view.hand) == 3:
        raise ValueError("three cards are too many")
    return view.legal[0]


def test_rows_of_ratings_and_rounds() -> None:
    """A row for each rating, and for each pair and bye of a round."""
    standings = made(["one", "two", "three"], 4, format=Swiss(2))
    rated = results(standings, "ratings")
    assert [each.name for each in standings.ratings] == rated["name"]
    assert [round(each.interval[0], 6) for each in standings.ratings if each.interval] == rated["elo_low"]
    rounds = results(standings, "rounds")
    assert [0, 0, 1, 1] == rounds["round"]
    expected = [(*each.pairs[0], each.byes[0]) for each in standings.rounds]
    found = list(zip(rounds["name"], rounds["opponent"], strict=True))
    assert expected == [(*found[0], found[1][0]), (*found[2], found[3][0])]
    assert (None, None) == (found[1][1], found[3][1])
    assert [] == results(made(["one", "two"], 4), "rounds")["round"]


def test_rows_of_entrants_follow_the_standings(store: Path) -> None:
    """The best is first, with rating and faults in the same row."""
    standings = read_standings(store)
    found = results(standings, "entrants")
    assert list(found) == list(column_types(standings, "entrants"))
    assert found["place"] == [1, 2, 3, 4]
    for number, entrant in enumerate(standings.entrants):
        row = {name: values[number] for name, values in found.items()}
        assert (entrant.name, entrant.points, entrant.share) == (row["name"], row["points"], row["share"])
        assert entrant.interval == (row["share_low"], row["share_high"])
        assert round(standings.ratings[number].elo, 6) == row["elo"]
    failed = dict(zip(found["name"], found["faults"], strict=True))
    assert {"first": 0, "last": 0, "chancy": 0, "wrong": sum(fault.times for fault in standings.faults)} == failed
    assert standings.faults


def test_rows_of_pairs_count_the_outcomes_of_deals(store: Path) -> None:
    """There is a column for each outcome."""
    found = results(store, "pairs")
    counts = [found[f"halves_{number}"] for number in range(5)]
    assert found["deals"] == [sum(map(int, map(str, pair))) for pair in zip(*counts, strict=True)] == [10] * 6
    first = read_standings(store).comparisons[0]
    assert round(first.goals, 6) == found["goals_a_deal"][0]
    assert first.goals_interval is not None
    assert [round(end, 6) for end in first.goals_interval] == [found["goals_low"][0], found["goals_high"][0]]


def test_rows_of_games_follow_the_fixtures(store: Path) -> None:
    """Each has its sides, dealer and result."""
    found = results(store, "games")
    games = list(fixtures(SHORT, ["first", "last", "chancy", "wrong"], range(10), "x"))
    assert [game.sides for game in games] == list(zip(found["side_0"], found["side_1"], strict=True))
    assert [(game.deal, game.dealer) for game in games] == list(zip(found["deal"], found["dealer"], strict=True))
    assert found["game"] == [0, 1] * 60
    assert set(found["round"]) == {0}
    points = [one + other for one, other in zip(_floats(found["points_0"]), _floats(found["points_1"]), strict=True)]
    assert points == [1.0] * 120


def _floats(values: list[Any]) -> list[float]:
    assert all(isinstance(value, float) for value in values)
    return values


def test_rows_of_games_add_up_to_the_standings(store: Path) -> None:
    found, standings = results(store, "games"), read_standings(store)
    for entrant in standings.entrants:
        sums = {"points": 0.0, "goals": 0, "faults": 0}
        for side in (0, 1):
            for number, name in enumerate(found[f"side_{side}"]):
                if name == entrant.name:
                    sums = {key: total + float(str(found[f"{key}_{side}"][number])) for key, total in sums.items()}
        failed = sum(fault.times for fault in standings.faults if fault.entrant == entrant.name)
        assert {"points": entrant.points, "goals": entrant.goals_for, "faults": failed} == sums


def test_rows_of_games_include_the_seatings_of_teams(tmp_path: Path) -> None:
    """Two mixed teams play a deal in eight games, a mixed team and a player in four."""
    store = tmp_path / "teams.db"
    entrants: dict[str, Entrant] = {
        "ab": Team(_players.first, _players.last),
        "aa": Team(_players.first, _players.first),
        "b": _players.last,
        "cd": Team(_players.chancy, _players.first),
    }
    tournament(FOUR, entrants, deals=2, seed=1, store=store)
    found = results(store, "games")
    games = list(fixtures(FOUR, entrants, range(2), 1))
    assert [game.sides for game in games] == list(zip(found["side_0"], found["side_1"], strict=True))
    assert max(int(str(game)) for game in found["game"]) == 7


def test_rows_of_games_number_the_rounds(tmp_path: Path) -> None:
    store = tmp_path / "swiss.db"
    entrants: dict[str, Entrant] = {**THREE, "spread": _players.spread}
    standings = tournament(SHORT, entrants, deals=3, seed=1, store=store, format=Swiss(2))
    found = results(store, "games")
    assert [0] * 12 + [1] * 12 == found["round"]
    met = {(number, frozenset(pair)) for number, round_ in enumerate(standings.rounds) for pair in round_.pairs}
    sides = zip(found["round"], found["side_0"], found["side_1"], strict=True)
    assert met == {(number, frozenset((one, other))) for number, one, other in sides}


@pytest.mark.parametrize("rows", ROW_KINDS)
def test_pandas_and_polars_accept_the_columns(store: Path, rows: Any) -> None:
    pandas: Any = pytest.importorskip("pandas")
    polars: Any = pytest.importorskip("polars")
    found = results(store, rows)
    for frame in (pandas.DataFrame(found), polars.DataFrame(found)):
        assert list(found) == list(frame.columns)
        assert frame.shape == (len(next(iter(found.values()))), len(found))
        for name, kind in column_types(read_standings(store), rows).items():
            if kind in (int, float) and found[name] and None not in found[name]:
                assert sum(float(str(value)) for value in found[name]) == pytest.approx(float(frame[name].sum()))


@pytest.mark.parametrize("rows", ROW_KINDS)
def test_csv_has_the_columns(store: Path, tmp_path: Path, rows: Any) -> None:
    """With a header line, UTF-8 and newlines; missing values are empty."""
    export(store, tmp_path / "out.csv", rows)
    text = (tmp_path / "out.csv").read_bytes()
    assert b"\r" not in text
    found = results(store, rows)
    heading, *lines = csv.reader(text.decode().splitlines())
    assert list(found) == heading
    assert list(zip(*(map(_text, found[name]) for name in heading), strict=True)) == [tuple(line) for line in lines]
    assert ["out.csv"] == [path.name for path in tmp_path.iterdir()]


def _text(value: object) -> str:
    return "" if value is None else str(value)


@pytest.mark.parametrize("rows", ROW_KINDS)
def test_parquet_has_the_columns(store: Path, tmp_path: Path, rows: Any) -> None:
    """The types are the same whether a column has values or not."""
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    export(store, tmp_path / "out.parquet", rows)
    read = parquet.read_table(tmp_path / "out.parquet")
    assert results(store, rows) == read.to_pydict()
    kinds = {bool: "bool", int: "int64", float: "double", str: "string"}
    expected = [kinds[kind] for kind in column_types(read_standings(store), rows).values()]
    assert expected == [str(kind) for kind in read.schema.types]


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_all_results_are_exported_to_one_folder(store: Path, tmp_path: Path, kind: str) -> None:
    """With a store, games too."""
    pytest.importorskip("pyarrow")
    without = export_all(read_standings(store), tmp_path / "without", kind)
    with_games = export_all(read_standings(store), tmp_path / "with", kind, store=store)
    assert ["entrants", "pairs", "ratings", "rounds", "faults"] == [path.stem for path in without]
    assert ["entrants", "pairs", "ratings", "rounds", "faults", "games"] == [path.stem for path in with_games]
    assert all(path.suffix == kind and path.is_file() for path in (*without, *with_games))


def test_names_survive_csv(tmp_path: Path) -> None:
    """Commas, quotes and line breaks are quoted."""
    standings = made(HOSTILE, 2)
    export(standings, tmp_path / "out.csv", "entrants")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        names = [row["name"] for row in csv.DictReader(file)]
    assert names == [entrant.name for entrant in standings.entrants]


def test_tournament_without_games_has_empty_columns() -> None:
    empty = Standings("breakaway", {}, "0", 0, (), ())
    assert {name: [] for name in column_types(empty, "pairs")} == results(empty, "pairs")


def test_invalid_exports_are_refused(store: Path, tmp_path: Path) -> None:
    """No file is written."""
    standings = read_standings(store)
    with pytest.raises(
        HockeyError, match="there are no rows of 'moves': the rows are entrants, pairs, ratings, rounds, "
    ):
        results(store, "moves")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(HockeyError, match="standings have no games: give the file of a store"):
        results(standings, "games")
    with pytest.raises(
        HockeyError, match=r"results cannot be exported to .*x\.xls: its name must end with \.csv or \.parquet"
    ):
        export(standings, tmp_path / "x.xls")
    with pytest.raises(HockeyError, match="standings have no games"):
        export(standings, tmp_path / "x.csv", "games")
    with pytest.raises(StoreError, match="there is no store"):
        results(tmp_path / "nowhere.db")
    assert list(tmp_path.iterdir()) == []


def test_failed_export_keeps_the_existing_file(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("precious", "utf-8")
    with pytest.raises(StoreError):
        export(tmp_path / "nowhere.db", tmp_path / "x.csv", "games")
    assert (tmp_path / "x.csv").read_text("utf-8") == "precious"
    assert ["x.csv"] == [path.name for path in tmp_path.iterdir()]


def test_missing_pyarrow_is_reported(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r'a Parquet file needs the extra `export`.*"hockey-cards\[export\]"'):
        export(store, tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []
