"""The rink family: traces, states and options (rink.2.1 to rink.2.8)."""

from __future__ import annotations

import copy
import pickle
import weakref
from typing import Any

import attrs
import pytest

from hockey_cards import rules as contract
from hockey_cards.cards import Card, cards_from, deck
from hockey_cards.errors import IllegalMove, SeatError, ShoeError, VariantError
from hockey_cards.rink import Open, Rink, RinkSettings, RinkState
from hockey_cards.rink.catalogue import VARIANTS
from hockey_cards.rules import Ending, Outcome, Played
from hockey_cards.shoe import Seeded, Stacked

RINK = Rink()
CODES = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "g1", "g2"]
PLACES = [*CODES[:12], "0g1", "0g2", "1g1", "1g2"]


def stacked(known: dict[str, str], runs: str = "", size: int = 36) -> Stacked:
    """Return a pack with cards at named places and the first running cards, and the other cards in any order."""
    fixed = {PLACES.index(place): Card(code) for place, code in known.items()}
    fixed |= {16 + turn: card for turn, card in enumerate(cards_from(runs))}
    rest = [card for card in deck(size) if card not in fixed.values()]
    return Stacked([[fixed[place] if place in fixed else rest.pop() for place in range(size)]])


def played(state: RinkState, *codes: str) -> RinkState:
    for code in codes:
        state = RINK.apply(state, Open(code))
    return state


def calls(state: RinkState) -> list[str]:
    return [play.call for play in state.plays]


def finished(rules: Rink = RINK, seed: int = 1, dealer: int = 0) -> RinkState:
    state = rules.start(Seeded(seed, rules.deck), dealer=dealer)
    while moves := rules.legal(state):
        state = rules.apply(state, moves[state.turn % len(moves)])
    return state


