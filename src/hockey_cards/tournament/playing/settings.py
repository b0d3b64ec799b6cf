"""The settings of a tournament: everything that its standings depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast, get_args

import attrs

from hockey_cards.errors import HockeyError, brief
from hockey_cards.integers import plain_integer
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed, Seeded
from hockey_cards.strict_json import is_unicode
from hockey_cards.tournament.entrants import Entrant, Pair, Team
from hockey_cards.tournament.pairing.fixtures import MAX_DEALS, games_of
from hockey_cards.tournament.pairing.formats import Format, RoundRobin
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.statistics.sprt import Sprt


def _mapping(entrants: object) -> Mapping[str, Entrant]:
    """Copy the mapping, so that later changes to it have no effect."""
    if not isinstance(entrants, Mapping):
        raise HockeyError(
            f"the entrants cannot be a value of type {type(entrants).__name__}: "
            "give a dict by name, such as {'bot': bot, 'random': 'random'}"
        )
    return dict(cast("Mapping[str, Entrant]", entrants))


def _is_policy(_settings: object, _field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, Policy):
        raise HockeyError(f"there is no policy {brief(value, 40)}: give a value such as Policy(remedy='random')")


def _is_sprt(_settings: object, _field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, Sprt | None):
        raise HockeyError(f"there is no test {brief(value, 40)}: give a value such as Sprt(0, 20)")


def _is_format(_settings: object, _field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, get_args(Format)):
        raise HockeyError(f"there is no format {brief(value, 80)}: give a value such as RoundRobin() or Swiss(5)")


_MAX_NAME: Final = 1000
"""The greatest length of an entrant's name, which may be a command."""


@attrs.frozen
class Settings:
    """The settings of a tournament; another process needs nothing else to play any part of it.

    Args:
        variant: The variant.
        entrants: The entrants by name; a text names its player, as for ``play``.
        seed: The seed of the tournament, as 32 bytes.
        format: The format.
        deals: The numbers of the deals of a round; the deals of later rounds follow on.
        sprt: The test that stops the games of a pair, if any.
        policy: The policy for the faults of players.
        records: Whether the record of each game is kept.
        seed_text: The seed as the user gave it; bytes in hex.

    Raises:
        HockeyError: If the entrants, the format, the test or the policy are values of another kind.
    """

    variant: Variant[Any, Any, Any]
    entrants: Mapping[str, Entrant] = attrs.field(converter=_mapping)
    seed: bytes
    format: Format = attrs.field(default=RoundRobin(), validator=_is_format)
    deals: range = range(0)
    sprt: Sprt | None = attrs.field(default=None, validator=_is_sprt)
    policy: Policy = attrs.field(default=Policy(), validator=_is_policy)
    records: bool = False
    seed_text: str = ""

    @property
    def entry_order(self) -> dict[str, int]:
        """The place of each entrant in the order of entry, from 0."""
        return {name: place for place, name in enumerate(self.entrants)}

    def games_a_deal(self, pair: Pair) -> int:
        """Return the number of games that a pair plays in each deal."""
        return len(games_of(pair, self.entrants))

    def check(self) -> None:
        """Refuse settings that cannot be played.

        Raises:
            HockeyError: If there are fewer than two entrants or no deals, a name or team is not possible, or the
                format does not fit the rest.
        """
        if len(self.entrants) < 2:
            few = "1 entrant" if self.entrants else "no entrants"
            raise HockeyError(f"a tournament of {few} cannot be played: give two or more")
        if not self.deals or self.deals.step != 1 or self.deals.start < 0:
            raise HockeyError(
                f"deals cannot be {brief(self.deals, 80)}: give a number from 1, or a range of consecutive numbers"
            )
        if self.deals.stop > MAX_DEALS:
            raise HockeyError(f"deals cannot be {brief(self.deals, 80)}: their numbers go up to {MAX_DEALS}")
        for name, entrant in self.entrants.items():
            if not is_unicode(name) or not name:
                raise HockeyError(f"the name of an entrant cannot be {brief(name, 80)}: give a non-empty text")
            if len(name) > _MAX_NAME:
                raise HockeyError(f"the name of an entrant cannot have {len(name)} characters: at most {_MAX_NAME}")
            if isinstance(entrant, Team) and self.variant.rules.seats < 4:
                raise HockeyError(f"{name} is a team, but {self.variant.key} has one seat a side: enter single players")
        self._check_format()

    def _check_format(self) -> None:
        self.format.next_round(tuple(self.entrants), ())  # raises if it cannot be paired
        if not self.format.has_rounds:
            return
        if self.sprt is not None:
            raise HockeyError(
                f"a test cannot end the matches of a {self.format.kind}: play a round-robin or a gauntlet"
            )
        if self.deals.start:
            raise HockeyError(
                f"a {self.format.kind} cannot begin at deal {self.deals.start}: its rounds begin at deal 0"
            )


def chosen_seed(seed: Seed | None, deals: object) -> Seed:
    """Return the seed of a new tournament: the given one, or 32 random bytes.

    Raises:
        HockeyError: If there is no seed, and the deals are a part that must fit the parts of other machines.
    """
    if seed is None and isinstance(deals, range):
        raise HockeyError(
            f"deals {deals.start}-{deals.stop - 1} are a part of a tournament and need a seed: give all parts the same"
        )
    return Seeded().seed if seed is None else seed


def deal_range(deals: object) -> range:
    """Return the numbers of the deals that a user asks for.

    Args:
        deals: The number of deals, or a range of their numbers.

    Raises:
        HockeyError: If it is neither.
    """
    if isinstance(deals, range):
        return deals
    number = plain_integer(cast("int", deals))
    if type(number) is not int or not 1 <= number <= MAX_DEALS:
        raise HockeyError(
            f"deals cannot be {brief(deals)}: give a number from 1 to {MAX_DEALS:,}, or a range of consecutive numbers"
        )
    return range(number)
