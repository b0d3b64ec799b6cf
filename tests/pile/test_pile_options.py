"""The named variants of the pile family (pile.1.6), and the values of each option (pile.1.7)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from _catalogue import CATALOGUE, SEATS, flat, problems, values
from _stacked import pile
from hockey_cards import VariantError, language, variant
from hockey_cards.cards import Card, Rank, Suit
from hockey_cards.pile import VARIANTS, Pile, Referee, Schedule

NAMES = tuple(CATALOGUE["breakaway"])
PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "pile.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| (true, false|`[\w-]+`(?:, `[\w-]+`)+) \|", PAGE, re.MULTILINE))
"""The rows of the table of options (pile.1.7) that list all values: of flags and of choices between words."""
FLAGS = [name for name, values in ROWS.items() if values == "true, false"]
CHOICES = {name: re.findall(r"[\w-]+", values) for name, values in ROWS.items() if name not in FLAGS}
GOOD: dict[str, list[Any]] = {
    **{name: [True, False] for name in FLAGS if name != "play_out"},  # which takes a draw game
    **CHOICES,
    "goal_needs_pass": [True],
    "ranks": ["23456789TJQKA"],
    "suits": ["cdhs"],
    "packets": [[1], [26], [1] * 26, [5, 5, 5, 5, 6], (3, 2), "all"],
    "draw": [1, 2, 26],
    "table_cards": [0],
    "periods": [1, 2, 3, 100, 1000],
    "overtime_packets": [[1], [26], "all"],
    "max_overtimes": [1, 2, 1000],
    "opener": ["after-dealer"],
    "reversed_periods": [[], [1], [2, 3], [1000]],
    "pass_ranks": ["", "J", "8J", "TQK", "23456789TJQKA"],
    "goal_ranks": ["", "2", "2A"],
    "stop_ranks": ["", "8", "TQ"],
}
BAD: dict[str, list[Any]] = {
    **{name: [0, 1, 2, 0.0, "yes", "true", "on", "", [], None] for name in FLAGS},
    **{name: [words[0].title(), f"{words[-1]} ", "both", "", True, False, 1, None] for name, words in CHOICES.items()},
    "seats": [0, 3, True, 2.5, "two", None, [2]],
    "packets": [[0], [-1], [True], [1.0], ["5"], "some", "", 5, [53], {}],
    "ranks": ["22", "1", "X", 2, None],
    "suits": ["cc", "x", "c,d", 4, True, None, ["c"], "cdhsc"],
    "draw": [0, -1, 53, True, "3", 2.0, [3]],
    "table_cards": [-1, True, "4", 53],
    "periods": [0, -1, True, "3", 2.0, None],
    "overtime_packets": [[0], "none", 4, [60]],
    "max_overtimes": [-1, 1001, True, "1", None, 10**30],
    "opener": ["4", "first", 4, True, "4x", None, "4c4d"],
    "reversed_periods": [[0], [-2], 2, "2", [True], None, [1.5]],
    "pass_ranks": ["JJ", "1", "X", "J,Q", 8, ["J"], None, "J " * 50],
    "goal_ranks": ["22", "0", True],
    "stop_ranks": ["8j8", "-", 8],
}


class TestCatalogue:
    """pile.1.6: the named variants are as in the table."""

    def test_games(self) -> None:
        assert list(CATALOGUE) == [each.key for each in VARIANTS]

    @pytest.mark.parametrize("key", CATALOGUE)
    def test_values(self, key: str) -> None:
        """Every option has the value of the row as its default; there are no house rules."""
        game = variant(key)
        assert CATALOGUE[key] == values(game)
        assert values(game) == {each.name: each.default for each in game.rules.options}
        assert {} == game.changes

    @pytest.mark.parametrize("key", CATALOGUE)
    def test_seats(self, key: str) -> None:
        """``seats`` must be a number that the row allows."""
        own = CATALOGUE[key]["seats"]
        allowed = SEATS.get(key, (own,))
        for seats in range(13):
            if seats in allowed:
                assert seats == variant(key).house(seats=seats).rules.seats
            else:
                assert problems(variant(key), seats=seats)[0].startswith(f"seats cannot be {seats}: give ")

    def test_sources(self) -> None:
        """Each variant has a source."""
        assert [] == [each.key for each in VARIANTS if not (each.source and each.summary and each.name)]


class TestOptions:
    """Each option accepts the values of its row in the table, and no others."""

    @pytest.mark.parametrize("key", CATALOGUE)
    def test_names(self, key: str) -> None:
        """Each variant has the options of the table."""
        assert sorted(NAMES) == sorted(values(variant(key)))

    def test_all_are_here(self) -> None:
        """Every option has accepted and refused values in these tests; the number of seats has a test of its own."""
        assert {*NAMES} - {"seats", "play_out"} == {*GOOD}
        assert {*NAMES} == {*BAD}

    @pytest.mark.parametrize(("name", "good"), GOOD.items(), ids=GOOD)
    def test_good_values(self, name: str, good: list[Any]) -> None:
        """Values of the table are accepted and take effect."""
        for value in good:
            told = values(variant("breakaway").house(**{name: value}))[name]
            assert flat(value) == told

    @pytest.mark.parametrize(("name", "bad"), BAD.items(), ids=BAD)
    def test_bad_values(self, name: str, bad: list[Any]) -> None:
        """Other values are refused; the message names the option and the accepted values."""
        for value in bad:
            told = problems(variant("breakaway"), **{name: value})
            assert told[0].startswith(f"{name} cannot be ")
            assert ": give " in told[0]

    def test_unknown(self) -> None:
        """An unknown option is refused; the message lists the options."""
        (told,) = problems(variant("saves"), overtimes=1)
        assert told.startswith("there is no option 'overtimes'")
        assert [] == [name for name in NAMES if name not in told]

    @pytest.mark.parametrize("key", CATALOGUE)
    def test_as_text(self, key: str) -> None:
        """Every value can be written as text and read back."""
        for each in variant(key).rules.options:
            if each.value is not None:
                value = each.value
                text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
                assert value == each.read(text.lower() if isinstance(value, bool) else text)

    def test_paragraphs(self) -> None:
        """Each option has its paragraph of the rules."""
        found = {each.rule for each in variant("saves").rules.options}
        assert {f"pile.1.{number}" for number in (1, 2, 3, 4, 5, 6)} == found


class TestRules:
    """The class of the rules."""

    def test_knobs_that_make_no_sense(self) -> None:
        """Rules cannot be constructed from inconsistent settings."""
        with pytest.raises(VariantError):
            Pile(attrs.evolve(Schedule(), packets=(27,)), Referee())
        with pytest.raises(VariantError):
            Pile(Schedule(), Referee(goal_needs_pass=False))
        with pytest.raises(VariantError, match="packets or draw"):
            Pile(attrs.evolve(Schedule(), packets=None), Referee())

    @pytest.mark.parametrize("seats", [-2, 0, 1, 3, 54, 2.0, True, 10**12])
    def test_seats_that_make_no_sense(self, seats: Any) -> None:
        """pile.1.1: the number of seats is even, and every player gets a card."""
        with pytest.raises(VariantError, match="even number"):
            Pile(Schedule(seats=seats, packets="all", overtime_packets="all"), Referee(), (seats,))

    @pytest.mark.parametrize("fields", [{}, {"base": {}, "seatings": [2], "house": {}}])
    def test_defaults(self, fields: dict[str, Any]) -> None:
        """Rules that say nothing are those of the defaults."""
        assert Pile() == Pile.from_dict(fields)

    @pytest.mark.parametrize("fields", [{"more": 1}, {"base": 7}, {"house": {"more": 1}}, {"seatings": None}])
    def test_broken_dict(self, fields: dict[str, Any]) -> None:
        """Invalid rules are refused."""
        with pytest.raises(VariantError):
            Pile.from_dict(fields)

    @pytest.mark.parametrize("key", CATALOGUE)
    def test_repr(self, key: str) -> None:
        """Schedules and referees paste back."""
        rules = pile(variant(key))
        names = {"Schedule": Schedule, "Referee": Referee, "Pile": Pile, "Card": Card, "Rank": Rank, "Suit": Suit}
        assert rules == eval(repr(rules), names)

    @pytest.mark.parametrize("key", CATALOGUE)
    def test_words(self, key: str) -> None:
        """The rows of the table are as long as the heading, and no two are equal."""
        rules = pile(variant(key))
        heading, *rows = language.rules_table(rules)
        assert {len(heading)} == {len(row) for row in rows}
        assert len(set(rows)) == len(rows)
