"""The player pool: games with players that may fail, and the remedies for them."""

from __future__ import annotations

import json
import pickle
import re
import signal
from typing import Any

import attrs
import pytest

import _players
import _pools
from _pools import SHORT, TABLE, play_games
from hockey_cards import Ending, Game, HockeyError, Outcome, Seeded, StrategyError, UnknownStrategy, View, play
from hockey_cards.cards import cards_from
from hockey_cards.strategies import greedy, strategies
from hockey_cards.testing import FaultInjector
from hockey_cards.tournament.entrants import Team
from hockey_cards.tournament.pairing.fixtures import fixtures
from hockey_cards.tournament.playing.faults import REMEDIES, Fault, Limits, Policy
from hockey_cards.tournament.playing.player_pool import PlayerPool
from hockey_cards.tournament.playing.seats import has_own_process, is_foreign_code

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b|[♣♦♥♠]")


def raises(view: Any) -> Any:
    """Raise an error whose text shows a card."""
    raise KeyError(view.legal[0].code if view else "no player")


def nothing(_view: Any) -> None:
    """Return nothing."""


def interrupts(_view: Any) -> None:
    """Receive the signal of Ctrl-C."""
    signal.raise_signal(signal.SIGINT)


LATE = FaultInjector(raises)
UNMADE = FaultInjector(raises, None)

FAULT = Fault("a", "b", "crash", "random", 3, 1, 0, 7, "the player raised", "trace", {"hand": "4s"})


@pytest.mark.parametrize("policy", [None, Policy(remedy="random")])
def test_games_equal_those_of_play(policy: Policy | None) -> None:
    """Whatever the policy, if no player fails."""
    players: dict[str, Any] = {"spread": _players.spread, "chancy": _players.chancy, "greedy": greedy}
    expected = [
        play(
            SHORT,
            [players[name] for name in each.sides],
            shoe=Seeded(each.seed),
            seed=each.chance,
            dealer=each.dealer,
        )
        for each in fixtures(SHORT, players, range(2), _pools.SEED)
    ]
    played = play_games(players, policy, deals=2)
    assert expected == [each.game for each in played]
    assert [game.outcome for game in expected] == [each.outcome for each in played]
    assert all(each.faults == () for each in played)


def test_players_are_found_by_name() -> None:
    """An unknown name is refused before any game."""
    assert [each.game for each in play_games({"a": greedy, "b": _players.last})] == [
        each.game for each in play_games({"a": "greedy", "b": _players.last})
    ]
    with pytest.raises(UnknownStrategy, match="nobody"):
        PlayerPool(SHORT, {"a": "nobody"})


def test_members_of_a_team_are_seated_by_the_fixture() -> None:
    asked: list[tuple[str, int]] = []

    def noting(name: str) -> Any:
        def player(view: View) -> Any:
            asked.append((name, view.seat or 0))
            return view.legal[0]

        return player

    players = {"a": Team(noting("a0"), noting("a1")), "b": Team(noting("b0"), noting("b1"))}
    with PlayerPool(TABLE, players) as pool:
        for fixture in fixtures(TABLE, players, range(1), 1):
            asked.clear()
            pool.play(fixture, Seeded(fixture.seed))
            (left, right), (first, second) = fixture.sides, fixture.order
            seats = [f"{left}{first}", f"{right}{second}", f"{left}{1 - first}", f"{right}{1 - second}"]
            assert {name: seat for seat, name in enumerate(seats)} == dict(asked)


@pytest.mark.parametrize("remedy", ["forfeit-game", "forfeit-match", "disqualify"])
def test_forfeited_game_is_lost_by_the_side_to_blame(remedy: Any) -> None:
    """The moves end, the score stands, and the record can be read again."""
    first, second = play_games({"good": _players.first, "bad": LATE}, Policy(remedy=remedy))
    for each, side in ((first, 1), (second, 0)):
        assert Outcome(1 - side, Ending.FORFEIT, each.game.score) == each.outcome == each.game.outcome
        assert side == each.game.forfeited_by
        assert each.game == Game.from_record(each.game.record())
        (fault,) = each.faults
        assert ("bad", "good", "crash", remedy) == (fault.entrant, fault.opponent, fault.kind, fault.remedy)
        assert (side, len(each.game.moves)) == (fault.seat, fault.move)


