"""The JSON of blades views: reading it back, and refusing other text."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from _duels import BLADES, MINE, YOURS, begin, do, middle, small, views
from hockey_cards import read_view
from hockey_cards.blades import Action, Blades, BladesTable, BladesView, Verb
from hockey_cards.cards import cards_from, codes, deck
from hockey_cards.errors import ParseError

# What a view of seat 1 in the middle of the game cannot say.
CONTRADICTIONS: list[tuple[str, Any]] = [
    ("format", "hockey-cards-view/3"),
    ("family", "rink"),
    ("rules", {"max_overtimes": 10}),
    ("rules", {"base": {"max_overtimes": 10.0}}),
    ("rules", {"base": {}, "house": {"more": 1}}),
    ("rules", {"base": {}, "house": {}, "more": {}}),
    ("rules", []),
    ("seat", True),
    ("seat", False),
    ("seat", 0.0),
    ("seat", 2),
    ("seat", 0),
    ("seat", None),
    ("mover", 0),
    ("period", 1),
    ("period", 11),
    ("period", -1),
    ("period", False),
    ("carried", 1),
    ("carried", -1),
    ("carried", False),
    ("dealer", True),
    ("dealer", 0),
    ("dealer", 2),
    ("hand", "Kc"),
    ("hand", None),
    ("stack", "2s"),
    ("stack", "3s2s"),
    ("stack", "2s2s"),
    ("stack", "2s3h"),
    ("stack", "2c3s"),
    ("stack", "2s9d"),
    ("stack", ""),
    ("stack", ["2s", "3s"]),
    ("counts", [3, 1]),
    ("counts", [3.0, 0]),
    ("stacks", [1, 1]),
    ("stock", 20),
    ("shot", ""),
    ("legal", []),
    ("score", [2, 0]),
    ("score", float("nan")),
    ("goals", [[], []]),
    ("discards", ""),
    ("plays", []),
    ("plays", ["stack ??"]),
    ("plays", 7),
    ("extra", 1),
]


CLOSING = {"seat": 1, "move": "change", "call": "change", "discards": "2c3c"}


class TestJson:
    """A view is one JSON object, which is verified when it is read."""

    def test_facts(self) -> None:
        """The JSON has the facts that a simple client needs."""
        given = json.loads(BLADES.view(middle(), 1).to_json())
        assert ("KdAd", "2s3s", [4, 0], [1, 2], [1, 0]) == (
            given["shot"],
            given["stack"],
            given["counts"],
            given["stacks"],
            given["score"],
        )
        assert ["use", "none"] == given["legal"]
        assert {"seat": 1, "move": "stack ????", "call": "stack", "discards": ""} == given["plays"][1]
        assert {"seat": 1, "move": "hand Ac", "call": "goal", "discards": "Ac"} == given["plays"][3]

    def test_rules(self) -> None:
        """The rules are read back with value and default, and the period with its carried goals."""
        rules = Blades(3, 7)
        state = do(small(begin(MINE, YOURS, rules=rules), 0), "change")
        for seen in views(state):
            again: Any = read_view(json.dumps(json.loads(seen.to_json()), indent=2))
            assert (seen, rules, 1) == (again, again.rules, again.period)
            assert 6 == len(again.table.closing[1])

    @pytest.mark.parametrize(("key", "value"), CONTRADICTIONS)
    def test_contradictions(self, key: str, value: Any) -> None:
        """An impossible view, or one in another form, is refused."""
        given = json.loads(BLADES.view(middle(), 1).to_json())
        with pytest.raises(ParseError):
            read_view(json.dumps(given | {key: value}))

    @pytest.mark.parametrize(
        ("period", "change"),
        [
            (0, {"closing": CLOSING}),
            (1, {"closing": CLOSING | {"discards": "2c2c"}}),
            (1, {"closing": CLOSING | {"discards": "3c2c"}}),
            (1, {"closing": CLOSING | {"discards": "2c3c4c5c6c7c8c"}}),
            (1, {"closing": CLOSING | {"seat": 2}}),
            (1, {"closing": CLOSING | {"seat": True}}),
            (1, {"closing": CLOSING | {"call": "goal"}}),
            (1, {"closing": CLOSING | {"move": "shoot 9d9h", "call": "shot"}}),
            (1, {"closing": CLOSING | {"move": "stack 2c", "call": "stack"}}),
            (1, {"closing": CLOSING | {"more": 1}}),
            (1, {"closing": None}),
            (1, {"carried": 7, "score": [7, 7]}),
            (1, {"period": 4}),
        ],
    )
    def test_impossible_pasts(self, period: int, change: dict[str, Any]) -> None:
        """Impossible facts about earlier periods are refused."""
        state = begin(MINE, YOURS, rules=Blades(3))
        state = do(small(state, 0), "change") if period else state
        given = json.loads(BLADES.view(state, 1).to_json())
        assert read_view(json.dumps(given)).period == period
        with pytest.raises(ParseError):
            read_view(json.dumps(given | change))

    def test_goals_of_the_period_before(self) -> None:
        """Six goals for each side are the most that the red cards allow."""
        given = json.loads(BLADES.view(do(small(begin(MINE, YOURS), 0), "change"), 1).to_json())
        assert (6, 6) == read_view(json.dumps(given | {"carried": 6, "score": [6, 6]})).score
        assert 7 * 2 * 2 > sum(card.suit.red for card in deck()) >= 6 * 2 * 2

    def test_other_cards(self) -> None:
        """A view with other, unseen cards in the own stack is valid."""
        seen = BLADES.view(middle(), 1)
        black = tuple(card for card in seen.unseen if not card.suit.red)[:2]
        given = json.loads(seen.to_json()) | {"stack": codes(black)}
        assert attrs.evolve(seen, stack=black) == read_view(json.dumps(given))

    @pytest.mark.parametrize(
        ("place", "change"),
        [
            (0, {"seat": 1}),
            (0, {"call": "shot"}),
            (0, {"move": "stack 2c"}),
            (0, {"move": "stack ??????"}),
            (0, {"move": "stack ????????"}),
            (0, {"move": "shoot ??"}),
            (0, {"move": "use"}),
            (0, {"discards": "2c"}),
            (0, {"more": 1}),
            (2, {"move": "shoot 9h9d"}),
            (2, {"move": "shoot 9d9c"}),
            (2, {"move": "shoot 2d3d"}),
            (2, {"move": "shoot KdKh"}),
            (3, {"move": "hand As"}),
            (3, {"discards": "As"}),
            (3, {"move": "change"}),
            (3, {"move": "none"}),
            (4, {"discards": ""}),
            (4, {"discards": "2h3h4h5h6h6h"}),
            (4, {"discards": "3h2h4h5h6h7h"}),
            (5, {"discards": "2h"}),
            (5, {"discards": "Ac"}),
        ],
    )
    def test_impossible_plays(self, place: int, change: dict[str, Any]) -> None:
        """Impossible plays are refused."""
        given = json.loads(BLADES.view(middle(), 1).to_json())
        given["plays"][place] |= change
        with pytest.raises(ParseError):
            read_view(json.dumps(given))

    def test_too_few_black_cards(self) -> None:
        """There must be enough unseen black cards for a hidden stack."""
        black = [card for card in deck() if not card.suit.red]
        table = (
            BladesTable(BLADES, 0, 1)
            .after(Action(Verb.STACK, hidden=3), ())
            .after(Action(Verb.CHANGE), tuple(black[:6]))
        )
        for first in (6, 12, 18):
            table = table.after(Action(Verb.CHANGE), tuple(black[first : first + 6]))
        seen = BladesView(table, 0, cards_from("2d3d4d5d6d7d"), ())
        with pytest.raises(ParseError):
            read_view(seen.to_json())
        fewer = attrs.evolve(table, spent=(*table.spent[:-1], cards_from("8d8h9d9hTdTh")))
        assert attrs.evolve(seen, table=fewer) == read_view(attrs.evolve(seen, table=fewer).to_json())

    @pytest.mark.parametrize("key", json.loads(BLADES.view(begin(MINE, YOURS), 0).to_json()))
    def test_missing_keys(self, key: str) -> None:
        """No key may be missing."""
        given = json.loads(BLADES.view(middle(), 0).to_json())
        del given[key]
        with pytest.raises(ParseError):
            read_view(json.dumps(given))

    @pytest.mark.parametrize(
        "text", ["", "{", "{}", "[]", "3", "null", '"x"', "[" * 100_000, "9" * 5000, '{"format": ' * 5000, None, 7]
    )
    def test_nonsense(self, text: Any) -> None:
        """Text that is not a view is refused with a short message."""
        with pytest.raises(ParseError) as caught:
            read_view(text)
        assert len(str(caught.value)) < 400

    def test_doubled_key(self) -> None:
        """A duplicate key is refused."""
        text = BLADES.view(middle(), 0).to_json()
        with pytest.raises(ParseError):
            read_view(text.replace('"mover"', '"seat": 0, "mover"'))
