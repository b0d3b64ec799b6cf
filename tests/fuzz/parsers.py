"""Coverage-guided fuzzing of every parser: ``python tests/fuzz/parsers.py -max_total_time=60``, with atheris installed.

Whatever the input, nothing but the typed errors of the library may come out. The nox session ``fuzz`` installs what is
needed and runs it; the arguments are those of libFuzzer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import atheris

with atheris.instrument_imports(include=["hockey_cards"]):
    from hockey_cards import Card, Game, HockeyError, Seeded, read_variant, read_view, variants
    from hockey_cards.cards import Rank, Suit


def _options(text: str) -> None:
    for option in variants()["breakaway"].rules.options:
        option.read(text)


def _moves(text: str) -> None:
    for game in variants().values():
        game.rules.parse(text)


PARSERS: Final[tuple[Callable[[str], Any], ...]] = (
    Card,
    Rank.parse,
    Suit.parse,
    Seeded,
    Game.from_record,
    read_variant,
    read_view,
    _options,
    _moves,
)


def parse(data: bytes) -> None:
    """Give an input to one of the parsers: the first byte says to which."""
    provider = atheris.FuzzedDataProvider(data)
    parser = PARSERS[provider.ConsumeIntInRange(0, len(PARSERS) - 1)]
    with suppress(HockeyError):
        parser(provider.ConsumeUnicode(sys.maxsize))


if __name__ == "__main__":
    atheris.Setup(sys.argv, parse)
    atheris.Fuzz()
