"""The conformance kit: it lets a sound game pass, and finds every fault of the toys by the promise that it breaks."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from hockey_cards import Card, Game, UnknownVariant, Variant
from hockey_cards.testing import PLAYER_PROMISES, PROMISES, ConformanceError, Example, Where, check_rules, check_variant
from hockey_cards.testing.cases import Case
from toys import broken as in_play
from toys import leaking
from toys.faults import Fault
from toys.sound import DECK, FAMILY, TOY, State, Toy, call, cards, changed, named

FAULTS = (*in_play.FAULTS.all, *leaking.FAULTS.all)


def broken(rules: Toy, *, examples: int = 30, house: bool = True) -> ConformanceError:
    with pytest.raises(ConformanceError) as caught:
        check_variant(named(rules), examples=examples, house=house, cards=cards, rotates=True, family=FAMILY)
    return caught.value


def lead(example: Example, variant: Variant[Any, Any, Any]) -> dict[str, Any]:
    """Run the snippet of an example."""
    names: dict[str, Any] = {"Game": Game, "variant": variant}
    exec(example.snippet, names)
    return names


def test_sound_toy_keeps_all_promises() -> None:
    check_variant(named(TOY), examples=150, cards=cards, rotates=True, family=FAMILY)


def test_rules_can_be_checked_without_a_variant() -> None:
    check_rules(TOY, examples=20, seed=1000, cards=cards, rotates=True, family=FAMILY)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.promise}: {fault.what}")
def test_fault_is_found_by_its_promise(fault: Fault) -> None:
    """Each faulty toy is caught, and by the promise that it breaks."""
    assert fault.promise == broken(fault.rules).promise


def test_every_promise_has_a_fault() -> None:
    assert {promise.name for promise in PROMISES} == {fault.promise for fault in FAULTS}


@pytest.mark.parametrize("table", [PROMISES, PLAYER_PROMISES], ids=["of families", "of players"])
def test_table_of_promises(table: Sequence[Any]) -> None:
    """Names are single words of small letters and stand once; sentences are sentences."""
    names = [promise.name for promise in table]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalpha() and name.islower() for name in names)
    assert all(promise.sentence[0].isupper() and promise.sentence.endswith(".") for promise in table)


def call_high(state: State, move: Card) -> str:
    """Fail when an ace is played after a king, under one house rule."""
    if state.rules.aces and state.plays and (state.plays[-1].move.rank, move.rank) == (13, 14):
        raise ZeroDivisionError
    return call(state, move)


HIGH = changed("high", call=call_high)


def call_late(state: State, move: Card) -> str:
    if len(state.plays) == 7:
        raise ZeroDivisionError("lost count")
    return call(state, move)


class TestExample:
    """What is reported is small, the same each time, and leads to the fault again."""

    def test_house_rules_are_left_out(self) -> None:
        """Of the house rules of the game only the one is told that matters."""
        error = broken(HIGH, examples=100)
        assert ("totality", {"aces": True}) == (error.promise, error.example.house)
        assert "variant.house(aces=True)" in str(error)

    def test_no_house_rules(self) -> None:
        """Without house rules the same fault is not met."""
        check_variant(named(HIGH), examples=100, house=False, family=FAMILY)

    def test_moves_are_fewest(self) -> None:
        assert len(broken(attrs.evolve(TOY, call=call_late)).example.moves) == 7

    def test_same_each_time(self) -> None:
        assert str(broken(HIGH, examples=60)) == str(broken(HIGH, examples=60))

    def test_snippet_leads_to_the_fault(self) -> None:
        rules = attrs.evolve(TOY, call=call_late)
        game = lead(broken(rules).example, named(rules))["game"]
        with pytest.raises(ZeroDivisionError):
            game.play(game.legal[0])

    def test_snippet_of_house_rules(self) -> None:
        """Where no game is needed the example is that of the rules."""
        example = Example("toy", {"size": 3})
        assert attrs.evolve(TOY, size=3) == lead(example, named(TOY))["rules"]

    def test_cause_is_chained(self) -> None:
        cause = broken(attrs.evolve(TOY, call=call_late)).__cause__
        assert "ZeroDivisionError('lost count')" == repr(cause)

    def test_error(self) -> None:
        """The error is an assertion that names promise, sentence and example, and can be pickled."""
        error = broken(attrs.evolve(TOY, max_moves=11))
        assert isinstance(error, AssertionError)
        assert [error.why, error.sentence, *error.example.snippet.splitlines()] == [
            part for part in (error.why, error.sentence, *error.example.snippet.splitlines()) if part in str(error)
        ]
        again = pickle.loads(pickle.dumps(error))
        assert (str(error), error.promise, error.example) == (str(again), again.promise, again.example)


def fail(*asked: Any, **named: Any) -> Any:
    raise ZeroDivisionError


class TestHopeless:
    """Games that cannot be played at all are reported like others."""

    def test_no_deal(self) -> None:
        error = broken(attrs.evolve(TOY, deal=fail))
        assert ("totality", ()) == (error.promise, error.example.moves)

    def test_no_options(self) -> None:
        assert "options" == broken(attrs.evolve(TOY, offer=fail)).promise

    def test_unknown_name(self) -> None:
        with pytest.raises(UnknownVariant):
            check_variant("no such game")


def test_games_of_the_main_module_stay_in_their_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other processes cannot import is passed over, and is not taken for a broken promise."""
    case = Case(named(attrs.evolve(TOY, call=leaking.call_here)), {}, seed=1).played()
    promise = next(promise for promise in PROMISES if promise.name == "determinism")
    assert promise.broken(case.positions[-1]) is not None
    monkeypatch.setattr(Toy, "__module__", "__main__")
    assert promise.broken(case.positions[-1]) is None


def test_where_promises_are_looked_at() -> None:
    """Promises of players are looked at in games, those of families anywhere else."""
    assert {Where.GAMES} == {promise.where for promise in PLAYER_PROMISES}
    assert Where.GAMES not in {promise.where for promise in PROMISES}
    assert len(DECK) == TOY.max_moves
