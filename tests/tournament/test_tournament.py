"""Tournaments: the games played, the standings, and that these do not depend on the execution."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from typing import Any, cast

import pytest

import _players
from _tournaments import SHORT, THREE, played, tournament
from hockey_cards import HockeyError, MissingExtra, Seeded, StrategyError, UnknownStrategy, derive, play, variant
from hockey_cards.strategy import Player
from hockey_cards.tournament import Snapshot, Standing, Standings, Team, fixtures
from hockey_cards.tournament.tally import GameResult

NAMES = ["a", "b", "c"]


@pytest.mark.parametrize("key", ["breakaway", "passe", "rink"])
def test_each_pair_plays_a_deal_from_both_sides(key: str) -> None:
    """With one dealer and one shoe, and chance of its own for each game."""
    for number, games in groupby(fixtures(variant(key), NAMES, range(3), 7), key=lambda fixture: fixture.deal):
        deal = list(games)
        assert {(one, other) for one in NAMES for other in NAMES if one != other} == {game.sides for game in deal}
        assert {derive(7, "deal", number)} == {game.seed for game in deal}
        assert {number % variant(key).rules.seats} == {game.dealer for game in deal}
        assert len(deal) == len({game.chance for game in deal})


@pytest.mark.parametrize("key", ["breakaway", "passe", "rink"])
def test_a_game_depends_on_its_deal_and_entrants_alone(key: str) -> None:
    """Not on other entrants, the order of entry, or earlier deals."""
    game = variant(key)
    all_games = set(fixtures(game, NAMES, range(5), "seed"))
    assert all_games >= set(fixtures(game, ["c", "a"], [4, 2], "seed"))
    assert all_games.isdisjoint(fixtures(game, NAMES, range(5), "another"))


@pytest.mark.parametrize("key", ["breakaway", "saves", "block-eights", "rink"])
def test_moving_dealer_and_players_together_gives_no_new_game(key: str) -> None:
    """Unless the seats of the table differ; so no rotation is missing."""
    game = variant(key)
    players = [_players.first, _players.last]
    here = play(game, players, shoe=Seeded(3, game.rules.deck), dealer=0)
    there = play(game, players[::-1], shoe=Seeded(3, game.rules.deck), dealer=1)
    same = here.moves == there.moves and here.score == there.score[::-1]
    assert (key != "rink") == same


def test_standings_are_the_sums_of_the_games() -> None:
    """The fixtures are played one by one."""
    standings = tournament(SHORT, THREE, deals=20, seed="x")
    outcomes = [(game, played(game, THREE).outcome) for game in fixtures(SHORT, list(THREE), range(20), "x")]
    for entrant in standings.entrants:
        mine = [(out, game.sides.index(entrant.name)) for game, out in outcomes if entrant.name in game.sides]
        winners = [None if out.winner is None else out.winner == side for out, side in mine]
        assert [winners.count(True), winners.count(None), winners.count(False)] == [
            entrant.wins,
            entrant.draws,
            entrant.losses,
        ]
        assert sum(out.score[side] for out, side in mine) == entrant.goals_for
        assert sum(out.score[1 - side] for out, side in mine) == entrant.goals_against


@pytest.mark.parametrize("key", ["breakaway", "rumble", "rink"])
def test_points_add_up(key: str) -> None:
    """Each game is worth one point, and every goal is for one entrant and against another."""
    standings = tournament(key, THREE, deals=4, seed=1)
    entrants = standings.entrants
    assert standings.games == 4 * 6 == sum(entrant.points for entrant in entrants)
    assert sum(entrant.goals_for for entrant in entrants) == sum(entrant.goals_against for entrant in entrants)
    assert [entrant.games for entrant in entrants] == [16] * 3
    for entrant in entrants:
        assert entrant.points == entrant.wins + entrant.draws / 2
        assert entrant.share == round(entrant.points / 16, 6)
        assert entrant.interval[0] <= entrant.share <= entrant.interval[1]
        pairs = [pair for pair in standings.pairs if entrant.name in (pair.name, pair.opponent)]
        assert entrant.points == sum(_points(pair, entrant.name) for pair in pairs)


def _points(pair: Standing, name: str) -> float:
    return pair.points if pair.name == name else pair.games - pair.points


@pytest.mark.parametrize("key", ["breakaway", "team-breakaway", "saves", "block-reverse", "block-eights", "rink"])
def test_two_copies_of_a_player_share_every_deal(key: str) -> None:
    """A deterministic player scores exactly half against itself; the interval is as wide as six deals leave it."""
    standings = tournament(key, {"one": _players.spread, "other": _players.spread}, deals=6, seed=2)
    for entrant in (*standings.entrants, *standings.pairs):
        missed = 1 - 0.025 ** (1 / 6)
        assert 0.5 == entrant.share
        assert entrant.interval == pytest.approx((0.5 - missed / 2, 0.5 + missed / 2), abs=1e-6)
        assert entrant.goals_for == entrant.goals_against


def test_texts_name_entrants_as_on_the_command_line() -> None:
    """The text of a player is enough, in teams and in worker processes too."""
    players = {"first": _players.first, "last": _players.last}
    texts = {name: f"{_players.__file__}:{name}" for name in players}
    here = tournament(SHORT, players, deals=4, seed=3)
    assert here.to_json() == tournament(SHORT, texts, deals=4, seed=3).to_json()
    assert here.to_json() == tournament(SHORT, texts, deals=4, seed=3, jobs=2).to_json()
    team, named = (Team(each["first"], each["last"]) for each in (players, texts))
    assert (
        tournament("passe", {"team": team, "greedy": "greedy"}, deals=1).to_json()
        == tournament("passe", {"team": named, "greedy": "greedy"}, deals=1).to_json()
    )
    with pytest.raises(UnknownStrategy, match=r"_players\.py:nobody"):
        tournament(SHORT, {"a": texts["first"], "b": f"{_players.__file__}:nobody"}, deals=1)


def test_json_is_the_same_for_any_number_of_jobs() -> None:
    results = [tournament(SHORT, THREE, deals=70, seed=3, jobs=jobs).to_json() for jobs in (1, 2, 3)]
    assert results[0] == results[1] == results[2]
    assert json.loads(results[0])["games"] == 70 * 6


def test_keys_of_the_json() -> None:
    """There is nothing of time, machine or jobs."""
    seen = json.loads(tournament(SHORT, THREE, deals=2, seed=3).to_json())
    keys = "format variant house seed seed32 commitment deals games entrants pairs".split()
    more = "schedule comparisons ratings rounds places sprt verdicts faults disqualified".split()
    assert [*keys, *more] == list(seen)
    shown = [seen[key] for key in ("variant", "house", "seed", "deals", "games")]
    assert ["breakaway", {"packets": [5], "periods": 1}, "3", 2, 12] == shown
    numbers = "games wins draws losses points goals_for goals_against share interval".split()
    assert [["name", *numbers]] * 3 == [list(entrant) for entrant in seen["entrants"]]
    assert [["name", "opponent", *numbers]] * 3 == [list(pair) for pair in seen["pairs"]]
    met = [("first", "last"), ("first", "chancy"), ("last", "chancy")]
    assert met == [(pair["name"], pair["opponent"]) for pair in seen["pairs"]]
    assert [2, 2, 2] == [comparison["deals"] for comparison in seen["comparisons"]]
    assert [entrant["name"] for entrant in seen["entrants"]] == [rating["name"] for rating in seen["ratings"]]
    assert {"kind": "round-robin"} == seen["schedule"]


def test_pair_does_not_depend_on_other_entrants() -> None:
    three = tournament(SHORT, THREE, deals=10, seed=4)
    two = tournament(SHORT, {name: THREE[name] for name in ("first", "chancy")}, deals=10, seed=4)
    assert two.pairs[0] in three.pairs


def test_seed_is_text_or_number() -> None:
    """7 and "7" are the same seed; bytes are shown in hex."""
    one, other = (tournament(SHORT, THREE, deals=3, seed=seed) for seed in (7, "7"))
    assert one == other
    assert bytes(32).hex() == tournament(SHORT, THREE, deals=1, seed=bytes(32)).seed


def test_entrants_may_be_names() -> None:
    """In worker processes too."""
    entrants = {"random": "random", "greedy": "greedy"}
    results = [tournament(SHORT, entrants, deals=60, jobs=jobs) for jobs in (1, 2)]
    assert results[0] == results[1]
    assert [entrant.name for entrant in results[0].entrants] == ["greedy", "random"]
    with pytest.raises(UnknownStrategy, match="nobody"):
        tournament(SHORT, {"x": "nobody", "y": "random"})


@pytest.mark.parametrize("jobs", [1, 2])
def test_error_names_entrant_and_deal(jobs: int) -> None:
    game = variant("breakaway").house(packets=[2], periods=2)
    with pytest.raises(StrategyError, match=r"bad, in deal 0: the strategy of seat \d raised KeyError") as caught:
        tournament(game, {"good": _players.first, "bad": _players.broken}, deals=60, jobs=jobs)
    assert caught.value.__cause__ is not None


def test_unpicklable_player_plays_in_process_only() -> None:
    """The error says what to do."""
    entrants: dict[str, Player] = {"here": lambda view: view.legal[0], "last": _players.last}
    assert tournament(SHORT, entrants, deals=1).games == 2
    with pytest.raises(HockeyError, match="here cannot be sent to another process"):
        tournament(SHORT, entrants, deals=1, jobs=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"entrants": {"a": "random"}}, "a tournament of 1 entrant cannot be played"),
        ({"entrants": THREE, "deals": 0}, "deals cannot be 0"),
        ({"entrants": THREE, "jobs": 0}, "jobs cannot be 0"),
        ({"entrants": THREE, "deals": True}, "deals cannot be True"),
        ({"entrants": THREE, "deals": range(3, 3)}, r"deals cannot be range\(3, 3\)"),
        ({"entrants": THREE, "deals": range(0, 9, 2)}, r"deals cannot be range\(0, 9, 2\)"),
        ({"entrants": THREE, "deals": range(-1, 2)}, r"deals cannot be range\(-1, 2\)"),
    ],
)
def test_impossible_tournaments_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises(HockeyError, match=message):
        tournament(SHORT, **arguments)


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_reaches_the_number_of_games(jobs: int) -> None:
    seen: list[tuple[int, int]] = []
    tournament(SHORT, THREE, deals=40, jobs=jobs, progress=lambda done, games: seen.append((done, games)))
    assert sorted(set(seen)) == seen
    assert seen[-1] == (240, 240)


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_deal_is_watched_in_order(jobs: int) -> None:
    """With the results of all pairs, and the standings so far."""
    seen: list[tuple[int, tuple[tuple[str, str], ...], int]] = []
    so_far: list[Standings] = []

    def watch(snapshot: Snapshot) -> None:
        seen.append((snapshot.deal, tuple(meeting.pair for meeting in snapshot.results), snapshot.games))
        if snapshot.deal == 6:
            so_far.append(snapshot.standings)

    tournament(SHORT, THREE, deals=30, seed=3, jobs=jobs, watch=watch)
    pairs = ("first", "last"), ("first", "chancy"), ("last", "chancy")
    assert [(deal, pairs, 6 * (deal + 1)) for deal in range(30)] == seen
    assert [tournament(SHORT, THREE, deals=7, seed=3)] == so_far


def test_best_is_first() -> None:
    """Entrants are sorted by points, then goal difference, then goals, then entry."""
    standings = tournament("breakaway", {name: name for name in ("random", "counter", "greedy")}, deals=4)
    assert ["counter", "greedy", "random"] == [entrant.name for entrant in standings.entrants]
    level = tournament(SHORT, {"b": _players.spread, "a": _players.spread}, deals=2)
    assert ["b", "a"] == [entrant.name for entrant in level.entrants]


def test_reverse_is_the_result_of_the_opponent() -> None:
    assert GameResult(0, 1, 3) == GameResult(2, 3, 1).reverse
    assert GameResult(1, 2, 2) == GameResult(1, 2, 2).reverse.reverse


def test_missing_scipy_is_reported_before_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(MissingExtra, match=r"the extra `tournament` .*scipy.*pip install .hockey-cards\[tournament\]"):
        tournament(SHORT, {"asked": cast("Any", asked.append), "last": _players.last})
    assert [] == asked


def test_standings_are_values() -> None:
    """Equal tournaments have equal standings."""
    one, other = (tournament(SHORT, THREE, deals=2) for _ in range(2))
    assert isinstance(one, Standings)
    assert one == other
