"""Hostile players: each is blamed for its own fault, and leaves no process behind."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

import _players
from _pools import SEED, SHORT, nothing_left, play_games
from hockey_cards import Ending, Seeded, StrategyError, Variant, play, variant
from hockey_cards.process import FAULT_KINDS
from hockey_cards.shoe import seed32
from hockey_cards.strategies import greedy, random
from hockey_cards.testing import HOSTILE, HostilePlayer, hostile_players
from hockey_cards.tournament import tournament
from hockey_cards.tournament.pairing.fixtures import fixtures
from hockey_cards.tournament.playing.faults import Limits, Policy
from hockey_cards.tournament.playing.player_pool import PlayedGame, PlayerPool

pytestmark = pytest.mark.slow

HONEST: Mapping[str, Any] = {"greedy": greedy, "random": random, "spread": _players.spread}
STRICT = Policy(remedy="disqualify", limits=Limits(move=0.7, start=20, memory=512))
IMPATIENT = Policy(remedy="disqualify", limits=Limits(move=0.7, start=4, memory=512))
BY_NAME = {each.name: each for each in HOSTILE}
SLOW_STARTERS = [each for each in HOSTILE if each.kind == "slow-start"]
HARMLESS = [each.name for each in HOSTILE if each.kind is None]


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Check that no process is left once the pool is closed."""
    with nothing_left():
        yield


def round_robin(players: Mapping[str, Any], policy: Policy) -> dict[tuple[str, str], list[PlayedGame]]:
    """Play a round robin in which a fault disqualifies, and return the games of each pair."""
    played: dict[tuple[str, str], list[PlayedGame]] = {}
    out: set[str] = set()
    with PlayerPool(SHORT, players, policy) as pool:
        for fixture in fixtures(SHORT, players, range(1), SEED):
            if out.isdisjoint(fixture.sides):
                each = pool.play(fixture, Seeded(fixture.seed))
                out |= {fault.entrant for fault in each.faults}
                played.setdefault(fixture.sides, []).append(each)
    return played


def records(played: Mapping[tuple[str, str], Sequence[PlayedGame]]) -> dict[tuple[str, str], list[str]]:
    """Return the records of the games between honest players."""
    return {sides: [each.game.record() for each in played[sides]] for sides in played if HONEST.keys() >= {*sides}}


def test_round_robin_with_hostile_players_ends() -> None:
    """Each is blamed for its own kind of fault only, and the honest games do not change."""
    hostile = {name: player for name, player in hostile_players().items() if BY_NAME[name] not in SLOW_STARTERS}
    played = round_robin({**HONEST, **hostile}, STRICT)
    blamed = {(fault.entrant, fault.kind) for games in played.values() for each in games for fault in each.faults}
    assert {(name, BY_NAME[name].kind) for name in hostile if name not in HARMLESS} == blamed
    assert 6 == len(records(played))
    assert records(round_robin(HONEST, STRICT)) == records(played)
    assert records(round_robin(HONEST, Policy())) == records(played)


@pytest.mark.parametrize("slow", SLOW_STARTERS, ids=lambda each: each.name)
def test_slow_starters_are_disqualified(slow: HostilePlayer) -> None:
    played = round_robin({"greedy": greedy, "slow": slow.player}, IMPATIENT)
    assert [("slow", "slow-start", None)] == [
        (fault.entrant, fault.kind, fault.move) for games in played.values() for each in games for fault in each.faults
    ]


def test_harmless_players_play_normally() -> None:
    """They print, start processes and change their views."""
    decent = [each.game for each in play_games({"good": greedy, "bad": _players.first})]
    for name in HARMLESS:
        played = play_games({"good": greedy, "bad": BY_NAME[name].player}, Policy(isolate=True))
        assert decent == [each.game for each in played], name


def test_first_of_two_faults_decides() -> None:
    """The other side wins, whatever it would have done next."""
    for first, second in (("raises-at-move", "vanishes"), ("vanishes", "returns-none")):
        for each in play_games({name: BY_NAME[name].player for name in (first, second)}, STRICT):
            (fault,) = each.faults
            assert fault.seat == each.game.forfeited_by
            assert BY_NAME[fault.entrant].kind == fault.kind


@pytest.mark.parametrize("name", hostile_players(isolated=False))
@pytest.mark.parametrize("game", [SHORT, variant("rink"), variant("blades")], ids=lambda game: game.key)
def test_some_hostile_players_can_play_in_process(name: str, game: Variant) -> None:
    """Players that raise or return nonsense need no process of their own."""
    hostile = BY_NAME[name]
    for each in play_games({"good": random, "bad": hostile.player}, Policy(remedy="random"), game=game):
        assert Ending.FORFEIT != each.outcome.how
        assert {("bad", hostile.kind)} - {("bad", None)} == {(fault.entrant, fault.kind) for fault in each.faults}
        assert json.dumps([fault.to_dict() for fault in each.faults])


def test_retries_restart_a_dead_process() -> None:
    """It dies again."""
    policy = Policy(remedy="forfeit-game", retries=1, isolate=True)
    for each in play_games({"good": greedy, "bad": BY_NAME["vanishes"].player}, policy):
        assert each.faults[0].kind == "dead"
        assert "retry" == each.faults[0].remedy


def test_play_names_the_seat_of_a_hostile_player() -> None:
    for name, player in hostile_players(isolated=False).items():
        if name not in HARMLESS:
            with pytest.raises(StrategyError) as caught:
                play(SHORT, [greedy, player], seed=1)
            assert 1 == caught.value.seat


def test_every_kind_of_fault_has_a_hostile_player() -> None:
    assert len(HOSTILE) == len(BY_NAME) == len(hostile_players())
    # Tampering is possible only in the tester's own process, which it would harm.
    assert {*FAULT_KINDS, None} - {"tampering"} == {each.kind for each in HOSTILE}
    assert hostile_players(isolated=False).keys() < hostile_players().keys()


def _tournament(names: Sequence[str], jobs: int, policy: Policy = STRICT) -> tuple[Any, set[tuple[str, Any]]]:
    """Play a tournament; return the results of honest pairs, and the faults of each entrant."""
    hostile = {name: BY_NAME[name].player for name in names}
    standings = tournament(SHORT, {**HONEST, **hostile}, deals=1, seed=seed32(SEED), policy=policy, jobs=jobs)
    pairs = [pair.to_dict() for pair in standings.pairs if HONEST.keys() >= {pair.name, pair.opponent}]
    return pairs, {(fault.entrant, fault.kind) for fault in standings.faults}


def test_tournament_in_worker_processes_ends() -> None:
    """The workers end with all that they have started, and the honest results do not change."""
    names = ["misnumbers", "ends-at-once", "returns-none"]
    expected, nobody = _tournament([], jobs=1)
    figures, blamed = _tournament(names, jobs=2)
    assert expected == figures
    assert set() == nobody
    assert {(name, BY_NAME[name].kind) for name in names} == blamed


@pytest.mark.long
def test_tournament_with_all_hostile_players_ends() -> None:
    """With slow starters too."""
    figures, blamed = _tournament(list(BY_NAME), 2, IMPATIENT)
    assert _tournament([], jobs=1)[0] == figures
    assert {(name, BY_NAME[name].kind) for name in BY_NAME if name not in HARMLESS} == blamed
