"""Tournaments: which games are played, what they come to, and that it is the same however it is played."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from typing import Any, cast

import pytest

import _players
from _tournaments import SHORT, THREE, played
from hockey_cards import HockeyError, MissingExtra, Seeded, StrategyError, UnknownStrategy, derive, play, variant
from hockey_cards.strategy import Player
from hockey_cards.tournament import Snapshot, Standing, Standings, fixtures, tournament
from hockey_cards.tournament.tally import GameResult

NAMES = ["a", "b", "c"]


@pytest.mark.parametrize("key", ["breakaway", "passe", "rink"])
def test_each_pair_plays_a_deal_from_both_sides(key: str) -> None:
    """All ordered pairs meet once a deal: under one dealer, with one shoe, each with chance of its own."""
    for number, games in groupby(fixtures(variant(key), NAMES, range(3), 7), key=lambda fixture: fixture.deal):
        deal = list(games)
        assert {(one, other) for one in NAMES for other in NAMES if one != other} == {game.sides for game in deal}
        assert {derive(7, "deal", number)} == {game.seed for game in deal}
        assert {number % variant(key).rules.seats} == {game.dealer for game in deal}
        assert len(deal) == len({game.chance for game in deal})


@pytest.mark.parametrize("key", ["breakaway", "passe", "rink"])
def test_a_game_depends_on_its_deal_and_entrants_alone(key: str) -> None:
    """Others that enter, the order of entry and the deals before change nothing in a game."""
    game = variant(key)
    all_games = set(fixtures(game, NAMES, range(5), "seed"))
    assert all_games >= set(fixtures(game, ["c", "a"], [4, 2], "seed"))
    assert all_games.isdisjoint(fixtures(game, NAMES, range(5), "another"))


@pytest.mark.parametrize("key", ["breakaway", "saves", "block-eights", "rink"])
def test_moving_dealer_and_players_together_gives_no_new_game(key: str) -> None:
    """Where places are not fixed, the next dealer with everybody moved on is the same game: no rotation is missing."""
    game = variant(key)
    players = [_players.first, _players.last]
    here = play(game, players, shoe=Seeded(3, game.rules.deck), dealer=0)
    there = play(game, players[::-1], shoe=Seeded(3, game.rules.deck), dealer=1)
    same = here.moves == there.moves and here.score == there.score[::-1]
    assert (key != "rink") == same


def test_standings_are_what_the_games_come_to() -> None:
    """Wins, draws, losses and goals are those of the fixtures, played one by one."""
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
    """Each game gives out one point, and every goal is one for somebody and one against somebody."""
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
def test_two_copies_of_one_player_share_every_deal(key: str) -> None:
    """Against itself a player without chance makes exactly half of the points, and there is no doubt about it."""
    standings = tournament(key, {"one": _players.spread, "other": _players.spread}, deals=6, seed=2)
    for entrant in (*standings.entrants, *standings.pairs):
        assert (0.5, (0.5, 0.5)) == (entrant.share, entrant.interval)
        assert entrant.goals_for == entrant.goals_against


def test_json_is_the_same_for_any_number_of_jobs() -> None:
    """The bytes of the JSON do not depend on how the work was divided."""
    results = [tournament(SHORT, THREE, deals=70, seed=3, jobs=jobs).to_json() for jobs in (1, 2, 3)]
    assert results[0] == results[1] == results[2]
    assert json.loads(results[0])["games"] == 70 * 6


def test_json_says_what_was_played_and_what_came_of_it() -> None:
    """The keys in order, and nothing of time, machine or jobs among them."""
    told = json.loads(tournament(SHORT, THREE, deals=2, seed=3).to_json())
    keys = ["format", "variant", "house", "seed", "deals", "games", "entrants", "pairs"]
    more = "schedule comparisons ratings rounds places sprt verdicts faults disqualified".split()
    assert [*keys, *more] == list(told)
    assert ["breakaway", {"packets": [5], "periods": 1}, "3", 2, 12] == [told[key] for key in list(told)[1:6]]
    numbers = "games wins draws losses points goals_for goals_against share interval".split()
    assert [["name", *numbers]] * 3 == [list(entrant) for entrant in told["entrants"]]
    assert [["name", "opponent", *numbers]] * 3 == [list(pair) for pair in told["pairs"]]
    met = [("first", "last"), ("first", "chancy"), ("last", "chancy")]
    assert met == [(pair["name"], pair["opponent"]) for pair in told["pairs"]]
    assert [2, 2, 2] == [comparison["deals"] for comparison in told["comparisons"]]
    assert [entrant["name"] for entrant in told["entrants"]] == [rating["name"] for rating in told["ratings"]]
    assert {"kind": "round-robin"} == told["schedule"]


def test_others_that_enter_change_nothing_between_two() -> None:
    """What a pair makes of its deals is the same with and without a third."""
    three = tournament(SHORT, THREE, deals=10, seed=4)
    two = tournament(SHORT, {name: THREE[name] for name in ("first", "chancy")}, deals=10, seed=4)
    assert two.pairs[0] in three.pairs


def test_seed_is_text_or_number() -> None:
    """7 and "7" are one seed here too; bytes are told in hex."""
    one, other = (tournament(SHORT, THREE, deals=3, seed=seed) for seed in (7, "7"))
    assert one == other
    assert bytes(32).hex() == tournament(SHORT, THREE, deals=1, seed=bytes(32)).seed


def test_players_may_be_named() -> None:
    """A text stands for the player of that name, in other processes too."""
    entrants = {"random": "random", "greedy": "greedy"}
    results = [tournament(SHORT, entrants, deals=60, jobs=jobs) for jobs in (1, 2)]
    assert results[0] == results[1]
    assert [entrant.name for entrant in results[0].entrants] == ["greedy", "random"]
    with pytest.raises(UnknownStrategy, match="nobody"):
        tournament(SHORT, {"x": "nobody", "y": "random"})


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_that_fails_is_named(jobs: int) -> None:
    """The error names the entrant, the deal and what was raised."""
    game = variant("breakaway").house(packets=[2], periods=2)
    with pytest.raises(StrategyError, match=r"bad, in deal 0: the strategy of seat \d raised KeyError") as caught:
        tournament(game, {"good": _players.first, "bad": _players.broken}, deals=60, jobs=jobs)
    assert caught.value.__cause__ is not None


def test_a_player_that_cannot_be_pickled_plays_here_only() -> None:
    """A lambda may enter, but not in another process: then the error says what to do."""
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
def test_what_cannot_be_played_is_refused(arguments: Any, message: str) -> None:
    """A tournament needs two entrants, a deal and a process."""
    with pytest.raises(HockeyError, match=message):
        tournament(SHORT, **arguments)


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_is_told_to_the_end(jobs: int) -> None:
    """The numbers of games played rise to the number of all games."""
    told: list[tuple[int, int]] = []
    tournament(SHORT, THREE, deals=40, jobs=jobs, progress=lambda done, games: told.append((done, games)))
    assert sorted(set(told)) == told
    assert told[-1] == (240, 240)


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_deal_is_told_in_order(jobs: int) -> None:
    """A watcher gets all meetings of a deal when it has been counted, and the standings up to it if it asks."""
    told: list[tuple[int, tuple[tuple[str, str], ...], int]] = []
    so_far: list[Standings] = []

    def watch(snapshot: Snapshot) -> None:
        told.append((snapshot.deal, tuple(meeting.pair for meeting in snapshot.results), snapshot.games))
        if snapshot.deal == 6:
            so_far.append(snapshot.standings)

    tournament(SHORT, THREE, deals=30, seed=3, jobs=jobs, watch=watch)
    pairs = ("first", "last"), ("first", "chancy"), ("last", "chancy")
    assert [(deal, pairs, 6 * (deal + 1)) for deal in range(30)] == told
    assert [tournament(SHORT, THREE, deals=7, seed=3)] == so_far


def test_best_is_first() -> None:
    """Entrants are in order of points, then of the difference of goals, then of goals, then of entry."""
    standings = tournament("breakaway", {name: name for name in ("random", "counter", "greedy")}, deals=4)
    assert ["counter", "greedy", "random"] == [entrant.name for entrant in standings.entrants]
    level = tournament(SHORT, {"b": _players.spread, "a": _players.spread}, deals=2)
    assert ["b", "a"] == [entrant.name for entrant in level.entrants]


def test_results_reverse() -> None:
    """A game of one entrant is the reverse of the other's."""
    assert GameResult(0, 1, 3) == GameResult(2, 3, 1).reverse
    assert GameResult(1, 2, 2) == GameResult(1, 2, 2).reverse.reverse


def test_without_scipy_nothing_isplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is found before the games, and not after them."""
    asked: list[Any] = []
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(MissingExtra, match=r"the extra `tournament` .*scipy.*pip install .hockey-cards\[tournament\]"):
        tournament(SHORT, {"asked": cast("Any", asked.append), "last": _players.last})
    assert [] == asked


def test_standings_are_values() -> None:
    """Equal tournaments have equal results."""
    one, other = (tournament(SHORT, THREE, deals=2) for _ in range(2))
    assert isinstance(one, Standings)
    assert one == other
