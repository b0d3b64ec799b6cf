"""Moves and rulings of the rink family."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import Any

import pytest

from hockey_cards import variant
from hockey_cards.cards import deck
from hockey_cards.errors import ParseError
from hockey_cards.language import how_to_play, rules_table
from hockey_cards.rink import Open, Rink, RinkRuling, RinkSettings, Stage
from hockey_cards.rink.moves import MOVES
from hockey_cards.rink.referee import PASSABLE, choices, judge, passable

RINK = Rink()
CODES = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "g1", "g2"]


class TestOpen:
    """Moves are small integers, one object each, written as in a record."""

    @pytest.mark.parametrize("code", CODES)
    def test_one_object(self, code: str) -> None:
        """A code in lower or upper case, a repr, a pickle and a copy all give the object of the move."""
        move: Any = Open(code)
        again = [Open(code.upper()), Open.parse(code), Open(move), eval(repr(move)), pickle.loads(pickle.dumps(move))]
        assert all(other is move for other in [*again, copy.copy(move), copy.deepcopy(move)])
        assert (code, code, code) == (move.code, str(move), f"{move}")

    def test_order(self) -> None:
        """Moves are in deal order, and all are true."""
        assert CODES == [move.code for move in sorted(MOVES)]
        assert list(range(14)) == list(MOVES)
        assert all(MOVES)

    def test_place(self) -> None:
        """A cell has a column and a row; a goalkeeper has neither."""
        assert (1, 3) == (Open("b3").column, Open("b3").row)
        assert (None, None) == (Open("g2").column, Open("g2").row)

    @pytest.mark.parametrize("nonsense", ["", "a4", "e1", "g3", "a1 ", "7c", "ａ1", "x" * 9999, None, 3, ["a1"]])
    def test_nonsense(self, nonsense: Any) -> None:
        """Text that is not a move is refused with a short message."""
        with pytest.raises(ParseError) as caught:
            Open(nonsense)
        assert len(str(caught.value)) < 200


class TestRuling:
    """The rule of play is one pure function on a finite domain."""

    def test_passable(self) -> None:
        """rink.2.3: a card is passable iff its suit or its rank equals the running card's."""
        for running, card in product(deck(), repeat=2):
            assert passable(running, card) is (running.code[0] == card.code[0] or running.code[1] == card.code[1])
            assert passable(running, card) is PASSABLE[running][card]

    @pytest.mark.parametrize("lanes", [False, True])
    @pytest.mark.parametrize("seat", [0, 1])
    def test_whole_domain(self, lanes: bool, seat: int) -> None:
        """rink.2.3, rink.2.7: a run passes row after row, then scores; a card that is not passable ends it anywhere."""
        out = RinkRuling("thrown-out", Stage.NEAR_ROW)
        for stage in Stage:
            for move in choices(stage, seat):
                assert out == judge(stage, move, matches=False, lanes=lanes)
                lane = Stage.GOALKEEPER_1 if move.code[0] in "ab" else Stage.GOALKEEPER_2
                after_far = lane if lanes else Stage.GOALKEEPERS
                after = {0: Stage.MIDDLE_ROW, 1: Stage.FAR_ROW, 2: after_far}.get(stage)
                expected = RinkRuling("goal", Stage.NEAR_ROW) if after is None else RinkRuling("through", after)
                assert expected == judge(stage, move, matches=True, lanes=lanes)

    def test_rows_of_a_seat(self) -> None:
        """rink.2.3: seat 0's nearest row is row 1, seat 1's row 3."""
        rows = [[[move.code for move in choices(Stage(stage), seat)] for stage in range(3)] for seat in (0, 1)]
        assert [[f"{column}{row}" for column in "abcd"] for row in (1, 2, 3)] == rows[0]
        assert rows[0][::-1] == rows[1]

    def test_table(self) -> None:
        """The printed rule has a heading, one width, and a row for every call at every stage that can be reached."""
        plain, lanes = rules_table(RINK), rules_table(Rink(RinkSettings(goalkeeper_lanes=True)))
        assert {5} == {len(row) for row in (*plain, *lanes)}
        assert ("goalkeepers", "g1 or g2", "same suit or rank", "goal", "the run is over") in plain
        assert ("far row", "columns c-d", "same suit or rank", "through", "goalkeeper 2") in lanes
        assert (9, 12) == (len(plain), len(lanes))

    def test_how_to_play(self) -> None:
        """The text has the numbers of the deck, and which goalkeepers a run may try."""
        text = how_to_play(variant("rink").house(deck=52))
        assert "a pack of 52 cards, from the 2 to the ace" in text
        assert "a stack of 18 cards" in text
        assert "g1 or g2" in text
        assert "g1 after columns a and b" in how_to_play(variant("rink").house(goalkeeper_lanes=True))

    def test_values(self) -> None:
        """Stages and rulings paste back and pickle."""
        result = judge(Stage.FAR_ROW, Open("a3"), matches=True, lanes=True)
        assert result == eval(repr(result)) == pickle.loads(pickle.dumps(result))
        assert "goalkeeper 1" == str(result.stage)
