"""House rules of the pile family: valid combinations, and their minimal form (pile.1.7)."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given

from _catalogue import CATALOGUE, flat, problems, values
from _stacked import pile
from _strategies import chance, house_rules
from hockey_cards import Variant, VariantError, variant
from hockey_cards.pile import Pile


class TestTogether:
    """Options that imply others."""

    def test_packets_unset_draw(self) -> None:
        game = variant("block-draw").house(play_out=True).house(packets=[5, 4, 4])
        assert (None, False, (5, 4, 4)) == (values(game)["draw"], values(game)["play_out"], values(game)["packets"])
        assert {"packets": (5, 4, 4)} == game.changes

    def test_draw_unsets_packets(self) -> None:
        """The overtime of a draw game is dealt like its periods."""
        game = variant("breakaway").house(packets=[2], overtime_packets=[3]).house(draw=4)
        assert (4, None, None) == tuple(values(game)[name] for name in ("draw", "packets", "overtime_packets"))
        assert {"draw": 4} == game.changes

    def test_there_and_back(self) -> None:
        there_and_back: list[tuple[str, dict[str, object], dict[str, object]]] = [
            ("breakaway", {"draw": 4}, {"packets": [5, 5, 5, 5, 6]}),
            ("breakaway", {"draw": 4}, {"draw": None}),
            ("block-draw", {"packets": "all"}, {"draw": 3}),
            ("block-draw", {"packets": "all"}, {"packets": None}),
            ("saves", {"seats": 2, "opener": "after-dealer"}, {"seats": 4, "opener": "4C"}),
            ("rumble", {"overtime": "full", "max_overtimes": 3}, {"overtime": "none", "max_overtimes": 0}),
        ]
        for key, there, back in there_and_back:
            changed = variant(key).house(**there)
            assert changed != variant(key)
            assert variant(key) == changed.house(**back)

    def test_packets_and_draw_at_once(self) -> None:
        """Both at once exclude each other."""
        told = problems(variant("breakaway"), packets=[5], draw=3)
        assert ["packets and draw exclude each other: give only one of them"] == [
            text for text in told if "exclude" in text
        ]

    @pytest.mark.parametrize(("key", "packets"), [("rumble", (5, 4, 4)), ("saves", "all"), ("block-draw", None)])
    @pytest.mark.parametrize("overtime", ["full", "sudden-death"])
    def test_overtime_where_the_row_has_none(self, key: str, packets: object, overtime: str) -> None:
        """``overtime_packets`` defaults to ``packets``, and ``max_overtimes`` to 1."""
        game = variant(key).house(overtime=overtime)
        assert (packets, 1) == (values(game)["overtime_packets"], values(game)["max_overtimes"])
        assert {"overtime": overtime} == game.changes

    def test_overtime_packets_follow_packets(self) -> None:
        game = variant("rumble").house(overtime="full", packets=[1, 2])
        assert (1, 2) == values(game)["overtime_packets"]
        assert (3,) == values(game.house(overtime_packets=[3]))["overtime_packets"]

    @pytest.mark.parametrize("key", ["breakaway", "shots", "passe", "block-extra", "team-breakaway"])
    def test_overtime_packets_of_the_row_stay(self, key: str) -> None:
        """Values of the table row are kept."""
        changes: dict[str, object] = {"table_cards": 0, "packets": [2]}
        assert CATALOGUE[key]["overtime_packets"] == values(variant(key).house(**changes))["overtime_packets"]

    @pytest.mark.parametrize("key", ["breakaway", "passe", "block-extra"])
    def test_no_overtime(self, key: str) -> None:
        """Without overtime ``max_overtimes`` is 0."""
        game = variant(key).house(overtime="none")
        assert (None, 0) == (values(game)["overtime_packets"], values(game)["max_overtimes"])
        assert {"overtime": "none"} == game.changes

    def test_two_kinds_of_overtime(self) -> None:
        """Another kind of overtime keeps the number and the packets of the row."""
        game = variant("block-extra").house(overtime="sudden-death")
        assert ("all", 10) == (values(game)["overtime_packets"], values(game)["max_overtimes"])


class TestRefused:
    """Invalid combinations."""

    @pytest.mark.parametrize(
        ("key", "changes", "word"),
        [
            ("breakaway", {"goal_ranks": "J"}, "disjoint"),
            ("breakaway", {"stop_ranks": "J8"}, "disjoint"),
            ("saves", {"goal_ranks": "23"}, "disjoint"),
            ("breakaway", {"goal_needs_pass": False}, "pass_ranks"),
            ("breakaway", {"goal_needs_pass": False, "pass_ranks": "", "goal_keeps_claim": True}, "goal_keeps_claim"),
            ("saves", {"pass_ranks": "K"}, "pass_ranks"),
            ("block", {"goal_keeps_claim": True}, "goal_keeps_claim"),
            ("breakaway", {"opener": "4c"}, "packets = 'all'"),
            ("breakaway", {"opener": "4c", "packets": "all"}, "overtime_packets = 'all'"),
            ("block-draw", {"opener": "4c"}, "packets = 'all'"),
            ("saves", {"packets": [13]}, "packets = 'all'"),
            ("block", {"opener": "Jc"}, "may not lead"),
            ("block", {"opener": "Jc", "opener_must": False}, "may not lead"),
            ("block-extra", {"opener": "Jh"}, "may not lead"),
            ("saves", {"opener": "3c", "stop_may_lead": "not-first"}, "may not lead"),
            ("saves", {"table_cards": 4}, "table_cards"),
            ("passe", {"packets": "all"}, "table_cards"),
            ("passe", {"overtime_packets": "all"}, "table_cards"),
            ("saves", {"max_overtimes": 1}, "max_overtimes = 1 needs an overtime"),
            ("breakaway", {"overtime": "none", "max_overtimes": 1}, "max_overtimes = 1 needs an overtime"),
            ("breakaway", {"max_overtimes": 0}, "needs max_overtimes of 1 or more"),
            ("saves", {"overtime": "full", "max_overtimes": 0}, "needs max_overtimes of 1 or more"),
            ("breakaway", {"packets": [5, 5, 5, 5, 7]}, "54 cards"),
            ("breakaway", {"overtime_packets": [27]}, "54 cards"),
            ("passe", {"table_cards": 5}, "53 cards"),
            ("passe", {"packets": [13]}, "56 cards"),
            ("block-draw", {"draw": 14}, "56 cards"),
            ("block-draw", {"draw": 13, "table_cards": 1}, "53 cards"),
            ("breakaway", {"packets": []}, "packets"),
            ("breakaway", {"play_out": True}, "play_out"),
            ("block-draw", {"draw": None}, "draw cannot be None"),
            ("block-draw", {"packets": [3], "play_out": True}, "play_out"),
            ("block-draw", {"overtime": "full", "overtime_packets": [3]}, "overtime_packets"),
        ],
    )
    def test_refused(self, key: str, changes: dict[str, object], word: str) -> None:
        assert [] != [text for text in problems(variant(key), **changes) if word in text]

    def test_all_at_once(self) -> None:
        """All problems are listed at once: of names, values and combinations."""
        told = problems(
            variant("breakaway"),
            colour="red",
            periods=0,
            goal_ranks="J",
            goal_needs_pass=False,
            goal_keeps_claim=True,
            table_cards=9,
            max_overtimes=0,
            opener="4c",
        )
        words = ("colour", "periods", "disjoint", "pass_ranks", "goal_keeps_claim", "61 cards", "max_overtimes", "4c")
        assert [] == [word for word in words if not any(word in text for text in told)]
        assert len(set(told)) == len(told)

    def test_nothing_is_changed(self) -> None:
        """A refusal leaves the variant unchanged."""
        game = variant("breakaway").house(periods=2)
        problems(game, periods=0)
        assert {"periods": 2} == game.changes

    @pytest.mark.parametrize(
        ("key", "changes"),
        [
            ("breakaway", {"pass_ranks": "", "goal_needs_pass": False}),
            ("saves", {"goal_needs_pass": True, "pass_ranks": "K", "goal_keeps_claim": True}),
            ("breakaway", {"packets": "all", "overtime_packets": "all", "opener": "4c"}),
            ("breakaway", {"packets": "all", "overtime": "none", "opener": "4c"}),
            ("saves", {"opener": "3c"}),
            ("saves", {"opener": "Jc", "stop_on_stop": False}),
            ("block", {"opener": "2c"}),
            ("breakaway", {"overtime_packets": "all"}),
            ("rumble", {"later_opener": "trailing"}),
            ("passe", {"table_cards": 0, "packets": "all"}),
            ("block-draw", {"draw": 13}),
            ("block-draw", {"draw": 3, "table_cards": 40}),
            ("saves", {"reversed_periods": [9]}),
            ("breakaway", {"pass_ranks": ""}),
            ("team-breakaway", {"seats": 2, "reply": "block", "claim_lasts": "until-matched"}),
        ],
    )
    def test_accepted(self, key: str, changes: dict[str, object]) -> None:
        """House rules that are not refused are playable."""
        assert changes.keys() <= values(variant(key).house(**changes)).keys()


class TestCanonical:
    """House rules are kept in minimal form."""

    @pytest.mark.parametrize("key", CATALOGUE)
    def test_defaults_are_not_written(self, key: str) -> None:
        """Values equal to the default are allowed, and not kept."""
        game = variant(key)
        for name, value in CATALOGUE[key].items():
            if value is not None:
                assert game == game.house(**{name: value})
        assert game == game.house(**{name: value for name, value in CATALOGUE[key].items() if value is not None})

    @pytest.mark.parametrize(
        ("key", "changes", "written"),
        [
            ("saves", {"stop_ranks": "j3t"}, {"stop_ranks": "3TJ"}),
            ("saves", {"stop_ranks": "J3"}, {}),
            ("saves", {"opener": "10h"}, {"opener": "Th"}),
            ("saves", {"opener": "4♣"}, {}),
            ("block-reverse", {"reversed_periods": [3, 2]}, {"reversed_periods": (2, 3)}),
            ("rumble", {"overtime": "full", "overtime_packets": [5, 4, 4], "max_overtimes": 1}, {"overtime": "full"}),
            ("breakaway", {"overtime": "none", "max_overtimes": 0}, {"overtime": "none"}),
            ("block-draw", {"packets": [3], "play_out": False}, {"packets": (3,)}),
            ("breakaway", {"runs": True, "periods": 2, "draw": 3}, {"draw": 3, "periods": 2, "runs": True}),
        ],
    )
    def test_written(self, key: str, changes: dict[str, object], written: dict[str, object]) -> None:
        """Ranks are in rank order, cards are codes; implied values are not kept."""
        game = variant(key).house(**changes)
        assert list(written.items()) == list(game.changes.items())
        assert game == variant(key).house(**written)

    @given(house_rules())
    def test_sound_rules_are_accepted(self, drawn: tuple[Variant, dict[str, Any]]) -> None:
        """Valid house rules are accepted, and every value takes effect."""
        base, changes = drawn
        told = values(base.house(**changes))
        for name, value in changes.items():
            if "ranks" in name:
                assert sorted(value) == sorted(str(told[name]))
            elif name == "reversed_periods":
                assert tuple(sorted(value)) == told[name]
            else:
                assert flat(value) == told[name]

    @given(house_rules())
    def test_twice_is_once(self, drawn: tuple[Variant, dict[str, Any]]) -> None:
        """Making the same changes again, or those that are kept, changes nothing."""
        base, changes = drawn
        game = base.house(**changes)
        assert game == game.house(**changes) == game.house(**game.changes) == base.house(**game.changes)
        assert hash(game) == hash(base.house(**game.changes))

    @given(house_rules(), chance())
    def test_one_after_the_other(self, drawn: tuple[Variant, dict[str, Any]], rng: Any) -> None:
        """Every change that is kept is necessary, and differs from the default."""
        base, changes = drawn
        game = base.house(**changes)
        for name, value in game.changes.items():
            fewer = {other: kept for other, kept in game.changes.items() if other != name}
            assert values(game)[name] == value
            with suppress(VariantError):  # without the change the others may make no sense: it is needed then too
                assert values(game) != values(base.house(**fewer))

    @given(house_rules())
    def test_as_json(self, drawn: tuple[Variant, dict[str, Any]]) -> None:
        """Changes and complete rules can be written as JSON and read back."""
        base, changes = drawn
        game = base.house(**changes)
        assert game == base.house(**json.loads(json.dumps(game.changes)))
        assert pile(game) == Pile.from_dict(json.loads(json.dumps(pile(game).to_dict())))

    @given(house_rules())
    def test_values(self, drawn: tuple[Variant, dict[str, Any]]) -> None:
        """Variants with house rules are hashable, picklable values; their rules paste back."""
        base, changes = drawn
        game = base.house(**changes)
        again = pickle.loads(pickle.dumps(game))
        assert (game, hash(game)) == (again, hash(again))
        assert values(again) == values(game)
        assert (game == base) is (values(game) == values(base))