def test_player_that_does_not_start_forfeits_before_the_first_move() -> None:
    """The fault has neither move nor view."""
    first, _ = play_games({"good": _players.first, "bad": UNMADE}, Policy(remedy="forfeit-game"))
    assert ((), 0) == (first.game.moves, first.outcome.winner)
    assert [(None, None)] == [(fault.move, fault.view) for fault in first.faults]


def test_random_moves_replace_those_of_a_player_that_fails() -> None:
    """They are reproducible; after three faults the player is not asked again."""
    policy = Policy(remedy="random")
    players = {"good": _players.first, "bad": LATE}
    once, again = play_games(players, policy), play_games(players, policy)
    assert [(each.game, each.faults) for each in once] == [(each.game, each.faults) for each in again]
    for each, side in zip(once, (1, 0), strict=True):
        assert Ending.FORFEIT != each.outcome.how
        mine = [turn.number - 1 for turn in each.game.turns if turn.seat == side]
        assert mine[2:5] == [fault.move for fault in each.faults]
        assert len(mine) > 5
        assert len({fault.entrant for fault in each.faults}) == 1


def test_random_moves_replace_a_player_that_does_not_start() -> None:
    """It is blamed once."""
    for each in play_games({"good": _players.first, "bad": UNMADE}, Policy(remedy="random")):
        assert [None] == [fault.move for fault in each.faults]
        assert Ending.FORFEIT != each.outcome.how


def test_player_that_fails_is_retried() -> None:
    """Each retry is a fault; the remedy follows the last."""
    played = play_games({"good": _players.first, "bad": _pools.forgetful}, Policy(remedy="forfeit-game", retries=1))
    honest = play_games({"good": _players.first, "bad": _players.first})
    assert [each.game for each in honest] == [each.game for each in played]
    assert {"retry"} == {fault.remedy for each in played for fault in each.faults}
    first, _ = play_games({"good": _players.first, "bad": LATE}, Policy(remedy="forfeit-game", retries=2))
    assert ["retry", "retry", "forfeit-game"] == [fault.remedy for fault in first.faults]
    assert 1 == len({fault.move for fault in first.faults})


def test_retry_gets_an_unchanged_view() -> None:
    """Changes that the player made to its view do not show in the fault either."""
    first, _ = play_games(
        {"good": _players.first, "bad": _pools.removing_hand}, Policy(remedy="forfeit-game", retries=3)
    )
    views = [fault.view for fault in first.faults]
    assert 4 == len(views)
    assert all(view == json.loads(first.game.undo().view(1).to_json()) for view in views)


def test_remedies_depend_on_the_kind_of_fault() -> None:
    policy = Policy(remedy="stop", remedies={"crash": "random", "nonsense": "forfeit-game"})
    assert all(each.outcome.how is not Ending.FORFEIT for each in play_games({"a": greedy, "b": LATE}, policy))
    silent = FaultInjector(nothing)
    assert all(each.outcome.how is Ending.FORFEIT for each in play_games({"a": greedy, "b": silent}, policy))


@pytest.mark.parametrize("policy", [Policy(), Policy(remedies={"slow-move": "random"})])
@pytest.mark.parametrize(("bad", "what"), [(LATE, "strategy"), (UNMADE, "factory")])
def test_first_fault_raises_by_default(policy: Policy, bad: Any, what: str) -> None:
    """The message names entrant and deal, and is the same with and without a policy."""
    with pytest.raises(StrategyError) as caught:
        play_games({"good": _players.first, "bad": bad}, policy)
    assert f"bad, in deal 0: the {what} of seat 1 raised KeyError" == str(caught.value)
    assert 1 == caught.value.seat
    assert isinstance(caught.value.__cause__, KeyError | StrategyError)


def test_fault_has_the_view_and_never_the_state() -> None:
    """It shows no seed, pack or other hand, and its message no card."""
    first, _ = play_games({"good": _players.first, "bad": LATE}, Policy(remedy="forfeit-game"))
    (fault,) = first.faults
    before = first.game.undo()
    assert json.loads(before.view(1).to_json()) == fault.view
    text = json.dumps(fault.to_dict())
    shoe: Any = first.game.shoe
    assert shoe.seed.hex() not in text
    assert "".join(card.code for card in shoe.pack(0)) not in text
    hands = before.state.hands
    seen = {*fault.view["hand"], *(card.code for card in cards_from(fault.view["pile"]))}
    assert set() == seen & {card.code for card in hands[0]}
    assert CARD.search(fault.message) is None
    assert "KeyError" in fault.traceback
    assert "raises" in fault.traceback