class TestTraces:
    """The traces of the rules (rink.2.8), and statements of the rules."""

    def test_goal(self) -> None:
        """Running 7h opens 7c (rank) > through; Ah (suit) > through; 9h > through; goalkeeper Kh > goal."""
        shoe = stacked({"a1": "7c", "b2": "Ah", "c3": "9h", "1g1": "Kh"}, "7h")
        state = played(RINK.start(shoe, dealer=1), "a1", "b2", "c3", "g1")
        assert ["through", "through", "through", "goal"] == calls(state)
        assert ((1, 0), 1, ((Card("7h"),), ())) == (state.score, state.seat, state.goals)

    def test_thrown_out(self) -> None:
        """Running 7h opens 8c > thrown out, and the turn passes."""
        state = played(RINK.start(stacked({"a1": "8c"}, "7h"), dealer=1), "a1")
        assert ["thrown-out"] == calls(state)
        assert ((0, 0), 1, (Card("7h"),)) == (state.score, state.seat, state.thrown_out)

    def test_other_side(self) -> None:
        """rink.2.3: seat 1 goes from row 3 to row 1, and tries seat 0's goalkeepers."""
        shoe = stacked({"a3": "7c", "b2": "Ah", "c1": "9h", "0g2": "Kh"}, "7h")
        state = played(RINK.start(shoe, dealer=0), "a3", "b2", "c1", "g2")
        assert "goal" == calls(state)[-1]
        assert ((0, 1), Card("Kh"), None) == (state.score, state.layout[13], state.layout[15])

    def test_goalkeeper_not_passable(self) -> None:
        """rink.2.3: a goalkeeper that does not match throws the running card out, and stays open (rink.2.4)."""
        shoe = stacked({"a1": "7c", "b2": "Ah", "c3": "9h", "1g1": "Kc"}, "7h")
        state = played(RINK.start(shoe, dealer=1), "a1", "b2", "c3", "g1")
        assert ("thrown-out", (0, 0), Card("Kc")) == (calls(state)[-1], state.score, state.layout[14])

    def test_open_cards(self) -> None:
        """rink.2.4: an open card may be chosen; one that does not match is legal and ends the run."""
        shoe = stacked({"a1": "8c", "b1": "9c"}, "7h6c7d8h")
        state = played(RINK.start(shoe, dealer=1), "a1", "a3")
        layout = state.layout
        assert Open("a1") in RINK.legal(state)
        state = played(state, "a1")
        assert ("thrown-out", layout, 1) == (calls(state)[-1], state.layout, state.seat)

    def test_open_card_passes(self) -> None:
        """rink.2.4: by an open card that matches the run goes on."""
        state = played(RINK.start(stacked({"a1": "8c", "a3": "Th"}, "7h6c8s"), dealer=1), "a1", "a3", "a1")
        assert ["thrown-out", "thrown-out", "through"] == calls(state)
        assert CODES[4:8] == [move.code for move in RINK.legal(state)]

    def test_no_adjacency(self) -> None:
        """rink.2.4: any card of the next row may follow."""
        shoe = stacked({"a1": "7c", "d2": "Ah", "a3": "9h"}, "7h")
        state = played(RINK.start(shoe, dealer=1), "a1", "d2", "a3")
        assert ["g1", "g2"] == [move.code for move in RINK.legal(state)]

    @pytest.mark.parametrize(("column", "goalkeeper"), [("a", "g1"), ("b", "g1"), ("c", "g2"), ("d", "g2")])
    def test_lanes(self, column: str, goalkeeper: str) -> None:
        """rink.2.7: with lanes a run may only try the goalkeeper opposite the column it left its last row in."""
        rules = RINK.house({"goalkeeper_lanes": True})
        shoe = stacked({"d1": "7c", "a2": "Ah", f"{column}3": "9h"}, "7h")
        state = played(rules.start(shoe, dealer=1), "d1", "a2", f"{column}3")
        assert (Open(goalkeeper),) == rules.legal(state)
        with pytest.raises(IllegalMove) as caught:
            rules.apply(state, Open({"g1": "g2", "g2": "g1"}[goalkeeper]))
        assert ("wrong-lane", "rink.2.7") == (caught.value.code, caught.value.rule)

    def test_deal(self) -> None:
        """rink.2.2: a pack is dealt to the cells, the goalkeepers, then the stacks from the seat after the dealer."""
        pack = Seeded(5, deck(36)).pack(0)
        for dealer, seat in ((0, 1), (1, 0)):
            state = RINK.start(Stacked([pack]), dealer=dealer)
            assert (seat, dealer, pack[16]) == (state.seat, state.dealer, state.running)
            assert (pack[18::2], pack[17::2]) == (state.stacks[seat], state.stacks[dealer])
            assert (None,) * 16 == state.layout

    @pytest.mark.parametrize(("size", "each"), [(32, 8), (36, 10), (52, 18)])
    def test_stacks(self, size: int, each: int) -> None:
        """rink.2.2: the cards that are not on the table make two even stacks; each card is one run."""
        rules = RINK.house({"deck": size})
        state = finished(rules)
        assert (2 * each, ((), ())) == (state.turn, state.stacks)
        assert 2 * each == len(state.thrown_out) + sum(len(cards) for cards in state.goals)
        assert size == len({*state.layout, *state.spent})

    def test_end(self) -> None:
        """rink.2.6: after the last run all cards on the table are open, and nothing is legal."""
        state = finished()
        assert state.deal.pack[:16] == state.layout
        assert (None, (), 0) == (state.running, RINK.legal(state), state.period)
        assert RINK.seat(state) in (0, 1)

    @pytest.mark.parametrize(
        ("score", "outcome"),
        [
            ((2, 1), Outcome(0, Ending.REGULATION, (2, 1))),
            ((0, 3), Outcome(1, Ending.REGULATION, (0, 3))),
            ((1, 1), Outcome(None, Ending.DRAW, (1, 1))),
        ],
    )
    def test_outcome(self, score: tuple[int, int], outcome: Outcome) -> None:
        """rink.2.6: the side with more goals wins; equal goals are a draw."""
        assert outcome == RINK.outcome(attrs.evolve(finished(), score=score))
        assert RINK.outcome(RINK.start(Seeded(1, deck(36)))) is None


