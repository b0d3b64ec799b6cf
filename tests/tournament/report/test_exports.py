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
    """A store of ten deals of three players, one of whom fails now and then."""
    path = tmp_path_factory.mktemp("stores") / "three.db"
    entrants: dict[str, Entrant] = {**THREE, "wrong": _fails}
    tournament(SHORT, entrants, deals=10, seed="x", store=path, policy=Policy("random"), versions={"wrong": "1"})
    return path


def _fails(view: Any) -> Any:
    if len(view.hand) == 3:
        raise ValueError("three cards are too many")
    return view.legal[0]


def test_entrants_are_those_of_the_standings(store: Path) -> None:
    """The best first, with rating and faults in one row."""
    standings = read_standings(store)
    told = results(standings, "entrants")
    assert list(told) == list(column_types(standings, "entrants"))
    assert told["place"] == [1, 2, 3, 4]
    for number, entrant in enumerate(standings.entrants):
        row = {name: values[number] for name, values in told.items()}
        assert (entrant.name, entrant.points, entrant.share) == (row["name"], row["points"], row["share"])
        assert entrant.interval == (row["share_low"], row["share_high"])
        assert round(standings.ratings[number].elo, 6) == row["elo"]
    failed = dict(zip(told["name"], told["faults"], strict=True))
    assert {"first": 0, "last": 0, "chancy": 0, "wrong": sum(fault.times for fault in standings.faults)} == failed
    assert standings.faults


def test_pairs_have_their_counts_of_deals(store: Path) -> None:
    """A column for each outcome, which add up to the deals."""
    told = results(store, "pairs")
    counts = [told[f"halves_{number}"] for number in range(5)]
    assert told["deals"] == [sum(map(int, map(str, pair))) for pair in zip(*counts, strict=True)] == [10] * 6
    first = read_standings(store).comparisons[0]
    assert round(first.goals, 6) == told["goals_a_deal"][0]
    assert first.goals_interval is not None
    assert [round(end, 6) for end in first.goals_interval] == [told["goals_low"][0], told["goals_high"][0]]


def test_games_are_those_of_the_fixtures(store: Path) -> None:
    """In order, each with who sat where, who dealt, and what came of it."""
    told = results(store, "games")
    games = list(fixtures(SHORT, ["first", "last", "chancy", "wrong"], range(10), "x"))
    assert [game.sides for game in games] == list(zip(told["side_0"], told["side_1"], strict=True))
    assert [(game.deal, game.dealer) for game in games] == list(zip(told["deal"], told["dealer"], strict=True))
    assert told["game"] == [0, 1] * 60
    assert set(told["round"]) == {0}
    points = [one + other for one, other in zip(_floats(told["points_0"]), _floats(told["points_1"]), strict=True)]
    assert points == [1.0] * 120


def _floats(values: list[Any]) -> list[float]:
    assert all(isinstance(value, float) for value in values)
    return values


def test_games_add_up_to_the_standings(store: Path) -> None:
    """Points, goals and faults of the rows are those of the entrants."""
    told, standings = results(store, "games"), read_standings(store)
    for entrant in standings.entrants:
        sums = {"points": 0.0, "goals": 0, "faults": 0}
        for side in (0, 1):
            for number, name in enumerate(told[f"side_{side}"]):
                if name == entrant.name:
                    sums = {key: total + float(str(told[f"{key}_{side}"][number])) for key, total in sums.items()}
        failed = sum(fault.times for fault in standings.faults if fault.entrant == entrant.name)
        assert {"points": entrant.points, "goals": entrant.goals_for, "faults": failed} == sums


def test_games_of_teams_are_told_apart(tmp_path: Path) -> None:
    """A deal of two teams has eight games, of a team against a player twice four, whoever its members are."""
    store = tmp_path / "teams.db"
    entrants: dict[str, Entrant] = {
        "ab": Team(_players.first, _players.last),
        "aa": Team(_players.first, _players.first),
        "b": _players.last,
        "cd": Team(_players.chancy, _players.first),
    }
    tournament(FOUR, entrants, deals=2, seed=1, store=store)
    told = results(store, "games")
    games = list(fixtures(FOUR, entrants, range(2), 1))
    assert [game.sides for game in games] == list(zip(told["side_0"], told["side_1"], strict=True))
    assert max(int(str(game)) for game in told["game"]) == 7


