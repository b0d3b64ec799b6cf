"""Files of games: JSON lines, each the record of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hockey_cards.errors import RecordError
from hockey_cards.game import Game
from hockey_cards.rules import Variant


def read_games(lines: Iterable[str | bytes], *, variants: Mapping[str, Variant] | None = None) -> Iterator[Game]:
    """Read games from JSON lines, one at a time, each verified by a replay; blank lines are skipped.

    Args:
        lines: The lines of a file.
        variants: Variants by key that are not registered.

    Raises:
        RecordError: At the first invalid record, with its line (from 1) and game (from 0).
    """
    number = 0
    for line, text in enumerate(lines, 1):
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


def _is_blank(text: str | bytes) -> bool:
    """Return whether a line holds nothing but the white space of JSON, after a byte-order mark if there is one."""
    if isinstance(text, bytes):
        return not text.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n")
    return isinstance(text, str) and not text.removeprefix("\ufeff").strip(" \t\r\n")
