"""House rules of the rink family: the settings, and the options that change them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import deck
from hockey_cards.errors import ParseError, VariantError
from hockey_cards.options import Kind, Option, Value

DECKS: Final = {size: deck(size) for size in (32, 36, 52)}
"""The possible decks, by size."""

_RULES: Final = {"deck": "rink.2.1", "goalkeeper_lanes": "rink.2.7"}


@attrs.frozen
class RinkSettings:
    """The settings of a game of the rink family.

    Args:
        deck: The number of cards: 32 (7 to A), 36 (6 to A) or 52.
        goalkeeper_lanes: Whether a run that left its last row in columns a-b may only try ``g1``, in c-d only ``g2``.

    Raises:
        VariantError: If a value is invalid; lists all problems.
    """

    deck: int = 36
    goalkeeper_lanes: bool = False

    def __attrs_post_init__(self) -> None:
        problems: list[str] = []
        if type(self.deck) is not int or self.deck not in DECKS:
            problems.append(f"deck must be one of {', '.join(map(str, DECKS))}")
        if type(self.goalkeeper_lanes) is not bool:
            problems.append("goalkeeper_lanes must be true or false")
        if problems:
            raise VariantError(problems)


def options(settings: RinkSettings, base: RinkSettings) -> tuple[Option, ...]:
    """Return the options, with the values of the base as defaults."""

    def option(name: str, kind: Kind, choices: tuple[int, ...] = ()) -> Option:
        default, value = cast("Value", getattr(base, name)), cast("Value", getattr(settings, name))
        return Option(name, kind, default, value, _RULES[name], choices)

    return option("deck", Kind.CHOICE, tuple(DECKS)), option("goalkeeper_lanes", Kind.FLAG)


def changed(settings: RinkSettings, base: RinkSettings, changes: Mapping[str, object]) -> RinkSettings:
    """Return the settings with changes.

    Raises:
        VariantError: If an option is unknown or does not accept its value; lists all problems.
    """
    known = {option.name: option for option in options(settings, base)}
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in changes.items():
        if name not in known:
            problems.append(f"there is no option {name!r}: give {' or '.join(known)}")
            continue
        try:
            values[name] = known[name].check(value)
        except ParseError as error:
            problems.append(str(error))
    if problems:
        raise VariantError(problems)
    return attrs.evolve(settings, **values)