@pytest.mark.parametrize("bad", [LATE, UNMADE, FaultInjector(nothing)])
def test_messages_and_reprs_show_no_card(bad: Any) -> None:
    for each in play_games({"good": _players.first, "bad": bad}, Policy(remedy="random")):
        assert [] == [fault for fault in each.faults if CARD.search(fault.message + repr(fault))]


def test_interrupt_is_not_a_fault() -> None:
    """It ends the game without a remedy."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            play_games({"good": _players.first, "bad": FaultInjector(interrupts)}, Policy(remedy="random"))
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "policy",
    [
        Policy(),
        Policy(remedy="random", remedies={"dead": "stop", "crash": "disqualify"}, retries=2, isolate=True, fresh=True),
        Policy(limits=Limits(move=0.5, start=None, memory=64)),
    ],
)
def test_policies_round_trip(policy: Policy) -> None:
    assert policy == Policy.from_dict(json.loads(json.dumps(policy.to_dict())))
    assert policy == pickle.loads(pickle.dumps(policy))
    assert hash(policy) == hash(Policy.from_dict(policy.to_dict()))
    assert Policy() == Policy.from_dict({})


def test_faults_round_trip() -> None:
    assert Fault.from_dict(json.loads(json.dumps(FAULT.to_dict()))) == FAULT
    assert pickle.loads(pickle.dumps(FAULT)) == FAULT
    assert hash(attrs.evolve(FAULT)) == hash(FAULT)
    with pytest.raises(HockeyError, match="a fault needs all of its keys: kind, view are missing"):
        Fault.from_dict({name: 1 for name in FAULT.to_dict() if name not in {"kind", "view"}})
    with pytest.raises(HockeyError, match="unknown key 'state'"):
        Fault.from_dict({**FAULT.to_dict(), "state": 1})


def test_policy_copies_its_remedies() -> None:
    remedies: dict[Any, Any] = {"crash": "random"}
    policy = Policy(remedies=remedies)
    remedies["crash"] = "stop"
    assert "random" == policy.remedy_for("crash")
    assert "stop" == policy.remedy_for("dead")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"remedy": "shrug"}, f"there is no remedy 'shrug': the remedies are {', '.join(REMEDIES)}"),
        ({"remedy": None}, "there is no remedy None"),
        ({"remedies": {"late": "stop"}}, "there is no kind of fault 'late': the kinds are crash, illegal"),
        ({"remedies": {"crash": "shrug"}}, "there is no remedy 'shrug'"),
        ({"remedies": ["crash"]}, "the remedies cannot be a value of type list"),
        ({"retries": -1}, "retries cannot be -1: give a number from 0 to 100"),
        ({"retries": True}, "retries cannot be True"),
        ({"isolate": "yes"}, "isolate cannot be 'yes': give True or False"),
        ({"retries": 10**10_000}, "retries cannot be <huge integer>: give a number from 0 to 100"),
        ({"isolate": 10**10_000}, "isolate cannot be <huge integer>"),
        ({"limits": {"memory": 10**10_000}}, "the limit memory cannot be <huge integer>"),
        ({"limits": 5}, "limits: expected a mapping with the keys move, start, memory, not int"),
        ({"limits": {"move": 0}}, "the limit move cannot be 0: give seconds above 0, or None"),
        ({"limits": {"start": float("nan")}}, "the limit start cannot be nan"),
        ({"limits": {"move": True}}, "the limit move cannot be True"),
        (
            {"limits": {"memory": 0.5}},
            "the limit memory cannot be 0.5: give mebibytes from 1 to",
        ),
        ({"limits": {"speed": 1}}, "limits: unknown key 'speed': the keys are move, start, memory"),
        ({"colour": 1}, "the policy: unknown key 'colour'"),
    ],
)
def test_invalid_policies_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(HockeyError) as caught:
        Policy.from_dict(fields)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", [*strategies(), "searcher:20"])
def test_players_of_the_library_are_trusted(name: str) -> None:
    """They play in the process of the tournament, whatever the policy, and are not suspected of tampering."""
    assert not has_own_process(name, Policy(isolate=True))
    assert not is_foreign_code(name, Policy(remedy="random"))
