"""Players named on the command line: by a built-in name, by module or file and attribute, by a command."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from hockey_cards.cli.faults import guess
from hockey_cards.cli.output import counted
from hockey_cards.errors import SeatError, UnknownStrategy
from hockey_cards.process import NamedPlayer, find_player
from hockey_cards.process.lookup import COMMAND_PREFIX
from hockey_cards.rules import Variant
from hockey_cards.strategies import strategies

__all__ = ["NamedPlayer", "load", "names_of", "seated"]

_PLAIN: Final = re.compile("[^,]*")
_QUOTED: Final = re.compile(r"""(?:[^,'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|['"\\])*""")
"""Up to a comma that stands in no quotes and behind no backslash, as a shell sees them; a quote may be left open."""


def names_of(text: str) -> list[str]:
    """Split names at the commas; in a command those that are quoted as in a shell do not count.

    Raises:
        UnknownStrategy: If one is empty.
    """
    names = list(_split(text))
    if "" in names:
        raise UnknownStrategy(f"{text!r} names no players: write names with commas between, such as random,greedy")
    return names


def _split(text: str) -> Iterator[str]:
    at = 0
    while at <= len(text):
        pattern = _QUOTED if text[at:].lstrip().startswith(COMMAND_PREFIX) else _PLAIN
        found = pattern.match(text, at)
        assert found is not None
        yield found[0].strip()
        at = found.end() + 1


def seated(text: str, variant: Variant) -> list[str]:
    """Return the name of the player of each seat, from names one a side or one a seat; all can be loaded.

    Raises:
        UnknownStrategy: If there is no such player.
        SeatError: If there is not one name a side or a seat.
    """
    names, seats = names_of(text), variant.rules.seats
    if len(names) not in (2, seats):
        wanted = "two names" if seats == 2 else f"two names, one a side, or {seats}, one a seat"
        raise SeatError(f"{counted(len(names), 'player')} for {seats} seats: give {wanted}")
    load(names)
    return [names[seat % len(names)] for seat in range(seats)]


def load(names: Sequence[str], *, isolate: bool = False) -> None:
    """Load all players now, so that what is wrong with one is known before anything is played.

    Args:
        names: The names.
        isolate: Whether modules and files are left to the processes that their players are going to play in.

    Raises:
        UnknownStrategy: If there is no such player.
    """
    for name in names:
        if not (isolate and NamedPlayer(name).is_code):
            _load(name)


def _load(name: str) -> None:
    try:
        find_player(name)
    except UnknownStrategy as error:
        if ":" in name or name.endswith(".py"):
            raise
        raise UnknownStrategy(f"{error}{guess(name, strategies())}") from None