class TestIllegal:
    """Illegal moves are refused with a stable code, and change nothing."""

    @pytest.mark.parametrize(
        ("before", "move", "code"),
        [
            ((), Open("a2"), "wrong-row"),
            ((), Open("a3"), "wrong-row"),
            ((), Open("g1"), "row-due"),
            (("a1",), Open("a1"), "wrong-row"),
            (("a1", "b2", "c3"), Open("a1"), "goalkeeper-due"),
            ((), Card("2c"), "not-a-move"),
            ((), 0, "not-a-move"),
            ((), "a1", "not-a-move"),
            ((), None, "not-a-move"),
        ],
    )
    def test_codes(self, before: tuple[str, ...], move: Any, code: str) -> None:
        """The error has the reason, the rule paragraph, the move and the legal moves; the state is unchanged."""
        state = played(RINK.start(stacked({"a1": "7c", "b2": "Ah", "c3": "9h"}, "7h"), dealer=1), *before)
        kept = pickle.dumps(state)
        for attempt in (RINK.apply, RINK.step, contract.apply, contract.step):
            with pytest.raises(IllegalMove) as caught:
                attempt(state, move)
            error = caught.value
            assert (code, "rink.2.3", move, RINK.legal(state)) == (error.code, error.rule, error.move, error.legal)
        assert kept == pickle.dumps(state)

    @pytest.mark.parametrize("move", [Open("a1"), Open("g2"), None])
    def test_game_over(self, move: Any) -> None:
        """After the end every move is refused as game-over."""
        with pytest.raises(IllegalMove) as caught:
            RINK.apply(finished(), move)
        assert ("game-over", "rink.2.6", ()) == (caught.value.code, caught.value.rule, caught.value.legal)

    def test_message(self) -> None:
        """The message names no card, and lists the legal choices."""
        state = RINK.start(stacked({}, "7h"), dealer=1)
        with pytest.raises(IllegalMove, match=r"^d3 is not in the near row.*: choose a1 or b1 or c1 or d1$"):
            RINK.apply(state, Open("d3"))


class TestState:
    """States as values."""

    def test_frozen(self) -> None:
        """No field of a state can be changed, also after unpickling."""
        state = finished()
        values: list[Any] = [state, pickle.loads(pickle.dumps(state)), state.deal]
        for value in values:
            for name in [field.name for field in value.__attrs_attrs__]:
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(value, name, None)
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    delattr(value, name)
            with pytest.raises(AttributeError):
                value.anything = 1

    def test_copies(self) -> None:
        """A state can be pickled, copied, weakly referenced and evolved."""
        state = finished()
        assert state == pickle.loads(pickle.dumps(state)) == attrs.evolve(state)
        assert state is copy.copy(state) is copy.deepcopy(state) is weakref.ref(state)()
        assert state != attrs.evolve(state, turn=3)
        assert state.deal == copy.deepcopy(state.deal)

    def test_repr(self) -> None:
        """The repr is short and shows no card; nor does that of the deal."""
        state = RINK.start(Seeded(3, deck(36)))
        assert "<RinkState run 1 of 20, seat 1 to move, score 0-0>" == repr(state)
        assert "<RinkState over, score 2-1>" == repr(attrs.evolve(finished(), score=(2, 1)))
        assert "<RinkDeal of 36 cards by seat 0>" == repr(state.deal)

    def test_plays(self) -> None:
        """The state has the moves in order, with their seats and calls."""
        state = played(RINK.start(stacked({"a1": "7c", "b2": "8s"}, "7h"), dealer=1), "a1", "b2", "d3")
        plays = state.plays
        assert (Played(0, 0, Open("a1"), "through"), Played(0, 0, Open("b2"), "thrown-out")) == plays[:2]
        assert (1, Open("d3")) == (plays[2].seat, plays[2].move)


