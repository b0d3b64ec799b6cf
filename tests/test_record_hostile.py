"""Hostile records: each raises a ``RecordError``, and nothing else, in little time and memory."""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from _records import fields_of, finished
from hockey_cards import Game, RecordError, read_games, variant

GAME = finished(variant("breakaway").house(max_overtimes=2))
TEXT = GAME.record(seats=["Ида", 'a "\\b"'])
START = Game.start("rink", seed=7).record(seats=["α", "β"])
SECONDS = 5.0


def refused(text: Any) -> RecordError:
    """Check that a text is refused quickly, with a short message, and with memory proportional to its length."""
    tracemalloc.start()
    begun = time.perf_counter()
    try:
        with pytest.raises(RecordError) as caught:
            Game.from_record(text)
        taken, peak = time.perf_counter() - begun, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert taken < SECONDS
    assert peak < 2**21 + 40 * len(text)
    assert len(str(caught.value)) < 1200
    with pytest.raises(RecordError) as filed:
        list(read_games([text]))
    assert filed.value.line == 1
    return caught.value


def with_text(value: str, key: str = "dealer") -> str:
    """Return the record with any text in place of a value."""
    fields = {**fields_of(GAME), key: "\u0001"}
    return json.dumps(fields).replace('"\\u0001"', value)


NUMBERS = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1.0",
    "0.0",
    "-0.0",
    "1e2",
    "1E2",
    "0e0",
    "1e-2",
    "1.5e+300",
    "1e400",
    "-1.0",
]


@pytest.mark.parametrize(
    "number", [*NUMBERS, "1e99999", "0." + "0" * 10**5, "1e" + "9" * 10**5], ids=lambda text: text[:9]
)
@pytest.mark.parametrize("form", ["{}", "[{}]", '{{"a": {}}}', '{{"a": [0, {{"b": {}}}]}}'])
def test_numbers_that_are_no_integers(number: str, form: str) -> None:
    """NaN, infinities, fractions and exponents are refused in any place and with any value."""
    for key in ("dealer", "house", "score", "outcome"):
        assert refused(with_text(form.format(number), key))


@pytest.mark.parametrize("digits", [21, 22, 4300, 4301, 10**5])
@pytest.mark.parametrize("sign", ["", "-"])
def test_numbers_of_more_than_20_digits(digits: int, sign: str) -> None:
    """Long numbers are refused before they are parsed, which would take quadratic time."""
    for form in ("{}", '{{"periods": [[{}]]}}', '{{"rules": {}}}'):
        assert "digits" in str(refused(with_text(form.format(sign + "9" * digits), "house")))


def test_numbers_of_20_digits_are_read() -> None:
    """20 digits are allowed, and refused only for their value."""
    for number in ("9" * 20, "-" + "9" * 20):
        assert "digits" not in str(refused(with_text(number)))


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    return opening * depth + "0" + closing * depth


@pytest.mark.parametrize("depth", [16, 17, 100, 900, 1100, 10**5])
def test_nesting_deeper_than_16(depth: int) -> None:
    """Deeply nested values are refused before they are parsed; the record itself is the first level."""
    for text in (with_text(nested(depth), "house"), with_text(nested(depth, '{"a":', "}"), "rules")):
        assert "deeper than 16" in str(refused(text))
    for text in ("[" * (depth + 1), '{"a":' * (depth + 1), '[{"a":' * depth):
        assert "deeper than 16" in str(refused(text))


def test_nesting_of_16_is_read() -> None:
    """16 levels are allowed, and refused only for their content."""
    assert "deeper" not in str(refused(with_text(nested(15), "house")))


def test_brackets_and_digits_in_texts_do_not_count() -> None:
    """Names may contain brackets, quotes, backslashes and long numbers."""
    for name in (
        "[" * 100,
        "{" * 100,
        "9" * 100,
        "\\" * 9 + '"[' * 20,
        '\\"' * 9 + "[" * 20,
        '"[' * 30,
        "\\[" * 30,
        "]}" * 20,
    ):
        assert GAME == Game.from_record(GAME.record(seats=[name, "b" + name]))
        assert GAME == Game.from_record(GAME.record(seats=[name, "\\"]))


