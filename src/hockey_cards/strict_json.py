"""Strict reading of JSON objects from untrusted text."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import accumulate, repeat
from typing import Any, Final, cast

from hockey_cards.errors import ParseError

MAX_DEPTH: Final = 16
MAX_KEYS: Final = 256
MAX_DIGITS: Final = 20

_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_ONLY_BRACKETS: Final = {place: None for place in range(128) if chr(place) not in _STEPS}
_LONG_NUMBER: Final = re.compile(f"[0-9]{{{MAX_DIGITS + 1}}}")
_BYTE_ORDER_MARK: Final = "\ufeff"


def read_object(text: str | bytes, *, max_length: int, allow_fractions: bool = False) -> dict[str, Any]:
    """Parse a JSON object; what would be costly to parse is refused first.

    Duplicate keys, numbers with a fraction or an exponent, NaN and infinities, lone surrogates, numbers of more than 20
    digits, objects of more than 256 keys and nesting deeper than 16 are refused. A byte-order mark is skipped.

    Args:
        text: The text; bytes must be UTF-8.
        max_length: The greatest length, in characters or bytes.
        allow_fractions: Whether to accept numbers with a fraction or an exponent, as floats.

    Raises:
        ParseError: If the text is not such an object; the message shows at most 40 characters of it.
    """
    decoded = _decode(text, max_length)
    _check_cost(decoded)
    try:
        found: Any = json.loads(
            decoded,
            object_pairs_hook=_object,
            parse_float=float if allow_fractions else _refuse_fraction,
            parse_constant=lambda word: _refuse(f"{word} is not a number"),
        )
    except json.JSONDecodeError as error:
        raise ParseError(f"the text is not a JSON object: {error.msg} at character {error.pos + 1}") from None
    if not isinstance(found, dict):
        raise ParseError("the text is not a JSON object")
    if "\\u" in decoded and not is_unicode(json.dumps(found, ensure_ascii=False)):
        raise ParseError("a string holds a lone surrogate, which UTF-8 cannot encode")
    return cast("dict[str, Any]", found)


def is_unicode(value: object) -> bool:
    """Return whether a value is text that UTF-8 can encode; it cannot encode lone surrogates."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _decode(text: str | bytes, max_length: int) -> str:
    if not isinstance(cast("object", text), str | bytes):
        raise ParseError(f"expected text or bytes, not a value of type {type(text).__name__}")
    if len(text) > max_length:
        raise ParseError(f"the text is longer than {max_length} characters")
    try:
        found = text.decode("utf-8") if isinstance(text, bytes) else text
    except UnicodeDecodeError:
        raise ParseError("the bytes are not UTF-8 text") from None
    if not is_unicode(found):
        raise ParseError("the text holds a lone surrogate: it is not UTF-8 text")
    return found.removeprefix(_BYTE_ORDER_MARK)


def _check_cost(text: str) -> None:
    """Refuse deep nesting and long numbers, which are slow to parse."""
    outside = " ".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    if _LONG_NUMBER.search(outside):
        raise ParseError(f"a number has more than {MAX_DIGITS} digits")
    steps = map(_STEPS.get, outside.translate(_ONLY_BRACKETS), repeat(0))
    if max(accumulate(steps), default=0) > MAX_DEPTH:
        raise ParseError(f"values are nested deeper than {MAX_DEPTH}")


def _refuse_fraction(number: str) -> Any:
    raise ParseError(f"the number {number[:20]} has a fraction or an exponent")


def _refuse(why: str) -> Any:
    raise ParseError(why)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_KEYS:
        raise ParseError(f"an object has {len(pairs)} keys: at most {MAX_KEYS} are allowed")
    found = dict(pairs)
    if len(found) != len(pairs):
        doubled = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ParseError(f"the key {doubled[:40]!r} occurs twice")
    return found
