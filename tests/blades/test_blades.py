"""The blades family: deal, turns, ends and overtimes (blades.3.1 to blades.3.6)."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest

from _duels import BLADES, MINE, YOURS, begin, do, small, stacks_of
from hockey_cards import rules as contract
from hockey_cards.blades import Action, Blades, BladesState, Verb
from hockey_cards.cards import Card, cards_from, codes, deck
from hockey_cards.errors import IllegalMove, SeatError, ShoeError
from hockey_cards.rules import Ending, Event, Outcome
from hockey_cards.shoe import Seeded, Stacked

NO_DEFENCE = "3d4d5d3h4h5h"


def legal(state: BladesState) -> list[str]:
    return [move.code for move in BLADES.legal(state)]


def calls(state: BladesState) -> list[str]:
    return [play.call for play in state.table.plays]


def last_turn(first: str, second: str, *, rules: Blades = BLADES) -> BladesState:
    """Return a state in which seat 0 is to move and the stock has run out."""
    return small(begin(first, second, rules=rules), 0)


def tied(rules: Blades = BLADES) -> BladesState:
    """Return the first state of a second period without goals; seat 1 leads it."""
    return do(last_turn(MINE, YOURS, rules=rules), "change")


class TestDeal:
    """blades.3.1: two players, 52 cards, six each."""

    @pytest.mark.parametrize("dealer", [0, 1])
    def test_hands(self, dealer: int) -> None:
        """Hands are dealt one card at a time from the seat after the dealer, which leads; 40 cards are the stock."""
        cards = Seeded(5).pack(0)
        state = BLADES.start(Stacked([cards]), dealer=dealer)
        assert 1 - dealer == BLADES.seat(state) == state.table.turn
        assert [tuple(sorted(cards[:12:2])), tuple(sorted(cards[1:12:2]))] == [
            state.hands[1 - dealer],
            state.hands[dealer],
        ]
        assert (cards[12:], ((), ())) == (state.stock, state.stacks)

    @pytest.mark.parametrize("wrong", [deck(36), deck()[1:], (*deck()[1:], Card("Ah")), range(52), (*deck(), "joker")])
    @pytest.mark.parametrize("broken", [0, 1])
    def test_wrong_pack(self, wrong: Any, broken: int) -> None:
        """A pack that is not exactly the deck is refused, also in a later period."""

        @attrs.frozen
        class Shoe:
            def pack(self, period: int) -> Any:
                return tuple(wrong) if period == broken else Seeded(1).pack(period)

        with pytest.raises(ShoeError, match=f"period {broken} is not the deck of 52"):
            do(small(BLADES.start(Shoe()), 0), "change")

    @pytest.mark.parametrize("seat", [-1, 2, True, 1.0, "0", None])
    def test_wrong_seat(self, seat: Any) -> None:
        """Only 0 and 1 are seats; None is a spectator, who cannot deal."""
        with pytest.raises(SeatError):
            BLADES.start(Seeded(1), dealer=seat)
        if seat is not None:
            with pytest.raises(SeatError):
                BLADES.view(BLADES.start(Seeded(1)), seat)


class TestTurn:
    """blades.3.2: a stack, a shot or a line change; and the answer to a shot."""

    def test_legal_actions(self) -> None:
        """A turn offers every stack, every shot that forms a level, and the line change, in that order."""
        stacks = ["stack 2c", "stack 2c3s", "stack 3s"]
        shots = ["shoot 2d2h", "shoot 2d2hKd", "shoot 2d2hAh", "shoot 2dKdAh", "shoot 2hKdAh", "shoot 2hAh"]
        assert [*stacks, *shots, "change"] == legal(begin("2c3s2d2hKdAh", "4c5c6c7c8cTc"))

    def test_legal_answers(self) -> None:
        """A shot is answered with the whole stack, with a level from the hand, or not at all, in that order."""
        state = do(begin(MINE, YOURS), "stack 2c", "stack 5s", "shoot 9d9h")
        hands = ["hand 2s3s4s", "hand 2s3sAc", "hand 2s4sAc", "hand 3s4sAc", "hand Ac"]
        assert ["use", *hands, "none"] == legal(state)
        assert 1 == BLADES.seat(state) != state.table.turn

    def test_no_answer_but_none(self) -> None:
        """A player without a defence must answer too: skipping the answer would reveal the hand."""
        assert ["none"] == legal(do(begin(MINE, NO_DEFENCE), "shoot 9d9h"))

    def test_stack(self) -> None:
        """A stack stays face down until it is used; the hand is filled at the start of the player's next turn."""
        state = do(begin(MINE, YOURS, "3cTc"), "stack 2c")
        assert (("2c", ""), ["stack"], 5) == (stacks_of(state), calls(state), len(state.hands[0]))
        state = do(state, "stack 2s3s")
        assert (("2c", "2s3s"), 6, 39) == (stacks_of(state), len(state.hands[0]), len(state.stock))
        assert Card("3c") in state.hands[0]

    def test_new_stack(self) -> None:
        """A new stack discards the earlier one, face up."""
        state = do(begin(MINE, YOURS, "3c"), "stack 2c", "change", "stack 3c")
        assert ("3c", "2s3s4s5h5sAc2c") == (stacks_of(state)[0], codes(state.table.discards))

    def test_goal(self) -> None:
        """A shot that is not blocked is a goal: its cards are the marker, out of play."""
        state = do(begin(MINE, YOURS), "shoot 9d9h", "none")
        assert (["shot", "goal"], (1, 0)) == (calls(state), state.score)
        assert ((cards_from("9d9h"),), ()) == state.table.goals
        assert ((), 1, 1) == (state.table.discards, BLADES.seat(state), state.table.turn)

    def test_block(self) -> None:
        """A blocked shot is not a goal; its cards and those of the defence are discarded."""
        state = do(begin(MINE, YOURS), "shoot KdAd", "hand Ac")
        assert (["shot", "block"], (0, 0)) == (calls(state), state.score)
        assert ("KdAdAc", ((), ())) == (codes(state.table.discards), state.table.goals)

    def test_defence_too_weak(self) -> None:
        """A defence that does not block is legal, and its cards are discarded in either case."""
        state = do(begin(MINE, YOURS), "shoot KdAd", "hand 2s3s4s")
        assert ((1, 0), "2s3s4s") == (state.score, codes(state.table.discards))

    def test_use(self) -> None:
        """blades.3.4: a stack is used whole, and revealed; afterwards there is none."""
        state = do(begin(MINE, YOURS, "2h3h4h6c7c8c"), "change", "stack Ac", "shoot 2h3h4h", "use")
        assert (("", ""), "block") == (stacks_of(state), calls(state)[-1])
        assert "2h3h4hAc" == codes(state.table.discards)[-8:]

    @pytest.mark.parametrize("stack", ["2s", "2s3s", "5sAc", "2s3sAc"])
    def test_stack_without_a_level(self, stack: str) -> None:
        """blades.3.4: a stack that forms no level, or too low a one, blocks nothing."""
        state = do(begin(MINE, YOURS, "7d7h"), "stack 2c", f"stack {stack}", "shoot KdAd", "use")
        assert ("goal", stack) == (calls(state)[-1], codes(state.table.discards))

    def test_change(self) -> None:
        """A line change discards the whole hand, which is filled at the start of the player's next turn."""
        state = do(begin(MINE, YOURS), "change")
        assert (["change"], codes(sorted(cards_from(MINE)))) == (calls(state), codes(state.table.discards))
        assert ((), 40) == (state.hands[0], len(state.stock))
        state = do(state, "stack 2s")
        assert (6, 34) == (len(state.hands[0]), len(state.stock))

    def test_used_cards_are_not_replaced_at_once(self) -> None:
        """The defender draws at the start of its turn, which is next; the shooter draws later."""
        state = do(begin(MINE, YOURS), "shoot KdAd", "hand 2s3s4s")
        assert ((4, 6), 37) == (state.table.counts, len(state.stock))

    def test_only_a_change_is_left(self) -> None:
        """A player without another action must change lines, for example with two red cards that form no level."""
        assert ["change"] == legal(attrs.evolve(begin(MINE, YOURS), hands=(cards_from("2d3h"), ())))

    def test_change_is_a_choice(self) -> None:
        """A line change is always possible."""
        assert legal(begin(MINE, YOURS)).index("change") == len(legal(begin(MINE, YOURS))) - 1 > 0


