"""Remedies for faults, and tests that stop pairs: the same however the tournament is executed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import _players
from _tournaments import ILL, SHORT, THREE, tournament
from hockey_cards import Move, Seat, Variant, View
from hockey_cards.strategies import counter
from hockey_cards.tournament import (
    DealResult,
    Fault,
    Format,
    Gauntlet,
    KnockOut,
    Policy,
    RoundRobin,
    Snapshot,
    Sprt,
    Standings,
    Swiss,
)

DEALS = 12

Results = list[DealResult]


@cache
def _play(remedy: Any, **options: Any) -> tuple[Standings, Results]:
    """Play a tournament of the sound and the ill; tests in the same process share it."""
    results: Results = []

    def watch(snapshot: Snapshot) -> None:
        results.extend(snapshot.results)

    settings: dict[str, Any] = {"deals": DEALS, "seed": 7, **options}
    return tournament(SHORT, ILL, policy=Policy(remedy=remedy), watch=watch, **settings), results


def _faults(results: Results) -> list[Fault]:
    return [fault for meeting in results for fault in meeting.faults]


@pytest.mark.slow
@pytest.mark.parametrize("remedy", ["random", "forfeit-game", "forfeit-match", "disqualify"])
def test_remedies_are_the_same_for_any_number_of_jobs(remedy: Any) -> None:
    """Games that were played ahead in vain leave no trace."""
    one, of_one = _play(remedy)
    two, of_two = _play(remedy, jobs=2)
    assert one.to_json() == two.to_json()
    assert [meeting.games for meeting in of_one] == [meeting.games for meeting in of_two]
    assert [(fault.entrant, fault.deal, fault.view) for fault in _faults(of_one)] == [
        (fault.entrant, fault.deal, fault.view) for fault in _faults(of_two)
    ]
    assert {"touchy", "touchier"} == {fault.entrant for fault in one.faults}


@pytest.mark.slow
@pytest.mark.parametrize("remedy", ["random", "forfeit-game", "forfeit-match", "disqualify"])
def test_faults_affect_only_the_games_of_the_player(remedy: Any) -> None:
    ill, _ = _play(remedy)
    sound = tournament(SHORT, THREE, deals=DEALS, seed=7)
    assert set(sound.pairs) <= set(ill.pairs)


@pytest.mark.slow
def test_forfeited_match_is_one_deal_against_one_opponent() -> None:
    """All its games are lost, and the games against others count as played."""
    _, results = _play("forfeit-match")
    plain = {(meeting.deal, meeting.pair): meeting for meeting in _play("random")[1]}
    fine = 0
    for meeting in results:
        losers = {fault.entrant for fault in meeting.faults}
        if losers:
            (loser,) = losers
            assert {2 * (loser != meeting.pair[0])} == {result.halves for result in meeting.games}
            assert 2 == len(meeting.games)
        else:
            fine += 1
            assert meeting.games == plain[meeting.deal, meeting.pair].games
    assert 0 < fine < len(results)


def test_forfeited_game_is_one_game() -> None:
    """The other game of the deal counts as played."""
    _, results = _play("forfeit-game")
    assert any(
        fault.entrant == meeting.pair[0] and {0, 2} == {result.halves for result in meeting.games}
        for meeting in results
        for fault in meeting.faults
    )


def test_disqualified_entrants_lose_all_later_deals() -> None:
    """0:0 and lost from the next deal on; two that are disqualified do not meet again."""
    standings, results = _play("disqualify")
    out = standings.disqualified
    assert {"touchy", "touchier"} == set(out)
    assert out == {fault.entrant: fault.deal for fault in reversed(_faults(results))}
    for meeting in results:
        gone = [name for name in meeting.pair if out.get(name, 99) < meeting.deal]
        assert len(gone) < 2
        if gone:
            halves = 2 * (gone[0] != meeting.pair[0])
            assert {(halves, 0, 0)} == {(each.halves, each.goals_for, each.goals_against) for each in meeting.games}
            assert not meeting.faults
    assert DEALS * 18 + 2 * (1 + max(out.values())) == standings.games
    assert [entrant.name for entrant in standings.entrants][-2:] == sorted(
        out, key=lambda name: _share(standings, name)
    )[::-1]


def _share(standings: Standings, name: str) -> float:
    return next(entrant.share for entrant in standings.entrants if entrant.name == name)


class _Failing:
    """A player that wins its first games, and fails from a deal on."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.begun = 0

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Any:
        """Return the player for one game."""
        self.begun += 1
        return counter.make(variant, seat, rng) if self.begun <= self.games else _raising


def _raising(view: View) -> Move:
    raise ValueError("no")


@pytest.mark.parametrize("fails_after", [1, 3, 7])
@pytest.mark.parametrize("form", [RoundRobin(), Gauntlet(), Swiss(4), KnockOut()], ids=lambda form: str(form.kind))
def test_disqualified_entrant_scores_nothing_more_and_is_last(form: Format, fails_after: int) -> None:
    """In every format: it has no bye, does not advance, and comes last, however well it had played."""
    others = dict.fromkeys(("a", "b", "c", "d"), _players.first)
    entrants: dict[str, Any] = {"cheat": _Failing(fails_after), **others}
    results: Results = []
    policy = Policy("disqualify")

    def watch(snapshot: Snapshot) -> None:
        results.extend(snapshot.results)

    standings = tournament(SHORT, entrants, deals=2, format=form, policy=policy, watch=watch)
    (deal,) = standings.disqualified.values()
    assert "cheat" == standings.entrants[-1].name
    for result in results:
        if "cheat" in result.pair and result.deal > deal:
            scored = {game.halves if result.pair[0] == "cheat" else 2 - game.halves for game in result.games}
            assert {0} == scored
    if isinstance(form, Swiss | KnockOut):
        last = deal // 2
        assert "cheat" == standings.places[-1].name
        for later in standings.rounds[last + 1 :]:
            assert "cheat" not in {name for pair in later.pairs for name in pair} | set(later.byes)


def test_swiss_ends_when_nobody_is_left() -> None:
    """Rounds without a pair are not played."""
    entrants: dict[str, Any] = {"a": _raising, "b": _raising, "c": "random"}
    standings = tournament(SHORT, entrants, deals=1, format=Swiss(3), policy=Policy("disqualify"))
    assert {"a", "b"} == standings.disqualified.keys()
    assert "c" == standings.entrants[0].name
    assert len(standings.rounds) < 3


def test_faults_are_counted_by_entrant_kind_and_remedy() -> None:
    """With the deal and the message of the first."""
    standings, results = _play("random")
    for count in standings.faults:
        mine = [fault for fault in _faults(results) if fault.entrant == count.entrant]
        assert (len(mine), mine[0].deal, mine[0].message) == (count.times, count.deal, count.message)
        assert ("crash", "random") == (count.kind, count.remedy)
    assert sum(count.times for count in standings.faults) == len(_faults(results))
    assert "random" == standings.to_dict()["faults"][0]["remedy"]


TESTED: dict[str, Any] = {"strong": "greedy", "weak": "random", "weaker": _players.first}


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 3])
def test_sequential_test_stops_each_pair_at_the_same_deal(jobs: int) -> None:
    """However far other workers have played ahead."""
    settings: dict[str, Any] = {"deals": 100, "sprt": Sprt(-100, 100)}
    standings = tournament(SHORT, TESTED, **settings)
    assert standings.to_json() == tournament(SHORT, TESTED, jobs=jobs, **settings).to_json()
    assert ("strong", "weak") in standings.verdicts
    for pair, verdict in standings.verdicts.items():
        (comparison,) = [
            comparison
            for comparison, met in zip(standings.comparisons, standings.pairs, strict=True)
            if (met.name, met.opponent) == pair
        ]
        assert verdict.deals == comparison.deals < 100
        assert verdict.llr >= verdict.bounds[1] or verdict.llr <= verdict.bounds[0]


def test_undecided_test_leaves_no_verdict() -> None:
    """All deals have been played then."""
    equals = {"one": _players.spread, "other": _players.spread}
    standings = tournament(SHORT, equals, deals=20, sprt=Sprt(0, 5))
    assert {} == standings.verdicts
    assert 40 == standings.games
    results = standings.to_dict()
    assert ({"low": 0, "high": 5, "alpha": 0.05, "beta": 0.05}, []) == (results["sprt"], results["verdicts"])


def test_progress_reaches_its_end_when_a_test_stops_early() -> None:
    """The greatest number of games shrinks with the pairs that are done."""
    results: list[tuple[int, int]] = []
    tournament(
        SHORT, TESTED, deals=100, sprt=Sprt(-100, 100), progress=lambda done, games: results.append((done, games))
    )
    assert (6, 600) == results[0]
    assert results[-1][0] == results[-1][1] < 600


@pytest.mark.slow
@pytest.mark.parametrize("remedy", ["forfeit-game", "disqualify"])
@pytest.mark.parametrize("jobs", [None, 2])
def test_fault_after_the_verdict_of_a_pair_does_not_count(remedy: Any, jobs: int) -> None:
    settings: dict[str, Any] = {"deals": 60, "sprt": Sprt(-100, 100), "format": RoundRobin()}
    assert _play(remedy, **settings)[0].to_json() == _play(remedy, jobs=jobs, **settings)[0].to_json()
