"""The names of players on the command line: splitting, checking and seating them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from hockey_cards.cli.error_hints import did_you_mean
from hockey_cards.errors import SeatError, UnknownStrategy
from hockey_cards.language.phrases import counted
from hockey_cards.rules import Variant
from hockey_cards.strategies import strategies, strategy
from hockey_cards.strategies.names import COMMAND_PREFIX, is_code

_PLAIN: Final = re.compile("[^,]*")
_QUOTED: Final = re.compile(r"""(?:[^,'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|['"\\])*""")
"""Everything up to a comma that is neither quoted nor escaped, as in a shell; a quote may be left open."""


def split_names(text: str) -> list[str]:
    """Split names at the commas, except commas that are quoted in a command as in a shell.

    Raises:
        UnknownStrategy: If a name is empty.
    """
    names = list(_split(text))
    if "" in names:
        raise UnknownStrategy(f"{text!r} has an empty name: separate names by commas, such as random,greedy")
    return names


def _split(text: str) -> Iterator[str]:
    position = 0
    while position <= len(text):
        pattern = _QUOTED if text[position:].lstrip().startswith(COMMAND_PREFIX) else _PLAIN
        found = pattern.match(text, position)
        assert found is not None
        yield found[0].strip()
        position = found.end() + 1


def players_by_seat(text: str, variant: Variant) -> list[str]:
    """Return the name of the player of each seat, after loading all of them.

    Args:
        text: The names, one for each side or one for each seat.
        variant: The game.

    Raises:
        UnknownStrategy: If there is no such player.
        SeatError: If the number of names does not fit the seats.
    """
    names, seats = split_names(text), variant.rules.seats
    if len(names) not in (2, seats):
        wanted = "two names" if seats == 2 else f"two names, one for each side, or {seats}, one for each seat"
        raise SeatError(f"{counted(len(names), 'player')} for {seats} seats: give {wanted}")
    check_players(names)
    return [names[seat % len(names)] for seat in range(seats)]


def check_players(names: Sequence[str], *, isolate: bool = False) -> None:
    """Load all players, so that an error is reported before anything is played.

    Args:
        names: The names.
        isolate: Whether players from modules and files are loaded only in their own processes, and so not here.

    Raises:
        UnknownStrategy: If there is no such player; the message suggests one.
    """
    for name in names:
        if not (isolate and is_code(name)):
            _check(name)


def _check(name: str) -> None:
    try:
        strategy(name)
    except UnknownStrategy as error:
        if ":" in name or name.endswith(".py"):
            raise
        raise UnknownStrategy(f"{error}{did_you_mean(name, strategies())}") from None
