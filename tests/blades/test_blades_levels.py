"""Moves and levels of the blades family (blades.3.1 to blades.3.6)."""

from __future__ import annotations

import copy
import pickle
from itertools import chain, combinations
from typing import Any

import pytest

from hockey_cards.blades import Action, Blades, Verb
from hockey_cards.blades.levels import LEVELS, judge, level, strength
from hockey_cards.blades.table import suits
from hockey_cards.cards import Card, cards_from, deck
from hockey_cards.errors import ParseError
from hockey_cards.language import rules_table

RANKS = "23456789TJQKA"
RED, BLACK = ([card for card in deck() if card.code[1] in suits] for suits in ("dh", "cs"))
SHOTS, DEFENCES = ([*chain(*(combinations(cards, size) for size in (1, 2, 3)))] for cards in (RED, BLACK))

Cards = tuple[Card, ...]


def offence(cards: Cards) -> tuple[int, str]:
    """Return the level of red cards, and the ranks that count, highest first, by the text of blades.3.3."""
    ranks, suits = "".join(card.code[0] for card in cards)[::-1], "".join(card.code[1] for card in cards)
    match len(cards):
        case 3:
            return (2 if suits in ("ddd", "hhh") else 1), ranks
        case 2 if ranks == "99":
            return 5, ranks
        case 2 if ranks[0] == ranks[1]:
            return 3, ranks
        case 2 if ranks[0] == "A" and suits in ("dd", "hh"):
            return 4, ranks
        case _:
            return 0, ""


def defence(cards: Cards) -> tuple[int, str]:
    """Return the level of black cards, and the ranks that count, highest first, by the text of blades.3.3."""
    ranks, suits = "".join(card.code[0] for card in cards)[::-1], "".join(card.code[1] for card in cards)
    match len(cards):
        case 3:
            return (2 if suits in ("ccc", "sss") else 1), ranks
        case 2 if ranks[0] == ranks[1]:
            return 3, ranks
        case 1 if ranks == "A":
            return 4, ranks
        case _:
            return 0, ""


def stops(guard: tuple[int, str], shot: tuple[int, str]) -> bool:
    """Compare as in blades.3.3: by level, then by ranks; the first difference decides, else it is a block."""
    if guard[0] == 0 or guard[0] != shot[0]:
        return guard[0] > shot[0]
    for own, other in zip(guard[1], shot[1], strict=False):
        if own != other:
            return RANKS.index(own) > RANKS.index(other)
    return True


class TestLevels:
    """The levels and their order are one pure function on a finite domain."""

    @pytest.mark.parametrize(("sets", "oracle"), [(SHOTS, offence), (DEFENCES, defence)], ids=["red", "black"])
    def test_all_sets(self, sets: list[Cards], oracle: Any) -> None:
        """blades.3.3: every set of one to three cards of a colour forms the level of the text, or none."""
        for cards in sets:
            number, ranks = oracle(cards)
            found = level(cards)
            assert number == (found.number if found else 0)
            assert strength(cards) == ((number, *(2 + RANKS.index(rank) for rank in ranks)) if number else ())

    def test_mixed_colours(self) -> None:
        """blades.3.3: cards of both colours form no level; neither does an empty set."""
        assert all(
            level(cards) is None for size in (2, 3) for cards in combinations(deck()[-10:], size) if mixed(cards)
        )
        assert (None, ()) == (level(()), strength(()))

    def test_all_comparisons(self) -> None:
        """blades.3.3, blades.3.4: every defence, levelless ones too, against every shot."""
        shots = {offence(cards): cards for cards in SHOTS if offence(cards)[0]}
        guards = {defence(cards): cards for cards in DEFENCES}
        for shot, attacking in shots.items():
            for guard, defending in guards.items():
                assert ("block" if stops(guard, shot) else "goal") == judge(attacking, defending)
        assert len(shots) > 700 < len(guards)

    @pytest.mark.parametrize(
        ("shot", "guard", "call"),
        [
            ("2d3d4h", "", "goal"),
            ("2d3d4h", "2c3c4s", "block"),
            ("2d3dAh", "QcKcKs", "goal"),
            ("2d3dAh", "2c3cAs", "block"),
            ("2d3d4d", "QcKcAs", "goal"),
            ("2d3d4d", "2c3c4c", "block"),
            ("2d3d5d", "2c3c4c", "goal"),
            ("2d2h", "QcKcAc", "goal"),
            ("2d2h", "2c2s", "block"),
            ("KdKh", "QcQs", "goal"),
            ("AdAh", "Ac", "block"),
            ("2dAd", "AcAs", "goal"),
            ("KdAd", "Ac", "block"),
            ("9d9h", "9c9s", "goal"),
            ("9d9h", "As", "goal"),
            ("2d3d4h", "Kc", "goal"),
            ("2d3d4h", "KcAc", "goal"),
            ("9d9hTh", "9c9sTs", "block"),
        ],
    )
    def test_examples(self, shot: str, guard: str, call: str) -> None:
        """blades.3.3: the higher level, then the higher rank; equal blocks; a black ace stops all but two red nines."""
        assert call == judge(cards_from(shot), cards_from(guard))

    def test_table(self) -> None:
        """The printed rule has a row for each offence and a column for each defence, and one for no level at all."""
        heading, *rows = rules_table(Blades())
        defences = "3 black", "3 black of one suit", "2 black of one rank", "a black ace"
        shots = "3 red", "3 red of one suit", "2 red of one rank", "2 red of one suit, the ace high", "2 red nines"
        assert ("shot", *defences, "no level") == heading
        assert list(shots) == [row[0] for row in rows]
        own = "block unless its ranks are lower"
        assert [own, "block", "block", "block", "goal"] == list(rows[0][1:])
        assert ["goal", "goal", own, "block", "goal"] == list(rows[2][1:])
        assert ["goal", "goal", "goal", "block", "goal"] == list(rows[3][1:])
        assert ["goal"] * 5 == list(rows[4][1:])

    def test_value(self) -> None:
        """Levels paste back and pickle."""
        from hockey_cards.blades.levels import Level
        from hockey_cards.cards import Rank

        for each in LEVELS:
            assert each == eval(repr(each), {"Level": Level, "Rank": Rank}) == pickle.loads(pickle.dumps(each))


