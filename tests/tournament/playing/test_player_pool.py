"""Arenas: where games of a tournament are played, and what is done when a player fails."""

from __future__ import annotations

import json
import pickle
import re
from typing import Any

import attrs
import pytest

import _players
import _pools
from _pools import SHORT, TABLE, play_games
from hockey_cards import Ending, Game, HockeyError, Outcome, Seeded, StrategyError, UnknownStrategy, View, play
from hockey_cards.strategies import greedy
from hockey_cards.testing import FaultInjector
from hockey_cards.tournament.entrants import Team
from hockey_cards.tournament.pairing.fixtures import fixtures
from hockey_cards.tournament.playing.faults import REMEDIES, Fault, Limits, Policy
from hockey_cards.tournament.playing.player_pool import PlayerPool

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b|[♣♦♥♠]")


def raises(view: Any) -> Any:
    """Raise what shows a card."""
    raise KeyError(view.legal[0].code if view else "no player")


def nothing(_view: Any) -> None:
    """Return nothing."""


def interrupts(_view: Any) -> None:
    """Do as Ctrl-C does."""
    raise KeyboardInterrupt


LATE = FaultInjector(raises)
UNMADE = FaultInjector(raises, None)

FAULT = Fault("a", "b", "crash", "random", 3, 1, 0, 7, "the player raised", "trace", {"hand": "4s"})


@pytest.mark.parametrize("policy", [None, Policy(remedy="random")])
def test_a_game_is_what_play_makes_of_it(policy: Policy | None) -> None:
    """Players that do not fail play the games that ``play`` gives them, whatever the policy."""
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


def test_a_player_is_found_by_its_name() -> None:
    """A text stands for the player of that name; a name that nobody has is refused before any game."""
    assert [each.game for each in play_games({"a": greedy, "b": _players.last})] == [
        each.game for each in play_games({"a": "greedy", "b": _players.last})
    ]
    with pytest.raises(UnknownStrategy, match="nobody"):
        PlayerPool(SHORT, {"a": "nobody"})


def test_members_of_a_team_sit_by_the_order_of_the_fixture() -> None:
    """The member that the fixture names takes the first seat of the side, and the other the next."""
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
def test_a_game_is_forfeited_by_the_guilty_side(remedy: Any) -> None:
    """The moves end, the score is the board, the other side wins; the record says so and can be read again."""
    first, second = play_games({"good": _players.first, "bad": LATE}, Policy(remedy=remedy))
    for each, side in ((first, 1), (second, 0)):
        assert Outcome(1 - side, Ending.FORFEIT, each.game.score) == each.outcome == each.game.outcome
        assert side == each.game.forfeited_by
        assert each.game == Game.from_record(each.game.record())
        (fault,) = each.faults
        assert ("bad", "good", "crash", remedy) == (fault.entrant, fault.opponent, fault.kind, fault.remedy)
        assert (side, len(each.game.moves)) == (fault.seat, fault.move)


def test_a_player_that_does_not_begin_forfeits_before_the_first_move() -> None:
    """There was no view yet, and no move: the fault says so."""
    first, _ = play_games({"good": _players.first, "bad": UNMADE}, Policy(remedy="forfeit-game"))
    assert ((), 0) == (first.game.moves, first.outcome.winner)
    assert [(None, None)] == [(fault.move, fault.view) for fault in first.faults]


def test_random_moves_are_made_for_a_player_that_fails() -> None:
    """The game goes on to its end, the same each time; after three faults the player is not asked again."""
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


def test_chance_plays_the_whole_game_for_a_player_that_does_not_begin() -> None:
    """It is blamed once, and not asked again in that game."""
    for each in play_games({"good": _players.first, "bad": UNMADE}, Policy(remedy="random")):
        assert [None] == [fault.move for fault in each.faults]
        assert Ending.FORFEIT != each.outcome.how


def test_a_player_that_fails_is_asked_again_as_often_as_the_policy_says() -> None:
    """Each try that failed is told; the remedy comes after the last."""
    played = play_games({"good": _players.first, "bad": _pools.forgetful}, Policy(remedy="forfeit-game", retries=1))
    honest = play_games({"good": _players.first, "bad": _players.first})
    assert [each.game for each in honest] == [each.game for each in played]
    assert {"retry"} == {fault.remedy for each in played for fault in each.faults}
    first, _ = play_games({"good": _players.first, "bad": LATE}, Policy(remedy="forfeit-game", retries=2))
    assert ["retry", "retry", "forfeit-game"] == [fault.remedy for fault in first.faults]
    assert 1 == len({fault.move for fault in first.faults})