class TestEnd:
    """blades.3.5: the end of a period, and overtime."""

    def test_last_turn(self) -> None:
        """The turn in which the stock runs out is completed, including the answer to a shot; then the period ends."""
        state = small(begin(MINE, YOURS), 1)
        state = do(state, "stack 2c", "stack 2s")
        assert (0, 6, False) == (len(state.stock), len(state.hands[0]), state.table.over)
        state = do(state, "shoot 9d9h")
        assert (BLADES.outcome(state), 1) == (None, BLADES.seat(state))
        state = do(state, "none")
        assert Outcome(0, Ending.REGULATION, (1, 0)) == BLADES.outcome(state)
        assert ((), 0) == (BLADES.legal(state), state.period)
        assert BLADES.seat(state) in (0, 1)

    def test_short_draw(self) -> None:
        """A player who finds too few cards in the stock plays with what there is, at least one card."""
        state = do(small(begin(MINE, YOURS), 1), "change", "stack 2s")
        assert (1, 0) == (len(state.hands[0]), len(state.stock))
        assert "change" in legal(state)

    def test_tie(self) -> None:
        """A tie is followed by another period with a new pack; the deal rotates."""
        state = tied()
        assert state.table.closing is not None
        last, spent = state.table.closing
        assert (1, 0, 1, 1) == (state.period, state.table.dealer, state.table.turn, BLADES.seat(state))
        assert Seeded(1).pack(0)[12:] == state.stock
        assert ((0, 0), (), ()) == (state.score, state.table.plays, state.table.discards)
        assert ("change", tuple(sorted(cards_from(MINE)))) == (last.call, spent)
        assert ((), ()) == state.stacks

    def test_goals_are_carried(self) -> None:
        """The score keeps the goals of earlier periods."""
        state = do(begin(MINE, "3d3h5dThTd2s", "2h"), "shoot 9d9h", "none", "shoot ThTd", "none")
        state = do(small(state, 0), "change")
        assert ((1, 1), 1, 1) == (state.score, state.table.carried, state.period)

    def test_first_goal_wins(self) -> None:
        """The first goal of a later period ends the game at once."""
        state = tied()
        while state.score == (0, 0):
            moves = BLADES.legal(state)
            shots = [move for move in moves if move.verb is Verb.SHOOT]
            state = BLADES.apply(state, shots[0] if shots else moves[-1])
        assert state.period >= 1
        assert state.stock
        winner = state.score.index(1)
        assert Outcome(winner, Ending.OVERTIME, state.score) == BLADES.outcome(state)

    @pytest.mark.parametrize("most", [0, 1, 3])
    def test_max_overtimes(self, most: int) -> None:
        """After the maximum number of overtimes without a goal the game is a draw."""
        state = begin(MINE, YOURS, rules=Blades(most))
        for period in range(most + 1):
            assert (period, None) == (state.period, BLADES.outcome(state))
            state = do(small(state, 0), "change")
        assert Outcome(None, Ending.DRAW, (0, 0)) == BLADES.outcome(state)

    def test_deal_alternates(self) -> None:
        """The deal rotates every period."""
        state = begin(MINE, YOURS)
        dealers = [state.table.dealer]
        for _ in range(4):
            state = do(small(state, 0), "change")
            dealers.append(state.table.dealer)
        assert [1, 0, 1, 0, 1] == dealers


