"""The measures of a variant, and the results of measuring: estimates with their intervals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from hockey_cards.errors import ParseError
from hockey_cards.options import Value

FORMAT: Final = "hockey-cards-measures/1"

GAMES: Final = 10**6
"""The number of games that are measured by default."""


@attrs.frozen
class Measure:
    """A measure: one number that describes a variant.

    ``MEASURES`` are taken from games of a player against itself:

    - ``leader_points``: the points of the side that acts first in the game, 1 for a win and ½ for a draw, as a share of
      all points: ½ if moving first is no advantage;
    - ``leader_margin``: the final score of that side minus the other side's;
    - ``goals``: the goals of both sides, overtimes included; of games without a kernel the final scores;
    - ``moves``: the number of moves in a game;
    - ``draws``: the share of drawn games;
    - ``overtimes``: the share of games that went into overtime;
    - ``lead_changes``: how often in a game the lead passes from one side to the other, directly or after a level score;
    - ``forced``: the share of moves that were the only legal one.

    ``SKILL`` are taken from games of two players, in deals that are played from both sides of the table. The unit is
    the deal, not the game:

    - ``points``: the first player's share of the points;
    - ``margin``: the first player's final score minus the other's, per game.

    Args:
        name: The name in Python and in JSON.
        label: The name for people.
        share: Whether it is a share, from 0 to 1.
    """

    name: str
    label: str
    share: bool = False


MEASURES: Final = (
    Measure("leader_points", "leader's share of points", share=True),
    Measure("leader_margin", "leader's margin"),
    Measure("goals", "goals a game"),
    Measure("moves", "moves a game"),
    Measure("draws", "draws", share=True),
    Measure("overtimes", "overtimes", share=True),
    Measure("lead_changes", "lead changes a game"),
    Measure("forced", "forced moves", share=True),
)
"""The measures of a player against itself."""

SKILL: Final = (
    Measure("points", "share of points", share=True),
    Measure("margin", "margin a game"),
)
"""The measures of two players against each other."""

KINDS: Final[Mapping[str, Measure]] = {measure.name: measure for measure in (*MEASURES, *SKILL)}
"""The measures by name."""


@attrs.frozen
class Estimate:
    """An estimated number and its uncertainty.

    Args:
        value: The number that was observed.
        low: The lower end of its 95% interval, which has a width even if all units gave the same number.
        high: The upper end.
        error: Its standard error; 0 if all units gave the same number.
        units: The number of games, or of deals, that it is taken from.
    """

    value: float
    low: float
    high: float
    error: float
    units: int

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as JSON-serialisable values."""
        interval = [self.low, self.high]
        return {"value": self.value, "interval": interval, "error": self.error, "units": self.units}


@attrs.frozen
class Finding:
    """The estimate of one measure in the games of one player, or of two.

    Args:
        players: A player alone for games against itself, else the stronger player first.
        name: The name of the measure.
        estimate: The estimate; in a comparison that of a difference.
    """

    players: tuple[str, ...]
    name: str
    estimate: Estimate

    @property
    def measure(self) -> Measure:
        """The measure."""
        return KINDS[self.name]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as JSON-serialisable values."""
        return {"players": list(self.players), "measure": self.name, **self.estimate.to_dict()}


@attrs.frozen
class Measurement:
    """The findings on one variant. They depend on the arguments of ``measure`` alone, not on the number of threads.

    Args:
        variant: The key of the variant.
        house: The house rules.
        seed: The seed as text; bytes in hex.
        games: The number of games that was asked for.
        compiled: Whether the games were played in a kernel. If not, the engine played fewer games.
        findings: The findings.
    """

    variant: str
    house: Mapping[str, Value] = attrs.field(hash=False)
    seed: str
    games: int
    compiled: bool
    findings: tuple[Finding, ...]

    @property
    def meetings(self) -> tuple[tuple[str, ...], ...]:
        """The players who met; a player alone met itself."""
        return tuple(dict.fromkeys(finding.players for finding in self.findings))

    def find(self, name: str, *players: str) -> Estimate:
        """Return an estimate: ``find("goals", "greedy")``, ``find("points", "counter", "greedy")``.

        Raises:
            ParseError: If it was not measured.
        """
        return find(self.findings, name, players)

    def to_dict(self) -> dict[str, Any]:
        """Return the measurement as JSON-serialisable values, independent of time, machine and threads."""
        return {
            "format": FORMAT,
            "variant": self.variant,
            "house": dict(self.house),
            "seed": self.seed,
            "games": self.games,
            "compiled": self.compiled,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    def to_json(self) -> str:
        """Return the measurement as JSON text that ends with a newline."""
        return _json(self.to_dict())


@attrs.frozen
class VariantComparison:
    """Measurements of several variants, and how each variant differs from the first.

    A difference is estimated from games with the same numbers. Where the decks are the same, these games have the same
    packs, which makes the interval of the difference narrower.

    Args:
        measurements: The measurements in the order of the variants.
        differences: For each variant after the first: its value of each measure minus the first variant's.
        paired: For each of these whether its deck is the first variant's, so that the packs are the same.
    """

    measurements: tuple[Measurement, ...]
    differences: tuple[tuple[Finding, ...], ...]
    paired: tuple[bool, ...]

    def find(self, variant: int, name: str, *players: str) -> Estimate:
        """Return how much greater a measure is for a variant, numbered from 0, than for the first variant.

        Raises:
            ParseError: If it was not measured.
        """
        if not 0 < variant < len(self.measurements):
            raise ParseError(f"there is no difference of variant {variant!r}: give 1 to {len(self.measurements) - 1}")
        return find(self.differences[variant - 1], name, players)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON-serialisable values."""
        differences = [
            {"paired": paired, "findings": [finding.to_dict() for finding in findings]}
            for paired, findings in zip(self.paired, self.differences, strict=True)
        ]
        return {
            "format": FORMAT,
            "variants": [each.to_dict() for each in self.measurements],
            "differences": differences,
        }

    def to_json(self) -> str:
        """Return the comparison as JSON text that ends with a newline."""
        return _json(self.to_dict())


def select(findings: tuple[Finding, ...], name: str, players: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the finding on a measure where some players met, if there is one."""
    return (finding for finding in findings if (finding.name, finding.players) == (name, players))


def find(findings: tuple[Finding, ...], name: str, players: tuple[str, ...]) -> Estimate:
    """Return the estimate of a measure.

    Raises:
        ParseError: If there is none.
    """
    for finding in select(findings, name, players):
        return finding.estimate
    known = dict.fromkeys(f"{finding.name} of {' over '.join(finding.players)}" for finding in findings)
    raise ParseError(f"{name!r} of {' over '.join(players)!r} was not measured: give one of {', '.join(known)}")


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