def test_deep_recursion_limit_does_not_matter() -> None:
    """A deep record does not crash a program with a high recursion limit."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    try:
        assert "deeper than 16" in str(refused("[" * 10**5))
        assert "deeper than 16" in str(refused('{"a":' * 10**5))
    finally:
        sys.setrecursionlimit(limit)


BYTES: list[bytes] = [
    *(
        b"",
        b"\x00",
        b"\x00" * 100,
        b"\xff",
        b"\xfe\xff",
        b"\x80",
        b"\xed\xa0\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xc0\xaf",
        b"{\xff}",
    ),
    *(TEXT.encode("utf-16"), TEXT.encode("utf-16-le"), TEXT.encode("utf-32"), TEXT.encode("latin-1", "replace")[::-1]),
    *(TEXT.encode() + b"\xff", b"\xff" + TEXT.encode(), TEXT.encode() + b"\x00", b"\x00" + TEXT.encode()),
    *(
        TEXT.encode("cp1251", "replace"),
        TEXT.encode().replace(b"breakaway", b"break\x00way"),
        b"\xef\xbb\xbf" * 2 + TEXT.encode(),
    ),
]


@pytest.mark.parametrize("line", BYTES, ids=range(len(BYTES)))
def test_bytes_that_are_no_text(line: bytes) -> None:
    """Bytes that are not UTF-8, or contain NUL, are refused."""
    with pytest.raises(RecordError):
        Game.from_record(line)
    if line:
        with pytest.raises(RecordError):
            list(read_games([line]))


TEXTS = [
    *(
        "null",
        "0",
        '"breakaway"',
        "[]",
        "{}",
        "true",
        "[{}]",
        "{",
        "}",
        "[",
        '"',
        "{]",
        "{,}",
        '{"format"}',
        "'",
        "{'a': 1}",
        "NaN",
        "-",
    ),
    *(
        TEXT + TEXT,
        TEXT + "\n" + TEXT,
        TEXT + "x",
        "x" + TEXT,
        TEXT[1:],
        TEXT[:-1],
        f"[{TEXT}]",
        TEXT.replace('"', "'"),
    ),
    *(
        TEXT.replace(", ", ",, ", 1),
        TEXT.replace(": ", " ", 1),
        TEXT.replace("}", ",}"),
        TEXT.replace("]", ",]"),
        "//\n" + TEXT,
    ),
    *(
        TEXT.replace('"dealer": 0', '"dealer": 00'),
        TEXT.replace('"dealer": 0', '"dealer": +0'),
        TEXT.replace('"dealer": 0', '"dealer": 0x0'),
    ),
    *(
        TEXT.replace("Ида", "И\nда"),
        TEXT.replace("Ида", "И\tда"),
        TEXT.replace("Ида", "И\x00да"),
        TEXT.replace("Ида", "И\\да"),
        "\x00" + TEXT,
    ),
    *(
        TEXT.replace("Ида", "\ud800"),
        TEXT.replace("Ида", "\\ud800"),
        TEXT.replace("Ида", "\\udc00\\ud800"),
        TEXT.replace("Ида", "\\ud83dx"),
    ),
    *("\u3000", "\u2028", "\x85", "\x1c", "\x0b", "\x0c", "\u200b", " \ufeff"),
    *(
        "\ufeff" * 2 + TEXT,
        TEXT + "\ufeff",
        "\u2028" + TEXT,
        "\u00a0" + TEXT,
        TEXT.replace('"dealer": 0', '"dealer": ٠'),
    ),
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_texts_that_are_no_record(text: str) -> None:
    """Invalid JSON, other values than objects, lone surrogates and unknown white space are refused."""
    assert refused(text)
    if text.isprintable():
        assert refused(text.encode())


@pytest.mark.parametrize(
    "value", [None, 7, ["{}"], {}, object(), bytearray(b"{}"), memoryview(b"{}")], ids=lambda one: type(one).__name__
)
def test_values_that_are_no_text(value: Any) -> None:
    """A line must be text or bytes."""
    with pytest.raises(RecordError, match="text or bytes"):
        Game.from_record(value)
    with pytest.raises(RecordError, match="text or bytes"):
        list(read_games([value]))


@pytest.mark.parametrize(
    "text",
    [
        with_text('"' + "a" * 10**5 + '"', "variant"),
        with_text('{"' + "a" * 10**5 + '": 1}', "house"),
        with_text("{" + ", ".join(f'"{number}": 1' for number in range(10**4)) + "}", "house"),
        with_text("{" + ", ".join(f'"{number}": 1' for number in range(10**4)) + "}", "rules"),
        with_text(
            '{"base": "shots", "house": {' + ", ".join(f'"{number}": 1' for number in range(10**4)) + "}}", "rules"
        ),
        with_text('{"base": "' + "a" * 10**5 + '"}', "rules"),
        with_text('{"packets": [' + "1," * 10**4 + "1]}", "house"),
        with_text('{"packets": ' + "[" + "[]," * 10**4 + "1]}", "house"),
        with_text('{"reply": "' + "a" * 10**5 + '"}', "house"),
        with_text('{"pass_ranks": "' + "J" * 10**5 + '"}', "house"),
        with_text("[" + '"2c",' * 10**4 + '"2c"]', "moves"),
        with_text("[" + '"",' * 10**4 + '""]', "packs"),
        with_text('["' + "2c" * 10**5 + '"]', "packs"),
        with_text("[" + f'"{json.loads(TEXT)["packs"][0]}",' * 10**3 + '""]', "packs"),
        with_text("[" + "0," * 10**4 + "0]", "score"),
        with_text("[" + '"a",' * 10**4 + '"a"]', "seats"),
        with_text('"' + "0" * 10**5 + '"', "seed"),
        with_text('"' + "\\\\" * 10**5 + '"', "variant"),
        '"' + '\\"' * 10**5,
        "{" + '"a": 1, ' * 10**5,
        "," * 10**4,
    ],
    ids=range(21),
)
def test_long_texts(text: str) -> None:
    """Long invalid records are refused in linear time and memory."""
    assert refused(text)


def test_line_longer_than_any_game() -> None:
    """Lines of more than 16 million characters are refused unread."""
    line = " " * (2**24 + 1)
    for text in (line, line.encode()):
        with pytest.raises(RecordError, match="longer"):
            Game.from_record(text)


def test_house_rules_that_make_a_game_without_end() -> None:
    """A record with a huge number of periods is refused as cheaply as any other."""
    for house in (
        {"periods": 10**18},
        {"max_overtimes": 1000, "periods": 10**9},
        {"reversed_periods": list(range(1, 10**4))},
    ):
        assert refused(json.dumps({**fields_of(GAME), "house": house}))


def error_of(text: str | bytes) -> RecordError | None:
    """Return the error for a text; None if it is a record."""
    try:
        Game.from_record(text)
    except RecordError as error:
        return error
    return None


PLACES = st.integers(0, 10**4)
PIECES = st.sampled_from(
    [*'[]{}":,0159eE.-+\\u \n\x00ahtTcdJK\u2028\ud800', "null", "true", "NaN", "1e5", "[[", "\\ud800", '"a": 1,']
)


@given(
    st.sampled_from([TEXT, START]),
    st.lists(st.tuples(PLACES, st.integers(0, 3), PIECES | st.text(max_size=2)), min_size=1, max_size=3),
)
def test_mutated_records(text: str, changes: list[tuple[int, int, str]]) -> None:
    """A record with some characters changed is read, or raises a ``RecordError`` and nothing else."""
    for place, length, piece in changes:
        place %= len(text)
        text = text[:place] + piece + text[place + length :]
    if error_of(text) is None:
        game = Game.from_record(text)
        assert game == Game.from_record(game.record())


NAMES = st.sampled_from(
    [*fields_of(GAME), "rules", "winner", "how", "base", "key", *(one.name for one in GAME.variant.rules.options)]
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["all", "draw", "4c", "J", "shots"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | NAMES, inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([*fields_of(GAME), "rules", "seats", "house"]), JSON)
def test_mutated_values(key: str, value: Any) -> None:
    """A record with any JSON value in place of another is read or refused."""
    text = json.dumps({**fields_of(GAME), key: value})
    error = error_of(text)
    assert error is None or len(str(error)) < 1200


@given(st.text() | st.binary() | JSON.map(json.dumps))
@example("\ufeff")
@example(b"\xef\xbb\xbf\r\n")
@example(" ")
def test_any_text_is_refused(text: str | bytes) -> None:
    """Any other text is refused, or blank."""
    assert error_of(text) is not None
    line = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if set(line.removeprefix(b"\xef\xbb\xbf")) <= set(b" \t\r\n"):
        assert [] == list(read_games([text]))
    else:
        with pytest.raises(RecordError):
            list(read_games([text]))
