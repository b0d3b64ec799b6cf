"""Files of games: JSON lines, each the record of a game; as text or compressed by gzip."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, cast

from hockey_cards.errors import RecordError
from hockey_cards.game import Game
from hockey_cards.record import MAX_LENGTH
from hockey_cards.rules import Variant

_GZIP_MAGIC: Final = b"\x1f\x8b"
_GZIP_FORMAT: Final = 16 + zlib.MAX_WBITS
_CHUNK: Final = 1 << 16
"""The number of bytes that are decompressed at a time."""


def read_games(lines: Iterable[str | bytes], *, variants: Mapping[str, Variant] | None = None) -> Iterator[Game]:
    """Read games from JSON lines, one at a time, each verified by a replay; blank lines are skipped.

    Args:
        lines: The lines of a file, as text or bytes. Bytes that begin like a gzip file are decompressed as they are
            read, so a ``.gz`` file only needs to be opened in binary mode.
        variants: Variants by key that are not registered.

    Raises:
        RecordError: At the first invalid record, with its line (from 1) and game (from 0).
    """
    number = 0
    for line, text in enumerate(plain_lines(lines), 1):
        if _is_blank(text):
            continue
        try:
            game = Game.from_record(text, variants=variants)
        except RecordError as error:
            raise error.at(line=line, game=number) from error.__cause__
        yield game
        number += 1


def write_games(games: Iterable[Game]) -> Iterator[str]:
    """Write games as JSON lines, one at a time, each with the end of its line.

    Raises:
        RecordError: At the first game that cannot be recorded.
    """
    for game in games:
        yield game.record() + "\n"


def plain_lines(lines: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """Return the lines themselves, or, if they are those of a gzip file, its lines when decompressed.

    Raises:
        RecordError: If the gzip data is damaged.
    """
    left = iter(lines)
    first = next(left, "")
    together = chain([first], left)
    is_gzip = isinstance(cast("object", first), bytes) and cast("bytes", first).startswith(_GZIP_MAGIC)
    return _decompressed(cast("Iterator[bytes]", together)) if is_gzip else together


def _decompressed(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of gzip data, which may have several members; only the beginning of one that is too long.

    Raises:
        RecordError: If the data is damaged or ends early.
    """
    line, unzip = bytearray(), zlib.decompressobj(_GZIP_FORMAT)
    for part in parts:
        rest = part
        while rest:
            if unzip.eof:
                unzip = zlib.decompressobj(_GZIP_FORMAT)
            try:
                data = unzip.decompress(rest, _CHUNK)
            except zlib.error:
                raise RecordError("the gzip data is damaged") from None
            rest = unzip.unused_data if unzip.eof else unzip.unconsumed_tail
            *whole, last = data.split(b"\n")
            for end in whole:
                yield bytes(line) + end
                line.clear()
            line += last[: MAX_LENGTH + 1 - len(line)]
    if not unzip.eof:
        raise RecordError("the gzip data ends early")
    if line:
        yield bytes(line)


def _is_blank(text: str | bytes) -> bool:
    """Return whether a line holds nothing but the white space of JSON, after a byte-order mark if there is one."""
    if isinstance(text, bytes):
        return not text.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n")
    return isinstance(text, str) and not text.removeprefix("\ufeff").strip(" \t\r\n")