def mixed(cards: Cards) -> bool:
    return 0 < sum(card in RED for card in cards) < len(cards)


class TestSuits:
    """blades.3.2: which cards a move may be made with."""

    @pytest.mark.parametrize("cards", ["2c", "2c3s", "2c3c4s", "Ac"])
    def test_stack(self, cards: str) -> None:
        """A stack is one to three black cards, whether they form a level or not."""
        assert suits(Verb.STACK, cards_from(cards))

    @pytest.mark.parametrize(
        ("verb", "cards"),
        [
            (Verb.STACK, ""),
            (Verb.STACK, "2d"),
            (Verb.STACK, "2c3d"),
            (Verb.STACK, "2c3c4c5c"),
            (Verb.SHOOT, ""),
            (Verb.SHOOT, "Ad"),
            (Verb.SHOOT, "2d3d"),
            (Verb.SHOOT, "KdAh"),
            (Verb.SHOOT, "2c2s"),
            (Verb.SHOOT, "9d9h9s"),
            (Verb.HAND, ""),
            (Verb.HAND, "Kc"),
            (Verb.HAND, "KcAc"),
            (Verb.HAND, "Ad"),
            (Verb.CHANGE, "2c"),
            (Verb.USE, "Ac"),
            (Verb.NONE, "Ac"),
        ],
    )
    def test_not(self, verb: Verb, cards: str) -> None:
        """Cards that form no level, or have the wrong colour or number, are refused."""
        assert not suits(verb, cards_from(cards))


CODES = ["stack 2c", "stack 2c3s", "stack 2c3sAc", "shoot 9d9h", "shoot 2d3h4h", "change", "use", "hand Ac", "none"]


class TestAction:
    """blades.3.6: moves are values, written as in a record."""

    @pytest.mark.parametrize("code", CODES)
    def test_code(self, code: str) -> None:
        """A code is read and written; a move pastes back, pickles, copies, hashes."""
        move = Action.parse(code)
        again = [eval(repr(move)), pickle.loads(pickle.dumps(move)), copy.deepcopy(move), Blades().parse(code.upper())]
        assert code == move.code
        assert {move} == {move, *again}

    def test_canonical_order_of_cards(self) -> None:
        """Cards may be given in any order, and with spaces; they are kept and written in deck order."""
        given = [Action.parse("stack 3s2c"), Action.parse(" stack  3s 2C "), Action(Verb.STACK, cards_from("3s2c"))]
        assert [Action(Verb.STACK, cards_from("2c3s"))] * 3 == given
        assert "stack 2c3s" == given[0].code

    def test_text(self) -> None:
        """``str`` shows the suits of the cards."""
        assert ["stack 2♣ 3♠", "change"] == [str(Action.parse("stack 2c3s")), str(Action.parse("change"))]

    def test_order(self) -> None:
        """Moves are ordered by verb, in the order of the rules, then card by card."""
        codes = ["stack 2c", "stack 2c2s", "stack 2c2s3c", "stack 2c3c", "stack 3c", "shoot 2d2h", "change", "use"]
        moves = [Action.parse(code) for code in [*codes, "hand 2c2s", "hand Ac", "none"]]
        mixed_up = moves[1::2] + moves[::2]
        assert moves == sorted(mixed_up)

    def test_concealed(self) -> None:
        """Others know only the number of cards of a stack."""
        hidden = Action.parse("stack 2c3s").concealed
        assert ("stack ????", "stack ?? ??", ()) == (hidden.code, str(hidden), hidden.cards)
        assert hidden == hidden.concealed == Action.parse("stack 4c5s").concealed

    @pytest.mark.parametrize(
        "nonsense",
        [
            "",
            "stack",
            "shoot",
            "hand",
            "change 2c",
            "use Ac",
            "none 2c",
            "stack 2c2c",
            "stack 2c3c4c5c",
            "stack ??",
            "stack 2",
            "2c",
            "shoot 9d,9h",
            "pass",
            "x" * 9999,
            "stack " + "2c" * 9999,
            None,
            3,
            ["change"],
        ],
    )
    def test_nonsense(self, nonsense: Any) -> None:
        """What is no move is refused with a short message."""
        with pytest.raises(ParseError) as caught:
            Action.parse(nonsense)
        assert len(str(caught.value)) < 250
