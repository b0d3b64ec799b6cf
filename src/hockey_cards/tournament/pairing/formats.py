"""Who meets whom, round by round: a function of who entered and of what the rounds before came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

import attrs

from hockey_cards.errors import HockeyError
from hockey_cards.tournament.pairing.fixtures import Pair
from hockey_cards.tournament.pairing.swiss import Place, paired, table
from hockey_cards.tournament.tally import Tally

__all__ = ["Format", "Gauntlet", "KnockOut", "Match", "Place", "Round", "RoundRobin", "Swiss", "format_of"]


_ROUNDS: Final = 10**6
"""No Swiss has more rounds."""

_DEALS: Final = 10**12
"""No match has more deals."""


@attrs.frozen
class Match:
    """What two made of the deals of a round.

    Args:
        pair: Who they are, in the order of entry.
        tally: Their deals as the first sees them.
    """

    pair: Pair
    tally: Tally

    @property
    def winner(self) -> str | None:
        """Who made more points, or of equal points the better difference of goals; None if neither did."""
        lead = 2 * (self.tally.wins - self.tally.losses)
        lead = lead or self.tally.goals_for - self.tally.goals_against
        return None if lead == 0 else self.pair[lead < 0]


@attrs.frozen
class Round:
    """A round: all its pairs play the same deals.

    Args:
        number: Its number, from 0.
        pairs: Who meets whom, each in the order of entry.
        byes: Who has nobody to play.
        deals: How many deals each pair plays; None: as many as the tournament says.
        until_decided: Whether two stop when the points that are left cannot catch up.
    """

    number: int
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()
    deals: int | None = None
    until_decided: bool = False


@attrs.frozen
class RoundRobin:
    """Everybody meets everybody else, in one round."""

    kind: ClassVar[str] = "round-robin"
    has_rounds: ClassVar[bool] = False

    def matches(self, entrants: int) -> int:
        """Return how many matches so many entrants play in all rounds."""
        return entrants * (entrants - 1) // 2

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the round that comes next; None after the last.

        Args:
            entrants: The names in the order of entry.
            played: The rounds played, with their matches.
        """
        return None if played else Round(0, tuple(combinations(entrants, 2)))

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return the table of the rounds, the best first; () where the points of the games say it all."""
        return ()


def _names(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


@attrs.frozen
class Gauntlet:
    """Some meet everybody else, who do not meet each other, in one round.

    Args:
        champions: The names of those who run the gauntlet, or the name of the only one; the first that entered if
            empty.
    """

    champions: tuple[str, ...] = attrs.field(default=(), converter=_names)
    kind: ClassVar[str] = "gauntlet"
    has_rounds: ClassVar[bool] = False

    def matches(self, entrants: int) -> int:
        """Return how many matches so many entrants play in all rounds."""
        champions = len(self.champions) or 1
        return champions * (entrants - champions)

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the round that comes next; None after the last.

        Args:
            entrants: The names in the order of entry.
            played: The rounds played, with their matches.

        Raises:
            HockeyError: If a champion has not entered, or nobody else has.
        """
        champions = self.champions or tuple(entrants[:1])
        for name in champions:
            if name not in entrants:
                raise HockeyError(f"the champion {name!r} has not entered: the entrants are {', '.join(entrants)}")
        pairs = [pair for pair in combinations(entrants, 2) if (pair[0] in champions) != (pair[1] in champions)]
        if not pairs:
            raise HockeyError("a gauntlet of champions alone cannot be played: enter somebody else too")
        return None if played else Round(0, tuple(pairs))

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return the table of the rounds, the best first; () where the points of the games say it all."""
        return ()


@attrs.frozen
class Swiss:
    """In each round those meet who stand level, as far as they have not met before.

    A match won counts 1 and a match drawn a half; who has the bye, one where the number is odd, counts it as a
    match won. The table is in order of that score, then of Buchholz (the sum of the opponents' scores, a bye being an
    opponent with one's own score), then of the share of the points of all games, then of the difference of goals, then
    of entry. Pairing goes down the table: the bye goes to the last who has had none, and everybody meets the next below
    in the table whom it has not met, as far as the rest can then be paired without a rematch too; where that cannot be
    done for anybody, the fewest meetings before count. Sooner than a rematch somebody has a second bye, and where there
    are many entrants and nearly as many rounds, not every pairing is tried. In the first round the upper half of the
    entrants, in order of entry, meets the lower half.

    Args:
        rounds: How many rounds are played.
    """

    rounds: int
    kind: ClassVar[str] = "swiss"
    has_rounds: ClassVar[bool] = True

    def matches(self, entrants: int) -> int:
        """Return how many matches so many entrants play in all rounds."""
        return self.rounds * (entrants // 2)

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the round that comes next; None after the last.

        Args:
            entrants: The names in the order of entry.
            played: The rounds played, with their matches.

        Raises:
            HockeyError: If there are no rounds.
        """
        if type(self.rounds) is not int or not 1 <= self.rounds <= _ROUNDS:
            raise HockeyError(f"a Swiss cannot have {self.rounds!r:.80} rounds: give a number from 1 to {_ROUNDS:,}")
        if len(played) >= self.rounds:
            return None
        pairs, byes = paired(entrants, _flat(played), _byes(played))
        return Round(len(played), pairs, byes)

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return the table of the rounds, the best first."""
        return table(entrants, _flat(played), _byes(played))


def _flat(played: Sequence[tuple[Round, Sequence[Match]]]) -> list[tuple[Pair, str | None, Tally]]:
    return [(match.pair, match.winner, match.tally) for _, matches in played for match in matches]


def _byes(played: Sequence[tuple[Round, Sequence[Match]]]) -> list[str]:
    return [name for round_, _ in played for name in round_.byes]


@attrs.frozen
class KnockOut:
    """Who loses a match is out, until one is left.

    A match is decided by points, then by the difference of goals, then for who entered first of the two. It
    ends as soon as the points that are left cannot catch up. The first that entered stand as far apart in the tree as
    can be: the first can meet the second in the last round only; where the number is no power of two they
    have the byes of the first round.

    Args:
        best_of: How many deals a match has at most; as many as the tournament says if None.
    """

    best_of: int | None = None
    kind: ClassVar[str] = "knock-out"
    has_rounds: ClassVar[bool] = True

    def matches(self, entrants: int) -> int:
        """Return how many matches so many entrants play in all rounds."""
        return entrants - 1

    def next_round(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> Round | None:
        """Return the round that comes next; None after the last.

        Args:
            entrants: The names in the order of entry.
            played: The rounds played, with their matches.

        Raises:
            HockeyError: If a match has no deals.
        """
        if self.best_of is not None and (type(self.best_of) is not int or not 1 <= self.best_of <= _DEALS):
            raise HockeyError(
                f"a match cannot be the best of {self.best_of!r:.80} deals: give a number from 1 to {_DEALS:,}"
            )
        tree: list[str | None] = _tree(entrants)
        for _, matches in played:
            won = {match.pair: match.winner or match.pair[0] for match in matches}
            tree = [_through(two, won) for two in _twos(tree, entrants)]
        if len(tree) == 1:
            return None
        twos = _twos(tree, entrants)
        byes = tuple(one or other or "" for one, other in twos if one is None or other is None)
        pairs = tuple((one, other) for one, other in twos if one is not None and other is not None)
        return Round(len(played), pairs, byes, self.best_of, until_decided=True)

    def places(self, entrants: Sequence[str], played: Sequence[tuple[Round, Sequence[Match]]]) -> tuple[Place, ...]:
        """Return who came how far: in order of the rounds won, byes too, then of entry."""
        won = {name: _byes(played).count(name) for name in entrants}
        for _, matches in played:
            for match in matches:
                won[match.winner or match.pair[0]] += 1
        return tuple(Place(name, won[name], None) for name in sorted(entrants, key=lambda name: -won[name]))


def _tree(entrants: Sequence[str]) -> list[str | None]:
    """Return the leaves of the tree from one end to the other: neighbours meet, and None is nobody."""
    places = [0]
    while len(places) < len(entrants):
        size = 2 * len(places)
        places = [place for upper in places for place in (upper, size - 1 - upper)]
    return [entrants[place] if place < len(entrants) else None for place in places]


def _twos(tree: list[str | None], entrants: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Return who stands beside whom, each two in the order of entry."""
    place: dict[str | None, int] = {name: number for number, name in enumerate(entrants)}
    twos = zip(tree[::2], tree[1::2], strict=True)
    return [(one, other) if place.get(one, 0) <= place.get(other, len(place)) else (other, one) for one, other in twos]


def _through(two: tuple[str | None, str | None], won: Mapping[Pair, str]) -> str | None:
    one, other = two
    return one or other if one is None or other is None else won[one, other]


Format = RoundRobin | Gauntlet | Swiss | KnockOut
"""Who meets whom; each is a value with a method ``next_round``."""

_SPELLED: Final = "round-robin, gauntlet, gauntlet:NAME, swiss:ROUNDS, knock-out or knock-out:DEALS"


def format_of(text: str) -> Format:
    """Read a format from a text: ``round-robin``, ``gauntlet:NAME``, ``swiss:5``, ``knock-out:7``.

    Raises:
        HockeyError: If the text names none.
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
    raise HockeyError(f"there is no format {text!r:.80}: write {_SPELLED}")


def to_dict(format: Format) -> dict[str, Any]:  # noqa: A002  # the word of the contract
    """Return a format as what JSON can say, its kind first."""
    said: dict[str, Any] = {"kind": format.kind, **attrs.asdict(format)}
    return said | ({"champions": list(format.champions)} if isinstance(format, Gauntlet) else {})


def from_dict(fields: Mapping[str, Any]) -> Format:
    """Build the format that ``to_dict`` wrote.

    Raises:
        HockeyError: If there is no such format.
    """
    arguments = dict(fields)
    classes = {each.kind: each for each in (RoundRobin, Gauntlet, Swiss, KnockOut)}
    try:
        made: Format = classes[arguments.pop("kind")](**arguments)
    except (KeyError, TypeError, ValueError):
        raise HockeyError(f"there is no format {fields!r:.80}") from None
    return made