def test_a_player_that_is_asked_again_gets_its_view_as_it_was() -> None:
    """What a player does to its view changes no later one, and not what the fault tells."""
    first, _ = play_games(
        {"good": _players.first, "bad": _pools.removing_hand}, Policy(remedy="forfeit-game", retries=3)
    )
    views = [fault.view for fault in first.faults]
    assert 4 == len(views)
    assert all(view == json.loads(first.game.undo().view(1).to_json()) for view in views)


def test_remedies_go_by_the_kind_of_fault() -> None:
    policy = Policy(remedy="stop", remedies={"crash": "random", "nonsense": "forfeit-game"})
    assert all(each.outcome.how is not Ending.FORFEIT for each in play_games({"a": greedy, "b": LATE}, policy))
    silent = FaultInjector(nothing)
    assert all(each.outcome.how is Ending.FORFEIT for each in play_games({"a": greedy, "b": silent}, policy))


@pytest.mark.parametrize("policy", [Policy(), Policy(remedies={"slow-move": "random"})])
@pytest.mark.parametrize(("bad", "what"), [(LATE, "strategy"), (UNMADE, "factory")])
def test_a_failure_stops_everything_by_default(policy: Policy, bad: Any, what: str) -> None:
    """The message names entrant and deal, in the same words with a policy and without; the cause is chained."""
    with pytest.raises(StrategyError) as caught:
        play_games({"good": _players.first, "bad": bad}, policy)
    assert f"bad, in deal 0: the {what} of seat 1 raised KeyError" == str(caught.value)
    assert 1 == caught.value.seat
    assert isinstance(caught.value.__cause__, KeyError | StrategyError)


def test_a_fault_holds_the_view_and_never_the_state() -> None:
    """What it shows is the view of the guilty seat; no seed, pack or other hand, and no card in the message."""
    first, _ = play_games({"good": _players.first, "bad": LATE}, Policy(remedy="forfeit-game"))
    (fault,) = first.faults
    before = first.game.undo()
    assert json.loads(before.view(1).to_json()) == fault.view
    text = json.dumps(fault.to_dict())
    shoe: Any = first.game.shoe
    assert shoe.seed.hex() not in text
    assert "".join(card.code for card in shoe.pack(0)) not in text
    hands = before.state.hands
    assert [] == [card.code for card in hands[0] if card.code in fault.view["hand"] + fault.view["pile"]]
    assert CARD.search(fault.message) is None
    assert "KeyError" in fault.traceback
    assert "raises" in fault.traceback


@pytest.mark.parametrize("bad", [LATE, UNMADE, FaultInjector(nothing)])
def test_messages_and_reprs_show_no_card(bad: Any) -> None:
    """A message may be shown to everybody, and so may the repr of a fault."""
    for each in play_games({"good": _players.first, "bad": bad}, Policy(remedy="random")):
        assert [] == [fault for fault in each.faults if CARD.search(fault.message + repr(fault))]


def test_an_interrupt_is_nobodys_fault() -> None:
    """Ctrl-C ends the game and the pool: no remedy is taken for it."""
    with pytest.raises(KeyboardInterrupt):
        play_games({"good": _players.first, "bad": FaultInjector(interrupts)}, Policy(remedy="random"))


@pytest.mark.parametrize(
    "policy",
    [
        Policy(),
        Policy(remedy="random", remedies={"dead": "stop", "crash": "disqualify"}, retries=2, isolate=True, fresh=True),
        Policy(limits=Limits(move=0.5, start=None, memory=64)),
    ],
)
def test_policies_can_be_written_and_read(policy: Policy) -> None:
    assert policy == Policy.from_dict(json.loads(json.dumps(policy.to_dict())))
    assert policy == pickle.loads(pickle.dumps(policy))
    assert hash(policy) == hash(Policy.from_dict(policy.to_dict()))
    assert Policy() == Policy.from_dict({})


def test_faults_can_be_written_and_read() -> None:
    assert Fault.from_dict(json.loads(json.dumps(FAULT.to_dict()))) == FAULT
    assert pickle.loads(pickle.dumps(FAULT)) == FAULT
    assert hash(attrs.evolve(FAULT)) == hash(FAULT)
    with pytest.raises(HockeyError, match="a fault needs all of its keys: kind, view are missing"):
        Fault.from_dict({name: 1 for name in FAULT.to_dict() if name not in {"kind", "view"}})
    with pytest.raises(HockeyError, match="unknown key 'state'"):
        Fault.from_dict({**FAULT.to_dict(), "state": 1})


def test_what_is_given_to_a_policy_can_be_changed_later_without_effect() -> None:
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
def test_policies_that_make_no_sense_are_refused(fields: dict[str, Any], message: str) -> None:
    """The error names the value, and what would be right."""
    with pytest.raises(HockeyError) as caught:
        Policy.from_dict(fields)
    assert message in str(caught.value)