def _move(event: Event) -> Action:
    made: Any = event
    assert isinstance(made.move, Action)
    return made.move


class TestIllegal:
    """Illegal moves are refused with a stable code, and change nothing."""

    @pytest.mark.parametrize(
        ("before", "move", "code", "rule"),
        [
            ((), "use", "no-shot", "3.2"),
            ((), "hand Ac", "no-shot", "3.2"),
            ((), "none", "no-shot", "3.2"),
            ((), "stack 2d", "no-level", "3.3"),
            ((), "shoot 2dKd", "no-level", "3.3"),
            ((), "shoot 2dKh", "no-level", "3.3"),
            ((), "stack 3c", "not-in-hand", "3.2"),
            ((), "shoot AdAh", "not-in-hand", "3.2"),
            (("shoot 9d9h",), "change", "answer-due", "3.2"),
            (("shoot 9d9h",), "stack 2s", "answer-due", "3.2"),
            (("shoot 9d9h",), "shoot 9d9h", "answer-due", "3.2"),
            (("shoot 9d9h",), "use", "no-stack", "3.2"),
            (("shoot 9d9h",), "hand 2s3s", "no-level", "3.3"),
            (("shoot 9d9h",), "hand 5h", "no-level", "3.3"),
            (("shoot 9d9h",), "hand As", "not-in-hand", "3.2"),
        ],
    )
    def test_codes(self, before: tuple[str, ...], move: str, code: str, rule: str) -> None:
        """The error has the reason, the rule paragraph, the move and the legal moves; the state is unchanged."""
        state = do(begin(MINE, YOURS), *before)
        kept = pickle.dumps(state)
        for attempt in (BLADES.apply, BLADES.step, contract.apply, contract.step):
            with pytest.raises(IllegalMove) as caught:
                attempt(state, Action.parse(move))
            error = caught.value
            assert (code, f"blades.{rule}") == (error.code, error.rule)
            assert (Action.parse(move), BLADES.legal(state)) == (error.move, error.legal)
        assert kept == pickle.dumps(state)

    @pytest.mark.parametrize(
        "move",
        [
            None,
            0,
            "change",
            Card("2c"),
            Action.parse("stack 2c").concealed,
            (Verb.CHANGE, (), 0),
        ],
    )
    def test_not_a_move(self, move: Any) -> None:
        """Values that are not actions, or have hidden cards, are refused."""
        with pytest.raises(IllegalMove) as caught:
            BLADES.apply(begin(MINE, YOURS), move)
        assert ("not-a-move", "blades.3.2") == (caught.value.code, caught.value.rule)

    @pytest.mark.parametrize("cards", ["2c2c", "2c3s4s5c", "2cKd"])
    def test_made_by_hand(self, cards: str) -> None:
        """An action without a valid code is refused."""
        with pytest.raises(IllegalMove):
            BLADES.apply(begin("2c3s4s5cKd2d", ""), Action(Verb.STACK, cards_from(cards)))

    def test_equal_numbers(self) -> None:
        """An action of plain numbers that equals a legal one plays that one, face down as usual."""
        numbers: Any = Action(0, (0,))  # type: ignore[arg-type]  # what a careless caller may give
        state = begin(MINE, YOURS)
        step = BLADES.step(state, numbers)
        assert step == BLADES.step(state, Action.parse("stack 2c"))
        assert "stack ??" == _move(step.events[0].seen_by(1)).code

    @pytest.mark.parametrize("move", [Action(Verb.CHANGE), Action(Verb.NONE), None])
    def test_game_over(self, move: Any) -> None:
        """After the end every move is refused as game-over."""
        state = do(last_turn(MINE, YOURS), "shoot 9d9h", "none")
        with pytest.raises(IllegalMove) as caught:
            BLADES.apply(state, move)
        assert ("game-over", "blades.3.5", ()) == (caught.value.code, caught.value.rule, caught.value.legal)

    @pytest.mark.parametrize("move", ["stack 3c", "stack 2d", "shoot AdAh", "hand Ac", "none"])
    def test_messages(self, move: str) -> None:
        """A message names no card, because the cards tried may be in the hand."""
        with pytest.raises(IllegalMove) as caught:
            BLADES.apply(begin(MINE, YOURS), Action.parse(move))
        message = str(caught.value)
        assert not [card for card in deck() if card.code in message or str(card) in message]
