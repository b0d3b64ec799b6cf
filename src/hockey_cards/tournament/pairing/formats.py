"""Tournament formats: each pairs the entrants of a round from the entrants and the results of earlier rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

import attrs

from hockey_cards.errors import HockeyError, brief, listed
from hockey_cards.integers import plain_integer
from hockey_cards.tournament.entrants import Pair
from hockey_cards.tournament.pairing.fixtures import MAX_DEALS
from hockey_cards.tournament.pairing.swiss import Place, swiss_pairing, swiss_table
from hockey_cards.tournament.tally import Tally

_MAX_ROUNDS: Final = 10**6
"""The greatest number of rounds of a Swiss."""


@attrs.frozen
class Match:
    """The match of a pair in a round.

    Args:
        pair: The two entrants, in the order of entry.
        tally: Their deals from the first entrant's point of view.
        disqualified: Those of the two that had been disqualified by the end of the match.
    """

    pair: Pair
    tally: Tally
    disqualified: tuple[str, ...] = ()

    @property
    def winner(self) -> str | None:
        """The entrant with more points or, at equal points, the better goal difference; None if both are equal.

        Whoever is disqualified loses to an opponent who is not.
        """
        if len(self.disqualified) == 1:
            return self.pair[self.disqualified[0] == self.pair[0]]
        lead = 2 * (self.tally.wins - self.tally.losses)
        lead = lead or self.tally.goals_for - self.tally.goals_against
        return None if lead == 0 else self.pair[lead < 0]


@attrs.frozen
class Round:
    """A round, in which all pairs play the same deals.

    Args:
        number: The number of the round, from 0.
        pairs: The pairs that meet, each in the order of entry.
        byes: The entrants without an opponent.
        deals: The number of deals that each pair plays; None for the tournament's own number.
        until_decided: Whether a match ends as soon as the points left cannot change its winner.
    """

    number: int
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()
    deals: int | None = None
    until_decided: bool = False


@attrs.frozen
class RoundRobin:
    """A single round in which every entrant meets every other."""

    kind: ClassVar[str] = "round-robin"
    has_rounds: ClassVar[bool] = False

    def matches(self, entrants: int) -> int:
        """Return the number of matches in all rounds for a given number of entrants."""
        return entrants * (entrants - 1) // 2

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the next round; None after the last.

        Args:
            entrants: The names of the entrants, in the order of entry.
            played: The rounds played so far, with their matches.
        """
        return None if played else Round(0, tuple(combinations(entrants, 2)))

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return the table of matches, the best entrant first; () because this format is ranked by games alone."""
        return ()


def _names(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


@attrs.frozen
class Gauntlet:
    """A single round in which champions meet all other entrants, who do not meet each other.

    Args:
        champions: The names of the champions, or the name of the only one; the first entrant if empty.
    """

    champions: tuple[str, ...] = attrs.field(default=(), converter=_names)
    kind: ClassVar[str] = "gauntlet"
    has_rounds: ClassVar[bool] = False

    def matches(self, entrants: int) -> int:
        """Return the number of matches in all rounds for a given number of entrants."""
        champions = len(self.champions) or 1
        return champions * (entrants - champions)

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the next round; None after the last.

        Args:
            entrants: The names of the entrants, in the order of entry.
            played: The rounds played so far, with their matches.

        Raises:
            HockeyError: If a champion is not an entrant, or there are no other entrants.
        """
        champions = self.champions or tuple(entrants[:1])
        for name in champions:
            if name not in entrants:
                shown = brief(name, 80)
                raise HockeyError(f"the champion {shown} is not an entrant: the entrants are {listed(entrants)}")
        pairs = [pair for pair in combinations(entrants, 2) if (pair[0] in champions) != (pair[1] in champions)]
        if not pairs:
            raise HockeyError("a gauntlet needs an entrant who is not a champion: all entrants are champions")
        return None if played else Round(0, tuple(pairs))

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return the table of matches, the best entrant first; () because this format is ranked by games alone."""
        return ()


@attrs.frozen
class Swiss:
    """The Swiss system: each round pairs entrants with similar scores that have not met yet.

    A match won scores 1 and a match drawn a half; with an odd number of entrants one of them has a bye, which counts as
    a match won. The table is sorted by score, then by Buchholz (the sum of the opponents' scores, where a bye counts as
    an opponent with the entrant's own score), then by the share of the points of all games, then by goal difference,
    then by entry.

    A round is the matching with the fewest rematches, then with the fewest second byes. Among these the bye goes to the
    lowest entrant in the table, and the others meet opponents whose scores, and then whose places, are as near as
    possible: the sums of the squared differences are least. There may be any number of rounds, as many as in a round
    robin and more; rematches come only if the earlier rounds leave no other pairing. In the first round the upper
    half of the entrants, in the order of entry, meets the lower half.

    An entrant that was disqualified is not paired again, has no bye, and comes last.

    Args:
        rounds: The number of rounds.
    """

    rounds: int = attrs.field(converter=plain_integer)
    kind: ClassVar[str] = "swiss"
    has_rounds: ClassVar[bool] = True

    def matches(self, entrants: int) -> int:
        """Return the number of matches in all rounds for a given number of entrants."""
        return self.rounds * (entrants // 2)

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the next round; None after the last.

        Args:
            entrants: The names of the entrants, in the order of entry.
            played: The rounds played so far, with their matches.

        Raises:
            HockeyError: If the number of rounds is not valid.
        """
        if type(self.rounds) is not int or not 1 <= self.rounds <= _MAX_ROUNDS:
            raise HockeyError(
                f"a Swiss cannot have {brief(self.rounds, 80)} rounds: give a number from 1 to {_MAX_ROUNDS:,}"
            )
        if len(played) >= self.rounds:
            return None
        out = sorted({name for _, matches in played for match in matches for name in match.disqualified})
        if len(entrants) - len(out) < 2:
            return None
        pairs, byes = swiss_pairing(entrants, _flat(played), _byes(played), out)
        return Round(len(played), pairs, byes)

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return the table of matches, the best entrant first."""
        return swiss_table(entrants, _flat(played), _byes(played))


def _flat(played: Sequence[tuple[Round, Sequence[Match]]]) -> list[tuple[Pair, str | None, Tally]]:
    return [(match.pair, match.winner, match.tally) for _, matches in played for match in matches]


def _byes(played: Sequence[tuple[Round, Sequence[Match]]]) -> list[str]:
    return [name for round_, _ in played for name in round_.byes]


@attrs.frozen
class KnockOut:
    """A knock-out: the loser of a match is out, until one entrant is left.

    A match is decided by points, then by goal difference, then in favour of the earlier entrant. It ends as soon as the
    points left cannot change the winner. Earlier entrants are placed as far apart in the bracket as possible, so the
    first can meet the second only in the final; if the number of entrants is not a power of two, the earliest have a
    bye in the first round.

    Args:
        best_of: The greatest number of deals of a match; the tournament's own number of deals if None.
    """

    best_of: int | None = attrs.field(default=None, converter=plain_integer)
    kind: ClassVar[str] = "knock-out"
    has_rounds: ClassVar[bool] = True

    def matches(self, entrants: int) -> int:
        """Return the number of matches in all rounds for a given number of entrants."""
        return entrants - 1

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the next round; None after the last.

        Args:
            entrants: The names of the entrants, in the order of entry.
            played: The rounds played so far, with their matches.

        Raises:
            HockeyError: If the number of deals of a match is not valid.
        """
        if self.best_of is not None and (type(self.best_of) is not int or not 1 <= self.best_of <= MAX_DEALS):
            raise HockeyError(
                f"a match cannot be the best of {brief(self.best_of, 80)} deals: give a number from 1 to {MAX_DEALS:,}"
            )
        bracket: list[str | None] = _bracket(entrants)
        for _, matches in played:
            won = {match.pair: match.winner or match.pair[0] for match in matches}
            bracket = [_advancing(pair, won) for pair in _neighbours(bracket, entrants)]
        if len(bracket) == 1:
            return None
        neighbours = _neighbours(bracket, entrants)
        byes = tuple(one or other or "" for one, other in neighbours if one is None or other is None)
        pairs = tuple((one, other) for one, other in neighbours if one is not None and other is not None)
        return Round(len(played), pairs, byes, self.best_of, until_decided=True)

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return the entrants by the number of rounds won, byes included, then by entry."""
        won = {name: _byes(played).count(name) for name in entrants}
        for _, matches in played:
            for match in matches:
                won[match.winner or match.pair[0]] += 1
        return tuple(Place(name, won[name], None) for name in sorted(entrants, key=lambda name: -won[name]))


def _bracket(entrants: Sequence[str]) -> list[str | None]:
    """Return the leaves of the bracket in order: neighbours meet, and None is an empty place."""
    places = [0]
    while len(places) < len(entrants):
        size = 2 * len(places)
        places = [place for upper in places for place in (upper, size - 1 - upper)]
    return [entrants[place] if place < len(entrants) else None for place in places]


def _neighbours(bracket: list[str | None], entrants: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Return the neighbours in the bracket, each two in the order of entry."""
    entry: dict[str | None, int] = {name: number for number, name in enumerate(entrants)}
    pairs = zip(bracket[::2], bracket[1::2], strict=True)
    return [(one, two) if entry.get(one, 0) <= entry.get(two, len(entry)) else (two, one) for one, two in pairs]


def _advancing(pair: tuple[str | None, str | None], winners: Mapping[Pair, str]) -> str | None:
    one, other = pair
    return one or other if one is None or other is None else winners[one, other]


Format = RoundRobin | Gauntlet | Swiss | KnockOut
"""A format of a tournament: a value that pairs the entrants, round by round."""

_SPELLINGS: Final = "round-robin, gauntlet, gauntlet:NAME, swiss:ROUNDS, knock-out or knock-out:DEALS"


def parse_format(text: str) -> Format:
    """Parse the text of a format: ``round-robin``, ``gauntlet:NAME``, ``swiss:5``, ``knock-out:7``.

    Raises:
        HockeyError: If the text is not that of a format.
    """
    kind, _, rest = text.partition(":")
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 10 else None
    if kind == "round-robin" and not rest:
        return RoundRobin()
    if kind == "gauntlet":
        return Gauntlet((rest,) if rest else ())
    if kind == "swiss" and number:
        return Swiss(number)
    if kind == "knock-out" and (number or not rest):
        return KnockOut(number)
    raise HockeyError(f"there is no format {brief(text, 80)}: give {_SPELLINGS}")


def format_to_dict(format: Format) -> dict[str, Any]:  # noqa: A002  # the argument's name in ``tournament``
    """Return a format as JSON-serialisable values, its kind first."""
    fields: dict[str, Any] = {"kind": format.kind, **attrs.asdict(format)}
    return fields | ({"champions": list(format.champions)} if isinstance(format, Gauntlet) else {})


def format_from_dict(fields: Mapping[str, Any]) -> Format:
    """Read a format from what ``format_to_dict`` returned.

    Raises:
        HockeyError: If there is no such format.
    """
    arguments = dict(fields)
    classes = {each.kind: each for each in (RoundRobin, Gauntlet, Swiss, KnockOut)}
    try:
        made: Format = classes[arguments.pop("kind")](**arguments)
    except (KeyError, TypeError, ValueError):
        raise HockeyError(f"there is no format {brief(fields, 80)}") from None
    return made