def test_rounds_are_numbered(tmp_path: Path) -> None:
    store = tmp_path / "swiss.db"
    entrants: dict[str, Entrant] = {**THREE, "spread": _players.spread}
    standings = tournament(SHORT, entrants, deals=3, seed=1, store=store, format=Swiss(2))
    told = results(store, "games")
    assert [0] * 12 + [1] * 12 == told["round"]
    met = {(number, frozenset(pair)) for number, round_ in enumerate(standings.rounds) for pair in round_.pairs}
    sides = zip(told["round"], told["side_0"], told["side_1"], strict=True)
    assert met == {(number, frozenset((one, other))) for number, one, other in sides}


@pytest.mark.parametrize("rows", ROW_KINDS)
def test_pandas_and_polars_take_the_columns_as_they_are(store: Path, rows: Any) -> None:
    """With the rows in order, and numbers as numbers."""
    pandas: Any = pytest.importorskip("pandas")
    polars: Any = pytest.importorskip("polars")
    told = results(store, rows)
    for frame in (pandas.DataFrame(told), polars.DataFrame(told)):
        assert list(told) == list(frame.columns)
        assert frame.shape == (len(next(iter(told.values()))), len(told))
        for name, kind in column_types(read_standings(store), rows).items():
            if kind in (int, float) and None not in told[name]:
                assert sum(float(str(value)) for value in told[name]) == pytest.approx(float(frame[name].sum()))


@pytest.mark.parametrize("rows", ROW_KINDS)
def test_csv_holds_what_the_columns_do(store: Path, tmp_path: Path, rows: Any) -> None:
    """A heading and a row each, UTF-8, newlines alone; what there is nothing of is empty."""
    export(store, tmp_path / "out.csv", rows)
    text = (tmp_path / "out.csv").read_bytes()
    assert b"\r" not in text
    told = results(store, rows)
    heading, *lines = csv.reader(text.decode().splitlines())
    assert list(told) == heading
    assert [list(values) for values in zip(*lines, strict=True)] == [list(map(_text, told[name])) for name in heading]
    assert ["out.csv"] == [path.name for path in tmp_path.iterdir()]


def _text(value: object) -> str:
    return "" if value is None else str(value)


@pytest.mark.parametrize("rows", ROW_KINDS)
def test_parquet_holds_what_the_columns_do(store: Path, tmp_path: Path, rows: Any) -> None:
    """Of the types that are told, whether there is anything in a column or not."""
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    export(store, tmp_path / "out.parquet", rows)
    read = parquet.read_table(tmp_path / "out.parquet")
    assert results(store, rows) == read.to_pydict()
    kinds = {bool: "bool", int: "int64", float: "double", str: "string"}
    expected = [kinds[kind] for kind in column_types(read_standings(store), rows).values()]
    assert expected == [str(kind) for kind in read.schema.types]


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_all_results_go_into_one_folder(store: Path, tmp_path: Path, kind: str) -> None:
    """Games are among them if there is a store."""
    pytest.importorskip("pyarrow")
    without = export_all(read_standings(store), tmp_path / "without", kind)
    with_games = export_all(read_standings(store), tmp_path / "with", kind, store=store)
    assert ["entrants", "pairs", "faults"] == [path.stem for path in without]
    assert ["entrants", "pairs", "faults", "games"] == [path.stem for path in with_games]
    assert all(path.suffix == kind and path.is_file() for path in (*without, *with_games))


def test_names_come_back_from_csv(tmp_path: Path) -> None:
    """Commas, quotes and line ends in names do no harm."""
    standings = made(HOSTILE, 2)
    export(standings, tmp_path / "out.csv", "entrants")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        names = [row["name"] for row in csv.DictReader(file)]
    assert names == [entrant.name for entrant in standings.entrants]


def test_nothing_played_gives_columns_without_rows() -> None:
    empty = Standings("breakaway", {}, "0", 0, (), ())
    assert {name: [] for name in column_types(empty, "pairs")} == results(empty, "pairs")


def test_what_makes_no_sense_is_refused(store: Path, tmp_path: Path) -> None:
    """With what would, and without a file."""
    standings = read_standings(store)
    with pytest.raises(HockeyError, match="there are no rows of 'moves': the rows are entrants, pairs, faults, games"):
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


def test_what_was_there_stays_where_an_export_fails(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("precious", "utf-8")
    with pytest.raises(StoreError):
        export(tmp_path / "nowhere.db", tmp_path / "x.csv", "games")
    assert (tmp_path / "x.csv").read_text("utf-8") == "precious"
    assert ["x.csv"] == [path.name for path in tmp_path.iterdir()]


def test_without_pyarrow_it_is_told_how_to_install_it(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r'a Parquet file needs the extra `export`.*"hockey-cards\[export\]"'):
        export(store, tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []
