"""Cheating players: what they could gain by guessing, by remembering and by tampering, and who is blamed."""

from __future__ import annotations

from typing import Any

import pytest

import _cheats
import _players
from _tournaments import SHORT
from hockey_cards import StrategyError, play, variant
from hockey_cards import tournament as tournaments
from hockey_cards.strategies import counter
from hockey_cards.tournament import DealResult, Fault, Limits, Policy, Snapshot, Standings, Team
from hockey_cards.tournament.playing import tampering

tournament: Any = tournaments.tournament
DISQUALIFY = Policy("disqualify")
ISOLATED = Policy("disqualify", isolate=True)


def _points(standings: Standings) -> dict[str, float]:
    return {each.name: each.points for each in standings.entrants}


def _played(entrants: Any, **settings: Any) -> tuple[Standings, list[DealResult]]:
    results: list[DealResult] = []

    def watch(snapshot: Snapshot) -> None:
        results.extend(snapshot.results)

    return tournament(SHORT, entrants, watch=watch, **settings), results


# Guessing and remembering


@pytest.mark.slow
def test_guessed_seed_is_worth_nothing_by_default() -> None:
    """A player that would win by trying seeds plays, isolated and at the defaults, the games of its honest self."""
    game = variant("breakaway").house(packets=[4], periods=1)
    guesser = _cheats.Guesser(_cheats.seeds_to_try(range(3)), 20)
    with pytest.warns(UserWarning, match="can find out a short seed"):
        known = tournament(game, {"a": guesser, "b": "counter"}, deals=20, seed="0", policy=ISOLATED)
    honest = tournament(game, {"a": "counter", "b": "counter"}, deals=20, seed="0")
    assert _points(known)["a"] > _points(honest)["a"] + 1
    unknown = tournament(game, {"a": guesser, "b": "counter"}, deals=20, policy=ISOLATED)
    again = tournament(game, {"a": counter, "b": "counter"}, deals=20, seed=bytes.fromhex(unknown.seed32))
    assert again.pairs == unknown.pairs


@pytest.mark.long
def test_ten_thousand_deals_of_a_hundred_seeds_are_worth_nothing() -> None:
    """The same with the seeds "0" to "100" and common words, over 200 deals of a whole game."""
    guesser = _cheats.Guesser(_cheats.seeds_to_try(range(101)), 10_000)
    policy = Policy("disqualify", isolate=True, limits=Limits(start=3000, move=3000))
    found = tournament("breakaway", {"a": guesser, "b": "counter"}, deals=200, policy=policy)
    honest = tournament("breakaway", {"a": counter, "b": "counter"}, deals=200, seed=bytes.fromhex(found.seed32))
    assert () == found.faults
    assert honest.pairs == found.pairs


@pytest.mark.slow
@pytest.mark.parametrize("deals", [3, pytest.param(200, marks=pytest.mark.long)])
def test_isolated_player_remembers_nothing(deals: int) -> None:
    """A player that improves with the number of games in its process plays each as its first."""
    entrants = {"a": _cheats.remembering, "b": "random"}
    found = tournament(SHORT, entrants, deals=deals, policy=ISOLATED)
    again = tournament(SHORT, {**entrants, "a": _cheats.forgetting}, deals=deals, seed=bytes.fromhex(found.seed32))
    assert again.pairs == found.pairs


# Tampering


@pytest.mark.parametrize("cheat", _cheats.TAMPERERS, ids=lambda cheat: str(cheat.__name__))
@pytest.mark.parametrize("opponent", ["counter", _players.first], ids=["own", "foreign"])
def test_tamperer_is_blamed_in_every_game(cheat: Any, opponent: Any) -> None:
    """Twenty of twenty games; the opponent is not blamed, and what was changed is put back."""
    expected = tournament(SHORT, {"a": "greedy", "b": "random"}, deals=2, seed=1)
    policy = Policy("forfeit-game")
    standings, results = _played({"cheat": cheat, "other": opponent}, deals=10, policy=policy)
    faults = [fault for result in results for fault in result.faults]
    assert {("cheat", "tampering", "forfeit-game")} == {(each.entrant, each.kind, each.remedy) for each in faults}
    assert {(deal, game) for deal in range(10) for game in (0, 1)} == {(each.deal, each.game) for each in faults}
    assert {"cheat": 0.0, "other": 20.0} == _points(standings)
    assert expected == tournament(SHORT, {"a": "greedy", "b": "random"}, deals=2, seed=1)


def test_tamperer_is_blamed_before_anything_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was remembered of a game is forgotten only when it has been compared."""
    monkeypatch.setattr(tampering, "_MAX_KEPT", 0)
    _, results = _played(
        {"cheat": _cheats.writing_one_ruling, "other": "random"}, deals=3, policy=Policy("forfeit-game")
    )
    faults = [fault for result in results for fault in result.faults]
    assert [("cheat", "tampering")] * 6 == [(fault.entrant, fault.kind) for fault in faults]


def test_tampering_with_an_earlier_game_is_blamed() -> None:
    """A player keeps a value of its first game, and changes it in later ones."""
    kept: list[Any] = []

    def cheat(view: Any) -> Any:
        if view.period == 0 and view.ply < 2:
            kept.append(view.setup)
        if len(kept) > 1:
            object.__setattr__(kept[0], "sudden", len(kept))
        return view.legal[0]

    _, results = _played({"cheat": cheat, "other": "random"}, deals=2, policy=Policy("forfeit-game"))
    faults = [fault for result in results for fault in result.faults]
    assert {("cheat", "tampering")} == {(fault.entrant, fault.kind) for fault in faults}
    assert (0, 0) not in {(fault.deal, fault.game) for fault in faults}


def test_factory_that_tampers_is_blamed() -> None:
    """Before the first move."""
    standings, results = _played({"cheat": _cheats.writing_the_variant, "other": "random"}, deals=2, policy=DISQUALIFY)
    assert {"cheat": 0} == standings.disqualified
    assert None is results[0].faults[0].move


@pytest.mark.parametrize("remedy", ["random", "stop"])
def test_tampering_has_the_remedies_of_any_fault(remedy: Any) -> None:
    """A random move is made for the player, or the tournament stops."""
    entrants = {"cheat": _cheats.writing_rulings, "other": "random"}
    policy = Policy("forfeit-game", remedies={"tampering": remedy})
    if remedy == "stop":
        with pytest.raises(StrategyError, match="cheat, in deal 0: the strategy of seat 0 changed values that belong"):
            tournament(SHORT, entrants, deals=2, policy=policy)
        return
    standings = tournament(SHORT, entrants, deals=2, policy=policy)
    assert [("cheat", "tampering", "random", 12)] == [
        (each.entrant, each.kind, each.remedy, each.times) for each in standings.faults
    ]


def test_view_itself_may_be_changed() -> None:
    """It belongs to the player."""
    standings = tournament(SHORT, {"a": _cheats.writing_the_view, "b": "random"}, deals=3, policy=DISQUALIFY)
    assert () == standings.faults


@pytest.mark.parametrize("game", ["passe", "rink", "blades"])
def test_honest_players_are_never_blamed(game: str) -> None:
    """Whatever the family computes when it is first asked."""

    def curious(view: Any) -> Any:
        for name in dir(view):
            getattr(view, name)
        hash(view)
        return view.legal[len(view.to_json()) % len(view.legal)]

    entrants = {"a": curious, "b": _players.chancy, "c": "counter"}
    assert () == tournament(game, entrants, deals=2, policy=DISQUALIFY).faults


TIMES: list[int] = []


def _tampering_once(view: Any) -> Any:
    """Change a table in one game only, and never again."""
    if not TIMES:
        TIMES.append(1)
        return _cheats.writing_one_ruling(view)
    return _players.first(view)


@pytest.mark.parametrize(("opponent", "blamed"), [("random", {"cheat"}), (_players.last, {"cheat", "other"})])
def test_game_is_void_if_nobody_is_seen_to_tamper(opponent: Any, blamed: set[str]) -> None:
    """Unless only one of the two is foreign code; then it forfeits."""
    TIMES.clear()
    standings, results = _played({"cheat": _tampering_once, "other": opponent}, deals=2, seed=1, policy=DISQUALIFY)
    faults: list[Fault] = [fault for result in results for fault in result.faults]
    assert blamed == {fault.entrant for fault in faults}
    assert {"tampering"} == {fault.kind for fault in faults}
    first = results[0].games[0]
    if len(blamed) == 2:
        assert {"forfeit-game"} == {fault.remedy for fault in faults}
        assert (1, 0, 0) == (first.halves, first.goals_for, first.goals_against)
        assert {} == standings.disqualified
    else:
        assert {"cheat": 0} == standings.disqualified
        assert 0 == first.halves


# Moves that are none


def test_pretended_move_is_no_move() -> None:
    """A value whose type equals every type is refused, and is the fault of its player."""
    standings = tournament(SHORT, {"cheat": _cheats.pretending, "other": "random"}, deals=1, policy=DISQUALIFY)
    assert [("cheat", "nonsense")] == [(fault.entrant, fault.kind) for fault in standings.faults]
    with pytest.raises(StrategyError, match="seat 0 returned a value of type Pretender, not a move"):
        play("breakaway", [_cheats.pretending, "random"], seed=1)


@pytest.mark.slow
def test_pretended_move_is_no_move_in_a_process() -> None:
    standings = tournament(SHORT, {"cheat": _cheats.pretending, "other": "random"}, deals=1, policy=ISOLATED)
    assert [("cheat", "nonsense")] == [(fault.entrant, fault.kind) for fault in standings.faults]


# Teams


def test_member_of_a_team_that_failed_is_named() -> None:
    """In the fault, and in the error that stops a tournament."""
    game = variant("passe").house(packets=[3], periods=2)
    entrants = {"pair": Team(_players.first, _players.broken), "others": "random"}
    standings = tournament(game, entrants, deals=1, policy=Policy("forfeit-game"))
    assert "(its member broken) raised KeyError" in standings.faults[0].message
    with pytest.raises(StrategyError, match=r"pair \(its member broken\), in deal 0: the strategy of seat \d raised"):
        tournament(game, entrants, deals=1)
