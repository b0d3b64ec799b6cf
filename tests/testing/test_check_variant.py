"""The conformance kit for variants: a sound game passes, and each faulty one breaks the promise it should."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from hockey_cards import Card, Game, UnknownVariant, Variant
from hockey_cards.testing import PLAYER_PROMISES, PROMISES, ConformanceError, Example, Scope, check_rules, check_variant
from hockey_cards.testing.cases import Case
from toys import faulty_play, faulty_values, parts
from toys.faults import Fault
from toys.toy import DECK, FAMILY, TOY, State, Toy, call, cards, toy_variant, toy_with

FAULTS = (*faulty_play.FAULTS.all, *faulty_values.FAULTS.all)


def broken(rules: Toy, *, examples: int = 30, house: bool = True) -> ConformanceError:
    with pytest.raises(ConformanceError) as caught:
        check_variant(toy_variant(rules), examples=examples, house=house, cards=cards, rotates=True, family=FAMILY)
    return caught.value


def run(example: Example, variant: Variant[Any, Any, Any]) -> dict[str, Any]:
    """Run the snippet of an example."""
    names: dict[str, Any] = {"Game": Game, "variant": variant}
    exec(example.snippet, names)
    return names


def test_sound_toy_keeps_all_promises() -> None:
    check_variant(toy_variant(TOY), examples=150, cards=cards, rotates=True, family=FAMILY)


def test_rules_can_be_checked_without_a_variant() -> None:
    check_rules(TOY, examples=20, seed=1000, cards=cards, rotates=True, family=FAMILY)


def test_views_that_are_read_without_checks() -> None:
    """The part for isolated players reads the same views."""
    right, wrong = (parts.family(process=f"toys.parts:{name}") for name in ("read_own_view", "read_other_seat"))
    check_variant(toy_variant(TOY), examples=2, cards=cards, rotates=True, family=right)
    with pytest.raises(ConformanceError, match='the part "process" of the family reads a view as'):
        check_variant(toy_variant(TOY), examples=2, cards=cards, rotates=True, family=wrong)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.promise}: {fault.what}")
def test_fault_breaks_its_promise(fault: Fault) -> None:
    assert fault.promise == broken(fault.rules).promise


def test_every_promise_has_a_fault() -> None:
    assert {promise.name for promise in PROMISES} == {fault.promise for fault in FAULTS}


@pytest.mark.parametrize("table", [PROMISES, PLAYER_PROMISES], ids=["variants", "players"])
def test_table_of_promises(table: Sequence[Any]) -> None:
    """Names are unique, of lower-case letters and dashes; sentences are sentences."""
    names = [promise.name for promise in table]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalpha() and name.islower() for name in names)
    assert all(promise.sentence[0].isupper() and promise.sentence.endswith(".") for promise in table)


def call_high(state: State, move: Card) -> str:
    """Fail when an ace is played after a king, under one house rule."""
    if state.rules.aces and state.plays and (state.plays[-1].move.rank, move.rank) == (13, 14):
        raise ZeroDivisionError
    return call(state, move)


HIGH = toy_with("high", call=call_high)


def call_late(state: State, move: Card) -> str:
    if len(state.plays) == 7:
        raise ZeroDivisionError("lost count")
    return call(state, move)


class TestExample:
    """The example is small, the same each time, and leads to the fault again."""

    def test_house_rules_are_left_out(self) -> None:
        """House rules without which the fault occurs too are left out of the example."""
        error = broken(HIGH, examples=100)
        assert ("totality", {"aces": True}) == (error.promise, error.example.house)
        assert "variant.house(aces=True)" in str(error)

    def test_no_house_rules(self) -> None:
        """Without house rules the same fault is not found."""
        check_variant(toy_variant(HIGH), examples=100, house=False, family=FAMILY)

    def test_moves_are_fewest(self) -> None:
        assert len(broken(attrs.evolve(TOY, call=call_late)).example.moves) == 7

    def test_same_each_time(self) -> None:
        assert str(broken(HIGH, examples=60)) == str(broken(HIGH, examples=60))

    def test_snippet_leads_to_the_fault(self) -> None:
        rules = attrs.evolve(TOY, call=call_late)
        game = run(broken(rules).example, toy_variant(rules))["game"]
        with pytest.raises(ZeroDivisionError):
            game.play(game.legal[0])

    def test_snippet_of_house_rules(self) -> None:
        """If no game is needed, the snippet makes the rules."""
        example = Example("toy", {"size": 3})
        assert attrs.evolve(TOY, size=3) == run(example, toy_variant(TOY))["rules"]

    def test_cause_is_chained(self) -> None:
        cause = broken(attrs.evolve(TOY, call=call_late)).__cause__
        assert "ZeroDivisionError('lost count')" == repr(cause)

    def test_error(self) -> None:
        """The error is an AssertionError that shows promise, sentence and example, and can be pickled."""
        error = broken(attrs.evolve(TOY, max_moves=11))
        assert isinstance(error, AssertionError)
        assert [error.why, error.sentence, *error.example.snippet.splitlines()] == [
            part for part in (error.why, error.sentence, *error.example.snippet.splitlines()) if part in str(error)
        ]
        again = pickle.loads(pickle.dumps(error))
        assert (str(error), error.promise, error.example) == (str(again), again.promise, again.example)


def fail(*args: Any, **options: Any) -> Any:
    raise ZeroDivisionError


class TestUnplayable:
    """Games that cannot be played at all break a promise too."""

    def test_no_deal(self) -> None:
        error = broken(attrs.evolve(TOY, deal=fail))
        assert ("totality", ()) == (error.promise, error.example.moves)

    def test_no_options(self) -> None:
        assert "options" == broken(attrs.evolve(TOY, offer=fail)).promise

    def test_unknown_name(self) -> None:
        with pytest.raises(UnknownVariant):
            check_variant("no such game")


def test_determinism_of_a_game_of_the_main_module_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that other processes cannot import does not break the promise."""
    case = Case(toy_variant(attrs.evolve(TOY, call=faulty_values.call_in_one_process)), {}, seed=1).played()
    promise = next(promise for promise in PROMISES if promise.name == "determinism")
    assert promise.violation(case.positions[-1]) is not None
    monkeypatch.setattr(Toy, "__module__", "__main__")
    assert promise.violation(case.positions[-1]) is None


def test_scopes_of_promises() -> None:
    """Promises of players are checked in trials, those of variants in other scopes."""
    assert {Scope.TRIALS} == {promise.scope for promise in PLAYER_PROMISES}
    assert Scope.TRIALS not in {promise.scope for promise in PROMISES}
    assert len(DECK) == TOY.max_moves
