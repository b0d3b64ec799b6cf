"""Options: the values that they accept, and reading them from text."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hockey_cards import Option, ParseError, variants
from hockey_cards.options import Kind, Value

FLAG = Option("flag", Kind.FLAG, default=False, value=False, rule="pile.1.2")
COUNT = Option("count", Kind.COUNT, default=1, value=1, rule="pile.1.4", low=1, high=1000)
FREE = Option("free", Kind.COUNT, default=0, value=0, rule="pile.1.4")
COUNTS = Option("counts", Kind.COUNTS, default=(5, 6), value=(5, 6), rule="pile.1.3", choices=("all",), low=1, high=52)
RANKS = Option("ranks", Kind.RANKS, default="J", value="J", rule="pile.1.2")
SUITS = Option("suits", Kind.SUITS, default="cdhs", value="cdhs", rule="pile.1.1")
CARD = Option("card", Kind.CARD, default="first", value="first", rule="pile.1.5", choices=("first",))
WORD = Option("word", Kind.CHOICE, default="none", value="none", rule="pile.1.4", choices=("none", "full"))
SIZE = Option("size", Kind.CHOICE, default=36, value=36, rule="rink.2.1", choices=(32, 36, 52))
UNSET = Option("unset", Kind.COUNT, default=None, value=None, rule="pile.1.3", low=1)
ALL = (FLAG, COUNT, FREE, COUNTS, RANKS, SUITS, CARD, WORD, SIZE, UNSET)

KEPT: list[tuple[Option, Any, Value]] = [
    *((FLAG, value, value) for value in (True, False)),
    *((COUNT, value, value) for value in (1, 2, 1000)),
    (FREE, 10**18, 10**18),
    (COUNTS, [5, 5, 6], (5, 5, 6)),
    (COUNTS, (52,), (52,)),
    (COUNTS, "all", "all"),
    (COUNTS, [], ()),
    (RANKS, "J8", "8J"),
    (RANKS, "10a2", "2TA"),
    (RANKS, "", ""),
    (SUITS, "shdc", "cdhs"),
    (SUITS, "♥S", "hs"),
    (CARD, "4♣", "4c"),
    (CARD, "10H", "Th"),
    (CARD, "first", "first"),
    (WORD, "full", "full"),
    (SIZE, 52, 52),
    (SIZE, "52", 52),
    (UNSET, None, None),
    (UNSET, 3, 3),
]


@pytest.mark.parametrize(("option", "value", "kept"), KEPT)
def test_values_that_are_taken(option: Option, value: Any, kept: Value) -> None:
    """A value is kept in canonical form: lists as tuples, ranks in rank order, cards as codes."""
    assert kept == option.check(value)
    assert type(kept) is type(option.check(value))
    assert kept == option.check(kept)


NO_FLAGS: tuple[Any, ...] = (0, 1, "true", None, 1.0, [])
REFUSED: list[tuple[Option, Any]] = [
    *((FLAG, value) for value in NO_FLAGS),
    *((COUNT, value) for value in (0, 1001, -1, True, 1.0, "1", None, [1], 10**5000)),
    *((FREE, value) for value in (-1, -(10**5000), 10**18 + 1, False)),
    *(
        (COUNTS, value)
        for value in ([0], [53], [True], [1.0], ["5"], "5", "ALL", 5, None, {5: 6}, {5}, [[5]], [10**5000])
    ),
    *((RANKS, value) for value in ("JJ", "1", "J 8", "J,8", 8, None, ["J"], "♥", "T10", "J" * 10**6)),
    *((SUITS, value) for value in ("ss", "x", "h s", 4, None, ["h"], "cdhsc", "s" * 10**6)),
    *((CARD, value) for value in ("4", "", "last", 4, None, ["4c"], "4c4h")),
    *((WORD, value) for value in ("half", "NONE", "", None, False, 0, ["none"])),
    *((SIZE, value) for value in (40, "40", True, None, [32], "32 ")),
    *((UNSET, value) for value in (0, "", False, ())),
]


def kind(value: object) -> str:
    """Name a parameter by its type: some values are too long for a name."""
    return value.name if isinstance(value, Option) else type(value).__name__


@pytest.mark.parametrize(("option", "value"), REFUSED, ids=kind)
def test_values_that_are_refused(option: Option, value: Any) -> None:
    """Other values are refused, with a short message that names the option and the accepted values."""
    with pytest.raises(ParseError) as caught:
        option.check(value)
    assert str(caught.value).startswith(option.name)
    assert str(caught.value).endswith(f"give {option.values}")
    assert len(str(caught.value)) < 250


def test_choice_of_numbers_takes_whole_numbers_only() -> None:
    """32.0 is not a size, although it equals one."""
    with pytest.raises(ParseError):
        SIZE.check(32.0)


READ: list[tuple[Option, str, Value]] = [
    (FLAG, "true", True),
    (FLAG, " False ", False),
    (COUNT, "3", 3),
    (COUNT, " 1000", 1000),
    (COUNTS, "5,5,5,5,6", (5, 5, 5, 5, 6)),
    (COUNTS, "[5, 6]", (5, 6)),
    (COUNTS, "7", (7,)),
    (COUNTS, "all", "all"),
    (COUNTS, "", ()),
    (RANKS, "J8", "8J"),
    (RANKS, "", ""),
    (SUITS, "hc", "ch"),
    (CARD, "4C", "4c"),
    (CARD, "first", "first"),
    (WORD, "full", "full"),
    (SIZE, "52", 52),
    (UNSET, "3", 3),
]


@pytest.mark.parametrize(("option", "text", "value"), READ)
def test_texts_that_are_read(option: Option, text: str, value: Value) -> None:
    """A text, as on the command line, is read as a value."""
    assert value == option.read(text)


UNREADABLE = [
    "yes",
    "--5",
    "-",
    "-5",
    "+5",
    "1_0",
    "5.0",
    "1e2",
    "٣",
    "²",
    "5;6",
    "[5,,x]",
    "9" * 30,
    "9" * 10**5,
    "\x00",
    "\ud800",
]


@pytest.mark.parametrize("option", ALL, ids=kind)
@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: ascii(text[:8]))
def test_texts_that_are_refused(option: Option, text: str) -> None:
    """A text that is not a value of the option raises a ``ParseError``, and nothing else."""
    with pytest.raises(ParseError) as caught:
        option.read(text)
    assert len(str(caught.value)) < 250


@given(st.sampled_from(ALL), st.text() | st.text("0123456789,-[] allTJ") | st.integers().map(str))
@example(COUNTS, "--5")
@example(COUNTS, "5,-")
def test_any_text_is_read_or_refused(option: Option, text: str) -> None:
    try:
        value = option.read(text)
    except ParseError:
        return
    assert value == option.check(value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
)


@given(st.sampled_from(ALL), VALUES)
def test_any_value_is_kept_or_refused(option: Option, value: object) -> None:
    """Checked values are canonical: checking one again does not change it."""
    try:
        kept = option.check(value)
    except ParseError as error:
        message = str(error)
    else:
        assert kept == option.check(kept)
        assert isinstance(kept, bool | int | str | tuple | None)
        return
    assert len(message) < 250


@pytest.mark.parametrize("key", variants())
def test_options_of_the_games(key: str) -> None:
    """The value and the default of each option of each game are accepted values."""
    for option in variants()[key].rules.options:
        assert option.value == option.check(option.value) or option.value is None
        assert option.default == option.value
        assert option.values
        assert re.fullmatch(r"[a-z]+\.\d\.\d+", option.rule)


def as_text(value: Value) -> str:
    """Write a value as on the command line."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("key", variants())
def test_options_read_their_values(key: str) -> None:
    """Every current value can be written as text and read back."""
    for option in variants()[key].rules.options:
        if option.value is not None:
            assert option.value == option.read(as_text(option.value))


def test_values_in_words() -> None:
    """The accepted values are described in words."""
    assert [option.values for option in ALL] == [
        "true or false",
        "1 to 1000",
        "0 and up",
        "all or a list of numbers, each 1 to 52",
        "ranks as text, such as 8J",
        "suits as text, such as ♥♠",
        "first or a card code",
        "none or full",
        "32, 36 or 52",
        "1 and up",
    ]


@pytest.mark.parametrize("option", ALL, ids=kind)
def test_options_are_values(option: Option) -> None:
    """An option is frozen, hashable, and equal to its pickled or pasted copy."""
    assert option == pickle.loads(pickle.dumps(option)) == eval(repr(option))
    assert hash(option) == hash(pickle.loads(pickle.dumps(option)))
    frozen: Any = option
    with pytest.raises(AttributeError):
        frozen.value = 7