class TestRules:
    """The contract of rules."""

    def test_contract(self) -> None:
        """The family implements the contract; its variant has a source."""
        (variant,) = VARIANTS
        rules = variant.rules
        assert ("rink", 2, 80, deck(36)) == (variant.key, rules.seats, rules.max_moves, rules.deck)
        assert "Ivan Lukyanov" in variant.source
        assert Open("b2") is rules.parse("b2")

    def test_top_level(self) -> None:
        """The functions of the contract find the rules by the state."""
        state = RINK.start(Seeded(3, deck(36)))
        assert RINK.legal(state) == contract.legal(state)
        assert RINK.apply(state, Open("a3")) == contract.apply(state, Open("a3"))
        assert RINK.step(state, Open("a3")) == contract.step(state, Open("a3"))
        assert RINK.view(state, 1) == contract.view(state, 1)

    def test_options(self) -> None:
        """House rules accumulate; the default stays that of the variant, and the value changes."""
        rules = RINK.house({"deck": 52}).house({"goalkeeper_lanes": True})
        seen = [(option.name, option.default, option.value, option.rule) for option in rules.options]
        assert [("deck", 36, 52, "rink.2.1"), ("goalkeeper_lanes", False, True, "rink.2.7")] == seen
        assert {"deck": 52} == VARIANTS[0].house(deck=52).changes
        assert RINK == rules.house({"deck": 36, "goalkeeper_lanes": False})

    def test_options_as_text(self) -> None:
        """Options can be read from text."""
        size, lanes = RINK.options
        assert (32, True) == (size.read("32"), lanes.read("true"))

    def test_all_problems(self) -> None:
        """All problems of house rules are listed at once."""
        with pytest.raises(VariantError) as caught:
            RINK.house({"deck": 40, "lanes": True, "goalkeeper_lanes": 1})
        told = caught.value.problems
        assert ["deck", "there is no option 'lanes'", "goalkeeper_lanes"] == [
            problem.split(" cannot")[0].split(":")[0] for problem in told
        ]
        assert "deck or goalkeeper_lanes" in told[1]

    @pytest.mark.parametrize("settings", [{"deck": 36.0}, {"deck": True}, {"goalkeeper_lanes": 1}, {"deck": "36"}])
    def test_knobs(self, settings: dict[str, Any]) -> None:
        """Settings of wrong types are refused, even if they equal valid ones."""
        with pytest.raises(VariantError):
            RinkSettings(**settings)

    def test_repr(self) -> None:
        """Rules paste back, hash and pickle."""
        rules = RINK.house({"deck": 52})
        assert rules == eval(repr(rules)) == pickle.loads(pickle.dumps(rules))
        assert hash(rules) == hash(RINK.house({"deck": 52}))

    @pytest.mark.parametrize(
        "cards",
        [
            deck(52),
            deck(32),
            deck(36)[1:],
            (*deck(36)[1:], Card("Ah")),
            (*deck(36)[1:], Card("2c")),
            range(16, 52),
            (*deck(36), "joker"),
            (),
        ],
    )
    def test_wrong_pack(self, cards: Any) -> None:
        """A pack that is not exactly the deck is refused."""

        @attrs.frozen
        class Shoe:
            def pack(self, period: int) -> Any:
                return tuple(cards)

        with pytest.raises(ShoeError, match="36 cards, 6 to A"):
            RINK.start(Shoe())

    @pytest.mark.parametrize("seat", [-1, 2, True, False, 1.0, "0", None])
    def test_wrong_seat(self, seat: Any) -> None:
        """Only 0 and 1 are seats; None is a spectator, who cannot deal."""
        shoe = Seeded(1, deck(36))
        with pytest.raises(SeatError):
            RINK.start(shoe, dealer=seat)
        if seat is not None:
            with pytest.raises(SeatError):
                RINK.view(RINK.start(shoe), seat)
