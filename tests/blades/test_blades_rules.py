"""The blades family: states, rules and options (blades.3.1 to blades.3.6)."""

from __future__ import annotations

import copy
import pickle
import weakref
from collections import Counter
from typing import Any

import attrs
import pytest

from _duels import BLADES, MINE, YOURS, begin, do, middle, pack, small
from hockey_cards import language
from hockey_cards import rules as contract
from hockey_cards.blades import VARIANTS, Action, Blades, BladesTable, Verb
from hockey_cards.blades import state as states
from hockey_cards.cards import cards_from, deck
from hockey_cards.errors import VariantError
from hockey_cards.rules import Played


class TestState:
    """States as values."""

    def test_frozen(self) -> None:
        """No field of a state or a table can be changed, also after unpickling."""
        state = do(begin(MINE, YOURS), "stack 2c")
        values: list[Any] = [state, state.table, pickle.loads(pickle.dumps(state)), Action(Verb.CHANGE), BLADES]
        for value in values:
            for name in [field.name for field in value.__attrs_attrs__]:
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(value, name, None)
            with pytest.raises(AttributeError):
                value.anything = 1

    def test_copies(self) -> None:
        """A state can be pickled, copied, weakly referenced and evolved."""
        state = do(begin(MINE, YOURS), "stack 2c")
        assert state == pickle.loads(pickle.dumps(state)) == attrs.evolve(state)
        assert state is copy.copy(state) is copy.deepcopy(state) is weakref.ref(state)()
        assert hash(state) == hash(pickle.loads(pickle.dumps(state)))
        assert state != begin(MINE, YOURS)

    def test_repr(self) -> None:
        """The repr is short and shows no card."""
        state = do(begin(MINE, YOURS), "shoot 9d9h")
        assert "<BladesState period 0, play 1, seat 1 to answer, score 0-0>" == repr(state)
        assert "<BladesTable period 0, play 1, seat 1 to answer, score 0-0>" == repr(state.table)
        assert "period 0, play 2, over, score 1-0>" in repr(do(small(state, 0), "none"))

    def test_plays(self) -> None:
        """The table has the moves in order, with their seats and calls; stacks are hidden."""
        state = do(begin(MINE, YOURS), "stack 2c", "change")
        expected = (
            Played(0, 0, Action(Verb.STACK, hidden=1), "stack"),
            Played(1, 1, Action(Verb.CHANGE), "change"),
        )
        assert (expected, ((), cards_from("2s3s4s5h5sAc"))) == (state.table.plays, state.table.spent)


class TestMove:
    """The number of expensive calls for a move."""

    @pytest.mark.parametrize("code", ["use", "none"])
    @pytest.mark.parametrize("left", [0, 20])
    @pytest.mark.parametrize("way", ["apply", "step"])
    def test_once(self, code: str, left: int, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A move constructs one table, and computes the legal moves once, also at the end of the game."""
        state, counts = small(middle(), left), Counter[str]()
        _count(monkeypatch, counts, BladesTable, "__init__")
        _count(monkeypatch, counts, states, "legal")
        _count(monkeypatch, counts, states, "spending")
        getattr(BLADES, way)(state, Action.parse(code))
        assert {"__init__": 1, "legal": 1, "spending": 1} == counts

    def test_goal_in_overtime(self) -> None:
        """blades.3.5: the first goal of overtime ends the game; what comes before it does not."""
        state = do(small(begin(MINE, YOURS), 0), "change")
        state = attrs.evolve(state, hands=(cards_from("2c3d5h"), cards_from("2d2hAcAs3c4c")))
        blocked = do(attrs.evolve(state, hands=(cards_from("AcAs"), state.hands[1])), "shoot 2d2h", "hand Ac")
        assert (False, True) == (blocked.table.over, do(state, "shoot 2d2h", "none").table.over)


def _count(monkeypatch: pytest.MonkeyPatch, counts: Counter[str], owner: Any, name: str) -> None:
    """Count the calls of a function."""
    function = getattr(owner, name)

    def counted(*given: Any, **named: Any) -> Any:
        counts[name] += 1
        return function(*given, **named)

    monkeypatch.setattr(owner, name, counted)


class TestRules:
    """The contract of rules."""

    def test_contract(self) -> None:
        """The family implements the contract; its variant has a source."""
        (variant,) = VARIANTS
        rules = variant.rules
        assert ("blades", 2, 495, deck()) == (variant.key, rules.seats, rules.max_moves, rules.deck)
        assert "Craig Bednar" in variant.source
        assert Action(Verb.CHANGE) == rules.parse("change")

    def test_top_level(self) -> None:
        """The functions of the contract find the rules by the state."""
        state, move = begin(MINE, YOURS), Action.parse("shoot 9d9h")
        assert BLADES.legal(state) == contract.legal(state)
        assert BLADES.apply(state, move) == contract.apply(state, move)
        assert BLADES.step(state, move) == contract.step(state, move)
        assert BLADES.view(state, 1) == contract.view(state, 1)

    def test_options(self) -> None:
        """The default stays that of the variant, and the value changes."""
        rules = BLADES.house({"max_overtimes": 3})
        (option,) = rules.options
        assert ("max_overtimes", 10, 3, "blades.3.5", "0 to 1000") == (
            option.name,
            option.default,
            option.value,
            option.rule,
            option.values,
        )
        assert ({"max_overtimes": 3}, BLADES) == (
            VARIANTS[0].house(max_overtimes=3).changes,
            rules.house({"max_overtimes": 10}),
        )
        assert (BLADES, 180) == (BLADES.house({}), rules.max_moves)

    def test_all_problems(self) -> None:
        """All problems of house rules are listed at once."""
        with pytest.raises(VariantError) as caught:
            BLADES.house({"overtimes": 3, "max_overtimes": 1001, "seats": 2})
        assert 3 == len(caught.value.problems)
        assert "give max_overtimes" in caught.value.problems[0]

    @pytest.mark.parametrize("value", [-1, 1001, True, 3.0, "many", None])
    def test_wrong_values(self, value: Any) -> None:
        """A number of overtimes is a whole number from 0 to 1000."""
        with pytest.raises(VariantError):
            BLADES.house({"max_overtimes": value})
        with pytest.raises(VariantError):
            Blades(value)
        with pytest.raises(VariantError):
            Blades(3, value)

    def test_repr(self) -> None:
        """Rules paste back, hash and pickle."""
        rules = BLADES.house({"max_overtimes": 3})
        assert rules == eval(repr(rules)) == pickle.loads(pickle.dumps(rules))
        assert hash(rules) == hash(Blades(3, 10)) != hash(Blades(3))

    @pytest.mark.parametrize(
        ("overtimes", "said"), [(0, "the game is a draw"), (1, "1 overtime is dealt"), (3, "up to 3 overtimes")]
    )
    def test_how_to_play(self, overtimes: int, said: str) -> None:
        """The text says what happens on a level score."""
        assert f"If the score is level, {said}" in language.how_to_play(VARIANTS[0].house(max_overtimes=overtimes))

    def test_pack_of_tests(self) -> None:
        """The packs of these tests are permutations of the deck."""
        assert deck() == tuple(sorted(cards_from(pack(MINE, YOURS, "3cTc", "Js"))))
        assert BladesTable(BLADES, 1, 0) == begin(MINE, YOURS).table
